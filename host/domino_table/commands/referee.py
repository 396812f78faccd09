"""``domino-table referee``: judge a record without any table."""

from __future__ import annotations

import sys

import click

from domino_table.figures import Figure
from domino_table.referee import UNREADABLE, NoRecord, judge_file


def _view(_: click.Context, __: click.Parameter, value: str) -> str:
    if value in ("all", "public", "seat") or value.isdecimal() and len(value) < 3:
        return value
    raise click.BadParameter(f"{value!r} is not a view: choose all, public, or a seat's number 0, 1, 2, 3")


@click.command()
@click.argument("file")
@click.option("--states", is_flag=True, help="Write a state line after every input line.")
@click.option(
    "--view",
    default="all",
    show_default=True,
    callback=_view,
    metavar="all|public|SEAT",
    help="Whose eyes the output is for: everybody's after the match, a spectator's, or those of seat number SEAT.",
)
@click.option("--seat", type=Figure(0, 99), help="The seat of `--view seat`.")
def command(file: str, states: bool, view: str, seat: int | None) -> None:
    """Judge the game record FILE (- for standard input): a verdict for every line, then what follows from it.

    Exit status: 0 no foul and no error, 3 a foul, 4 an error, 2 the file cannot be read.
    """
    if view == "seat":
        if seat is None:
            raise click.UsageError("--view seat needs --seat NUMBER, or give the number itself: --view 0")
        view = str(seat)

    def warn(sentence: str) -> None:
        click.echo(f"{file}: {sentence}", err=True)

    try:
        status = judge_file(file, states, view, sys.stdout, warn)
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stdout = None  # whoever read has read enough
        raise SystemExit(0) from None
    except NoRecord as error:
        click.echo(f"Error: {file} is no game record: {error}", err=True)
        raise SystemExit(UNREADABLE) from None
    except OSError as error:
        if error.filename is None and file != "-":
            raise  # the output, not the record
        click.echo(f"Error: {file} cannot be read: {error.strerror or error}", err=True)
        raise SystemExit(UNREADABLE) from None
    raise SystemExit(status)
