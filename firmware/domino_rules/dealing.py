"""A ``deal`` line: whether these hands and this bazaar can be a deal (record-format.md, Input lines)."""

from domino_rules import schema
from domino_rules.tiles import count


def deal(match, line, force=False):
    """Start the round that a well-formed line tells of; force: whatever number of tiles the hands have.

    Returns (None or a code, seat, detail).
    """
    hands, stock = line["hands"], line.get("stock")
    listed = [hand for hand in hands if type(hand) is not int]
    if type(stock) is list:
        listed.append(stock)
    elif stock is not None and type(stock) is not int:
        return "bad_line", None, {"field": "stock"}
    if len(hands) != match.seats or not all([schema.texts(hand) for hand in listed]):
        return "bad_line", None, {"field": "hands"}
    taken, masks, unseen = 0, [], []
    code = None
    for hand in list(hands) + ([stock] if type(stock) is list else []):
        fault, mask = (None, 0) if type(hand) is int else match.tiles.mask(hand, taken)
        if fault == "bad_tile":
            return fault, None, None
        code = code or fault
        taken |= mask
        masks.append(mask)
        unseen.append(hand if type(hand) is int else 0)
    if match.phase == "match_over":
        code = "match_over"
    if code:
        return code, None, None
    return _counts(match, hands, masks, unseen, stock, force)


def _counts(match, hands, masks, unseen, stock, force):
    size = match.params["hand"]
    rest = match.tiles.size
    for seat in range(match.seats):
        got = count(masks[seat]) + unseen[seat]
        if got != size and not force:
            return "misdeal", seat, {"expected": size, "got": got}
        rest -= got
    known = None
    got = rest if stock is None else stock
    if type(stock) is list:
        known, got = masks.pop(), len(stock)
        unseen.pop()
    if got != rest or got < 0:
        return "misdeal", None, {"expected": rest, "got": got}
    if hasattr(match, "rows"):
        match.new_rows = [_row(match.tiles, hand) for hand in hands]
    match.deal(masks, unseen, known, rest)
    return None, None, None


def _row(tiles, hand):
    """A row of kolbasa in its order, None where a tile is not known."""
    return [None] * hand if type(hand) is int else [tiles.parse(name) for name in hand]
