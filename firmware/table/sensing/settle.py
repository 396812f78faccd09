"""What is known of every tile: is it on the cloth, at rest, quiet; and when two readings are one place.

A reading of a tile is four masks of loops: rows and columns that heard half 0, rows and columns that heard half 1.
``now`` gathers the current one, ``last`` is the one before, ``heard`` those loops that the settled pose stands on and
that are sure to hear the tile; in all three a tile's reading is at ``4 * tile``. ``low`` and ``top`` are readings at
the low and the strongest drive level, of the tile that is looked at.
"""

import time
from array import array

from table.once import seldom

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

# A shift of less than this is the noise of the readings, not a move (mm).
_MOVE = const(18)
# After this long without field a persistently quiet tag is awake for certain (t_persist, 2 to 10 s).
_PERSIST_MS = const(12_000)
_NOTHING = array("i", (0, 0, 0, 0))


class Tiles:
    """State of all tiles of the set, preallocated (about 2 KB on the board)."""

    @seldom
    def __init__(self, locator, count):
        self._locator = locator
        self.count = count
        self.state = bytearray(count)
        self.confirmed = bytearray(count)
        self.asleep = bytearray(count)  # bit h: the tag of half h is taken to be persistently quiet
        self.now = array("i", bytes(16 * count))
        self.last = array("i", bytes(16 * count))
        self.heard = array("i", bytes(16 * count))
        self.low = array("i", bytes(16))
        self.top = None
        self.pose = [None] * count
        # Ticks of the first sighting, or of a later answer of a tile that lies; of one that is away, when its tags are
        # awake for certain.
        self.since = [0] * count

    def leave(self, tile):
        """The tile is not on the cloth any more; whether its tags are quiet has to be asked for a while."""
        self.state[tile] = AWAY
        self.since[tile] = time.ticks_add(time.ticks_ms(), _PERSIST_MS)

    def alone(self, tile):
        """Whether no other tile that is known to be on the cloth would answer unless asked as a quiet one."""
        states, asleep = self.state, self.asleep
        for other in range(self.count):
            # One that has just come may be awake, whatever is thought of it.
            if other != tile and states[other] and (asleep[other] != 3 or states[other] == FRESH):
                return False
        return True

    def any(self, reading, tile):
        """Loops of a reading as one number, 0 if it heard nothing."""
        i = 4 * tile
        return reading[i] | reading[i + 1] | reading[i + 2] | reading[i + 3]

    def missing(self, tile):
        """Strips 0..3 of the reading ``now`` that heard nothing, though not all loops of their axis are dead."""
        now, dead = self.now[4 * tile : 4 * tile + 4], self._locator.dead
        return [k for k in range(4) if not now[k] and (now[k ^ 2] or not dead[k & 1])]

    def clear(self, reading, tile):
        """Forget a reading."""
        reading[4 * tile : 4 * tile + 4] = _NOTHING

    def keep(self, tile):
        """The current reading becomes the last one."""
        self.last[4 * tile : 4 * tile + 4] = self.now[4 * tile : 4 * tile + 4]

    def difference(self, one, other, tile):
        """How many loops heard the tile in one of two readings only; 9 if a strip has more than one of them or is
        empty in one reading: then they are two places, whatever was lost or gained."""
        total = 0
        for i in range(4 * tile, 4 * tile + 4):
            different = one[i] ^ other[i]
            if different & (different - 1) or bool(one[i]) != bool(other[i]):
                return 9
            if different:
                total += 1
        return total

    def settle(self, tile, looked):
        """Set pose and ``heard`` from two readings in one place.

        They are ``now`` and, if it was ``looked`` at, ``low`` (and ``top``, if there is one), else ``last``. Returns
        the pose, or None if the loops fit no single tile (two tiles of one name, or one in several places).
        """
        i = 4 * tile
        now, other = self.now[i : i + 4], self.low if looked else self.last[i : i + 4]
        if looked:
            pose = self._locator.pose(now, other, tile, self.top)
            self.top = None
        else:
            pose = self._locator.pose([_merged(now[k], other[k]) for k in range(4)], None, tile)
        if pose is not None:
            for k in range(4):
                self.heard[i + k] = now[k] & other[k] or now[k] | other[k]
            self.pose[tile] = pose
            self.state[tile] = LYING
        return pose

    def moved(self, old, new):
        """Is this another pose, or the same one heard a little differently?"""
        turn = abs(old[2] - new[2])
        return (
            (old[0] - new[0]) ** 2 + (old[1] - new[1]) ** 2 > _MOVE * _MOVE
            or 45 < turn < 315
            or (old[2] < 0) != (new[2] < 0)
        )


def _merged(one, other):
    """Loops that either of two readings heard; where both heard some, of the others only those beside them."""
    both = one & other
    return (one | other) & (both | both << 1 | both >> 1) if both else one | other
