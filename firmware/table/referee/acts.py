"""What people have done and what is not judged yet.

An *act* is a tile laid, a tile drawn or a pass declared (by the button, or by a knock that may mean nothing). Acts are
judged in the order of their times, and each only when it can be judged fairly: what another seat may have done a
moment earlier, still unseen, must not make it a fault. Whoever seems to act out of turn gets the time in
which every row or every column is asked once more, so that the missing play turns up, and of what that takes to rest.
"""

import time

from table.events import NONE, SHORT
from table.once import forget, seldom
from table.referee.chain import ASK, LOOSE, reads_backwards
from table.referee.record import STOCK

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_HOLD = const(4000)  # ms after which an act out of turn is judged although a tile is still on its way
_WELL = const(16)  # four sweeps, in which a reader that does not hang hears all that lies there come to rest
_STALE = const(1500)  # ms before its seat's turn: a tile that lay there so early may have been taken away unseen
_SLACK = const(400)  # ms: of acts further apart the order is certain
_RACK = const(6000)  # ms in which a watched rack has surely been read once more, or its reader is given up
_GONE = const(15_000)  # ms until a tile that left its rack has come to light again, whatever lies upon it
_ZONE = const(4000)  # the same of a bazaar on the cloth
_LOOSE = const(2000)  # ms that a tile may lie at no end until the table asks
_HAND = const(500)  # ms in which nobody sees his light, takes a tile from the bazaar and puts it into his rack

PLAY = const(0)
DRAW = const(1)
PASS = const(2)
KNOCK = const(3)


class Act:
    """One thing done: when (ticks), kind, seat (None: unknown), tile and pose (None for a pass)."""

    def __init__(self, t, kind, seat, tile, pose, looks):
        self.t = t
        self.kind = kind
        self.seat = seat
        self.tile = tile
        self.pose = pose
        self.looks = looks  # of sensing when it became known
        self.asked = False
        self.sure = False  # its seat has been told, in answer to a question


class Acts:
    """The acts that wait, and the question that stands if one of them needs an answer.

    record: the Record they become lines of. chain: the Chain. sensing: asked for what is known, and for rack readings.
    racks: the seats whose racks can be read now. judged(act, seat, end): called when an act has become a line
    (``record.verdict``). waiting: the acts that wait, by time. doubt: None, or [an act out of turn, the seat on turn,
    whose rack is read because of it, when (ticks), whether a tile is missing there], see ``_missed``.
    """

    @seldom
    def __init__(self, record, chain, sensing, racks, tell, judged):
        self._record = record
        self._chain = chain
        self._sensing = sensing
        self._racks = racks
        self._zone = getattr(sensing, "known", None)  # of a bazaar on the cloth: is it known what was drawn?
        self._tell = tell
        self._judged = judged
        self.waiting = []
        self.doubt = None
        self._early = []  # tiles that were in a rack before its seat's turn, see ``_judge_draw``
        self._turn, self._turned = None, 0  # whose turn it is, and since when (ticks)
        self.asked = 0  # questions so far
        self.question = self.places = self.then = None  # (id, act, seat, choices); where these are; what follows

    def add(self, t, kind, seat, tile=None, pose=None):
        """Something was done at t. A tile has one act at most: the newest."""
        if tile is not None:
            self.drop(tile)
        place = len(self.waiting)
        while place and time.ticks_diff(self.waiting[place - 1].t, t) > 0:
            place -= 1
        self.waiting.insert(place, Act(t, kind, seat, tile, pose, self._sensing.looks))

    @seldom
    def drawn(self, t, seat, tile):
        """A tile has left a bazaar on the cloth, which is known late: before whatever else this seat has done since."""
        done = [act.t for act in self.by(seat) if act.kind != DRAW]
        if done and time.ticks_diff(done[0], t) <= 0:
            t = time.ticks_add(done[0], -1)
        self.add(t, DRAW, seat, tile)

    def drop(self, tile):
        """The tile is gone, or elsewhere: what was done with it is no act. True if there was one."""
        for act in self.waiting:
            if act.tile == tile and act.kind == PLAY:
                self.waiting.remove(act)
                if self.question and self.question[1] is act:
                    self.ask_no_more()
                return True
        return False

    def press(self, t, seat, press):
        """A seat's button was pressed, and not to answer a question."""
        if press == SHORT:
            self.add(t, PASS, seat)

    def clear(self):
        """Nothing that was done counts any more."""
        self.ask_no_more()
        self.waiting = []
        self._early = []

    def by(self, seat):
        """What this seat has done and is not judged yet, by time."""
        return [act for act in self.waiting if self._seat_of(act) == seat]

    def laid(self):
        """{tile: seat whose rack it came from, or None} of the tiles that wait."""
        return {act.tile: act.seat for act in self.waiting if act.kind == PLAY}

    # Questions

    def _questions(self, deed, *what):
        """Do what a question needs: a function of ``table.referee.questions``, which is loaded for this call only."""
        from table.referee import questions

        forget("table.referee.questions")
        return getattr(questions, deed)(self, self._record, self._tell, *what)

    def ask(self, act, seat, choices, places, then=None):
        """Ask a seat, or whom it concerns (None), to choose.

        act: what waits for the answer, or None. places: of the choices, for the lights. then(choice): does what was
        chosen; without it the act is laid at the chosen end.
        """
        self._questions("ask", act, seat, choices, places, then)

    def answer(self, index, seat=None):
        """Answer the question that stands with its choice of this index; seat: who answers where the seat is asked.

        True if that was an answer.
        """
        return bool(self.question) and self._questions("answer", index, seat)

    def nudge(self, tile, pose):
        """A tile has moved. True if a question about it stands: then that may have been the answer, and is no act."""
        asked = self.question and self.question[1]
        return bool(asked) and asked.tile == tile and self._questions("nudge", pose)

    def ask_no_more(self):
        """The question that stands is over without an answer: what it was about is judged anew, if it is there."""
        if self.question:
            self._questions("close", None)

    # Judging

    def settle(self, now):
        """Judge what can be judged at ``now`` (ticks)."""
        turn = self._record.turn
        if turn in self._racks and self._record.rules.must_draw(turn):
            self._sensing.hurry_racks()  # the sooner each draw is seen, the surer is their order
        # While a question about nothing that waits stands (what a breach shall cost), nothing is judged.
        while (not self.question or self.question[1]) and self._settle_one(now):
            pass

    def _settle_one(self, now):
        turn = self._record.turn
        if turn != self._turn:
            self._turn, self._turned = turn, now
            while self._early:
                self._sensing.renew(self._early.pop())
        for index in range(len(self.waiting)):
            act = self.waiting[index]
            if act.asked:
                return False  # the state is open until the question is answered
            age = time.ticks_diff(now, act.t)
            if act.kind != DRAW and self._drawn_before(act, turn):
                continue
            if self._judge(act, age, index == 0 and self._overdue(act, age, turn)):
                return True
        return False

    def _drawn_before(self, act, turn):
        """Whether the seat on turn drew another tile before this act of its own, and that is not judged yet.

        The reading that shows a draw ends later. Who had to draw waited for it, and nobody draws before a verdict.
        """
        seat = self._seat_of(act)
        if seat not in (turn, STOCK, None):
            return False
        for draw in self.waiting:
            other = draw.kind == DRAW and draw.seat == turn and draw.tile != act.tile
            if other and (time.ticks_diff(draw.t, act.t) < _SLACK or self._record.rules.must_draw(turn)):
                return True
        return False

    def _overdue(self, act, age, turn):
        """Whether nothing that is still unseen can have happened before this act, the first that waits.

        Of two tiles the one that was seen first need not have been the first: the loops are asked one by one. A tile of
        the seat on turn that is heard may never come to rest, over a loop that is out of order: it is waited for. What
        that seat draws shows in a reading that ends later, and says whether another's tile is one too many.
        """
        drawing = turn in self._racks and age <= _RACK and self._record.rules.must_draw(turn)
        if drawing and not self._read_since(turn, act.t):
            return False
        if age > _HOLD and self._sensing.looks - act.looks >= _WELL:
            return not any([self._of(self._record.holder(tile), turn) for tile in self._sensing.coming()])
        for later in self.waiting[1:]:
            if self._of(self._seat_of(later), turn):
                if later.kind in (PLAY, DRAW):
                    return False
                if time.ticks_diff(later.t, act.t) > _SLACK:
                    return True
        return self._sensing.known_since(act.looks)

    def _of(self, seat, turn):
        """Whether a tile of this seat, or STOCK, may be laid by the seat on turn."""
        return seat == turn or seat == STOCK and turn is not None and self._record.rules.must_draw(turn)

    def _seat_of(self, act):
        """Whose act it is, as far as the record or a rack tells: a seat, STOCK or None."""
        holder = self._record.holder(act.tile) if act.kind == PLAY else None
        return act.seat if holder is None else holder

    def _judge(self, act, age, overdue):
        """Make the act a line, or ask, if it is time. True if something has changed; False: it must wait."""
        if act.kind == PLAY:
            return self._judge_play(act, age, overdue)
        turn = self._record.turn
        if turn is not None and act.seat != turn:
            if act.kind == KNOCK:
                self.waiting.remove(act)
                return True
            if not overdue:
                self._sensing.hurry(act.looks)
                return False
            if act.seat not in self._racks:  # who laid what is believed, not known: the turn may be his
                self.waiting.remove(act)
                return True
        if act.kind == DRAW:
            return self._judge_draw(act, age, turn)
        match = self._record.match
        if act.seat not in self._racks and not match.layout.count and not match.SERVE:
            self.waiting.remove(act)  # the answer to a question that is gone: nobody passes before the first tile
            return True
        if act.kind == KNOCK and not overdue:
            self._sensing.hurry(act.looks)
            return False  # it may be the noise of a tile that is not seen yet
        if act.seat == turn and self._record.rules.must_draw(turn) and not self._rack_known(act, age):
            return False
        if act.seat not in self._racks and not self._zone and self._record.rules.must_draw(act.seat):
            self._give(act, act.seat, {"type": "draw", "seat": act.seat})  # unseen: the button says so
        else:
            self._give(act, act.seat, {"type": "pass", "seat": act.seat})
        return True

    def _rack_known(self, act, age):
        """Whether the seat's rack has been read about as late as the act: a tile drawn before it would have shown.

        Nobody puts a tile into the rack and does the next thing within _SLACK. A draw is known from a reading and needs
        another one.
        """
        if self._zone and act.seat not in self._racks:
            return self._zone(act) or age > _ZONE
        if act.seat not in self._racks or age > _RACK:
            return True
        return self._read_since(act.seat, act.t if act.kind == DRAW else time.ticks_add(act.t, -_SLACK))

    def _read_since(self, seat, t):
        """Whether a reading of the rack has begun after ``t``; else one shall."""
        read = self._sensing.rack_read(seat)
        if read is not None and time.ticks_diff(read, t) > 0:
            return True
        self._sensing.hurry_racks()
        return False

    def _judge_draw(self, act, age, turn):
        """Of tiles drawn together those that fit nowhere came first; so one that fits waits for another reading.

        Only the rack of who is on turn is read, so a tile that was drawn in another's turn shows in the first reading
        after that. That is before anybody can have drawn upon his light, and nobody knows how long before: by a hasty
        hand when the turn had just come, out of turn, or in the seat's last turn while the rack's reader was out of
        order. So it is no breach of this turn's, and no other is seen. Who must draw has it for his draw whenever he
        took it. Whoever need not keeps it until he must: his rack is asked anew in each of his turns. Before that it
        is no tile of his hand, and none was drawn if it goes back into the bazaar. What shows later in a turn was drawn
        in it.
        """
        rules = self._record.rules
        holder = self._record.holder(act.tile)
        if holder != STOCK and (holder is not None or act.seat in self._racks):
            self.waiting.remove(act)
            return True
        free = act.seat == turn and rules.must_draw(turn)
        if act.seat in self._racks and not free and time.ticks_diff(act.t, self._turned) < _HAND:
            self.waiting.remove(act)
            self._early.append(act.tile)
            return True
        if act.seat == turn:
            playable = rules.match.playable()
            fits = playable >> act.tile & 1
            if (fits or not rules.must_draw(turn)) and not self._rack_known(act, age):
                return False
            for other in self.waiting:
                together = other.kind == DRAW and other.seat == act.seat
                if together and fits and not playable >> other.tile & 1:
                    return False
        self._give(act, act.seat, {"type": "draw", "seat": act.seat, "tile": self._record.tiles.name(act.tile)})
        return True

    def _judge_play(self, act, age, overdue):
        record = self._record
        if record.match.exposed >> act.tile & 1 and self._open(act):
            return True
        turn, holder = record.turn, self._seat_of(act)
        seat = (act.seat if act.sure else turn) if holder == STOCK or holder is None else holder
        if seat is None:
            seats = list(range(record.match.seats))
            self.ask(act, None, seats, seats)
            return True
        if turn is not None and seat != turn and not self._joins(seat, act.tile):
            if not overdue:
                self._sensing.hurry(act.looks)
            elif not self._missed(act, age, turn, self._links(act.tile)):
                self._give(act, seat, self._line(act, seat, None))
                return True
            return False
        if holder == STOCK and self._anybodys(act, seat):
            if not overdue:
                self._sensing.hurry(act.looks)
            elif not self._missed(act, age, seat, record.tiles.all):
                seats = list(range(record.match.seats))
                self.ask(act, None, seats, seats)
                return True
            return False
        act.seat = seat
        if record.match.layout.count and time.ticks_diff(self._turned, act.t) > _STALE:
            # A reader that hung brings the play that this one waited for before it misses what is gone: listen again.
            self.waiting.remove(act)
            self._sensing.renew(act.tile)
            for later in self.waiting:  # who has laid a tile upon this one is out of turn only if it is gone
                later.looks = self._sensing.looks
            return True
        if (holder == STOCK or record.rules.must_draw(seat)) and not self._rack_known(act, age):
            return False
        if holder == STOCK and record.rules.must_draw(seat):
            # It went from the bazaar straight to the cloth. Where he need not draw the play says what is wrong.
            record.feed({"type": "draw", "seat": seat, "tile": record.tiles.name(act.tile)})
            self._place(act, seat, age)
            return True
        return self._place(act, seat, age)

    @seldom
    def _open(self, act):
        """Whether a tile that must stay open was only put somewhere else, at no end; then it is no act."""
        self._chain.ends = self._record.ends()
        legal = [name for name, value, _ in self._chain.ends if self._record.fits(act.tile, value)]
        if self._chain.find(act.tile, act.pose, legal)[0] != LOOSE:
            return False
        self.waiting.remove(act)
        return True

    def _anybodys(self, act, turn):
        """Whether a tile of the bazaar, laid while who is on turn need not draw, may be another's than his."""
        return turn in self._racks and act.seat != turn and not act.sure and not self._record.rules.must_draw(turn)

    def _links(self, tile):
        """Tiles that may be laid now, after which one that cannot be laid now could be; 0 for one that can."""
        playable, tiles = self._record.match.playable(), self._record.tiles
        if playable >> tile & 1:
            return 0
        return playable & (tiles.fits[tiles.low[tile]] | tiles.fits[tiles.high[tile]])

    def _missed(self, act, age, turn, links):
        """Whether the seat on turn may have laid one of ``links`` before this act, under a telephone, say.

        Then it is neither in its rack, which is read for that, nor at rest on the cloth: it is waited for. Most tiles
        that are missed so are in a hand; so this is for acts only that make no sense without the tile.
        """
        links &= self._record.match.hands[turn] if turn in self._racks else 0
        if not links or age > _GONE:
            return False
        now, doubt = time.ticks_add(act.t, age), self.doubt
        if not doubt or doubt[0] is not act or doubt[1] != turn:
            self.doubt = doubt = [act, turn, now, False]
        elif self._read_since(turn, doubt[2]):
            doubt[2:] = now, bool(self._lost(turn, links))
            if not doubt[3]:
                return False
        else:
            return doubt[3] or time.ticks_diff(now, doubt[2]) <= _RACK
        self._sensing.watch_racks(NONE)  # the next reading shall ask for the whole hand
        self._sensing.watch_racks(turn)
        return True

    @seldom
    def _lost(self, seat, lost):
        """Of these tiles of a hand (masks) those neither in the rack nor judged on the cloth, dumb ones apart."""
        sensing, waiting = self._sensing, self.laid()
        judged = [tile for tile, _ in sensing.on_cloth() if tile not in waiting]
        for tile in sensing.rack(seat, True) + sensing.unheard() + judged:
            lost &= ~(1 << tile)
        return lost

    def _joins(self, seat, tile):
        """Whether the tile may still belong to the turn that the seat has just had (``several``)."""
        return False

    def _ends(self, seat):
        """Ends at which the seat may lay."""
        return self._record.ends()

    def _place(self, act, seat, age):
        """Find the end and lay the tile there, or ask."""
        record, chain = self._record, self._chain
        if not record.match.layout.count:
            self.lay(act, seat, None)
            return True
        chain.ends = self._ends(seat)
        legal = [end[0] for end in chain.ends if record.fits(act.tile, end[1])]
        found, ends = chain.find(act.tile, act.pose, legal)
        nowhere = found == LOOSE and not legal and "cut" not in ends  # it fits no end: there is nothing to ask
        if found == LOOSE and age < (_HOLD if nowhere else _LOOSE):
            return False
        if nowhere:
            self.lay(act, seat, None)
            return True
        if found in (ASK, LOOSE):
            self._questions("which_end", chain, act, seat, ends)
            return True
        if ends[0] not in legal and age < _HOLD and self._follows(act):
            return False
        self.lay(act, seat, ends[0])
        return True

    @seldom
    def _follows(self, act):
        """Whether a tile that fits nowhere may follow one that is not known yet: others wait, or are on their way.

        Hasty people play without waiting for lights, and of the first tile perhaps one half only is heard.
        """
        sensing = self._sensing
        if sensing.known_since(act.looks) or not sensing.coming() and act is self.waiting[0]:
            return False
        sensing.hurry(act.looks)
        return True

    def _line(self, act, seat, end):
        tiles = self._record.tiles
        low, high = tiles.low[act.tile], tiles.high[act.tile]
        first = not self._record.match.layout.count
        name = "%d-%d" % ((high, low) if first and reads_backwards(act.pose) else (low, high))
        line = {"type": "play", "seat": seat, "tile": name}
        if end is not None:
            line["end"] = end
        if not first and (end or self._record.line.get("level")) and not self._legal(act.tile, end):
            from table.referee import breach

            forget("table.referee.breach")
            breach.lies(self._record, self._chain, self._ends(seat), act, line)
        return line

    def _legal(self, tile, end):
        """Whether a tile fits the end of that name."""
        return any([name == end and self._record.fits(tile, value) for name, value, _ in self._chain.ends])

    def lay(self, act, seat, end):
        self._give(act, seat, self._line(act, seat, end))

    def _give(self, act, seat, line):
        """Feed the line of an act, which is settled with that, and tell what came of it."""
        if act in self.waiting:
            self.waiting.remove(act)
        self._record.feed(line, act.pose)
        self._judged(act, seat, line.get("end"))
