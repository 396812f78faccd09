"""One loop after the other: select, let its tags wake up, ask.

The field stays on while loops are switched. The guard time runs from the switch and is spent preparing the reader.
Axis 0 are the rows, axis 1 the columns; a loop of the grid is named by its axis and by its bit in a reading.
"""

import asyncio
import time

from table.once import seldom

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# How strongly loops are driven: strongest of all; so that tiles are found; lower, so that each loop hears less far.
STRONGEST = const(0)
HIGH = const(1)
LOW = const(2)
# The reader's level that is lower by about the same 3.2 dB, by the level at which a loop finds tiles (register 27 of
# the PN5180: 0, -0.2, -0.7, -1.7, -4.2, -4.9, -5.8, -7.7 dB at 5 V).
_LOWER = b"\x04\x04\x04\x05\x07\x07\x07\x07"


class Scanner:
    """A reader behind the loop selector. ``guard_us``: from the switch to the first request, bias settling included.

    ``axis`` and ``bit`` name the selected loop of a grid with so many ``rows``. ``radio``: the configuration's levels,
    if they are ever changed; ``own``: a byte a loop, the level at which it finds tiles, where they differ, else empty.
    All methods may raise ReaderError.
    """

    @seldom
    def __init__(self, reader, loops, guard_us, rows, radio=None, own=b""):
        self.reader = reader
        self._radio = radio
        self._own = own
        self._drive = HIGH
        self._level = -1
        self._loop = 0
        self.axis = 0
        self.bit = 0
        self._rows = rows
        self.loops = loops
        self._guard_us = max(guard_us, loops.settle_us)
        self._since = 0

    def select(self, axis, bit):
        """Switch to a loop of the grid, the one of the lowest bit set. Blocks 0.2 ms."""
        self.axis = axis
        self.bit = bit = bit & -bit
        loop = axis * self._rows
        while bit > 1:
            bit >>= 1
            loop += 1
        self.switch(loop)

    def switch(self, loop):
        """Switch to a loop by its number. Blocks 0.2 ms; its tags are ready at the next request."""
        self._loop = loop
        self.loops.select(loop)
        if self._own:
            self._set_level()
        self._since = time.ticks_us()
        self.reader.prepare()

    def drive(self, how):
        """Drive this loop and those selected from now on STRONGEST, HIGH or LOW. One frame where that is a change."""
        self._drive = how
        self._set_level()

    def _set_level(self):
        level, loop = self._radio["tx_level"], self._loop
        if loop < len(self._own) and self._own[loop] < 8:
            level = self._own[loop]
        if self._drive == STRONGEST:
            level = 0
        elif self._drive == LOW:
            level = self._radio.get("low_level", level) if level == self._radio["tx_level"] else _LOWER[level]
        if level != self._level:
            if level < self._level:
                self._since = time.ticks_us()  # what the weaker field did not feed has to wake up
            self._level = level
            self.reader.set_level(level)

    def ready(self):
        """Sleep until the tags of the selected loop are awake."""
        left = self._guard_us - time.ticks_diff(time.ticks_us(), self._since)
        if 0 < left <= self._guard_us:
            time.sleep_us(left)

    def ask(self, uid=None, bits=0, quiet=False):
        """One-slot inventory of the selected loop (see ``Pn5180.inventory``). Blocks at most 9 ms."""
        self.ready()
        return self.reader.inventory(uid, bits, quiet)

    async def census(self, found, quiet=False, enough=None):
        """Name all tags of the selected loop: ``found(uid)`` for each (see ``Pn5180.census``).

        ``enough()``: whether the rest may go unnamed; asked where one is given. True if some may have.
        """
        self.ready()
        for _ in self.reader.census(found, quiet):
            await asyncio.sleep_ms(0)
            if enough and enough():
                return True
        return False
