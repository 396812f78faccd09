"""Tiles as small integers: number, halves, pips, ranks (rules.md §1.1).

A set up to ``top``-``top`` numbers its tiles 0-0, 0-1, … 0-top, 1-1, … ; in the double-six set that is 0..27, which is
also the code in a tile's tags. A hand is a bit mask over these numbers.
"""

from domino_rules.shelf import seldom


def digits(text):
    """Whether a text is a number in figures 0..9: ``isdigit`` also takes "²", at which ``int`` raises."""
    return text.isdigit() and len(text.encode()) == len(text)


class TileSet:
    """All tiles of one set, as tables.

    Attributes:
        top: highest number on a half (6, 9, 12, 15 or 18).
        size: number of tiles.
        low, high: halves by tile number.
        pips: low + high by tile number.
        bit: ``1 << tile`` by tile number; tile: the way back.
        fits: by value, the mask of all tiles with a half of that value.
        doubles, all: masks.
    """

    @seldom
    def __init__(self, top):
        pairs = [(a, b) for a in range(top + 1) for b in range(a, top + 1)]
        self.top = top
        self.size = len(pairs)
        self.low = bytes([a for a, b in pairs])
        self.high = bytes([b for a, b in pairs])
        self.pips = bytes([a + b for a, b in pairs])
        self.bit = tuple([1 << i for i in range(self.size)])
        self.tile = {1 << i: i for i in range(self.size)}
        self.all = (1 << self.size) - 1
        self.doubles = 0
        fits = [0] * (top + 1)
        for i in range(self.size):
            a, b = pairs[i]
            fits[a] |= 1 << i
            fits[b] |= 1 << i
            if a == b:
                self.doubles |= 1 << i
        self.fits = tuple(fits)

    def number(self, a, b):
        """Number of the tile with halves a and b, in either order."""
        if a > b:
            a, b = b, a
        return a * (2 * self.top + 1 - a) // 2 + b

    def halves(self, text):
        """(a, b) as written in ``text``, or None where it names no tile of this set."""
        if len(text) == 3 and text[1] == "-":
            x, y = ord(text[0]) - 48, ord(text[2]) - 48
            return (x, y) if 0 <= x <= 9 and 0 <= y <= 9 and x <= self.top and y <= self.top else None
        dash = text.find("-")
        a, b = text[:dash], text[dash + 1 :]
        if dash < 1 or len(text) > 5 or not (digits(a) and digits(b)):
            return None
        x, y = int(a), int(b)
        if x > self.top or y > self.top or str(x) != a or str(y) != b:
            return None
        return x, y

    def parse(self, text):
        """Number of the tile written as ``text``, or None."""
        pair = self.halves(text)
        return None if pair is None else self.number(pair[0], pair[1])

    def name(self, tile):
        """The tile as text, lower half first: ``"2-5"``."""
        return "%d-%d" % (self.low[tile], self.high[tile])

    def names(self, mask):
        """Names of the tiles of a mask, in the order of their numbers."""
        return [self.name(tile) for tile in self.members(mask)]

    def members(self, mask):
        """Numbers of the tiles of a mask, ascending."""
        found = []
        tile = self.tile
        while mask:
            bit = mask & -mask
            found.append(tile[bit])
            mask ^= bit
        return found

    @seldom
    def mask(self, names, taken):
        """(None, mask) of tiles written as texts; or a code and a mask, where a tile is none or is in ``taken``."""
        mask = 0
        code = None
        for name in names:
            tile = self.parse(name)
            if tile is None:
                return "bad_tile", 0
            if (mask | taken) >> tile & 1:
                code = "duplicate_tile"
            mask |= 1 << tile
        return code, mask

    def pip_sum(self, mask):
        """Pips of all tiles of a mask."""
        total = 0
        for tile in self.members(mask):
            total += self.pips[tile]
        return total

    def rank_high(self, tile):
        """Sorting key, greater is better: doubles by value, then pips, then the higher half (S4; rules.md §1.1)."""
        a, b = self.low[tile], self.high[tile]
        return (1000 + a if a == b else a + b) * 32 + b


SIX = TileSet(6)


def tile_set(top):
    """The set up to ``top``; the double-six set is shared, others are built."""
    return SIX if top == 6 else TileSet(top)


def number(a: int, b: int) -> int:
    """Number of the double-six tile with halves a and b."""
    return SIX.number(a, b)


def parse(text: str) -> "int | None":
    """Number of the double-six tile written as ``text``, or None."""
    return SIX.parse(text)


def format(tile: int) -> str:
    """The double-six tile as text, lower half first."""
    return SIX.name(tile)


def count(mask: int) -> int:
    """Number of tiles in a mask."""
    total = 0
    while mask:
        mask &= mask - 1
        total += 1
    return total
