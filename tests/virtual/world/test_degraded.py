"""Whole rounds on tables part of which is out of order: play goes on, and nobody is accused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table.virtual import flashed
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation


def dead(simulation: Simulation, *loops: int) -> None:
    """The switches of these loops never close."""
    field = simulation.table.field
    select = field.select

    def obey(t: int, wanted: Iterable[int]) -> None:
        select(t, frozenset(wanted) - set(loops))

    field.select = obey  # type: ignore[method-assign]


def played(
    tmp_path: Path, breaks: Callable[[Simulation], None], **settings: Any
) -> tuple[Report, list[dict[str, Any]]]:
    """One round on a table that something has broken, and the lines of its record."""
    options: dict[str, Any] = {"players": 4, "seed": 3, "rounds": 1, "mistakes": 0.0} | settings
    simulation = Simulation(Settings(**options), tmp_path / "board.img")
    breaks(simulation)
    report = simulation.run()
    return report, [json.loads(line) for line in report.records[0].splitlines()]


def dead_reader(simulation: Simulation) -> None:
    """The reader of the racks never comes out of its reset, and people know: they play as at a table without racks."""
    simulation.table.readers[1].boots = False
    simulation.world.build.data["racks"] = []


def dead_tags(simulation: Simulation, *tags: int) -> None:
    """No field wakes these tags (``2 * tile + half``)."""
    for tag in tags:
        simulation.world.pieces[tag // 2].tags.tags[tag % 2].shades += 1


def well(report: Report) -> bool:
    return (report.wrong_verdicts, report.false_accusations, report.rounds) == (0, 0, 1)


@pytest.mark.parametrize("loops", [(9,), (31,)], ids=["row", "column"])
def test_a_round_over_a_dead_loop_is_judged_right(tmp_path: Path, loops: tuple[int, ...]) -> None:
    report, lines = played(tmp_path, lambda simulation: dead(simulation, *loops))
    assert well(report), report.differences
    assert sum(line["type"] == "play" for line in lines) > 10
    notes = flashed.journal((tmp_path / "board.img").read_bytes())
    assert not [note for note in notes if note.kind == flashed.TRACE]


def test_a_round_with_a_dead_rack_loop_is_judged_right_without_its_hand(tmp_path: Path) -> None:
    report, lines = played(tmp_path, lambda simulation: dead(simulation, 42))
    assert (report.rounds, report.false_accusations) == (1, 0), report.differences
    hands = next(line["hands"] for line in lines if line["type"] == "deal")
    assert [hand if isinstance(hand, int) else len(hand) for hand in hands] == [7, 7, 7, 7]
    assert [isinstance(hand, int) for hand in hands] == [False, False, True, False]
    referee = Referee()
    outs = [referee.feed_text(json.dumps(line))[0] for line in lines]
    assert all(out["ok"] for out in outs)
    assert Counter(line["type"] for line in lines)["play"] == report.acts["play"] > 10


def test_a_round_with_two_dead_tags_of_two_tiles_is_judged_right(tmp_path: Path) -> None:
    report, _ = played(tmp_path, lambda simulation: dead_tags(simulation, 7, 40))
    assert well(report), report.differences


def test_a_round_without_the_racks_reader_accuses_nobody(tmp_path: Path) -> None:
    report, lines = played(tmp_path, dead_reader)
    assert report.false_accusations == 0, report.differences
    assert next(line["hands"] for line in lines if line["type"] == "deal") == [7, 7, 7, 7]
    assert Counter(line["type"] for line in lines)["play"] == report.acts["play"] > 10
