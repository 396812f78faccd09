"""Every game on the whole stack: people at the virtual table, unmodified firmware, and the truth beside its record."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from domino_table.virtual import lore
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation

HOW: dict[str, dict[str, Any]] = {
    "kozel_pairs": {"seed": 2},
    "morskoy_kozel": {"players": 3, "seed": 2},
    "sport": {"seed": 3},
    "block_draw": {"players": 3, "seed": 2, "rounds": 2},
    "domino_tennis": {"players": 2, "seed": 1, "rounds": 2},
    "kozel_125": {"players": 2, "seed": 3},
    "general_kozel": {"players": 6, "seed": 1, "params": {"teams": 3}},
}


def played(game: str, folder: Path) -> Report:
    settings = {"players": 4, "rounds": 1, "preset": None, "mistakes": 0.1} | HOW[game]
    return Simulation(Settings(game=game, **settings), folder / "board.img").run()


@pytest.mark.parametrize("game", HOW)
def test_a_round_is_judged_as_it_was_played(game: str, tmp_path: Path) -> None:
    report = played(game, tmp_path)
    assert (report.wrong_verdicts, report.false_accusations) == (0, 0), report.differences
    assert report.rounds == report.settings.rounds
    assert report.acts["play"] > 10 * report.rounds
    assert sum(report.mistakes.values()) == sum(report.fouls.values())


def test_every_game_that_people_can_play_is_played_here() -> None:
    assert {*HOW, "kozel"} == set(lore.GAMES)
