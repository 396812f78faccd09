"""What the tool says of files and folders that it may not read or write: one sentence, and early."""

from __future__ import annotations

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


def test_a_folder_that_takes_no_records_is_refused_before_the_match(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "locked").mkdir(mode=0o555)
    for folder, why in (("file/inside", "Not a directory"), ("locked", "Permission denied")):
        done = tool("simulate", "--game", "kozel", "--record", tmp_path / folder, "--matches", "1000")
        sentence = f"Error: {tmp_path / folder} takes no records ({why}): choose another folder with --record\n"
        assert (done.returncode, done.stdout, done.stderr) == (1, "", sentence)
