"""The state of a match between lines: parameters, accounts, the round that is on, and how rounds and matches end."""

from __future__ import annotations

from typing import Any

from .forms import Line
from .generals import Generals
from .kolbasa import Sausage
from .layout import Placed
from .params import GAMES, settle
from .penalty import Kolbasa, Osyol, Penalty, Sport, Threshold
from .rounds import Round
from .scoring import Ending, Scoring
from .sea import Sea
from .tennis import Tennis
from .tiles import Tile, hand_value, parse, tile_of
from .winnings import Telefon, Winnings

FOULS = (
    "wrong_tile",
    "wrong_turn",
    "false_pass",
    "false_draw",
    "wrong_opening",
    "too_many_tiles",
    "overdraw",
    "illegal_close",
    "wrong_hand",
    "misdeal",
    "timeout",
)
SCORINGS: dict[str, type[Scoring]] = {
    "kozel": Threshold,
    "kozel_pairs": Threshold,
    "osyol": Osyol,
    "sport": Sport,
    "kozel_125": Penalty,
    "kolbasa": Kolbasa,
    "block_draw": Winnings,
    "muggins": Winnings,
    "all_fives": Winnings,
    "telefon": Telefon,
    "general_kozel": Generals,
    "morskoy_kozel": Sea,
    "domino_tennis": Tennis,
}


class Refused(Exception):
    """A line that is not accepted, with its code."""

    def __init__(self, code: str, seat: int | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.seat = seat


class State:
    """What later lines of a record depend on."""

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

    def check_deal(self, hands: list[Any], stock: Any) -> None:
        """Refuse a deal that cannot be."""
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

    def ending(self, played: Round | Sausage) -> Ending:
        """The facts of a finished round."""
        assert played.stop is not None
        hands = played.hands()
        return Ending(
            played.stop.reason,
            played.stop.by,
            played.stop.fisherman,
            self.values(hands),
            hands,
            [len(h) for h in hands],
            played.opener,
            played.first,
            [m.tile for m in played.moves],
            played.last_mover,
            self.scoring.opening.kind == "rule",
            isinstance(played, Round) and played.opener_had((6, 6)),
        )

    def values(self, hands: list[set[Tile]]) -> list[int]:
        """Hand values per seat."""
        return [hand_value(h, self.params.get("lone", "plain")) for h in hands]

    def finish(self, end: Ending) -> list[Line]:
        """Score the round and perhaps end the match."""
        line: Line = {
            "type": "round_end",
            "reason": end.reason,
            "by": end.by,
            "fisherman": end.fisherman,
            "hands": end.points,
        }
        line |= self.scoring.settle(end)
        line["accounts"] = self.scoring.dump()
        last = self.scoring.result()
        line["opener"] = None if last else self.scoring.opening.seat
        self.round, self.between, self.over = None, "round_over", last is not None
        return [line] + ([last] if last else [])

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
            derived.append(
                {
                    "type": "round_end",
                    "reason": "timeout",
                    "by": None,
                    "fisherman": None,
                    "hands": [None if h is None else self.values([h])[0] for h in hands],
                    "recorded": [0] * self.scoring.sides,
                    "carry": self.scoring.carry,
                    "void": True,
                    "accounts": self.scoring.dump(),
                    "opener": None,
                }
            )
        self.round, self.over = None, True
        return [*derived, self.scoring.timeout(seat)]
