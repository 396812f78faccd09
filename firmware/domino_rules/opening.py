"""Which tile opens a round where a tile decides (rules.md §2, parameter opener_first)."""


def order(rule, double_order, tiles):
    """Tiles in the order in which they claim the opening: whoever holds the first of them opens with it.

    Args:
        rule: "lowest_double", "66", "00", "23" or "top_rank"; double_order: "1..6,0" or "0..6".
    """
    doubles = [tiles.number(v, v) for v in range(tiles.top + 1)]
    others = [tile for tile in range(tiles.size) if not tiles.doubles >> tile & 1]
    others.sort(key=tiles.rank_high)
    if rule == "23":
        tile = tiles.number(2, 3)
        others.remove(tile)
        return [tile] + doubles[1:] + doubles[:1] + others
    others.reverse()
    if rule == "lowest_double" and double_order == "1..6,0":
        doubles = doubles[1:] + doubles[:1]
    elif rule == "66" or rule == "top_rank":
        doubles.reverse()
    return doubles + others
