"""Fields of the input lines: which must be there, and of what type (record-format.md, Input lines)."""

# One line per type: its name, how many of its fields are required, and the fields with their types: integer, string,
# boolean, list, list of names, dict, or any. One text, because tuples would take four times its memory.
_FIELDS = """
match 3 v:i game:s seats:l preset:s params:d set:i accounts:l carry:i
deal 1 hands:l stock:a
play 1 seat:i tile:s end:s closed:b moves:l
draw 1 seat:i tile:s
pass 1 seat:i
reveal 2 seat:i hand:n
lot 2 seat:i tile:s
turn_up 2 seat:i tile:s
claim 2 seat:i what:s
timeout 1 seat:i
result 1 reason:s by:i fisherman:i hands:l points:l opener:i first:s last:l awards:l counts:l
correct 3 ref:i by:a reason:s
rule 3 ref:i remedy:a by:a
ask 1 id:a
answer 2 id:a choice:a
note 1 text:s
seal 0
"""
_MOVE = "1 tile:s end:s closed:b"
_TYPES = {"i": int, "s": str, "b": bool, "l": list, "n": list, "d": dict}


def fault(line):
    """None where a line has the fields of its type, else the name of the first that is missing or wrong."""
    kind = line.get("type")
    start = _FIELDS.find("\n" + kind + " ") if type(kind) is str else -1
    if start < 0:
        return "type"
    t = line.get("t")
    if "t" in line and (type(t) is not int or t < 0):
        return "t"
    start += len(kind) + 2
    wrong = _wrong(_FIELDS[start : _FIELDS.find("\n", start)], line)
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
    fields = fields.split(" ")
    required = int(fields[0])
    for i in range(1, len(fields)):
        name, _, kind = fields[i].partition(":")
        value = line.get(name)
        if value is None:
            if i <= required:
                return name
        elif kind != "a" and type(value) is not _TYPES[kind] or kind == "n" and not texts(value):
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
