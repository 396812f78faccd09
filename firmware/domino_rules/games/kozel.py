"""Kozel, singles: presets ``graa`` (S0) and ``yard`` (S2); rules.md §2.2."""

from domino_rules.params import COMMON, PENALTY, row, with_default
from domino_rules.penalty import Penalty

PLAYERS = (2, 3, 4)
TABLE = row(COMMON, PENALTY, {"open_threshold": with_default(PENALTY["open_threshold"], 13)})
GRAA = {
    "redeal": {"doubles_ge": 5, "same_value_ge": 6},
    "fish_detect": "immediate",
    "lone": "graa",
    "rating": True,
}
PRESETS = {None: GRAA, "graa": GRAA, "yard": {"bazaar_reserve": 1}}


class Kozel(Penalty):
    """Every seat for itself; the first to reach the target is the goat."""


GAME = Kozel
