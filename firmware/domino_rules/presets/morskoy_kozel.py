"""Sea goat: what may be chosen (S2; rules.md §2.4)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.WINNINGS,
        _params.MAYBE_PAIRS,
        ("fish_tie", "fish_opener_tie"),
        {
            "fish_variant": ("sea",),
            "fish_opener": ("fisherman", "round_winner", "opener_rule", "lot"),
            "exit_score": ("winner_sum",),
            "round5_mode": ("none",),
            "target_side": ("wins",),
            "sea_min": [25, 1, 999],
            "small_win": ("discard", "remember"),
            "rival_effect": ("reset_all", "reset_and_take", "void_round"),
            "debt_fail": ("round_loss", "match_loss"),
            "hundred_if_not_held": ("lapse", "persist"),
            "bald_title_to": ("winner", "loser"),
        },
    ),
    bazaar_reserve=1,
    lone="sea",
    multi_double="two_ends",
    target=125,
)
PRESETS = {None: {}}


def adjust(values, chosen, seats):
    """Four play in pairs."""
    return _params.pairs_fault(values, chosen, seats, True)
