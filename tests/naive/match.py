"""A match: takes the lines of a record in order and keeps all state that later lines depend on."""

from __future__ import annotations

from typing import Any

from .forms import Line, bad_tiles, seats_named, well_formed
from .generals import Generals
from .kolbasa import Sausage
from .layout import Placed
from .params import FIVES_GAMES, GAMES, is_int, settle
from .penalty import Kolbasa, Osyol, Penalty, Sport, Threshold
from .rounds import Opening, Round
from .scoring import Ending, Scoring
from .sea import Sea
from .tennis import Tennis
from .tiles import Tile, hand_value, high_rank, parse, redeal_reason, tile_of
from .winnings import Winnings

FOULS = ("wrong_tile", "wrong_turn", "false_pass", "false_draw", "wrong_opening", "too_many_tiles", "overdraw",
         "illegal_close", "wrong_hand", "misdeal", "timeout")
SCORINGS: dict[str, type[Scoring]] = {"kozel": Threshold, "kozel_pairs": Threshold, "osyol": Osyol,
                                      "sport": Sport, "kozel_125": Penalty, "kolbasa": Kolbasa, "block_draw": Winnings,
                                      "muggins": Winnings, "all_fives": Winnings, "telefon": Winnings,
                                      "general_kozel": Generals, "morskoy_kozel": Sea, "domino_tennis": Tennis}
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
        self.round: Round | Sausage | None = None
        self.between = "no_round"  # the code for lines that need a round while there is none
        self.over = False
        self.clock = 0
        self.lots: dict[int, Tile] = {}
        self.earned: tuple[int, int] = (0, 0)  # points of the last move, and the line that earned them

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
        if kind != "correct" and first != (self.game is None):
            raise Refused("bad_line")
        if self.round is not None and kind in ("deal", "result"):
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
        own = Opening(opening.kind, opening.seats, opening.rule)
        self.lots = {}
        self.earned = (0, 0)
        kolbasa = self.game == "kolbasa"
        self.round = Sausage(self.params, own, hands, stock) if kolbasa else Round(self.params, own, hands, stock)
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
        half = self.round.mover == line["seat"]
        code = self.round.play(n, line["seat"], moves)
        if code is None and self.game in FIVES_GAMES:
            ended = self.award(n, line["seat"], half)
            if ended:
                return ended
        return self.after(code)

    def award(self, n: int, seat: int, half: bool) -> list[Line]:
        """Fives games: what the move earns; returns the derived lines if it ends the match, else adds them to news."""
        played, scoring = self.round, self.scoring
        assert isinstance(played, Round)
        assert isinstance(scoring, Winnings)
        total = played.layout.ends_sum()
        rule = self.params["opening_tile_scores"]
        first = len(played.layout.tiles) == 1
        if total % 5 or (first and (rule == "none" or (rule == "only_55" and played.first != (5, 5)))):
            total = 0
        before, where = self.earned if half else (0, 0)
        if total == before:
            self.earned = (before, where)
            return []
        self.earned = (total, n)
        line: Line = {"type": "award", "seat": seat, "points": total}
        if before:
            line["replaces"] = where
        scoring.award(seat, total - before)
        played.news.append(line)
        last = scoring.result() if self.params["end_check"] == "immediate" else None
        if last is None:
            return []
        self.round, self.over = None, True
        return [*played.news, last]

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

    def ending(self, played: Round | Sausage) -> Ending:
        """The facts of a finished round."""
        assert played.stop is not None
        hands = played.hands()
        return Ending(played.stop.reason, played.stop.by, played.stop.fisherman, self.values(hands), hands,
                      [len(h) for h in hands], played.opener, played.first, [m.tile for m in played.moves],
                      played.last_mover, self.scoring.opening.kind == "rule",
                      isinstance(played, Round) and played.opener_had((6, 6)))

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
                     self.tiles(line.get("last", [])), None, opening.kind == "rule", line.get("first") == "6-6")
        awards = line.get("awards", [])
        if awards and isinstance(self.scoring, Winnings) and self.game in FIVES_GAMES:
            if len(awards) != self.scoring.sides:
                raise Refused("bad_line")
            for side, points in enumerate(awards):
                self.scoring.add(side, points)
        return self.finish(end)

    def do_lot(self, n: int, line: Line) -> list[Line]:
        """A tile drawn between rounds for who opens; one per seat, and once more after a tie."""
        tile = self.tiles([line["tile"]])[0]
        if self.round is not None:
            raise Refused("bad_line")
        if len(self.lots) == self.seats:
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
        if not isinstance(self.round, Sausage):
            raise Refused("bad_line")
        return self.after(self.round.turn_up(line["seat"], self.tiles([line["tile"]])[0]))

    def do_timeout(self, n: int, line: Line) -> list[Line]:
        """The clock of a seat ran out: always a foul, and the end of the match."""
        raise Refused("timeout", line["seat"])

    def seen_hands(self, played: Round | Sausage) -> list[set[Tile] | None]:
        """Hands that are completely known."""
        if isinstance(played, Sausage):
            return [None if None in row else {t for t in row if t} for row in played.rows]
        return [set(h.known) if not h.unseen else None for h in played.holdings.hands]

    def end_by_clock(self, seat: int) -> list[Line]:
        """What follows a timeout."""
        derived: list[Line] = []
        if self.round is not None:
            hands = self.seen_hands(self.round)
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
