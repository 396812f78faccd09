"""What people know of Kozel: a routine of their own, and the mistakes they are going to make.

Written from the rules of the game as people tell them (Козёл, presets ``graa`` and ``yard``), and independent of the
firmware's engine: people must not be right because the table is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

Halves = tuple[int, int]

GAMES = ("kozel",)
"""Games that simulated people can play."""

WRONG_TILE, WRONG_TURN, FALSE_PASS, FALSE_DRAW = "wrong_tile", "wrong_turn", "false_pass", "false_draw"
WRONG_OPENING, OVERDRAW, PASS_OUT_OF_TURN = "wrong_opening", "overdraw", "pass_out_of_turn"
KINDS = (WRONG_TILE, WRONG_TURN, FALSE_PASS, FALSE_DRAW, WRONG_OPENING, OVERDRAW, PASS_OUT_OF_TURN)


@dataclass(frozen=True)
class Lore:
    """House rules that matter for what a hand does: tiles dealt, tiles left in the bazaar, when to deal again."""

    hand: int = 7
    reserve: int = 0
    redeal_doubles: int = 5
    redeal_same: int = 6

    def deals_again(self, hand: Iterable[Halves]) -> bool:
        """Whether a dealt hand has so many doubles, or tiles of one value, that everybody deals again."""
        tiles = list(hand)
        doubles = sum(low == high for low, high in tiles)
        same = max(sum(value in tile for tile in tiles) for value in range(7))
        return bool(self.redeal_doubles and doubles >= self.redeal_doubles) or bool(
            self.redeal_same and same >= self.redeal_same
        )


def lore(preset: str, params: dict[str, Any]) -> Lore:
    """The house rules of a preset of Kozel with some parameters of the match changed."""
    graa = preset == "graa"
    redeal = params.get("redeal", {"doubles_ge": 5, "same_value_ge": 6} if graa else None) or {}
    return Lore(
        hand=int(params.get("hand", 7)),
        reserve=int(params.get("bazaar_reserve", 0 if graa else 1)),
        redeal_doubles=int(redeal.get("doubles_ge") or 0),
        redeal_same=int(redeal.get("same_value_ge") or 0),
    )


def playable(hand: Iterable[Halves], ends: Iterable[int]) -> list[Halves]:
    """Tiles of a hand that fit one of the open ends; all of them before the first tile."""
    values = set(ends)
    return [tile for tile in hand if not values or tile[0] in values or tile[1] in values]


def opening(hand: Iterable[Halves]) -> Halves:
    """The tile with which the holder of the lowest double opens a match: 1-1 … 6-6, then 0-0, else the highest tile."""
    tiles = list(hand)
    doubles = [tile for tile in tiles if tile[0] == tile[1]]
    if doubles:
        return min(doubles, key=lambda tile: tile[0] or 7)
    return max(tiles, key=lambda tile: (sum(tile), max(tile)))


class Plan:
    """The mistakes of one match, decided before it begins: at which of its actions, and of which kinds.

    A kind that is impossible when its moment comes is replaced by the next of the action's own order.
    """

    def __init__(self, seed: str, rate: float, actions: int = 4000) -> None:
        rng = random.Random(f"mistakes {seed}")
        self._orders = [rng.sample(KINDS, len(KINDS)) if rng.random() < rate else [] for _ in range(actions)]
        self._next = 0

    def next(self) -> list[str]:
        """Kinds of mistake to be made at the next action, the first possible one counts; most often none."""
        self._next += 1
        return self._orders[(self._next - 1) % len(self._orders)]
