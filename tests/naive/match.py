"""A match: takes the lines of a record in order and keeps all state that later lines depend on."""

from __future__ import annotations

from typing import Any

from .forms import Line, bad_tiles, seats_named, well_formed
from .layout import Placed
from .params import GAMES, is_int, settle
from .penalty import Penalty, Sport, Threshold
from .rounds import Opening, Round
from .scoring import Ending, Scoring
from .tiles import Tile, hand_value, parse, redeal_reason, tile_of

FOULS = ("wrong_tile", "wrong_turn", "false_pass", "false_draw", "wrong_opening", "too_many_tiles", "overdraw",
         "illegal_close", "wrong_hand", "misdeal", "timeout")
SCORINGS: dict[str, type[Scoring]] = {"kozel": Threshold, "kozel_pairs": Threshold, "osyol": Threshold,
                                      "sport": Sport, "kozel_125": Penalty}
FREE = ("note", "ask", "answer", "rule", "correct", "seal")  # lines without effect on the rules


class Refused(Exception):
    """A line that is not accepted, with its code."""

    def __init__(self, code: str, seat: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.seat = seat


class Match:
    """State of a record up to some line. ``step`` judges the next line; it never raises for what the line holds."""

    def __init__(self) -> None:
        self.game: str | None = None
        self.params: dict[str, Any] = {}
        self.seats = 0
        self.scoring: Scoring
        self.round: Round | None = None
        self.between = "no_round"  # the code for lines that need a round while there is none
        self.over = False
        self.clock = 0
        self.forced = False

    def step(self, n: int, line: object) -> tuple[Line, list[Line]]:
        """The verdict on line ``n`` and the derived lines that follow from it."""
        try:
            derived = self.act(n, line)
        except Refused as refusal:
            verdict: Line = {"type": "verdict", "n": n, "ok": False, "code": refusal.code}
            if refusal.code in FOULS:
                seat = line.get("seat") if isinstance(line, dict) else None
                verdict |= {"seat": seat if refusal.seat is None else refusal.seat, "certain": True,
                            "remedy": {"kind": "retract"}}
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
        if first != (self.game is None) or (self.round is not None and kind in ("deal", "result")):
            raise Refused("bad_line")
        if line.get("t", self.clock) < self.clock:
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

    # Opening a match

    def begin(self, line: Line) -> list[Line]:
        """The ``match`` line."""
        if line["game"] not in GAMES:
            raise Refused("unknown_game")
        overrides = dict(line.get("params", {}))
        if "set" in line and overrides.setdefault("set_max", line["set"]) != line["set"]:
            raise Refused("bad_params")
        params = settle(line["game"], len(line["seats"]), line.get("preset"), overrides)
        if params is None:
            raise Refused("bad_params")
        scoring = SCORINGS[line["game"]](params, len(line["seats"]))
        if not scoring.load(line):
            raise Refused("bad_params")
        self.game, self.params, self.scoring, self.seats = line["game"], params, scoring, min(len(line["seats"]), 4)
        return []

    # Rounds

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
        self.round = Round(self.params, Opening(opening.kind, opening.seats, opening.rule), hands, stock)
        return []

    def check_deal(self, hands: list[Any], stock: Any) -> None:
        """Refuse a deal that cannot be."""
        if len(hands) != self.seats:
            raise Refused("bad_line")
        seen = [t for h in [*hands, stock] if isinstance(h, list) for t in h]
        if len(set(seen)) < len(seen):
            raise Refused("duplicate_tile")
        sizes = [len(h) if isinstance(h, list) else h for h in hands]
        for seat, size in enumerate(sizes):
            if size != self.params["hand"]:
                raise Refused("misdeal", seat)
        rest = (self.params["set_max"] + 1) * (self.params["set_max"] + 2) // 2 - sum(sizes)
        if stock is not None and (len(stock) if isinstance(stock, list) else stock) != rest:
            raise Refused("misdeal")

    def redeal(self, seat: int, reason: str) -> list[Line]:
        """The deal does not count; a new one is awaited."""
        self.round, self.between = None, "no_round"
        return [{"type": "redeal", "reason": reason, "seat": seat}]

    def tiles(self, texts: list[str]) -> list[Tile]:
        """Tiles of a line, already known to be in the set."""
        return [tile_of(parse(text, self.params["set_max"]) or (0, 0)) for text in texts]

    def placed(self, move: Line) -> Placed:
        """A part of a move as a line writes it."""
        return Placed(parse(move["tile"], self.params["set_max"]) or (0, 0), move.get("end"), move.get("closed", False))

    def do_play(self, n: int, line: Line) -> list[Line]:
        """A tile or a compound move."""
        assert self.round is not None
        moves = [self.placed(m) for m in line.get("moves", [line])]
        return self.after(self.round.play(n, line["seat"], moves))

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
        if self.round is not None and limits and not self.round.layout.tiles and not self.round.draws:
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
        if self.round.stop is not None and self.round.holdings.all_known():
            derived += self.finish(self.ending(self.round))
        return derived

    def ending(self, played: Round) -> Ending:
        """The facts of a finished round."""
        assert played.stop is not None
        hands = [set(h.known) for h in played.holdings.hands]
        return Ending(played.stop.reason, played.stop.by, played.stop.fisherman, self.values(hands), hands,
                      [len(h) for h in hands], played.opener, played.first, [m.tile for m in played.moves],
                      played.last_mover, self.scoring.opening.kind == "rule")

    def values(self, hands: list[set[Tile]]) -> list[int]:
        """Hand values per seat."""
        return [hand_value(h, self.params.get("lone", "plain")) for h in hands]

    def finish(self, end: Ending) -> list[Line]:
        """Score the round and perhaps end the match."""
        line: Line = {"type": "round_end", "reason": end.reason, "by": end.by, "fisherman": end.fisherman,
                      "hands": end.points}
        line |= self.scoring.settle(end)
        line["accounts"] = self.scoring.dump()
        last = self.scoring.result()
        line["opener"] = None if last else self.scoring.opening.seat
        self.round, self.between, self.over = None, "round_over", last is not None
        return [line] + ([last] if last else [])

    # Other lines

    def do_result(self, n: int, line: Line) -> list[Line]:
        """Scorekeeper mode: a whole round entered by hand."""
        by = line["by"] if line["reason"] == "exit" else None
        hands = None
        if "hands" in line:
            hands = [set(self.tiles(h)) for h in line["hands"]]
            if sum(len(h) for h in hands) != len(set().union(*hands)) or any(
                    len(set(h)) < len(h) for h in line["hands"]):
                raise Refused("duplicate_tile")
        points = self.values(hands) if hands is not None else line["points"]
        if len(points) != self.seats or (by is not None and (points[by] or (hands and hands[by]))):
            raise Refused("bad_line")
        opening = self.scoring.opening
        end = Ending(line["reason"], by, None if by is not None else line["fisherman"], points, hands,
                     line.get("counts") or ([len(h) for h in hands] if hands else None),
                     line.get("opener", opening.seat), self.tiles([line["first"]])[0] if "first" in line else None,
                     self.tiles(line.get("last", [])), None, opening.kind == "rule")
        return self.finish(end)

    def do_lot(self, n: int, line: Line) -> list[Line]:
        """A lot has no effect in games that are opened by a tile or by the winner."""
        return []

    def do_claim(self, n: int, line: Line) -> list[Line]:
        """Only tennis listens to a declaration."""
        return []

    def do_turn_up(self, n: int, line: Line) -> list[Line]:
        """Only kolbasa turns tiles up."""
        raise Refused("bad_line")

    def do_timeout(self, n: int, line: Line) -> list[Line]:
        """The clock of a seat ran out: always a foul, and the end of the match."""
        raise Refused("timeout", line["seat"])

    def end_by_clock(self, seat: int) -> list[Line]:
        """What follows a timeout."""
        derived: list[Line] = []
        if self.round is not None:
            hands = [set(h.known) if not h.unseen else None for h in self.round.holdings.hands]
            derived.append({"type": "round_end", "reason": "timeout", "by": None, "fisherman": None,
                            "hands": [None if h is None else self.values([h])[0] for h in hands],
                            "recorded": [0] * self.scoring.sides, "carry": self.scoring.carry, "void": True,
                            "accounts": self.scoring.dump(), "opener": None})
        self.round, self.over = None, True
        return [*derived, self.scoring.timeout(seat)]


def ref_of(line: object) -> int | None:
    """The line number that a ``correct`` or ``rule`` names, if the line is one."""
    if well_formed(line) and isinstance(line, dict) and line["type"] in ("correct", "rule"):
        ref = line["ref"]
        return ref if is_int(ref) else None
    return None
