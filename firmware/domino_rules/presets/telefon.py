"""Telefon: what may be chosen, and its presets (S2; rules.md §2.7)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.WINNINGS,
        _params.MAYBE_PAIRS,
        _params.CROSS,
        {"opening_tile_scores": ("only_55", "all", "none"), "allow_negative": (True, False)},
    ),
    opener_first="23",
    fish_opener_tie="fisherman",
    spinner_rule="first_double_closed",
    spinner_arms_open="after_two_sides",
    fish_variant="writeoff_all",
    exit_score="writeoff_floor5",
    round5_mode="down",
    target=225,
)
AZ = {"exit_score": "winner_sum_r5", "round5_mode": "up", "target": 365, "fish_variant": "lowest_diff"}
PRESETS = {None: {}, "telefon_gosha": {"multi_double": "all_ends"}, "telefon_az": AZ}


def adjust(values, chosen, seats):
    """Four play in pairs."""
    return _params.pairs_fault(values, chosen, seats, True)
