"""A closer look at one tile: only the loops around it are read, twice, each tag asked for by name.

Being asked for by a mask that no other tag of the set shares, a tag is heard among others, and two of them need no
anticollision. Axis 0 are the rows, axis 1 the columns; a loop is named by its axis and its bit.
"""

import asyncio
import time

from table.drivers.pn5180 import ANSWER, NOTHING

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


GONE = const(0)
HALF = const(1)
SETTLED = const(2)

# A tile carried or pushed over the cloth changes its loops within this time (ms).
_REST_MS = const(100)


def index_of(bit):
    """Number of the lowest bit set."""
    index = 0
    while not bit >> index & 1:
        index += 1
    return index


class Focus:
    """Readings of single tiles into ``tiles.now``. All coroutines may raise ReaderError.

    ``note(uid)`` is told the UIDs of all tags that are met on the way in the selected loop.
    """

    def __init__(self, scanner, tiles, tile_map, rows, columns, select, note):
        self._scanner = scanner
        self._tiles = tiles
        self._map = tile_map
        self._counts = (rows, columns)
        self._select = select
        self._note = note

    async def poll(self, tile, half, axis, bit, quiet=None):
        """Ask one tag in the selected loop; enters and returns whether it answered.

        ``quiet``: ask for it as a quiet tag or not; by default as it is taken to be and, while any tag of the tile may
        be quiet, the other way too.
        """
        tiles, asleep = self._tiles, self._tiles.asleep[tile]
        believed = bool(asleep >> half & 1) if quiet is None else quiet
        heard = self._ask(2 * tile + half, believed)
        if not heard and asleep and quiet is None:
            believed = not believed
            heard = self._ask(2 * tile + half, believed)
        if heard:
            tiles.now[4 * tile + 2 * half + axis] |= bit
            tiles.asleep[tile] = asleep | 1 << half if believed else asleep & ~(1 << half)
            await asyncio.sleep_ms(0)
        return heard

    def _ask(self, tag, quiet):
        result = self._scanner.ask(self._map.uid(tag), self._map.mask_bits, quiet)
        if result not in (ANSWER, NOTHING):
            # A garbled answer is asked for again, silence is not.
            result = self._scanner.ask(self._map.uid(tag), self._map.mask_bits, quiet)
        return result == ANSWER and self._map.find(self._scanner.reader.uid) == tag

    async def repeat(self, tile, reading):
        """Read exactly the loops of an earlier reading again into ``now``."""
        tiles, i = self._tiles, 4 * tile
        tiles.clear(tiles.now, tile)
        for axis in (0, 1):
            rest = reading[i + axis] | reading[i + 2 + axis]
            while rest:
                bit = rest & -rest
                rest ^= bit
                self._select(axis, index_of(bit))
                for half in (0, 1):
                    if reading[i + 2 * half + axis] & bit:
                        await self.poll(tile, half, axis, bit)

    async def settle(self, tile):
        """Read a tile that was heard (``now`` says where) until two readings in a row are the same.

        SETTLED: ``last`` and ``now`` are those readings. HALF: only one of its tags is heard. GONE: no more heard, or
        still on its way. Except when SETTLED ``now`` is empty, so that only another sighting makes it worth a look.
        """
        tiles, i = self._tiles, 4 * tile
        now, result = tiles.now, GONE
        for _ in range(3):
            if not tiles.any(now, tile):
                break
            start = time.ticks_ms()
            for axis in (0, 1):
                if not now[i + axis] | now[i + 2 + axis]:
                    await self._find(tile, axis)
                await self._widen(tile, axis)
            if not (now[i] and now[i + 1] and now[i + 2] and now[i + 3]):
                result = HALF
                break
            if await self._rests(tile, start):
                return SETTLED
        tiles.clear(now, tile)
        return result

    async def _rests(self, tile, start):
        """Does a tile read into ``now`` since ``start`` stay in the same loops for long enough to lie?"""
        tiles = self._tiles
        while True:
            tiles.copy(tiles.now, tiles.last, tile)
            await self.repeat(tile, tiles.last)
            if not tiles.same(tiles.last, tiles.now, tile):
                return False
            if time.ticks_diff(time.ticks_ms(), start) >= _REST_MS:
                return True

    async def _widen(self, tile, axis):
        """Read the neighbours of the loops that heard the tile, and theirs, until the outermost are silent."""
        now, i = self._tiles.now, 4 * tile
        first = done = now[i + axis] | now[i + 2 + axis]
        everywhere = (1 << self._counts[axis]) - 1
        while True:
            loops = now[i + axis] | now[i + 2 + axis]
            rest = (loops << 1 | loops >> 1) & everywhere & ~done
            if not rest:
                break
            bit = rest & -rest
            done |= bit
            self._select(axis, index_of(bit))
            await self.poll(tile, 0, axis, bit)
            await self.poll(tile, 1, axis, bit)
        for half in (0, 1):
            # One half alone answered in the loop of the first sighting: was the other drowned there?
            if first and not now[i + 2 * half + axis]:
                bit = first & -first
                self._select(axis, index_of(bit))
                await self.poll(tile, half, axis, bit)

    async def _find(self, tile, axis):
        """Search an axis for a tile that the other axis hears, the likeliest loops first, until one hears it."""
        now, i = self._tiles.now, 4 * tile
        across = now[i + 1 - axis] | now[i + 3 - axis]
        for number, index in enumerate(self._likeliest(axis, across)):
            self._select(axis, index)
            bit = 1 << index
            # Asked without a name, quiet neighbours would answer for a quiet tile.
            result = NOTHING + 1
            if not self._tiles.asleep[tile]:
                result = self._scanner.ask()
                if result == ANSWER:
                    self._note(self._scanner.reader.uid)
            if result not in (NOTHING, ANSWER) or self._tiles.asleep[tile]:
                await self.poll(tile, 0, axis, bit)
                await self.poll(tile, 1, axis, bit)
            if now[i + axis] | now[i + 2 + axis]:
                return
            if number & 1:
                await asyncio.sleep_ms(0)

    def _likeliest(self, axis, across):
        """Loops of an axis, those next to tiles that lie in the same band first: plays are made at ends of chains."""
        count = self._counts[axis]
        everywhere = (1 << count) - 1
        chain = self._tiles.columns_beside(1 - axis, across) & everywhere
        order = bytearray(count)
        at = 0
        ring = (chain << 1 | chain >> 1) & everywhere & ~chain
        seen = 0
        # The ends and one beyond, then over the chain itself, then outwards.
        for step in range(count + 1):
            if step == 2:
                ring = chain if chain else 1 << (count >> 1)
            new = ring & ~seen
            seen |= new
            while new:
                bit = new & -new
                new ^= bit
                order[at] = index_of(bit)
                at += 1
            if at == count:
                break
            ring = (seen << 1 | seen >> 1) & everywhere & ~seen & ~(0 if step > 1 else chain)
        return order
