"""``domino-table decode``: a capture of the link as text."""

from __future__ import annotations

from typing import BinaryIO

import click


@click.command()
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> None:
    """Print what the frames in FILE say (bytes as they went over the line, - for standard input)."""
    from domino_table.device.decode import decode

    for line in decode(file.read()):
        click.echo(line)
