"""Domino tennis: what may be chosen (S3; rules.md §2.12)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2,)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        ("fish_opener", "fish_opener_tie", "double_order"),
        {
            "rating": (False,),
            "opener_first": ("server",),
            "opener_next": ("server",),
            "fish_variant": ("tennis_all",),
            "exit_score": ("rally",),
            "target": (None,),
            "sets_to_win": [2, 2, 3],
            "tb_serve": ("tennis", "single"),
        },
    ),
    lone="k125",
    multi_double="two_ends",
)
PRESETS = {None: {}}
