"""One loop after the other: select, let its tags wake up, ask.

The field stays on while loops are switched. The guard time runs from the switch and is spent preparing the reader.
Axis 0 are the rows, axis 1 the columns; a loop of the grid is named by its axis and by its bit in a reading.
"""

import asyncio
import time


class Scanner:
    """A reader behind the loop selector. ``guard_us``: from the switch to the first request, bias settling included.

    ``axis`` and ``bit`` name the selected loop of a grid with so many ``rows``. All methods may raise ReaderError.
    """

    def __init__(self, reader, loops, guard_us, rows):
        self.reader = reader
        self.axis = 0
        self.bit = 0
        self._rows = rows
        self._loops = loops
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
        self._loops.select(loop)
        self._since = time.ticks_us()
        self.reader.prepare()

    def ready(self):
        """Sleep until the tags of the selected loop are awake."""
        left = self._guard_us - time.ticks_diff(time.ticks_us(), self._since)
        if 0 < left <= self._guard_us:
            time.sleep_us(left)

    def ask(self, uid=None, bits=0, quiet=False):
        """One-slot inventory of the selected loop (see ``Pn5180.inventory``). Blocks at most 9 ms."""
        self.ready()
        return self.reader.inventory(uid, bits, quiet)

    async def census(self, found, quiet=False):
        """Name all tags of the selected loop: ``found(uid)`` for each (see ``Pn5180.census``)."""
        self.ready()
        for _ in self.reader.census(found, quiet):
            await asyncio.sleep_ms(0)
