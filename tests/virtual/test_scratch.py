"""The folder of a running virtual table: kept while its process lives, removed by the next when it was killed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from domino_table.virtual.scratch import Scratch

OWNER = "from domino_table.virtual.scratch import Scratch; mine = Scratch(); print(mine.path, flush=True); input()"


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's temporary folder of this test."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    return tmp_path


def test_it_is_removed_with_all_that_is_in_it(temporary: Path) -> None:
    scratch = Scratch()
    assert scratch.path.parent == temporary
    (scratch.path / "board.img").write_bytes(b"flash")
    scratch.remove()
    scratch.remove()
    assert list(temporary.iterdir()) == []


def test_it_does_not_outlive_a_process_that_ends_by_an_exception(temporary: Path) -> None:
    program = "from domino_table.virtual.scratch import Scratch; scratch = Scratch(); 1/0"
    subprocess.run([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    assert list(temporary.iterdir()) == []


def test_one_that_lives_is_kept_and_one_whose_owner_was_killed_is_removed_by_the_next(temporary: Path) -> None:
    other = subprocess.Popen([sys.executable, "-c", OWNER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert other.stdout
    path = Path(other.stdout.readline().strip())
    (path / "board.img").write_bytes(b"flash")
    mine = Scratch()
    assert {*temporary.iterdir()} == {path, mine.path}
    other.kill()
    other.communicate()
    third = Scratch()
    assert {*temporary.iterdir()} == {mine.path, third.path}


def test_what_is_no_such_folder_is_left_alone(temporary: Path) -> None:
    for name in ("domino-table-notes", "domino-table-x", "another"):
        (temporary / name).mkdir()
    (temporary / "another" / "lock").touch()
    (temporary / "domino-table-link").symlink_to(temporary / "another")
    (temporary / "domino-table-file").touch()
    os.mkfifo(temporary / "domino-table-pipe")
    Scratch().remove()
    assert len([*temporary.iterdir()]) == 6
