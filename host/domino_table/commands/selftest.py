"""``domino-table selftest``: are loops, lights, buttons, knock pads and tags well?"""

from __future__ import annotations

import json

import click

from domino_table.device.board_files import raw_repl
from domino_table.device.find import choose_board
from domino_table.device.port import LinkError
from domino_table.device.selftest import BY_HAND, STEPS, complaints, last, test
from domino_table.device.tile_map import TileMapError
from domino_table.device.workshop import Workshop


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option("--automatic", is_flag=True, help="Only what needs nobody at the table: loops and tags.")
@click.option("--last", "only_last", is_flag=True, help="Only print what the last test found, also one without a PC.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def command(port: str | None, automatic: bool, only_last: bool, as_json: bool) -> None:
    """Test every loop, light, button, knock pad, and the tags of the tiles that lie on cloth and racks.

    The display says what is to be done and, at the end, what was found, in the language of the table. Exit status 1 if
    something is wrong. Without a PC: hold <, then press OK. The board's firmware stops meanwhile and starts again
    afterwards.
    """
    try:
        chosen = choose_board(port)
        with raw_repl(chosen) as board:
            workshop = Workshop(board, chosen)
            if only_last:
                found = last(board)
                if found is None:
                    raise click.ClickException(f"the table on {chosen} has not been tested yet")
            else:
                steps = [name for name in STEPS if not (automatic and name in BY_HAND)]
                found, _ = test(workshop, steps, lambda name: click.echo(STEPS[name], err=True))
            wrong = complaints(found, workshop.config)
    except (LinkError, TileMapError) as error:
        raise click.ClickException(str(error)) from None
    if as_json:
        click.echo(json.dumps({"build": workshop.build, "found": found, "wrong": wrong}, indent=2))
    else:
        for sentence in wrong or [_well(found)]:
            click.echo(f"{sentence[:1].upper()}{sentence[1:]}.")
    if wrong:
        raise click.exceptions.Exit(1)


def _well(found: dict[str, dict[str, object]]) -> str:
    loops, tags = found.get("loops", {}).get("count", 0), found.get("tags", {}).get("heard", 0)
    return f"all is well: {loops} loops carry current, {tags} tags answered"
