"""What people know of their game: house rules as far as hands must obey them, and the mistakes they are going to make.

Written from the rules of the games as people tell them, and independent of the firmware's engine: people must not be
right because the table is.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from domino_table.virtual.truth import house_rules

Halves = tuple[int, int]

GAMES = {
    "kozel": (2, 3, 4),
    "kozel_pairs": (4,),
    "morskoy_kozel": (2, 3, 4),
    "sport": (4,),
    "block_draw": (2, 3, 4),
    "domino_tennis": (2,),
    "kozel_125": (2, 3, 4),
    "general_kozel": (4, 6, 8),
    "osyol": (2, 3, 4),
    "telefon": (2, 4),
    "muggins": (2, 3, 4),
    "all_fives": (2,),
    "kolbasa": (2,),
}
"""Games that simulated people can play at a table, with the numbers of players; of more than four the rest waits."""

DEFAULT_PRESETS = {"kozel": "graa"}
SEATED = 4

WRONG_TILE, WRONG_TURN, FALSE_PASS, FALSE_DRAW = "wrong_tile", "wrong_turn", "false_pass", "false_draw"
WRONG_OPENING, OVERDRAW, PASS_OUT_OF_TURN = "wrong_opening", "overdraw", "pass_out_of_turn"
KINDS = (WRONG_TILE, WRONG_TURN, FALSE_PASS, FALSE_DRAW, WRONG_OPENING, OVERDRAW, PASS_OUT_OF_TURN)


@dataclass(frozen=True)
class Lore:
    """House rules that matter for what a hand does.

    Attributes:
        hand, reserve: tiles dealt; tiles that nobody takes from the bazaar.
        redeal_doubles, redeal_same: so many doubles, or tiles of one value, and everybody deals again; 0: never.
        rule, every_round, double_order: which tile opens, and whether it does in every round or only where the last
            round names nobody.
        lots: who opens may be decided by lot; serves: the opener needs a double.
        doubles: how many doubles one turn may have; one_draw: at most one tile from the bazaar in a turn.
        spinner: "first_double_played", "first_double_closed" or "none"; tips_at_once: its tips are open before both
            sides are covered; spinner_only_opening: only the first tile of a round can become one.
        closing: doubles may be laid face down; closing_needs_cross: not before there is a spinner.
        rows: hands are rows face down, of which only the last tile is turned up (kolbasa); start_double: only a double
            begins a sausage; misses_go_over: a tile that fits nowhere goes to the other row.
    """

    hand: int = 7
    reserve: int = 0
    redeal_doubles: int = 0
    redeal_same: int = 0
    rule: str = "lowest_double"
    every_round: bool = False
    double_order: str = "1..6,0"
    lots: bool = False
    serves: bool = False
    doubles: int = 1
    one_draw: bool = False
    spinner: str = "none"
    tips_at_once: bool = True
    spinner_only_opening: bool = False
    closing: bool = False
    closing_needs_cross: bool = False
    rows: bool = False
    start_double: bool = False
    misses_go_over: bool = False

    def deals_again(self, hand: Iterable[Halves]) -> bool:
        """Whether a dealt hand has so many doubles, or tiles of one value, that everybody deals again."""
        tiles = list(hand)
        doubles = sum(low == high for low, high in tiles)
        same = max(sum(value in tile for tile in tiles) for value in range(7))
        return bool(self.redeal_doubles and doubles >= self.redeal_doubles) or bool(
            self.redeal_same and same >= self.redeal_same
        )

    def first_tiles(self, hand: Iterable[Halves], may_draw: bool) -> list[Halves]:
        """Tiles of a hand that may open a round which no rule opens with a certain tile; none: a double is drawn."""
        tiles = list(hand)
        doubles = [tile for tile in tiles if tile[0] == tile[1]]
        return doubles if self.serves and (doubles or may_draw) else tiles


def lore(game: str, preset: str | None, params: dict[str, Any], players: int) -> Lore | None:
    """The house rules of a game with some parameters of the match changed; None where it cannot be played so."""
    rules = house_rules(game, preset, params, players)
    if rules is None:
        return None
    redeal = rules.get("redeal") or {}
    return Lore(
        hand=rules["hand"],
        reserve=rules.get("bazaar_reserve", 28),
        redeal_doubles=redeal.get("doubles_ge", 0),
        redeal_same=redeal.get("same_value_ge", 0),
        rule=rules["opener_first"],
        every_round=rules["opener_next"] in ("lowest_double", "same_tile"),
        double_order=rules.get("double_order", "1..6,0"),
        lots=rules["opener_first"] in ("lot", "server"),
        serves=rules["opener_first"] == "server",
        doubles={"none": 1, "two_ends": 2, "all_ends": 4}[rules.get("multi_double", "none")],
        one_draw=rules.get("draw_mode") == "one",
        spinner=rules.get("spinner_rule", "none"),
        tips_at_once=rules.get("spinner_arms_open") != "after_two_sides",
        spinner_only_opening=rules.get("spinner_only_opening", False),
        closing=rules.get("close_doubles", False),
        closing_needs_cross=rules.get("close_needs_cross", False),
        rows=game == "kolbasa",
        start_double=rules.get("start") == "double",
        misses_go_over=rules.get("miss_goes_to") == "opponent_left",
    )


def playable(hand: Iterable[Halves], ends: Iterable[int]) -> list[Halves]:
    """Tiles of a hand that fit one of the open ends; all of them before the first tile."""
    values = set(ends)
    return [tile for tile in hand if not values or tile[0] in values or tile[1] in values]


def opening(hand: Iterable[Halves], rule: str = "lowest_double", double_order: str = "1..6,0") -> Halves:
    """The tile of a hand that must open, if somebody at the table must open with a certain tile."""

    def rank(tile: Halves) -> tuple[int, ...]:
        low, high = tile
        if rule == "23" and tile == (2, 3):
            return (0,)
        if low != high:
            return (2, low + high, high) if rule == "23" else (2, -low - high, -high)
        if rule in ("66", "top_rank"):
            return 1, -low
        return 1, low if low or rule == "00" or double_order == "0..6" else 7

    return min(hand, key=rank)


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
