"""Options that several commands share."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeVar

import click
from domino_rules.params import COMMON

from domino_table import hardware
from domino_table.virtual import field_choice

Command = TypeVar("Command", bound=Callable[..., Any])


def parameters(_context: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, Any]:
    """``name=value`` with the value as JSON where it is JSON, else as text.

    A value that is listed as text stays text, however it looks: ``opener_first=66``.
    """
    found: dict[str, Any] = {}
    for value in values:
        name, equals, text = value.partition("=")
        if not equals or not name:
            raise click.BadParameter(f"{value!r}: write name=value, as in --param target=50")
        listed = COMMON.get(name)
        try:
            found[name] = text if isinstance(listed, tuple) and text in listed else json.loads(text)
        except ValueError:
            found[name] = text
    return found


param_option = click.option(
    "--param", "params", multiple=True, callback=parameters, metavar="NAME=VALUE", help="Of the match."
)


build_option = click.option(
    "--build",
    default="grid40",
    show_default=True,
    metavar="BUILD",
    help="Build of the table: one of those below, or a .toml file of your own.",
)


class AtATable(click.Command):
    """A command with ``--build``: its help ends with the builds at which people can sit, a line on each."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        found = hardware.tables()
        with formatter.section("Builds (more on one: domino-table hardware BUILD)"):
            formatter.write_dl([(each.id, each.title) for each in found])


def field_options(command: Command) -> Command:
    """``--field`` and ``--measured``, as ``field_kind`` and ``measured``."""
    measured = click.option(
        "--measured",
        type=click.Path(exists=True, dir_okay=False),
        help="A club's measured.toml, for the physical field.",
    )
    kind = click.option(
        "--field",
        "field_kind",
        type=click.Choice(field_choice.KINDS),
        default=field_choice.SIMPLE,
        show_default=True,
        help="What loops hear: what lies over them, or what physics allows.",
    )
    return kind(measured(command))
