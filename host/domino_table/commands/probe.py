"""``domino-table probe``: how well tags answer on a loop."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from domino_table.device.board_files import raw_repl
from domino_table.device.find import choose_board
from domino_table.device.port import LinkError
from domino_table.device.probe import LEVELS, Probe, TagRates
from domino_table.device.workshop import Workshop
from domino_table.figures import Figure
from domino_table.wording import counted


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option(
    "--loop",
    type=Figure(0, 255),
    default=0,
    show_default=True,
    help="Number of the loop: rows, then columns, then racks.",
)
@click.option("--rounds", type=Figure(1, 1000), default=50, show_default=True, help="Requests at each level.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def command(port: str | None, loop: int, rounds: int, as_json: bool) -> None:
    """Print how often each tag on a loop answers at each of the reader's eight drive levels.

    The board's firmware stops meanwhile and starts again afterwards. On the simple field of a virtual
    table every tag within a loop answers always; `run --field physical` computes strengths.
    """
    tags: list[TagRates] = []
    try:
        chosen = choose_board(port)
        with raw_repl(chosen) as board:
            workshop = Workshop(board, chosen)
            probe = Probe(workshop, loop)
            console = Console(stderr=True)
            with Progress(transient=True, console=console, disable=not console.is_terminal) as progress:
                task = progress.add_task("probing", total=len(LEVELS))
                for measured in probe.measure(rounds):
                    tags = measured
                    progress.advance(task)
    except LinkError as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps(_as_json(workshop.build, loop, rounds, tags), indent=2))
    elif tags:
        Console().print(
            _as_table(tags), f"{counted(rounds, 'request')} at each level on loop {loop} of {workshop.build}."
        )
    else:
        click.echo(f"No tag answers on loop {loop} of {workshop.build}: lay one flat on the loop and try again.")


def _as_json(build: str, loop: int, rounds: int, tags: list[TagRates]) -> dict[str, object]:
    found = []
    for tag in tags:
        tile, half = tag.half or (None, None)
        found.append({"uid": tag.uid, "dsfid": tag.dsfid, "tile": tile, "half": half, "rates": tag.rates})
    return {"build": build, "loop": loop, "rounds": rounds, "levels": list(LEVELS), "tags": found}


def _as_table(tags: list[TagRates]) -> Table:
    table = Table("tag", "tile, half", *(level.replace("TVDD", "VDD") for level in LEVELS), title="answers, %")
    for tag in tags:
        name = f"{tag.half[0]}, {tag.half[1]}" if tag.half else f"none (DSFID {tag.dsfid})"
        table.add_row(tag.uid, name, *(f"{100 * rate:.0f}" for rate in tag.rates))
    return table
