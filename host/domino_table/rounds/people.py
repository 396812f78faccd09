"""What simulated people lay: mostly what looks best to those who see the own hand and the table, at times anything."""

from __future__ import annotations

from random import Random
from typing import Any

from domino_rules.compound import may_join

from domino_table.rounds.round import Move
from domino_table.rounds.rule import FIVES

# How often people lay anything that fits, lay several doubles where they may, close a double, and play for a fish.
CARELESS, TOGETHER, CLOSES, FISHING = 0.25, 0.7, 0.3, 0.35
_BLANK, _SIX = 0, 27


class People:
    """Players of one match, all of one mind.

    Args:
        random: decides where the mind does not. game: id of the game.

    Attributes:
        fishing: whether they lay what leaves the others few tiles; patient: whether they keep doubles for one turn.
    """

    def __init__(self, random: Random, game: str) -> None:
        self.random = random
        self.game = game
        self.fishing = random.random() < FISHING
        self.patient = False

    def first(self, match: Any, hand: int, seat: int) -> int:
        """The tile to open with, where any of the hand may."""
        tiles: list[int] = match.tiles.members(hand)
        if self.game == "morskoy_kozel" and hand >> _SIX & 1:
            right = match.hundred == seat or match.owner == match.side_of(seat)
            if right and self.random.random() < 0.8:
                return _SIX
        if self.random.random() < CARELESS:
            return self.random.choice(tiles)
        return max(tiles, key=lambda tile: self._worth(match, tile))

    def turn(self, match: Any, hand: int) -> list[Move]:
        """What to lay in this turn; nothing where no tile fits."""
        layout = match.layout
        members = match.tiles.members(hand & layout.fit)
        if not members:
            return []
        fits = match.tiles.fits
        singles = [(tile, arm) for arm, value in layout.ends() for tile in members if fits[value] >> tile & 1]
        if match.compound and len(singles) > 1 and self.random.random() < TOGETHER:
            joined = self._joined(match, singles)
            if joined:
                return joined
        tile, arm = self._best(match, singles, hand)
        return [(tile, arm, self.closes(match, tile))]

    def closes(self, match: Any, tile: int) -> bool:
        """Whether a double is laid face down."""
        return bool(match.may_close(tile)) and self.random.random() < CLOSES

    def arms(self, match: Any, tile: int) -> list[str | None]:
        """Kolbasa: where the tile turned up may go; [None] begins a sausage."""
        layout = match.layout
        if not layout.count:
            return [None] if match.params["start"] == "any" or match.tiles.doubles >> tile & 1 else []
        fits = match.tiles.fits
        return [arm for arm, value in layout.ends() if fits[value] >> tile & 1] + list(layout.cuts(tile))

    def _joined(self, match: Any, singles: list[tuple[int, str]]) -> list[Move] | None:
        """A move of several tiles, each on an arm of its own, or None."""
        singles = [single for single in singles if match.params.get("multi_double_mix")
                   or match.tiles.doubles >> single[0] & 1]  # fmt: skip
        self.random.shuffle(singles)
        values = dict(match.layout.ends())
        differ = match.params["multi_double"] == "two_ends"
        chosen: list[tuple[int, str]] = []
        for tile, arm in singles:
            free = all(tile != other and arm != taken for other, taken in chosen)
            free = free and not (differ and values[arm] in [values[taken] for _, taken in chosen])
            if free and may_join(match, [other for other, _ in chosen] + [tile]):
                chosen.append((tile, arm))
        if len(chosen) < (4 if self.patient else 2):
            return None
        return [(tile, arm, self.closes(match, tile)) for tile, arm in chosen]

    def _best(self, match: Any, singles: list[tuple[int, str]], hand: int) -> tuple[int, str]:
        if len(singles) == 1 or self.random.random() < CARELESS:
            return self.random.choice(singles)
        fives = self.game in FIVES
        now, values = (match.layout.ends_sum() if fives else 0), dict(match.layout.ends())

        def worth(single: tuple[int, str]) -> float:
            tile, arm = single
            outer = match.tiles.pips[tile] - values[arm]
            stays = match.tiles.fits[outer] & hand & ~(1 << tile)
            worth = self._worth(match, tile) + (4 if stays else 0)
            if self.fishing:
                worth -= 8 * self._answers(match, values, arm, outer, hand | 1 << tile)
            if fives:  # as if every tip counted one half: people misjudge doubles now and then
                worth += 0 if (now - values[arm] + outer) % 5 else 10
            return worth

        return max(singles, key=worth)

    def _answers(self, match: Any, values: dict[str, int], arm: str, outer: int, own: int) -> int:
        """How many tiles that are neither laid nor in the own hand would fit the ends then."""
        fit = match.tiles.fits[outer]
        for other, value in values.items():
            if other != arm:
                fit |= match.tiles.fits[value]
        answers: int = (fit & ~match.table & ~own).bit_count()
        return answers

    def _worth(self, match: Any, tile: int) -> float:
        """How glad somebody is to be rid of a tile."""
        worth: float = match.tiles.pips[tile] + self.random.random() * 3
        if match.tiles.doubles >> tile & 1:
            worth += -30 if self.patient else 3
        if self.game == "morskoy_kozel" and tile in (_BLANK, _SIX):
            worth -= 25  # the last tile that wins a match
        return worth
