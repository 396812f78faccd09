"""From sightings to settled tiles: what lies on the cloth, where, and who holds what.

One task sweeps the grid's loops without end. A tag that nobody expects makes its tile *fresh*: the sweep pauses for a
closer look at the loops around it (``focus``), and two readings in a row that are one place make it LAID. Tiles that
the referee confirms are told to stay quiet, so a sweep hears only news; ``audit`` looks after the silent ones. A tag
whose UID is not in the tile map is never a tile.

A pose whose angle is -1 is that of a tile with one readable tag, in doubt by 14 mm; such a tile is laid only after two
whole sweeps. An angle of 45, 135, 225 or 315 says that the loops cannot tell the quarter turns next to it apart.
"""

import asyncio
import time

from table.drivers.pn5180 import ANSWER, NOTHING, ReaderError
from table.events import ALL, LAID, LIFTED, MOVED
from table.once import forget, seldom

from .audit import FEW, Audit
from .focus import HALF, SETTLED, Focus
from .health import Health
from .locate import Locator
from .racks import Racks
from .settle import AWAY, FRESH, LYING, MISSING, MOVING, Tiles
from .sweep import Scanner

# The next tile probably comes near one of so many laid last: by then each end of the chain has mostly been played on.
_NEWEST = 8
# So many looks at half a tile leave it to whole sweeps; so many readings that fit no single tile are trouble.
_PATIENCE = 2
# So many sweeps at the start look everywhere for tiles that may lie there quiet.
_START = 2
# At most so many sweeps pass before a rack reader that failed is tried again.
_REST_SWEEPS = 20


class Sensing(Health):
    """The table's sense of touch.

    ``config`` is the board's configuration, ``grid_reader`` and ``rack_reader`` (None without racks) are Pn5180s,
    ``loops`` the selector, ``tile_map`` a TileMap. ``run`` is its task; everything else may be called any time from
    other tasks and returns at once. ``looks`` counts quarters of sweeps, ``sweeps`` whole ones; ``sweep_ms`` is the
    length of the last one that met nothing new. ``reads`` are the seats whose racks can be read, fewer while some of
    these are out of order.
    """

    @seldom
    def __init__(self, config, grid_reader, rack_reader, loops, tile_map):
        guard = config["radio"]["guard_us"]
        locator = Locator(config)
        counts = (locator.rows, locator.columns)
        tiles = Tiles(locator, tile_map.tiles)
        scanner = Scanner(grid_reader, loops, guard, counts[0], config["radio"], self._levels())
        self._equip(scanner, tiles, locator, rack_reader)
        self._map = tile_map
        self._focus = focus = Focus(scanner, tiles, tile_map, counts, self._note)
        self._audit = Audit(scanner, tiles, tile_map, focus, self._note, self._moving, self._lifted)
        self._rack_rest = 0
        if rack_reader is not None and config["racks"]:
            self._racks = Racks(
                Scanner(rack_reader, loops, guard, 0),
                config["racks"],
                counts[0] + counts[1],
                tile_map,
                self._tell_of_rack,
                self._lies,
                tiles.state,
            )
            self.reads.extend(config["racks"])
        self._fresh = []
        self._quieten = []
        self._strangers = []
        self._ever = 0  # tiles heard on the cloth since the start
        self._odd = bytearray(tile_map.tiles)
        self._halves = bytearray(tile_map.tiles)
        self.looks = 0
        self._passed = 0  # what lay there before ``looks`` was this number has been heard
        self._hurried = False
        self.sweeps = 0
        self.sweep_ms = 0

    @seldom
    def _levels(self):
        """The level that each loop needs to find tiles, as calibrated; empty if it was not. 255: the loop is dead."""
        try:
            with open("/loops.bin", "rb") as file:
                return file.read()
        except OSError:
            return b""

    # -- what others ask ------------------------------------------------------------------------------------------

    def subscribe(self, listener):
        """Call ``listener(event)`` with every physical event of the cloth and the racks from now on (table.events)."""
        self._listeners.append(listener)

    def confirm(self, tile):
        """The tile belongs to the chain: make it quiet and look after it."""
        if self._tiles.state[tile] != AWAY:
            self._tiles.confirmed[tile] = 1
            self._quieten.append(tile)

    def release(self, tile):
        """The tile does not belong to the chain any more; it is not made quiet again."""
        self._tiles.confirmed[tile] = 0

    @seldom
    def release_all(self):
        """Release every tile."""
        for tile in range(self._tiles.count):
            self.release(tile)

    def watch_racks(self, which):
        """Which racks are read in the gaps: ALL, a seat, or NONE. A deal is the time to look for dead loops."""
        self._wary = self._wary or which == ALL
        if self._racks is not None:
            self._racks.watch(which)

    def on_cloth(self):
        """``[(tile, pose)]`` of the tiles at rest on the cloth, by tile."""
        tiles = self._tiles
        return [(tile, tiles.pose[tile]) for tile in range(tiles.count) if tiles.state[tile] == LYING]

    @seldom
    def unheard(self):
        """Tiles of which nothing has been heard since the start: neither on the cloth nor in a rack."""
        ever = self._ever | (self._racks.ever if self._racks is not None else 0)
        return [tile for tile in range(self._tiles.count) if not ever >> tile & 1]

    @property
    def empty(self):
        """Whether nothing is heard on the cloth, not even on its way."""
        return self.empty_but(0)

    def empty_but(self, mask):
        """As ``empty``, of all tiles but those of a mask."""
        states = self._tiles.state
        return not any([states[tile] and not mask >> tile & 1 for tile in range(self._tiles.count)])

    def hurry_racks(self):
        """Read the watched rack in the next gap, not when its time comes."""
        if self._racks is not None:
            self._racks.hurry()

    def rack(self, seat, surely=False):
        """Sorted tiles that were last heard in a seat's rack; surely: also by its last whole reading."""
        return self._racks.tiles(seat, surely) if self._racks is not None else []

    def rack_read(self, seat):
        """Ticks at the start of the last reading of a seat's rack, or None: what had come by then is known."""
        return self._racks.read_at.get(seat) if self._racks is not None else None

    @property
    def ready(self):
        """Whether what lay on the cloth at the start has been found, quiet tiles included."""
        return self.sweeps >= _START and not self._fresh

    def known_since(self, looks):
        """Whether what lay on the cloth when ``looks`` was this number has all been heard and is at rest.

        Every tile is heard by all rows asked once, and by all columns: two quarters of a sweep with one between them.
        Those that are confirmed may still be pushed.
        """
        known = looks < self._passed or self.looks - looks >= 4
        return known and not self.coming()

    def coming(self):
        """Tiles that are heard on the cloth, have not come to rest, and were not confirmed."""
        return [tile for tile in self._fresh if not self._tiles.confirmed[tile]]

    def hurry(self, looks):
        """Somebody waits for ``known_since(looks)``: make it known soon."""
        self._hurried = self.looks - looks < 4 and looks >= self._passed

    def search(self, tile):
        """Make sure soon whether the tile lies where it is thought to."""
        if tile not in self._audit.wanted:
            self._audit.wanted.append(tile)

    def keep_asking(self, mask):
        """Ask for these tiles, as long as they lie there, once after every sweep: 8 ms each."""
        self._audit.always = mask

    def answered(self, tile, t):
        """Whether a tile that lies on the cloth at rest has been heard there since ``t`` (ticks)."""
        return self._tiles.state[tile] == LYING and time.ticks_diff(self._tiles.since[tile], t) >= 0

    @seldom
    def renew(self, tile):
        """Forget where an unconfirmed tile is: heard again it is LAID or TO_RACK anew, else there is no news."""
        tiles = self._tiles
        if self._racks is not None:
            self._racks.take(tile)
        if tiles.state[tile] == MOVING:
            tiles.state[tile] = FRESH
        elif tiles.state[tile] not in (FRESH, AWAY):
            tiles.leave(tile)
        tiles.clear(tiles.now, tile)
        tiles.pose[tile] = None

    # -- news -----------------------------------------------------------------------------------------------------

    def _tell_of_rack(self, kind, seat, tile):
        self._tell(kind, time.ticks_ms(), seat, tile)

    def _lies(self, tile):
        """Is the tile on the cloth? If it is said to be elsewhere, see to it."""
        if self._tiles.state[tile] == AWAY:
            self._tiles.asleep[tile] = 0
            return False
        self.search(tile)
        self._elsewhere = True
        return True

    def _unsettled(self, tile, state):
        """A tile is heard where it was not at rest."""
        self._tiles.state[tile] = state
        self._tiles.since[tile] = time.ticks_ms()
        self._tiles.clear(self._tiles.last, tile)
        if tile not in self._fresh:
            self._fresh.append(tile)

    def _moving(self, tile):
        self._unsettled(tile, MOVING)

    def _lifted(self, tile):
        self._tiles.pose[tile] = None
        self.release(tile)
        if tile in self._fresh:
            self._fresh.remove(tile)
        self._tell(LIFTED, time.ticks_ms(), tile)

    def _note(self, uid, quiet=False):
        """A tag answered in the selected loop. Returns whether it is a tile's."""
        tag = self._map.find(uid)
        if tag < 0:
            self._strangers.append(bytes(uid))
            return False
        tiles = self._tiles
        tile, mine = tag >> 1, 1 << (tag & 1)
        self._ever |= 1 << tile
        strip = 2 * tag + self._scanner.axis
        bit = self._scanner.bit
        tiles.now[strip] |= bit
        state = tiles.state[tile]
        if quiet:
            tiles.asleep[tile] |= mine
        elif state not in (AWAY, FRESH) or len(self._fresh) > FEW:
            # That one which comes is awake it says when it is asked by name, unless there are too many: see Focus.poll.
            # What was heard here may be a ghost, and the tile, still quiet, in a hand.
            tiles.asleep[tile] &= ~mine
        if state == AWAY:
            self._unsettled(tile, FRESH)
        elif state == LYING:
            loops = tiles.heard[strip]
            if not (loops | loops << 1 | loops >> 1) & bit:
                self._moving(tile)
            elif tiles.confirmed[tile] and not quiet:
                tiles.since[tile] = time.ticks_ms()
                self._quieten.append(tile)
        elif state == MISSING:
            self._audit.found(tile)
        return True

    # -- the task -------------------------------------------------------------------------------------------------

    async def run(self):
        """Sweep for ever. Reader errors are recovered from here; whatever else is raised goes to the supervisor."""
        tiles = self._tiles
        for tile in range(tiles.count):
            # Tiles may lie there quiet since before a reset.
            tiles.asleep[tile] = 3
            tiles.leave(tile)
        while True:
            try:
                if self._wary:
                    self._examine()
                await (self._sweep() if self.sweeps else self._look())
                await self._after()
                self._fine("grid reader")
            except ReaderError as error:
                self._doubt_nothing()
                await self._recover(self._scanner.reader, "grid reader", error)
                continue
            if self._rack_rest:
                # A dead reader is tried again now and then only, the cloth comes first.
                self._rack_rest -= 1
            elif self._racks is not None:
                try:
                    if await self._racks.gap(self._audit.suspects):
                        self._wary = self._wary or self._racks.doubtful or "rack reader" in self._troubles
                        self._racks.doubtful = False
                        self._fine("rack reader")
                except ReaderError as error:
                    await self._recover(self._rack_reader, "rack reader", error)
                    self._rack_rest = min(self._rack_reader.failures, _REST_SWEEPS)

    @seldom
    def _look(self):
        """The first sweep, a coroutine: name whatever lies on the cloth."""
        from .blind import look

        forget("table.sensing.blind")
        return look(self)

    async def _sweep(self):
        """Ask every loop of the grid once, and look closer where there is news."""
        tiles, scanner, audit, start = self._tiles, self._scanner, self._audit, time.ticks_ms()
        for tile in range(tiles.count):
            tiles.clear(tiles.now, tile)
        missing = audit.begin()
        silent = not audit.suspects
        for axis, index in self._order():
            enough = self.sweeps >= _START and self._come
            while True:
                scanner.select(axis, 1 << index)
                result, cut = scanner.ask(), False
                # A name that nobody has may be two that were heard as one (their bits merge): tell them apart.
                if result != NOTHING and not (result == ANSWER and self._note(scanner.reader.uid)):
                    cut = await scanner.census(self._note, False, enough)
                silent = silent and result == NOTHING
                # What has come to lie there every other row finds in two sweeps. It settles only where all hear it.
                everywhere = missing or self._fresh or self.sweeps < _START
                if audit.suspects and (everywhere or not axis and index + self.sweeps & 1):
                    await audit.search()
                if self._fresh or self._quieten or self._strangers:
                    await self._news()
                elif index & 2:
                    await asyncio.sleep_ms(0)
                if not cut:
                    break
                enough = None  # now for the others that this loop hears
        if missing:
            self._answers = scanner.reader.answers
            await audit.call_witness()
        if not self._deaf():
            await audit.end(not self._mute)
        self.sweeps += 1
        if silent:
            self.sweep_ms = time.ticks_diff(time.ticks_ms(), start)

    def _order(self):
        """Yield (axis, index) of all loops: every other row, every other column, then the rest.

        So some of the neighbours that hear a tile is asked soon. In between all loops of an axis, when ``hurry`` asks
        for it: the one along which the newest tile, which may be awake, needs no census.
        """
        reader = self._scanner.reader
        for quarter in range(4):
            for index in range(quarter >> 1, self._counts[quarter & 1], 2):
                if self._hurried:
                    self.looks += 1
                    began, newest, heard = self.looks, 4 * self._audit.newest, self._tiles.heard
                    axis = 1 if heard[newest] & heard[newest + 2] else 0
                    for other in range(self._counts[axis]):
                        yield axis, other
                    reader.check()
                    self._passed = began
                    self._hurried = False
                yield quarter & 1, index
            # Nothing is concluded from the silence of a reader that has lost its mind.
            reader.check()
            self.looks += 1

    def _come(self):
        """Whether a tile that was away has come here: a closer look is worth more now than its other name."""
        tiles, tile = self._tiles, self._fresh[0] if len(self._fresh) == 1 else -1
        if tile < 0 or tiles.state[tile] != FRESH or not tiles.alone(tile):
            return False
        i = 4 * tile + self._scanner.axis
        if not (tiles.now[i] | tiles.now[i + 2]) & self._scanner.bit:
            return False  # what was taken for two answers is noise
        self._focus.both(tile)  # nobody else has answered here; the second reading calls each by its name
        return True

    async def _news(self):
        """Deal with what the last loop brought: strangers, fresh tiles, tiles to be made quiet."""
        await asyncio.sleep_ms(0)
        while self._strangers:
            # Not a tile, and it would cost an anticollision in every sweep.
            self._scanner.reader.silence(self._strangers.pop())
        if len(self._fresh) <= FEW and self.sweeps:  # at the start there are many
            confirmed = self._tiles.confirmed
            # Nobody waits for where a tile of the chain has been pushed to.
            for tile in [tile for tile in self._fresh if not confirmed[tile]] + [
                tile for tile in self._fresh if confirmed[tile]
            ]:
                # A tile that shows only one half is left to whole sweeps, which hear it wherever else it may be.
                if self._halves[tile] < _PATIENCE:
                    result = await self._focus.settle(tile)
                    if result == SETTLED:
                        if not any([state == LYING for state in self._tiles.state]):
                            await self._focus.exactly(tile)  # the first tile alone has nothing beside it
                        self._settled(tile, True)
                        await asyncio.sleep_ms(0)  # whoever judges it waits for no loop
                    elif result == HALF:
                        self._halves[tile] += 1
                        self._wary = self._wary or self._halves[tile] == _PATIENCE
        while self._quieten:
            await self._silence(self._quieten.pop(0))

    def _settled(self, tile, looked=False):
        """Two readings of a tile agree: tell it if they are a place for a tile, and a new one. See ``Tiles.settle``.

        Fresh tiles are looked at in the order of their first sighting, so they come out in that order.
        """
        tiles = self._tiles
        state, old = tiles.state[tile], tiles.pose[tile]
        pose = tiles.settle(tile, looked)
        if pose is None:
            self._misfit(tile)
            return
        if self._odd[tile]:
            self._fine("tile")
        self._odd[tile] = self._halves[tile] = 0
        self._fresh.remove(tile)
        if tiles.confirmed[tile]:
            self._quieten.append(tile)
        if state == FRESH:
            self._audit.newest = tile
            self._focus.newest.insert(0, tile)
            del self._focus.newest[_NEWEST:]
            source = self._racks.take(tile) if self._racks is not None else None
            if source is None:
                # Drawn and laid before its rack was read? Others drawn with it may be there now.
                self.hurry_racks()
            self._tell(LAID, tiles.since[tile], tile, pose, source)
        elif old is None or tiles.moved(old, pose):
            self._tell(MOVED, tiles.since[tile], tile, pose)

    @seldom
    def _misfit(self, tile):
        """What was heard of a tile is no place for one: two tags of one name, or a loop may be dead."""
        self._tiles.clear(self._tiles.now, tile)
        self._halves[tile] = _PATIENCE  # whole sweeps hear where else it may be
        self._odd[tile] += 1
        if self._odd[tile] >= _PATIENCE:
            self._odd[tile] = _PATIENCE
            self._trouble("tile", tile)
        else:
            self._wary = True

    async def _silence(self, tile):
        """Make both tags of a confirmed tile quiet where they are heard. Whether it worked shows in the next sweep."""
        tiles, i = self._tiles, 4 * tile
        axis = 0 if tiles.heard[i] and tiles.heard[i + 2] else 1
        both = tiles.heard[i + axis] & tiles.heard[i + 2 + axis]
        for half in (0, 1):
            loops = both or tiles.heard[i + 2 * half + axis]
            awake = tiles.confirmed[tile] and tiles.state[tile] == LYING and not tiles.asleep[tile] >> half & 1
            if loops and awake:
                self._scanner.select(axis, loops)
                self._scanner.ready()
                self._scanner.reader.silence(self._map.uid(2 * tile + half))
                tiles.asleep[tile] |= 1 << half
                await asyncio.sleep_ms(0)

    async def _after(self):
        """Between sweeps: settle what whole sweeps have read, then look after the silent tiles."""
        tiles = self._tiles
        for tile in range(tiles.count):
            state = tiles.state[tile]
            heard = tiles.any(tiles.now, tile)
            if state in (FRESH, MOVING):
                if heard and tiles.difference(tiles.last, tiles.now, tile) <= 2:
                    self._settled(tile)
                elif heard:
                    tiles.keep(tile)
                elif state == MOVING:
                    tiles.state[tile] = MISSING
                    self._halves[tile] = 0  # once it is found it is looked at again
                elif self._halves[tile] == _PATIENCE:
                    self._halves[tile] += 1  # looked at in vain; from now on whole sweeps hear it
                else:
                    # Heard, and never came to rest.
                    tiles.leave(tile)
                    self._halves[tile] = 0
                    self._fresh.remove(tile)
            elif state == LYING and not tiles.asleep[tile]:
                if not heard:
                    await self._audit.doubt(tile)
                elif tiles.difference(tiles.heard, tiles.now, tile):
                    # Pushed a little since it was laid, if the next sweep hears the same.
                    if tiles.difference(tiles.last, tiles.now, tile):
                        tiles.keep(tile)
                    else:
                        self._moving(tile)
                        self._settled(tile)
        await self._audit.some()
