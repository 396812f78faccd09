"""Two rounds in as much memory as a small board has, and what keeps the loop of the firmware waiting in them."""

from __future__ import annotations

from pathlib import Path

import pytest
from domino_table.virtual import flashed
from domino_table.virtual.course import MS
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import SimulationFailed
from domino_table.virtual.world import PRESS_US

from bench._application import capped
from bench._keys import Looks

ROUNDS = Settings(seed=7, players=4, rounds=2)


def test_two_rounds_pass_in_as_many_words_as_100_kb_hold_on_32_bits_and_no_press_is_missed(tmp_path: Path) -> None:
    simulation = capped(ROUNDS, 100, tmp_path / "flash.img")
    looks = Looks(simulation.table)
    report = simulation.run()
    assert (report.rounds, report.wrong_verdicts, report.differences) == (2, 0, [])
    assert "MemoryError" not in simulation.board.serial.text
    journal = flashed.journal(simulation.image.read_bytes())
    assert [entry.kind for entry in journal].count(flashed.OUTPUT) == 2
    assert len(looks.times) > 1000
    assert looks.longest() <= 80
    assert looks.press() <= PRESS_US / MS


def test_with_a_third_less_the_table_says_that_its_memory_is_full(tmp_path: Path) -> None:
    with pytest.raises(SimulationFailed, match="MemoryError"):
        capped(ROUNDS, 66, tmp_path / "flash.img").run()
