"""``domino-table devices``: serial ports and what answers on them."""

from __future__ import annotations

import json

import click
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from domino_table.device.find import STATES, survey


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Machine-readable output.")
def command(as_json: bool) -> None:
    """List serial ports and running virtual tables with what answers on them."""
    found = survey()
    if as_json:
        click.echo(json.dumps([one.__dict__ for one in found], indent=2))
        return
    if not found:
        click.echo("No serial port with a USB board and no virtual table: plug a table in or start `domino-table run`.")
        return
    table = Table(Column("port", no_wrap=True, overflow="fold"), "what it is", "what answers", "detail")
    for one in found:
        words = Text(STATES[one.state], "green" if one.state == "table" else "")
        table.add_row(Text(one.port), Text(one.description), words, Text(one.detail))
    Console().print(table)
