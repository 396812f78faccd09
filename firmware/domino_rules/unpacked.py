"""The way back of ``packed``: a line from its bytes. Needed when a record is read again, not while it is written."""

import json

from domino_rules.packed import ARMS, written

_JSON, _PLAY, _DEAL = 0, 1, 7
_SHORT = (None, "play", "draw", "pass", "timeout", "turn_up", "lot")


def decode(data: bytes) -> "dict[str, object]":
    """The line of its bytes.

    Raises:
        ValueError: the bytes are no packed line.
    """
    try:
        kind = data[0]
        if kind == _JSON:
            return json.loads(bytes(data[1:]).decode())
        return _decode_deal(data) if kind == _DEAL else _decode_short(data)
    except (IndexError, UnicodeError):
        raise ValueError("no packed line")


def _time(data, at):
    t = shift = 0
    while data[at] & 128:
        t |= (data[at] & 127) << shift
        shift += 7
        at += 1
    return t | data[at] << shift


def _decode_short(data):
    kind, flags = data[0], data[1]
    line = {"type": _SHORT[kind], "seat": flags & 15}
    at = 2
    if flags & 0x10:
        line["tile"] = written(data[at])
        at += 1
    if kind == _PLAY:
        if data[at]:
            line["end"] = ARMS[data[at]]
        at += 1
        if flags & 0x40:
            line["closed"] = flags >= 0x80
    if flags & 0x20:
        line["t"] = _time(data, at)
    return line


def _unpack_hand(data, at):
    length = data[at] & 127
    if data[at] & 128:
        return length, at + 1
    return [written(data[at + 1 + i]) for i in range(length)], at + 1 + length


def _decode_deal(data):
    hands = []
    at = 3
    for _ in range(data[2]):
        hand, at = _unpack_hand(data, at)
        hands.append(hand)
    line = {"type": "deal", "hands": hands}
    if data[1] & 3:
        line["stock"], at = _unpack_hand(data, at)
    if data[1] & 0x20:
        line["t"] = _time(data, at)
    return line
