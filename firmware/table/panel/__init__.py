"""The panel: what the table shows and sounds. It listens to the referee's news and decides nothing."""

import asyncio

from domino_rules.tiles import count
from table.once import forget, seldom

_STEP_MS = 100
_STEPS = 10  # in a second
# Melodies: (hertz, milliseconds).
_ACCEPTED = ((1760, 40),)
_PASSED = ((660, 80),)
_RARE = (
    "match",
    "foul",
    "undone",
    "phase",
    "trouble",
    "recovered",
    "language",
    "closing",
    "show",
    "choice",
    "ruling",
    "retracted",
    "question",
    "answered",
    "held",
)


class Panel:
    """Connects the referee's news (``table.referee``) with screen, rim and buzzer.

    ``referee``: the TableReferee; ``screen``, ``signals``, ``buzzer``, ``texts`` may each be None where a build lacks
    it (``texts`` only together with ``screen``). ``await run()`` is the panel's task; its parts have their own.

    What the screen shows is not kept in memory: news are only noted for it, and soon after the task draws them all.
    """

    @seldom
    def __init__(self, referee, screen, signals, buzzer, texts):
        self._referee = referee
        self._screen = screen
        self._signals = signals
        self._buzzer = buzzer
        self._texts = texts
        self._said = None  # the message that is shown: key, alarm, fields
        self._own = None  # {name: as the language has it} of names that the table itself has given, if any
        self._stale = True  # the screen does not show the last news yet
        self.won = ()  # winners of the match (seats, or teams where these take turns), once it is over
        referee.subscribe(self.news)

    async def run(self):
        """Move the clock every second and bring the screen up to date soon after each piece of news."""
        while self._screen:
            if self._stale:
                self.refresh()
            else:
                self._clock()
            for _ in range(_STEPS):
                await asyncio.sleep_ms(_STEP_MS)
                if self._stale:
                    break
        await asyncio.Event().wait()  # a task does not end

    def _clock(self):
        record = self._referee.record
        if record.match:
            self._screen.clock(sum(record.clocks()) // 1000)

    def news(self, kind, *news):
        """Take one piece of news; kinds that the panel has nothing to say to are passed over."""
        self._stale = True
        handler = self._HANDLERS.get(kind)
        if handler:
            handler(self, *news)
        elif kind in _RARE:
            self._rarely(kind, *news)

    def _rarely(self, kind, *news):
        """Take a piece of news that comes a few times an hour: what is said then is not kept in memory."""
        from table.panel import rarely

        try:
            getattr(rarely, kind)(self, *news)
        finally:
            forget("table.panel.rarely")

    # Small helpers

    def _name(self, seat):
        names = self._referee.record.line["seats"]
        return names[seat] if len(names) < 5 else self._board().name(seat)

    def _sound(self, melody):
        if self._buzzer:
            self._buzzer.play(melody)

    def _say(self, key, alarm=False, **fields):
        """Show a message in the players' language; when that changes, it is said again.

        A field may be another text, (key, fields), or a list of what is to stand there between commas.
        """
        self._said = (key, alarm, fields)

    def shown(self, name):
        """A player's name as the display writes it."""
        return self._own.get(name, name) if self._own else name

    def _words(self, value):
        """A field of a message in the language of this moment."""
        if type(value) is tuple:
            key, fields = value
            return self._texts(key, **{field: self._words(fields[field]) for field in fields})
        if type(value) is list:
            return ", ".join([self._words(part) for part in value])
        return self.shown(value)

    # News

    def _line(self, n, line, outs, place):
        if line["type"] in ("correct", "rule"):
            self._rarely("corrected", line, outs)
            return
        if outs and outs[0].get("ok"):
            self._accepted(line, place)
        if len(outs) > 1:
            self._rarely("followed", outs[1:])

    def _accepted(self, line, place):
        kind = line["type"]
        if kind in ("play", "turn_up"):
            if self._signals and place:
                self._signals.accepted(place)
            self._sound(_ACCEPTED)
        elif kind == "pass":
            self._sound(_PASSED)
            self._say("passed", name=self._name(line["seat"]))
        elif kind == "draw":
            if self._signals:
                self._signals.heard(line["seat"])
            self._say("drew", name=self._name(line["seat"]))

    def _turn(self, seat):
        if self._signals:
            self._signals.turn(seat)
        if seat is not None and not self._referee.foul:
            match = self._referee.record.match
            name = self._name(seat)
            if match.layout.count or match.opener is None and match.turn is None:  # he says himself that he opens
                self._say("turn", name=name)
            elif match.opening is None:
                self._say("opening.any", name=name)
            else:
                self._say("opening", name=name, tile=match.tiles.name(match.opening))

    _HANDLERS = {
        "line": _line,
        "turn": _turn,
    }

    # The screen

    @seldom
    def refresh(self):
        """Give the screen the state as it is now; it draws only what differs."""
        self._stale = False
        screen, record, texts = self._screen, self._referee.record, self._texts
        if self._said:
            key, alarm, fields = self._said
            screen.message(self._words((key, fields)), alarm)
        match = record.match
        if match is None:
            return
        self._clock()
        number = texts("round", number=match.round) if match.round else ""
        if record.line["game"] != "kozel":
            self._board().show(match, number)
            return
        screen.title(texts("game.kozel"), number)
        for seat in range(match.seats):
            self._card(seat, match)
        screen.carry(texts("fish"), match.carry)
        ends = match.layout.ends() if match.phase == "play" else ()
        screen.ends(" \u2013 ".join([str(value) for _, value in ends]))
        screen.stock(texts("stock", count=match.stock_count) if match.stock_count else "")

    @seldom
    def _board(self):
        """What shows accounts and ends of this match; in other games than Kozel."""
        from table.panel.boards import board

        try:
            return board(self, self._referee.record.match)
        finally:
            forget("table.panel.boards")

    @seldom
    def _card(self, seat, match):
        account = match.account_lines()[match.side_of(seat)] if match.accounts else {}
        opened = account.get("opened", True)
        points = account.get("score", 0) if opened else account["remembered"]
        tiles = match.unseen[seat] + count(match.hands[seat]) if match.phase == "play" else None
        self._screen.seat(seat, self.shown(self._name(seat)), opened, points, tiles, match.turn == seat)
