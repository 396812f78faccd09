"""Who holds which tiles: readings of the rack loops, by a reader of their own, in the gaps between sweeps.

A whole reading finds what came and what went. At a deal it is a census of all tags; during play it mostly asks by name
for the tiles that should be there and for those that are neither on the cloth nor in a rack: that takes half the time,
and meanwhile nobody listens to the cloth. Most readings then ask for the latter only, and for one that should be there,
the newest if that is in the rack, which may have to go back: that takes a third. Where that one is silent, too, the
reader may be deaf, and the reading proves nothing. For an empty rack a tile of another has to answer.

Tags in racks are never told to be quiet. Those that were quiet on the cloth and may still be so are asked for in a
second pass and woken, so that the plain census hears them from then on.
"""

import asyncio
import time

from table.drivers.pn5180 import ANSWER, NOTHING
from table.events import ALL, NONE, OFF_RACK, TO_RACK
from table.once import seldom

from .settle import AWAY

# A watched rack is read this often. A census of seven tiles takes about 0.15 s, asking for one 8 ms, or 3 in vain.
_PERIOD_MS = 300
_WHOLE = 8  # every so many readings of a watched rack
_CENSUS = 4  # every so many whole readings: a tile that should lie in another rack is asked for by no name
# A tile left its rack when this many readings in a row did not hear it.
_MISSES = 2

# A reader that has heard nobody in so many readings is reset.
_MUTE = 20

_NOWHERE = 255


class Racks:
    """Rack contents of all seats.

    ``scanner`` drives the rack reader; ``seats`` lists the seat of each rack loop, the first of which is loop
    ``first_loop``; ``tell(kind, seat, tile)`` takes the news; ``lying(tile)`` is asked before a tile is believed to
    have come to a rack; ``states`` tells which tiles are on the cloth. ``read_at``: by seat, the ticks at the start of
    the last reading that would have heard a new tile. ``out``: seats whose rack is out of order, and passed over.
    ``doubtful``: a rack has fallen silent at a stroke, and may be out of order.
    """

    @seldom
    def __init__(self, scanner, seats, first_loop, tile_map, tell, lying, states):
        self._scanner = scanner
        self.seats = seats
        self.out = []
        self.doubtful = False
        self._first_loop = first_loop
        self._map = tile_map
        self._tell = tell
        self._lying = lying
        self._states = states
        self._watched = NONE
        self._place = 0
        self._next = 0
        self.read_at = {}
        self._count = self._wholes = 0
        self._newest = 0
        self._heard = 0
        self.ever = 0  # tiles heard since the start
        self._mute = 0
        self._fresh = False
        self._misses = bytearray(tile_map.tiles)
        self._holder = bytearray(b"\xff" * tile_map.tiles)
        self._source = bytearray(b"\xff" * tile_map.tiles)  # last rack of a tile that is on its way

    def watch(self, which):
        """Read every rack in turn (ALL), one seat's, or none (NONE), from the next gap on."""
        if which != self._watched:
            self._watched = which
            self._count = 0
            self.hurry()

    def hurry(self):
        """Read the watched rack in the next gap."""
        self._next = time.ticks_ms()

    def tiles(self, seat, surely=False):
        """Sorted tiles of a seat's rack as last read; surely: only those that the last whole reading has heard."""
        return [
            tile
            for tile in range(self._map.tiles)
            if self._holder[tile] == seat and not (surely and self._misses[tile])
        ]

    def take(self, tile):
        """The tile lies on the cloth now: the seat whose rack it came from, or None."""
        seat = self._source[tile]
        self._holder[tile] = self._source[tile] = _NOWHERE
        return None if seat == _NOWHERE else seat

    async def gap(self, wake):
        """Read one rack if one is due; returns whether. ``wake``: some tiles that left the cloth may still be quiet.

        Raises ReaderError.
        """
        if self._watched == ALL:
            self._place = (self._place + 1) % len(self.seats)
            due = self.seats[self._place] not in self.out
            if due:
                await self._read(True, True, True)
            return due
        due = self._watched in self.seats and self._watched not in self.out
        due = due and time.ticks_diff(time.ticks_ms(), self._next) >= 0
        if due:
            self._place = self.seats.index(self._watched)
            whole = not self._count % _WHOLE
            self._wholes += whole
            await self._read(wake, whole, whole and not self._wholes % _CENSUS)
            self._count += 1
            self._next = time.ticks_add(time.ticks_ms(), _PERIOD_MS)
        return due

    async def _read(self, wake, whole, census):
        scanner, seat = self._scanner, self.seats[self._place]
        mine = self.tiles(seat)
        witness = self._newest if self._newest in mine or not mine else mine[0]
        self._heard, start = 0, time.ticks_ms()
        scanner.reader.prepare()
        scanner.reader.field(True)
        scanner.switch(self._first_loop + self._place)
        if wake and scanner.ask(None, 0, True) != NOTHING:
            whole = census = True
            await self._wake()
        if census:
            await scanner.census(self._note)
        else:
            await self._ask_by_name(seat if whole else None, witness)
        # An empty reading counts only if the reader is well.
        scanner.reader.check()
        # That more than one tile is taken from a rack at a stroke is believed only of a reader fresh from its reset;
        # of an empty rack nothing if it hears no tile of another.
        self._mute = 0 if self._heard else self._mute + 1
        silent = not self._heard and not self._fresh
        if self._mute == _MUTE or silent and (whole and len(mine) > 1 or not mine and not self._hears_others(seat)):
            self._mute, self._fresh, self.doubtful = 0, True, True
            scanner.reader.revive()
            return
        self._fresh = self._fresh and not self._heard
        scanner.reader.field(False)
        if not mine or self._fresh or (self._heard if whole else self._heard >> witness & 1):
            self.read_at[seat] = start
        self._compare(seat, whole, witness)

    @seldom
    def _hears_others(self, seat):
        """Whether a tile of another seat's rack answers, or none is known to be in one."""
        known = False
        for tile in range(self._map.tiles):
            holder = self._holder[tile]
            if holder in self.seats and holder != seat and holder not in self.out:
                known = True
                self._scanner.switch(self._first_loop + self.seats.index(holder))
                for half in (0, 1):
                    if self._scanner.ask(self._map.uid(2 * tile + half), self._map.mask_bits) == ANSWER:
                        return True
        return not known

    @seldom
    async def _wake(self):
        """Wake the quiet tags that have come from the cloth."""
        scanner, sleepers = self._scanner, []
        await scanner.census(lambda uid: sleepers.append(bytes(uid)), True)
        for uid in sleepers:
            scanner.reader.wake(uid)
            await asyncio.sleep_ms(0)

    async def _ask_by_name(self, seat, witness):
        """Ask for the tiles of a seat, for those that are nowhere and for the witness, by turns for either half.

        Of a tile that should be there the other half is asked for, too, before it counts as silent.
        """
        scanner, first = self._scanner, self._count & 1
        for tile in range(self._map.tiles):
            mine = self._holder[tile] == seat
            if mine or tile == witness or self._holder[tile] == _NOWHERE and self._states[tile] == AWAY:
                for half in (first, 1 - first) if mine or tile == witness else (first,):
                    if scanner.ask(self._map.uid(2 * tile + half), self._map.mask_bits) == ANSWER:
                        self._note(scanner.reader.uid)
                        break
                if tile & 1:
                    await asyncio.sleep_ms(0)

    def _note(self, uid):
        tag = self._map.find(uid)
        if tag >= 0:
            self._heard |= 1 << (tag >> 1)
            self.ever |= self._heard

    def _compare(self, seat, whole, witness):
        holder, misses = self._holder, self._misses
        for tile in range(self._map.tiles):
            if self._heard >> tile & 1:
                misses[tile] = 0
                if holder[tile] != seat and not self._lying(tile):
                    if holder[tile] != _NOWHERE:
                        self._tell(OFF_RACK, holder[tile], tile)
                    holder[tile] = self._source[tile] = seat
                    self._newest = tile
                    self._tell(TO_RACK, seat, tile)
            elif holder[tile] == seat and (whole or tile == witness):
                misses[tile] += 1
                if misses[tile] >= _MISSES and not whole:
                    self._count = -1  # the next reading is a whole one, and shows whether the reader hears at all
                elif misses[tile] >= _MISSES:
                    misses[tile] = 0
                    holder[tile] = _NOWHERE
                    self._tell(OFF_RACK, seat, tile)
