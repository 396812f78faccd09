"""The bazaar as a zone of the cloth: what lies there is no play, and what leaves it is drawn.

A Zone stands between a Sensing and the referee. Loaded only where the build has such a zone.
"""

import time

from table.events import DRAWN, LAID, LIFTED, MOVED, NONE, OFF_RACK

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_SWEEPS = const(2)  # in so many a tile that was not heard where it lies has been found again, or lifted
_HAND = const(600)  # ms: nobody takes a tile from the bazaar, looks at it and does the next thing without it sooner


class Zone:
    """As the Sensing that it filters. rect: [left, top, right, bottom] in mm.

    Attributes:
        heap: mask of the tiles that lie in the zone. dealt: of those that lay there when the round was dealt, 0 where
            that is not known.
    """

    def __init__(self, sensing, rect):
        self._sensing = sensing
        self._rect = rect
        self._listener = lambda event: None
        self._asks = False  # whether the tiles of the bazaar are asked for after every sweep
        self._changed = self._sweeps = 0  # ticks, and sweeps of sensing, when a tile came or went last
        self._sure = False  # all tiles have been heard since
        self.heap = self.dealt = 0
        sensing.subscribe(self._hear)

    def __getattr__(self, name):
        return getattr(self._sensing, name)

    def subscribe(self, listener):
        """Call ``listener(event)`` with every physical event that is not the bazaar's own affair (table.events)."""
        self._listener = listener

    def on_cloth(self):
        """As Sensing.on_cloth, without what lies in the bazaar."""
        return [(tile, pose) for tile, pose in self._sensing.on_cloth() if not self._inside(pose)]

    @property
    def empty(self):
        """As Sensing.empty, whatever lies in the bazaar."""
        return self._sensing.empty_but(self.heap)

    def release_all(self):
        """As Sensing.release_all; tiles of the bazaar stay quiet."""
        self._sensing.release_all()
        for tile in self._members():
            self._sensing.confirm(tile)

    def watch_racks(self, which):
        """As Sensing.watch_racks; while some rack would be read the tiles of the bazaar are asked for continually."""
        self._asks = which != NONE
        self._ask()
        self._sensing.watch_racks(which)

    def _ask(self):
        self._sensing.keep_asking(self.heap if self._asks else 0)

    def holds(self, number):
        """Whether so many tiles are left in the bazaar, and all of them were heard after the last had come or gone."""
        if not self._sure and self._sensing.sweeps - self._sweeps >= _SWEEPS:
            self._sure = self._all_there(self._changed)
        return self._sure and len(self._members()) == number

    def known(self, act):
        """Whether what was drawn before an act is known: every tile of the bazaar has been heard since."""
        return self._all_there(time.ticks_add(act.t, -_HAND))

    def _all_there(self, t):
        return all([self._sensing.answered(tile, t) for tile in self._members()])

    def _inside(self, pose):
        if pose is None:
            return False
        left, top, right, bottom = self._rect
        return left <= pose[0] <= right and top <= pose[1] <= bottom

    def _members(self):
        return [tile for tile in range(28) if self.heap >> tile & 1]

    def _hear(self, event):
        kind, t, tile = event[0], event[1], event[2]
        if kind in (LAID, MOVED) and self._inside(event[3]):
            if not self.heap >> tile & 1:
                self._change(t, tile)
                self._sensing.confirm(tile)
                if kind == MOVED:
                    self._listener((LIFTED, t, tile))
                self._listener((OFF_RACK, t, None, tile))  # a tile drawn in vain is back
            return
        if kind in (LAID, MOVED, LIFTED) and self.heap >> tile & 1:
            self._change(t, tile)
            self._listener((DRAWN, t, tile))
            if kind == LIFTED:
                return
            if kind == MOVED:
                self._sensing.release(tile)
                event = (LAID, t, tile, event[3], None)
        self._listener(event)

    def _change(self, t, tile):
        """A tile has come to the bazaar or left it."""
        self.heap ^= 1 << tile
        self._changed, self._sweeps, self._sure = t, self._sensing.sweeps, False
        self._ask()
