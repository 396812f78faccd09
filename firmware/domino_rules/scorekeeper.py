"""A ``result`` line: a round played on a table without sensors, entered by hand (record-format.md §1)."""

from domino_rules import schema


def result(match, line):
    """Score the round that a well-formed line tells of. Returns (None or a code, seat, detail)."""
    exited = line["reason"] == "exit"
    by, fisherman, opener = [line.get(name) for name in ("by", "fisherman", "opener")]
    values = line.get("points")
    hands = line.get("hands")
    if line["reason"] == "fish" and fisherman is None and match.params.get("fish_variant") == "sea":
        return "bad_line", None, {"field": "fisherman"}
    if not (exited and by is not None or line["reason"] == "fish") or values is None and hands is None:
        return "bad_line", None, None
    for seat in (by, fisherman, opener):
        if seat is not None and not 0 <= seat < match.seats:
            return "bad_seat", None, None
    field = _field(match, hands, values)
    if field:
        return "bad_line", None, {"field": field}
    code, masks = (None, None) if hands is None else _masks(match.tiles, hands)
    if match.phase == "match_over" and code != "bad_tile":
        code = "match_over"
    if code:
        return code, None, None
    if masks is not None:
        values = [match.book().hand_value(mask) for mask in masks]
        line = dict(line)
        line["counts"] = [len(hand) for hand in hands]
    if line.get("last") is not None and not schema.texts(line["last"]):
        return "bad_line", None, {"field": "last"}
    if exited and (values[by] or masks and masks[by]):
        return "bad_line", None, {"field": "by"}
    told = {"opener": opener, "counts": _integers(line.get("counts"), match.seats)}
    told["awards"] = _integers(line.get("awards"), match.sides)
    first, last = line.get("first"), line.get("last")
    told["first"] = None if first is None else match.tiles.parse(first)
    fault, told["last"] = (None, 0) if last is None else match.tiles.mask(last, 0)
    if fault or first is not None and told["first"] is None:
        return "bad_tile", None, None
    match.book().result(line["reason"], by if exited else None, None if exited else fisherman, values, told)
    return None, None, None


def _integers(values, length):
    """A list of that many integers, or None."""
    good = values is not None and len(values) == length and all([type(value) is int for value in values])
    return values if good else None


def _field(match, hands, values):
    """Name of the field that is no list with an entry per seat, or None."""
    if hands is not None:
        return None if len(hands) == match.seats and all([schema.texts(hand) for hand in hands]) else "hands"
    good = len(values) == match.seats and all([type(value) is int and value >= 0 for value in values])
    return None if good else "points"


def _masks(tiles, hands):
    """(None or a code, masks of the hands)."""
    taken, masks = 0, []
    code = None
    for hand in hands:
        fault, mask = tiles.mask(hand, taken)
        if fault == "bad_tile":
            return fault, None
        code = code or fault
        taken |= mask
        masks.append(mask)
    return code, masks
