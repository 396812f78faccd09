"""The parameters of each game: presets, allowed values, and whether a match may be set up so (rules 3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

PENALTY_FISH = ["all", "one", "fisherman_exempt", "loser_own", "diff", "void"]
WINNINGS_FISH = ["lowest_diff", "leader_diff", "writeoff_all", "void"]

COMMON: dict[str, Any] = {
    "set_max": 6,
    "hand": 7,
    "pairs": False,
    "redeal": None,
    "double_order": "1..6,0",
    "opener_first": "lowest_double",
    "opener_next": "winner",
    "fish_opener": "fisherman",
    "draw_mode": "until_playable",
    "bazaar_reserve": 0,
    "multi_double": "none",
    "multi_double_mix": False,
    "spinner_rule": "none",
    "close_doubles": False,
    "fish_detect": "dead",
    "fish_variant": "all",
    "fisherman_ignores_double": True,
    "lone": "plain",
    "exit_score": "losers_record",
    "round5_mode": "none",
    "open_threshold": None,
    "target": 101,
    "target_side": "loses",
    "end_check": "round",
    "rating": False,
    "rating_counts_remembered": False,
}
PENALTY = {"fish_tie": "carry", "carry_opens": True, "several_goats": "all"}
THRESHOLD = {"open_threshold": 13, "below_threshold": "remember"}
CROSS = {"spinner_rule": "first_double_played", "spinner_arms_open": "immediate", "spinner_only_opening": False}
FIVES = {"opening_tile_scores": "all", "target_side": "wins"}
PAIRS = {"pairs": True, "opener_who": "self", "pair_count_partner": False}
YARD = COMMON | PENALTY | THRESHOLD | {"bazaar_reserve": 1}
GRAA = YARD | {
    "redeal": {"doubles_ge": 5, "same_value_ge": 6},
    "bazaar_reserve": 0,
    "fish_detect": "immediate",
    "lone": "graa",
    "rating": True,
}


def without(params: dict[str, Any], *names: str) -> dict[str, Any]:
    """``params`` without the names that a game does not use."""
    return {name: value for name, value in params.items() if name not in names}


NO_BAZAAR = ("bazaar_reserve", "draw_mode")
KOZEL_PAIRS = without(YARD | PAIRS, *NO_BAZAAR) | {"fish_variant": "loser_own"}

GAMES: dict[str, dict[str, Any]] = {
    "kozel": GRAA,
    "kozel_pairs": KOZEL_PAIRS,
    "sport": without(KOZEL_PAIRS, "fish_opener", "several_goats", "target_side")
    | {"fish_tie": "void", "opener_next": "rotate", "rounds": 4, "target": None},
    "kozel_125": without(COMMON | PENALTY, "fish_opener", "fish_tie")
    | {"opener_next": "lowest_double", "multi_double": "two_ends", "lone": "k125", "target": 125},
    "block_draw": COMMON
    | {
        "opener_first": "66",
        "fish_opener": "round_winner",
        "fish_opener_tie": "opener_rule",
        "fish_tie": "void",
        "fish_variant": "lowest_diff",
        "fish_winner": "lowest",
        "exit_score": "winner_sum",
        "target": 100,
        "target_side": "wins",
    },
    "general_kozel": without(COMMON | PAIRS, "fish_opener", "lone", "pair_count_partner", *NO_BAZAAR)
    | {
        "opener_next": "same_tile",
        "multi_double": "two_ends",
        "fish_variant": "void",
        "exit_score": "general",
        "target": None,
        "teams": 2,
        "generals_limit": None,
        "general_on": "any_exit",
    },
    "osyol": without(YARD, "fish_tie")
    | CROSS
    | {
        "multi_double": "all_ends",
        "close_doubles": True,
        "close_first": False,
        "close_needs_cross": False,
        "opener_who": "self",
        "pair_count_partner": False,
    },
    "muggins": COMMON
    | CROSS
    | FIVES
    | {
        "opener_first": "lot",
        "fish_opener": "round_winner",
        "fish_opener_tie": "lot",
        "fish_variant": "lowest_diff",
        "fish_tie": "void",
        "exit_score": "winner_fixed",
        "exit_points": 10,
        "round5_mode": "nearest",
        "target": 200,
        "end_check": "immediate",
        "opener_who": "self",
        "pair_count_partner": False,
    },
    "all_fives": COMMON
    | CROSS
    | FIVES
    | {
        "opener_first": "top_rank",
        "fish_opener": "round_winner",
        "spinner_arms_open": "after_two_sides",
        "fish_detect": "no_move",
        "fish_variant": "leader_diff",
        "exit_score": "winner_sum_r5",
        "round5_mode": "nearest",
        "blocked_round5": False,
        "allow_negative": True,
        "target": 100,
        "end_check": "immediate",
    },
    "telefon": COMMON
    | CROSS
    | FIVES
    | {
        "opener_first": "23",
        "fish_opener": "round_winner",
        "fish_opener_tie": "fisherman",
        "spinner_rule": "first_double_closed",
        "spinner_arms_open": "after_two_sides",
        "fish_variant": "writeoff_all",
        "exit_score": "writeoff_floor5",
        "round5_mode": "down",
        "opening_tile_scores": "only_55",
        "allow_negative": True,
        "target": 225,
        "opener_who": "self",
        "pair_count_partner": False,
    },
    "morskoy_kozel": without(COMMON, "rating_counts_remembered")
    | {
        "bazaar_reserve": 1,
        "multi_double": "two_ends",
        "fish_variant": "sea",
        "lone": "sea",
        "exit_score": "winner_sum",
        "sea_min": 25,
        "small_win": "discard",
        "rival_effect": "reset_all",
        "debt_fail": "round_loss",
        "hundred_if_not_held": "lapse",
        "bald_title_to": "winner",
        "target": 125,
        "target_side": "wins",
        "opener_who": "self",
        "pair_count_partner": False,
    },
    "domino_tennis": without(COMMON, "fish_opener", "target_side")
    | {
        "opener_first": "server",
        "opener_next": "server",
        "multi_double": "two_ends",
        "fish_variant": "tennis_all",
        "lone": "k125",
        "exit_score": "rally",
        "target": None,
        "sets_to_win": 2,
        "tb_serve": "tennis",
    },
    "kolbasa": without(COMMON | PENALTY, "fish_tie", "redeal", "multi_double", "multi_double_mix", *NO_BAZAAR)
    | {
        "hand": 14,
        "opener_first": "lot",
        "fish_opener": "lot",
        "fish_detect": "no_fit",
        "start": "any",
        "continue_on_fit": False,
        "after_cut": "new_sausage",
        "cut_needs": "both_ends",
        "miss_goes_to": "own_left",
    },
}

PRESETS: dict[tuple[str, str], dict[str, Any]] = {
    ("kozel", "graa"): {},
    ("kozel", "yard"): YARD,
    ("kozel_pairs", "yard"): {},
    ("kozel_pairs", "graa"): {"lone": "graa", "redeal": GRAA["redeal"], "fish_detect": "immediate"},
    ("sport", "sport_fid"): {"open_threshold": 0},
    ("telefon", "telefon_gosha"): {"multi_double": "all_ends"},
    ("telefon", "telefon_az"): {
        "exit_score": "winner_sum_r5",
        "round5_mode": "up",
        "target": 365,
        "fish_variant": "lowest_diff",
        "fish_tie": "void",
    },
    ("muggins", "muggins_hoyle"): {"bazaar_reserve": 2, "spinner_arms_open": "after_two_sides"},
    ("general_kozel", "general_00"): {"general_on": "only_00"},
}

PLAYERS = {
    "kozel": [2, 3, 4],
    "kozel_pairs": [4],
    "sport": [4],
    "kozel_125": [2, 3, 4],
    "block_draw": [2, 3, 4],
    "general_kozel": [4, 6, 8],
    "osyol": [2, 3, 4],
    "muggins": [2, 3, 4],
    "all_fives": [2],
    "telefon": [2, 4],
    "morskoy_kozel": [2, 3, 4],
    "domino_tennis": [2],
    "kolbasa": [2],
}

BIG_SETS = ("block_draw", "muggins", "all_fives")
CROSS_GAMES = ("osyol", "muggins", "all_fives", "telefon")
FIVES_GAMES = ("muggins", "all_fives", "telefon")


def is_int(value: object) -> bool:
    """An integer that is not a bool."""
    return isinstance(value, int) and not isinstance(value, bool)


def one_of(*values: object) -> Callable[[object], bool]:
    """A check for a list of constants; True is not 1 here."""
    return lambda value: any(type(value) is type(v) and value == v for v in values)


def number(least: int, null: bool = False) -> Callable[[object], bool]:
    """A check for an integer from ``least`` on, or null where allowed."""
    return lambda value: (null and value is None) or (is_int(value) and value >= least)  # type: ignore[operator]


def redeal_value(value: object) -> bool:
    """null, or both limits."""
    return value is None or (
        isinstance(value, dict)
        and set(value) == {"doubles_ge", "same_value_ge"}
        and all(is_int(v) and v > 0 for v in value.values())
    )


FLAG = one_of(True, False)
VALUES: dict[str, Callable[[object], bool]] = {
    "set_max": one_of(6, 9, 12, 15, 18),
    "hand": number(1),
    "pairs": FLAG,
    "redeal": redeal_value,
    "double_order": one_of("1..6,0", "0..6"),
    "opener_first": one_of("lowest_double", "66", "00", "23", "lot", "top_rank", "server"),
    "opener_next": one_of("winner", "lowest_double", "rotate", "same_tile", "server"),
    "fish_opener": one_of("fisherman", "round_winner", "opener_rule", "lot"),
    "fish_opener_tie": one_of("opener_rule", "fisherman", "lot"),
    "opener_who": one_of("self", "either_partner"),
    "draw_mode": one_of("until_playable", "one"),
    "bazaar_reserve": number(0),
    "multi_double": one_of("none", "two_ends", "all_ends"),
    "multi_double_mix": FLAG,
    "spinner_rule": one_of("none", "first_double_played", "first_double_closed"),
    "spinner_arms_open": one_of("immediate", "after_two_sides"),
    "spinner_only_opening": FLAG,
    "close_doubles": FLAG,
    "close_first": FLAG,
    "close_needs_cross": FLAG,
    "fish_detect": one_of("immediate", "dead", "no_move", "no_fit"),
    "fish_variant": one_of(*PENALTY_FISH, *WINNINGS_FISH[:3], "sea", "tennis_all"),
    "fish_tie": one_of("carry", "void"),
    "carry_opens": FLAG,
    "fish_winner": one_of("lowest", "last_mover"),
    "fisherman_ignores_double": FLAG,
    "lone": one_of("plain", "graa", "sea", "k125"),
    "pair_count_partner": FLAG,
    "exit_score": one_of(
        "losers_record", "winner_sum", "winner_sum_r5", "winner_fixed", "writeoff_floor5", "general", "rally"
    ),
    "exit_points": number(0),
    "round5_mode": one_of("none", "nearest", "down", "up"),
    "blocked_round5": FLAG,
    "opening_tile_scores": one_of("all", "only_55", "none"),
    "allow_negative": FLAG,
    "open_threshold": number(0, null=True),
    "below_threshold": one_of("remember", "discard"),
    "sea_min": number(0),
    "small_win": one_of("discard", "remember"),
    "rival_effect": one_of("reset_all", "reset_and_take", "void_round"),
    "debt_fail": one_of("round_loss", "match_loss"),
    "hundred_if_not_held": one_of("lapse", "persist"),
    "bald_title_to": one_of("winner", "loser"),
    "target": number(1, null=True),
    "target_side": one_of("loses", "wins"),
    "several_goats": one_of("all", "highest"),
    "end_check": one_of("round", "immediate"),
    "rounds": number(1),
    "teams": one_of(2, 3, 4),
    "generals_limit": number(1, null=True),
    "general_on": one_of("any_exit", "special_double_only", "only_00"),
    "start": one_of("any", "double"),
    "continue_on_fit": FLAG,
    "after_cut": one_of("new_sausage", "end_round"),
    "cut_needs": one_of("both_ends", "one_end"),
    "miss_goes_to": one_of("own_left", "opponent_left"),
    "sets_to_win": one_of(2, 3),
    "tb_serve": one_of("tennis", "single"),
    "rating": FLAG,
    "rating_counts_remembered": FLAG,
}


def settle(game: str, players: int, preset: str | None, overrides: dict[str, Any]) -> dict[str, Any] | None:
    """All parameters of a match, or None when it may not be set up so (``bad_params``)."""
    if players not in PLAYERS[game] or (preset is not None and (game, preset) not in PRESETS):
        return None
    params = dict(GAMES[game])
    if game in ("morskoy_kozel", "telefon") and players == 4:
        params["pairs"] = True
    if game in ("block_draw", "muggins") and players > 2:
        params["hand"] = 5
    fixed_pairs = params["pairs"]
    if preset is not None:
        params |= PRESETS[game, preset]
    if any(name not in params or not VALUES[name](value) for name, value in overrides.items()):
        return None
    params |= overrides
    if params["pairs"] != fixed_pairs and not (game in ("osyol", "muggins") and players == 4):
        return None
    if not params["pairs"] and {"opener_who", "pair_count_partner"} & set(overrides):
        return None
    return params if fits(game, players, params) else None


def fits(game: str, players: int, params: dict[str, Any]) -> bool:
    """Whether the values go together with each other and with the game."""
    size = (params["set_max"] + 1) * (params["set_max"] + 2) // 2
    seated = min(players, 4)
    sides = 2 if params["pairs"] else seated
    if params["set_max"] != 6 and game not in BIG_SETS:
        return False
    if (
        params["hand"] * seated > size
        or params.get("rounds", 4) % 4
        or players != 4
        and players != seated + 2 * (params.get("teams", 2) - 2)
    ):
        return False
    if game == "general_kozel" and players != 2 * params["teams"]:
        return False
    if (params["fish_detect"] == "no_fit") != (game == "kolbasa"):
        return False
    if (params["spinner_rule"] == "none") != (game not in CROSS_GAMES):
        return False
    if params["close_doubles"] and game != "osyol":
        return False
    if params.get("fish_tie") == "carry" and (game in FIVES_GAMES or game == "block_draw"):
        return False  # lowest_diff is always void
    return fish_fits(game, sides, params["fish_variant"])


def fish_fits(game: str, sides: int, variant: str) -> bool:
    """Which fish variant fits which family of games (end of rules 1.7)."""
    special = {"morskoy_kozel": ["sea"], "domino_tennis": ["tennis_all"], "general_kozel": ["void"]}
    if game in special:
        return variant in special[game]
    if variant in ("loser_own", "diff", "leader_diff") and sides != 2:
        return False
    return variant in (WINNINGS_FISH if game in FIVES_GAMES or game == "block_draw" else PENALTY_FISH)
