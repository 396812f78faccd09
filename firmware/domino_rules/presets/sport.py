"""Sport dominoes: what may be chosen, and the practice of FID (``sport_fid``); rules.md §2.5."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (4,)
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.PENALTY,
        _params.PAIRS,
        _params.NO_BAZAAR,
        ("fish_opener", "fish_opener_tie", "target_side", "several_goats"),
        {"rounds": [4, 4, 400], "target": (None,)},
    ),
    fish_variant="loser_own",
    fish_tie="void",
    open_threshold=13,
    opener_next="rotate",
)
PRESETS = {None: {}, "sport_fid": {"open_threshold": 0}}


def adjust(values, chosen, seats):
    """A match is a whole number of times four rounds, so that every seat opens equally often."""
    return "rounds must be a multiple of 4" if values["rounds"] % 4 else None
