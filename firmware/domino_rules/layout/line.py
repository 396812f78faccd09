"""The line: two arms L and R that grow from the first tile (rules.md §1.3)."""


class Line:
    """A chain with two ends.

    Attributes:
        count: tiles laid.
        left, right: values of the ends, -1 before the first tile.
        fit: mask of all tiles of the set that fit an end (all of them before the first tile).
    """

    ARMS = ("L", "R")

    def __init__(self, tiles):
        self.tiles = tiles
        self.count = 0
        self.left = self.right = -1
        self.fit = tiles.all
        self._laid = (bytearray(), bytearray())
        self._first = (0, 0)

    def start(self, a, b, closed=False):
        """Lay the first tile as a-b: a is the end of arm L, b of arm R."""
        self._first = (a, b)
        self.left, self.right = a, b
        self.count = 1
        self.fit = self.tiles.fits[a] | self.tiles.fits[b]

    def value(self, arm):
        """Open value of an arm, -1 where the arm does not exist or is dead."""
        return self.left if arm == "L" else self.right if arm == "R" else -1

    def ends(self):
        """Open ends as (arm, value)."""
        return [("L", self.left), ("R", self.right)] if self.count else []

    def place(self, tile, arm, closed=False):
        """Lay a fitting tile on an arm; legality is the caller's affair."""
        tiles = self.tiles
        if arm == "L":
            self.left = tiles.pips[tile] - self.left
            self._laid[0].append(tile)
        else:
            self.right = tiles.pips[tile] - self.right
            self._laid[1].append(tile)
        self.count += 1
        self.fit = tiles.fits[self.left] | tiles.fits[self.right]

    def state(self):
        """The first tile as laid and, per arm, its tiles from the inside outwards, inner half first."""
        if not self.count:
            return {"first": None, "arms": {}}
        arms = {}
        for i in (0, 1):
            inner = self._first[i]
            chain = []
            for tile in self._laid[i]:
                outer = self.tiles.pips[tile] - inner
                chain.append("%d-%d" % (inner, outer))
                inner = outer
            arms[self.ARMS[i]] = {"tiles": chain, "open": inner}
        return {"first": "%d-%d" % self._first, "arms": arms}
