"""What ``simulate`` prints for people: what was played, what struck, and never a None."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from domino_table.commands.simulate import _print, command, played
from domino_table.virtual.report import Report, Settings


@pytest.mark.parametrize(
    ("wanted", "finished", "rounds", "said"),
    [
        (1, 0, 1, "1 round; the match did not come to its end"),
        (1, 1, 9, "9 rounds; the match to its end"),
        (3, 1, 12, "12 rounds; 1 of 3 matches to their end"),
    ],
)
def test_what_was_played_is_said_of_unfinished_matches_too(wanted: int, finished: int, rounds: int, said: str) -> None:
    assert played(Report(Settings(matches=wanted), matches=finished, rounds=rounds)) == said


def test_each_fault_has_its_counts_and_what_was_not_measured_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    report = Report(Settings(preset=None), rounds=1)
    report.faults = {
        name: {"struck": struck, "trouble_shown": 7, "acts_repeated": 8} for name, struck in (("F14", 5), ("F9", 6))
    }
    report.sweep_ms.values = [163.0]
    _print(report)
    printed = capsys.readouterr().out
    rows = [[word for word in line.split() if word.isalnum()] for line in printed.splitlines()]
    assert ["fault", "struck", "trouble", "shown", "acts", "repeated"] in rows
    assert rows.index(["F9", "6", "7", "8"]) + 1 == rows.index(["F14", "5", "7", "8"])
    assert ["journalled", "ms", "not", "measured"] in rows
    assert ["played", "1", "the", "match"] in [row[:4] for row in rows]
    assert "None" not in printed
    assert "median 163.0" in printed


def test_help_says_why_mistakes_and_fouls_have_other_names() -> None:
    said = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert "a pass out of turn is wrong_turn there, or too_many_tiles by the seat that has just played" in said
