"""The basic game (S2): what may be chosen; rules.md §2.1."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.WINNINGS,
        _params.LARGE_SETS,
        {"hand": [7, 1, 95], "fish_winner": ("lowest", "last_mover")},
    ),
    opener_first="66",
)
PRESETS = {None: {}}


def adjust(values, chosen, seats):
    """Three and four players take five tiles each."""
    if "hand" not in chosen and seats > 2:
        values["hand"] = 5
