"""General Kozel: what may be chosen, and ``general_00`` (S2; rules.md §2.9)."""

from domino_rules.shelf import take

_params = take("params")
PLAYERS = (4, 6, 8)
SEATED = 4
TABLE = _params.first(
    _params.row(
        _params.COMMON,
        _params.PAIRS,
        _params.NO_BAZAAR,
        ("fish_opener", "fish_opener_tie", "lone", "pair_count_partner"),
        {
            "rating": (False,),
            "fish_variant": ("void",),
            "exit_score": ("general",),
            "target": (None,),
            "teams": (2, 3, 4),
            "generals_limit": [None, 1, 9999, None],
            "general_on": ("any_exit", "special_double_only", "only_00"),
        },
    ),
    multi_double="two_ends",
    opener_next="same_tile",
)
PRESETS = {None: {}, "general_00": {"general_on": "only_00"}}


def adjust(values, chosen, seats):
    """The waiting teams are named after the four that sit."""
    return (
        None if seats == 2 * values["teams"] else "seats must name two players for each of %d teams" % values["teams"]
    )
