"""Fields of the input lines: which must be there, and of what type (record-format.md §1)."""

# Per line type: how many of its fields are required, their names, their types: integer, string, boolean, list,
# dict, or any.
_FIELDS = {
    "match": (3, "v game seats preset params set accounts carry", "islsdili"),
    "deal": (1, "hands stock", "la"),
    "play": (1, "seat tile end closed moves", "issbl"),
    "draw": (1, "seat tile", "is"),
    "pass": (1, "seat", "i"),
    "reveal": (2, "seat hand", "il"),
    "lot": (2, "seat tile", "is"),
    "turn_up": (2, "seat tile", "is"),
    "claim": (2, "seat what", "is"),
    "timeout": (1, "seat", "i"),
    "result": (1, "reason by fisherman hands points opener first last awards counts", "siillislll"),
    "correct": (3, "ref by reason", "iaa"),
    "rule": (3, "ref remedy by", "iaa"),
    "ask": (1, "id", "a"),
    "answer": (2, "id choice", "aa"),
    "note": (1, "text", "s"),
    "seal": (0, "", ""),
}
_MOVE = (1, "tile end closed", "ssb")
_TYPES = {"i": int, "s": str, "b": bool, "l": list, "d": dict}


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
    required, names, kinds = fields
    for i, name in enumerate(names.split()):
        value = line.get(name)
        if value is None:
            if i < required:
                return name
        elif kinds[i] != "a" and type(value) is not _TYPES[kinds[i]]:
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
