"""Random records of any game, legal and hostile, the same for the same seed.

The people of a record play from hands that only this module knows; of the game's state it asks the naive judge alone.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from .forms import Line
from .kolbasa import Sausage
from .mischief import Mischief
from .rounds import LONGEST, Round
from .setting import Manners
from .tiles import Tile, is_double, text_of

LONGEST_RECORD = 400


class Writer(Mischief):
    """Writes one record, feeding each line to a naive judge to know what may come next."""

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
        if self.halves and playing.mover == self.halves[0]["seat"]:
            return self.halves.pop(0)
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

    def opening_line(self, playing: Round) -> Line:
        """The first tile of a round."""
        if playing.opening.kind == "rule":
            held = [(playing.evidence.key(t), t, s) for s, h in enumerate(self.hands) for t in h]
            return self.play(min(held)[2], min(held)[1])
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
        moves = [{"tile": text_of(t), **self.where(playing, t)} for t in chosen]
        if self.chance(0.4):  # laid one after the other: the same move
            self.halves = [{"type": "play", "seat": seat, **move} for move in moves]
            return self.halves.pop(0)
        return {"type": "play", "seat": seat, "moves": moves}

    def draw(self, playing: Round, seat: int) -> Line:
        """A tile from the bazaar, seen or not."""
        out = playing.holdings.whole - playing.holdings.table - set().union(*self.hands)
        tile = self.random.choice(sorted(out))
        self.hands[seat].add(tile)
        hidden = playing.holdings.hands[seat].unseen > 0 and playing.holdings.listed is None and self.chance(0.5)
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


def written(game: str, rounds: int, seed: int | str, manners: Manners | None = None) -> Writer:
    """One record of at most ``rounds`` rounds; ends earlier with its match."""
    writer = Writer(game, random.Random(f"{game} {seed}"), manners or Manners())
    writer.write(rounds)
    return writer


def record(game: str, rounds: int, seed: int | str, manners: Manners | None = None) -> list[Any]:
    """The lines of one record."""
    return written(game, rounds, seed, manners).lines


def records(game: str, rounds: int, seed: int, manners: Manners | None = None) -> Iterator[Writer]:
    """Records, and what the naive judge said to their lines, with together about so many rounds."""
    number = 0
    while rounds > 0:
        most = (manners or Manners()).rounds
        writer = written(game, min(rounds, most), f"{seed} {number}", manners)
        number += 1
        rounds -= max(1, sum(isinstance(x, dict) and x.get("type") in ("deal", "result") for x in writer.lines))
        yield writer
