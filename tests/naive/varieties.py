"""Values of parameters that random matches try, per parameter."""

from __future__ import annotations

from typing import Any

from .params import GAMES

VARIETIES: dict[str, list[Any]] = {
    "hand": [5, 6, 7],
    "set_max": [6, 9, 12],
    "opener_first": ["lowest_double", "66", "00", "23", "top_rank", "lot"],
    "opener_next": ["winner", "lowest_double", "rotate", "same_tile"],
    "end_check": ["round", "immediate"],
    "fish_opener_tie": ["opener_rule", "fisherman", "lot"],
    "redeal": [None, {"doubles_ge": 4, "same_value_ge": 5}],
    "double_order": ["1..6,0", "0..6"],
    "opener_who": ["self", "either_partner"],
    "draw_mode": ["until_playable", "one"],
    "bazaar_reserve": [0, 1, 2],
    "multi_double": ["none", "two_ends"],
    "multi_double_mix": [False, True],
    "spinner_rule": ["first_double_played", "first_double_closed"],
    "spinner_arms_open": ["immediate", "after_two_sides"],
    "spinner_only_opening": [False, True],
    "close_first": [False, True],
    "close_needs_cross": [False, True],
    "fish_detect": ["immediate", "dead", "no_move"],
    "fish_variant": ["all", "one", "fisherman_exempt", "loser_own", "diff", "void", "lowest_diff"],
    "fish_tie": ["carry", "void"],
    "carry_opens": [True, False],
    "fish_winner": ["lowest", "last_mover"],
    "fisherman_ignores_double": [True, False],
    "lone": ["plain", "graa", "sea", "k125"],
    "pair_count_partner": [False, True],
    "open_threshold": [0, 5, 13],
    "below_threshold": ["remember", "discard"],
    "sea_min": [10, 25],
    "small_win": ["discard", "remember"],
    "rival_effect": ["reset_all", "reset_and_take", "void_round"],
    "debt_fail": ["round_loss", "match_loss"],
    "hundred_if_not_held": ["lapse", "persist"],
    "target": [30, 60],
    "several_goats": ["all", "highest"],
    "rounds": [4, 8],
    "teams": [2, 3, 4],
    "generals_limit": [None, 2],
    "start": ["any", "double"],
    "general_on": ["any_exit", "special_double_only", "only_00"],
    "continue_on_fit": [False, True],
    "after_cut": ["new_sausage", "end_round"],
    "cut_needs": ["both_ends", "one_end"],
    "miss_goes_to": ["own_left", "opponent_left"],
    "sets_to_win": [2, 3],
    "tb_serve": ["tennis", "single"],
    "rating_counts_remembered": [False, True],
    "opening_tile_scores": ["all", "only_55", "none"],
    "allow_negative": [True, False],
    "blocked_round5": [False, True],
    "exit_points": [5, 10],
    "round5_mode": ["nearest", "down", "up"],
    "pairs": [True, False],
    "fish_opener": ["fisherman", "round_winner", "opener_rule", "lot"],
}

# Parameters that other games know too, with one value that matters
KOZEL = ["kozel", "kozel_pairs", "osyol"]
ONLY: dict[str, list[str]] = {
    "round5_mode": ["muggins", "all_fives", "telefon"],
    "target": [g for g in GAMES if GAMES[g]["target"] is not None],
    "hand": [g for g in GAMES if "bazaar_reserve" in GAMES[g]] + ["kolbasa"],  # without a bazaar all 28 are dealt
    "lone": [g for g in GAMES if g != "domino_tennis"],
    "opener_first": [g for g in GAMES if g not in ("domino_tennis", "kolbasa")],
    "opener_next": [g for g in GAMES if g not in ("domino_tennis", "kolbasa", "morskoy_kozel", "sport")],
    "fish_opener": [g for g in GAMES if g != "morskoy_kozel"],
    "open_threshold": [*KOZEL, "sport"],
    "rating_counts_remembered": KOZEL[:2],
    "double_order": [*KOZEL, "sport", "kozel_125", "morskoy_kozel", "general_kozel"],
}
