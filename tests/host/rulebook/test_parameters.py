"""No parameter is silent: each value that the engine allows changes the text of the rules, in every language."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from domino_rules.games import GAMES
from domino_table.rulebook.grammar import LANGUAGES, words
from domino_table.rulebook.setup import presets
from domino_table.rulebook.text import people_of, rules
from host.rulebook.variety import Choice, said, setup, surroundings, values

SetUp = tuple[Choice, int]

FIVES = {"all_fives", "muggins", "telefon"}
WITHOUT_EFFECT = {
    # Points are recorded at the end of a round only, so that it is the same when they are looked at.
    "end_check": set(GAMES) - FIVES,
    # A lot decides every opening that no winner or fisherman has.
    "double_order": {"kolbasa"},
    # Without a threshold nothing is remembered, and no account is waiting to be opened by a carry.
    "rating_counts_remembered": {"kolbasa", "kozel_125"},
    "carry_opens": {"kolbasa", "kozel_125"},
}
"""Parameters that the engine accepts in a game without playing by them: {name: games}."""

PARAMETERS = [(game, name) for game in GAMES for name in sorted(presets(game).TABLE)]
EFFECTIVE = [(game, name) for game, name in PARAMETERS if game not in WITHOUT_EFFECT.get(name, ())]


def at(game: str, name: str, value: Any, players: int) -> int:
    """The number of players, where the value leaves no other."""
    if name == "teams":
        return 2 * int(value)
    if name == "pairs" and game in ("morskoy_kozel", "telefon"):
        return 4 if value else 2
    return players


def told_apart(game: str, name: str, one: Any, other: Any) -> tuple[SetUp, SetUp] | None:
    """The simplest set-ups that differ in nothing but this parameter and whose sentences differ."""
    for around, players in surroundings(game, name):
        first, second = (*around, (name, one)), (*around, (name, other))
        places = at(game, name, one, players), at(game, name, other, players)
        texts = said(game, first, places[0]), said(game, second, places[1])
        if None not in texts and texts[0] != texts[1]:
            return (first, places[0]), (second, places[1])
    return None


def possible(game: str, name: str) -> list[Any]:
    """Values with which some match can be played."""
    return [
        value
        for value in values(game, name)
        if any(said(game, (*around, (name, value)), players) for around, players in surroundings(game, name, 1))
    ]


def text(game: str, choice: Choice, players: int, language: str) -> list[str]:
    found = setup(game, choice, players)
    assert found is not None
    told = words(language)
    return [told.sentence(sentence, people_of([found])) for sentence in said(game, choice, players) or ()]


@pytest.mark.parametrize(("game", "name"), EFFECTIVE)
def test_each_value_is_told_from_each_other(game: str, name: str) -> None:
    tried = possible(game, name)
    assert tried
    for one, other in combinations(tried, 2):
        found = told_apart(game, name, one, other)
        assert found, f"the rules of {game} read the same with {name}={one} and {name}={other}"
        first, second = found
        for language in LANGUAGES:
            assert text(game, *first, language) != text(game, *second, language)


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, name in EFFECTIVE if len(values(game, name)) == 1])
def test_a_parameter_with_one_value_is_asked_for(game: str, name: str) -> None:
    """Should the engine learn a second value, the test above finds it; until then the text must know of the first."""
    for around, players in surroundings(game, name, 1):
        found = setup(game, around, players)
        if said(game, around, players) and found and name in found.asked:
            return
    pytest.fail(f"no sentence of {game} asks for {name}")


@pytest.mark.parametrize(
    ("name", "game"), [(name, game) for name in WITHOUT_EFFECT for game in sorted(WITHOUT_EFFECT[name])]
)
def test_a_parameter_without_effect_is_named_as_such(game: str, name: str) -> None:
    for value in values(game, name)[1:]:
        found = rules(game, None, {name: value})
        assert name in found.idle
        assert rules(game, None, {}).sections == found.sections


def test_only_what_changes_nothing_is_named_so() -> None:
    assert rules("kozel", None, {"target": 50, "fish_variant": "one", "fish_tie": "void"}).idle == ""
    idle = rules("kozel", None, {"target": 50, "fish_tie": "void"}).idle
    assert "fish_tie=void" in idle
    assert "target" not in idle
    assert rules("kozel", None, {"fish_tie": "carry"}).idle == "", "the usual value is not worth a word"
