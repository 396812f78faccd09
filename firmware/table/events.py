"""Physical events: what sensing, the keys and the knock pads tell the referee.

An event is a tuple ``(kind, t_ms, ...)``: ``kind`` is one of the constants below, ``t_ms`` is ``time.ticks_ms()`` of
the moment it describes (when the tile came to rest, when the key went down), the rest depends on the kind:

    LAID      tile, pose, source    a tile came to rest on the cloth; source: seat whose rack it left, or None
    MOVED     tile, pose            a tile that lies on the cloth came to rest elsewhere or turned
    LIFTED    tile                  a tile left the cloth (heard no more, confirmed by a search)
    TO_RACK   seat, tile            a tile is heard in a rack and was not before
    OFF_RACK  seat, tile            a tile is not heard in its rack any more
    DRAWN     tile                  a tile left the bazaar, where that is a zone of the cloth
    BUTTON    seat, press           the lit button of a seat
    KEY       key, press            a key under the display
    KNOCK     seat                  a double knock on the seat's own pad
    TROUBLE   code, detail          part of the hardware fails (code: short word, detail: text or number)
    RECOVERED code                  the trouble of this code is over

Tiles are 0..27 in the order 0-0, 0-1, .. 6-6. A pose is ``(x, y, angle)``: centre in mm, direction from half 0 to half
1 in degrees 0..359, 0 = +x, 90 = +y; an angle below 0 is not known.
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


LAID = const(1)
MOVED = const(2)
LIFTED = const(3)
TO_RACK = const(4)
OFF_RACK = const(5)
BUTTON = const(6)
KEY = const(7)
KNOCK = const(8)
TROUBLE = const(9)
RECOVERED = const(10)
DRAWN = const(11)

# How a button or key was pressed.
SHORT = const(0)
LONG = const(1)
DOUBLE = const(2)

# Keys under the display: the inputs "left", "right", "ok" of the build.
LEFT = const(0)
RIGHT = const(1)
OK = const(2)

# What sensing is told to read in the gaps between sweeps: no rack, every rack, or the rack of one seat (0..3).
NONE = const(-1)
ALL = const(-2)


class Feed:
    """Subscribers of one source of news. ``subscribe`` any time; ``tell`` calls each in the order of subscription.

    Allocates nothing per call beyond the argument tuple. A subscriber's exception goes to the caller of ``tell``.
    """

    def __init__(self):
        self._listeners = []

    def subscribe(self, listener):
        """Call ``listener(*news)`` with everything that is told from now on."""
        self._listeners.append(listener)

    def tell(self, *news):
        """Tell ``news`` to every subscriber."""
        for listener in self._listeners:
            listener(*news)
