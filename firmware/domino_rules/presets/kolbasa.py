"""Kolbasa: what may be chosen (S2; rules.md §2.10)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2,)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.PENALTY,
        _params.UNRATED,
        ("redeal", "below_threshold", "fish_opener_tie", "multi_double", "multi_double_mix", "fish_tie")
        + _params.NO_BAZAAR,
        {
            "opener_first": ("lot",),
            "opener_next": ("winner", "rotate", "same_tile"),
            "hand": [14, 1, 14],
            "fish_detect": ("no_fit",),
            "open_threshold": (None,),
            "start": ("any", "double"),
            "continue_on_fit": (False, True),
            "after_cut": ("new_sausage", "end_round"),
            "cut_needs": ("both_ends", "one_end"),
            "miss_goes_to": ("own_left", "opponent_left"),
        },
    ),
    fish_opener="lot",
)
PRESETS = {None: {}}
