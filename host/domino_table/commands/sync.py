"""``domino-table sync``: fetch what is new on a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from domino_table.device.sync import SyncReport

    Progress = Callable[[int, int], None]


@click.command()
@click.option("--port", "-p", help="Serial port of the table; needless where only one has a table on it.")
@click.option("--db", help="SQLite file or SQLAlchemy URL; by default the club's file in your data folder.")
@click.option("--rebuild", is_flag=True, help="Derive all results again from the stored records.")
def command(port: str | None, db: str | None, rebuild: bool) -> None:
    """Fetch what is new on a table into the club's database."""
    from domino_table.club import results
    from domino_table.club.store import Store, StoreError
    from domino_table.device.find import choose_port
    from domino_table.device.link import LinkClient
    from domino_table.device.port import LinkError
    from domino_table.device.sync import SyncError, sync

    try:
        with LinkClient.open(choose_port(port)) as client, Store(db) as store:
            report = _with_bar(lambda progress: sync(client, store, progress))
            if rebuild:
                with store.session() as session:
                    results.rebuild(session)
            click.echo(_summary(report, store.name))
    except (LinkError, StoreError, SyncError) as error:
        raise click.ClickException(str(error)) from error


def _with_bar(run: Callable[[Progress], SyncReport]) -> SyncReport:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    columns, console = (TextColumn("records"), BarColumn(), MofNCompleteColumn()), Console(stderr=True)
    with Bar(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("records", total=None)
        return run(lambda done, total: bar.update(task, completed=done, total=total))


def _summary(report: SyncReport, name: str) -> str:
    from domino_table.wording import counted

    new, matches = counted(report.new, "new record"), counted(report.matches, "match")
    text = f"{new} from table {report.device}, {matches} updated in {name}"
    if report.missing:
        missing = counted(report.missing, "older record")
        text += f"\nMissing: {missing}, removed from the table before this database saw any of them"
    return text
