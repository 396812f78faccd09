"""The match on the table as a record: lines go in, verdicts come out, everybody is told."""

import time

from domino_rules.referee import Referee
from table.once import seldom

_SINCE = 4  # index of the time since when the seat on turn thinks, behind the times of the seats

_TURNS = 8  # turns whose time can be given back

STOCK = -1  # "holder" of a tile that lies in the bazaar


def _stands(remedy):
    """Whether what was done stays as it is, although it is a breach."""
    return isinstance(remedy, dict) and remedy.get("kind") == "stand"


class Record:
    """One match: the rules' referee with the numbers, times and clocks of its lines.

    tell: called with the news of the table referee (see ``table.referee``). ticks: clock in ms.

    Attributes:
        rules: ``domino_rules.referee.Referee``; match: its state, None before the ``match`` line.
        count: lines fed. line: the ``match`` line.
        last: (number, type, seat, tile) of the last accepted play, draw or pass while it can still be taken back by
            its seat: nobody else has acted since. None otherwise.
        verdict: that of the last line.
    """

    @seldom
    def __init__(self, tell, ticks):
        self._tell = tell
        self._ticks = ticks
        self.rules = None
        self.line = None
        self.count = 0
        self.last = None
        self.verdict = None
        self._start = 0
        self._t = 0
        self._clocks = [0, 0, 0, 0, 0]
        self._turns = []  # number of the line, seat (-1: nobody's) and ms of the last turns, one after another

    @property
    def match(self):
        return self.rules.match if self.rules else None

    @property
    def tiles(self):
        return self.match.tiles

    @property
    def turn(self):
        return self.match.turn

    # Lines

    @seldom
    def begin(self, line):
        """Open a match with its first line. Returns the verdict (a dict); the old match goes on where it is refused."""
        rules = Referee()
        verdict = rules.feed(dict(line))[0]
        if verdict["ok"]:
            self._open(line)
            self._tell("match", line)
            self.feed(line)
        return verdict

    @seldom
    def _open(self, line):
        self.rules = Referee()
        self.line = line
        self.count = self._t = 0
        self.last = None
        self._clocks = [0, 0, 0, 0, 0]
        self._turns = []  # number of the line, seat (-1: nobody's) and ms of the last turns, one after another
        self._start = self._ticks()

    def feed(self, line, place=None):
        """Give a line its time, have it judged and tell everybody; returns the output lines.

        place: pose (x, y, angle) of the tile it is about, for the lights and the journal. Blocks for a verdict, some
        30 ms on a board, and for the flash.
        """
        self._t = line["t"] = max(self._t, time.ticks_diff(self._ticks(), self._start))
        outs = self._judge(line)
        self._tell("line", self.count, line, outs, place)
        return outs

    def _judge(self, line):
        turn = self.turn if self.match else None
        outs = self.rules.feed(line)
        self.count += 1
        self.verdict = outs[0]
        kind = line["type"]
        if kind in ("correct", "rule"):
            if self._struck_out(line):
                turn = self.turn
            self.last = None
        elif kind in ("deal", "turn_up"):
            self.last = None
        elif kind in ("play", "draw", "pass") and (outs[0]["ok"] or _stands(outs[0].get("remedy"))):
            tile = line.get("tile")
            self.last = (self.count, kind, line["seat"], None if tile is None else self.tiles.parse(tile))
        if self.match and self.turn != turn:
            self._clock(turn)
        return outs

    @seldom
    def _struck_out(self, line):
        """Whether a correction or ruling strikes out the line that ended the last turn; then that goes on."""
        struck = self.verdict["ok"] and line.get("to", 0) is None and self._turns
        if not struck or line["ref"] != self._turns[-3]:
            return False
        self._give_back()
        return True

    @seldom
    def resume(self, lines):
        """Fold journalled lines, the first of which is a ``match`` line, without telling anybody."""
        for line in lines:
            if line["type"] == "match":
                self._open(line)
            self._t = max(self._t, line.get("t", 0))
            self._judge(line)
        self._start = time.ticks_add(self._ticks(), -self._t)

    # Clocks

    def _clock(self, seat):
        """The turn is over: book what the seat used since the turn began."""
        clocks = self._clocks
        used = self._t - clocks[_SINCE]
        if seat is not None:
            clocks[seat] += used
        clocks[_SINCE] = self._t
        self._turns += (self.count, -1 if seat is None else seat, used)
        del self._turns[: -3 * _TURNS]

    @seldom
    def _give_back(self):
        """What ended the last turn is struck out: it goes on as if it had not ended."""
        _, seat, used = self._turns[-3:]
        del self._turns[-3:]
        if seat >= 0:
            self._clocks[seat] -= used
        self._clocks[_SINCE] -= used

    def clocks(self):
        """Thinking time used in this match, per seat, in ms; the turn in progress included."""
        clocks = self._clocks[:_SINCE]
        turn = self.turn if self.match else None
        if turn is not None:
            clocks[turn] += time.ticks_diff(self._ticks(), self._start) - self._clocks[_SINCE]
        return clocks[: self.match.seats] if self.match else []

    # Facts

    def holder(self, tile):
        """Seat that holds a tile, STOCK, or None where that is not known or it lies on the cloth."""
        match, bit = self.match, 1 << tile
        for seat in range(match.seats):
            if match.hands[seat] & bit:
                return seat
        return STOCK if match.stock is not None and match.stock & bit else None

    def laid(self, tile):
        """Whether the record has the tile in the layout."""
        return bool(self.match.table >> tile & 1)

    def ends(self):
        """Open ends as (name, value, tip tile)."""
        layout = self.match.layout
        if not layout.count:
            return []
        state = layout.state()
        ends = []
        arms = state["arms"]
        for name, value in layout.ends():
            chain = arms[name]["tiles"]
            tip = chain[-1] if chain else state["first"]
            if not chain and name in "UD" and state["spinner"][0]:
                where, index = state["spinner"]
                tip = arms[where]["tiles"][index]
            ends.append((name, value, self.tiles.parse(tip)))
        return ends

    def fits(self, tile, value):
        """Whether a tile has a half of this value."""
        return value in (self.tiles.low[tile], self.tiles.high[tile])
