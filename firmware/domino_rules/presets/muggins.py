"""Muggins: what may be chosen, and Hoyle (``muggins_hoyle``); rules.md §2.8."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.WINNINGS,
        _params.MAYBE_PAIRS,
        _params.CROSS,
        _params.LARGE_SETS,
        {"hand": [7, 1, 95], "opening_tile_scores": ("all", "only_55", "none"), "exit_points": [10, 0, 1000]},
    ),
    opener_first="lot",
    fish_opener_tie="lot",
    exit_score="winner_fixed",
    round5_mode="nearest",
    end_check="immediate",
    target=200,
)
PRESETS = {None: {}, "muggins_hoyle": {"bazaar_reserve": 2, "spinner_arms_open": "after_two_sides"}}


def adjust(values, chosen, seats):
    """Three and four players take five tiles each; four may play in pairs."""
    if "hand" not in chosen and seats > 2:
        values["hand"] = 5
    return _params.pairs_fault(values, chosen, seats, False)
