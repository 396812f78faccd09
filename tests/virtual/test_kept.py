"""A virtual table that outlives its program: its folder has one program at a time, and every refusal is said."""

from __future__ import annotations

import errno
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from domino_table import hardware
from domino_table.commands.run import command
from domino_table.hardware import HardwareError
from domino_table.virtual.company import Company
from domino_table.virtual.flash import build_image
from domino_table.virtual.kept import REPAIR, Kept, KeptError
from domino_table.virtual.lore import lore
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose
from domino_table.web.salon import SalonError, Wishes, furnish

SETTINGS: dict[str, Any] = {**asdict(Wishes()), "board": 7}
IMAGE = build_image({"/main.py": b"pass"})
OWNER = """
import sys
from pathlib import Path
from domino_table.virtual.kept import Kept
mine = Kept(Path(sys.argv[1]), print)
print("open", flush=True)
input()
"""


def world(rows: int = 1) -> dict[str, Any]:
    """What a program keeps of a world with some tiles everywhere."""
    tiles = VirtualTable(hardware.load("grid40"), 1).world
    for tile in range(9):
        tiles.to_rack(tile, tile % 4)
    tiles.lift(5)
    tiles.lay(4, Pose(100.0, 100.5))
    found = {"tiles": tiles.whereabouts(), "people": {"rows": [[3, 7]] * rows, "turned_up": [7]}}
    return dict(json.loads(json.dumps(found)))


def begun(path: Path, settings: dict[str, Any] = SETTINGS) -> Path:
    """A folder in which a table was begun, and that is free again."""
    kept = Kept(path, pytest.fail)
    assert kept.settings is None
    kept.begin(dict(settings), IMAGE)
    kept.keep(world())
    kept.close()
    return path


def test_a_table_is_found_as_it_was_left_and_its_starts_are_counted(tmp_path: Path) -> None:
    begun(tmp_path / "a" / "b")
    for starts in (1, 2):
        kept = Kept(tmp_path / "a" / "b", pytest.fail)
        assert (kept.settings, kept.starts, kept.world()) == (SETTINGS, starts, world())
        assert (kept.path / "board.img").read_bytes() == IMAGE
        kept.count()
        kept.close()


def test_files_of_the_club_are_kept_with_the_table(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text("text")
    folder = begun(tmp_path / "kept", {**SETTINGS, "build": str(own), "measured": str(own)})
    own.unlink()
    folder = folder.rename(tmp_path / "elsewhere")
    settings = Kept(folder, pytest.fail).settings
    assert settings is not None
    assert [Path(settings[name]).read_text() for name in ("build", "measured")] == ["text", "text"]


def test_two_programs_never_have_the_same_folder_and_a_killed_one_lets_go_of_it(tmp_path: Path) -> None:
    call = [sys.executable, "-c", OWNER, str(tmp_path)]
    other = subprocess.Popen(call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout
    assert other.stdout.readline() == "open\n"
    with pytest.raises(KeptError, match="is running already: stop that one"):
        Kept(tmp_path, pytest.fail)
    other.kill()
    other.communicate()
    assert Kept(tmp_path, pytest.fail).settings is None


def test_what_a_killed_first_start_has_left_is_no_hindrance(tmp_path: Path) -> None:
    for name in ("board.img", ".board.img.x4", "board.img.nvs", ".world.json", "lock"):
        (tmp_path / name).touch()
    assert Kept(tmp_path, pytest.fail).settings is None


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("letters.txt", "", "holds other things"),
        ("table.json", "{", "table.json is damaged: it is not JSON"),
        ("table.json", "[" * 100_000, "table.json is damaged: it is not JSON"),
        ("table.json", '{"version":1,"starts":0,"settings":{}}', "table.json is damaged: starts = 0 must be"),
        ("table.json", '{"version":2,"starts":1,"settings":{}}', "another version"),
        ("table.json", json.dumps({"version": 1, "starts": 1, "settings": SETTINGS}), "board.img is missing"),
    ],
)
def test_a_folder_that_keeps_no_table_is_refused_with_what_to_do(
    tmp_path: Path, name: str, content: str, said: str
) -> None:
    (tmp_path / name).write_text(content)
    with pytest.raises(KeptError, match=said) as refused:
        Kept(tmp_path, pytest.fail)
    assert "folder" in str(refused.value)
    assert (tmp_path / name).read_text() == content


def test_a_place_that_is_no_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for path in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(KeptError, match="cannot keep a table"):
            Kept(path, pytest.fail)


def test_what_cannot_be_kept_is_said_once_and_when_it_can_be_again(tmp_path: Path) -> None:
    said: list[str] = []
    kept = Kept(begun(tmp_path), said.append)
    (tmp_path / ".world.json").mkdir()
    for rows in (2, 3):
        kept.keep(world(rows))
    assert len(said) == 1
    assert "world.json cannot be written" in said[0]
    assert kept.world() == world(1)
    (tmp_path / ".world.json").rmdir()
    for rows in (4, 5):
        kept.keep(world(rows))
    assert "again" in said[1]
    assert len(said) == 2
    assert kept.world() == world(5)


def test_a_disk_without_room_for_a_table_is_said(tmp_path: Path) -> None:
    kept = Kept(tmp_path, pytest.fail)
    (tmp_path / "board.img").mkdir()
    with pytest.raises(KeptError, match="board.img cannot be written"):
        kept.begin(dict(SETTINGS), b"flash")
    assert not (tmp_path / "table.json").exists()


LENGTH = len(IMAGE)
RANDOM = Random(1).randbytes(LENGTH)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("board.img", b"", "it has 0 bytes"),
        ("board.img", IMAGE[: LENGTH // 2], "it has 1048576 bytes"),
        ("board.img", bytes(LENGTH), "file system cannot be read"),
        ("board.img", b"\xff" * LENGTH, "file system cannot be read"),
        ("board.img", RANDOM, "file system cannot be read"),
        ("board.img", build_image({}), "holds no file"),
        ("board.img.nvs", b"\x80garbage{" * 100, "it is not JSON"),
        ("board.img.nvs", b"[]", "it is not JSON"),
        ("board.img.nvs", b"\0" * 4096, "it is not JSON"),
    ],
)
def test_a_damaged_flash_is_refused_and_stays_as_it_is(tmp_path: Path, name: str, content: bytes, said: str) -> None:
    file = begun(tmp_path) / name
    file.write_bytes(content)
    with pytest.raises(KeptError, match=f"{name} is damaged: .*{said}.*put its copy there, or name another folder"):
        Kept(tmp_path, pytest.fail)
    assert file.read_bytes() == content


@pytest.mark.parametrize("name", ["table.json", "board.img", "build.toml", "measured.toml"])
def test_what_is_missing_is_neither_made_anew_nor_taken_from_elsewhere(tmp_path: Path, name: str) -> None:
    own = tmp_path / "club.toml"
    own.touch()
    folder = begun(tmp_path / "kept", {**SETTINGS, "build": str(own), "measured": str(own)})
    (folder / name).unlink()
    left = {file.name: file.read_bytes() for file in folder.iterdir()}
    with pytest.raises(KeptError, match=f"{name} is missing: put its copy there, or name another folder"):
        Kept(folder, pytest.fail)
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == left


def test_a_disk_that_knows_no_locks_is_not_taken_for_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_locks(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr("fcntl.flock", no_locks)
    with pytest.raises(KeptError, match="cannot be locked"):
        Kept(tmp_path, pytest.fail)


def test_a_folder_that_has_gone_is_told_with_what_can_be_saved(tmp_path: Path) -> None:
    said: list[str] = []
    kept = Kept(begun(tmp_path / "kept"), said.append)
    shutil.rmtree(kept.path)
    kept.keep(world())
    assert "`sync` its results before you stop it" in said[0]


def test_a_file_that_cannot_be_opened_is_refused(tmp_path: Path) -> None:
    begun(tmp_path)
    (tmp_path / "board.img.nvs").unlink()
    (tmp_path / "board.img.nvs").mkdir()
    with pytest.raises(KeptError, match=r"board.img.nvs cannot be read and written \(Is a directory\): see to it"):
        Kept(tmp_path, pytest.fail)


IN_TABLE = "table.json has settings that do not work"


@pytest.mark.parametrize("wrong", [{"game": "chess"}, {"build": "none"}, {"players": 8}])
def test_settings_that_no_table_has_are_told_with_the_file_that_holds_them(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    begun(tmp_path)
    table = {"version": 1, "starts": 1, "settings": {**SETTINGS, **wrong}}
    (tmp_path / "table.json").write_text(json.dumps(table))
    told = CliRunner().invoke(command, ["--keep", str(tmp_path), "--port", "0", "--no-browser"])
    assert told.exit_code == 1
    assert f"{IN_TABLE} (" in told.output
    assert REPAIR in told.output


NONSENSE = [None, True, -1, 5, 99, 10**400, 2.5, float("inf"), float("nan"), "", "x", "\0", "\ud800", "general_kozel"]
NONSENSE += [[], [1], [[1]], [5, 5], {}, {"x": [[]]}, {"target": [1]}]


def damaged(good: dict[str, Any], rng: Random) -> bytes:
    """It with one thing wrong, or with some bytes."""
    bad = deepcopy(good)
    places: list[tuple[Any, Any]] = []
    waiting: list[Any] = [bad]
    while waiting:
        holder = waiting.pop()
        found = [(holder, key) for key in (holder if isinstance(holder, dict) else range(len(holder)))]
        places += found
        waiting += [holder[key] for _, key in found if isinstance(holder[key], (dict, list))]
    holder, key = rng.choice(places)
    way = rng.randrange(8)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder.append(deepcopy(holder[key]))
    elif way == 2:
        other, there = rng.choice(places)
        holder[key] = deepcopy(other[there])
    else:
        holder[key] = deepcopy(rng.choice(NONSENSE))
    data = json.dumps(bad).encode()
    if way < 7:
        return data
    cut = rng.randrange(len(data))
    return data[:cut] + rng.choice([b"", b"\0" * 16, data[cut + 1 :], bytes([data[cut] ^ 16]) + data[cut + 1 :]])


def outcomes(tries: int, attempt: Callable[[Random], str | None]) -> list[str]:
    """The sentences of what was refused; some tries are, and some are not."""
    said = [attempt(Random(number)) for number in range(tries)]
    refused = [sentence for sentence in said if sentence is not None]
    assert 0 < len(refused) < tries
    return refused


def test_whatever_is_wrong_in_table_json_there_is_a_table_or_a_sentence(tmp_path: Path) -> None:
    file = begun(tmp_path) / "table.json"
    good = json.loads(file.read_bytes())

    def attempt(rng: Random) -> str | None:
        file.write_bytes(damaged(good, rng))
        kept = None
        try:
            kept = Kept(tmp_path, pytest.fail)
            assert kept.settings
            furnish(Wishes(**{name: value for name, value in kept.settings.items() if name != "board"}))
            kept.count()
            return None
        except KeptError as error:
            return str(error)
        except (SalonError, HardwareError) as error:
            return f"{IN_TABLE} ({error}): {REPAIR}"
        finally:
            if kept:
                kept.close()

    refused = outcomes(150, attempt)
    assert [sentence for sentence in refused if "\n" in sentence or len(sentence) > 500] == []
    assert [sentence for sentence in refused if "table.json" not in sentence or "another folder" not in sentence] == [
        f"{tmp_path} was kept by another version of this program: use that one, or another folder"
    ] * sum("another version" in sentence for sentence in refused)
    assert any("settings.seed" in sentence for sentence in refused)


def test_whatever_is_wrong_in_world_json_people_go_on_from_it_or_a_sentence_tells_why_not(tmp_path: Path) -> None:
    kept = Kept(begun(tmp_path), pytest.fail)
    good, rules, build = world(), lore("kolbasa", None, {}, 2), hardware.load("grid40")
    assert rules is not None

    def attempt(rng: Random) -> str | None:
        (tmp_path / "world.json").write_bytes(damaged(good, rng))
        table = VirtualTable(build, 1)
        try:
            found = kept.world()
            table.world.put_back(found["tiles"])
        except ValueError as error:
            return str(error)
        again = Company(table, rules, 2, 1, 1.0, 0.0, found["people"])
        for tile in range(28):  # hands can take each of them
            table.world.to_bazaar(tile)
        json.dumps(again.memory())
        return None

    refused = outcomes(300, attempt)
    assert [sentence for sentence in refused if "\n" in sentence or len(sentence) > 200] == []
    for entry in ("people.turned_up", "tiles.slots", "this is the world of another table", "it is not JSON"):
        assert any(entry in sentence for sentence in refused), entry


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "it is not JSON"),
        (b"[]", r"the whole = \[\] must be an object"),
        (b"[" * 100_000, "it is not JSON"),
        (b'{"tiles": {}, "people": {}}', "the entry tiles.cloth is missing"),
    ],
)
def test_of_a_world_that_cannot_be_read_is_said_why(tmp_path: Path, content: bytes, said: str) -> None:
    kept = Kept(begun(tmp_path), pytest.fail)
    (tmp_path / "world.json").write_bytes(content)
    with pytest.raises(ValueError, match=said):
        kept.world()
    (tmp_path / "world.json").unlink()
    with pytest.raises(ValueError, match=r"it cannot be read \(No such file"):
        kept.world()


def test_a_tile_of_nobody_is_no_world_of_this_table() -> None:
    table, told = VirtualTable(hardware.load("grid40"), 1), world()["tiles"]
    for hands in ([[5, 4]], [[5, 9]]):
        with pytest.raises(ValueError, match="another table"):
            table.world.put_back({**told, "hands": hands})
