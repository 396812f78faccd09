"""What ``domino-table devices`` finds, and which port the other commands take by themselves."""

from __future__ import annotations

import fcntl
import json
import os
import pty
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from domino_table.commands.devices import command
from domino_table.device import find
from domino_table.device.find import Found, NoTable, choose_board, choose_port, ports, virtual_ports
from serial.tools import list_ports
from serial.tools.list_ports_common import ListPortInfo

from .conftest import MICROPYTHON, Running, Start, awake


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of virtual ports, empty; and no USB port but those that a test adds."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(list_ports, "comports", list)
    (tmp_path / "domino-table").mkdir()
    assert virtual_ports() == tmp_path / "domino-table"
    return tmp_path / "domino-table"


@pytest.fixture
def silent() -> Iterator[str]:
    far, near = pty.openpty()
    yield os.ttyname(near)
    os.close(far)
    os.close(near)


def devices(*arguments: str) -> str:
    """What the command prints."""
    done = CliRunner(env={"COLUMNS": "250"}).invoke(command, arguments)
    assert done.exit_code == 0, done.output
    return done.stdout


def states() -> dict[str, tuple[str, str]]:
    return {Path(one["port"]).name: (one["state"], one["detail"]) for one in json.loads(devices("--json"))}


def test_every_kind_of_port_is_told_apart(
    folder: Path, table: Running, start: Start, silent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    chatter = start("/bin/sh", "-c", "while true; do echo temp 21.5; sleep 0.2; done")
    assert os.read(chatter.keep, 1) == b"t"
    (folder / "a-table").symlink_to(awake(table).port)
    (folder / "bare").symlink_to(awake(start(MICROPYTHON, "-i")).port)
    (folder / "gone").symlink_to("/dev/pts/99999")
    (folder / "other").symlink_to(chatter.port)
    (folder / "quiet").symlink_to(silent)
    (folder / "readme.txt").write_text("no port")
    monkeypatch.setattr(find, "_PATIENCE_S", 10.0)  # test_strangers.py has the real time, on a clock of its own
    found = states()
    assert {name: state for name, (state, _) in found.items()} == {
        "a-table": "table",
        "bare": "micropython",
        "gone": "closed",
        "other": "other",
        "quiet": "silent",
    }
    assert found["a-table"][1] == "device aabbccdd, firmware 0102030405060708, 1 records"
    assert "domino-table deploy" in found["bare"][1]
    assert found["gone"][1] == "left behind by a virtual table that is gone"
    assert "is no domino table (it says 'temp 21.5')" in found["other"][1]


def test_a_port_in_use_is_not_disturbed(folder: Path, table: Running) -> None:
    (folder / "a-table").symlink_to(table.port)
    with table.link() as client:
        assert states()["a-table"][0] == "busy"
        assert client.hello().head == 1


@pytest.fixture
def answers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What is on each of the ports that a test adds, by name: nobody has to be waited for."""
    known: dict[str, str] = {}
    monkeypatch.setattr(
        find, "identify", lambda port, description: Found(port, description, known[Path(port).name], "it says '[/b]'")
    )
    return known


def test_people_read_a_table_of_ports(folder: Path, answers: dict[str, str]) -> None:
    for name, state in (("a", "table"), ("b", "micropython"), ("c", "other"), ("d", "busy"), ("e", "silent")):
        (folder / name).symlink_to("/dev/null")
        answers[name] = state
    lines = devices().splitlines()
    for name, words in (("a", "domino table"), ("b", "no table firmware"), ("c", "another program"), ("d", "in use")):
        (line,) = (line for line in lines if str(folder / name) in line)
        assert words in line
        assert "virtual table" in line
        assert "it says '[/b]'" in line


def test_without_any_port_it_says_what_to_do(folder: Path) -> None:
    assert "plug a table in or start `domino-table run`" in devices()


def test_the_only_table_is_chosen_among_several_ports(folder: Path, answers: dict[str, str]) -> None:
    (folder / "a-table").symlink_to("/dev/null")
    (folder / "quiet").symlink_to("/dev/null")
    answers.update({"a-table": "table", "quiet": "silent"})
    assert choose_port(None) == choose_board(None) == str(folder / "a-table")
    assert choose_port("/dev/ttyX") == choose_board("/dev/ttyX") == "/dev/ttyX"


def test_two_tables_or_none_must_be_named(folder: Path, answers: dict[str, str]) -> None:
    with pytest.raises(NoTable, match="no table answers .found no port at all."):
        choose_port(None)
    (folder / "quiet").symlink_to("/dev/null")
    answers.update({"a": "table", "b": "table", "quiet": "silent"})
    with pytest.raises(NoTable, match="no table answers .found .*/quiet: no answer.: plug one in"):
        choose_port(None)
    assert choose_board(None) == str(folder / "quiet")  # a bare board is there to be deployed
    (folder / "a").symlink_to("/dev/null")
    (folder / "b").symlink_to("/dev/null")
    with pytest.raises(NoTable, match="there are several tables .*/a, .*/b.: say which one with --port"):
        choose_board(None)


def test_a_usb_board_is_found_and_a_built_in_port_is_not(
    folder: Path, table: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    usb, built_in = ListPortInfo(table.port), ListPortInfo("/dev/ttyS0")
    usb.vid, usb.description = 0x303A, "USB JTAG/serial debug unit"
    monkeypatch.setattr(list_ports, "comports", lambda: [built_in, usb])
    assert [port for port, _ in ports()] == [table.port]
    assert choose_board(None) == table.port


def test_the_link_of_a_killed_table_is_no_port(folder: Path, silent: str) -> None:
    (folder / "table-1").symlink_to(silent)
    with open(folder / ".table-1.lock", "w") as claim:
        fcntl.flock(claim, fcntl.LOCK_EX)
        assert [port for port, _ in ports()] == [str(folder / "table-1")]
    assert not list(ports())
