"""The form of input lines: which fields, of which type, naming seats and tiles that exist (format 1 and 2)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .params import is_int
from .tiles import parse

Line = dict[str, Any]


def is_text(value: object) -> bool:
    """A string."""
    return isinstance(value, str)


def is_flag(value: object) -> bool:
    """A boolean."""
    return isinstance(value, bool)


def is_count(value: object) -> bool:
    """A number of things."""
    return is_int(value) and value >= 0  # type: ignore[operator]


def is_tiles(value: object) -> bool:
    """A list of strings, each meant as a tile."""
    return isinstance(value, list) and all(is_text(t) for t in value)


def is_counts(value: object) -> bool:
    """A list of numbers."""
    return isinstance(value, list) and all(is_count(v) for v in value)


def is_hands(value: object) -> bool:
    """Per seat a list of tiles or a number."""
    return isinstance(value, list) and all(is_tiles(h) or is_int(h) for h in value)


def is_shown(value: object) -> bool:
    """Per seat a list of tiles."""
    return isinstance(value, list) and all(is_tiles(h) for h in value)


def is_object(value: object) -> bool:
    """A JSON object."""
    return isinstance(value, dict)


def is_moves(value: object) -> bool:
    """The parts of a compound move."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(m, dict) and is_text(m.get("tile")) and optional(m, MOVE) for m in value)
    )


def is_correction(value: object) -> bool:
    """A replacement line, or null."""
    return value is None or is_object(value)


def is_reason(value: object) -> bool:
    """How a round without sensors ended."""
    return value in ("exit", "fish")


def anything(value: object) -> bool:
    """No demand."""
    return True


Check = Callable[[object], bool]
MOVE: dict[str, Check] = {"end": is_text, "closed": is_flag}
SEAT: dict[str, Check] = {"seat": is_int}
# type -> (required fields, optional fields)
FORMS: dict[str, tuple[dict[str, Check], dict[str, Check]]] = {
    "match": (
        {
            "v": lambda v: is_int(v) and v == 1,
            "game": is_text,
            "seats": lambda v: isinstance(v, list) and all(is_text(s) for s in v),
        },
        {
            "preset": is_text,
            "params": is_object,
            "set": is_int,
            "accounts": lambda v: isinstance(v, list),
            "carry": is_int,
        },
    ),
    "deal": ({"hands": is_hands}, {"stock": lambda v: is_tiles(v) or is_int(v)}),
    "play": (SEAT, {"moves": is_moves, "tile": is_text} | MOVE),
    "draw": (SEAT, {"tile": is_text}),
    "pass": (SEAT, {}),
    "reveal": (SEAT | {"hand": is_tiles}, {}),
    "lot": (SEAT | {"tile": is_text}, {}),
    "turn_up": (SEAT | {"tile": is_text}, {}),
    "claim": (SEAT | {"what": is_text}, {}),
    "timeout": (SEAT, {}),
    "result": (
        {"reason": is_reason},
        {
            "by": is_int,
            "fisherman": is_int,
            "hands": is_shown,
            "points": is_counts,
            "opener": is_int,
            "first": is_text,
            "last": is_tiles,
            "awards": lambda v: isinstance(v, list) and all(is_int(a) for a in v),
            "counts": is_counts,
        },
    ),
    "correct": ({"ref": is_int, "to": is_correction, "by": anything, "reason": is_text}, {}),
    "rule": ({"ref": is_int, "remedy": anything, "by": anything}, {}),
    "ask": ({"id": anything}, {}),
    "answer": ({"id": anything, "choice": anything}, {}),
    "note": ({"text": is_text}, {}),
    "seal": ({}, {}),
}


def optional(line: Line, fields: dict[str, Check]) -> bool:
    """Whether those of the fields that are there have the right type."""
    return all(check(line[name]) for name, check in fields.items() if name in line)


def well_formed(line: object) -> bool:
    """Whether this is a line of the format at all (``bad_line`` otherwise)."""
    if not isinstance(line, dict) or not isinstance(line.get("type"), str) or line["type"] not in FORMS:
        return False
    required, more = FORMS[line["type"]]
    if not all(name in line for name in required) or not optional(line, required | more):
        return False
    if "t" in line and not is_count(line["t"]):
        return False
    if line["type"] == "play":
        return "moves" in line or "tile" in line
    if line["type"] == "result":
        return ("hands" in line or "points" in line) and ("by" if line["reason"] == "exit" else "fisherman") in line
    return True


def seats_named(line: Line) -> Iterator[int]:
    """Every seat that the line names."""
    names = {"result": ("by", "fisherman", "opener")}.get(line["type"], ("seat",))
    return (line[name] for name in names if line["type"] in WITH_SEATS and name in line)


WITH_SEATS = ("play", "draw", "pass", "reveal", "lot", "turn_up", "claim", "timeout", "result")


def tiles_named(line: Line) -> Iterator[str]:
    """Every tile that the line names."""
    kind = line["type"]
    if kind == "play" and "moves" in line:
        yield from (m["tile"] for m in line["moves"])
    elif kind in ("play", "draw", "lot", "turn_up") and "tile" in line:
        yield line["tile"]
    elif kind == "reveal":
        yield from line["hand"]
    elif kind in ("deal", "result"):
        for hand in line.get("hands", []):
            yield from (hand if isinstance(hand, list) else [])
        if isinstance(line.get("stock"), list) and kind == "deal":
            yield from line["stock"]
        if kind == "result":
            yield from line.get("last", [])
            if "first" in line:
                yield line["first"]


def bad_tiles(line: Line, highest: int) -> bool:
    """Whether the line names a tile that is not in the set."""
    return any(parse(text, highest) is None for text in tiles_named(line))
