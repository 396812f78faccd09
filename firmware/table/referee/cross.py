"""Geometry of a cross: the spinner's free sides are all alike, a tile lies at the one that it touches.

Loaded only for a game with a spinner.
"""

from table.referee.chain import PLAY, Chain, distance, half_centre


class CrossChain(Chain):
    """As ``Chain``, with up to four ends.

    Ends with the same tip and value are one to the rules. Which of them bears which name is chosen by the side: L left,
    R right, U up and D down as seen from seat 0, as far as these names are free.
    """

    _pose = None

    def find(self, tile, pose, legal):
        """As ``Chain.find``; of more than two places in question the nearest two are named."""
        ends = self.ends
        self.ends = [end for end in ends if end is self._one_of(ends, end, pose)]
        self._pose = pose
        found, names = Chain.find(self, tile, pose, legal)
        if found != PLAY and len(names) > 2:
            near = [(self._gap(tile, pose, end, False), end[0]) for end in self.ends if end[0] in names]
            near.sort()
            names = [name for _, name in near[:2]]
        self._pose = None
        self.ends = ends
        return found, names

    def point(self, end):
        """As ``Chain.point``; of a double the nearest of its centre and its halves to the tile in question."""
        tip = end[2]
        place = Chain.point(self, end)
        if self._pose is None or place is None or self.tiles.low[tip] != self.tiles.high[tip]:
            return place
        lying = self.poses[tip]
        near = [
            (distance(half_centre(self._pose, own), point), point)
            for own in (0, 1)
            for point in (place, half_centre(lying, 0), half_centre(lying, 1))
        ]
        return min(near)[1]

    def _one_of(self, ends, end, pose):
        """Of the ends that are alike the one towards the tile."""
        alike = [other for other in ends if other[2] == end[2] and other[1] == end[1]]
        if len(alike) == 1 or end[2] not in self.poses:
            return alike[0]
        x, y = self.poses[end[2]][:2]
        dx, dy = pose[0] - x, pose[1] - y
        name = ("R" if dx > 0 else "L") if abs(dx) > abs(dy) else ("D" if dy > 0 else "U")
        for other in alike:
            if other[0] == name:
                return other
        return alike[-1 if name in "RD" else 0]
