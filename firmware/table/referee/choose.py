"""The tile that the table has missed, chosen with the keys under the display: loaded while a choice is open.

Any key opens it, left and right turn the pages, ok takes what is shown. Most likely first: where racks are read, the
tiles of the seat on turn that are in its rack no more; where hands are unknown, every tile that nobody has shown, those
last of which the seat has said by a pass that it holds none. Only what fits an end is shown.
"""

import time

from table import events
from table.referee import acts
from table.referee.record import STOCK

_OPEN_MS = 20000  # without a key the choice is closed
_READ_MS = 3000  # in which the rack of the seat on turn has been read twice
_READINGS = 2  # that do not hear a tile, until it counts as gone from its rack


class Choice:
    """A choice on a TableReferee, whose ``choice`` it is until it is over.

    Attributes:
        options: [(tile, end)], the most likely first; None while the rack is read. index: of the one that is shown.
    """

    def __init__(self, referee, now):
        self._referee = referee
        self._since = self._touched = now
        self._count = referee.record.count
        self.seat = referee.record.turn
        self.options, self.index = None, 0
        self._readings, self._from = 0, now
        self._read_all()

    def look(self, now):
        """Look at the clock and at what has been read."""
        record = self._referee.record
        gone_on = record.count != self._count or record.turn != self.seat
        if gone_on or time.ticks_diff(now, self._touched) > _OPEN_MS:
            self.over()
        elif self.options is None and (self._read() or time.ticks_diff(now, self._since) > _READ_MS):
            self.options = self._likely()
            self._show()

    def over(self):
        """The choice is over."""
        self._referee.choice = None
        self._referee.tell("choice", None, None, None, None)

    def _read(self):
        """Whether the rack of the seat on turn has been read often enough since the choice was opened."""
        if self.seat not in self._referee.racks:
            return True
        read = self._referee.sensing.rack_read(self.seat)
        if read is not None and time.ticks_diff(read, self._from) >= 0:
            self._readings, self._from = self._readings + 1, self._referee.now()
            if self._readings < _READINGS:
                self._read_all()
        return self._readings == _READINGS

    def _read_all(self):
        """Have the rack read as if anew: the first reading asks for every tile, later ones for news only."""
        sensing = self._referee.sensing
        sensing.watch_racks(events.NONE)
        sensing.watch_racks(self.seat if self.seat in self._referee.racks else events.NONE)
        sensing.hurry_racks()

    def _likely(self):
        record, sensing = self._referee.record, self._referee.sensing
        match = record.match
        known, gone = match.hands[self.seat], match.table
        if known:
            for tile in sensing.rack(self.seat):
                known &= ~(1 << tile)
        denied = 0
        for claim in match.claims:
            if claim[2] == self.seat and claim[4] >> self.seat & 1:
                denied |= claim[3]
        options = []
        for last in (0, 1):
            for tile in range(len(record.tiles.low)):
                bit = 1 << tile
                mine = known & bit if match.hands[self.seat] else self._unseen(record, tile) and not gone & bit
                if mine and bool(denied & bit) == bool(last):
                    options += self._ends(tile)
        return options

    def _unseen(self, record, tile):
        """Whether nobody else is known to hold a tile."""
        holder = record.holder(tile)
        return holder is None or holder == STOCK and record.rules.must_draw(self.seat)

    def _ends(self, tile):
        """[(tile, end)] of the ends where a tile may lie; None is the end of the first one."""
        record = self._referee.record
        if not record.match.layout.count:
            return [(tile, None)] if record.match.opening in (None, tile) else []
        return [(tile, name) for name, value, _ in record.ends() if record.fits(tile, value)]

    def key(self, key, now):
        """A key was pressed again."""
        self._touched = now
        if self.options is None:
            return  # the rack is still being read
        if not self.options:
            self.over()
        elif key == events.OK:
            self.over()
            self._take(*self.options[self.index])
        else:
            self.index = (self.index + (1 if key == events.RIGHT else -1)) % len(self.options)
            self._show()

    def _show(self):
        tile, end = self.options[self.index] if self.options else (None, None)
        value = place = None
        chain = self._referee.chain
        chain.ends = self._referee.record.ends()
        for name, pips, _ in chain.ends:
            if name == end:
                value, place = pips, chain.place(end)
        self._referee.tell("choice", self.seat, tile, value, place)

    def _take(self, tile, end):
        """The tile counts where it was chosen to lie: where it is not heard its place follows from the others'."""
        referee = self._referee
        pose = dict(referee.sensing.on_cloth()).get(tile)
        act = acts.Act(referee.now(), acts.PLAY, self.seat, tile, pose, 0)
        referee.acts.drop(tile)
        referee.take_back(tile)
        referee.acts.lay(act, self.seat, end)
