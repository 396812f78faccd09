"""Faults of the whole board in whole rounds: F28, F30, F31, outage, plug."""

from __future__ import annotations

from pathlib import Path

import pytest
from domino_table.virtual.faults import Plan
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation


def played(tmp_path: Path, faults: str, seed: int = 4, players: int = 2) -> tuple[Report, Simulation]:
    settings = Settings(players=players, seed=seed, rounds=1, mistakes=0.0, faults=faults)
    simulation = Simulation(settings, tmp_path / "board.img")
    return simulation.run(), simulation


@pytest.mark.parametrize("faults", ["outage", "plug", "F28", "F30"])
def test_outage_plug_f28_f30_a_round_comes_out_right_all_the_same(tmp_path: Path, faults: str) -> None:
    report, _ = played(tmp_path, faults)
    assert (report.rounds, report.wrong_verdicts, report.false_accusations) == (1, 0, 0)
    assert report.faults[faults]["struck"] >= 1


def test_power_is_cut_and_the_board_starts_again_as_often_as_it_was(tmp_path: Path) -> None:
    report, simulation = played(tmp_path, "outage", seed=7)
    assert len(simulation.board.boots) == 1 + report.faults["outage"]["struck"] > 1


def test_f31_the_power_goes_in_the_middle_of_writing_and_no_line_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare = Plan.prepare

    def early(plan: Plan, site: object) -> None:
        prepare(plan, site)  # type: ignore[arg-type]
        if simulation.board.cut_at > 0:
            simulation.board.cut_at = 25 if not simulation.board.boots else -1

    monkeypatch.setattr(Plan, "prepare", early)
    simulation = Simulation(Settings(players=2, seed=4, rounds=1, mistakes=0.0, faults="F31"), tmp_path / "board.img")
    report = simulation.run()
    assert len(simulation.board.boots) == 2
    assert (report.rounds, report.wrong_verdicts) == (1, 0)
