"""Parameters of a match: what a game lets people choose, and what they chose (rules.md §3).

A game's row maps each parameter it uses to what it allows. The first entry is the default:

* a tuple lists the allowed values: ``("all", "one")``, ``(False, True)``;
* a list bounds an integer: ``[default, least, greatest]``, with a fourth entry None where null is allowed;
* ``REDEAL`` is null or the two thresholds of a redeal.
"""

REDEAL = "redeal"

# What every game with hands and a chain uses; the games add to it and replace defaults.
COMMON = {
    "set_max": (6,),
    "hand": [7, 1, 28],
    "pairs": (False,),
    "redeal": REDEAL,
    "double_order": ("1..6,0", "0..6"),
    "opener_first": ("lowest_double", "66", "00", "23", "lot", "top_rank"),
    "opener_next": ("winner", "lowest_double", "rotate", "same_tile"),
    "fish_opener": ("fisherman", "round_winner", "opener_rule", "lot"),
    "fish_opener_tie": ("opener_rule", "fisherman", "lot"),
    "draw_mode": ("until_playable", "one"),
    "bazaar_reserve": [0, 0, 27],
    "multi_double": ("none", "two_ends", "all_ends"),
    "multi_double_mix": (False, True),
    "spinner_rule": ("none",),
    "close_doubles": (False,),
    "fish_detect": ("dead", "immediate", "no_move"),
    "fisherman_ignores_double": (True, False),
    "lone": ("plain", "graa", "sea", "k125"),
    "round5_mode": ("none",),
    "end_check": ("round", "immediate"),
    "rating": (False, True),
}

# What the penalty family adds (rules.md §1.6, §1.7).
PENALTY = {
    "fish_variant": ("all", "one", "fisherman_exempt", "loser_own", "diff", "void"),
    "fish_tie": ("carry", "void"),
    "carry_opens": (True, False),
    "exit_score": ("losers_record",),
    "open_threshold": [None, 0, 9999, None],
    "below_threshold": ("remember", "discard"),
    "target": [101, 1, 99999, None],
    "target_side": ("loses", "wins"),
    "several_goats": ("all", "highest"),
    "rating_counts_remembered": (False, True),
}

# What the winnings family adds.
WINNINGS = {
    "fish_variant": ("lowest_diff", "leader_diff", "writeoff_all", "void"),
    "fish_tie": ("void",),
    "exit_score": ("winner_sum", "winner_sum_r5", "winner_fixed", "writeoff_floor5"),
    "round5_mode": ("none", "nearest", "down", "up"),
    "fish_opener": ("round_winner", "fisherman", "opener_rule", "lot"),
    "rating": (False,),
    "target": [100, 1, 99999, None],
    "target_side": ("wins", "loses"),
}

# What pairs add where they are fixed, and where four players may choose them.
PAIRS = {"pairs": (True,), "opener_who": ("self", "either_partner"), "pair_count_partner": (False, True)}
MAYBE_PAIRS = {
    "pairs": (False, True),
    "opener_who": ("self", "either_partner"),
    "pair_count_partner": (False, True),
}

# What a cross adds.
CROSS = {
    "spinner_rule": ("first_double_played", "first_double_closed"),
    "spinner_arms_open": ("immediate", "after_two_sides"),
    "spinner_only_opening": (False, True),
}

# Games without a bazaar, and games in which nobody is rated.
NO_BAZAAR = ("bazaar_reserve", "draw_mode")
UNRATED = {"rating": (False,), "rating_counts_remembered": (False,)}
LARGE_SETS = {"set_max": (6, 9, 12, 15, 18)}


def row(*parts):
    """A game's row: the parts merged, later ones win. A tuple of names takes them out again."""
    merged = {}
    for part in parts:
        if type(part) is tuple:
            for name in part:
                merged.pop(name, None)
        else:
            merged.update(part)
    return merged


def first(table, **defaults):
    """Give parameters of a row other defaults: listed first, or as the default of a range."""
    for name in defaults:
        spec, default = table[name], defaults[name]
        if type(spec) is list:
            table[name] = [default] + spec[1:]
        else:
            table[name] = (default,) + tuple([value for value in spec if value != default])
    return table


def pairs_fault(values, chosen, seats, four_play_pairs):
    """Complete ``pairs`` by the number of players. Returns a sentence where a choice is impossible."""
    if four_play_pairs and "pairs" not in chosen:
        values["pairs"] = seats == 4
    if values["pairs"] and seats != 4:
        return "pairs need 4 seats"
    if four_play_pairs and values["pairs"] != (seats == 4):
        return "pairs must be true: 4 players play in pairs"
    if not values["pairs"]:
        for name in ("opener_who", "pair_count_partner"):
            if name in chosen:
                return name + " is for pairs only"
    return None


def resolve(table, presets, preset, chosen):
    """Values of all parameters of a game.

    Args:
        table: the game's row.
        presets: {preset id: {name: value}}; the id None is the default preset.
        preset: id, or None.
        chosen: {name: value} on top of the preset.

    Returns:
        (values, None), or (None, a sentence that says what is allowed).
    """
    if preset not in presets:
        names = sorted([name for name in presets if name])
        return None, "preset must be " + listed(names) if names else "this game has no presets"
    values = {}
    for name in table:
        values[name] = None if table[name] is REDEAL else table[name][0]
    values.update(presets[preset])
    for name in sorted(chosen):
        if name not in table:
            return None, name + " is no parameter of this game"
        fault = _fault(table[name], chosen[name])
        if fault:
            return None, name + " must be " + fault
        values[name] = chosen[name]
    return values, None


def _fault(spec, value):
    """None where the value is allowed, else what is."""
    if spec is REDEAL:
        good = value is None or (
            type(value) is dict and sorted(value) == ["doubles_ge", "same_value_ge"] and _whole(value.values())
        )
        return None if good else "null or {doubles_ge, same_value_ge}"
    if type(spec) is list:
        if value is None and len(spec) == 4 or type(value) is int and spec[1] <= value <= spec[2]:
            return None
        return "an integer %d..%d" % (spec[1], spec[2]) + (" or null" if len(spec) == 4 else "")
    for allowed in spec:
        if type(allowed) is type(value) and allowed == value:
            return None
    return listed(spec)


def listed(values):
    """Allowed values in words, as a record writes them: "6", or "one of false, true"."""
    names = ", ".join([_spelled(value) for value in values])
    return names if len(values) == 1 else "one of " + names


def _spelled(value):
    if value is None:
        return "null"
    return str(value).lower() if type(value) is bool else str(value)


def _whole(values):
    return all([type(value) is int and value > 0 for value in values])
