"""``domino-table verify`` on files; what it finds is tested beside the table's seals."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from domino_rules import record
from domino_table.commands.verify import command
from table.seal import Seal

from .games import played

KEY = bytes(range(32))


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """A match with a seal at its end, and one line after it."""
    seal = Seal(KEY)
    lines = [record.text(line).encode() for line in played(1, ["Аня", "Боря"])]
    for line in lines:
        seal.add(line)
    lines += [record.text(seal.close()).encode(), b'{"text":"later","type":"note"}']
    path = tmp_path / "match.dgr"
    path.write_bytes(b"\n".join(lines) + b"\n")
    return path


def verify(path: Path, key: str) -> Result:
    return CliRunner().invoke(command, [str(path), "--key", key])


def test_a_sealed_match_holds_with_the_key_or_a_file_of_it(sealed: Path, tmp_path: Path) -> None:
    (tmp_path / "key").write_text(KEY.hex() + "\n")
    for key in (KEY.hex(), str(tmp_path / "key")):
        result = verify(sealed, key)
        assert result.exit_code == 0
        assert "1 seal over" in result.output
        assert "Not sealed: 1 line after the last seal" in result.output


def test_help_says_where_the_key_comes_from_and_that_the_table_writes_no_seals() -> None:
    said = " ".join(CliRunner().invoke(command, ["--help"]).output.split())
    assert "The key is the one that was given to whoever sealed the record" in said
    assert "the table itself writes no seals yet" in said


def test_a_changed_match_does_not(sealed: Path) -> None:
    lines = sealed.read_bytes().split(b"\n")
    lines[4] = lines[4].replace(b'"seat":0', b'"seat":1') if b'"seat":0' in lines[4] else lines[4].replace(b"1}", b"0}")
    sealed.write_bytes(b"\n".join(lines))
    result = verify(sealed, KEY.hex())
    assert result.exit_code == 1
    assert f"{sealed}: line 5: this line was changed" in result.output


def test_a_key_that_is_none(sealed: Path) -> None:
    result = verify(sealed, "my key")
    assert result.exit_code == 1
    assert "neither hexadecimal nor a file" in result.output


@pytest.mark.parametrize("line", [b'{"x":1.5}', b'{"x":NaN}', b'{"x":' + b"9" * 5000 + b"}", b'"\\ud800"'])
def test_a_value_that_no_record_holds_is_a_line_as_any_other(sealed: Path, line: bytes) -> None:
    lines = sealed.read_bytes().split(b"\n")
    sealed.write_bytes(b"\n".join([*lines[:3], line, *lines[3:]]))
    result = verify(sealed, KEY.hex())
    assert result.exit_code == 1
    assert f"{sealed}: line 4: this line was added" in result.output
