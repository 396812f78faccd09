"""What may be wrong with the readers and the loops: how it shows, what is tried against it, and what is told of it.

The base of ``Sensing``: the same task sweeps and looks after its own tools.
"""

import asyncio
import time

from table.drivers.pn5180 import ReaderError
from table.events import RECOVERED, TROUBLE
from table.once import seldom

from .settle import LYING, MISSING, MOVING

# More tiles than this are not taken away at a stroke.
_FEW = 3
# A reader that could not be recovered in this many steps is trouble.
_STEPS = 5
# One of the racks that could not in this many, five seconds, is given up: until then what it would tell is waited for.
_GIVEN_UP = 8
# After so long without any answer it is believed that more than a few tiles have been taken away at a stroke; a reader
# that hears nobody on a bare cloth is reset as often.
_MUTE_MS = 3000
# A loop that leaves so many hundredths of the voltage at an open antenna carries no current: its switch does not close.
_OPEN = 93


class Health:
    """What is known of the faults of one table's readers and loops, and who is told of them.

    ``_equip`` takes the tools and the knowledge of ``Sensing`` at its start. ``_racks`` are the Racks, if there
    are any, and ``reads`` the seats of those that can be read.
    """

    known = holds = None  # what only a bazaar on the cloth can tell (sensing.zone)
    dealt = 0

    @seldom
    def _equip(self, scanner, tiles, locator, rack_reader):
        self._scanner = scanner
        self._tiles = tiles
        self._locator = locator
        self._counts = (locator.rows, locator.columns)
        self._rack_reader = rack_reader
        self._racks = None
        self.reads = []
        self._listeners = []
        self._troubles = []
        self._dead = {}  # code of trouble: loops, or seats of racks
        self._wary = True  # a loop may be dead
        self._answers = self._mute = 0
        self._elsewhere = False  # a rack hears what should lie on the cloth
        self._heard_at = time.ticks_ms()

    def _tell(self, *event):
        for listener in self._listeners:
            listener(event)

    def _trouble(self, code, detail):
        if code not in self._troubles:
            self._troubles.append(code)
            self._tell(TROUBLE, time.ticks_ms(), code, detail)

    def _fine(self, code):
        if code in self._troubles:
            self._troubles.remove(code)
            self._tell(RECOVERED, time.ticks_ms(), code)

    @seldom
    async def _recover(self, reader, code, error):
        """Take the next step. Wait longer when the reader has been dead for a while."""
        try:
            reader.recover()
        except ReaderError:
            pass  # the next failure takes the next step
        if reader.failures >= _STEPS:
            self._trouble(code, str(error))
            if reader is self._rack_reader and reader.failures >= _GIVEN_UP:
                self.reads[:] = []
        await asyncio.sleep_ms(2 if reader.failures < _STEPS else 200)

    @seldom
    def _examine(self):
        """Find the loops that carry no current: from now on their silence says nothing.

        Such a loop leaves its reader the voltage of an open antenna (AGC value of RF_STATUS, PN5180 rev 4.0 section
        11.9). Blocks 40 ms. Raises ReaderError.
        """
        self._wary = False
        reader, racks = self._scanner.reader, self._racks
        rows, columns = self._counts
        grid, dead = rows + columns, []
        reader.prepare()
        reader.field(True)
        dead.extend(self._open_loops(reader, 0, grid))
        if racks is not None and "rack reader" not in self._troubles:
            reader = self._rack_reader
            try:
                reader.prepare()
                reader.field(True)
                dead.extend(self._open_loops(reader, grid, grid + len(racks.seats)))
                reader.field(False)
            except ReaderError:
                pass  # the next reading of a rack sees to it
            racks.out = [seat for place, seat in enumerate(racks.seats) if grid + place in dead]
            self.reads[:] = [seat for seat in racks.seats if seat not in racks.out]
            self._stands("rack", racks.out)
        self._stands("loop", [loop for loop in dead if loop < grid])
        masks = [0, 0]
        for loop in dead:
            if loop < grid:
                masks[loop >= rows] |= 1 << (loop - rows if loop >= rows else loop)
        self._locator.dead[:] = masks

    @seldom
    def _open_loops(self, reader, first, last):
        """Those of these loops of a reader that leave it the voltage of none at all."""
        loops, found, nothing = self._scanner.loops, [], 0
        for loop in range(first - 1, last):
            if loop < first:
                loops.off()
            else:
                loops.select(loop)
            time.sleep_us(loops.settle_us)
            looks = []
            for _ in range(2):  # a bit that turns over on the bus makes no dead loop
                state = reader._fetch(b"\x04\x1d", 4)
                if state[3] > 7:
                    raise ReaderError("forgot")
                looks.append(state[0] | (state[1] & 3) << 8)
            left = min(looks)
            if loop < first:
                nothing = max(looks)
            elif left * 100 >= nothing * _OPEN:
                found.append(loop)
        return found if 0 < nothing < 1000 else []  # else it was no reader that answered

    @seldom
    def _stands(self, code, found):
        """This trouble is with these loops or racks, or over where there are none."""
        detail = " ".join([str(number) for number in found])
        if self._dead.get(code, "") != detail:
            self._dead[code] = detail
            self._fine(code)
            if detail:
                self._trouble(code, detail)

    def _deaf(self):
        """Whether the sweep has proved nothing: the reader has heard nobody at all where tiles lay. Resets it then.

        That so many tiles are taken away at a stroke is believed only after a while.
        """
        tiles, reader, now = self._tiles, self._scanner.reader, time.ticks_ms()
        lying = [tile for tile in range(tiles.count) if tiles.state[tile] in (LYING, MISSING)]
        if reader.answers != self._answers:
            proven = not self._mute  # else it has been well for a part of the sweep only
            self._answers, self._heard_at, self._mute, self._elsewhere = reader.answers, now, 0, False
            if not proven:
                self._doubt_nothing()
            return not proven
        self._mute += 1
        late = time.ticks_diff(now, self._heard_at) > _MUTE_MS
        if lying and self._mute == 1 or late and not lying:
            self._heard_at = now
            reader.revive()
        if not lying or late or self._mute > 1 and (len(lying) <= _FEW or self._elsewhere):
            return False
        self._doubt_nothing()
        return True

    @seldom
    def _doubt_nothing(self):
        """What was not found while the reader may not have been well is taken to lie where it lay, if that is known."""
        tiles = self._tiles
        for tile in range(tiles.count):
            if tiles.state[tile] == MISSING:
                tiles.state[tile] = MOVING if tiles.pose[tile] is None else LYING
        self._fresh = [tile for tile in self._fresh if tiles.state[tile] != LYING]  # or nothing else would settle
