"""Tiles that do not speak up: are quiet ones still there, and where are those that are not?

A few quiet tiles are asked for after each sweep, the newest always. One that does not answer is asked for in all its
loops, both ways, before it counts as missing; a missing one is searched for in every loop during the next sweep, and
only when that has found nothing is it lifted. No single lost read lifts a tile.
"""

import time

from table.drivers.pn5180 import ANSWER, NOTHING

from .focus import index_of
from .settle import AWAY, LYING, MISSING

# Quiet tiles asked for after each sweep, 8 ms each.
_A_SWEEP = 3
# More missing tiles than this are searched for by a census of all quiet tags, fewer by name.
_BY_NAME = 2
# After this long without field a persistently quiet tag is awake for certain (t_persist, 2 to 10 s).
PERSIST_MS = 12_000


class Audit:
    """Presence of lying tiles. ``newest(tile)``: last tile laid; ``moving(tile)`` and ``lifted(tile)`` take the news.

    All coroutines may raise ReaderError.
    """

    def __init__(self, scanner, tiles, tile_map, focus, select, note, moving, lifted):
        self._scanner = scanner
        self._tiles = tiles
        self._map = tile_map
        self._focus = focus
        self._select = select
        self._note = note
        self._moving = moving
        self._lifted = lifted
        self._turn = 0
        self._searched = []
        self._suspects = []
        self.newest = -1
        self.wanted = []

    # -- after a sweep --------------------------------------------------------------------------------------------

    async def some(self):
        """Check a few quiet tiles, those wanted by name first."""
        tiles = self._tiles
        while self.wanted:
            await self.doubt(self.wanted.pop(0))
        left = _A_SWEEP
        if self.newest >= 0 and tiles.state[self.newest] == LYING and tiles.asleep[self.newest]:
            left -= 1
            await self._check(self.newest)
        for _ in range(tiles.count):
            if not left:
                break
            self._turn = (self._turn + 1) % tiles.count
            tile = self._turn
            if tiles.state[tile] == LYING and tiles.asleep[tile] and tile != self.newest:
                left -= 1
                await self._check(tile)

    async def _check(self, tile):
        tiles, i = self._tiles, 4 * tile
        half = 0 if tiles.asleep[tile] & 1 else 1
        # By turns through a row and a column, so that a shift along either shows.
        axis = self._turn & 1
        loops = tiles.heard[i + 2 * half + axis]
        if loops:
            bit = loops & -loops
            self._select(axis, index_of(bit))
            tiles.clear(tiles.now, tile)
            if await self._focus.poll(tile, half, axis, bit):
                return
        await self.doubt(tile)

    async def doubt(self, tile):
        """Look for a lying tile in all its loops, quiet and not."""
        tiles = self._tiles
        if tiles.state[tile] != LYING:
            return
        await self._focus.repeat(tile, tiles.heard)
        if not tiles.any(tiles.now, tile):
            tiles.state[tile] = MISSING
        elif not tiles.agree(tiles.heard, tiles.now, tile):
            self._moving(tile)

    # -- during a sweep -------------------------------------------------------------------------------------------

    def begin(self):
        """Start of a sweep: whom to search for. Tags of lifted tiles that must be awake by now are taken to be so."""
        tiles = self._tiles
        now = time.ticks_ms()
        self._suspects = []
        self._searched = []
        for tile in range(tiles.count):
            if tiles.state[tile] == AWAY and tiles.asleep[tile]:
                if time.ticks_diff(tiles.until[tile], now) < 0:
                    tiles.asleep[tile] = 0
                else:
                    self._suspects.append(tile)
            elif tiles.state[tile] == MISSING:
                self._searched.append(tile)
                if tiles.asleep[tile]:
                    self._suspects.append(tile)

    def searching(self):
        """Is anyone missing that may be quiet?"""
        return bool(self._suspects)

    async def search(self, axis, bit):
        """Ask the selected loop for quiet tags that are not expected in it."""
        tiles, scanner = self._tiles, self._scanner
        if len(self._suspects) <= _BY_NAME and tiles.sleeping_in(axis, bit):
            for tile in self._suspects:
                for half in (0, 1):
                    if tiles.asleep[tile] >> half & 1 and await self._focus.poll(tile, half, axis, bit, True):
                        self._note(self._map.uid(2 * tile + half), True)
            return
        result = scanner.ask(None, 0, True)
        if result == ANSWER:
            self._note(scanner.reader.uid, True)
        elif result != NOTHING:
            await scanner.census(self._note_quiet, True)

    def _note_quiet(self, uid):
        self._note(uid, True)

    def end(self):
        """End of a whole sweep: what was searched for in all of it and is still missing has been lifted."""
        tiles = self._tiles
        for tile in self._searched:
            if tiles.state[tile] == MISSING:
                tiles.state[tile] = AWAY
                tiles.until[tile] = time.ticks_add(time.ticks_ms(), PERSIST_MS)
                self._lifted(tile)
