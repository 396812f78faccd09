"""``domino-table rules``: the rules of a game in plain words."""

from __future__ import annotations

import json
import shutil
import textwrap
from typing import Any

import click

from domino_table.figures import Figure
from domino_table.options import param_option
from domino_table.rulebook.setup import RulebookError
from domino_table.rulebook.text import Paragraph, Rules, rules

_WIDEST = 80


def _wrapped(paragraph: Paragraph, width: int) -> str:
    """A paragraph as lines with a bullet; its lead is marked after wrapping, for marks have no width."""
    text = f"{paragraph.lead} {paragraph.text}".strip()
    lines = textwrap.fill(text, width, initial_indent="  • ", subsequent_indent="    ", break_on_hyphens=False)
    if paragraph.lead:
        lines = lines.replace(paragraph.lead, click.style(paragraph.lead, bold=True), 1)
    return lines.replace("\u00a0", " ")  # it has kept words together


def _print(found: Rules) -> None:
    width = min(_WIDEST, shutil.get_terminal_size().columns)
    click.secho(found.title, bold=True)
    for section in found.sections:
        click.secho(f"\n{section.heading}", bold=True)
        for paragraph in section.paragraphs:
            click.echo(_wrapped(paragraph, width))
    if found.idle:
        click.echo("\n" + textwrap.fill(found.idle, width, break_on_hyphens=False))


@click.command()
@click.argument("game")
@click.option("--preset", help="Of the game; see domino-table games.")
@click.option("--lang", "language", default="en", show_default=True, metavar="ru|en|es", help="Of the text.")
@param_option
@click.option("--players", type=Figure(), help="Only what holds for so many; without it, for all numbers.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    game: str, preset: str | None, language: str, params: dict[str, Any], players: int | None, as_json: bool
) -> None:
    """Print the rules of GAME in plain words.

    They are written from the parameters that the referee obeys: what you read is what the table judges by.
    """
    try:
        found = rules(game, preset, params, players, language)
    except RulebookError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
    else:
        _print(found)
