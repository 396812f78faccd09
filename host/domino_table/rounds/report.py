"""What a run counted, for people and for programs."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Column, Table

from domino_table.rounds import book
from domino_table.rounds.units import Tally

_PIPED = 140
"""Columns of the tables in a file: no name of a rule is cut there."""


def as_json(tally: Tally, seconds: float) -> dict[str, Any]:
    """One object: per game its rounds, speed on one core, and how often each of its rules fired.

    Everything but ``seconds`` and the speeds depends on the seed alone.
    """
    games = {}
    for game in sorted(tally.rounds):
        names = book.of(game)
        games[game] = {
            "rounds": tally.rounds[game],
            "rounds_per_second": round(tally.rounds[game] / max(1e-9, tally.seconds[game])),
            "steered_rounds": tally.steered_rounds[game],
            "fired": {name: tally.fired[game, name] for name in names},
            "steered": {name: tally.steered[game, name] for name in names if tally.steered[game, name]},
            "never": never(tally, game),
        }
    total = sum(tally.rounds.values())
    return {"rounds": total, "seconds": round(seconds, 1), "rounds_per_second": round(total / seconds), "games": games}


def never(tally: Tally, game: str) -> list[str]:
    """Rules of a game that fired neither in fair nor in steered deals."""
    return [name for name in book.of(game) if not tally.fired[game, name] + tally.steered[game, name]]


def show(tally: Tally, seconds: float) -> None:
    """Print two tables: the games with their speed, the rules with their counts."""
    console = Console()
    if not console.is_terminal:
        console.width = max(console.width, _PIPED)
    told = as_json(tally, seconds)
    console.print(_games(told))
    console.print(_rules(tally))
    console.print(f"{told['rounds']:,} rounds in {seconds:.1f} s: {told['rounds_per_second']:,} rounds/s on all cores")


def _games(told: dict[str, Any]) -> Table:
    never_fired = Column("never fired", overflow="fold")
    table = Table(Column("game", no_wrap=True), "rounds", "rounds/s a core", "rules", "steered rounds", never_fired)
    for game, row in told["games"].items():
        rules = str(len(row["fired"]))
        speed = f"{row['rounds_per_second']:,}"
        table.add_row(game, f"{row['rounds']:,}", speed, rules, str(row["steered_rounds"]), " ".join(row["never"]))
    return table


def _rules(tally: Tally) -> Table:
    table = Table(Column("rule", no_wrap=True), "§", "says", "games", "fired", "steered", "rarest in")
    for name, rule in book.RULES.items():
        games = [game for game in rule.games if tally.rounds[game]]
        if games:
            fair = {game: tally.fired[game, name] for game in games}
            rarest = min(games, key=lambda game: fair[game])
            steered = sum(tally.steered[game, name] for game in games)
            least = f"{rarest} {fair[rarest]}" if len(games) > 1 else ""
            row = (str(len(games)), f"{sum(fair.values()):,}", str(steered or ""), least)
            table.add_row(name, rule.section, rule.says, *row)
    return table
