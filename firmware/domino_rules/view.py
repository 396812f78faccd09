"""What a line shows to whom (record-format.md, Command line): no tile of a hidden hand before it is seen by all.

A view is "all", "public", or the number of a seat, which sees its own tiles too.
"""

HIDDEN = "?"


def shown(line: "dict[str, object]", view: "str | int") -> "dict[str, object]":
    """The line, input or output, as the view leaves it; the line itself is not changed."""
    if view == "all":
        return line
    kind = line.get("type")
    if kind in ("verdict", "late"):
        return _verdict(line, view)
    if kind == "deal":
        return _deal(line, view)
    if kind == "draw" and "tile" in line and line.get("seat") != view:
        return _with(line, "tile", HIDDEN)
    if kind == "correct" and type(line.get("to")) is dict:
        return _with(line, "to", shown(line["to"], view))
    if kind == "state":
        return _state(line, view)
    return line


def _with(line, name, value):
    changed = dict(line)
    changed[name] = value
    return changed


def _verdict(line, view):
    detail = line.get("detail")
    if detail is None or line.get("seat") == view:
        return line
    detail = dict(detail)
    if "playable" in detail:
        detail["playable"] = len(detail["playable"])
    if type(detail.get("expected")) is str:
        detail["expected"] = HIDDEN
    return _with(line, "detail", detail)


def _hide(tiles):
    return [HIDDEN] * len(tiles) if type(tiles) is list else tiles


def _deal(line, view):
    hands = line.get("hands")
    if type(hands) is list:
        line = _with(line, "hands", [hands[s] if s == view else _hide(hands[s]) for s in range(len(hands))])
    return _with(line, "stock", _hide(line["stock"])) if "stock" in line else line


def _state(line, view):
    if "hands" not in line:
        return line
    hands = line["hands"]
    line = dict(line)
    over = line["phase"] in ("round_over", "match_over")
    line["hands"] = [hands[s] if s == view or over else _hide(hands[s]) for s in range(len(hands))]
    line["stock"] = _hide(line["stock"])
    if "rows" in line and not over:
        line["rows"] = [_hide(row) for row in line["rows"]]
    if line["opening"] is not None and view != line["turn"]:
        line["opening"] = HIDDEN
    return line
