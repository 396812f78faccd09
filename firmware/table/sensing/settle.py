"""What is known of every tile: is it on the cloth, at rest, quiet; and when two readings are one place.

A reading of a tile is four masks of loops: rows and columns that heard half 0, rows and columns that heard half 1.
``now`` gathers the current one, ``last`` is the one before, ``heard`` the one that the settled pose stands on; in all
three a tile's reading is at ``4 * tile``.
"""

from array import array

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


AWAY = const(0)  # not on the cloth
FRESH = const(1)  # heard, not yet at rest
LYING = const(2)  # reported as laid
MOVING = const(3)  # was lying, is heard elsewhere, not yet at rest
MISSING = const(4)  # was lying, is not heard where it lay

# A shift of less than this is the noise of the strips, not a move (mm).
_MOVE = const(15)


def _bits(mask):
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count


class Tiles:
    """State of all tiles of the set, preallocated (about 2 KB on the board)."""

    def __init__(self, locator, count):
        self._locator = locator
        self.count = count
        self.state = bytearray(count)
        self.confirmed = bytearray(count)
        self.asleep = bytearray(count)  # bit h: the tag of half h is taken to be persistently quiet
        self.now = array("i", [0] * (4 * count))
        self.last = array("i", [0] * (4 * count))
        self.heard = array("i", [0] * (4 * count))
        self.first = [0] * count  # ticks of the first sighting
        self.before = [0] * count  # ticks when it was last not there
        self.until = [0] * count  # ticks at which a lifted tile's tags are awake for certain
        self.pose = [None] * count

    def any(self, reading, tile):
        """Loops of a reading as one number, 0 if it heard nothing."""
        i = 4 * tile
        return reading[i] | reading[i + 1] | reading[i + 2] | reading[i + 3]

    def clear(self, reading, tile):
        """Forget a reading."""
        for i in range(4 * tile, 4 * tile + 4):
            reading[i] = 0

    def copy(self, source, target, tile):
        """Take a reading over."""
        for i in range(4 * tile, 4 * tile + 4):
            target[i] = source[i]

    def same(self, one, other, tile):
        """Did two readings hear the tile in exactly the same loops?"""
        return all(one[i] == other[i] for i in range(4 * tile, 4 * tile + 4))

    def agree(self, one, other, tile):
        """Are two readings one place? Each strip may differ by one lost or gained loop, all by two together."""
        total = 0
        for i in range(4 * tile, 4 * tile + 4):
            if bool(one[i]) != bool(other[i]):
                return False
            different = _bits(one[i] ^ other[i])
            if different > 1:
                return False
            total += different
        return total <= 2

    def settle(self, tile):
        """Join the two agreeing readings ``last`` and ``now`` in ``heard`` and set the pose.

        Returns the pose, or None if the loops fit no single tile (two tiles of one name, or one in several places).
        """
        both = [self.last[k] | self.now[k] for k in range(4 * tile, 4 * tile + 4)]
        pose = self._locator.pose(both[0], both[1], both[2], both[3])
        if pose is None:
            return None
        for k in range(4):
            self.heard[4 * tile + k] = both[k]
        old = self.pose[tile]
        if old is not None and pose[2] < 0 and not self._shifted(old, pose, _MOVE * 2):
            pose = old
        self.pose[tile] = pose
        self.state[tile] = LYING
        return pose

    def _shifted(self, old, new, limit):
        return (old[0] - new[0]) ** 2 + (old[1] - new[1]) ** 2 > limit * limit

    def moved(self, old, new):
        """Is this another pose, or the same one heard a little differently?"""
        turn = abs(old[2] - new[2])
        return self._shifted(old, new, _MOVE) or min(turn, 360 - turn) > 45 or (old[2] < 0) != (new[2] < 0)

    def near(self, tile, strip, bit):
        """Does a lying tile's tag belong in this loop, or in a neighbour of those that heard it?"""
        mask = self.heard[4 * tile + strip]
        return (mask | mask << 1 | mask >> 1) & bit

    def sleeping_in(self, axis, bit):
        """Are quiet tags of lying tiles expected in this loop?"""
        for tile in range(self.count):
            loops = self.heard[4 * tile + axis] | self.heard[4 * tile + 2 + axis]
            if loops & bit and self.asleep[tile] and self.state[tile] == LYING:
                return True
        return False

    def columns_beside(self, axis, mask):
        """Loops of the other axis that lying tiles occupy within three loops of ``mask`` of this one."""
        band, beside = mask, 0
        for _ in range(3):
            band |= band << 1 | band >> 1
        for tile in range(self.count):
            i = 4 * tile
            if self.state[tile] == LYING and (self.heard[i + axis] | self.heard[i + 2 + axis]) & band:
                beside |= self.heard[i + 1 - axis] | self.heard[i + 3 - axis]
        return beside
