"""What the tool says of files and folders that it may not read or write: one sentence, and early."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .unprivileged import tool


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that may not be read."""
    path = tmp_path / "secret.dgr"
    path.write_text("{}\n")
    path.chmod(0)
    return path


@pytest.mark.parametrize("command", [["referee"], ["decode"], ["verify", "--key", "00"]])
def test_a_record_that_may_not_be_read_is_named(command: list[str], secret: Path) -> None:
    done = tool(*command, secret)
    assert done.returncode == 2
    said = done.stderr.splitlines()[-1]
    assert said.startswith("Error: ")
    assert str(secret) in said
    assert "Permission denied" in said


def test_a_key_that_may_not_be_read_is_named(secret: Path) -> None:
    done = tool("verify", "--key", secret, "/dev/null")
    assert done.stderr == f"Error: the key file {secret} cannot be read (Permission denied): give another\n"


@pytest.mark.parametrize("largest", [0, 10])
def test_a_tile_map_or_record_is_written_whole_or_not_at_all(tmp_path: Path, largest: int) -> None:
    target = tmp_path / "set.toml"
    for old in (None, b"the old one"):
        if old:
            target.write_bytes(old)
        call = f"from pathlib import Path; import resource; resource.setrlimit(resource.RLIMIT_FSIZE, ({largest},) * 2)"
        write = f"from domino_table.commands import enroll; enroll._write(Path({str(target)!r}), 'new ' * 99)"
        done = subprocess.run([sys.executable, "-c", f"{call}; {write}"], capture_output=True, text=True)
        said = done.stderr.splitlines()[-1]
        assert said.endswith(f"{target} cannot be written (File too large): give another file with --export")
        assert [each.read_bytes() for each in tmp_path.iterdir()] == ([old] if old else [])


def test_a_folder_that_takes_no_records_is_refused_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "locked").mkdir(mode=0o555)
    for folder, why in (("file/inside", "Not a directory"), ("locked", "Permission denied")):
        done = tool("simulate", "--game", "kozel", "--record", tmp_path / folder, "--matches", "1000")
        sentence = f"Error: {tmp_path / folder} takes no records ({why}): choose another folder with --record\n"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
