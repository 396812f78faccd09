"""`domino-table run` as a user has it: a page, a port that stays free for the other commands, and a clean end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from domino_table.cli import main
from host.web.served import PATIENCE_S, TOOL, Served, until


class Running(Served):
    """A running table with a page open."""

    def __init__(self, folder: Path, *more: str | Path) -> None:
        runtime = folder / "run"
        runtime.mkdir(mode=0o700)
        self.ports = runtime / "domino-table"
        self.temporary = folder / "temporary"
        self.temporary.mkdir()
        wishes = ["--seed", "4", "--pace", "0.5"]
        super().__init__("run", "--port", "0", *wishes, *more, XDG_RUNTIME_DIR=str(runtime), TMPDIR=str(self.temporary))

    def children(self) -> list[int]:
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        threads = path.parent.parent.glob("*/children")
        return [int(pid) for file in threads for pid in file.read_text().split()]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    table = Running(tmp_path)
    yield table
    table.kill()


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_other_commands_use_the_table_while_its_page_is_open(running: Running, tmp_path: Path) -> None:
    running.read_until('"type":"deal"')

    def found() -> bool:
        (one,) = json.loads(running.tool("devices", "--json").stdout)
        assert one["description"] == "virtual table"
        return bool(one["state"] == "table")

    until(found)  # it is given two seconds and a half to answer
    club = ["sync", "--db", str(tmp_path / "club.sqlite")]
    first = running.tool(*club)
    assert first.returncode == 0, first.stderr
    assert "new records" in first.stdout
    until(running.follows)
    second = running.tool("run", "--port", running.port, "--no-browser")
    assert second.returncode == 1
    assert "choose another one with --port" in second.stderr
    assert "Traceback" not in second.stderr
    running.read_until('"type":"play"')
    assert running.tool(*club).returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_cleanly_and_leaves_nothing_behind(running: Running, number: int) -> None:
    running.read_until('"connected":true')
    children = running.children()
    assert len(children) == 1
    assert [path.is_symlink() for path in running.ports.glob("table-*")] == [True]
    output = running.stop(number)
    assert running.process.returncode == 0, output
    assert "Traceback" not in output
    assert list(running.ports.glob("table-*")) == list(running.temporary.iterdir()) == []
    assert not alive(children[0])


def test_a_kept_table_that_is_killed_leaves_no_process_and_goes_on_where_it_was(tmp_path: Path) -> None:
    table = ["run", "--port", "0", "--keep", tmp_path / "kept", "--mistakes", "0", "--pace", "0.2"]
    first = Running(tmp_path, *table[3:])
    played = json.loads(first.read_until('"type":"play"').removeprefix("data:"))
    children = first.children()
    first.process.kill()
    until(lambda: not any(alive(pid) for pid in children))
    first.kill()
    again = Served(*table, **first.environment)
    try:
        assert str(first.ports / "table-1") in again.banner
        assert json.loads(again.read_until('"type":"play"').removeprefix("data:")) == played
        following = json.loads(again.read_until('"type":"play"').removeprefix("data:"))
        assert following["n"] == played["n"] + 1
        assert following["outs"][0]["ok"]
        second = CliRunner().invoke(main, [*map(str, table)])
        assert second.exit_code == 1
        assert "is running already" in second.stderr
    finally:
        again.stop(signal.SIGTERM)
    other = CliRunner().invoke(main, [*map(str, table), "--game", "muggins"])
    assert other.exit_code == 2
    assert "begun with another --game" in other.stderr


def test_a_game_without_room_at_a_build_is_refused_in_one_sentence(tmp_path: Path) -> None:
    done = subprocess.run(
        [TOOL, "run", "--build", "grid40_mini", "--game", "muggins", "--port", "0"],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("Error: ")
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_signal_to_the_whole_group_ends_it_without_a_word(tmp_path: Path) -> None:
    table = subprocess.Popen(
        [TOOL, "run", "--port", "0", "--no-browser"],
        env={**os.environ, "XDG_RUNTIME_DIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
    )
    assert table.stdout
    assert "its page is at" in table.stdout.readline()
    os.killpg(table.pid, signal.SIGTERM)
    _, said = table.communicate(timeout=PATIENCE_S)
    assert said == ""
