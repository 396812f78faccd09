"""The ``domino-table`` command: a group whose subcommands are loaded when they are called."""

from __future__ import annotations

import importlib
import pkgutil

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


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="domino-table")
def main() -> None:
    """A table that referees dominoes: run it virtually, deploy it, collect and export its results."""
