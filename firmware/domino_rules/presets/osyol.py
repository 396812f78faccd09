"""Osyol: what may be chosen (S2; rules.md §2.6)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (2, 3, 4)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.PENALTY,
        _params.MAYBE_PAIRS,
        _params.CROSS,
        {"close_doubles": (True, False), "close_first": (False, True), "close_needs_cross": (False, True)},
    ),
    bazaar_reserve=1,
    multi_double="all_ends",
    open_threshold=13,
)
PRESETS = {None: {}}


def adjust(values, chosen, seats):
    """Four may play in pairs."""
    return _params.pairs_fault(values, chosen, seats, False)
