"""The first look at the cloth, of which nothing is known yet: every loop names all of its tags, awake and quiet ones.

They answer at 53 kbit/s (FAST INVENTORY READ, SL2S2602 rev 4.1 section 9.5.3.11, in extended mode), the persistently
quiet ones as well because the request names an application family: 0, that is every one. Where answers meet the chip
tells the first bit in which they differ, so there are tags of both kinds; if the set has only one tag of a kind, that
is its name, and otherwise the kind is asked for in one slot. A loop next to a crowded one is asked in sixteen at once.

Nothing is laid for this look alone: a second sweep has to hear full names in the same places.

Loaded for the first sweep and forgotten again.
"""

import asyncio
import time

from table.drivers.iso15693 import EMPTY_US, EOF_US, TURN_US
from table.drivers.pn5180 import ANSWER, COLLISION, ReaderError

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# From where a slot would be over if nobody answered to the end of a fast answer of flags, UID and checksum: that is
# 2133 us after the request (t1 and 11 bytes at 53 kbit/s), 2 us more at worst.
_FAST_US = const(1700)
_LENGTH = const(9)
# So many tags in the last loop: the next is asked in sixteen slots at once, which is cheaper from four tags on.
_CROWD = const(3)
_REQUESTS = const(200)  # to one loop at most; 28 tags in a row take about 50
_DEEPEST = const(60)  # mask bits that still leave a slot number
_MERGED = const(4)  # mask bits up to which a name that nobody knows may be two that came as one
_YIELD_MS = const(20)

# See table.drivers.pn5180: idle, interrupts cleared; then neither data nor start symbol, and transceive.
_IDLE = b"\x03\x00\x03\xf8\xff\xff\xff\x03\x01\xff\xff\x0f\x00"
_SYMBOL_ONLY = b"\x03\x18\x03\x3f\xfb\xff\xff\x03\x01\xff\xff\x0f\x00\x00\x03\xf8\xff\xff\xff\x00\x02\x03\x00\x00\x00"


class Blind:
    """Names the tags of loops: ``note(uid, True)`` for each, which says whether it is a tile's."""

    def __init__(self, scanner, tile_map, note):
        self._scanner = scanner
        self._reader = scanner.reader
        self._map = tile_map
        self._note = note
        self._named = 0
        self._yielded = time.ticks_ms()

    async def axis(self, axis, count):
        """Read the loops of one axis one after the other. Raises ReaderError; the reader begins anew then."""
        self._reader.prepare()
        try:
            self._rate(b"\x8e")
            for index in range(count):
                self._scanner.select(axis, 1 << index)
                self._scanner.ready()
                await self._loop()
            self._reader.check()
            self._rate(b"\x8d")
        except ReaderError:
            self._reader._epoch = -1
            raise

    def _rate(self, code):
        """Let the chip expect answers at another rate. It must be idle, and loses the transmitter's level."""
        reader = self._reader
        reader._frame(_IDLE)
        reader._frame(b"\x11\x0d" + code)
        reader.set_level(reader._level)
        reader._prepared = False

    async def _loop(self):
        """Name the tags of the selected loop."""
        reader, left = self._reader, _REQUESTS
        pending = [(0, bytes(8), 16 if self._named >= _CROWD else 1)]
        self._named = 0
        while pending and left:
            left -= 1
            bits, mask, slots = pending.pop()
            self._ask(bits, mask, slots)
            for slot in range(slots):
                if slot:
                    reader._frame(_SYMBOL_ONLY)
                    reader._frame(b"\x09\x00")
                    reader._sent(EOF_US)
                result = reader._name(_LENGTH, _FAST_US)
                if result:
                    pending += self._met(result, bits + 4 if slots > 1 else bits, _with(mask, bits, slot))
                    reader._wait(EMPTY_US + _FAST_US + TURN_US)
                if time.ticks_diff(time.ticks_ms(), self._yielded) >= _YIELD_MS:
                    await asyncio.sleep_ms(0)
                    self._yielded = time.ticks_ms()

    def _ask(self, bits, mask, slots):
        """Ask all tags whose UID begins with the mask, quiet or not, for it."""
        buf, count = self._reader._request, (bits + 7) >> 3
        buf[2:8] = bytes((0x16 if slots > 1 else 0x36, 0xA1, 0x04, 0x00, 0x80 | bits, 0x12))
        buf[8 : 8 + count] = mask[:count]
        self._reader._send(8 + count)

    def _met(self, result, bits, mask):
        """Make of an answer of tags that begin with the mask what it tells; returns what to ask next."""
        reader = self._reader
        if result == ANSWER:
            self._named += 1
            merged = not self._note(reader.uid, True) and bits <= _MERGED
            return [(bits, mask, 16)] if merged else []
        if not reader._in[4]:
            return []
        place = (reader._in[6] >> 3 | (reader._in[7] & 3) << 5) - 8
        if result != COLLISION or not bits <= place < _DEEPEST:
            return [(bits, mask, 16)] if bits < _DEEPEST else []
        whole, bit = place >> 3, 1 << (place & 7)
        begin = bytearray(reader._fetch(b"\x0a\x00", _LENGTH)[1:9])
        begin[whole] &= bit - 1
        begin[whole + 1 :] = bytes(7 - whole)
        further = []
        for kind in (0, bit):
            begin[whole] = begin[whole] & bit - 1 | kind
            tags = self._beginning(begin, whole, bit)
            if len(tags) == 1:
                self._named += 1
                self._note(self._map.uid(tags[0]), True)
            else:
                further.append((place + 1, bytes(begin), 1))
        return further

    def _beginning(self, begin, whole, bit):
        """Tags of the set that begin so, with so many whole bytes and the bits up to this one of the next."""
        rest, start, tags = 2 * bit - 1, bytes(begin[:whole]), []
        for tag in range(2 * self._map.tiles):
            uid = self._map.uid(tag)
            if not (uid[whole] ^ begin[whole]) & rest and uid[:whole] == start:
                tags.append(tag)
        return tags


def _with(mask, bits, slot):
    """The mask with a slot's number behind its bits."""
    longer, slot = bytearray(mask), slot << (bits & 7)
    longer[bits >> 3] |= slot & 255
    if slot > 255:
        longer[(bits >> 3) + 1] |= slot >> 8
    return longer


async def look(sensing):
    """The first sweep of a Sensing. It lasts a second, in which only this module is in memory for it."""
    tiles, blind = sensing._tiles, Blind(sensing._scanner, sensing._map, sensing._note)
    for tile in range(tiles.count):
        tiles.clear(tiles.now, tile)
    for axis in (0, 1):
        await blind.axis(axis, sensing._counts[axis])
        sensing.looks += 2
    sensing._strangers.clear()  # they are made quiet where the next sweep meets them
    sensing.sweeps += 1
