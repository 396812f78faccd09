"""The command's group: every subcommand can be found, helps itself, and an unknown one is refused."""

from __future__ import annotations

import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from typing import cast

import click
import pytest
from click.testing import CliRunner
from domino_table import commands, hardware
from domino_table.cli import main
from domino_table.device.frame import encode
from domino_table.figures import Figure

NAMES = sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(commands.__path__))


@pytest.mark.parametrize("name", NAMES)
def test_every_subcommand_explains_itself(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0, result.output
    assert "Usage:" in result.output


def test_the_help_lists_every_subcommand() -> None:
    output = CliRunner().invoke(main, ["--help"]).output
    assert all(name in output for name in NAMES)


@pytest.mark.parametrize("name", ["run", "simulate"])
def test_help_lists_the_builds_that_seat_people(name: str) -> None:
    lines = CliRunner().invoke(main, [name, "--help"]).output.splitlines()
    for build in hardware.names():
        entry = hardware.load(build)
        assert any(line.split() == [build, *entry.title.split()] for line in lines) == bool(entry.seats)


def test_an_unknown_subcommand_is_refused() -> None:
    result = CliRunner().invoke(main, ["refree"])
    assert result.exit_code == 2
    assert "refree" in result.output


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("referee - <&-", "cannot be read"),
        ("decode - <&-", "standard input or output is closed"),
        ("referee {file} >&-", "standard input or output is closed"),
        ("referee {file} >/dev/full", "No space left on device"),
        ("decode {capture} >/dev/full", "No space left on device"),
    ],
)
def test_a_closed_or_full_stream_is_one_sentence(line: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text('{"type":"pass"}\n')
    (tmp_path / "capture").write_bytes(encode(6, 1))
    program = f"{sys.executable} -c 'from domino_table.cli import main; main()' "
    call = program + line.format(file=tmp_path / "file", capture=tmp_path / "capture")
    ended = subprocess.run(call, shell=True, text=True, stderr=subprocess.PIPE)
    assert ended.returncode in (1, 2)
    assert said in ended.stderr
    assert len(ended.stderr.splitlines()) == 1


def test_a_terminal_without_the_letters_gets_their_codes() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    program = [sys.executable, "-c", "from domino_table.cli import main; main()", "hardware", "first_loop", "--check"]
    ended = subprocess.run(program, capture_output=True, env=environment)
    assert ended.returncode == 0, ended.stderr
    assert rb"\u2713" in ended.stdout


def options_of_numbers() -> list[tuple[str, str]]:
    """(command, option) of all that take a number."""
    group = cast(click.Group, main)
    loaded = [(name, group.get_command(click.Context(group), name)) for name in NAMES]
    options = [(name, option) for name, command in loaded if command for option in command.params]
    plain = (click.types.IntParamType, click.types.FloatParamType)
    return [(name, option.opts[0]) for name, option in options if isinstance(option.type, (Figure, *plain))]


@pytest.mark.parametrize("given", ["x", "", "nan", "1e400", "9" * 5000, "-1", "0x10"])
def test_a_number_that_will_not_do_is_answered_with_what_to_give(given: str) -> None:
    found = options_of_numbers()
    assert ("simulate", "--rounds") in found
    for name, option in found:
        result = CliRunner().invoke(main, [name, *["kozel"] * (name in ("rules", "referee")), option, given])
        assert result.exit_code != 0
        if (name, option, given) == ("rules", "--players", "-1"):
            continue  # the game's own sentence
        said = result.stderr.splitlines()[-1]
        assert option in said
        assert "will not do: give a " in said
        assert "number" in said
        assert given[:30] in said
        assert len(said) < 200
