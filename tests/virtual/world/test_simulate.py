"""``domino-table simulate``: whole short matches, repeatable, with truth beside the record."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from domino_rules.referee import Referee
from domino_table.cli import main
from domino_table.hardware import HardwareError
from domino_table.virtual import simulate
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import BadSettings, Simulation, SimulationFailed

SHORT = ["simulate", "--players", "3", "--seed", "6", "--mistakes", "0.1", "--param", "target=25", "--json"]


def test_a_match_is_judged_right_and_its_record_can_be_judged_again(tmp_path: Path) -> None:
    run = CliRunner().invoke(main, [*SHORT, "--record", str(tmp_path)])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)
    assert (found["matches"], found["wrong_verdicts"], found["false_accusations"]) == (1, 0, 0)
    assert sum(found["mistakes"].values()) == sum(found["fouls_reported"].values()) > 0
    assert found["plays"] > 10
    assert found["sweep_ms"]["median"] <= 175
    (path,) = tmp_path.glob("*.dgr")
    referee = Referee()
    outs = [out for line in path.read_text().splitlines() for out in referee.feed_text(line)]
    assert outs[-1]["type"] == "match_end"


def test_the_same_seed_gives_the_same_journal_and_another_one_another(tmp_path: Path) -> None:
    hashes = []
    for seed in (8, 8, 9):
        settings = Settings(players=4, seed=seed, rounds=1)
        hashes.append(Simulation(settings, tmp_path / "board.img").run().journal_sha256)
    assert hashes[0] == hashes[1] != hashes[2]


def test_a_second_match_follows_on_the_same_table(tmp_path: Path) -> None:
    report = Simulation(Settings(players=4, seed=2, matches=2, params={"target": 1}), tmp_path / "board.img").run()
    assert (report.matches, report.wrong_verdicts, len(report.records)) == (2, 0, 2)


def test_an_exception_inside_the_firmware_fails_the_run_with_its_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = simulate.bundle

    def spoilt(*args: Any) -> dict[str, bytes]:
        files = whole(*args)
        files["/lib/tsensing.mpy"] = b"not bytecode"
        return files

    monkeypatch.setattr(simulate, "bundle", spoilt)
    with pytest.raises(SimulationFailed, match="Traceback"):
        Simulation(Settings(), tmp_path / "board.img").run()


def test_the_command_that_repeats_a_failed_run_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(self: Simulation) -> None:
        raise SimulationFailed("the table burns")

    monkeypatch.setattr(Simulation, "run", fails)
    run = CliRunner().invoke(main, SHORT)
    assert run.exit_code == 1
    assert "the table burns" in run.output
    assert "simulate --game kozel --preset graa --players 3 --seed 6" in run.output
    assert "--param target=25" in run.output


def test_a_build_without_seats_is_refused(tmp_path: Path) -> None:
    with pytest.raises(HardwareError, match="first_loop seats nobody: choose one of grid40"):
        Simulation(Settings(build="first_loop"), tmp_path / "board.img")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"game": "muggins", "preset": None, "build": "grid40_mini"}, "four arms"),
        ({"game": "kolbasa", "preset": None, "players": 2, "build": "grid40_mini"}, "two lines"),
        ({"params": {"target": "many"}}, "target must be an integer"),
        ({"game": "block_draw", "preset": None, "params": {"set_max": 9}}, "28 tiles"),
        ({"game": "sport", "preset": None, "players": 2}, "players must be 4"),
        ({"game": "sport", "preset": None, "params": {"rounds": 6}}, "rounds must be a multiple of 4"),
        ({"rounds": 2, "matches": 2}, "one match"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(tmp_path: Path, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        Simulation(Settings(**settings), tmp_path / "board.img")


def test_game_and_number_of_players_follow_from_one_another() -> None:
    run = CliRunner().invoke(main, ["simulate", "--game", "all_fives", "--rounds", "1", "--mistakes", "0", "--json"])
    assert run.exit_code == 0, run.output
    found = json.loads(run.stdout)
    assert (found["game"], found["preset"], found["players"], found["rounds"]) == ("all_fives", None, 2, 1)
    assert (found["wrong_verdicts"], found["fouls_reported"]) == (0, {})
