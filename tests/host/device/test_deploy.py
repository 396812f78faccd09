"""``domino-table deploy`` onto a virtual board, and what a cut leaves of it."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from domino_table.device.board_files import DeployError, raw_repl
from domino_table.device.bundle import NO_TAGS
from domino_table.device.deploy import MPY_VERSION, deploy
from domino_table.resources import firmware_dir
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image, images, read_image, read_trace
from domino_table.virtual.live import LiveBoard
from virtual.board.stub import Wires

from .boards import HeardBoard, files_of, on_flash, running, table, tiles_of, until
from .conftest import HERE, PATIENCE_S

COMMAND = Path(sys.executable).with_name("domino-table")
BOOT = (firmware_dir() / "boot.py").read_bytes()
SMALL = 256 * 1024


def run(*arguments: str | Path) -> tuple[int, str]:
    """Exit status and output of ``domino-table deploy``."""
    done = subprocess.run([COMMAND, "deploy", *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, " ".join(done.stdout.split())


# The whole firmware


def test_a_bare_board_becomes_a_table_and_a_second_deploy_changes_nothing(tmp_path: Path) -> None:
    wiring = table()
    (tmp_path / "set.bin").write_bytes(tiles_of(wiring))
    with running(tmp_path, {}, wiring) as board:
        status, output = run("--port", tmp_path / "tty", "--tiles", tmp_path / "set.bin")
        assert (status, "for grid40 is running" in output) == (0, True), output
        wanted = files_of(wiring)
        assert {path: on_flash(board).get(path) for path in wanted} == wanted
        before = on_flash(board)["/journal/state"]
        status, output = run("--port", tmp_path / "tty")
        assert (status, "it was up to date" in output) == (0, True), output
        after = on_flash(board)
        assert {path: after.get(path) for path in wanted} == wanted
        assert after["/journal/state"][:4] == before[:4]  # the same journal, one boot on
        with board.link() as client:
            assert client.hello().build == json.loads(wanted["/manifest.json"])["build"]
            assert client.hello().boots == 2


def test_only_what_changed_is_copied_and_tiles_journal_and_language_stay(tmp_path: Path) -> None:
    wiring = table()
    files = files_of(wiring)
    with running(tmp_path, files, wiring) as board:
        with board.link() as client:
            epoch, head = client.hello().epoch, client.hello().head
        status, output = run("--port", tmp_path / "tty", "--language", "es")
        assert (status, "(2 files changed)" in output) == (0, True), output  # /config.json and the manifest
        status, output = run("--port", tmp_path / "tty", "--build", "grid40_mini")
        assert (status, "for grid40_mini is running (3 files changed)" in output) == (0, True), output  # and /reach.bin
        after = on_flash(board)
        assert json.loads(after["/config.json"])["game"]["language"] == "es"
        assert after["/tiles.bin"] == tiles_of(wiring)
        with board.link() as client:
            hello = client.hello()
            assert (hello.epoch, hello.boots) == (epoch, 3)
            assert hello.head > head
            _, state = client.state()
            assert state
            assert state["language"] == "es"


def test_a_board_without_a_tile_map_runs_and_is_told_to_get_one(tmp_path: Path) -> None:
    wiring = table()
    files = {path: data for path, data in files_of(wiring).items() if path != "/tiles.bin"}
    with running(tmp_path, files, wiring) as board:
        status, output = run("--port", tmp_path / "tty")
        assert (status, "is running" in output) == (0, True), output
        assert "knows no tile yet" in output
        assert on_flash(board)["/tiles.bin"] == NO_TAGS


def test_a_maker_s_first_loop_is_deployed_and_does_not_crash(tmp_path: Path) -> None:
    wiring = table("first_loop")
    files = files_of(wiring)
    del files["/main.py"]
    with running(tmp_path, files, wiring) as board:
        status, output = run("--port", tmp_path / "tty")
        assert (status, "referees nothing: see `domino-table probe` (1 file changed)" in output) == (0, True), output
        until(lambda: "This build reads tags and referees nothing." in board.text)
        assert board.crashes == []


def test_a_tile_map_that_is_none_is_refused_before_the_board_is_touched(tmp_path: Path) -> None:
    (tmp_path / "set.bin").write_bytes(bytes(448))
    status, output = run("--port", "/dev/ttyNOPE", "--tiles", tmp_path / "set.bin")
    assert status == 1
    assert "set.bin is no tile map" in output


# Small programs: what a cut leaves


def program(version: int, *modules: str) -> dict[str, bytes]:
    """A program of several files that says of which version each of them is."""
    imports = "".join(f"from table.{name} import V as {name}\n" for name in modules)
    files = {"/boot.py": BOOT, "/main.py": f"{imports}print('runs', {version}, {', '.join(modules)})\n".encode()}
    for name in modules:
        files[f"/lib/table/{name}.py"] = b"V = %d\n" % version + b"# filler\n" * 150
    return files


OLD, NEW = program(1, "a", "b", "c"), program(2, "a", "b", "d")
# An older boot.py would finish the move as well; this one must be replaced first.
OLD_WITHOUT_BOOT = {**OLD, "/boot.py": b"print('some other boot.py')\n"}
KILLS = 24


def say(text: str) -> list[str]:
    """What `main.py` has printed in whole lines: the port may have brought only a part of the last one."""
    return re.findall(r"runs [\d ]+(?=\r?\n)", text)


def new(folder: Path) -> Path:
    for path, data in NEW.items():
        (folder / "new" / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (folder / "new" / path[1:]).write_bytes(data)
    return folder / "new"


def killed(port: Path, folder: Path, at: int) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, HERE / "killed_deploy.py", port, folder, str(at)], capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def points() -> int:
    """At how many points a deploy of NEW over OLD can be killed (killed_deploy.py)."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with running(folder, OLD_WITHOUT_BOOT, size=SMALL):
            return int(killed(folder / "tty", new(folder), 0).stdout)


@pytest.mark.parametrize("part", range(KILLS))
def test_a_deploy_killed_anywhere_leaves_a_whole_version_and_can_be_repeated(
    part: int, points: int, tmp_path: Path
) -> None:
    with running(tmp_path, OLD_WITHOUT_BOOT, size=SMALL) as board:
        until(lambda: say(board.text))
        at = 1 + (part * (points - 1)) // (KILLS - 1)
        assert killed(tmp_path / "tty", new(tmp_path), at).returncode == -signal.SIGKILL
        seen = len(say(board.text))
        board.hard_reset()
        until(lambda: len(say(board.text)) > seen)
        assert say(board.text)[-1] in ("runs 1 1 1 1", "runs 2 2 2 2")
        if at < points - 4:  # before the commit
            assert say(board.text)[-1] == "runs 1 1 1 1"
        assert killed(tmp_path / "tty", new(tmp_path), 0).returncode == 0
        until(lambda: say(board.text)[-1] == "runs 2 2 2 2")
        assert on_flash(board) == {**NEW}


def staged() -> dict[str, bytes]:
    """A flash on which everything is copied and nothing moved yet."""
    changed = [path for path in sorted(NEW) if NEW[path] != OLD.get(path)]
    steps = ["- /lib/table/c.py\n"] + [f"{number} {path}\n" for number, path in enumerate(changed)]
    files = {f"/stage/{number}": NEW[path] for number, path in enumerate(changed)}
    return {**OLD, **files, "/stage/commit": "".join(steps).encode()}


@pytest.mark.parametrize("torn", [False, True])
def test_a_power_cut_at_any_flash_operation_of_the_move_is_finished_at_the_next_start(
    torn: bool, tmp_path: Path
) -> None:
    base = build_image(staged(), SMALL)
    image, trace = tmp_path / "flash.img", tmp_path / "trace"
    image.write_bytes(base)
    with Board(image, Wires(), trace=trace) as board:
        board.start()
        board.run_until(5_000_000)
        assert say(board.serial.text) == ["runs 2 2 2 2"]
    assert read_image(image.read_bytes()) == NEW
    operations = read_trace(trace.read_bytes())
    assert len(operations) >= 6
    for cut in images(base, operations, torn):
        image.write_bytes(cut)
        with Board(image, Wires()) as board:
            board.start()
            board.run_until(5_000_000)
            assert say(board.serial.text) == ["runs 2 2 2 2"]
        assert read_image(image.read_bytes()) == NEW


class Recorded:
    """A board that only notes what is written to it; ``kept`` are the files that it has."""

    def __init__(self, kept: dict[str, bytes]) -> None:
        self.kept, self.written = kept, dict[str, bytes]()

    def mpy_version(self) -> int:
        return MPY_VERSION

    def hashes(self, paths: list[str]) -> dict[str, str]:
        return {path: hashlib.sha256(self.kept.get(path, b"-")).hexdigest() for path in paths}

    def files(self, *folders: str) -> set[str]:
        return {path for path in self.kept if path.startswith(folders)}

    def read(self, path: str) -> bytes | None:
        return self.kept.get(path)

    def make_folders(self, paths: list[str]) -> None:
        pass

    def run(self, code: str, timeout: float = 0) -> str:
        return ""

    def write_all(self, files: dict[str, bytes], progress: object) -> None:
        self.written.update(files)


@pytest.mark.parametrize("manifest", [b'{"files":{"/lib/tgone.mpy":"","/lib/tapp.mpy":"","/fonts/x":""}}', b"{", None])
def test_modules_of_the_last_deploy_go_and_those_of_other_people_stay(manifest: bytes | None) -> None:
    kept = {"/lib/tgone.mpy": b"1", "/lib/theirs.mpy": b"2", "/lib/table/app.mpy": b"3", "/fonts/x": b"4"}
    board = Recorded({**kept, **({} if manifest is None else {"/manifest.json": manifest})})
    files = {"/boot.py": b"boot", "/lib/tapp.mpy": b"5"}
    changed = deploy(board, files, lambda size: lambda done: None)  # type: ignore[arg-type]
    gone = ["/lib/table/app.mpy"] + (["/lib/tgone.mpy"] if manifest and len(manifest) > 1 else [])
    assert changed == ["/boot.py", "/lib/tapp.mpy", *gone]
    steps = next(data.decode() for path, data in board.written.items() if path.endswith("commit.new"))
    assert [step for step in steps.splitlines() if step.startswith("- ")] == [f"- {path}" for path in gone]


# What a person is told


def test_a_missing_port_is_one_sentence() -> None:
    status, output = run("--port", "/dev/ttyNOPE")
    assert status == 1
    assert output.startswith("Error: there is no port /dev/ttyNOPE: plug the table in")


def test_a_busy_port_is_one_sentence(tmp_path: Path) -> None:
    with running(tmp_path, OLD, size=SMALL) as board, board.link():
        status, output = run("--port", tmp_path / "tty")
    assert status == 1
    assert "in use by another program" in output


def test_a_silent_port_is_one_sentence() -> None:
    far, near = pty.openpty()
    status, output = run("--port", os.ttyname(near))
    os.close(far)
    os.close(near)
    assert status == 1
    assert re.fullmatch(r"Error: no MicroPython answers on \S+: press the board's reset button .*", output)


def test_an_unknown_build_changes_nothing(tmp_path: Path) -> None:
    with running(tmp_path, OLD, size=SMALL) as board:
        status, output = run("--port", tmp_path / "tty", "--build", "grid99")
        assert status == 1
        assert "no build 'grid99': choose one of first_loop, grid40" in output
        assert on_flash(board) == OLD


@pytest.fixture
def small(tmp_path: Path) -> Iterator[HeardBoard]:
    with running(tmp_path, OLD, size=SMALL) as board:
        yield board


def test_a_board_of_other_bytecode_is_refused(tmp_path: Path) -> None:
    boot = b"""import sys
class Other:
    implementation = type("I", (), {"_mpy": 5})
    def __getattr__(self, name): return getattr(real, name)
real, sys.modules["sys"] = sys, Other()
"""
    with running(tmp_path, {**OLD, "/boot.py": boot}, size=SMALL) as board:
        with raw_repl(str(tmp_path / "tty")) as files, pytest.raises(DeployError, match="runs other bytecode"):
            deploy(files, NEW, lambda total: lambda count: None)
        assert on_flash(board)["/main.py"] == OLD["/main.py"]


def test_a_full_flash_is_said_and_the_old_program_goes_on(small: HeardBoard, tmp_path: Path) -> None:
    big = {**NEW, "/lib/table/d.py": b"V = 2\n" + os.urandom(SMALL).hex().encode()}
    until(lambda: say(small.text))
    with raw_repl(str(tmp_path / "tty")) as files, pytest.raises(DeployError, match="is its flash full"):
        deploy(files, big, lambda total: lambda count: None)
    until(lambda: len(say(small.text)) > 1)
    assert say(small.text) == ["runs 1 1 1 1"] * 2


@pytest.mark.parametrize("cut", [LiveBoard.stop, LiveBoard.power_cut])
def test_a_board_that_goes_in_mid_copy_is_one_sentence(cut: Callable[[LiveBoard], None], tmp_path: Path) -> None:
    files_of(table())  # compiles what the command would compile first
    with running(tmp_path, {}) as board:
        port = str(tmp_path / "tty")
        deploying = subprocess.Popen([COMMAND, "deploy", "--port", port], stderr=subprocess.PIPE, text=True)
        until(lambda: "/stage/4" in on_flash(board) or deploying.poll() is not None)
        cut(board)
        output = " ".join(deploying.communicate()[1].split())
        assert deploying.returncode == 1
        assert output.startswith(f"Error: the connection to {port} broke off: what was on the board still works")


def test_the_watchdog_is_fed_while_files_are_copied(tmp_path: Path) -> None:
    main = b"import machine, time\nmachine.WDT(timeout=20000)\nprint('runs 1')\n"
    with running(tmp_path, {**OLD, "/main.py": main}, size=SMALL) as board:
        until(lambda: say(board.text))
        with raw_repl(str(tmp_path / "tty")) as files:
            boots = len(board.boots)
            files.run("import time; time.sleep(45)", PATIENCE_S)
            assert files.read("/main.py") == main
            assert len(board.boots) == boots
