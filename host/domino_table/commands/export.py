"""``domino-table export``: results and records as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from domino_table.figures import MANY, Figure

if TYPE_CHECKING:
    from sqlalchemy.orm import Session

_SHEETS = ("results", "matches", "rounds", "players", "fouls")


@click.command()
@click.option("--format", "-f", "form", type=click.Choice(["csv", "json", "xlsx", "dgr"]), required=True)
@click.option("--output", "-o", type=click.Path(path_type=Path), help="File to write; standard output by default.")
@click.option(
    "--match",
    "-m",
    "matches",
    type=Figure(1, MANY),
    multiple=True,
    help="Number of a match; may be repeated.",
)
@click.option("--sheet", type=click.Choice(_SHEETS), default="results", show_default=True, help="What a CSV holds.")
@click.option("--delimiter", type=click.Choice([",", ";"]), default=",", show_default=True, help="Of a CSV.")
@click.option("--db", help="SQLite file or SQLAlchemy URL; by default the club's file in your data folder.")
def command(
    form: str, output: Path | None, matches: tuple[int, ...], sheet: str, delimiter: str, db: str | None
) -> None:
    """Write results, or with dgr the record of one match.

    No hand of a round that is still on leaves the database.
    """
    from domino_table.club.store import Store, StoreError
    from domino_table.export.files import ExportError, write_atomically

    if output is not None and not output.name:
        raise click.UsageError("-o needs the name of a file, or - for standard output")
    if form == "xlsx" and output is None:
        raise click.UsageError("an XLSX file needs a name: give -o FILE.xlsx")
    if form == "dgr" and len(matches) != 1:
        raise click.UsageError("a game record holds one match: give --match NUMBER")
    try:
        with Store(db, write=False) as club, club.session() as session:
            data = _render(session, form, matches, sheet, delimiter)
        if output is None or str(output) == "-":
            click.echo(data, nl=False)
        else:
            write_atomically(output, data)
    except (StoreError, ExportError) as error:
        raise click.ClickException(str(error)) from error


def _render(session: Session, form: str, numbers: tuple[int, ...], sheet: str, delimiter: str) -> bytes:
    from domino_table.export.sheets import SHEETS, chosen_matches
    from domino_table.export.texts import csv_text, json_text, record_text

    matches = chosen_matches(session, numbers)
    if form == "json":
        return json_text(session, matches)
    if form == "dgr":
        return record_text(session, matches[0])
    if form == "csv":
        return csv_text(SHEETS[sheet](session, matches), delimiter)
    from domino_table.export.workbook import workbook

    return workbook(make(session, matches) for make in SHEETS.values())
