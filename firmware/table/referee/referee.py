"""From events to acts: what people do with tiles, buttons and pads in each phase of a match."""

import asyncio
import time

from table import events
from table.events import ALL, LONG, NONE, SHORT, Feed
from table.once import forget, seldom
from table.referee import acts
from table.referee.record import STOCK, Record

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_TICK_MS = const(100)
_SOON_MS = const(25)  # the tick while something that was done waits to be judged
_STILL_MS = const(400)  # a knock within this time after a tile moved is the tile's own
_LONG_ENOUGH = const(25)  # sweeps after a start for which one tile that cannot be placed holds up the match
_FAR = const(56)  # mm, a tile, that a refused tile must be moved to be laid anew: less may be sliding or misplacing
_BY_TURNS = const(1024)  # ms that one of two racks is watched
_SAME = const(14)  # mm, half a half: two tiles that lie nearer to one another lie there one after the other


class TableReferee(Feed):
    """One table's referee. ``on_event`` takes the physical events, ``run`` is the task that handles them.

    config: the board's configuration. sensing: see ``table.sensing``. ticks: clock in ms.

    Attributes:
        record: the Record. chain: poses of the layout. acts: what waits to be judged.
        phase: see ``table.referee``. language. trouble: {code: detail}. version: changes with every news.
        names: of the seats in the next match, or None for the same. steps: counted for the watchdog.
        refused: {tile: (seat, code, pose)} of plays (pose) and draws (None) that must be taken back.
        foul: (seat, code, tile, place) that is shown, or None.
    """

    @seldom
    def __init__(self, config, sensing, ticks=time.ticks_ms):
        Feed.__init__(self)
        self.game = config["game"]
        self.seats, self.racks, self.area = config["seats"], config["racks"], config["area"]
        self.sensing = sensing
        self.now = ticks
        self._queue = []
        self._wake = asyncio.Event()
        self.version = 1
        self.language = self.game.get("language", "ru")
        self.phase = self.foul = self.chain = self.acts = None
        self.record = Record(self.tell, ticks)
        self.trouble = {}
        self.refused = {}
        self.names = None
        self.steps = 0
        self.before = None  # (ends, legal names, end) of the last play: to see it moved to the other end
        self.lifted = False  # the tile of the last play is off the cloth
        self.cleared = self.resting = False  # the cloth has been empty since the last round; maintenance
        self.moved_at = 0  # when a tile moved last
        self.choice = None  # of a tile that was missed, while one is open
        self.deal = None  # the DealWatch, in the phase of that name
        self._turn = self._watched = None
        self._shows = []

    def tell(self, *news):
        """Tell news to every subscriber."""
        self.version += 1
        Feed.tell(self, *news)

    # The task

    def on_event(self, event):
        """Take one event of ``table.events``; returns at once."""
        self._queue.append(event)
        self._wake.set()

    async def run(self):
        """Handle events as they come and look at the clock ten times a second, or more often, for ever."""
        ticker = asyncio.create_task(self._tick())
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                self.step(self.now())
        finally:
            ticker.cancel()

    async def _tick(self):
        while True:
            await asyncio.sleep_ms(_SOON_MS if self.acts and self.acts.waiting else _TICK_MS)
            self._wake.set()

    def step(self, now):
        """Handle what has come up to ``now`` (ticks). Blocks for the verdicts it takes."""
        self.steps += 1
        while self._queue:
            event = self._queue.pop(0)
            self._HANDLERS[event[0]](self, *event[1:])
        if self.resting or self.acts is None:
            return
        if self.phase == "resume":
            if self.sensing.ready or self.sensing.sweeps >= _LONG_ENOUGH:
                self._begin("adopt", now)
        elif self.phase == "clear":
            self.cleared = self.sensing.empty
        elif self.phase == "deal":
            if self.deal is None:
                from table.referee.deal import DealWatch

                self.deal = DealWatch(self)
            self.deal.look(now)
        elif self.phase == "play":
            if self.lifted and self.acts.waiting and not self.acts.question:
                self.do("instead")
            self.acts.settle(now)
            if self.choice:
                self.choice.look(now)
        self.update()

    def do(self, deed, *arguments):
        """Do what is seldom done: a function of ``table.referee.amend``, which is loaded for this call only."""
        from table.referee import amend

        try:
            return getattr(amend, deed)(self, *arguments)
        finally:
            forget("table.referee.amend")

    @seldom
    def _begin(self, deed, *arguments):
        from table.referee import begin

        getattr(begin, deed)(self, *arguments)
        forget("table.referee.begin")

    # Phases

    @seldom
    def play_by(self, kind, chain):
        """Another match, or the journal's: these are its Acts, of its kind, and its Chain from now on."""
        self.acts, self.chain, self.deal = kind, chain, None
        self.cleared = False
        self.forget_round()

    @seldom
    def forget_round(self):
        """What was refused, asked or shown is over."""
        self.acts.clear()
        if self.choice:
            self.choice.over()
        self.refused = {}
        self.foul = self.before = None
        self.lifted = False

    def update(self):
        """Follow what the record has become: phase, turn, racks to read."""
        match = self.record.match
        if self.phase == "resume":
            return  # what the cloth says may change it
        if self.resting:
            phase = "maintenance"
        elif match.phase == "play":
            phase = "reveal" if match.ending else "play"
        elif match.phase == "match_over":
            phase = "over"
        else:
            phase = "deal" if self.cleared else "clear"
        if phase != self.phase:
            self._enter(phase)
        if "chain" in self.trouble and not (phase == "play" and self.record.laid(self.trouble["chain"])):
            self._on_recovered(0, "chain")
        # The first tile tells of a deal that no rack has seen: who lays it must be known before.
        turn = match.turn
        if phase == "deal" and not self.racks:
            turn = None
            if self.deal and self.deal.whole:
                turn = self.deal.opens if match.opener is None else match.opener
        if turn != self._turn:
            self._turn = turn
            self.tell("turn", turn)
            if self.refused and phase == "play":
                self.do("judge_refused")
        shows = [seat for seat in range(match.seats) if phase == "reveal" and match.unseen[seat]]
        if shows != self._shows:
            self._shows = shows
            self.tell("show", shows)
        watch = self._to_watch(match)
        if watch != self._watched:
            self._watched = watch
            self.sensing.watch_racks(watch)

    @seldom
    def _enter(self, phase):
        if self.phase == "play" and phase != "maintenance":
            self.forget_round()
            if "mute" in self.trouble:
                self._on_recovered(0, "mute")
            self.sensing.release_all()
            self.cleared = False
        if self.phase == "deal":
            self.deal = None
            forget("table.referee.deal")
        self.phase = phase
        self.tell("phase", phase)

    def _to_watch(self, match):
        """Every rack until the deal is done; then only where a tile may be drawn or taken back: by turns, if in two."""
        if self.phase != "play":
            return ALL
        doubt = self.acts.doubt
        if doubt and doubt[1] == match.turn and doubt[0] in self.acts.waiting:
            return doubt[1]
        if match.turn is not None and self.now() & _BY_TURNS and self.record.rules.must_draw(match.turn):
            return match.turn
        if self.lifted and self.record.last:
            return self.record.last[2]
        if self.choice:
            return self.choice.seat
        for tile in self.refused:
            if self.refused[tile][2] is None:
                return self.refused[tile][0]
        drawing = match.turn is not None and match.stock_count and (match.layout.count or match.SERVE)
        return match.turn if drawing else NONE

    # Events of tiles

    def _on_laid(self, t, tile, pose, source):
        self.moved_at = t
        if self.phase not in ("deal", "play"):
            return
        self.take_back(tile)
        for other in list(self.refused):
            old = self.refused[other][2]
            if old and abs(old[0] - pose[0]) + abs(old[1] - pose[1]) < _SAME:
                self.take_back(other)  # known at once; that it is lifted shows two sweeps later
        if self.phase == "play" and self.record.laid(tile):
            self._back_again(t, tile, pose)
            return
        self.acts.add(t, acts.PLAY, source, tile, pose)
        last = self.record.last
        if self.phase == "play" and last and last[1] == "play" and self.record.holder(tile) == last[2]:
            self.sensing.search(last[3])  # instead of the other, or too?

    @seldom
    def _back_again(self, t, tile, pose):
        """A tile of the chain was gone, and lies on the cloth again."""
        self.lifted = False
        if self.trouble.get("chain") == tile:
            self._on_recovered(t, "chain")
        self._on_moved(t, tile, pose)
        self.sensing.confirm(tile)

    def _on_moved(self, t, tile, pose):
        self.moved_at = t
        if self.phase != "play":
            return
        if self.record.laid(tile):
            last = self.record.last
            if not (self.before and last and last[3] == tile and self.do("changed_end", tile, pose)):
                pose = self.chain.moved(tile, pose)
            self.tell("moved", tile, pose)
        elif tile in self.refused and self.refused[tile][2] and not self._laid_anew(tile, pose):
            seat, code, _ = self.refused[tile]
            self.refused[tile] = (seat, code, pose)
        elif not self.acts.nudge(tile, pose):
            self.take_back(tile)
            self.acts.add(t, acts.PLAY, None, tile, pose)

    @seldom
    def _laid_anew(self, tile, pose):
        """Whether a refused tile that has moved was laid again so fast that it was never seen lifted, not only pushed.

        Now it may be right where it was out of turn before. What was gone and lies as before is told as moved, too.
        """
        seat, code, old = self.refused[tile]
        far = abs(old[0] - pose[0]) + abs(old[1] - pose[1])
        if far > _FAR or seat == self.record.turn and code in ("wrong_turn", "too_many_tiles"):
            return True
        return far < _SAME and not 45 < abs(old[2] - pose[2]) < 315 and (old[2] < 0) == (pose[2] < 0)

    def _on_lifted(self, t, tile):
        if self.phase != "play":  # it is known up to a second late: a knock then is none of its noise
            self.moved_at = t
        if self.acts is None:
            return
        self.acts.drop(tile)
        self.take_back(tile)
        last = self.record.last
        if self.phase == "play" and last and last[3] == tile and last[1] == "play":
            self.lifted = True

    @seldom
    def _on_to_rack(self, t, seat, tile):
        if self.phase != "play":
            return
        self.acts.drop(tile)
        self.take_back(tile)
        last = self.record.last
        if self.record.laid(tile):
            if last and last[3] == tile and last[2] == seat:
                self.do("undo")
            else:
                self._on_trouble(t, "chain", tile)
        elif self.record.holder(tile) == STOCK and seat < self.record.match.seats:
            self.acts.add(t, acts.DRAW, seat, tile)

    def _on_drawn(self, t, tile):
        if self.deal and self.deal.whole:
            self.deal.drawn(tile)
        if self.phase == "play" and not self.racks and self._turn is not None:
            self.acts.drawn(t, self._turn, tile)

    def _on_off_rack(self, t, seat, tile):
        if tile in self.refused and self.refused[tile][2] is None:
            self.take_back(tile)

    def take_back(self, tile):
        """A refused tile is not where it was: all is well again."""
        if tile in self.refused:
            self._retract(tile)

    @seldom
    def _retract(self, tile):
        seat, code, _ = self.refused.pop(tile)
        if code == "stray":
            self._on_recovered(0, code)
        else:
            self.foul = None
            self.tell("retracted", seat, tile)

    # Events of buttons and pads

    def _on_button(self, t, seat, press):
        if self.acts is None or self.resting or seat >= self.record.match.seats:
            return
        if press == LONG:
            self.do("hold", seat)
        elif self.phase == "reveal":
            if press == SHORT:
                self.do("reveal", seat)
        else:
            if self.deal and self.deal.press(seat, press):
                return
            if self.phase == "play" and not self.acts.answer(0 if press == SHORT else 1, seat):
                self.acts.press(t, seat, press)

    def _on_knock(self, t, seat):
        still = time.ticks_diff(t, self.moved_at) > _STILL_MS
        if still and self.phase == "play" and seat == self._turn and not self.acts.question:
            self.acts.add(t, acts.KNOCK, seat)

    @seldom
    def _on_key(self, t, key, press):
        if press == SHORT and key == events.OK and self.phase == "over":
            self._begin("next_match")
        elif press == LONG and key == events.RIGHT:
            self.do("next_language")
        elif press == LONG and key == events.LEFT:
            self.do("rest", not self.resting)
        elif self.resting and press == SHORT and key == events.OK:
            self.do("test")
        elif press == SHORT and self.phase == "play" and self.record.turn is not None and not self.acts.question:
            self.do("choose", key)

    def _on_trouble(self, t, code, detail):
        self.trouble[code] = detail
        self.tell("trouble", code, detail)

    def _on_recovered(self, t, code):
        self.trouble.pop(code, None)
        self.tell("recovered", code)

    # Verdicts

    def judged(self, act, seat, end):
        """An act has become a line."""
        verdict = self.record.verdict
        stands = act.kind == acts.PLAY and self.record.laid(act.tile)
        self.lifted = self.lifted and not verdict["ok"]
        if self.foul and self.foul[2] not in self.refused:
            self.tell("retracted", self.foul[0], None)
            self.foul = None
        if "remedy" in verdict:
            from table.referee import breach

            breach.judged(self, act, seat, stands)
            forget("table.referee.breach")
        if stands and not act.pose:
            self.do("unheard", act.tile)
        elif stands:
            news = self.chain.join(act.tile, act.pose, end)
            ends = self.chain.ends
            legal = [name for name, value, _ in ends if self.record.fits(act.tile, value)]
            self.before = (ends, legal, end) if end else None
            self.sensing.confirm(act.tile)
            for tile in news:
                self.tell("moved", tile, self.chain.poses[tile])
        self.update()

    @seldom
    def show_foul(self, seat, code, tile, place):
        """Tell of a breach of the rules by a seat; tile and place (x, y) may be None. Not where it is only recorded."""
        if self.record.line.get("level") == "record":
            return
        self.foul = (seat, code, tile, place)
        self.tell("foul", seat, code, tile, place)

    _HANDLERS = {
        events.LAID: _on_laid,
        events.MOVED: _on_moved,
        events.LIFTED: _on_lifted,
        events.TO_RACK: _on_to_rack,
        events.OFF_RACK: _on_off_rack,
        events.DRAWN: _on_drawn,
        events.BUTTON: _on_button,
        events.KEY: _on_key,
        events.KNOCK: _on_knock,
        events.TROUBLE: _on_trouble,
        events.RECOVERED: _on_recovered,
    }
