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
        self._turn = 0
        self._read_at = None
        self.read_at = {}  # seat: ticks at the end of the last whole reading of its rack
        self._heard = bytearray(tile_map.tiles)
        self._misses = bytearray(tile_map.tiles)
        self.holder = bytearray(b"\xff" * tile_map.tiles)
        self.source = bytearray(b"\xff" * tile_map.tiles)  # last rack of a tile that is on its way

    def watch(self, which):
        """Read every rack in turn (ALL), one seat's, or none (NONE), from the next gap on."""
        if which != self._watched:
            self._watched = which
            self._read_at = None

    def tiles(self, seat):
        """Sorted tiles of a seat's rack as last read."""
        return [tile for tile in range(self._map.tiles) if self.holder[tile] == seat]

    def take(self, tile):
        """The tile lies on the cloth now: the seat whose rack it came from, or None."""
        seat = self.source[tile]
        self.holder[tile] = self.source[tile] = _NOWHERE
        return None if seat == _NOWHERE else seat

    async def gap(self, wake):
        """Read one rack if one is due. ``wake``: some tiles that left the cloth may still be quiet.

        Returns whether it read. Raises ReaderError.
        """
        which = self._watched
        if which == NONE:
            return False
        if which == ALL:
            self._turn = (self._turn + 1) % len(self._seats)
            place = self._turn
        elif which in self._seats:
            place = self._seats.index(which)
            if self._read_at is not None and time.ticks_diff(time.ticks_ms(), self._read_at) < _PERIOD_MS:
                return False
        else:
            return False
        await self._read(place, wake or which == ALL)
        self._read_at = time.ticks_ms()
        return True

    async def _read(self, place, wake):
        scanner = self._scanner
        for tile in range(self._map.tiles):
            self._heard[tile] = 0
        scanner.reader.prepare()
        scanner.reader.field(True)
        try:
            scanner.select(self._first_loop + place)
            if wake and scanner.ask(None, 0, True) != NOTHING:
                sleepers = []
                await scanner.census(lambda uid: sleepers.append(bytes(uid)), True)
                for uid in sleepers:
                    scanner.wake(uid)
            await scanner.census(self._note)
            scanner.reader.check()
        finally:
            scanner.reader.field(False)
        self.read_at[self._seats[place]] = time.ticks_ms()
        self._compare(self._seats[place])

    def _note(self, uid):
        tag = self._map.find(uid)
        if tag >= 0:
            self._heard[tag >> 1] = 1

    def _compare(self, seat):
        for tile in range(self._map.tiles):
            if self._heard[tile]:
                self._misses[tile] = 0
                if self.holder[tile] != seat and not self._lying(tile):
                    if self.holder[tile] != _NOWHERE:
                        self._tell(OFF_RACK, self.holder[tile], tile)
                    self.holder[tile] = self.source[tile] = seat
                    self._tell(TO_RACK, seat, tile)
            elif self.holder[tile] == seat:
                self._misses[tile] += 1
                if self._misses[tile] >= _MISSES:
                    self._misses[tile] = 0
                    self.holder[tile] = _NOWHERE
                    self._tell(OFF_RACK, seat, tile)
