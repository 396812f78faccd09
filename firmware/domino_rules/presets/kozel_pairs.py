"""Kozel in pairs: what may be chosen, and the presets (rules.md §2.3)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (4,)
TABLE = _params.first(
    _params.row(_params.COMMON, _params.PENALTY, _params.PAIRS, _params.NO_BAZAAR),
    fish_variant="loser_own",
    open_threshold=13,
)
GRAA = {"redeal": {"doubles_ge": 5, "same_value_ge": 6}, "fish_detect": "immediate", "lone": "graa"}
PRESETS = {None: {}, "yard": {}, "graa": GRAA}
