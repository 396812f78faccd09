"""Two lines side by side from one tile, and the cut across their tips (kolbasa; rules.md §1.3, §2.10)."""

from domino_rules.layout.line import Line
from domino_rules.shelf import seldom


class TwoLines(Line):
    """A line whose arms are the two lines of a sausage; a cut closes both, or one.

    Args:
        one_end: a cut needs to fit one tip only, and closes that line.

    Attributes:
        sausages: closed ones that were set aside.
    """

    def __init__(self, tiles, one_end):
        super().__init__(tiles)
        self.one_end = one_end
        self.sausages = 0

    def ends(self):
        """Open ends as (arm, value)."""
        return [(arm, value) for arm, value in super().ends() if value >= 0]

    def cuts(self, tile):
        """Names of the cuts that a tile may make: both lines are equally long, and it fits the tips."""
        a, b = self.tiles.low[tile], self.tiles.high[tile]
        lengths = [len(chain) for chain in self._laid]
        if lengths[0] != lengths[1] or not lengths[0]:
            return []
        if not self.one_end:
            return ["cut"] if sorted([self.left, self.right]) == [a, b] else []
        return ["cut" + arm for arm, value in self.ends() if value in (a, b)]

    @seldom
    def cut(self, name):
        """Close both lines, or the one that is named."""
        if name != "cutR":
            self.left = -1
        if name != "cutL":
            self.right = -1
        self.count += 1
        self._refit()

    def place(self, tile, arm, closed=False):
        """Lay a fitting tile on a line."""
        left, right = self.left, self.right
        super().place(tile, arm)
        if left < 0 or right < 0:
            self._refit()

    def _refit(self):
        self.fit = 0
        for _, value in self.ends():
            self.fit |= self.tiles.fits[value]

    @seldom
    def clear(self):
        """Set the closed sausage aside."""
        sausages = self.sausages + 1
        self.__init__(self.tiles, self.one_end)
        self.sausages = sausages

    def state(self):
        """As ``Line.state``, and how many sausages were set aside."""
        told = super().state()
        told["sausages"] = self.sausages
        for arm, value in (("L", self.left), ("R", self.right)):
            if self.count and value < 0:
                told["arms"][arm]["open"] = -1
        return told
