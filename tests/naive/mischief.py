"""Lines that people should not write: breaches, slips of the pen, corrections."""

from __future__ import annotations

from typing import Any

from .forms import Line
from .kolbasa import Sausage
from .rounds import Round
from .setting import Setting
from .tiles import Tile, is_double, text_of

MALFORMED: list[Any] = [
    {},
    {"type": "verdict", "n": 1, "ok": True},
    {"type": "play"},
    {"type": "play", "seat": 0},
    {"type": "jump"},
    {"type": "play", "seat": "0", "tile": "1-1"},
    {"type": "play", "seat": 9, "tile": "1-1"},
    {"type": "play", "seat": 0, "tile": "1-7"},
    {"type": "play", "seat": 0, "tile": "1:1"},
    {"type": "pass"},
    {"type": "play", "seat": 0, "tile": 11},
    {"type": "pass", "seat": -1},
    {"type": "draw", "seat": None},
    {"type": "deal"},
    {"type": "reveal", "seat": 0},
    {"type": "reveal", "seat": 0, "hand": ["9-9"]},
    {"seat": 1},
    {"type": "correct", "ref": 9999, "to": None, "by": "arbiter", "reason": "typing error"},
    {"type": "result", "reason": "storm", "points": [0, 0]},
    {"type": "play", "seat": 0, "moves": []},
    {"type": "note"},
    {"type": "timeout"},
    {"type": "pass", "seat": True},
]

BREACHES = [
    "stray_tile",
    "own_tile",
    "own_tile",
    "once_more",
    "once_more",
    "several",
    "face_down",
    "knock",
    "knock",
    "greedy_draw",
    "greedy_draw",
    "showing_off",
    "turned",
    "malformed",
    "malformed",
    "early",
    "second_match",
    "whole_round",
    "harmless",
    "flag",
    "wrong_deal",
]


class Mischief(Setting):
    """A record whose people also err and cheat."""

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

    def hostile_line(self) -> Any:
        """Something that is probably not allowed now."""
        if self.round is not None:
            self.agree(self.round)
        breach = self.random.choice(BREACHES)
        line = getattr(self, breach)(self.any_seat())
        return self.stray_tile(self.any_seat()) if line is None else line

    def held(self, seat: int) -> list[Tile]:
        """What the seat holds in this round."""
        return sorted(self.hands[seat]) if self.round is not None and seat < len(self.hands) else []

    def stray_tile(self, seat: int) -> Line:
        """Any tile, by anybody."""
        return {"type": "play", "seat": seat, "tile": self.any_tile()}

    def own_tile(self, seat: int) -> Line | None:
        """A tile of the hand, at the wrong time or the wrong place."""
        own = self.held(seat)
        if not own:
            return None
        line: Line = {"type": "play", "seat": seat, "tile": text_of(self.random.choice(own))}
        return line | ({"end": self.random.choice("LRUD")} if self.chance(0.5) else {})

    def once_more(self, seat: int) -> Line | None:
        """A second tile by the seat that has just played."""
        playing = self.round
        if playing is None or playing.mover is None or not self.held(playing.mover):
            return None
        return {"type": "play", "seat": playing.mover, "tile": text_of(self.random.choice(self.held(playing.mover)))}

    def several(self, seat: int) -> Line | None:
        """Several tiles in one move."""
        tiles = [t for t in self.held(seat) if is_double(t) or self.chance(0.2)]
        some = self.random.sample(tiles, min(len(tiles), self.random.randint(1, 3)))
        moves = [{"tile": text_of(t)} | ({"closed": True} if self.chance(0.2) else {}) for t in some]
        return {"type": "play", "seat": seat, "moves": moves} if moves else None

    def face_down(self, seat: int) -> Line | None:
        """A tile laid face down."""
        line = self.own_tile(seat)
        return None if line is None else line | {"closed": True}

    def knock(self, seat: int) -> Line:
        """A pass out of turn, or with a playable tile."""
        return {"type": "pass", "seat": seat}

    def greedy_draw(self, seat: int) -> Line:
        """A draw out of turn, with a playable tile, or from an empty bazaar."""
        listed = isinstance(self.round, Round) and self.round.holdings.listed is not None
        return {"type": "draw", "seat": seat} | ({"tile": self.any_tile()} if listed or self.chance(0.7) else {})

    def showing_off(self, seat: int) -> Line:
        """A hand shown at any time, perhaps not the true one."""
        hand = [text_of(t) for t in self.held(seat)] if self.chance(0.7) else [self.any_tile()]
        return {"type": "reveal", "seat": seat, "hand": hand}

    def turned(self, seat: int) -> Line | None:
        """Kolbasa: a tile turned up that need not be the last of the row."""
        if not isinstance(self.round, Sausage):
            return None
        return {"type": "turn_up", "seat": seat, "tile": text_of(self.held(seat)[0]) if self.held(seat) else "0-0"}

    def malformed(self, seat: int) -> Any:
        """A line that is no line."""
        return self.random.choice(MALFORMED)

    def early(self, seat: int) -> Line:
        """A line before the one that came last."""
        clock = self.judge.match.clock
        return {"type": "note", "text": "the clock was put back", "t": clock - 1} if clock else {}

    def second_match(self, seat: int) -> Line:
        """Another match in the same record."""
        return self.match_line()

    def whole_round(self, seat: int) -> Line | None:
        """A result, perhaps while a round is on."""
        return self.result() if self.judge.match.game else None

    def harmless(self, seat: int) -> Line:
        """Lines without effect."""
        return self.random.choice(
            [
                {"type": "note", "text": "a storm"},
                {"type": "claim", "seat": seat, "what": "fish"},
                {"type": "ask", "id": 1, "options": ["L", "R"]},
                {"type": "answer", "id": 1, "choice": "L"},
            ]
        )

    def flag(self, seat: int) -> Line:
        """The clock of a seat ran out."""
        return {"type": "timeout", "seat": seat} if self.chance(0.2) else self.harmless(seat)

    def wrong_deal(self, seat: int) -> Line:
        """A deal with a fault (in a round any deal is one)."""
        kept = self.hands, self.rows
        line = self.deal()
        self.hands, self.rows = kept
        hands = line["hands"]
        fault = self.random.choice(["count", "twice", "stock"])
        if fault == "count" or not isinstance(hands[seat], list):
            hands[seat] = hands[seat][1:] if isinstance(hands[seat], list) else hands[seat] - 1
        elif fault == "twice":
            hands[seat][0] = hands[seat][-1]
        else:
            line["stock"] = 29 - sum(len(h) if isinstance(h, list) else h for h in hands)
        return line
