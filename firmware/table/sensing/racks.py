"""Who holds which tiles: whole readings of the rack loops, by a reader of their own, in the gaps between sweeps.

Tags in racks are never told to be quiet. Those that were quiet on the cloth and may still be so are asked for in a
second pass and woken, so that the plain census hears them from then on.
"""

import time

from table.drivers.pn5180 import NOTHING
from table.events import ALL, NONE, OFF_RACK, TO_RACK

# A watched rack is read this often; one reading of seven tiles takes about 0.15 s.
_PERIOD_MS = 600
# A tile left its rack when this many readings in a row did not hear it.
_MISSES = 2

_NOWHERE = 255


class Racks:
    """Rack contents of all seats.

    ``scanner`` drives the rack reader; ``seats`` lists the seat of each rack loop, the first of which is loop
    ``first_loop``; ``tell(kind, seat, tile)`` takes the news; ``lying(tile)`` is asked before a tile is believed to
    have come to a rack.
    """

    def __init__(self, scanner, seats, first_loop, tile_map, tell, lying):
        self._scanner = scanner
        self._seats = seats
        self._first_loop = first_loop
        self._map = tile_map
        self._tell = tell
        self._lying = lying
        self._watched = NONE
        self._place = 0
        self._next = 0
        self.read_at = {}  # seat: ticks at the start of the last whole reading of its rack
        self._heard = 0
        self._misses = bytearray(tile_map.tiles)
        self._holder = bytearray(b"\xff" * tile_map.tiles)
        self._source = bytearray(b"\xff" * tile_map.tiles)  # last rack of a tile that is on its way

    def watch(self, which):
        """Read every rack in turn (ALL), one seat's, or none (NONE), from the next gap on."""
        if which != self._watched:
            self._watched = which
            self._next = time.ticks_ms()

    def tiles(self, seat):
        """Sorted tiles of a seat's rack as last read."""
        return [tile for tile in range(self._map.tiles) if self._holder[tile] == seat]

    def take(self, tile):
        """The tile lies on the cloth now: the seat whose rack it came from, or None."""
        seat = self._source[tile]
        self._holder[tile] = self._source[tile] = _NOWHERE
        return None if seat == _NOWHERE else seat

    async def gap(self, wake):
        """Read one rack if one is due. ``wake``: some tiles that left the cloth may still be quiet.

        Raises ReaderError.
        """
        if self._watched == ALL:
            self._place = (self._place + 1) % len(self._seats)
            await self._read(True)
        elif self._watched in self._seats and time.ticks_diff(time.ticks_ms(), self._next) >= 0:
            self._place = self._seats.index(self._watched)
            await self._read(wake)
            self._next = time.ticks_add(time.ticks_ms(), _PERIOD_MS)

    async def _read(self, wake):
        scanner = self._scanner
        self._heard, start = 0, time.ticks_ms()
        scanner.reader.prepare()
        scanner.reader.field(True)
        scanner.switch(self._first_loop + self._place)
        if wake and scanner.ask(None, 0, True) != NOTHING:
            sleepers = []
            await scanner.census(lambda uid: sleepers.append(bytes(uid)), True)
            for uid in sleepers:
                scanner.reader.wake(uid)
        await scanner.census(self._note)
        # An empty reading counts only if the reader is well.
        scanner.reader.check()
        scanner.reader.field(False)
        self.read_at[self._seats[self._place]] = start
        self._compare(self._seats[self._place])

    def _note(self, uid):
        tag = self._map.find(uid)
        if tag >= 0:
            self._heard |= 1 << (tag >> 1)

    def _compare(self, seat):
        holder, misses = self._holder, self._misses
        for tile in range(self._map.tiles):
            if self._heard >> tile & 1:
                misses[tile] = 0
                if holder[tile] != seat and not self._lying(tile):
                    if holder[tile] != _NOWHERE:
                        self._tell(OFF_RACK, holder[tile], tile)
                    holder[tile] = self._source[tile] = seat
                    self._tell(TO_RACK, seat, tile)
            elif holder[tile] == seat:
                misses[tile] += 1
                if misses[tile] >= _MISSES:
                    misses[tile] = 0
                    holder[tile] = _NOWHERE
                    self._tell(OFF_RACK, seat, tile)
