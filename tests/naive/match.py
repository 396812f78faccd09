"""A match: what each kind of line does, or why it is refused, in the order of codes of the format."""

from __future__ import annotations

from .forms import Line, bad_tiles, seats_named, well_formed
from .kolbasa import Sausage
from .openings import Opening
from .params import FIVES_GAMES, is_int
from .rounds import Round
from .scoring import Ending
from .state import FOULS, Refused, State
from .tennis import Tennis
from .tiles import high_rank, redeal_reason
from .winnings import Winnings

FREE = ("note", "ask", "answer", "rule", "correct", "seal")  # lines without effect on the rules


class Match(State):
    """Judges one line after the other with ``step``, which never raises for what a line holds."""

    def step(self, n: int, line: object) -> tuple[Line, list[Line]]:
        """The verdict on line ``n`` and the derived lines that follow from it."""
        clock = self.clock
        try:
            derived = self.act(n, line)
        except Refused as refusal:
            if refusal.code == "bad_line":  # what cannot be understood has no time
                self.clock = clock
            verdict: Line = {"type": "verdict", "n": n, "ok": False, "code": refusal.code}
            if refusal.code in FOULS:
                seat = line.get("seat") if isinstance(line, dict) else None
                verdict |= {
                    "seat": seat if refusal.seat is None else refusal.seat,
                    "certain": True,
                    "remedy": {"kind": "retract"},
                }
            if refusal.code == "timeout":
                return verdict, self.end_by_clock(line["seat"])  # type: ignore[index]
            return verdict, []
        return {"type": "verdict", "n": n, "ok": True}, derived

    def act(self, n: int, line: object) -> list[Line]:
        """Let a line take effect; returns derived lines or raises Refused."""
        if not well_formed(line):
            raise Refused("bad_line")
        assert isinstance(line, dict)
        kind = line["type"]
        first = kind == "match"
        if kind != "correct" and first != (self.game is None):
            raise Refused("bad_line")
        if self.round is not None and kind in ("deal", "result", "lot"):
            raise Refused("bad_line")
        if kind == "turn_up" and self.game != "kolbasa":
            raise Refused("bad_line")
        if line.get("t", self.clock) < self.clock:
            raise Refused("bad_line")
        if kind in ("deal", "result") and not self.sized(line):
            raise Refused("bad_line")
        self.clock = line.get("t", self.clock)
        if first:
            return self.begin(line)
        if kind in FREE:
            return []
        if any(not 0 <= seat < self.seats for seat in seats_named(line)):
            raise Refused("bad_seat")
        if bad_tiles(line, self.params["set_max"]):
            raise Refused("bad_tile")
        if self.over:
            raise Refused("match_over")
        if kind in ("play", "draw", "pass", "reveal", "turn_up"):
            if self.round is None:
                raise Refused(self.between)
            if self.round.stop is not None and kind != "reveal":
                raise Refused("round_over")
        handler = getattr(self, "do_" + kind)
        derived: list[Line] = handler(n, line)
        return derived

    def sized(self, line: Line) -> bool:
        """Whether what a deal or result tells per seat or side (format 1) is told for each of them."""
        name = "hands" if "hands" in line else "points"
        if line["type"] == "deal":
            return len(line["hands"]) == self.seats
        return (
            len(line[name]) == self.seats
            and len(line.get("counts", line[name])) == self.seats
            and len(line.get("awards", [0] * self.scoring.sides)) == self.scoring.sides
        )

    # Lines of a round

    def do_deal(self, n: int, line: Line) -> list[Line]:
        """Start a round, or ask for a new deal."""
        hands = [self.tiles(h) if isinstance(h, list) else h for h in line["hands"]]
        stock = line.get("stock")
        stock = self.tiles(stock) if isinstance(stock, list) else stock
        self.check_deal(hands, stock)
        limits = self.params.get("redeal")
        for seat, hand in enumerate(hands):
            reason = redeal_reason(set(hand), limits) if limits and isinstance(hand, list) else None
            if reason:
                return self.redeal(seat, reason)
        opening = self.scoring.opening
        own = Opening(opening.kind, opening.seats, opening.rule)
        self.lots = {}
        self.earned = (0, 0)
        kolbasa = self.game == "kolbasa"
        self.round = Sausage(self.params, own, hands, stock) if kolbasa else Round(self.params, own, hands, stock)
        return self.after(None)

    def do_play(self, n: int, line: Line) -> list[Line]:
        """A tile or a compound move."""
        assert self.round is not None
        moves = [self.placed(m) for m in line.get("moves", [line])]
        half = self.round.mover == line["seat"]
        code = self.round.play(n, line["seat"], moves)
        if code is None and self.game in FIVES_GAMES:
            ended = self.award(n, line["seat"], half)
            if ended:
                return ended
        return self.after(code)

    def do_draw(self, n: int, line: Line) -> list[Line]:
        """A tile from the bazaar."""
        assert self.round is not None
        tile = self.tiles([line["tile"]])[0] if "tile" in line else None
        return self.after(self.round.draw(n, line["seat"], tile))

    def do_pass(self, n: int, line: Line) -> list[Line]:
        """A knock."""
        assert self.round is not None
        return self.after(self.round.knock(n, line["seat"]))

    def do_reveal(self, n: int, line: Line) -> list[Line]:
        """A hand is shown: before the first move it may demand a new deal."""
        assert self.round is not None
        derived = self.after(self.round.reveal(n, line["seat"], self.tiles(line["hand"])))
        limits = self.params.get("redeal")
        if isinstance(self.round, Round) and limits and not self.round.layout.tiles and not self.round.draws:
            reason = redeal_reason(set(self.tiles(line["hand"])), limits)
            if reason:
                derived += self.redeal(line["seat"], reason)
        return derived

    def after(self, code: str | None) -> list[Line]:
        """Derived lines of an action of the round that was accepted (``code`` None)."""
        if code is not None:
            raise Refused(code)
        assert self.round is not None
        derived = list(self.round.news)
        if self.round.stop is not None and self.round.all_known():
            derived += self.finish(self.ending(self.round))
        return derived

    # Other lines

    def do_result(self, n: int, line: Line) -> list[Line]:
        """Scorekeeper mode: a whole round entered by hand."""
        by = line["by"] if line["reason"] == "exit" else None
        hands = None
        if "hands" in line:
            hands = [set(self.tiles(h)) for h in line["hands"]]
            if sum(len(h) for h in hands) != len(set().union(*hands)) or any(
                len(set(h)) < len(h) for h in line["hands"]
            ):
                raise Refused("duplicate_tile")
        points = self.values(hands) if hands is not None else line["points"]
        if by is not None and (points[by] or (hands and hands[by])):
            raise Refused("bad_line")
        opening = self.scoring.opening
        self.lots = {}  # drawn for this round
        end = Ending(
            line["reason"],
            by,
            None if by is not None else line["fisherman"],
            points,
            hands,
            line.get("counts") or ([len(h) for h in hands] if hands else None),
            line.get("opener", opening.seat),
            self.tiles([line["first"]])[0] if "first" in line else None,
            self.tiles(line.get("last", [])),
            None,
            opening.kind == "rule",
            line.get("first") == "6-6",
        )
        if isinstance(self.scoring, Winnings) and self.game in FIVES_GAMES:
            for side, points in enumerate(line.get("awards", [])):
                self.scoring.add(side, points)
        return self.finish(end)

    def do_lot(self, n: int, line: Line) -> list[Line]:
        """A tile drawn between rounds for who opens; one per seat, and once more after a tie."""
        tile = self.tiles([line["tile"]])[0]
        if len(self.lots) == self.seats:
            if self.scoring.opening.kind == "lot" and self.scoring.opening.seat is not None:
                return []  # "one per seat, again after equal pips": it is decided
            self.lots = {}
        self.lots[line["seat"]] = tile
        if len(self.lots) == self.seats and self.scoring.opening.kind == "lot":
            best = max(self.lots.values(), key=high_rank)
            winners = [s for s, t in self.lots.items() if t == best]
            self.scoring.opening = Opening("lot", tuple(winners) if len(winners) == 1 else ())
        return []

    def do_claim(self, n: int, line: Line) -> list[Line]:
        """Tennis: who serves the first game."""
        scoring = self.scoring
        if line["what"] == "serve" and isinstance(scoring, Tennis) and scoring.server is None:
            opener = self.round.opener if self.round is not None else None
            if opener is None:
                scoring.serve(line["seat"])
                if isinstance(self.round, Round) and not self.round.draws:
                    self.round.opening.seats, self.round.turn = (line["seat"],), line["seat"]
        return []

    def do_turn_up(self, n: int, line: Line) -> list[Line]:
        """Kolbasa: the last tile of the row."""
        assert isinstance(self.round, Sausage)
        return self.after(self.round.turn_up(line["seat"], self.tiles([line["tile"]])[0]))

    def do_timeout(self, n: int, line: Line) -> list[Line]:
        """The clock of a seat ran out: always a foul, and the end of the match."""
        raise Refused("timeout", line["seat"])


def ref_of(line: object) -> int | None:
    """The line number that a ``correct`` or ``rule`` names, if the line is one."""
    if well_formed(line) and isinstance(line, dict) and line["type"] in ("correct", "rule"):
        ref = line["ref"]
        return ref if is_int(ref) else None
    return None
