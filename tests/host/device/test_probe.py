"""``domino-table probe`` against a virtual maker's first loop, a Grid-40 table, and a board without a reader."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from domino_table.hardware import load
from domino_table.virtual import field_choice
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose

from .boards import files_of, running, table, until

COMMAND = Path(sys.executable).with_name("domino-table")


def run(*arguments: str | Path) -> tuple[int, str]:
    """Exit status and output of ``domino-table probe``."""
    done = subprocess.run(
        [COMMAND, "probe", *arguments],
        capture_output=True,
        text=True,
        env={"COLUMNS": "160", "PATH": "/usr/bin:/bin", "HOME": str(Path.home())},
    )
    return done.returncode, done.stdout + done.stderr


def test_each_tag_on_the_first_loop_is_named_with_its_rate_at_eight_levels(tmp_path: Path) -> None:
    wiring = table("first_loop")
    pieces = wiring.world.pieces
    wiring.field.put(0, pieces[5].tags, Pose(28, 28, 0))
    wiring.field.put(0, pieces[27].tags, Pose(28, 28, 90))
    with running(tmp_path, files_of(wiring), wiring) as board:
        until(lambda: board.text.count("referees nothing") >= 1)
        status, output = run("--port", tmp_path / "tty", "--rounds", "5", "--json")
        assert status == 0, output
        found = json.loads(output)
        assert (found["build"], found["loop"], found["rounds"], len(found["levels"])) == ("first_loop", 0, 5, 8)
        halves = {(tag["tile"], tag["half"]): tag for tag in found["tags"]}
        assert set(halves) == {("0-5", 0), ("0-5", 5), ("6-6", 6)}
        assert len(found["tags"]) == 4
        assert halves["0-5", 0]["uid"] == pieces[5].tags.tags[0].uid[::-1].hex()
        assert all(tag["rates"] == [1.0] * 8 for tag in found["tags"])
        until(lambda: board.text.count("referees nothing") >= 2)  # it goes on after each probe
        status, output = run("--port", tmp_path / "tty", "--rounds", "2")
        assert status == 0
        assert "2 requests at each level on loop 0 of first_loop" in output
        assert "6-6, 6" in output
        until(lambda: board.text.count("referees nothing") >= 3)
        assert board.crashes == []


def test_on_the_physical_field_a_weak_drive_reaches_fewer_tags(tmp_path: Path) -> None:
    build = load("first_loop")
    wiring = VirtualTable(build, 3, field_choice.make(build, 3, "physical"))
    wiring.field.put(0, wiring.world.pieces[5].tags, Pose(32, 28, 0))
    with running(tmp_path, files_of(wiring), wiring):
        status, output = run("--port", tmp_path / "tty", "--rounds", "8", "--json")
    assert status == 0, output
    rates = [tag["rates"] for tag in json.loads(output)["tags"]]
    assert len(rates) == 2
    assert all(strongest > 0.5 for strongest, *_ in rates)
    assert any(weakest == 0 for *_, weakest in rates)


def test_an_empty_loop_says_so(tmp_path: Path) -> None:
    wiring = table("first_loop")
    with running(tmp_path, files_of(wiring), wiring):
        status, output = run("--port", tmp_path / "tty", "--rounds", "1")
    assert (status, "No tag answers on loop 0 of first_loop: lay one flat" in output) == (0, True), output


def test_a_table_is_probed_loop_by_loop_and_goes_on_afterwards(tmp_path: Path) -> None:
    wiring = table()
    wiring.world.lay(0, Pose(300, 20 + 40 * 3, 0))
    wiring.world.to_rack(27, 2)
    with running(tmp_path, files_of(wiring), wiring) as board:
        with board.link() as client:
            assert client.hello().boots == 1
        for loop, tile in (("3", "0-0"), ("42", "6-6")):
            status, output = run("--port", tmp_path / "tty", "--rounds", "2", "--json", "--loop", loop)
            assert status == 0, output
            assert {tag["tile"] for tag in json.loads(output)["tags"]} == {tile}
        status, output = run("--port", tmp_path / "tty", "--loop", "44")
        assert status == 1
        assert "has no such loop" in output
        with board.link() as client:
            assert client.hello().boots == 4


def test_without_a_reader_it_says_what_to_check(tmp_path: Path) -> None:
    with running(tmp_path, files_of(table("first_loop"))):
        status, output = run("--port", tmp_path / "tty")
    assert status == 1
    assert output.startswith("Error: no PN5180 does what it is told")
    assert "check its supplies (5 V and 3.3 V) and its pins against `domino-table hardware first_loop" in output


def test_a_bare_board_is_told_to_be_deployed(tmp_path: Path) -> None:
    with running(tmp_path, {}):
        status, output = run("--port", tmp_path / "tty")
    assert status == 1
    assert "has no table firmware, or an old one: run `domino-table deploy`" in output
