"""Random records of any game, legal and hostile, the same for the same seed.

The people of a record play from hands that only this module knows; of the game's state it asks the naive judge alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .forms import Line
from .generals import Generals
from .kolbasa import Sausage
from .match import SCORINGS
from .params import FIVES_GAMES, GAMES, PLAYERS, PRESETS, settle
from .penalty import Threshold
from .record import Judge
from .rounds import LONGEST, Round
from .sea import Sea
from .tennis import Tennis
from .tiles import Tile, full_set, is_double, text_of
from .varieties import ONLY, VARIETIES

LONGEST_RECORD = 400


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
class Writer:
    """Writes one record, feeding each line to a naive judge to know what may come next."""

    game: str
    random: random.Random
    manners: Manners
    judge: Judge = field(default_factory=Judge)
    lines: list[Any] = field(default_factory=list)
    hands: list[set[Tile]] = field(default_factory=list)
    rows: list[list[Tile]] = field(default_factory=list)  # kolbasa
    clock: int = 0
    rounds: int = 0

    def add(self, line: Any) -> list[Line]:
        """Write a line, with a time now and then."""
        if isinstance(line, dict) and self.random.random() < 0.2:
            self.clock += self.random.randrange(5000)
            line = {**line, "t": self.clock}
        self.lines.append(line)
        out = self.judge.feed(line)
        self.rounds += sum(o["type"] == "round_end" and "rederived" not in o for o in out)
        return out

    @property
    def round(self) -> Round | Sausage | None:
        """The round that is on."""
        return self.judge.match.round

    def chance(self, probability: float) -> bool:
        """Whether something of this probability happens now."""
        return self.random.random() < probability

    def write(self, rounds: int) -> list[Any]:
        """The whole record: at most so many rounds."""
        self.add(self.match_line())
        while self.rounds < rounds and not self.judge.match.over and len(self.lines) < LONGEST_RECORD:
            self.add(self.hostile_line() if self.chance(self.manners.hostile) else self.next_line())
            if self.chance(self.manners.correct):
                self.add(self.correction())
        while self.round is not None and self.round.stop is not None:
            self.add(self.showing())
        if self.chance(0.3):
            self.add(self.hostile_line())
        return self.lines

    # Setting up

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
            accounts = [{"opened": o, "score": pick(13, target) if o and target > 13 else 0,
                         "remembered": 0 if o else pick(13)} for o in opened]
            return {"accounts": accounts, "carry": self.random.choice([0, 0, 20])}
        return {"accounts": [{"score": pick(target)} for _ in scoring.accounts]}

    def deal(self) -> Line:
        """A random deal, seen in whole, in part or not at all."""
        match = self.judge.match
        tiles = sorted(full_set(match.params["set_max"]))
        self.random.shuffle(tiles)
        size = match.params["hand"]
        dealt = [tiles[s * size:(s + 1) * size] for s in range(match.seats)]
        rest = tiles[match.seats * size:]
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
        out = self.chance(0.6)
        counts = [self.random.choice([1, 1, 2, 3, 5]) if not out or s != by else 0 for s in range(match.seats)]
        hands = [[tiles.pop() for _ in range(c)] for c in counts]
        line: Line = {"type": "result", "reason": "exit", "by": by} if out else {
            "type": "result", "reason": "fish", "fisherman": by}
        if self.game != "domino_tennis" and self.chance(0.3):
            points = [self.random.choice([5, 12, 13, 24, 25, 26]) for _ in hands]
            line["points"] = [0 if out and s == by else p for s, p in enumerate(points)]
        elif self.chance(0.5):
            line["hands"] = [[text_of(t) for t in h] for h in hands]
        else:
            line["points"] = match.values([set(h) for h in hands])
            if self.game == "domino_tennis" or self.chance(0.7):
                line["counts"] = counts
        if self.game in ("general_kozel", "morskoy_kozel"):
            line["last"] = [text_of(self.random.choice([(0, 0), (6, 6), tiles.pop(), tiles.pop()]))]
        if self.game in ("morskoy_kozel", "domino_tennis", "sport"):
            opener = match.scoring.opening.seat
            line["opener"] = self.any_seat() if opener is None else opener
            line["first"] = text_of(self.random.choice([(6, 6), (1, 1), (3, 4)]))
        if self.game in FIVES_GAMES and self.far_from_target() and self.chance(0.7):
            line["awards"] = [5 * self.random.randrange(4) for _ in range(match.scoring.sides)]
        return line

    def far_from_target(self) -> bool:
        """Whether a round cannot bring two sides to the target: the order of its awards would decide."""
        scores = [a["score"] for a in self.judge.match.scoring.dump()]
        return max(scores) + 40 < (self.judge.match.params["target"] or 1000)

    # Playing on

    def next_line(self) -> Line:
        """What people do next if they keep to the rules."""
        playing = self.round
        if playing is None:
            return self.between_rounds()
        if playing.stop is not None:
            return self.showing()
        self.agree(playing)
        if isinstance(playing, Sausage):
            return self.row_line(playing)
        if not playing.layout.tiles:
            return self.opening_line(playing)
        assert playing.turn is not None
        return self.turn_line(playing, playing.turn)

    def between_rounds(self) -> Line:
        """A deal or a result; before it lots where a lot decides, and the choice of the server."""
        match = self.judge.match
        opening = match.scoring.opening
        if opening.kind in ("lot", "server") and opening.seat is None and self.chance(0.5):
            if opening.kind == "server" and (len(match.lots) == 2 or self.chance(0.2)):
                return {"type": "claim", "seat": self.any_seat(), "what": "serve"}
            waiting = [s for s in range(match.seats) if s not in match.lots] or list(range(match.seats))
            tile = self.any_tile()
            while tile in [text_of(t) for t in match.lots.values()]:
                tile = self.any_tile()
            return {"type": "lot", "seat": self.random.choice(waiting), "tile": tile}
        return self.result() if self.chance(self.manners.result) else self.deal()

    def row_line(self, playing: Sausage) -> Line:
        """Kolbasa: turn a tile up, or lay it at once."""
        seat = self.random.randrange(2) if playing.turn is None else playing.turn
        row = self.rows[seat]
        tile = row[-1]
        if playing.turned is None and (not playing.fits(tile) or self.chance(0.7)):
            if not playing.fits(tile):
                row.pop()
                self.rows[seat if playing.params["miss_goes_to"] == "own_left" else 1 - seat].insert(0, tile)
            return {"type": "turn_up", "seat": seat, "tile": text_of(tile)}
        row.pop()
        ways = playing.ways(tile) if playing.start is not None else []
        more: Line = {"end": self.random.choice(ways)} if len(ways) > 1 or (ways and self.chance(0.5)) else {}
        a, b = tile if self.chance(0.7) else tile[::-1]
        return {"type": "play", "seat": seat, "tile": f"{a}-{b}"} | more

    def agree_rows(self, playing: Sausage) -> None:
        """Make the true rows fit what the record says."""
        if all(len(known) == len(mine) and all(k in (None, t) for k, t in zip(known, mine, strict=True))
               for known, mine in zip(playing.rows, self.rows, strict=True)) and not (
                   set().union(*map(set, self.rows)) & (playing.laid | playing.aside)):
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
            h.known <= mine and h.count == len(mine) and not mine & holdings.table and not mine & holdings.bazaar()
            for h, mine in zip(holdings.hands, self.hands, strict=True))
        if fitting and sum(map(len, self.hands)) == len(set().union(*self.hands)):
            return
        known = set().union(*(h.known for h in holdings.hands))
        hidden = sorted(holdings.whole - holdings.table - known - holdings.bazaar())
        self.random.shuffle(hidden)
        self.hands = [set(h.known) | {hidden.pop() for _ in range(h.unseen)} for h in holdings.hands]

    def opening_line(self, playing: Round) -> Line:
        """The first tile of a round."""
        if playing.opening.kind == "rule":
            tile, seat = min(((t, s) for s, h in enumerate(self.hands) for t in h), key=lambda p: playing.key(p[0]))
            return self.play(seat, tile)
        seat = self.random.choice(playing.opening.seats or range(playing.seats))
        if playing.opening.kind == "server":
            doubles = [t for t in sorted(self.hands[seat]) if is_double(t)]
            if not doubles and playing.may_draw():
                return self.draw(playing, seat)
            return self.play(seat, self.random.choice(doubles or sorted(self.hands[seat])))
        return self.play(seat, self.random.choice(sorted(self.hands[seat])))

    def play(self, seat: int, tile: Tile) -> Line:
        """Lay a tile, written either way."""
        self.hands[seat].discard(tile)
        a, b = tile if self.chance(0.7) else tile[::-1]
        return {"type": "play", "seat": seat, "tile": f"{a}-{b}"}

    def turn_line(self, playing: Round, seat: int) -> Line:
        """A turn after the first."""
        layout = playing.layout
        fitting = sorted(t for t in self.hands[seat] if layout.fits(t))
        if fitting:
            compound = self.compound(playing, seat, fitting)
            if compound:
                return compound
            tile = self.random.choice(fitting)
            return self.play(seat, tile) | self.where(playing, tile)
        if playing.may_draw():
            return self.draw(playing, seat)
        return {"type": "pass", "seat": seat}

    def where(self, playing: Round, tile: Tile) -> Line:
        """The end for a tile, left out now and then where it need not be said; doubles perhaps face down."""
        arms = playing.layout.fitting(tile)
        more: Line = {"end": self.random.choice(arms)} if len(arms) > 1 or self.chance(0.5) else {}
        if playing.params["close_doubles"] and is_double(tile) and self.chance(0.3):
            more["closed"] = True
        return more

    def compound(self, playing: Round, seat: int, fitting: list[Tile]) -> Line | None:
        """Several doubles in one move, where the game has it."""
        doubles = [t for t in fitting if is_double(t)]
        most = min(LONGEST[playing.params["multi_double"]], len(doubles))
        if most < 2 or self.chance(0.2):
            return None
        chosen = self.random.sample(doubles, self.random.randint(2, most))
        self.hands[seat] -= set(chosen)
        return {"type": "play", "seat": seat,
                "moves": [{"tile": text_of(t), **self.where(playing, t)} for t in chosen]}

    def draw(self, playing: Round, seat: int) -> Line:
        """A tile from the bazaar, seen or not."""
        out = playing.holdings.whole - playing.holdings.table - set().union(*self.hands)
        tile = self.random.choice(sorted(out))
        self.hands[seat].add(tile)
        hidden = playing.holdings.hands[seat].unseen > 0 and self.chance(0.5)
        return {"type": "draw", "seat": seat} if hidden else {"type": "draw", "seat": seat, "tile": text_of(tile)}

    def showing(self) -> Line:
        """A hand is shown after the round."""
        playing = self.round
        assert playing is not None
        self.agree(playing)
        if isinstance(playing, Sausage):
            seat = self.random.choice([s for s, row in enumerate(playing.rows) if None in row])
            return {"type": "reveal", "seat": seat, "hand": [text_of(t) for t in self.rows[seat]]}
        seats = [s for s, h in enumerate(playing.holdings.hands) if h.unseen]
        seat = self.random.choice(seats)
        return {"type": "reveal", "seat": seat, "hand": [text_of(t) for t in sorted(self.hands[seat])]}

    # Misbehaviour

    def correction(self) -> Line:
        """An arbiter strikes or replaces an earlier line."""
        ref = self.random.randrange(1, len(self.lines) + 1)
        old = self.lines[ref - 1]
        to: Any = None
        if ref == 1:
            to = self.match_line() if self.chance(0.5) else dict(old)
        elif isinstance(old, dict) and self.chance(0.6):
            to = self.changed(old)
        return {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": "looked again"}

    def changed(self, old: Line) -> Line:
        """A line like ``old`` with one thing different."""
        new = {k: v for k, v in old.items() if k != "t"}
        if "tile" in new:
            new["tile"] = self.any_tile()
        elif "seat" in new:
            new["seat"] = self.any_seat()
        return new

    def any_tile(self) -> str:
        """Any tile of the set."""
        return text_of(self.random.choice(sorted(full_set(self.judge.match.params.get("set_max", 6)))))

    def any_seat(self) -> int:
        """Any seat."""
        return self.random.randrange(max(1, self.judge.match.seats))

    def hostile_line(self) -> Any:
        """Something that is probably not allowed now."""
        seat = self.any_seat()
        playing = self.round
        if playing is not None:
            self.agree(playing)
        own = sorted(self.hands[seat]) if playing is not None and seat < len(self.hands) else []
        if isinstance(playing, Sausage) and playing.turned is None and self.chance(0.3):
            return {"type": "turn_up", "seat": seat, "tile": text_of(own[0]) if own else self.any_tile()}
        kind = self.random.choice(["any", "own", "own", "again", "pass", "pass", "draw", "draw", "twice", "closed",
                                   "form", "form", "deal", "reveal", "match", "note", "result"])
        if kind == "own" and own:
            tile = text_of(self.random.choice(own))
            return {"type": "play", "seat": seat, "tile": tile} | ({"end": self.random.choice("LR")}
                                                                  if self.chance(0.6) else {})
        if kind == "again" and playing is not None and playing.mover is not None and self.hands[playing.mover]:
            tiles = sorted(self.hands[playing.mover])
            return {"type": "play", "seat": playing.mover, "tile": text_of(self.random.choice(tiles))}
        if kind == "pass":
            return {"type": "pass", "seat": seat}
        if kind == "draw":
            return {"type": "draw", "seat": seat} | ({"tile": self.any_tile()} if self.chance(0.7) else {})
        if kind == "twice":
            tiles = [t for t in own if is_double(t)] if self.chance(0.7) else own
            some = self.random.sample(tiles, min(len(tiles), self.random.randint(1, 3)))
            if some:
                return {"type": "play", "seat": seat, "moves": [{"tile": text_of(t)} for t in some]}
        if kind == "closed" and own:
            return {"type": "play", "seat": seat, "tile": text_of(self.random.choice(own)), "closed": True}
        if kind == "form":
            return self.random.choice(MALFORMED)
        if kind == "deal":
            return self.wrong_deal()
        if kind == "reveal" and playing is not None:
            hand = [text_of(t) for t in own] if self.chance(0.7) else [self.any_tile()]
            return {"type": "reveal", "seat": seat, "hand": hand}
        if kind == "match":
            return self.match_line()
        if kind == "result" and self.judge.match.game:
            return self.result()
        if kind == "note":
            return {"type": "note", "text": "a storm"}
        return {"type": "play", "seat": seat, "tile": self.any_tile()}

    def wrong_deal(self) -> Line:
        """A deal with a fault (in a round any deal is one)."""
        kept = self.hands
        line = self.deal()
        self.hands = kept
        hands = line["hands"]
        seat = self.random.randrange(len(hands))
        fault = self.random.choice(["count", "twice", "stock"])
        if fault == "count" or not isinstance(hands[seat], list):
            hands[seat] = hands[seat][1:] if isinstance(hands[seat], list) else hands[seat] - 1
        elif fault == "twice":
            hands[seat][0] = hands[seat][-1]
        else:
            line["stock"] = 1 + 28 - sum(len(h) if isinstance(h, list) else h for h in hands)
        return line


MALFORMED: list[Any] = [
    {}, {"type": "verdict", "n": 1, "ok": True}, {"type": "play"}, {"type": "play", "seat": 0}, {"type": "jump"},
    {"type": "play", "seat": "0", "tile": "1-1"}, {"type": "play", "seat": 9, "tile": "1-1"},
    {"type": "play", "seat": 0, "tile": "1-7"}, {"type": "play", "seat": 0, "tile": "1:1"}, {"type": "pass"},
    {"type": "play", "seat": 0, "tile": 11}, {"type": "pass", "seat": -1}, {"type": "draw", "seat": None},
    {"type": "deal"}, {"type": "reveal", "seat": 0}, {"type": "reveal", "seat": 0, "hand": ["9-9"]}, {"seat": 1},
    {"type": "correct", "ref": 9999, "to": None, "by": "arbiter", "reason": "typing error"},
    {"type": "result", "reason": "storm", "points": [0, 0]}, {"type": "play", "seat": 0, "moves": []},
    {"type": "note"}, {"type": "timeout"}, {"type": "pass", "seat": True},
]


def record(game: str, rounds: int, seed: int | str, manners: Manners | None = None) -> list[Any]:
    """One record of at most ``rounds`` rounds; ends earlier with its match."""
    return Writer(game, random.Random(f"{game} {seed}"), manners or Manners()).write(rounds)


def records(game: str, rounds: int, seed: int, manners: Manners | None = None) -> Iterator[list[Any]]:
    """Records with together about so many rounds."""
    number = 0
    while rounds > 0:
        most = (manners or Manners()).rounds
        lines = record(game, min(rounds, most), f"{seed} {number}", manners)
        number += 1
        rounds -= max(1, sum(isinstance(x, dict) and x.get("type") in ("deal", "result") for x in lines))
        yield lines
