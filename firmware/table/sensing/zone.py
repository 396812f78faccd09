"""The bazaar as a zone of the cloth: what lies there is no play, and what leaves it is drawn.

A Zone stands between a Sensing and the referee. Loaded only where the build has such a zone.
"""

from table.events import DRAWN, LAID, LIFTED, MOVED, OFF_RACK

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_SWEEPS = const(2)  # after so many a tile that was asked for and is away has been lifted


class Zone:
    """As the Sensing that it filters. rect: [left, top, right, bottom] in mm.

    Attributes:
        heap: mask of the tiles that lie in the zone.
    """

    def __init__(self, sensing, rect):
        self._sensing = sensing
        self._rect = rect
        self._listener = lambda event: None
        self._asked = 0  # sweeps when all tiles of the bazaar were asked for
        self.heap = 0
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

    def holds(self, number):
        """Whether so many tiles are left in the bazaar. If not it asks for all of them: some may be gone already."""
        members = self._members()
        if len(members) == number:
            return True
        if self._sensing.sweeps - self._asked >= _SWEEPS:
            self._ask(members)
        return False

    def _ask(self, members):
        self._asked = self._sensing.sweeps
        for tile in members:
            self._sensing.search(tile)

    def known(self, act):
        """Whether what was drawn before an act is known. Asks for every tile of the bazaar, once for each act."""
        if act.looked is None:
            act.looked = self._sensing.sweeps
            self._ask(self._members())
        return self._sensing.sweeps - act.looked >= _SWEEPS

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
                self.heap |= 1 << tile
                self._sensing.confirm(tile)
                if kind == MOVED:
                    self._listener((LIFTED, t, tile))
                self._listener((OFF_RACK, t, None, tile))  # a tile drawn in vain is back
            return
        if kind in (LAID, MOVED, LIFTED) and self.heap >> tile & 1:
            self.heap &= ~(1 << tile)
            self._listener((DRAWN, t, tile))
            if kind == LIFTED:
                return
            if kind == MOVED:
                self._sensing.release(tile)
                event = (LAID, t, tile, event[3], None)
        self._listener(event)
