"""Which matches are played: every preset and number of players, and every value of every parameter."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from domino_rules.games import new_match

from domino_table.rounds.rule import presets

# How often a match is as the game comes, has several parameters varied, has one varied.
WEIGHTS = (3, 4, 3)
# Multiples of this, without their whole parts, stay far from each other.
_GOLDEN = 0.6180339887498949
# Values worth trying of parameters that are numbers, or thresholds.
_NUMBERS: dict[str, list[Any]] = {
    "hand": [3, 5],
    "bazaar_reserve": [0, 1, 2],
    "open_threshold": [0, 5, None],
    "target": [40, 60, None],
    "rounds": [8],
    "generals_limit": [2, 3],
    "sea_min": [10],
    "exit_points": [5],
    "sets_to_win": [3],
    "redeal": [{"doubles_ge": 4, "same_value_ge": 5}],
}
# Parameters of games in pairs alone.
_PAIRS = ("opener_who", "pair_count_partner")
# Values that mean something only together.
_TOGETHER: list[dict[str, Any]] = [
    {"fish_variant": "one", "carry_opens": False},
    {"fish_variant": "diff", "carry_opens": False},
    {"fish_variant": "one", "fish_tie": "carry"},
    {"fish_variant": "one", "fish_tie": "void"},
    {"fish_variant": "loser_own", "fish_tie": "carry"},
    {"fish_variant": "loser_own", "fish_tie": "carry", "carry_opens": False},
    {"fish_variant": "diff", "fish_tie": "carry"},
    {"fish_variant": "lowest_diff", "fish_opener": "round_winner", "fish_opener_tie": "opener_rule"},
    {"fish_variant": "lowest_diff", "fish_opener": "round_winner", "fish_opener_tie": "fisherman"},
    {"fish_variant": "lowest_diff", "fish_opener": "round_winner", "fish_opener_tie": "lot"},
    {"fish_opener": "round_winner", "fish_opener_tie": "opener_rule"},
    {"fish_opener": "round_winner", "fish_opener_tie": "fisherman"},
    {"fish_opener": "round_winner", "fish_opener_tie": "lot"},
    {"exit_score": "winner_sum_r5", "round5_mode": "nearest"},
    {"exit_score": "winner_sum_r5", "round5_mode": "up"},
    {"exit_score": "winner_sum_r5", "round5_mode": "down"},
    {"exit_score": "winner_sum_r5", "round5_mode": "none"},
    {"fish_variant": "leader_diff", "blocked_round5": True},
    {"fish_variant": "leader_diff", "target": 40},
    {"fish_variant": "leader_diff", "end_check": "round"},
    {"fish_variant": "leader_diff", "allow_negative": False},
    {"opener_next": "lowest_double", "hand": 3},
    {"opener_next": "lowest_double", "double_order": "0..6"},
    {"opener_next": "same_tile", "opener_first": "00", "hand": 3},
    {"opener_next": "same_tile", "opener_first": "66", "hand": 3},
    {"opener_next": "same_tile", "opener_first": "23", "hand": 3},
    {"opener_next": "same_tile", "opener_first": "top_rank"},
    {"opener_next": "same_tile", "opener_first": "lot"},
    {"opener_next": "same_tile", "double_order": "0..6"},
    {"opener_next": "same_tile", "opener_first": "lowest_double", "hand": 3},
    {"opener_next": "winner", "opener_who": "either_partner"},
    {"opener_next": "rotate", "opener_who": "either_partner"},
    {"multi_double": "all_ends", "multi_double_mix": True},
    {"multi_double": "two_ends", "multi_double_mix": True},
    {"close_doubles": True, "close_first": True},
    {"multi_double": "all_ends", "spinner_only_opening": True},
    {"spinner_rule": "first_double_played", "spinner_arms_open": "immediate"},
    {"spinner_rule": "first_double_played", "multi_double": "all_ends"},
    {"fish_detect": "no_move", "bazaar_reserve": 2},
    {"fish_detect": "dead", "bazaar_reserve": 2},
    {"fish_detect": "immediate", "fisherman_ignores_double": False},
    {"several_goats": "highest", "fish_variant": "all", "target": 40},
    {"rating": True, "rating_counts_remembered": True},
    {"rating": True, "target": 60},
    {"cut_needs": "one_end", "after_cut": "end_round"},
    {"cut_needs": "one_end", "continue_on_fit": True},
    {"start": "double", "cut_needs": "one_end"},
    {"start": "double", "miss_goes_to": "opponent_left"},
    {"rival_effect": "reset_and_take", "sea_min": 10},
    {"small_win": "remember", "sea_min": 40},
    {"hundred_if_not_held": "persist", "sea_min": 40},
    {"tb_serve": "single", "sets_to_win": 2},
    {"tb_serve": "single", "sets_to_win": 3},
    {"pairs": True, "pair_count_partner": True},
    {"pairs": True, "opener_who": "either_partner"},
]


@dataclass(frozen=True)
class Setup:
    """What is agreed before a match.

    Attributes:
        game, preset, seats: as in a ``match`` line.
        params: chosen on top of the preset.
        standing: further fields of the ``match`` line, as accounts that a match goes on from.
    """

    game: str
    preset: str | None
    seats: int
    params: dict[str, Any] = field(default_factory=dict)
    standing: dict[str, Any] = field(default_factory=dict)

    def line(self) -> dict[str, Any]:
        """The ``match`` line."""
        names = [f"P{seat}" for seat in range(self.seats)]
        line: dict[str, Any] = {"type": "match", "v": 1, "game": self.game, "seats": names}
        return line | ({"preset": self.preset} if self.preset else {}) | {"params": self.params} | self.standing

    def fault(self) -> str | None:
        """A sentence where such a match cannot be played."""
        fault: str | None = new_match(self.game, self.seats, self.preset, self.params)[1]
        return fault


@cache
def bases(game: str, preset: str | None = None) -> tuple[Setup, ...]:
    """A game as it comes: each preset (or only the one named) with each number of players."""
    module = presets(game)
    names = [preset] if preset else sorted(name for name in module.PRESETS if name) or [None]
    if not preset and game not in ("kozel", "kozel_pairs"):
        names = [None, *(name for name in names if name)]
    return tuple(
        Setup(game, name, seats, {"teams": seats // 2} if game == "general_kozel" else {})
        for name in names
        for seats in module.PLAYERS
    )


@cache
def varied(game: str, preset: str | None, together: bool) -> tuple[Setup, ...]:
    """A game with each other value of each parameter, alone or ``together``, wherever that can be played."""
    table = presets(game).TABLE
    choices: list[dict[str, Any]] = [group for group in _TOGETHER if all(name in table for name in group)]
    if not together:
        choices = []
        for name, spec in sorted(table.items()):
            if name != "teams":
                needed = {"pairs": True} if name in _PAIRS else {}
                values = spec[1:] if isinstance(spec, tuple) else _NUMBERS[name]
                choices += [{**needed, name: value} for value in values]
    setups = [
        Setup(game, base.preset, base.seats, base.params | choice) for choice in choices for base in bases(game, preset)
    ]
    return tuple(setup for setup in setups if not setup.fault()) or bases(game, preset)


class Programme:
    """Set-ups one after another: as the game comes, with one thing varied, or with several that belong together.

    Each kind goes round its set-ups in order, so that all get their turn; programmes of different numbers begin at
    places far from each other.

    Args:
        game, preset: as in ``bases``. fixed: parameters that the caller puts on top. number: of this programme.
    """

    def __init__(self, game: str, preset: str | None, fixed: dict[str, Any], number: int) -> None:
        self._kinds = [bases(game, preset), varied(game, preset, True), varied(game, preset, False)]
        self._next = [int(number * _GOLDEN % 1 * len(kind)) for kind in self._kinds]
        self._fixed = fixed

    def next(self, random: Random) -> Setup:
        """The next set-up; its kind is left to chance."""
        kind = random.choices(range(3), WEIGHTS)[0]
        while True:
            setups = self._kinds[kind]
            setup = setups[self._next[kind] % len(setups)]
            self._next[kind] += 1
            chosen = Setup(setup.game, setup.preset, setup.seats, setup.params | self._fixed)
            if not self._fixed or not chosen.fault():
                return chosen
            kind = 0
