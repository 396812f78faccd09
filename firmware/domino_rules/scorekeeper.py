"""A ``result`` line: a round played on a table without sensors, entered by hand (record-format.md, Input lines)."""

from domino_rules import schema


def result(match, line):
    """Score the round that a well-formed line tells of. Returns (None or a code, seat, detail)."""
    field = _field(match, line)
    if field:
        return "bad_line", None, {"field": field}
    exited = line["reason"] == "exit"
    by, fisherman, opener = [line.get(name) for name in ("by", "fisherman", "opener")]
    for seat in (by, fisherman, opener):
        if seat is not None and not 0 <= seat < match.seats:
            return "bad_seat", None, None
    hands, values, counts = line.get("hands"), line.get("points"), line.get("counts")
    code, masks = (None, None) if hands is None else _masks(match.tiles, hands)
    fault, last = match.tiles.mask(line.get("last") or [], 0)
    first = None if line.get("first") is None else match.tiles.parse(line["first"])
    if fault == "bad_tile" or line.get("first") is not None and first is None:
        code = "bad_tile"
    if match.phase == "match_over" and code != "bad_tile":
        code = "match_over"
    if code:
        return code, None, None
    if masks is not None:
        values = [match.book().hand_value(mask) for mask in masks]
        counts = [len(hand) for hand in hands]
    if exited and (values[by] or masks and masks[by]):
        return "bad_line", None, {"field": "by"}
    told = {"opener": opener, "counts": counts, "first": first, "last": last}
    # Only games that count the ends have points during the round.
    told["awards"] = line.get("awards") if "opening_tile_scores" in match.params else None
    match.book().result(line["reason"], by if exited else None, None if exited else fisherman, values, told)
    return None, None, None


def _field(match, line):
    """Name of a field that is missing or not as the format has it, or None."""
    reason = line["reason"]
    if reason not in ("exit", "fish"):
        return "reason"
    if reason == "exit" and line.get("by") is None:
        return "by"
    if reason == "fish" and line.get("fisherman") is None:
        return "fisherman"
    hands = line.get("hands")
    if hands is None and line.get("points") is None:
        return "points"
    if hands is not None and (len(hands) != match.seats or not all([schema.texts(hand) for hand in hands])):
        return "hands"
    for name, length in (("points", match.seats), ("counts", match.seats), ("awards", match.sides)):
        values = None if name == "points" and hands is not None else line.get(name)
        if values is not None and len(values) != length:
            return name
        for value in values or ():
            if type(value) is not int or value < 0 and name != "awards":
                return name
    if line.get("last") is not None and not schema.texts(line["last"]):
        return "last"
    return None


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
