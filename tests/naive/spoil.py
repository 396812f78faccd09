"""Records spoilt as by a hostile hand: fields dropped or of a wild type, lines twice, moved, or of another match."""

from __future__ import annotations

import copy
import json
from random import Random
from typing import Any

from .forms import Line

WILD: list[Any] = [
    None, True, False, -1, 0, 1, 3, 7, 15, 16, 127, 128, 256, 65535, 2**31, 2**63, 10**38, 1.5, 1e308,
    "", "\0", "\ud800", "é", "1²-3", "١-٢", "6-6", "6-7", "06-6", " 6-6", "6--6", "-", "L", "R", "cut", "x" * 300,
    [], [[]], [None], ["1-1"], ["1-1", "1-1"], [0, 0], [9, 9, 9, 9], {}, {"a": [1, [2]]},
    {"doubles_ge": 0, "same_value_ge": 0}, {"kind": "stand"}, {"kind": "points", "points": 10**20, "to": "self"},
    "kozel", "graa", "exit", "fish", "²/1", "1/0", "69/2",
]  # fmt: skip
FIELDS = ["t", "preset", "params", "accounts", "owner", "hundred", "debt", "eggs", "carry", "stock", "end", "closed",
          "moves", "fisherman", "by", "opener", "counts", "awards", "first", "last", "to", "ref", "remedy", "set",
          "profile"]  # fmt: skip
KINDS = ["match", "deal", "play", "draw", "pass", "reveal", "lot", "turn_up", "claim", "timeout", "result", "correct",
         "rule", "ask", "answer", "note", "seal", "verdict", "round_end", "state", "", 7, None]  # fmt: skip

SCRAPS = [
    b"",
    b"1e999",
    b"9" * 45,
    b"-0",
    b"0.1",
    b"1E5",
    b"NaN",
    b"\\ud83d\\ude00",
    b"\\ud83d",
    b"\xc0\xaf",
    b"\xff",
    b"\0",
]


def spoilt_line(chance: Random, line: Line) -> Any:
    """The line with one thing wrong, or an odd correction of some line by it."""
    line = copy.deepcopy(line)
    kind, name = chance.random(), chance.choice(list(line))
    if kind < 0.25:
        del line[name]
    elif kind < 0.6:
        line[chance.choice([*line, *FIELDS])] = chance.choice(WILD)
    elif kind < 0.75:
        line[name] = _spoilt_value(chance, line[name])
    elif kind < 0.9:
        line["type"] = chance.choice(KINDS)
    else:
        to = chance.choice([None, line, spoilt_line(chance, line)])
        ref = chance.choice([1, 2, 3, 5, 9, 20, 0, -1, 10**9, True])
        line = {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": "looked again"}
    return line


def _spoilt_value(chance: Random, value: Any) -> Any:
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        spoilt = chance.choice(["replaced", "dropped", "twice", "inside"])
        if spoilt == "dropped":
            del value[at]
        elif spoilt == "twice":
            value.append(copy.deepcopy(value[at]))
        elif spoilt == "inside" and isinstance(value[at], list):
            value[at] = _spoilt_value(chance, value[at])
        else:
            value[at] = chance.choice(WILD)
    elif isinstance(value, dict) and value:
        # How great a parameter may be is each engine's own affair.
        value[chance.choice(list(value))] = chance.choice([w for w in WILD if not isinstance(w, int) or w < 256])
    elif isinstance(value, str):
        return value[::-1]
    elif isinstance(value, int):
        return value + chance.choice([-1, 1, 2, 10**6])
    return value


def spoilt_bytes(chance: Random, line: Any) -> bytes:
    """The text of a line, at times with a few bytes that are wrong, but for blank lines and newlines."""
    data = bytearray(json.dumps(line, ensure_ascii=chance.random() < 0.5).encode("utf-8", "surrogatepass"))
    for _ in range(3 if chance.random() < 0.1 else 0):
        at = chance.randrange(len(data) + 1)
        data[at : at + chance.choice([0, 1, 5])] = chance.choice([bytes([chance.randrange(256)]), *SCRAPS])
    return bytes(data).replace(b"\n", b" ").strip() or b"?"


def spoilt(chance: Random, lines: list[Any], other: list[Any]) -> list[Any]:
    """A record with some lines spoilt, dropped, written twice, or taken from elsewhere and from another match."""
    rate, found = chance.choice([0.02, 0.1, 0.3]), []
    for line in lines:
        what = chance.random() / rate
        if what < 1 and isinstance(line, dict) and line:
            found.append(spoilt_line(chance, line))
        elif what < 1.3:
            continue
        elif what < 1.6:
            found += [line, line]
        elif what < 2.2:
            found.append(chance.choice(lines if what < 1.9 else other))
        else:
            found.append(line)
    return found
