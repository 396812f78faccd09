"""Hands on the controls: polls keys and knock pads and tells the events of them."""

import asyncio
from time import ticks_diff, ticks_ms

from table.once import seldom

from .drivers.keys import Presses
from .events import BUTTON, DOUBLE, KEY, KNOCK, LEFT, LONG, OK, RIGHT, SHORT, Feed

_POLL_MS = 20
_BOUNCE_MS = 10  # readings that are nearer would agree while a contact bounces
_KEYS = (("left", LEFT), ("right", RIGHT), ("ok", OK))


class Inputs(Feed):
    """Tells ``BUTTON``, ``KEY`` and ``KNOCK`` events.

    ``keys`` and ``knocks`` are drivers or None; ``bits`` is ``config["keys"]``: name of a key -> input of the register.
    """

    @seldom
    def __init__(self, keys, knocks, bits):
        Feed.__init__(self)
        self._keys = keys
        self._knocks = knocks
        self._presses = Presses(SHORT, LONG, DOUBLE)
        self._at = ticks_ms()
        self._meaning = [None] * 8
        for seat in range(4):
            if bits and "seat%d" % seat in bits:
                self._meaning[bits["seat%d" % seat]] = (BUTTON, seat)
        for name, key in _KEYS:
            if bits and name in bits:
                self._meaning[bits[name]] = (KEY, key)

    async def run(self):
        """Poll 50 times a second for ever."""
        while True:
            await asyncio.sleep_ms(_POLL_MS)
            self.look()

    def look(self):
        """Poll, unless that was done a moment ago. For whoever keeps the task waiting for more than 50 ms."""
        now = ticks_ms()
        if ticks_diff(now, self._at) >= _BOUNCE_MS:
            self.poll(now)

    def poll(self, now):
        """One reading of everything at ``now`` (ticks_ms)."""
        self._at = now
        if self._keys:
            for number, press in self._presses.feed(self._keys.read(), now):
                if self._meaning[number]:
                    kind, which = self._meaning[number]
                    self.tell((kind, now, which, press))
        if self._knocks:
            seat = self._knocks.feed(now)
            if seat is not None:
                self.tell((KNOCK, now, seat))
