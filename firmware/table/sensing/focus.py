"""A closer look at one tile: only the loops around it are read, twice, each tag asked for by name.

Being asked for by a mask that no other tag of the set shares, a tag is heard among others, and two of them need no
anticollision. The first reading is made at the drive level at which tiles are found, the second at a lower one, at
which loops hear less far: together they tell the place better than two that are alike.
"""

import asyncio
import time

from table.drivers.pn5180 import ANSWER, COLLISION, NOTHING
from table.once import seldom

from .settle import FRESH
from .sweep import HIGH, LOW, STRONGEST

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
# From the beginning of the first reading to that of the second: at least so long, of a tile that has been on its way
# so much longer that a slow hand's 0.1 m/s shows. It has been if it has not come to rest for as long as that.
_APART_MS = const(70)
_WARY_MS = const(150)
# So many readings begin before a tile on its way is left to the sweep again.
_ATTEMPTS = const(5)


class Focus:
    """Readings of single tiles into ``tiles.now``. All coroutines may raise ReaderError.

    ``note(uid)`` is told of tags that are met on the way in the selected loop and says whether they are tiles.
    """

    def __init__(self, scanner, tiles, tile_map, counts, note):
        self._scanner = scanner
        self._tiles = tiles
        self._map = tile_map
        self._counts = counts
        self._note = note
        self.newest = []  # tiles, the last one laid first

    async def poll(self, tile, half, quiet=None):
        """Ask one tag in the selected loop; enters and returns whether it answered.

        ``quiet``: ask for it as a quiet tag or not; by default as it is taken to be and, while any tag of the tile may
        be quiet, the other way too.
        """
        tiles, scanner, mine = self._tiles, self._scanner, 1 << half
        asleep = tiles.asleep[tile]
        way = bool(asleep & mine) if quiet is None else quiet
        heard = self._ask(2 * tile + half, way)
        if not heard and asleep and quiet is None:
            way = not way
            heard = self._ask(2 * tile + half, way)
        if heard:
            tiles.now[4 * tile + 2 * half + scanner.axis] |= scanner.bit
            tiles.asleep[tile] = asleep | mine if way else asleep & ~mine
        await asyncio.sleep_ms(0)
        return heard

    def both(self, tile):
        """Both halves of a tile were heard at once in the selected loop."""
        i = 4 * tile + self._scanner.axis
        self._tiles.now[i] |= self._scanner.bit
        self._tiles.now[i + 2] |= self._scanner.bit

    def _ask(self, tag, quiet):
        for _ in range(2):  # a garbled answer is asked for again, silence is not
            result = self._scanner.ask(self._map.uid(tag), self._map.mask_bits, quiet)
            if result == ANSWER:
                return self._map.find(self._scanner.reader.uid) == tag
            if result == NOTHING:
                break
        return False

    @seldom
    async def repeat(self, tile, reading):
        """Read exactly the loops of an earlier reading again into ``now``."""
        i = 4 * tile
        self._tiles.clear(self._tiles.now, tile)
        for axis in (0, 1):
            bit = 1
            for _ in range(self._counts[axis]):
                if (reading[i + axis] | reading[i + 2 + axis]) & bit:
                    self._scanner.select(axis, bit)
                    for half in (0, 1):
                        if reading[i + 2 * half + axis] & bit:
                            await self.poll(tile, half)
                bit <<= 1

    @seldom
    async def exactly(self, tile):
        """After SETTLED: one more reading at the strongest level, wherever that may reach, into ``top``.

        It tells how a tile lies whose tags are on either side of a loop's middle. What was silent at the other levels
        is asked there once more: an answer may have been lost.
        """
        await self._driven(self._top(tile))

    @seldom
    async def _top(self, tile):
        tiles, scanner, i = self._tiles, self._scanner, 4 * tile
        now, high, low, top = tiles.now, tiles.now[i : i + 4], tiles.low, [0, 0, 0, 0]
        alone = tiles.alone(tile) and not tiles.asleep[tile]
        for axis in (0, 1):
            found = high[axis] | high[2 + axis]
            loops = (found | found << 1 | found >> 1) & (1 << self._counts[axis]) - 1
            while loops:
                scanner.select(axis, loops)
                loops &= loops - 1
                if alone:  # two answers are its own where both halves were named, and silence is no other's
                    scanner.drive(STRONGEST)
                    result = scanner.ask()
                    await asyncio.sleep_ms(0)
                    if result == COLLISION and high[axis] & high[2 + axis] & scanner.bit:
                        top[axis] |= scanner.bit
                        top[2 + axis] |= scanner.bit
                    elif result == NOTHING and not found & scanner.bit and scanner.ask() == NOTHING:
                        continue
                for half in (0, 1):
                    k = 2 * half + axis
                    for level, reading in ((STRONGEST, top), (HIGH, high), (LOW, low)):
                        if not reading[k] & scanner.bit:
                            scanner.drive(level)
                            if await self.poll(tile, half) or await self.poll(tile, half):
                                reading[k] |= scanner.bit
                            else:
                                break
        now[i : i + 4] = high
        tiles.top = top

    async def _again(self, tile):
        """Read the loops of ``now`` at the low level, into ``low``. True if the tile is heard where it was before.

        What is silent at the low level is asked at the high one again, twice if need be: no answer then, or one where
        there was none, means that the tile is on its way. ``now`` is what it was, or what was heard on the way.
        """
        tiles, scanner, i = self._tiles, self._scanner, 4 * tile
        now, last, low = tiles.now, tiles.last, tiles.low
        tiles.keep(tile)
        tiles.clear(now, tile)
        for axis in (0, 1):
            loops = last[i + axis] | last[i + 2 + axis]
            low[axis] = low[2 + axis] = 0
            while loops:
                scanner.drive(LOW)
                scanner.select(axis, loops)
                loops &= loops - 1
                for half in (0, 1):
                    if await self.poll(tile, half):
                        low[2 * half + axis] |= scanner.bit
                for half in (0, 1):
                    k = 2 * half + axis
                    heard, before = low[k] & scanner.bit, last[i + k] & scanner.bit
                    if heard and not before:
                        return False
                    if before and not heard:
                        scanner.drive(HIGH)
                        if not (await self.poll(tile, half) or await self.poll(tile, half)):
                            return False
        now[i : i + 4] = last[i : i + 4]
        return True

    async def settle(self, tile):
        """Read a tile that was heard (``now`` says where) until two readings in a row are in one place.

        SETTLED: ``now`` and ``low`` are those readings. HALF: only one of its tags is heard. GONE: no more heard, or
        still on its way. Except when SETTLED ``now`` is empty, so that only another sighting makes it worth a look.
        """
        tiles = self._tiles
        now, result = tiles.now, GONE
        for attempt in range(_ATTEMPTS):
            if not tiles.any(now, tile):
                break
            start = time.ticks_ms()
            wary = attempt or time.ticks_diff(start, tiles.since[tile]) > _WARY_MS
            alone = not attempt and tiles.alone(tile)
            for axis in (0, 1):
                await self._widen(tile, axis, alone)
            if not await self._complete(tile):
                result = HALF
                break
            apart = _APART_MS  # most tiles on their way show already then
            while True:
                await asyncio.sleep_ms(max(0, apart - time.ticks_diff(time.ticks_ms(), start)))
                if not await self._driven(self._again(tile)):
                    break
                if apart == (_WARY_MS if wary else _APART_MS) and time.ticks_diff(time.ticks_ms(), start) >= _REST_MS:
                    return SETTLED
                if wary:
                    apart = _WARY_MS
        tiles.clear(now, tile)
        return result

    async def _complete(self, tile):
        """Whether both halves are heard along both axes, or one of them not along one, nor elsewhere along that.

        A weak tag over a weak loop may be silent at the level at which others are found: the strongest one helps.
        """
        now, missing = self._tiles.now, self._tiles.missing(tile)
        if missing:
            await self._driven(self._search(tile, missing))
        return len([k for k in missing if not now[4 * tile + k]]) < 2

    @seldom
    async def _search(self, tile, missing):
        """Ask for halves along axes (2 * half + axis) in all loops, first where the other half is heard."""
        now, i = self._tiles.now, 4 * tile
        self._scanner.drive(STRONGEST)
        for k in missing:
            for rest in (now[i + (k ^ 2)], (1 << self._counts[k & 1]) - 1):
                while rest and not now[i + k]:
                    self._scanner.select(k & 1, rest)
                    rest &= rest - 1
                    await self.poll(tile, k >> 1)

    async def _driven(self, reading):
        """Read with changing levels: it ends at the high one."""
        try:
            return await reading
        finally:
            self._scanner.drive(HIGH)

    async def _widen(self, tile, axis, alone):
        """Read the neighbours of the loops of an axis that heard the tile, and theirs, until the outermost are silent.

        If none has heard it yet, look for the first one that does, beginning where the tile or the newest ones lay.
        """
        now, i = self._tiles.now, 4 * tile
        everywhere = (1 << self._counts[axis]) - 1
        first = done = now[i + axis] | now[i + 2 + axis]
        while True:
            loops = now[i + axis] | now[i + 2 + axis]
            rest = (loops << 1 | loops >> 1 if loops else everywhere) & everywhere & ~done
            if not rest:
                break
            self._scanner.select(axis, rest if loops else self._likely(tile, axis, rest))
            done |= self._scanner.bit
            # Most have nothing to tell but silence. (Asked without a name, quiet neighbours would answer for a quiet
            # tile.) While it is only looked for, any tile may answer.
            if self._tiles.asleep[tile] or self._anyone(tile, loops, alone):
                for half in (0, 1):
                    if not now[i + 2 * half + axis] & self._scanner.bit:
                        await self.poll(tile, half)
            else:
                await asyncio.sleep_ms(0)
        for half in (0, 1):
            # One half alone was named: was the other not waited for, drowned, or lost where that is heard?
            mine = now[i + 2 * half + axis]
            rest = (first if mine else first | now[i + 2 - 2 * half + axis]) & ~mine
            while rest:
                self._scanner.select(axis, rest)
                rest &= rest - 1
                if await self.poll(tile, half) and not mine:
                    rest &= first

    def _likely(self, tile, axis, rest):
        """Those of some loops that are near to where the tile lay, or to one of the newest tiles beside it."""
        heard, now, i = self._tiles.heard, self._tiles.now, 4 * tile
        if self._tiles.state[tile] != FRESH:
            near = heard[i + axis] | heard[i + 2 + axis]
            near = rest & (near << 2 | near << 1 | near | near >> 1 | near >> 2)
            if near:
                return near
        i += 1 - axis
        here = now[i] | now[i + 2]  # along the other axis
        for every in (False, True):
            for other in self.newest:
                i = 4 * other
                beside = heard[i + 1 - axis] | heard[i + 3 - axis]
                if not here or (beside << 1 | beside | beside >> 1) & here:
                    near = heard[i + axis] | heard[i + 2 + axis]
                    next_to = near << 1 | near >> 1
                    # In the same row a tile goes on to the next column, in the next row most often in the same one.
                    near = rest & (near | next_to if every else next_to & ~near if beside & here else near)
                    if near:
                        return near
        return rest

    def _anyone(self, tile, near, alone):
        """Is there an answer in the selected loop, or unless ``near`` one that is not simply a tile's?

        Two at once are the tile's where it is ``alone``: the second reading calls them by their names.
        """
        result = self._scanner.ask()
        if alone and result == COLLISION:
            self.both(tile)
            return False
        return result != NOTHING and (not (result == ANSWER and self._note(self._scanner.reader.uid)) or near)
