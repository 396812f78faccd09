"""Knock pads: a piezo disc with a peak hold per seat, read by the ADC; only a double knock counts.

A slammed tile shakes all pads, so a knock is taken for the pad that swings highest by a clear margin, and a pass needs
two of them 150 to 600 ms apart on the same pad.
"""

from time import ticks_diff

THRESHOLD = 12000  # of 65535; a knuckle gives 20,000 to 50,000 on its own pad
FIRST_MS = 150
LAST_MS = 600


class Knocks:
    """``inputs``: one built ADC (``read_u16``) per seat."""

    def __init__(self, inputs):
        self._inputs = inputs
        self._high = -1  # pad whose knock has not died away yet
        self._seat = -1
        self._time = 0

    def feed(self, now):
        """Read the pads at ``now`` (ticks_ms); returns the seat of a double knock or None. Call every 10 to 25 ms."""
        best, seat, second = 0, -1, 0
        for number, pad in enumerate(self._inputs):
            level = pad.read_u16()
            if level > best:
                best, seat, second = level, number, best
            elif level > second:
                second = level
        if best < THRESHOLD:
            self._high = -1
            return None
        if self._high >= 0 or second * 2 > best:
            self._high = seat if self._high < 0 else self._high
            return None
        self._high = seat
        return self._knock(seat, now)

    def _knock(self, seat, now):
        gap = ticks_diff(now, self._time)
        if seat == self._seat and FIRST_MS <= gap <= LAST_MS:
            self._seat = -1
            return seat
        self._seat, self._time = seat, now
        return None
