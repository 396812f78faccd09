"""The ``domino-table`` command: a group whose subcommands are loaded when they are called."""

from __future__ import annotations

import errno
import importlib
import io
import os
import pkgutil
import sys
from typing import Any

import click

from domino_table import __version__, commands


class LazyGroup(click.Group):
    """Finds a subcommand in ``domino_table.commands``: importing all of them would slow every call."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(module.name.replace("_", "-") for module in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        name = cmd_name.replace("-", "_")
        if cmd_name not in self.list_commands(ctx):
            return None
        command = importlib.import_module(f"{commands.__name__}.{name}").command
        assert isinstance(command, click.Command)
        return command

    def main(self, *args: Any, **extra: Any) -> Any:
        """What the console script calls: what no subcommand explains of files and streams becomes one sentence."""
        _open_standard_streams()
        try:
            return super().main(*args, **extra)
        except OSError as error:
            click.echo(f"Error: {_sentence(error)}", err=True)
            sys.exit(1)
        finally:
            _give_up_output()

    def invoke(self, ctx: click.Context) -> Any:
        """Run the subcommand, and notice here what cannot be printed."""
        result = super().invoke(ctx)
        sys.stdout.flush()
        return result


def _sentence(error: OSError) -> str:
    cause = error.strerror or str(error)
    if error.filename is not None:
        return f"{error.filename} cannot be used ({cause}): check that it is there and may be read and written"
    if error.errno == errno.EBADF:
        return "standard input or output is closed: start the command with both open"
    return f"what was to be written could not be ({cause}): free some space, or write elsewhere"


def _open_standard_streams() -> None:
    """Fill closed descriptors 0 to 2, else the next file or port that is opened gets what is printed.

    Each is opened the wrong way round, so that its use is an error and nothing is lost unsaid.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_WRONLY if mode == "r" else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, os.fdopen(number, mode, closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal without Cyrillic gets \\u0410, which JSON understands
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Spare the interpreter a last attempt to write what could not be written."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except (OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="domino-table")
def main() -> None:
    """A table that referees dominoes: run it virtually, deploy it, collect and export its results."""
