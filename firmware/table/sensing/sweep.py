"""One loop after the other: select, let its tags wake up, ask.

The field stays on while loops are switched. The guard time runs from the switch and is spent preparing the reader.
"""

import asyncio
import time

from table.drivers.pn5180 import ReaderError


class Scanner:
    """A reader behind the loop selector. ``guard_us``: from the switch to the first request, bias settling included.

    ``asks`` counts requests, for the figures. All methods may raise ReaderError.
    """

    def __init__(self, reader, loops, guard_us):
        self.reader = reader
        self._loops = loops
        self._guard_us = max(guard_us, loops.settle_us)
        self._since = None

    def select(self, loop):
        """Switch to a loop. Blocks 0.2 ms; tags are ready at the next request."""
        self._loops.select(loop)
        self._since = time.ticks_us()
        self.reader.prepare()

    def _guard(self):
        if self._since is not None:
            left = self._guard_us - time.ticks_diff(time.ticks_us(), self._since)
            if left > 0:
                time.sleep_us(left)
            self._since = None

    def ask(self, uid=None, bits=0, quiet=False):
        """One-slot inventory of the selected loop (see ``Pn5180.inventory``). Blocks at most 9 ms."""
        self._guard()
        return self.reader.inventory(uid, bits, quiet)

    async def census(self, found, quiet=False):
        """Name all tags of the selected loop: ``found(uid)`` for each (see ``Pn5180.census``)."""
        self._guard()
        for _ in self.reader.census(found, quiet):
            await asyncio.sleep_ms(0)

    def silence(self, uid):
        """Make one tag of the selected loop persistently quiet. Blocks 6 ms."""
        self._guard()
        self.reader.silence(uid)

    def wake(self, uid):
        """End the quiet of one tag of the selected loop. Blocks 8 ms."""
        self._guard()
        return self.reader.wake(uid)


class Health:
    """Keeps a reader going: one more step of recovery per failure, TROUBLE after some, RECOVERED when it is over."""

    _PATIENCE = 5

    def __init__(self, reader, code, trouble, recovered):
        self._reader = reader
        self._code = code
        self._trouble = trouble
        self._recovered = recovered
        self.failures = 0

    async def failed(self, error):
        """Take the next step. Waits longer when the reader has been dead for a while."""
        self.failures += 1
        if self.failures == self._PATIENCE:
            self._trouble(self._code, str(error))
        try:
            self._reader.recover()
        except ReaderError:
            pass  # the next failure takes the next step
        await asyncio.sleep_ms(2 if self.failures < self._PATIENCE else 200)

    def fine(self):
        """The reader did a whole piece of work."""
        if self.failures >= self._PATIENCE:
            self._recovered(self._code)
        self.failures = 0
