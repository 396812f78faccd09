"""The people who write a random record: what they know, and how matches and rounds are set up."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

from .forms import Line
from .generals import Generals
from .kolbasa import Sausage
from .params import FIVES_GAMES, GAMES, PLAYERS, PRESETS, settle
from .penalty import Threshold
from .record import Judge
from .rounds import Round
from .sea import Sea
from .state import SCORINGS
from .tennis import Tennis
from .tiles import Tile, full_set, text_of
from .varieties import ONLY, VARIETIES


@dataclass
class Manners:
    """How often people do what, as probabilities per line."""

    hostile: float = 0.08
    correct: float = 0.01
    result: float = 0.15
    unseen: float = 0.4
    varied: float = 0.5
    standing: float = 0.3  # a match that starts with accounts
    rounds: int = 6  # in one record


@dataclass
class Setting:
    """One record in the making: its lines, the judge that has read them, and the hands that nobody else sees."""

    game: str
    random: random.Random
    manners: Manners
    judge: Judge = field(default_factory=Judge)
    lines: list[Any] = field(default_factory=list)
    answers: list[list[Line]] = field(default_factory=list)  # of the judge, to each line
    hands: list[set[Tile]] = field(default_factory=list)
    rows: list[list[Tile]] = field(default_factory=list)  # kolbasa
    halves: list[Line] = field(default_factory=list)  # of a compound move, still to be laid
    clock: int = 0
    rounds: int = 0

    def add(self, line: Any) -> list[Line]:
        """Write a line, with a time now and then."""
        if isinstance(line, dict) and self.random.random() < 0.2:
            self.clock += self.random.randrange(5000)
            line = {**line, "t": self.clock}
        self.lines.append(line)
        out = self.judge.feed(line)
        self.answers.append(out)
        self.rounds += sum(o["type"] == "round_end" and "rederived" not in o for o in out)
        return out

    @property
    def round(self) -> Round | Sausage | None:
        """The round that is on."""
        return self.judge.match.round

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens now."""
        return self.random.random() < probability

    def any_tile(self) -> str:
        """Any tile of the set."""
        return text_of(self.random.choice(sorted(full_set(self.judge.match.params.get("set_max", 6)))))

    def any_seat(self) -> int:
        """Any seat."""
        return self.random.randrange(max(1, self.judge.match.seats))

    def match_line(self) -> Line:
        """A match of the game with a random number of players, preset and parameters that go together."""
        while True:
            seats = self.random.choice(PLAYERS[self.game])
            presets = [p for g, p in PRESETS if g == self.game]
            preset = self.random.choice([None, *presets])
            params = {}
            if self.chance(self.manners.varied):
                names = sorted(n for n in VARIETIES if n in GAMES[self.game] and self.game in ONLY.get(n, [self.game]))
                for name in self.random.sample(names, min(len(names), self.random.randrange(1, 5))):
                    params[name] = self.random.choice(VARIETIES[name])
            if settle(self.game, seats, preset, params) is None:
                continue
            line: Line = {"type": "match", "v": 1, "game": self.game, "seats": [f"P{s}" for s in range(seats)]}
            line |= ({"preset": preset} if preset else {}) | ({"params": params} if params else {})
            return line | (self.standing(seats, preset, params) if self.chance(self.manners.standing) else {})

    def standing(self, seats: int, preset: str | None, params: Line) -> Line:
        """Accounts of a match that goes on from somewhere."""
        settled = settle(self.game, seats, preset, params)
        assert settled is not None
        scoring = SCORINGS[self.game](settled, seats)
        target = settled["target"] or 100
        pick = self.random.randrange
        if isinstance(scoring, Tennis):
            games = self.random.choice([[pick(6), pick(6)], [5, 5], [6, 5], [6, 6]])
            name = "tiebreak" if games == [6, 6] else "points"
            most = 7 if games == [6, 6] else 40
            return {"accounts": [{"sets": pick(2), "games": g, name: pick(most)} for g in games]}
        if isinstance(scoring, Sea):
            scores = [0] * scoring.sides
            scores[pick(scoring.sides)] = pick(25, target) if target > 25 else 0
            return {"accounts": [{"score": x} for x in scores]}
        if isinstance(scoring, Generals):
            return {"accounts": [{"generals": 0} for _ in scoring.accounts]}
        if isinstance(scoring, Threshold):
            opened = [self.chance(0.5) for _ in scoring.accounts]
            accounts = [
                {"opened": o, "score": pick(13, target) if o and target > 13 else 0, "remembered": 0 if o else pick(13)}
                for o in opened
            ]
            return {"accounts": accounts, "carry": self.random.choice([0, 0, 20])}
        return {"accounts": [{"score": pick(target)} for _ in scoring.accounts]}

    def deal(self) -> Line:
        """A random deal, seen in whole, in part or not at all."""
        match = self.judge.match
        tiles = sorted(full_set(match.params["set_max"]))
        self.random.shuffle(tiles)
        size = match.params["hand"]
        dealt = [tiles[s * size : (s + 1) * size] for s in range(match.seats)]
        rest = tiles[match.seats * size :]
        self.hands = [set(h) for h in dealt]
        self.rows = dealt
        some = self.chance(self.manners.unseen)
        hands: list[Any] = [size if some and self.chance(0.7) else [text_of(t) for t in h] for h in dealt]
        line: Line = {"type": "deal", "hands": hands}
        how = self.random.randrange(4)
        if how == 1:
            line["stock"] = len(rest)
        elif how == 2:
            line["stock"] = [text_of(t) for t in rest]
        return line

    def result(self) -> Line:
        """A round entered by hand, with random hands."""
        match = self.judge.match
        tiles = sorted(full_set(match.params["set_max"]))
        self.random.shuffle(tiles)
        by = self.random.randrange(match.seats)
        waiting = bool(getattr(match.scoring, "eggs", 0) or match.scoring.carry)  # a tied fish may follow a tied fish
        tied = self.game != "domino_tennis" and self.chance(0.6 if waiting else 0.1)
        out = not tied and self.chance(0.6)
        hands = self.left_over(by if out else None, tiles)
        line: Line = (
            {"type": "result", "reason": "exit", "by": by}
            if out
            else {"type": "result", "reason": "fish", "fisherman": by}
        )
        if tied:
            line["points"] = [self.random.choice([7, 13, 30])] * match.seats
        elif self.game != "domino_tennis" and self.chance(0.3):
            points = [self.random.choice([5, 12, 13, 24, 25, 26]) for _ in hands]
            line["points"] = [0 if out and s == by else p for s, p in enumerate(points)]
        elif self.chance(0.5):
            line["hands"] = [[text_of(t) for t in h] for h in hands]
        else:
            line["points"] = match.values([set(h) for h in hands])
            if self.game == "domino_tennis" or self.chance(0.7):
                line["counts"] = [len(h) for h in hands]
        if self.game in ("general_kozel", "morskoy_kozel"):
            line["last"] = [text_of(self.random.choice([(0, 0), (6, 6), tiles.pop(), tiles.pop()]))]
        if self.game in ("morskoy_kozel", "domino_tennis") or match.params["opener_next"] == "rotate":
            opener = match.scoring.opening.seat
            line["opener"] = self.any_seat() if opener is None else opener
            line["first"] = text_of(self.random.choice([(6, 6), (1, 1), (3, 4)]))
        if self.game in FIVES_GAMES and self.far_from_target() and self.chance(0.7):
            line["awards"] = [5 * self.random.randrange(4) for _ in range(match.scoring.sides)]
        return line

    def left_over(self, out: int | None, tiles: list[Tile]) -> list[list[Tile]]:
        """What the seats are left with after a round, ``out`` with nothing; sometimes the cheapest tiles there are."""
        if self.chance(0.15):
            tiles.sort(key=lambda t: -sum(t))
        return [
            [tiles.pop() for _ in range(0 if seat == out else self.random.choice([1, 1, 2, 3, 5]))]
            for seat in range(self.judge.match.seats)
        ]

    def far_from_target(self) -> bool:
        """Whether a round cannot bring two sides to the target: the order of its awards would decide."""
        scores = [a["score"] for a in self.judge.match.scoring.dump()]
        return bool(max(scores) + 40 < (self.judge.match.params["target"] or 1000))

    def agree_rows(self, playing: Sausage) -> None:
        """Make the true rows fit what the record says."""
        if all(
            len(known) == len(mine) and all(k in (None, t) for k, t in zip(known, mine, strict=True))
            for known, mine in zip(playing.rows, self.rows, strict=True)
        ) and not (set().union(*map(set, self.rows)) & (playing.laid | playing.aside)):
            return
        seen = playing.laid | playing.aside | {t for row in playing.rows for t in row if t is not None}
        hidden = sorted(full_set(6) - seen)
        self.random.shuffle(hidden)
        self.rows = [[hidden.pop() if t is None else t for t in row] for row in playing.rows]

    def agree(self, playing: Round | Sausage) -> None:
        """Make the true hands fit what the record says, if a hostile line or a correction has changed it."""
        if isinstance(playing, Sausage):
            self.agree_rows(playing)
            self.hands = [set(row) for row in self.rows]
            return
        holdings = playing.holdings
        fitting = len(self.hands) == playing.seats and all(
            h.known <= mine
            and h.count == len(mine)
            and not mine & holdings.table
            and all(holdings.may_hold(seat, t) for t in mine)
            for seat, (h, mine) in enumerate(zip(holdings.hands, self.hands, strict=True))
        )
        if fitting and sum(map(len, self.hands)) == len(set().union(*self.hands)):
            return
        known = set().union(*(h.known for h in holdings.hands))
        hidden = sorted(holdings.whole - holdings.table - known - holdings.bazaar())
        self.random.shuffle(hidden)
        # Tiles of a listed bazaar last, and only to seats that have drawn unseen
        hidden.sort(key=lambda t: t not in (holdings.listed or ()))
        self.hands = [set(h.known) for h in holdings.hands]
        for seat in sorted(range(playing.seats), key=lambda s: s in holdings.blind):
            self.hands[seat] |= {hidden.pop() for _ in range(holdings.hands[seat].unseen)}
