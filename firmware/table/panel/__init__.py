"""The panel: what the table shows and sounds. It listens to the referee's news and decides nothing."""

import asyncio

from domino_rules.tiles import count

_STEP_MS = 1000
# Melodies: (hertz, milliseconds).
_ACCEPTED = ((1760, 40),)
_PASSED = ((660, 80),)
_FOUL = ((330, 150), (0, 60), (330, 250))
_QUESTION = ((880, 90), (1175, 90))
_ROUND = ((1047, 100), (1319, 100), (1568, 180))
_FISH = ((1568, 120), (1319, 120), (1047, 120), (784, 300))


class Panel:
    """Connects the referee's news (``table.referee``) with screen, rim and buzzer.

    ``referee``: the TableReferee; ``screen``, ``signals``, ``buzzer``, ``texts`` may each be None where a build lacks
    it (``texts`` only together with ``screen``). ``await run()`` is the panel's task; its parts have their own.
    """

    def __init__(self, referee, screen, signals, buzzer, texts):
        self._referee = referee
        self._screen = screen
        self._signals = signals
        self._buzzer = buzzer
        self._texts = texts
        self._said = None  # the message that is shown: key, alarm, fields
        referee.subscribe(self.news)

    async def run(self):
        """Move the clock every second and bring the cards up to date."""
        while True:
            if self._screen:
                self.refresh()
            await asyncio.sleep_ms(_STEP_MS)

    def news(self, kind, *news):
        """Take one piece of news; kinds that the panel has nothing to say to are passed over."""
        handler = self._HANDLERS.get(kind)
        if handler:
            handler(self, *news)

    # Small helpers

    def _name(self, seat):
        return self._referee.record.line["seats"][seat]

    def _sound(self, melody):
        if self._buzzer:
            self._buzzer.play(melody)

    def _say(self, key, alarm=False, **fields):
        """Show a message in the players' language; when that changes, it is said again."""
        self._said = (key, alarm, fields)
        if self._screen:
            self._screen.message(self._texts(key, **fields), alarm)

    # News

    def _match(self, line):
        if self._signals:
            self._signals.foul(None, None)
            self._signals.question(None, None)
        self.refresh()

    def _line(self, n, line, outs, place):
        if outs and outs[0].get("ok"):
            self._accepted(line, place)
        for out in outs[1:]:
            kind = out["type"]
            if kind == "round_end":
                self._round_end(out)
            elif kind == "match_end":
                self._match_end(out)
            elif kind == "redeal":
                self._say("phase.redeal")
            elif kind == "late":
                self._say("late", True, name=self._name(out["seat"]))
        self.refresh()

    def _accepted(self, line, place):
        kind = line["type"]
        if kind == "play":
            if self._signals and place:
                self._signals.accepted(place)
            self._sound(_ACCEPTED)
        elif kind == "pass":
            self._sound(_PASSED)
            self._say("passed", name=self._name(line["seat"]))
        elif kind == "draw":
            self._say("drew", name=self._name(line["seat"]))

    def _round_end(self, out):
        if out["reason"] == "fish":
            self._sound(_FISH)
            if self._signals:
                self._signals.fish()
            if out["fisherman"] is None:
                self._say("fish.made.none")
            else:
                self._say("fish.made", name=self._name(out["fisherman"]))
        elif out["by"] is not None:
            self._sound(_ROUND)
            self._say("exit", name=self._name(out["by"]))

    def _match_end(self, out):
        goats = [seat for seat in out["losers"] if out["titles"].get(str(seat)) == "kozel"]
        if goats:
            self._say("goat", names=", ".join([self._name(seat) for seat in goats]))
        elif out["draw"]:
            self._say("drawn")
        else:
            self._say("won", names=", ".join([self._name(seat) for seat in out["winners"]]))

    def _turn(self, seat):
        if self._signals:
            self._signals.turn(seat)
        if seat is not None and not self._referee.foul:
            match = self._referee.record.match
            name = self._name(seat)
            if match.layout.count:
                self._say("turn", name=name)
            elif match.opening is None:
                self._say("opening.any", name=name)
            else:
                self._say("opening", name=name, tile=match.tiles.name(match.opening))
        self.refresh()

    def _foul(self, seat, code, tile, place):
        self._sound(_FOUL)
        if self._signals and seat is not None:
            self._signals.foul(seat, place)
        record = self._referee.record
        match = record.match
        key = "foul." + code
        if code == "wrong_turn" and tile is not None:
            key += ".tile"
        shown = match.opening if code == "wrong_opening" else tile
        self._say(
            key,
            True,
            name="" if seat is None else self._name(seat),
            tile="" if shown is None else match.tiles.name(shown),
            other="" if match.turn is None else self._name(match.turn),
            count=match.params["hand"],
        )

    def _retracted(self, seat, tile):
        if self._signals:
            self._signals.foul(None, None)
        if tile is not None:
            self._say("retracted", tile=self._referee.record.tiles.name(tile))

    def _question(self, number, seat, places):
        self._sound(_QUESTION)
        spots = [place for place in places if not isinstance(place, int)]
        if self._signals and spots:
            self._signals.question(self._referee.record.turn if seat is None else seat, spots)
        asked = self._referee.record.turn if seat is None else seat
        self._say("ask.end" if len(spots) > 1 else "ask.yes", name="" if asked is None else self._name(asked))

    def _answered(self, number):
        if self._signals:
            self._signals.question(None, None)

    def _undone(self, n, seat):
        self._say("undone")
        self.refresh()

    def _phase(self, name):
        match = self._referee.record.match
        if name == "clear" and match.round:
            return  # the end of the round was just told
        if name in ("clear", "deal"):
            self._say("phase.await_deal", count=match.params["hand"])
        elif name in ("resume", "maintenance"):
            self._say("resumed" if name == "resume" else name)

    def _trouble(self, code, detail):
        if self._signals:
            self._signals.trouble(True)
        key = "trouble." + code
        if self._texts and not self._texts.has(key):
            key = "trouble.task"
        match = self._referee.record.match
        self._say(key, True, tile=match.tiles.name(detail) if code == "tile" and match else "")

    def _recovered(self, code):
        if not self._referee.trouble:
            if self._signals:
                self._signals.trouble(False)
            self._say("recovered")

    def _language(self, name):
        if self._texts:
            self._texts.use(name)
            if self._said:
                key, alarm, fields = self._said
                self._say(key, alarm, **fields)
            self.refresh()

    _HANDLERS = {
        "match": _match,
        "line": _line,
        "turn": _turn,
        "foul": _foul,
        "retracted": _retracted,
        "question": _question,
        "answered": _answered,
        "undone": _undone,
        "phase": _phase,
        "trouble": _trouble,
        "recovered": _recovered,
        "language": _language,
    }

    # The screen

    def refresh(self):
        """Give the screen the state as it is now; it draws only what differs."""
        screen, record = self._screen, self._referee.record
        match = record.match
        if not screen or match is None:
            return
        texts = self._texts
        game = texts("game." + record.line["game"])
        screen.title(game, texts("round", number=match.round) if match.round else "")
        for seat in range(match.seats):
            self._card(seat, match)
        screen.clock(sum(record.clocks()) // 1000)
        screen.carry(texts("fish"), match.carry)
        ends = match.layout.ends() if match.phase == "play" else ()
        screen.ends(" \u2013 ".join([str(value) for _, value in ends]))
        screen.stock(texts("stock", count=match.stock_count) if match.stock_count else "")

    def _card(self, seat, match):
        account = match.account_lines()[match.side_of(seat)] if match.accounts else {}
        opened = account.get("opened", True)
        points = account.get("score", 0) if opened else account["remembered"]
        tiles = match.unseen[seat] + count(match.hands[seat]) if match.phase == "play" else None
        self._screen.seat(seat, self._name(seat), opened, points, tiles, match.turn == seat)
