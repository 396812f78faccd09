"""Play rounds by the rules alone, with a bar, and report what fired."""

from __future__ import annotations

import json
import shlex
import time
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from domino_table.rounds import report
from domino_table.rounds.rule import presets
from domino_table.rounds.setups import bases
from domino_table.rounds.table import Disagreement
from domino_table.rounds.units import Share, Tally, all_games, run, shares, steering

_STEERED_ROUNDS = 20  # what the bar takes a steered share for


@dataclass(frozen=True)
class Wanted:
    """What is to be played.

    Attributes:
        game: an id or "all"; preset: the only one, or None for all of them; rounds, seed: as everywhere.
        steered: also deal towards rare rules. params: parameters of every match.
    """

    game: str
    preset: str | None
    rounds: int
    seed: int
    steered: bool
    params: dict[str, Any] = field(default_factory=dict)

    def fault(self) -> str | None:
        """A sentence where this cannot be played."""
        for game in all_games(self.game):
            known = sorted(name for name in presets(game).PRESETS if name)
            if self.preset is not None and self.preset not in known:
                return f"{game} has " + (f"the presets {', '.join(known)}" if known else "no presets")
            if all(_with(setup, self.params) for setup in bases(game, self.preset)):
                return f"{game}: {_with(bases(game, self.preset)[0], self.params)}"
        return None

    def repeat(self) -> str:
        """The command that does it again."""
        words = ["domino-table", "simulate", "--level", "rules", "--game", self.game]
        words += ["--preset", self.preset] if self.preset else []
        words += ["--rounds", str(self.rounds), "--seed", str(self.seed)]
        words += ["--deals", "steered"] if self.steered else []
        for name, value in self.params.items():
            words += ["--param", f"{name}={json.dumps(value)}"]
        return shlex.join(words)


def play(wanted: Wanted, as_json: bool, quiet: bool) -> None:
    """Play and print.

    Raises:
        click.ClickException: it cannot be played, or the judge refused what people did.
    """
    fault = wanted.fault()
    if fault:
        raise click.ClickException(fault)
    games = all_games(wanted.game)
    todo = shares(games, wanted.rounds, wanted.seed, wanted.preset, wanted.params)
    if wanted.steered:
        todo = steering(games, wanted.seed) + todo
    start = time.monotonic()
    try:
        tally = _with_bar(todo, quiet)
    except Disagreement as error:
        lines = "\n".join(json.dumps(line) for line in error.lines)
        raise click.ClickException(f"{error}\n{lines}\nrepeat with: {wanted.repeat()}") from None
    seconds = time.monotonic() - start
    if as_json:
        told = {"seed": wanted.seed, "deals": "steered" if wanted.steered else "fair"}
        click.echo(json.dumps(told | report.as_json(tally, seconds), indent=2))
    else:
        report.show(tally, seconds)


def _with_bar(todo: list[Share], quiet: bool) -> Tally:
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed:,}"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as progress:
        bar = progress.add_task("playing", total=sum(share.rounds or _STEERED_ROUNDS for share in todo))

        def done(share: Share) -> None:
            progress.update(bar, advance=share.rounds or _STEERED_ROUNDS, description=share.game)

        return run(todo, done)


def _with(setup: Any, params: dict[str, Any]) -> str | None:
    """Why a set-up cannot be played with some parameters on top, or None."""
    fault: str | None = type(setup)(setup.game, setup.preset, setup.seats, setup.params | params).fault()
    return fault
