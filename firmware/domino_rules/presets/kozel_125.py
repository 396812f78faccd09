"""Kozel to 125 (S3): what may be chosen; rules.md §2.10, §2.11."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.PENALTY,
        ("below_threshold", "fish_opener", "fish_opener_tie"),
        {"open_threshold": (None,)},
    ),
    lone="k125",
    multi_double="two_ends",
    opener_next="lowest_double",
    target=125,
)
PRESETS = {None: {}}
