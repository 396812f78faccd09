"""One line of a record as bytes: what the journal stores and what a table keeps in memory.

The first byte is the kind. Plays, draws, passes, lots and clocks have forms of 3 to 12 bytes, deals one byte a tile;
whatever has another field, or another way of writing a tile, falls back to kind 0, its canonical JSON. Either way
``decode(encode(line)) == line``.

Kinds 1..6 (``_KIND``): kind, seat (low nibble) with flags (0x10 has a tile, 0x20 has ``t``, 0x40 has ``closed``,
0x80 closed), the tile as written (one half a nibble) if any, for a play also the arm, then ``t`` as a varint.
Kind 7, a deal: flags (0x20 has ``t``, 1 stock is a list, 2 stock is a count), number of hands, per hand its length
(0x80: only a count) and its tiles, the stock likewise, then ``t``.
"""

from domino_rules.shelf import put_back, seldom, take
from domino_rules.tiles import digits

_PLAY = 1
_DEAL = 7
_KIND = {"play": 1, "draw": 2, "pass": 3, "timeout": 4, "turn_up": 5, "lot": 6}
ARMS = (None, "L", "R", "U", "D", "cut", "cutL", "cutR")


def encode(line: "dict[str, object]") -> bytes:
    """Bytes of an input line.

    Raises:
        ValueError: the line has no JSON form.
    """
    kind = line.get("type")
    if kind == "deal":
        data = _encode_deal(line)
    elif type(kind) is str and kind in _KIND:
        data = _encode_short(_KIND[kind], line)
    else:
        data = None
    if not data:
        data = b"\0" + take("record").text(line).encode()
        put_back()
    return data


def decode(data: bytes) -> "dict[str, object]":
    """The line of its bytes, see ``unpacked.decode``."""
    return take("unpacked").decode(data)


def play(seat, a, b, arm):
    """Bytes of a plain play, as ``encode`` makes them: tile a-b on ``arm`` (None: the first tile)."""
    return bytes((_PLAY, seat | 0x10, a << 4 | b, ARMS.index(arm)))


def draw(seat, a, b):
    """Bytes of a draw of the tile a-b."""
    return bytes((2, seat | 0x10, a << 4 | b))


def pass_(seat):
    """Bytes of a pass."""
    return bytes((3, seat))


def _encode_short(kind, line):
    known = 2
    seat = line.get("seat")
    if type(seat) is not int or not 0 <= seat < 16:
        return None
    data = bytearray((kind, seat))
    if "tile" in line:
        tile = _tile(line["tile"])
        if tile < 0:
            return None
        known += 1
        data[1] |= 0x10
        data.append(tile)
    if kind == _PLAY:
        arm = None
        if "end" in line:
            known += 1
            arm = line["end"]
            if arm is None or arm not in ARMS:
                return None
        data.append(ARMS.index(arm))
        if "closed" in line:
            known += 1
            if type(line["closed"]) is not bool:
                return None
            data[1] |= 0xC0 if line["closed"] else 0x40
    return _with_time(data, line, known)


def _with_time(data, line, known):
    if "t" in line:
        known += 1
        t = line["t"]
        if type(t) is not int or t < 0 or t >> 42:
            return None
        data[1] |= 0x20
        while t > 127:
            data.append(128 | t & 127)
            t >>= 7
        data.append(t)
    return bytes(data) if known == len(line) else None


def _tile(text):
    """A written tile as one byte, or -1 where that would not give the same text back."""
    if type(text) is not str:
        return -1
    if len(text) == 3 and text[1] == "-":
        x, y = ord(text[0]) - 48, ord(text[2]) - 48
        return x << 4 | y if 0 <= x <= 9 and 0 <= y <= 9 else -1
    a, dash, b = text.partition("-")
    if not (dash and 0 < len(a) < 3 and 0 < len(b) < 3 and digits(a + b)):
        return -1
    x, y = int(a), int(b)
    return x << 4 | y if x < 16 and y < 16 and written(x << 4 | y) == text else -1


def written(tile):
    """The text of a tile byte."""
    return "%d-%d" % (tile >> 4, tile & 15)


@seldom
def _encode_deal(line):
    hands, stock = line.get("hands"), line.get("stock")
    if type(hands) is not list or len(hands) > 15 or ("stock" in line and stock is None):
        return None
    data = bytearray((_DEAL, 0, len(hands)))
    for hand in hands:
        if not _pack_hand(data, hand):
            return None
    if "stock" in line:
        data[1] = 2 if type(stock) is int else 1
        if not _pack_hand(data, stock):
            return None
    return _with_time(data, line, 2 + ("stock" in line))


@seldom
def _pack_hand(data, hand):
    if type(hand) is int:
        data.append(0x80 | hand & 127)
        return 0 <= hand < 128
    if type(hand) is not list or len(hand) > 127:
        return False
    data.append(len(hand))
    for name in hand:
        tile = _tile(name)
        if tile < 0:
            return False
        data.append(tile)
    return True
