"""``domino-table decode``: a capture of the link as text."""

from __future__ import annotations

from typing import BinaryIO

import click


@click.command()
@click.argument("file", type=click.File("rb"))
def command(file: BinaryIO) -> None:
    """Print what the frames in FILE say (bytes as they went over the line, - for standard input).

    Exit status 1: there is no frame in it.
    """
    from domino_table.device.decode import decode, has_frame

    capture = file.read()
    if not has_frame(capture):
        what = "holds no whole frame of the link" if capture else "is empty"
        raise click.ClickException(
            f"{file.name} {what}: give the bytes as they went over the serial line (a game record is for "
            "`domino-table referee`)"
        )
    for line in decode(capture):
        click.echo(line)
