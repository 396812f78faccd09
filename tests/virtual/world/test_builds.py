"""Every build on the whole stack: what it cannot know it does not claim, and what it can it judges right."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table import fouls, hardware
from domino_table.virtual.fit import reason
from domino_table.virtual.lore import GAMES, Lore
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation

UNKNOWABLE = {"wrong_turn", "wrong_hand", "misdeal", "too_many_tiles", "false_draw", "overdraw"}
ROUNDS: list[dict[str, Any]] = [
    {"build": "grid40_no_racks", "seed": 1, "mistakes": 0.2},
    {"build": "grid40_no_racks", "game": "block_draw", "players": 3, "seed": 2},
    {"build": "grid40_no_racks", "game": "kolbasa", "players": 2, "seed": 1},
    {"build": "grid40_bazaar", "game": "block_draw", "players": 3, "seed": 1},
    {"build": "grid40_mini", "seed": 3, "mistakes": 0.2},
    {"build": "grid40_mini", "game": "domino_tennis", "players": 2, "seed": 1},
]


def played(folder: Path, **how: Any) -> Report:
    settings = {"game": "kozel", "preset": None, "rounds": 1, "mistakes": 0.1} | how
    return Simulation(Settings(**settings), folder / "board.img").run()


@pytest.mark.parametrize("how", ROUNDS)
def test_a_round_of_a_build_without_racks_is_judged_right_and_nobody_is_accused(
    how: dict[str, Any], tmp_path: Path
) -> None:
    report = played(tmp_path, **how)
    assert (report.wrong_verdicts, report.false_accusations) == (0, 0), report.differences
    assert (report.rounds, report.settings.build) == (1, how["build"])
    can = fouls.asserted(hardware.load(how["build"]))
    assert not [code for code in report.fouls if can[code] == fouls.NEVER]
    assert '"reveal"' in report.records[0] or how.get("game") == "kolbasa"  # there all may have been turned up


def test_a_false_pass_that_nobody_could_see_is_told_when_the_hand_is_shown(tmp_path: Path) -> None:
    report = played(tmp_path, build="grid40_no_racks", seed=1, mistakes=0.25, rounds=2)
    assert report.wrong_verdicts == 0, report.differences
    referee, late = Referee(), Counter[str]()
    for line in report.records[0].splitlines():
        late.update(out["code"] for out in referee.feed_text(line) if out["type"] == "late")
    assert report.mistakes["false_pass"] >= late["false_pass"] > 0
    assert "false_pass" not in report.fouls


def test_what_a_build_can_assert_follows_from_what_it_has() -> None:
    with_racks, without = (fouls.asserted(hardware.load(name)) for name in ("grid40", "grid40_no_racks"))
    assert set(with_racks) == set(without)
    assert fouls.NEVER not in with_racks.values()
    assert {code for code, when in without.items() if when == fouls.NEVER} == UNKNOWABLE
    bazaar = fouls.asserted(hardware.load("grid40_bazaar"))
    assert {code for code, when in bazaar.items() if when == fouls.NEVER} == UNKNOWABLE - {"overdraw", "false_draw"}


@pytest.mark.parametrize("players", sorted({count for counts in GAMES.values() for count in counts}))
def test_lines_fit_every_table_and_crosses_a_large_one(players: int) -> None:
    large, mini = hardware.load("grid40_no_racks"), hardware.load("grid40_mini")
    assert reason(large, Lore(spinner="first_double_played"), players) is None
    assert reason(mini, Lore(), players) is None
    assert "cross" in (reason(mini, Lore(spinner="first_double_played"), players) or "")
