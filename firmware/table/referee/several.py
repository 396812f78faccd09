"""Acts of games in which a turn may have several doubles, a double may lie face down, or a serve is claimed.

Loaded only for such a game.
"""

from domino_rules.shelf import put_back, take
from table.events import DOUBLE
from table.once import seldom
from table.referee.acts import PASS, Acts

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_A_DOUBLE = const(0)


class SeveralActs(Acts):
    """As ``Acts``; and whoever has just laid a double may lay another a moment later, at an end that was open before.

    Attributes:
        closing: the seat that has announced by its button that its next double will lie face down, or None.
    """

    closing = None

    def clear(self):
        self.closing = None
        Acts.clear(self)

    @seldom
    def press(self, t, seat, press):
        """Twice: the next double of this seat lies face down; once more twice: it does not."""
        match = self._record.match
        may_lay = seat == match.turn or self._joins(seat, _A_DOUBLE)
        if press == DOUBLE and match.params["close_doubles"] and may_lay:
            self._close_next(None if self.closing == seat else seat)
        else:
            Acts.press(self, t, seat, press)

    @seldom
    def _close_next(self, seat):
        self.closing = seat
        self._tell("closing", seat)

    def _judge(self, act, age, overdue):
        match = self._record.match
        if act.kind == PASS and match.SERVE and match.turn is None and not match.layout.count:
            self._give(act, act.seat, {"type": "claim", "seat": act.seat, "what": "serve"})
            return True
        return Acts._judge(self, act, age, overdue)

    def _judge_play(self, act, age, overdue):
        match = self._record.match
        if not self._racks and self._seat_of(act) is None and match.turn is not None:
            last = match.just_played
            if last is not None and self._joins(last, act.tile) and match.layout.fit >> act.tile & 1:
                self.ask(act, None, [last, match.turn], [last, match.turn])
                return True
        return Acts._judge_play(self, act, age, overdue)

    @seldom
    def _joins(self, seat, tile):
        """Whether a tile may belong to the turn that this seat has just had."""
        match = self._record.match
        if seat != match.just_played or not match.compound or not match.turn_ends:
            return False
        joins = take("compound").may_join(match, [laid for laid, _ in match.turn_laid] + [tile])
        put_back()
        return joins

    def _ends(self, seat):
        """Ends at which this seat may lay: in a turn that goes on those that were open before it and still are."""
        match, ends = self._record.match, self._record.ends()
        if seat == match.turn:
            return ends
        before = [arm for arm, _ in match.turn_ends]
        used = [arm for _, arm in match.turn_laid]
        return [end for end in ends if end[0] in before and end[0] not in used]

    def _line(self, act, seat, end):
        line = Acts._line(self, act, seat, end)
        if seat == self.closing and end is not None and self._record.match.tiles.doubles >> act.tile & 1:
            line["closed"] = True
        return line

    def _give(self, act, seat, line):
        Acts._give(self, act, seat, line)
        if self.closing is not None and (line["type"] != "play" or self._record.verdict["ok"]):
            self._close_next(None)
