"""How a round begins: redeal, who opens, with which tile (rules.md §1.8, §2, parameters opener_first, opener_next)."""

from domino_rules.shelf import take
from domino_rules.tiles import count


def order(rule, double_order, tiles):
    """Tiles in the order in which they claim the opening, one after another: the holder of the first opens with it.

    Args:
        rule: "lowest_double", "11" (sea goat, after eggs), "66", "00", "23" or "top_rank".
        double_order: "1..6,0" or "0..6".
    """
    values = list(range(tiles.top + 1))
    if rule in ("66", "top_rank"):
        values.reverse()
    elif rule != "00" and double_order == "1..6,0":
        values = values[1:] + values[:1]
    elif rule == "11":
        values = [1, 0] + values[2:]
    special = tiles.number(2, 3) if rule == "23" else -1
    if rule == "23":
        yield special
    for value in values:
        yield tiles.number(value, value)
    others = [tile for tile in range(tiles.size) if tile != special and not tiles.doubles >> tile & 1]
    others.sort(key=tiles.rank_high)
    if rule != "23":
        others.reverse()
    for tile in others:
        yield tile


def deal(match, hands, unseen, stock, stock_count):
    """See ``Match.deal``."""
    again = redeal(match, hands)
    if again:
        match.news.append(again)
        match.clear()
        match.phase = "await_deal"
        return
    match.clear()
    match.hands = list(hands)
    match.unseen = list(unseen)
    for hand in hands:
        match.in_hands |= hand
    match.stock, match.stock_count = stock, stock_count
    match.dealt = 0 if stock is None else match.tiles.all & ~stock
    if stock is None and not sum(unseen):
        match.stock = match.tiles.all & ~match.in_hands
    match.round += 1
    match.lots = [None] * match.seats
    match.phase = "play"
    match.open_round()


def redeal(match, hands):
    """The ``redeal`` line that these hands call for (S0; rules.md §1.8), or None."""
    rule = match.params.get("redeal")
    if rule:
        for seat in range(match.seats):
            hand = hands[seat]
            if count(hand & match.tiles.doubles) >= rule["doubles_ge"]:
                return {"type": "redeal", "reason": "doubles", "seat": seat}
            for fits in match.tiles.fits:
                if count(hand & fits) >= rule["same_value_ge"]:
                    return {"type": "redeal", "reason": "same_value", "seat": seat}
    return None


def open_round(match):
    """Set ``turn`` and ``opening`` as far as what is known decides them."""
    match.turn = match.opener
    if match.opener is not None or match.opener_rule == "lot":
        return
    for tile in order(match.opener_rule, match.params.get("double_order"), match.tiles):
        bit = match.tiles.bit[tile]
        if match.stock is not None and match.stock & bit:
            continue
        for seat in range(match.seats):
            if match.hands[seat] & bit:
                match.turn, match.opening = seat, tile
        if match.turn is None and (match.stock is not None or not match.stock_count):
            # The tile is in an unseen hand; where only one is unseen, in that one.
            match.opening = tile
            holders = [seat for seat in range(match.seats) if match.unseen[seat]]
            if len(holders) == 1:
                match.turn = holders[0]
        return


def unseen_fault(match, seat, tile):
    """Code where known tiles, or the mere number of unknown ones, forbid that this tile opens; not all are seen."""
    if not (match.unseen[seat] or may_open(match, seat)):
        return "wrong_turn"
    for other in match.tiles.members(_better(match, tile) & match.in_hands & ~match.hands[seat]):
        if not _beaten(match, other):
            return "wrong_turn"
    return "wrong_opening" if _beaten(match, tile) else None


def may_open(match, seat):
    """Whether a seat whose hand is known may be the one that opens, while others are unseen."""
    for tile in order(match.opener_rule, match.params.get("double_order"), match.tiles):
        if match.hands[seat] >> tile & 1:
            return not _beaten(match, tile)
    return False


def _beaten(match, tile):
    """Whether some hand certainly holds a better tile: a known one, or one for which the bazaar has no room."""
    better = _better(match, tile)
    room = match.stock_count if match.stock is None else 0
    return better & match.in_hands or count(better & ~(match.stock or 0)) > room


def claim(match, seat, tile):
    """Keep what this opening says: nobody holds a tile that would open before it."""
    if not match.seen():
        take("evidence").claim(
            match, "wrong_opening", seat, _better(match, tile) & ~(match.stock or 0), (1 << match.seats) - 1
        )


def _better(match, tile):
    better = 0
    for other in order(match.opener_rule, match.params.get("double_order"), match.tiles):
        if other == tile:
            break
        better |= match.tiles.bit[other]
    return better


def lot(match, seat, tile):
    """A lot drawn between rounds; when every seat has one, the best by rank opens; not equal ones (rules.md §2.8)."""
    match.lots[seat] = tile
    if match.opener_rule == "lot" and match.opener is None and not match.SERVE and None not in match.lots:
        ranks = [match.tiles.rank_high(drawn) for drawn in match.lots]
        if ranks.count(max(ranks)) == 1:
            match.opener = ranks.index(max(ranks))
        match.lots = [None] * match.seats
