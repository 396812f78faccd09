"""``domino-table verify``: check the seals of a record."""

from __future__ import annotations

from pathlib import Path
from typing import BinaryIO

import click

from domino_table.wording import counted


@click.command()
@click.argument("file", type=click.File("rb"))
@click.option("--key", required=True, help="The key it was sealed with, in hexadecimal, or a file that holds it.")
def command(file: BinaryIO, key: str) -> None:
    """Check that FILE (.dgr) is as it was sealed; name the first line that is not.

    The key is the one that was given to whoever sealed the record, and stands nowhere in it. A record is sealed at the
    end of a round by a program that gives its lines to the firmware's module table/seal.py; the table itself writes no
    seals yet, so what sync and export give has none.
    """
    from domino_table.club.seals import Broken, verify

    try:
        verified = verify(file.read(), _key(key))
    except Broken as broken:
        raise click.ClickException(f"{file.name}: {broken}") from broken
    hold = "holds" if verified.seals == 1 else "hold"
    click.echo(f"{counted(verified.seals, 'seal')} over {counted(verified.lines, 'line')} {hold}")
    if verified.unsealed:
        click.echo(f"Not sealed: {counted(verified.unsealed, 'line')} after the last seal")


def _key(text: str) -> bytes:
    path = Path(text)
    try:
        if path.is_file():
            text = path.read_text(encoding="ascii")
        return bytes.fromhex(text.strip())
    except PermissionError as error:
        raise click.ClickException(f"the key file {path} cannot be read ({error.strerror}): give another") from None
    except (OSError, ValueError) as error:
        raise click.ClickException(
            f"the key {text!r} is neither hexadecimal nor a file that holds such a key"
        ) from error
