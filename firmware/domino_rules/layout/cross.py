"""The cross: a line one of whose doubles, the spinner, has up to four arms (rules.md §1.3)."""

from domino_rules.shelf import seldom

_L, _R, _U, _D = 0, 1, 2, 3


class Cross:
    """A chain with two ends that a spinner turns into one with up to four.

    A double that becomes the spinner while it lies on arm R keeps L for the way back and opens R, U and D; likewise
    mirrored.

    Args:
        tiles: the set.
        rule: "first_double_played" or "first_double_closed"; immediate: U and D are open before both sides are covered;
        only_opening: no double but the first tile becomes the spinner.

    Attributes:
        count, fit: as in ``layout.line.Line``.
        spinner: value of the spinner, -1 while there is none.
    """

    ARMS = ("L", "R", "U", "D")

    @seldom
    def __init__(self, tiles, rule, immediate, only_opening):
        self.tiles = tiles
        self.count = 0
        self.fit = tiles.all
        self.spinner = -1
        self._closed_rule = rule == "first_double_closed"
        self._immediate = immediate
        self._only_opening = only_opening
        self._laid = [bytearray() for _ in range(4)]
        self._open = [-1] * 4
        # Per arm: whether a tile other than the spinner lies on it, and whether its tip is a double.
        self._covered = [False] * 4
        self._double = [False] * 4
        self._first = (0, 0)
        self._where = None

    def start(self, a, b, closed=False):
        """Lay the first tile as a-b: a is the end of arm L, b of arm R."""
        self._first = (a, b)
        self.count = 1
        self._open = [-1 if closed else a, -1 if closed else b, -1, -1]
        self._double = [a == b, a == b, False, False]
        if a == b and not closed and not self._closed_rule:
            self._spin(a, None)
        self._refit()

    @seldom
    def _spin(self, value, where):
        """The double at ``where`` ((arm, index), None: the first tile) becomes the spinner."""
        self.spinner = value
        self._where = where
        self._covered = [False] * 4
        self._open[_U] = self._open[_D] = value
        if where is not None:
            back = 1 - where[0]
            self._covered[back] = True
            self._covered[where[0]] = len(self._laid[where[0]]) > where[1] + 1
        else:
            self._covered[_L] = len(self._laid[_L]) > 0
            self._covered[_R] = len(self._laid[_R]) > 0

    def value(self, arm):
        """Open value of an arm, -1 where the arm does not exist or is dead."""
        for name, value in self.ends():
            if name == arm:
                return value
        return -1

    def ends(self):
        """Open ends as (arm, value)."""
        if not self.count:
            return []
        arms = 4 if self._immediate or self._covered[_L] and self._covered[_R] else 2
        return [(self.ARMS[i], self._open[i]) for i in range(arms) if self._open[i] >= 0]

    def place(self, tile, arm, closed=False):
        """Lay a fitting tile on an arm, face down where ``closed``; legality is the caller's affair."""
        i = self.ARMS.index(arm)
        inner = self._open[i]
        outer = self.tiles.pips[tile] - inner
        below = self._double[i] and self.spinner < 0 and self._closed_rule
        self._laid[i].append(tile)
        self.count += 1
        self._open[i] = -1 if closed else outer
        self._double[i] = inner == outer and not closed
        if self.spinner >= 0:
            self._covered[i] = True
        elif below:
            self._close(i, inner)
        elif inner == outer and not (closed or self._closed_rule or self._only_opening):
            self._spin(inner, (i, len(self._laid[i]) - 1))
        self._refit()

    @seldom
    def _close(self, i, value):
        """A tile was laid on a double at the tip of arm i: with neighbours on both sides it becomes the spinner."""
        if len(self._laid[i]) > 1:
            if not self._only_opening:
                self._spin(value, (i, len(self._laid[i]) - 2))
        elif len(self._laid[1 - i]):
            self._spin(value, None)

    def _refit(self):
        fit = 0
        for _, value in self.ends():
            fit |= self.tiles.fits[value]
        self.fit = fit

    def ends_sum(self):
        """Pips of all tips (rules.md §1.3): a double counts both halves, a spinner only while it is a tip."""
        if self.count == 1:
            return self._first[0] + self._first[1]
        total = 0
        neighbours = 0
        for i in range(4):
            if self._open[i] < 0 or self.spinner >= 0 and not self._covered[i]:
                neighbours += self._covered[i]
                continue
            neighbours += 1
            total += self._open[i] * (2 if self._double[i] else 1)
        if self.spinner >= 0 and neighbours < 2:
            total += 2 * self.spinner
        return total

    def state(self):
        """As ``Line.state``; ``spinner`` is [arm, index of its tile there], [null, 0] for the first tile, or null."""
        if not self.count:
            return {"first": None, "arms": {}, "spinner": None}
        arms = {}
        for i in range(4 if self.spinner >= 0 else 2):
            inner = self._first[i] if i < 2 else self.spinner
            chain = []
            for tile in self._laid[i]:
                outer = self.tiles.pips[tile] - inner
                chain.append("%d-%d" % (inner, outer))
                inner = outer
            arms[self.ARMS[i]] = {"tiles": chain, "open": self._open[i]}
        where = self._where
        spinner = None if self.spinner < 0 else [None, 0] if where is None else [self.ARMS[where[0]], where[1]]
        return {"first": "%d-%d" % self._first, "arms": arms, "spinner": spinner}
