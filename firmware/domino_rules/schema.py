"""Fields of the input lines: which must be there, and of what type (record-format.md §1)."""

# Per line type: how many of the fields are required, then (name, type); object means any value.
_FIELDS = {
    "match": (3, ("v", int), ("game", str), ("seats", list), ("preset", str), ("params", dict), ("set", int),
              ("accounts", list), ("carry", int)),
    "deal": (1, ("hands", list), ("stock", object)),
    "play": (1, ("seat", int), ("tile", str), ("end", str), ("closed", bool), ("moves", list)),
    "draw": (1, ("seat", int), ("tile", str)),
    "pass": (1, ("seat", int)),
    "reveal": (2, ("seat", int), ("hand", list)),
    "lot": (2, ("seat", int), ("tile", str)),
    "turn_up": (2, ("seat", int), ("tile", str)),
    "claim": (2, ("seat", int), ("what", str)),
    "timeout": (1, ("seat", int)),
    "result": (1, ("reason", str), ("by", int), ("fisherman", int), ("hands", list), ("points", list), ("opener", int),
               ("first", str), ("last", list), ("awards", list), ("counts", list)),
    "correct": (3, ("ref", int), ("by", object), ("reason", object)),
    "rule": (3, ("ref", int), ("remedy", object), ("by", object)),
    "ask": (1, ("id", object)),
    "answer": (2, ("id", object), ("choice", object)),
    "note": (1, ("text", str)),
    "seal": (0,),
}  # fmt: skip

_MOVE = (1, ("tile", str), ("end", str), ("closed", bool))


def fault(line):
    """None where a line has the fields of its type, else the name of the first that is missing or wrong."""
    kind = line.get("type")
    if type(kind) is not str or kind not in _FIELDS:
        return "type"
    t = line.get("t")
    if "t" in line and (type(t) is not int or t < 0):
        return "t"
    wrong = _wrong(_FIELDS[kind], line)
    if wrong is None and kind == "play":
        return _moves_fault(line)
    if (
        wrong is None
        and kind == "correct"
        and ("to" not in line or not (line["to"] is None or type(line["to"]) is dict))
    ):
        return "to"
    return wrong


def _wrong(fields, line):
    for i in range(1, len(fields)):
        name, kind = fields[i]
        value = line.get(name)
        if value is None:
            if i <= fields[0]:
                return name
        elif kind is not object and type(value) is not kind:
            return name
    return None


def _moves_fault(line):
    moves = line.get("moves")
    if moves is None:
        return None if line.get("tile") is not None else "tile"
    for move in moves:
        if type(move) is not dict or _wrong(_MOVE, move):
            return "moves"
    return None if moves else "moves"


def texts(values):
    """Whether a value is a list of strings."""
    return type(values) is list and all([type(value) is str for value in values])
