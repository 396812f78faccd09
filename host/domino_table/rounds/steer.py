"""Deals towards what is too rare by nature: matches that stand on the brink, and deals tried until the rule fires.

A steered round is one that was dealt and played many times over from the same state; only the one that shows the rule
is kept and counted. What else happens in it follows the rules like anything else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from domino_rules.tiles import number

from domino_table.rounds import book
from domino_table.rounds.round import Round
from domino_table.rounds.rule import THRESHOLD, presets
from domino_table.rounds.setups import Setup, bases
from domino_table.rounds.table import Table

# How often a rule is to fire, how many deals are tried for one round of it, and how many matches are begun for it.
REPEATS, TRIES, MATCHES = 3, 2000, 6
_DOUBLES = [number(value, value) for value in range(7)]
_BLANK, _SIX = number(0, 0), number(6, 6)


@dataclass(frozen=True)
class Recipe:
    """How to come near a rule.

    Attributes:
        params: parameters besides those that the rule needs, where the game has them.
        standing: accounts to begin with: "brink" of the target, "remembered" points, or none.
        more: further fields of the ``match`` line.
        give: tiles that a seat is dealt.
        path: rules that must fire in the rounds before.
        seats: numbers of players to choose from; none: any.
    """

    params: dict[str, Any] = field(default_factory=dict)
    standing: str = ""
    more: dict[str, Any] = field(default_factory=dict)
    give: dict[int, list[int]] = field(default_factory=dict)
    path: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()


_CARRIED = Recipe({"fish_variant": "one", "fish_tie": "carry"}, more={"carry": 30})
_TWO = (2,)
_AS_GRAA = {"doubles_ge": 5, "same_value_ge": 6}
_SET_BALL = {"accounts": [{"sets": 0, "games": 6, "tiebreak": 0}, {"sets": 0, "games": 6, "tiebreak": 0}]}
_MATCH_BALL = {"accounts": [{"sets": 2, "games": 5, "points": 0}, {"sets": 2, "games": 0, "points": 0}]}
_BALANCE = {"accounts": [{"sets": 0, "games": 0, "points": 64}, {"sets": 0, "games": 0, "points": 69}]}
_LAST_TRY = {"debt": {"seat": 0, "tries": 1, "stake": 30, "creditor": 1}}
_TIE = Recipe({"fish_opener": "round_winner", "fish_variant": "lowest_diff", "fish_detect": "dead"})
_FEW = Recipe({"hand": 3})

RECIPES: dict[str, Recipe] = {
    "open.blank_last": Recipe({"hand": 3, "opener_first": "lowest_double"}, seats=_TWO),
    "open.no_double": _FEW,
    "open.23_fewest": _FEW,
    "lay.three": Recipe(give={1: [_BLANK, *_DOUBLES[2:]]}, seats=_TWO),
    "lay.four": Recipe(
        {"opener_first": "lot", "spinner_arms_open": "immediate"}, give={1: [_BLANK, *_DOUBLES[2:]]}, seats=_TWO
    ),
    "redeal.doubles": Recipe({"redeal": _AS_GRAA}, give={0: _DOUBLES[:4]}, seats=_TWO),
    "redeal.same_value": Recipe({"redeal": _AS_GRAA}, give={0: [0, 1, 2, 3, 4]}, seats=_TWO),
    "draw.one": Recipe(seats=_TWO),
    "close.shutdown": Recipe(path=("exit",)),
    "fish.passes": Recipe({"bazaar_reserve": 2, "hand": 5}),
    "fish.reserve": Recipe({"bazaar_reserve": 2, "hand": 5}),
    "fisherman.last": Recipe(),
    "next.fisherman": Recipe(),
    "next.round_winner": Recipe(),
    "next.opener_rule": Recipe(),
    "next.lot": Recipe(),
    "tie.opener_rule": _TIE,
    "tie.fisherman": _TIE,
    "tie.lot": _TIE,
    "lone.graa.blank": Recipe(),
    "lone.sea.blank": Recipe(),
    "lone.sea.six": Recipe(),
    "lone.sea.both": Recipe({"hand": 3}, give={1: [_BLANK, _SIX]}, path=("exit",)),
    "lone.k125.blank": Recipe(),
    "lone.k125.six": Recipe(),
    "match.goats": Recipe({"fish_variant": "all"}, "brink"),
    "match.highest": Recipe({"fish_variant": "all"}, "brink"),
    "match.highest_shared": Recipe({"fish_variant": "all"}, "brink"),
    "match.level": Recipe(standing="brink", seats=_TWO),
    "match.immediate": Recipe(standing="brink"),
    "match.play_on": Recipe(standing="brink"),
    "fish.void": Recipe(),
    "fish.carry": Recipe({"fish_variant": "one", "fish_tie": "carry"}),
    "fish.tie_void": Recipe({"fish_variant": "one"}),
    "carry.again": _CARRIED,
    "carry.exit": _CARRIED,
    "carry.fish": _CARRIED,
    "carry.stays": Recipe({"fish_variant": "one"}, more={"carry": 30}, seats=(3, 4)),
    "carry.opens": _CARRIED,
    "carry.after": _CARRIED,
    "carry.remembered": _CARRIED,
    "account.reset_blank": Recipe(standing="remembered", give={1: [_BLANK]}),
    "account.reset_one": Recipe(standing="remembered"),
    "rating.least": Recipe(standing="brink"),
    "rating.timeout": Recipe(),
    "rating.remembered": Recipe({"rating": True, "fish_variant": "all"}, "goat"),
    "fish.lowest_tie": Recipe(),
    "fish.last_mover": Recipe(),
    "fish.writeoff_all": Recipe(),
    "fish.leader_score": Recipe(path=("exit",), seats=_TWO),
    "fish.leader_tiles": Recipe(seats=_TWO),
    "fish.leader_last": Recipe(seats=_TWO),
    "fish.leader_minus": Recipe(seats=_TWO),
    "fish.leader_round5": Recipe({"fish_variant": "leader_diff"}, seats=_TWO),
    "score.stops": Recipe({"exit_score": "writeoff_floor5", "fish_variant": "leader_diff"}, seats=_TWO),
    "fish.no_start": Recipe(),
    "award.55": Recipe(),
    "award.not_55": Recipe(),
    "award.none": Recipe(),
    "general.both": Recipe(),
    "general.limit": Recipe({"generals_limit": 2}, more={"accounts": [{"generals": 1}] * 2}, seats=(4,)),
    "sea.eggs_more": Recipe(more={"eggs": 34}),
    "sea.eggs_open_other": Recipe(more={"eggs": 34}, seats=(2, 3)),
    "sea.eggs_rotten": Recipe(more={"eggs": 34}, path=("sea.eggs_more", "sea.eggs_more")),
    "sea.creditors": Recipe(seats=(3,)),
    "sea.debt_again": Recipe(more=_LAST_TRY),
    "sea.debt_eggs": Recipe(more=_LAST_TRY),
    "sea.debt_match": Recipe(more=_LAST_TRY),
    "tennis.serve_any": Recipe(give={0: _DOUBLES}),
    "tennis.minimal_fish": Recipe(),
    "tennis.divided": Recipe(more=_BALANCE, give={1: [_BLANK, number(0, 1)]}),
    "tb.blank": Recipe(more=_SET_BALL),
    "tb.six": Recipe(more=_SET_BALL),
    "tb.fish_equal": Recipe(more=_SET_BALL),
    "tb.fish_blank": Recipe(more=_SET_BALL),
    "tb.fish_six": Recipe(more=_SET_BALL),
    "tb.fish_six_blank": Recipe(more=_SET_BALL, give={0: [_BLANK], 1: [_SIX]}),
    "tb.minimal": Recipe(more=_SET_BALL),
    "tb.serve_single": Recipe(more=_SET_BALL, path=("tb.exit",)),
    "tennis.match_3": Recipe({"sets_to_win": 3}, more=_MATCH_BALL),
    "tb.beyond": Recipe(more={"accounts": [{"sets": 0, "games": 6, "tiebreak": 6}] * 2}),
}


def steered(game: str, name: str, seed: int) -> tuple[int, Counter[str]]:
    """Play towards one rule of one game. Returns (rounds kept, how often each rule fired in them)."""
    random = Random(f"steered {game} {name} {seed}")
    rounds, fired, hits = 0, Counter[str](), 0
    for _ in range(MATCHES):
        if hits == REPEATS:
            break
        setup = _setup(game, name, random)
        if setup is None:
            continue
        table = Table(setup, random)
        for goal in (*RECIPES[name].path, name):
            played = _towards(table, goal, RECIPES[name].give)
            if played is None:
                break
            rounds += played.redeal is None
            fired.update(book.fired(played))
            hits += goal == name
            if table.over:
                break
    return rounds, fired


def _towards(table: Table, goal: str, give: dict[int, list[int]]) -> Round | None:
    """Deal and play a round until a rule fires in it, and forget the tries before; None where it never does."""
    before = table.saved()
    for _ in range(TRIES):
        table.people.fishing, table.people.patient = table.random.random() < 0.5, table.random.random() < 0.3
        played = table.play_round(give)
        if goal in book.fired(played):
            return played
        table.restore(before)
    return None


def _setup(game: str, name: str, random: Random) -> Setup | None:
    """A match in which the rule may fire, or None where the one drawn cannot be played."""
    recipe, rule = RECIPES[name], book.RULES[name]
    table = presets(game).TABLE
    params = {key: value for key, value in recipe.params.items() if _allows(table.get(key), value)}
    needed = {key: _value(table[key], text) for key, text in rule.params.items() if key in table}
    fitting = [base for base in bases(game) if base.seats in recipe.seats]
    base = random.choice(fitting or bases(game))
    setup = Setup(game, base.preset, base.seats, base.params | params | needed)
    if setup.fault():
        return None
    return Setup(game, setup.preset, setup.seats, setup.params, recipe.more | _accounts(setup, recipe.standing))


def _allows(spec: Any, value: Any) -> bool:
    """Whether a parameter takes a value; thresholds of a redeal always."""
    if isinstance(spec, tuple):
        return value in spec
    return spec is not None and (not isinstance(spec, list) or value is None or spec[1] <= value <= spec[2])


def _value(spec: Any, text: str) -> Any:
    """The value that a rule's word names."""
    if isinstance(spec, tuple):
        return next(value for value in spec if str(value) == text)
    return None if text == "None" else int(text)


def _accounts(setup: Setup, standing: str) -> dict[str, Any]:
    if not standing:
        return {}
    match = Table(setup, Random(0)).match
    target = match.params["target"] or 100
    if setup.game not in THRESHOLD:
        return {"accounts": [{"score": target - 4}] * match.sides}
    opened = {"opened": True, "score": target - 4, "remembered": 0}
    waiting = {"opened": False, "score": 0, "remembered": 5}
    kinds = {"brink": [opened], "remembered": [waiting], "goat": [opened, waiting]}[standing]
    return {"accounts": [kinds[side % len(kinds)] for side in range(match.sides)]}
