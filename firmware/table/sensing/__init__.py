"""From sightings to settled tiles: what lies on the cloth, where, and who holds what.

One task sweeps the grid's loops without end. A tag that nobody expects makes its tile *fresh*: the sweep pauses for a
closer look at the loops around it (``focus``), and two readings in a row that are one place make it LAID. Tiles that
the referee confirms are told to stay quiet, so a sweep hears only news; ``audit`` looks after the silent ones. A tag
whose UID is not in the tile map is never a tile.
"""

import asyncio
import time

from table.drivers.pn5180 import ANSWER, NOTHING, ReaderError
from table.events import LAID, LIFTED, MOVED, RECOVERED, TROUBLE

from .audit import PERSIST_MS, Audit
from .focus import HALF, SETTLED, Focus, index_of
from .locate import Locator
from .racks import Racks
from .settle import AWAY, FRESH, LYING, MISSING, MOVING, Tiles
from .sweep import Health, Scanner

# More fresh tiles than this are read by whole sweeps instead of one by one.
_FEW = 3
# Whole sweeps after which a fresh tile that is not heard any more is forgotten, and one that fits no place is reported.
_PATIENCE = 2
# At most so many sweeps pass before a rack reader that failed is tried again.
_REST_SWEEPS = 20


class Sensing:
    """The table's sense of touch.

    ``config`` is the board's configuration, ``grid_reader`` and ``rack_reader`` (None without racks) are Pn5180s,
    ``loops`` the selector, ``tile_map`` a TileMap. ``run`` is its task; everything else may be called any time from
    other tasks and returns at once. ``sweeps`` counts whole sweeps, ``sweep_ms`` is the length of the last one that met
    nothing new.
    """

    def __init__(self, config, grid_reader, rack_reader, loops, tile_map):
        guard = config["radio"]["guard_us"]
        self._map = tile_map
        self._locator = locator = Locator(config)
        self._rows = locator.rows
        self._grid = locator.rows + locator.columns
        self._tiles = Tiles(locator, tile_map.tiles)
        self._scanner = Scanner(grid_reader, loops, guard)
        self._axis = 0
        self._bit = 0
        self._focus = Focus(
            self._scanner, self._tiles, tile_map, locator.rows, locator.columns, self._select, self._note
        )
        self._audit = Audit(
            self._scanner, self._tiles, tile_map, self._focus, self._select, self._note, self._moving, self._lifted
        )
        self._health = Health(grid_reader, "grid reader", self._trouble, self._recovered)
        self._racks = None
        self._rack_rest = 0
        if rack_reader is not None and config["racks"]:
            self._racks = Racks(
                Scanner(rack_reader, loops, guard), config["racks"], self._grid, tile_map, self._rack_news, self._lies
            )
            self._rack_health = Health(rack_reader, "rack reader", self._trouble, self._recovered)
        self._listeners = []
        self._visited = [0] * self._grid
        self._fresh = []
        self._quieten = []
        self._strangers = []
        self._ready = []
        self._odd = bytearray(tile_map.tiles)
        self._halves = bytearray(tile_map.tiles)
        self._quiet_sweep = True
        self.sweeps = 0
        self.sweep_ms = 0

    # -- what others ask ------------------------------------------------------------------------------------------

    def subscribe(self, listener):
        """Call ``listener(event)`` with every physical event of the cloth and the racks from now on (table.events)."""
        self._listeners.append(listener)

    def confirm(self, tile):
        """The tile belongs to the chain: make it quiet and look after it."""
        if self._tiles.state[tile] != AWAY:
            self._tiles.confirmed[tile] = 1
            if tile not in self._quieten:
                self._quieten.append(tile)

    def release(self, tile):
        """The tile does not belong to the chain any more; it is not made quiet again."""
        self._tiles.confirmed[tile] = 0
        if tile in self._quieten:
            self._quieten.remove(tile)

    def release_all(self):
        """Release every tile."""
        for tile in range(self._tiles.count):
            self._tiles.confirmed[tile] = 0
        self._quieten.clear()

    def watch_racks(self, which):
        """Which racks are read in the gaps: ALL, a seat, or NONE."""
        if self._racks is not None:
            self._racks.watch(which)

    def on_cloth(self):
        """``[(tile, pose)]`` of the tiles at rest on the cloth, by tile."""
        tiles = self._tiles
        return [(tile, tiles.pose[tile]) for tile in range(tiles.count) if tiles.state[tile] == LYING]

    def rack(self, seat):
        """Sorted tiles that were last heard in a seat's rack."""
        return self._racks.tiles(seat) if self._racks is not None else []

    def rack_read(self, seat):
        """Ticks at the end of the last whole reading of a seat's rack, or None."""
        return self._racks.read_at.get(seat) if self._racks is not None else None

    @property
    def ready(self):
        """Whether what lay on the cloth at the start has been found, quiet tiles included."""
        return self.sweeps > 2 and not self._fresh

    def search(self, tile):
        """Make sure soon whether the tile lies where it is thought to."""
        if tile not in self._audit.wanted:
            self._audit.wanted.append(tile)

    # -- news -----------------------------------------------------------------------------------------------------

    def _tell(self, *event):
        for listener in self._listeners:
            listener(event)

    def _trouble(self, code, detail):
        self._tell(TROUBLE, time.ticks_ms(), code, detail)

    def _recovered(self, code):
        self._tell(RECOVERED, time.ticks_ms(), code)

    def _rack_news(self, kind, seat, tile):
        self._tell(kind, time.ticks_ms(), seat, tile)

    def _lies(self, tile):
        """Is the tile on the cloth? If it is said to be elsewhere, see to it."""
        if self._tiles.state[tile] == AWAY:
            self._tiles.asleep[tile] = 0
            return False
        self.search(tile)
        return True

    def _moving(self, tile):
        """A lying tile is heard elsewhere."""
        self._tiles.state[tile] = MOVING
        self._tiles.first[tile] = time.ticks_ms()
        self._tiles.clear(self._tiles.last, tile)
        if tile not in self._fresh:
            self._fresh.append(tile)

    def _lifted(self, tile):
        self._tiles.pose[tile] = None
        self._tiles.confirmed[tile] = 0
        if tile in self._fresh:
            self._fresh.remove(tile)
        self._tell(LIFTED, time.ticks_ms(), tile)

    # -- sightings ------------------------------------------------------------------------------------------------

    def _select(self, axis, index):
        self._axis = axis
        self._bit = 1 << index
        self._scanner.select(index if not axis else self._rows + index)

    def _note(self, uid, quiet=False):
        """A tag answered in the selected loop."""
        tag = self._map.find(uid)
        if tag < 0:
            self._strangers.append(bytes(uid))
            return
        tiles = self._tiles
        tile, half = tag >> 1, tag & 1
        strip = 2 * half + self._axis
        tiles.now[4 * tile + strip] |= self._bit
        if quiet:
            tiles.asleep[tile] |= 1 << half
        elif tiles.asleep[tile] >> half & 1:
            tiles.asleep[tile] ^= 1 << half
        state = tiles.state[tile]
        if state == AWAY:
            tiles.state[tile] = FRESH
            tiles.clear(tiles.last, tile)
            tiles.first[tile] = time.ticks_ms()
            tiles.before[tile] = self._visited[self._axis * self._rows + index_of(self._bit)]
            self._fresh.append(tile)
        elif state == LYING:
            if not tiles.near(tile, strip, self._bit):
                self._moving(tile)
            elif tiles.confirmed[tile] and not quiet and tile not in self._quieten:
                self._quieten.append(tile)
        elif state == MISSING:
            self._moving(tile)

    # -- the task -------------------------------------------------------------------------------------------------

    async def run(self):
        """Sweep for ever. Reader errors are recovered from here; whatever else is raised goes to the supervisor."""
        tiles = self._tiles
        for tile in range(tiles.count):
            # Tiles may lie there quiet since before a reset.
            tiles.asleep[tile] = 3
            tiles.until[tile] = time.ticks_add(time.ticks_ms(), PERSIST_MS)
        while True:
            try:
                await self._sweep()
                await self._after()
                self._health.fine()
            except ReaderError as error:
                await self._health.failed(error)
                continue
            if self._racks is not None:
                await self._read_racks()

    async def _read_racks(self):
        """Read a rack if one is due; a dead reader is tried again now and then only, the cloth comes first."""
        if self._rack_rest:
            self._rack_rest -= 1
            return
        try:
            if await self._racks.gap(self._audit.searching()):
                self._rack_health.fine()
        except ReaderError as error:
            await self._rack_health.failed(error)
            self._rack_rest = min(self._rack_health.failures, _REST_SWEEPS)

    async def _sweep(self):
        """Ask every loop of the grid once, and look closer where there is news."""
        tiles, start = self._tiles, time.ticks_ms()
        for tile in range(tiles.count):
            tiles.clear(tiles.now, tile)
        self._quiet_sweep = True
        self._audit.begin()
        for loop in range(self._grid):
            if loop < self._rows:
                self._select(0, loop)
            else:
                self._select(1, loop - self._rows)
            await self._listen()
            self._visited[loop] = time.ticks_ms()
            if self._audit.searching():
                await self._audit.search(self._axis, self._bit)
            if self._fresh or self._quieten or self._strangers:
                await self._news()
            elif loop & 1:
                await asyncio.sleep_ms(0)
        # Nothing is concluded from the silence of a reader that has lost its mind.
        self._scanner.reader.check()
        self._audit.end()
        self.sweeps += 1
        if self._quiet_sweep and not self._audit.searching():
            self.sweep_ms = time.ticks_diff(time.ticks_ms(), start)

    async def _listen(self):
        """Who is in the selected loop?"""
        result = self._scanner.ask()
        if result == ANSWER:
            self._note(self._scanner.reader.uid)
        elif result != NOTHING:
            await self._scanner.census(self._note)
        if result != NOTHING:
            self._quiet_sweep = False

    async def _news(self):
        """Deal with what the last loop brought: strangers, fresh tiles, tiles to be made quiet."""
        await asyncio.sleep_ms(0)
        while self._strangers:
            # Not a tile, and it would cost an anticollision in every sweep.
            self._scanner.silence(self._strangers.pop())
        if len(self._fresh) <= _FEW:
            for tile in list(self._fresh):
                if self._halves[tile] < _PATIENCE:
                    await self._look(tile)
            self._announce()
        while self._quieten:
            await self._silence(self._quieten.pop(0))

    async def _look(self, tile):
        """A closer look at a fresh tile. One that shows only one half is left to whole sweeps, which hear it wherever
        else it may be too."""
        result = await self._focus.settle(tile)
        if result == SETTLED:
            self._settled(tile)
        elif result == HALF:
            self._halves[tile] += 1

    def _settled(self, tile):
        """Two readings of a tile agree: announce it if they are a place for a tile, and a new one."""
        tiles = self._tiles
        state, old = tiles.state[tile], tiles.pose[tile]
        pose = tiles.settle(tile)
        if pose is None:
            tiles.clear(tiles.now, tile)
            self._odd[tile] = min(self._odd[tile] + 1, _PATIENCE + 1)
            if self._odd[tile] == _PATIENCE:
                self._trouble("tile", tile)
            return
        if self._odd[tile] >= _PATIENCE:
            self._recovered("tile")
        self._odd[tile] = self._halves[tile] = 0
        self._fresh.remove(tile)
        if state == FRESH:
            self._ready.append((self._came(tile), LAID, tile, pose))
        elif tiles.moved(old, pose):
            self._ready.append((tiles.first[tile], MOVED, tile, pose))
        if tiles.confirmed[tile]:
            self._quieten.append(tile)

    def _came(self, tile):
        """Ticks at which a tile most likely came: between the last time that one of its loops was silent and the
        first that one of them was not."""
        tiles, i = self._tiles, 4 * tile
        first, before = tiles.first[tile], tiles.before[tile]
        for axis in (0, 1):
            rest = tiles.heard[i + axis] | tiles.heard[i + 2 + axis]
            while rest:
                bit = rest & -rest
                rest ^= bit
                seen = self._visited[axis * self._rows + index_of(bit)]
                if time.ticks_diff(seen, before) > 0 and time.ticks_diff(first, seen) > 0:
                    before = seen
        return time.ticks_add(before, time.ticks_diff(first, before) // 2)

    def _announce(self):
        """Tell what is ready, in the order in which it happened."""
        while self._ready:
            first = 0
            for n in range(1, len(self._ready)):
                if time.ticks_diff(self._ready[n][0], self._ready[first][0]) < 0:
                    first = n
            t, kind, tile, pose = self._ready.pop(first)
            if kind == LAID:
                source = self._racks.take(tile) if self._racks is not None else None
                self._audit.newest = tile
                self._tell(LAID, t, tile, pose, source)
            else:
                self._tell(MOVED, t, tile, pose)

    async def _silence(self, tile):
        """Make both tags of a tile quiet where they are heard. Whether it worked shows in the next sweep."""
        tiles, i = self._tiles, 4 * tile
        for half in (0, 1):
            loops = tiles.heard[i + 2 * half]
            if tiles.state[tile] != LYING or not loops or tiles.asleep[tile] >> half & 1:
                continue
            both = loops & tiles.heard[i + 2 - 2 * half]
            bit = both & -both if both else loops & -loops
            if self._axis or self._bit != bit:
                self._select(0, index_of(bit))
            self._scanner.silence(self._map.uid(2 * tile + half))
            tiles.asleep[tile] |= 1 << half
            await asyncio.sleep_ms(0)

    async def _after(self):
        """Between sweeps: settle what whole sweeps have read, then look after the silent tiles."""
        tiles = self._tiles
        for tile in range(tiles.count):
            state = tiles.state[tile]
            heard = tiles.any(tiles.now, tile)
            if state in (FRESH, MOVING):
                if heard and tiles.agree(tiles.last, tiles.now, tile):
                    self._settled(tile)
                elif heard:
                    tiles.copy(tiles.now, tiles.last, tile)
                elif state == FRESH:
                    self._forget(tile)
                else:
                    tiles.state[tile] = MISSING
            elif state == LYING and not heard and not tiles.asleep[tile]:
                await self._audit.doubt(tile)
        self._announce()
        await self._audit.some()

    def _forget(self, tile):
        """A tile that was heard and never came to rest."""
        self._tiles.state[tile] = AWAY
        self._halves[tile] = 0
        self._fresh.remove(tile)
