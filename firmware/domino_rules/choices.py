"""What a player may choose from, for simulations: compound moves besides the single placements of ``legal_plays``."""

from domino_rules.compound import may_join, ways


def moves_of(match, seat):
    """All compound moves that the known tiles of a seat allow: lists of (tile, arm), two tiles or more."""
    layout = match.layout
    if seat != match.turn or not layout.count:
        return []
    singles = [(tile, arm) for tile, arm in match.legal_plays(seat)]
    found = [[single] for single in singles]
    for group in found:
        for single in singles[singles.index(group[-1]) + 1 :]:
            tiles = [tile for tile, arm in group]
            free = single[0] not in tiles and single[1] not in [arm for tile, arm in group]
            longer = group + [single]
            if free and may_join(match, tiles + [single[0]]) and ways(match, longer, layout.ends()):
                found.append(longer)
    return found[len(singles) :]
