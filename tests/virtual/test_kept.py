"""A virtual table that outlives its program: its folder has one program at a time, and every refusal is said."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from domino_table.virtual.kept import Kept, KeptError

SETTINGS = {"build": "grid40", "measured": None, "seed": 4}
OWNER = """
import sys
from pathlib import Path
from domino_table.virtual.kept import Kept
mine = Kept(Path(sys.argv[1]), print)
print("open", flush=True)
input()
"""


def begun(path: Path, settings: dict[str, object] = SETTINGS) -> Path:
    """A folder in which a table was begun, and that is free again."""
    kept = Kept(path, pytest.fail)
    assert kept.settings is None
    kept.begin(dict(settings), b"flash")
    kept.keep({"tiles": 1})
    kept.close()
    return path


def test_a_table_is_found_as_it_was_left_and_its_starts_are_counted(tmp_path: Path) -> None:
    begun(tmp_path / "a" / "b")
    for starts in (1, 2):
        kept = Kept(tmp_path / "a" / "b", pytest.fail)
        assert (kept.settings, kept.starts, kept.world()) == (SETTINGS, starts, {"tiles": 1})
        assert (kept.path / "board.img").read_bytes() == b"flash"
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
        ("table.json", "{", "cannot be read"),
        ("table.json", "[]", "cannot be read"),
        ("table.json", '{"version":2,"starts":1,"settings":{}}', "another version"),
        ("table.json", '{"version":1,"starts":1,"settings":{}}', "board.img is missing"),
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
    for number in (2, 3):
        kept.keep({"tiles": number})
    assert len(said) == 1
    assert "world.json cannot be written" in said[0]
    assert kept.world() == {"tiles": 1}
    (tmp_path / ".world.json").rmdir()
    for number in (4, 5):
        kept.keep({"tiles": number})
    assert "again" in said[1]
    assert len(said) == 2
    assert kept.world() == {"tiles": 5}


def test_a_disk_without_room_for_a_table_is_said(tmp_path: Path) -> None:
    kept = Kept(tmp_path, pytest.fail)
    (tmp_path / "board.img").mkdir()
    with pytest.raises(KeptError, match="board.img cannot be written"):
        kept.begin(dict(SETTINGS), b"flash")
    assert not (tmp_path / "table.json").exists()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff"])
def test_a_world_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    kept = Kept(begun(tmp_path), pytest.fail)
    (tmp_path / "world.json").write_bytes(content)
    assert kept.world() is None
