"""One round of a block game at our table, driven beside somebody else's engine.

What all peers do differently, and how a test meets it:

* they skip a player who cannot move; here a pass is a line of its own, and the table refuses one that is not forced;
* they know neither a match nor an opening tile; here lots name the opener, and only the first round is played;
* they name an end by its pips, so two ends of one value are one choice; here they are the two arms of the line.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from domino_rules.referee import Referee

Tile = tuple[int, int]
Line = dict[str, Any]


def deals(number: int, seed: int, seats: int) -> Iterator[list[list[Tile]]]:
    """So many deals of seven tiles to each seat."""
    rng = random.Random(seed)
    for _ in range(number):
        deck = [(a, b) for a in range(7) for b in range(a, 7)]
        rng.shuffle(deck)
        yield [sorted(deck[seat * 7 : seat * 7 + 7]) for seat in range(seats)]


def name(tile: Tile) -> str:
    """A tile as a record writes it."""
    return f"{tile[0]}-{tile[1]}"


class Table:
    """A referee and one deal; seat 0 opens with any tile.

    Args:
        game, params: of the match; hands: per seat its tiles.
    """

    def __init__(self, game: str, params: Line, hands: list[list[Tile]]) -> None:
        self.referee = Referee()
        self.end: Line | None = None
        params = {**params, "opener_first": "lot"}
        self._say(type="match", v=1, game=game, seats=["P"] * len(hands), params=params)
        for seat in range(len(hands)):
            self._say(type="lot", seat=seat, tile=name((6 - seat, 6 - seat)))
        self._say(type="deal", hands=[[name(tile) for tile in hand] for hand in hands])

    def _say(self, **line: Any) -> None:
        out = self.referee.feed(line)
        assert out[0]["ok"], (line, out)
        self.end = next((answer for answer in out if answer["type"] == "round_end"), None)

    def turn(self) -> int | None:
        """The seat that can move, after the passes of those before it; None when the round is over."""
        while self.end is None:
            seat = self.referee.turn
            assert seat is not None
            if self.referee.legal_plays(seat):
                refused = self.referee.feed({"type": "pass", "seat": seat})[0]
                assert refused["code"] == "false_pass"
                return seat
            self._say(type="pass", seat=seat)
        return None

    def plays(self, seat: int) -> set[tuple[Tile, str | None]]:
        """Legal placements as (tile, arm)."""
        tiles = self.referee.match.tiles
        return {((tiles.low[tile], tiles.high[tile]), arm) for tile, arm in self.referee.legal_plays(seat)}

    def ends(self) -> dict[str, int]:
        """Open value per arm."""
        return dict(self.referee.match.layout.ends())

    def play(self, seat: int, tile: Tile, arm: str | None) -> None:
        """Lay a tile."""
        self._say(type="play", seat=seat, tile=name(tile), **({"end": arm} if arm else {}))
