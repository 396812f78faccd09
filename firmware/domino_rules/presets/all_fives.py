"""All Fives for two (S4): what may be chosen; rules.md §2.13."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2,)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.WINNINGS,
        _params.CROSS,
        _params.LARGE_SETS,
        {
            "hand": [7, 1, 95],
            "opening_tile_scores": ("all", "only_55", "none"),
            "allow_negative": (True, False),
            "blocked_round5": (False, True),
        },
    ),
    opener_first="top_rank",
    fish_detect="no_move",
    fish_variant="leader_diff",
    exit_score="winner_sum_r5",
    round5_mode="nearest",
    spinner_arms_open="after_two_sides",
    end_check="immediate",
)
PRESETS = {None: {}}
