"""One line of a record as text: canonical JSON (record-format.md, Packed form).

Keys sorted by code point, no spaces, UTF-8. Written here because MicroPython's json neither sorts keys nor keeps
their order.
"""

_DEPTH = 12


def text(line: object) -> str:
    """Canonical text of a line (a dict as JSON has it), without the newline.

    Raises:
        ValueError: the value has no JSON form, or is nested deeper than a record line ever is.
    """
    parts = []
    _write(line, parts.append, _DEPTH)
    return "".join(parts)


def _write(value, out, depth):
    kind = type(value)
    if value is None or kind is bool:
        out("null" if value is None else "true" if value else "false")
    elif kind is int:
        out(str(value))
    elif kind is str:
        _write_string(value, out)
    elif kind is float and value - value == 0:
        out(repr(value))
    elif depth == 0:
        raise ValueError("nested too deeply")
    elif kind is list:
        mark = "["
        for item in value:
            out(mark)
            _write(item, out, depth - 1)
            mark = ","
        out("[]" if mark == "[" else "]")
    elif kind is dict:
        for key in value:
            if type(key) is not str:
                raise ValueError("a key that is no string")
        mark = "{"
        for key in sorted(value):
            out(mark)
            _write_string(key, out)
            out(":")
            _write(value[key], out, depth - 1)
            mark = ","
        out("{}" if mark == "{" else "}")
    else:
        raise ValueError("no JSON value")


def _write_string(value, out):
    out('"')
    start = 0
    for i, char in enumerate(value):
        if char < " " or char in '"\\' or "\ud7ff" < char < "\ue000":
            out(value[start:i])
            out("\\" + char if char in '"\\' else "\\u%04x" % ord(char))
            start = i + 1
    out(value[start:])
    out('"')


def parse(source: str) -> object:
    """The value of a JSON text, see ``domino_rules.jsontext``.

    Raises:
        ValueError: the text is not JSON, or is nested deeper than a record line ever is.
    """
    from domino_rules import jsontext

    return jsontext.parse(source)
