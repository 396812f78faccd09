"""The engine and the naive judge agree on the same random records, in every game that the engine has."""

from __future__ import annotations

import pytest

from .compare import engine, first_difference
from .params import GAMES
from .setting import Manners

ENGINE = engine("domino_rules.referee:Referee")
SEATS = {"kozel_pairs": 4, "sport": 4, "general_kozel": 4}


def knows(game: str) -> bool:
    """Whether the engine has the game."""
    line = {"type": "match", "v": 1, "game": game, "seats": ["P"] * SEATS.get(game, 2)}
    return bool(ENGINE()(line)[0]["ok"])


HERE = [game for game in sorted(GAMES) if knows(game)]


@pytest.mark.parametrize("game", HERE)
def test_honest_play_is_judged_alike(game: str) -> None:
    report = first_difference(game, 12, 1, ENGINE, Manners(hostile=0, correct=0))
    assert report is None, report


@pytest.mark.parametrize("game", HERE)
def test_misbehaviour_and_corrections_are_judged_alike(game: str) -> None:
    report = first_difference(game, 12, 2, ENGINE, Manners(hostile=0.1, correct=0.01), loose=True)
    assert report is None, report
