"""From events to acts: what people do with tiles, buttons and pads in each phase of a match."""

import asyncio
import time

from table import events
from table.events import ALL, LONG, NONE, SHORT, Feed
from table.referee import acts
from table.referee.acts import Acts
from table.referee.chain import PLAY, Chain
from table.referee.deal import DealWatch
from table.referee.record import STOCK, Record

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_TICK_MS = const(100)
_STILL_MS = const(400)  # a knock within this time after a tile moved is the tile's own
_FIRST_MS = const(1500)  # without racks: how long a single tile must lie to open a round
_FAR = const(28)  # mm that a refused tile must be moved to be laid anew
_LANGUAGES = ("ru", "en", "es")


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

    def __init__(self, config, sensing, ticks=time.ticks_ms):
        Feed.__init__(self)
        self._config = config
        self._sensing = sensing
        self._ticks = ticks
        self._queue = []
        self._wake = asyncio.Event()
        self.version = 1
        self.language = config["game"].get("language", "ru")
        self.phase = self.foul = self.chain = self.acts = None
        self.record = Record(self.tell, ticks)
        self.trouble = {}
        self.refused = {}
        self.names = None
        self.steps = 0
        self._turn = self._watched = None
        self._before = None  # (ends, legal names, end) of the last play: to see it moved to the other end
        self._lifted = False  # the tile of the last play is off the cloth
        self._moved_at = 0
        self._cleared = self._resting = False

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
        """Handle events as they come and look at the clock ten times a second, for ever."""
        ticker = asyncio.create_task(self._tick())
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                self.step(self._ticks())
        finally:
            ticker.cancel()

    async def _tick(self):
        while True:
            await asyncio.sleep_ms(_TICK_MS)
            self._wake.set()

    def step(self, now):
        """Handle what has come up to ``now`` (ticks). Blocks for the verdicts it takes."""
        self.steps += 1
        while self._queue:
            event = self._queue.pop(0)
            self._HANDLERS[event[0]](self, *event[1:])
        if self._resting or self.acts is None:
            return
        if self.phase == "resume":
            if self._sensing.ready:
                self._adopt(now)
        elif self.phase == "clear":
            self._cleared = not self._sensing.on_cloth()
        elif self.phase == "deal":
            self._look_for_deal(now)
        elif self.phase == "play":
            last = self.record.last
            if self._lifted and last and self.acts.waits_for(last[2]):
                self.undo()  # he has taken it back and done something else
            self.acts.settle(now)
        self._update()

    # Match and phases

    def new_match(self, line):
        """Begin a match with its ``match`` line (record-format.md §1). Raises ValueError if the rules refuse it."""
        verdict = self.record.begin(line)
        if not verdict["ok"]:
            raise ValueError("%s %s" % (verdict["code"], verdict.get("detail", "")))
        self._sensing.release_all()
        self._set_up()
        self._update()

    def default_match(self):
        """The ``match`` line of the configuration's ``game``: game, preset, params, profile, and names or number."""
        game = self._config["game"]
        seats = game.get("seats") or [str(i + 1) for i in range(game.get("players", self._config["seats"]))]
        line = {"type": "match", "v": 1, "game": game["game"], "seats": seats}
        for name in ("preset", "params", "profile"):
            if game.get(name):
                line[name] = game[name]
        return line

    def next_match(self):
        """The ``match`` line for another match like the one on the table, from nought."""
        line = dict(self.record.line or self.default_match())
        for name in ("t", "accounts", "carry"):
            line.pop(name, None)
        if self.names:
            line["seats"] = self.names
        return line

    def resume(self, lines, poses):
        """Go on with a match: its journalled lines and {tile: pose}. The cloth is compared as soon as it is read."""
        self.record.resume(lines)
        if self.record.match is None:
            raise ValueError("the record has no match line")
        self._set_up()
        self.chain.poses = {tile: poses[tile] for tile in poses if self.record.laid(tile)}
        self.phase = "resume"
        self.tell("match", self.record.line)
        self.tell("phase", "resume")

    def _set_up(self):
        match = self.record.match
        self._racks = [seat for seat in self._config["racks"] if seat < match.seats]
        self.chain = Chain(match.tiles)
        self.acts = Acts(self.record, self.chain, self._sensing, self._racks, self.tell, self._judged)
        self._deal = DealWatch(match.seats, match.params["hand"])
        self._cleared = False
        self._forget()

    def rest(self, resting):
        """Maintenance: nothing that happens on the table counts until it is over."""
        self._resting = resting
        if resting:
            self.acts.clear()
        self._update()

    def _forget(self):
        """What was refused, asked or shown is over."""
        self.acts.clear()
        self.refused = {}
        self.foul = self._before = None
        self._lifted = False

    def _update(self):
        """Follow what the record has become: phase, turn, racks to read."""
        match = self.record.match
        if self._resting:
            phase = "maintenance"
        elif self.phase == "resume":
            phase = "resume"
        elif match.phase == "play":
            phase = "reveal" if match.ending else "play"
        elif match.phase == "match_over":
            phase = "over"
        else:
            phase = "deal" if self._cleared else "clear"
        if phase != self.phase:
            if self.phase == "play" and phase != "maintenance":
                self._forget()
                self._sensing.release_all()
                self._cleared = False
            self.phase = phase
            self.tell("phase", phase)
        if match.turn != self._turn:
            self._turn = match.turn
            self.tell("turn", match.turn)
        watch = self._to_watch(match)
        if watch != self._watched:
            self._watched = watch
            self._sensing.watch_racks(watch)

    def _to_watch(self, match):
        """Every rack until the deal is done; then only where a tile may be drawn or taken back."""
        if self.phase != "play":
            return ALL
        if self._lifted and self.record.last:
            return self.record.last[2]
        for tile in self.refused:
            if self.refused[tile][2] is None:
                return self.refused[tile][0]
        return match.turn if match.turn is not None and match.stock_count and match.layout.count else NONE

    # Deal, and what lies there after a start

    def _look_for_deal(self, now):
        match = self.record.match
        cloth = [tile for tile, _ in self._sensing.on_cloth()]
        if self._racks:
            racks = [self._sensing.rack(seat) for seat in range(match.seats)]
            hands = self._deal.poll(now, racks, cloth, self.acts.laid())
        else:
            alone = len(cloth) == 1 and time.ticks_diff(now, self._moved_at) >= _FIRST_MS
            hands = [match.params["hand"]] * match.seats if alone else None
        if hands:
            self._feed_deal(hands)

    def _feed_deal(self, hands):
        names = hands
        if self._racks:
            names = [self.record.tiles.names(sum([1 << tile for tile in hand])) for hand in hands]
        self.record.feed({"type": "deal", "hands": names})
        verdict = self.record.verdict
        if self.record.match.phase == "play":
            self.chain.poses = {}
        else:
            self._deal.refuse(hands)
            self.acts.clear()
            if not verdict["ok"]:
                self._show_foul(verdict.get("seat"), verdict["code"], None, None)

    def _adopt(self, now):
        """Compare the cloth with the record: what lies there unrecorded is played if it goes on legally."""
        self.phase = None
        match = self.record.match
        if match.phase != "play":
            return
        for tile, pose in self._sensing.on_cloth():
            if self.record.laid(tile):
                self.chain.poses[tile] = pose
                self._sensing.confirm(tile)
                continue
            seat = self.record.holder(tile)
            drawn = seat == STOCK and match.turn is not None and match.must_draw(match.turn)
            if (drawn or seat is None or seat == match.turn) and match.layout.fit >> tile & 1:
                self.acts.add(now, acts.PLAY, None, tile, pose)
            else:
                self.refused[tile] = (seat, "stray", pose)
                self.tell("trouble", "stray", tile)

    # Events of tiles

    def _on_laid(self, t, tile, pose, source):
        self._moved_at = t
        if self.phase not in ("deal", "play"):
            return
        self._take_back(tile)
        if self.phase == "play" and self.record.laid(tile):
            self._lifted = False
            self._on_moved(t, tile, pose)
            self._sensing.confirm(tile)
            return
        self.acts.add(t, acts.PLAY, source, tile, pose)
        last = self.record.last
        if self.phase == "play" and last and last[1] == "play" and self.record.holder(tile) == last[2]:
            self._sensing.search(last[3])  # instead of the other, or too?

    def _on_moved(self, t, tile, pose):
        self._moved_at = t
        if self.phase != "play":
            return
        if self.record.laid(tile):
            if not self._changed_end(tile, pose):
                self.chain.poses[tile] = pose
            self.tell("moved", tile, pose)
        elif tile in self.refused:
            old = self.refused[tile][2]
            if old and abs(old[0] - pose[0]) + abs(old[1] - pose[1]) > _FAR:
                self._take_back(tile)
                self.acts.add(t, acts.PLAY, None, tile, pose)
        elif self.acts.drop(tile):
            self.acts.add(t, acts.PLAY, None, tile, pose)

    def _changed_end(self, tile, pose):
        """Whether the last tile was moved to the other end before anybody else acted; then that is the play."""
        last = self.record.last
        if not (self._before and last and last[3] == tile):
            return False
        ends, legal, end = self._before
        self.chain.ends = ends
        found, names = self.chain.find(tile, pose, legal)
        if found != PLAY or names[0] == end or names[0] not in legal:
            return False
        number, _, seat, _ = last
        line = {"type": "play", "seat": seat, "tile": self.record.tiles.name(tile), "end": names[0]}
        self._correct(number, line, seat)
        self.record.last = last
        self.chain.poses[tile] = pose
        self._before = (ends, legal, names[0])
        return True

    def _on_lifted(self, t, tile):
        self._moved_at = t
        if self.acts is None:
            return
        self.acts.drop(tile)
        self._take_back(tile)
        last = self.record.last
        if self.phase == "play" and last and last[3] == tile and last[1] == "play":
            self._lifted = True

    def _on_to_rack(self, t, seat, tile):
        if self.phase != "play":
            return
        self.acts.drop(tile)
        self._take_back(tile)
        last = self.record.last
        if self.record.laid(tile):
            if last and last[3] == tile and last[2] == seat:
                self.undo()
            else:
                self._on_trouble(t, "chain", tile)
        elif self.record.holder(tile) == STOCK and seat < self.record.match.seats:
            self.acts.add(t, acts.DRAW, seat, tile)

    def _on_off_rack(self, t, seat, tile):
        if tile in self.refused and self.refused[tile][2] is None:
            self._take_back(tile)

    def _take_back(self, tile):
        """A refused tile is not where it was: all is well again."""
        if tile in self.refused:
            seat, code, _ = self.refused.pop(tile)
            if code == "stray":
                self._on_recovered(0, code)
            else:
                self.foul = None
                self.tell("retracted", seat, tile)

    # Events of buttons and pads

    def _on_button(self, t, seat, press):
        if self.acts is None or seat >= self.record.match.seats:
            return
        last = self.record.last
        if press == LONG:
            if last and last[2] == seat:
                self.undo()
        elif self.phase == "reveal":
            if press == SHORT:
                self._reveal(seat)
        elif self.phase == "play" and not self.acts.answer(0 if press == SHORT else 1, seat) and press == SHORT:
            self.acts.add(t, acts.PASS, seat)

    def _on_knock(self, t, seat):
        still = time.ticks_diff(t, self._moved_at) > _STILL_MS
        if still and self.phase == "play" and seat == self._turn and not self.acts.question:
            self.acts.add(t, acts.KNOCK, seat)

    def _on_key(self, t, key, press):
        if press == SHORT and key == events.OK and self.phase == "over":
            self.new_match(self.next_match())
        elif press == LONG and key == events.RIGHT:
            self.set_language(_LANGUAGES[(_LANGUAGES.index(self.language) + 1) % len(_LANGUAGES)])

    def set_language(self, name):
        """Choose the language of display and page. Raises ValueError."""
        if name not in _LANGUAGES:
            raise ValueError("language must be one of " + ", ".join(_LANGUAGES))
        self.language = name
        self.tell("language", name)

    def _on_trouble(self, t, code, detail):
        self.trouble[code] = detail
        self.tell("trouble", code, detail)

    def _on_recovered(self, t, code):
        self.trouble.pop(code, None)
        self.tell("recovered", code)

    # Verdicts

    def _judged(self, act, seat, end):
        """An act has become a line."""
        verdict = self.record.verdict
        stands = act.kind == acts.PLAY and self.record.laid(act.tile)
        if self.foul and self.foul[2] is None:
            self.tell("retracted", self.foul[0], None)
            self.foul = None
        if "remedy" in verdict:
            if act.tile is not None and not stands:
                self.refused[act.tile] = (seat, verdict["code"], act.pose)
            self._show_foul(seat, verdict["code"], act.tile, act.pose and act.pose[:2])
        if stands:
            self._lifted = False
            self.chain.poses[act.tile] = act.pose
            ends = self.chain.ends
            legal = [name for name, value, _ in ends if self.record.fits(act.tile, value)]
            self._before = (ends, legal, end) if end else None
            self._sensing.confirm(act.tile)
            self.tell("moved", act.tile, act.pose)
        self._update()

    def _show_foul(self, seat, code, tile, place):
        self.foul = (seat, code, tile, place)
        self.tell("foul", seat, code, tile, place)

    def undo(self):
        """Take back what was done last. True if there was something to take back."""
        if not self.record.last:
            return False
        number, kind, seat, tile = self.record.last
        self._correct(number, None, seat)
        self._before = None
        if kind == "play":
            pose = self.chain.poses.pop(tile, None)
            self._sensing.release(tile)
            if not self._lifted:
                self.refused[tile] = (seat, "undone", pose)
            for other in self.chain.poses:  # where the round was over they had been released
                self._sensing.confirm(other)
        self._lifted = False
        self.tell("undone", number, seat)
        self._update()
        return True

    def write(self, line):
        """Take a line of the arbiter's (see ``table.referee.commands``). Returns its verdict."""
        self.record.feed(line)
        verdict = self.record.verdict
        self._update()
        return verdict

    def _correct(self, number, line, seat):
        self.record.feed({"type": "correct", "ref": number, "to": line, "by": "seat %d" % seat, "reason": "taken back"})

    def _reveal(self, seat):
        """The seat shows the rest of its hand: the tiles that lie nearest to its side."""
        width, height = self._config["area"]
        mask = 0
        for tile, pose in self._sensing.on_cloth():
            gaps = (height - pose[1], pose[0], pose[1], width - pose[0])
            if not self.record.laid(tile) and gaps[seat] == min(gaps):
                mask |= 1 << tile
        self.record.feed({"type": "reveal", "seat": seat, "hand": self.record.tiles.names(mask)})

    _HANDLERS = {
        events.LAID: _on_laid,
        events.MOVED: _on_moved,
        events.LIFTED: _on_lifted,
        events.TO_RACK: _on_to_rack,
        events.OFF_RACK: _on_off_rack,
        events.BUTTON: _on_button,
        events.KEY: _on_key,
        events.KNOCK: _on_knock,
        events.TROUBLE: _on_trouble,
        events.RECOVERED: _on_recovered,
    }
