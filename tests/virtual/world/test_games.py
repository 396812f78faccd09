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
    "muggins": {"players": 3, "seed": 2},
    "all_fives": {"players": 2, "seed": 1, "rounds": 2},
    "telefon": {"players": 2, "seed": 3, "rounds": 2},
    "osyol": {"players": 4, "seed": 3},
    "kolbasa": {"players": 2, "seed": 1},
}
CROSSES: list[dict[str, Any]] = [
    {"game": "telefon", "preset": "telefon_gosha", "seed": 7},
    {"game": "telefon", "params": {"spinner_arms_open": "immediate"}, "seed": 8},
    {"game": "muggins", "preset": "muggins_hoyle", "params": {"spinner_only_opening": True}, "seed": 9},
]
"""The ways to open a cross that the games' own settings do not show."""


def played(folder: Path, **how: Any) -> Report:
    settings = {"players": 4, "rounds": 1, "preset": None, "mistakes": 0.1} | how
    return Simulation(Settings(**settings), folder / "board.img").run()


@pytest.mark.parametrize("game", HOW)
def test_a_round_is_judged_as_it_was_played(game: str, tmp_path: Path) -> None:
    report = played(tmp_path, game=game, **HOW[game])
    assert (report.wrong_verdicts, report.false_accusations) == (0, 0), report.differences
    assert report.rounds == report.settings.rounds
    assert report.acts["play"] > 5 * report.rounds
    assert sum(report.mistakes.values()) == sum(report.fouls.values())
    assert '"closed":true' in report.records[0] or game != "osyol"


@pytest.mark.parametrize("how", CROSSES)
def test_every_way_to_open_a_cross_is_judged_as_it_was_played(how: dict[str, Any], tmp_path: Path) -> None:
    report = played(tmp_path, **how)
    assert (report.wrong_verdicts, report.false_accusations) == (0, 0), report.differences
    assert report.acts["play"] > 5


def test_every_game_that_people_can_play_is_played_here() -> None:
    assert {*HOW, "kozel"} == set(lore.GAMES)
