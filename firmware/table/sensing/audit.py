"""Tiles that do not speak up: are quiet ones still there, and where are those that are not?

A few quiet tiles are asked for after each sweep, the newest always. One that does not answer is asked for in all its
loops, both ways, before it counts as missing; a missing one is searched for in every loop during the next sweep, and
only when that has found nothing, and nothing where it lay, is it lifted. No single lost read lifts a tile.
"""

import time

from table.drivers.pn5180 import ANSWER, NOTHING
from table.once import seldom

from .settle import AWAY, LYING, MISSING

# More tiles on their way than this are read by whole sweeps instead of one by one.
FEW = 3
# Quiet tiles asked for after each sweep, 8 ms each; the newest tile is asked for so many times, for it is often pushed
# into its place.
_A_SWEEP = 4
_NEWEST = 2
# So many tiles are asked at most whether a reader hears at all.
_WITNESSES = 3
# So many missing tiles for each quiet tile that a loop hears are searched for by name, more by a census of all quiet
# tags: asking in vain takes 7 ms a tile, naming a tile that lies there 10 ms, and 10 ms are empty slots.
_BY_NAME = 2


class Audit:
    """Presence of lying tiles. ``moving(tile)`` and ``lifted(tile)`` take the news, ``note(uid, quiet)`` sightings.

    ``newest`` is the last tile laid, ``wanted`` lists tiles to be looked for first, ``suspects`` those that are
    searched for in this sweep and may be quiet. ``always`` is a mask of tiles that are asked for after every sweep.
    All coroutines may raise ReaderError.
    """

    @seldom
    def __init__(self, scanner, tiles, tile_map, focus, note, moving, lifted):
        self._scanner = scanner
        self._tiles = tiles
        self._map = tile_map
        self._focus = focus
        self._note = note
        self._moving = moving
        self._lifted = lifted
        self._turn = 0
        self._side = 0
        self._searched = ()
        self._odd = False  # this sweep has proved little: names were heard that no tile has, or what it missed answers
        self.suspects = ()
        self.newest = self.always = 0
        self.wanted = []

    async def some(self):
        """After a sweep: check a few quiet tiles, those wanted by name first."""
        while self.wanted:
            await self.doubt(self.wanted.pop(0))
        for tile in range(self._tiles.count if self.always else 0):
            if self.always >> tile & 1:
                await self._check(tile)
        left = _A_SWEEP
        for _ in range(_NEWEST):
            left -= await self._check(self.newest)
        for _ in range(self._tiles.count):
            if left <= 0:
                break
            self._turn = (self._turn + 1) % self._tiles.count
            if self._turn != self.newest and not self.always >> self._turn & 1:
                left -= await self._check(self._turn)

    async def _check(self, tile):
        """Ask for a quiet tile in one of its loops, by turns those at its four sides. How many tiles that was."""
        tiles = self._tiles
        if tiles.state[tile] != LYING or not tiles.asleep[tile]:
            return 0
        self._side += 1
        half = self._side >> 2 & 1 if tiles.asleep[tile] == 3 else tiles.asleep[tile] - 1
        axis = self._side & 1
        if not tiles.heard[4 * tile + 2 * half + axis]:
            axis = 1 - axis  # heard along one axis only
        loops = tiles.heard[4 * tile + 2 * half + axis]
        if loops:
            # Pushed one way it leaves the lower of two loops, pushed the other way the higher.
            self._scanner.select(axis, loops & loops - 1 or loops if self._side & 2 else loops)
            if await self._focus.poll(tile, half):
                tiles.since[tile] = time.ticks_ms()
                return 1
        await self.doubt(tile)
        return 1

    @seldom
    async def call_witness(self):
        """Let one of the quiet tiles that should lie there answer, for otherwise silence may be the reader's."""
        tiles, left = self._tiles, _WITNESSES
        for tile in range(tiles.count):
            loops = tiles.heard[4 * tile] | tiles.heard[4 * tile + 2]
            if left and loops and tiles.state[tile] == LYING:
                left -= 1
                self._scanner.select(0, loops)
                if await self._focus.poll(tile, 0) or await self._focus.poll(tile, 1):
                    return

    async def doubt(self, tile):
        """Look for a lying tile in all its loops."""
        tiles = self._tiles
        if tiles.state[tile] == LYING:
            await self._focus.repeat(tile, tiles.heard)
            if not tiles.any(tiles.now, tile):
                self._scanner.reader.check()  # is that the tile's silence, or the reader's?
                tiles.state[tile] = MISSING
                return
            tiles.since[tile] = time.ticks_ms()
            if tiles.difference(tiles.heard, tiles.now, tile):
                self._moving(tile)

    def begin(self):
        """Start of a sweep: whom to search for; whether one was lying. Tags of tiles long away count as awake."""
        tiles, now = self._tiles, time.ticks_ms()
        for tile in range(tiles.count):
            if tiles.state[tile] == AWAY and time.ticks_diff(tiles.since[tile], now) < 0:
                tiles.asleep[tile] = 0
        self._searched = [tile for tile in range(tiles.count) if tiles.state[tile] == MISSING]
        self._odd = False
        self.suspects = [tile for tile in range(tiles.count) if tiles.asleep[tile] and tiles.state[tile] != LYING]
        if len([tile for tile in self.suspects if tiles.state[tile] != AWAY]) <= FEW:
            # Those on their way are looked at one by one. Of more nothing else would hear a quiet one, and those found
            # in this sweep are on their way, too.
            self.suspects = [tile for tile in self.suspects if tiles.state[tile] in (AWAY, MISSING)]
        return bool(self._searched)

    async def search(self):
        """Ask the selected loop for suspects."""
        if len(self.suspects) <= _BY_NAME * self._sleepers():
            for tile in self.suspects:
                for half in (0, 1):
                    if await self._focus.poll(tile, half, True):
                        self._note(self._map.uid(2 * tile + half), True)
            return
        result = self._scanner.ask(None, 0, True)
        if result == ANSWER:
            self._hear(self._scanner.reader.uid)
        elif result != NOTHING:
            await self._scanner.census(self._hear, True)

    def _hear(self, uid):
        if not self._note(uid, True):
            self._odd = True

    def _sleepers(self):
        """How many quiet tiles lie in the selected loop?"""
        tiles, scanner, count = self._tiles, self._scanner, 0
        for tile in range(tiles.count):
            i = 4 * tile + scanner.axis
            loops = tiles.heard[i] | tiles.heard[i + 2]
            if loops & scanner.bit and tiles.asleep[tile] and tiles.state[tile] == LYING:
                count += 1
        return count

    async def end(self, heard):
        """End of a whole sweep: what was searched for in all of it and is still missing has been lifted.

        A few are asked for by name once more where they lay, of many the first if anybody was ``heard`` in the sweep:
        the air may have been drowned until a moment ago. So are all when the first answers, and when two names may
        have been heard as one.
        """
        tiles = self._tiles
        left = [tile for tile in self._searched if tiles.state[tile] == MISSING]
        for tile in left:
            if self._odd or len(left) <= FEW or heard and tile == left[0]:
                await self._focus.repeat(tile, tiles.heard)
                if tiles.any(tiles.now, tile):
                    self.found(tile)
                    self._odd = True
                    continue
                self._scanner.reader.check()
            tiles.leave(tile)
            self._lifted(tile)

    def found(self, tile):
        """A missing tile was heard: it may have been away, and then it is news even if it comes to lie as before."""
        if not self._tiles.confirmed[tile]:
            self._tiles.pose[tile] = None
        self._moving(tile)
