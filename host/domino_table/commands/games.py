"""``domino-table games``: what can be played, and what may be chosen."""

from __future__ import annotations

import json
from typing import Any

import click
from rich.console import Console
from rich.table import Column, Table

from domino_table.rulebook.catalogue import allowed_text, catalogue, entry, usual_text
from domino_table.rulebook.grammar import LANGUAGES
from domino_table.rulebook.setup import RulebookError


def _print_all(console: Console, language: str) -> None:
    table = Table(Column("game", no_wrap=True), "name", "players", "highest half", "presets")
    for game in catalogue():
        usual = game["usual_preset"]
        names = [f"{name} (usual)" if name == usual else name for name in game["presets"]]
        players, sets = (", ".join(map(str, game[which])) for which in ("players", "sets"))
        table.add_row(game["game"], game["titles"][language], players, sets, ", ".join(names))
    console.print(table)
    console.print("domino-table games GAME lists its parameters, domino-table rules GAME prints its rules.")


def _print_one(console: Console, game: dict[str, Any], language: str) -> None:
    console.print(f"{game['titles'][language]} ({game['game']}), players: {', '.join(map(str, game['players']))}")
    for preset, differs in game["presets"].items():
        chosen = ", ".join(f"{name}={usual_text(value)}" for name, value in differs.items())
        console.print(f"preset {preset}: {chosen or 'as it is usual'}", markup=False, highlight=False)
    table = Table(Column("parameter", no_wrap=True), "usual", "allowed")
    for name, value in game["parameters"].items():
        table.add_row(name, usual_text(value["usual"]), allowed_text(value["allowed"]))
    console.print(table)


@click.command()
@click.argument("game", required=False)
@click.option("--lang", "language", type=click.Choice(LANGUAGES), default="en", show_default=True, help="Of the names.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON: a list of all games, or one object.")
def command(game: str | None, language: str, as_json: bool) -> None:
    """List the games with their players, sets and presets; or the presets and parameters of one GAME."""
    try:
        found = entry(game) if game else None
    except RulebookError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(found or catalogue(), ensure_ascii=False, indent=1))
    elif found:
        _print_one(Console(), found, language)
    else:
        _print_all(Console(), language)
