"""Where the rules say nothing of a difference there is none: two set-ups with one text are played alike."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from domino_rules.games import GAMES
from domino_table.rounds.setups import Setup
from domino_table.rounds.table import Table
from domino_table.rulebook.setup import presets
from host.rulebook.variety import Choice, as_params, said, values

ROUNDS = 10
BASES = 3
# Little is needed to win, so that matches end, too.
SHORT = {"target": 40, "rounds": 4, "generals_limit": 3}


def session(game: str, choice: Choice, players: int) -> list[Any]:
    """All lines of some rounds of matches played one after another, and all that the judge derived from them."""
    random = Random(1)
    told: list[Any] = []
    table = None
    for _ in range(ROUNDS):
        if table is None or table.over:
            table = Table(Setup(game, None, players, as_params(choice)), random)
        played = table.play_round()
        told += [table.lines[1:], [turn.out for turn in played.turns], played.redeal, played.end, played.over]
    return told


def bases(game: str, players: int) -> list[Choice]:
    """The game as it is usual, and with a few parameters chosen by chance."""
    random = Random(f"{game} {players}")
    table = presets(game).TABLE
    usual: Choice = tuple((name, value) for name, value in SHORT.items() if table.get(name, (None,)) != (None,))
    if game == "general_kozel":
        usual += (("teams", players // 2),)
    found = [usual]
    while len(found) < BASES:
        names = [name for name in random.sample(sorted(table), 4) if name not in dict(usual)]
        choice = (*usual, *((name, random.choice(values(game, name))) for name in names))
        if said(game, choice, players) is not None:
            found.append(choice)
    return found


def alike(game: str, players: int) -> Iterator[tuple[Choice, Choice]]:
    """Set-ups that differ in one parameter and not in their text."""
    for base in bases(game, players):
        for name in sorted(presets(game).TABLE):
            usual, *others = values(game, name)
            for value in () if name in dict(base) else others:
                first, second = (*base, (name, usual)), (*base, (name, value))
                text = said(game, first, players)
                if text is not None and text == said(game, second, players):
                    yield first, second


@pytest.mark.parametrize(("game", "players"), [(game, players) for game in GAMES for players in presets(game).PLAYERS])
def test_set_ups_with_one_text_are_played_alike(game: str, players: int) -> None:
    compared = 0
    for first, second in alike(game, players):
        assert session(game, first, players) == session(game, second, players), (first, second[-1])
        compared += 1
    assert compared, "in every game something chosen makes no difference"
