"""Kozel: what may be chosen, and the presets of S0 (``graa``) and S2 (``yard``); rules.md §2.2, §3."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(_params.row(_params.COMMON, _params.PENALTY), open_threshold=13)
GRAA = {
    "redeal": {"doubles_ge": 5, "same_value_ge": 6},
    "fish_detect": "immediate",
    "lone": "graa",
    "rating": True,
}
PRESETS = {None: GRAA, "graa": GRAA, "yard": {"bazaar_reserve": 1}}
