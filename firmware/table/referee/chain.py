"""Geometry of the chain: at which end does a tile lie? Integers in mm, seen from above, y downwards.

An angle below 0 is not known. Nothing here knows the rules: which ends are legal is told, and the answer is an end, a
question or "nowhere".
"""

from table.once import seldom

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_HALF = const(14)  # mm from the centre of a tile to the centre of a half
_NEAR = const(80)  # mm: touching halves are 28 apart, the rest is what placing and reading may err together
_TOUCH = const(56)  # mm: a tile this near lies at an end even if that is to its player's disadvantage
_CLEAR = const(20)  # mm by which one end must be nearer than another to be meant
_HALF_CLEAR = const(14)  # mm by which the half of the end's value must be nearer
_FAVOUR = const(36)  # mm by which it must be nearer to be meant if that is to its player's disadvantage
_TURNED = const(10)  # mm by which the wrong half must be nearer than the right one to be read in its place

# 14 mm times the cosine of 0, 10 .. 90 degrees, rounded: finer than any pose is known.
_COSINES = b"\x0e\x0e\x0d\x0c\x0b\x09\x07\x05\x02\x00"

PLAY = const(0)
ASK = const(1)
LOOSE = const(2)


def _shift(angle):
    """14 mm x cos(angle), angle in degrees."""
    angle %= 360
    if angle > 180:
        angle = 360 - angle
    return _COSINES[(angle + 5) // 10] if angle <= 90 else -_COSINES[(185 - angle) // 10]


def half_centre(pose, half):
    """(x, y) of the centre of half 0 or 1 of a tile with this pose; of the tile, where its direction is not known."""
    x, y, angle = pose
    if angle < 0:
        return x, y
    dx, dy = _shift(angle), _shift(angle - 90)
    return (x + dx, y + dy) if half else (x - dx, y - dy)


def distance(a, b):
    """About the distance in mm between two points (never more than 7 % off, without a square root)."""
    dx, dy = abs(a[0] - b[0]), abs(a[1] - b[1])
    return dx + dy * 3 // 8 if dx > dy else dy + dx * 3 // 8


def reads_backwards(pose):
    """True if half 1 lies left of half 0 (above it, where the tile stands upright): the tile is read as b-a then.

    It is taken to lie along the table's nearest edge.
    """
    return (pose[2] + 45) // 90 % 4 >= 2


class Chain:
    """The tiles of the layout with their poses, and where its ends are.

    Attributes:
        tiles: the set.
        poses: {tile: (x, y, angle)} of the tiles that the record has on the cloth; a tile may be missing.
        ends: list of (name, value, tip tile) of the open ends.
    """

    def __init__(self, tiles):
        self.tiles = tiles
        self.poses = {}
        self.ends = []

    def point(self, end):
        """(x, y) mm of the open end: the centre of the tip's open half, of the whole tip if that is a double."""
        _, value, tip = end
        pose = self.poses.get(tip)
        if pose is None:
            return None
        low, high = self.tiles.low[tip], self.tiles.high[tip]
        return pose[:2] if low == high else half_centre(pose, 0 if value == low else 1)

    def place(self, name):
        """(x, y) mm of the end of that name, or None."""
        for end in self.ends:
            if end[0] == name:
                return self.point(end)
        return None

    def _gap(self, tile, pose, end, fitting):
        """Distance from the end to the nearest half of the tile; fitting: only halves of the end's value count."""
        point = self.point(end)
        if point is None:
            return 10000
        halves = (self.tiles.low[tile], self.tiles.high[tile])
        best = 10000
        for half in (0, 1):
            if not fitting or halves[half] == end[1]:
                best = min(best, distance(half_centre(pose, half), point))
        if halves[0] == halves[1]:
            best = min(best, distance(pose, point))
        return best

    def find(self, tile, pose, legal):
        """Where a tile was laid, in favour of the player.

        legal: names of the ends where the tile may be played. Returns (PLAY, [end]): it lies there, legally if it can
        be meant so; (ASK, [ends]): it lies between these legal ends; (LOOSE, [ends]): it lies at no end.
        """
        gaps, fair, meant, names = [], [], [], []
        for end in self.ends:
            gaps.append((self._gap(tile, pose, end, False), end))
            names.append(end[0])
        nearest = min(gaps)[0]
        if nearest > _NEAR:
            return LOOSE, legal or names
        for gap in gaps:
            if gap[1][0] in legal and gap[0] < nearest + _FAVOUR and gap[0] <= _NEAR:
                fair.append(gap)
        fair = fair or gaps
        least = min(fair)[0]
        for gap in fair:
            if gap[0] < least + _CLEAR:
                meant.append(gap[1])
        if legal and nearest > _TOUCH and meant[0][0] not in legal:
            return LOOSE, legal
        if len(meant) > 1 and meant[0][0] in legal:
            meant = self._by_half(tile, pose, meant)
        if len(meant) > 1 and meant[0][2] == meant[1][2] and meant[0][1] == meant[1][1]:
            meant = [self._by_side(pose, meant)]
        first = meant[0][0]
        return (ASK, [end[0] for end in meant]) if len(meant) > 1 and first in legal else (PLAY, [first])

    @seldom
    def join(self, tile, pose, name):
        """Keep the pose of a tile that counts, played at the end of that name (None: the round's first one).

        Loops that hear both halves alike leave it open which way round a tile lies: then the tile that it touches tells
        it, and of the first tile the second one. Returns the tiles whose pose is news: it, and the first if turned.
        """
        news = [tile]
        for end in self.ends:
            if end[0] == name and end[2] in self.poses:
                _, value, tip = end
                if len([other for other in self.ends if other[2] == tip]) == 2:
                    lying, self.poses[tip] = self.poses[tip], self._lies(tip, self.poses[tip], value, pose)
                    if self.poses[tip] != lying:
                        news.append(tip)
                pose = self._lies(tile, pose, value, Chain.point(self, end))
        self.poses[tile] = pose
        return news

    @seldom
    def moved(self, tile, pose):
        """Keep another pose of a tile that counts. Nobody turns it end for end once another touches it.

        Returns the pose that is kept.
        """
        old = self.poses.get(tile)
        if old and len(self.poses) > 1 and old[2] >= 0 and pose[2] >= 0 and 135 < abs(old[2] - pose[2]) < 225:
            pose = pose[0], pose[1], (pose[2] + 180) % 360
        self.poses[tile] = pose
        return pose

    @seldom
    def _lies(self, tile, pose, value, point):
        """The pose, the other way round where the other half than that of this value is next to a point it touches.

        Not where the reading leaves even two quarter turns open: then it does not tell the halves' places.
        """
        halves = (self.tiles.low[tile], self.tiles.high[tile])
        if halves[0] == halves[1] or value not in halves or pose[2] % 90 == 45:
            return pose
        own = halves.index(value)
        near, far = distance(half_centre(pose, own), point), distance(half_centre(pose, 1 - own), point)
        return (pose[0], pose[1], (pose[2] + 180) % 360) if far + _TURNED < near else pose

    @seldom
    def _by_half(self, tile, pose, ends):
        """Of ends equally near, those that the half of their value touches."""
        gaps = [self._gap(tile, pose, end, True) for end in ends]
        return [ends[i] for i in range(len(ends)) if gaps[i] < min(gaps) + _HALF_CLEAR]

    @seldom
    def _by_side(self, pose, ends):
        """A double lies alone: both its ends are alike, L grows to the left or upwards, R to the right or downwards."""
        x, y = self.poses[ends[0][2]][:2]
        dx, dy = pose[0] - x, pose[1] - y
        return ends[0 if (dx if abs(dx) > abs(dy) else dy) < 0 else 1]
