"""``domino-table enroll``: write the tags of a set and tell the board which is which."""

from __future__ import annotations

from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from domino_table.device.board_files import raw_repl
from domino_table.device.enroll import Check, EnrollError, Enrolment, Seen
from domino_table.device.find import choose_board
from domino_table.device.port import LinkError
from domino_table.device.tile_map import TileMap, TileMapError
from domino_table.device.workshop import Workshop
from domino_table.export.files import ExportError, write_atomically
from domino_table.wording import counted

_SILENT_CHECKS = 8
"""Looks at the cloth in a row that bring nothing new, after which a check is over."""


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option("--tile", help="Only this tile, like 3-5: its tags were replaced.")
@click.option("--rewrite", is_flag=True, help="Take over tags that say another tile or half.")
@click.option("--restart", is_flag=True, help="Begin with the first tile, whatever the board knows.")
@click.option("--check", "only_check", is_flag=True, help="Only read: does every tag say what the map says?")
@click.option("--export", "target", type=click.Path(path_type=Path), help="Only write the board's tile map to a file.")
@click.option(
    "--import", "source", type=click.Path(path_type=Path), help="Only put the tile map of a file on the board."
)
def command(
    port: str | None,
    tile: str | None,
    rewrite: bool,
    restart: bool,
    only_check: bool,
    target: Path | None,
    source: Path | None,
) -> None:
    """Write the two tags of each tile, read them back, and tell the board which tag is which half of which tile.

    Tile by tile: lay the one that is named in the middle of the cloth, as it is told, and wait for the tone. Tiles that
    are done may stay there. An interrupted enrolment goes on where it was when the command is given again. The board's
    firmware stops meanwhile and starts again afterwards.
    """
    if sum(map(bool, (tile, restart, only_check, target, source))) > 1:
        raise click.UsageError("--tile, --restart, --check, --export and --import are different tasks: give one")
    try:
        given = _read(source) if source else None
        chosen = choose_board(port)
        with raw_repl(chosen) as board:
            enrolment = Enrolment(Workshop(board, chosen), rewrite, anew=restart or bool(given))
            if given:
                enrolment.replace(given)
                click.echo(f"The board on {chosen} knows {counted(2 * len(given.names), 'tag')} now.")
            elif target:
                _write(target, enrolment.map.to_text())
                click.echo(f"The tile map of {chosen} is in {target}.")
            elif only_check:
                _check(enrolment)
            else:
                _enroll(enrolment, tile)
    except (LinkError, TileMapError) as error:
        raise click.ClickException(str(error)) from None


def _read(source: Path) -> TileMap:
    try:
        return TileMap.of_text(source.read_text(encoding="utf-8"), str(source))
    except OSError as error:
        raise TileMapError(f"the tile map {source} cannot be read ({error.strerror}): give another file") from None
    except UnicodeDecodeError:
        raise TileMapError(f"{source} is no tile map: give a file that --export has written") from None


def _write(target: Path, text: str) -> None:
    try:
        write_atomically(target, text.encode(), "give another file with --export")
    except ExportError as error:
        raise TileMapError(str(error)) from None


def _enroll(enrolment: Enrolment, tile: str | None) -> None:
    if tile is None:
        left = enrolment.map.missing()
        if not left:
            click.echo("The board knows the tags of all tiles: give --tile for one of them, --check, or --restart.")
            return
        if enrolment.unfinished is not None:
            click.echo(f"Going on: {counted(len(enrolment.map.names) - len(left), 'tile')} done before.")
    else:
        left = [enrolment.map.index(tile)]
    console = Console(stderr=True)
    total = len(enrolment.map.names) if tile is None else 1
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=total - len(left))
        guide = _Guide(progress)
        try:
            for one in left:
                guide.enroll(enrolment, one)
                progress.advance(task)
        except KeyboardInterrupt:
            click.echo("Interrupted: the same command goes on with this tile.", err=True)
            raise click.Abort from None
    if not enrolment.map.missing():
        click.echo(
            f"The board knows all {2 * len(enrolment.map.names)} tags. Keep a copy: domino-table enroll --export FILE"
        )
    else:
        click.echo(f"{counted(len(enrolment.map.missing()), 'tile')} still to be enrolled.")


class _Guide:
    """Leads a person through the tiles."""

    def __init__(self, progress: Progress) -> None:
        self._progress, self._said = progress, ""

    def say(self, text: str) -> None:
        """Say a sentence unless it was the last one."""
        if not text or text == self._said:
            return
        self._said = text
        if self._progress.console.is_terminal:
            self._progress.console.print(text)
        else:
            click.echo(text)

    def enroll(self, enrolment: Enrolment, tile: int) -> None:
        """Have one tile laid and take its tags."""
        name = enrolment.map.names[tile]
        low, high = name.split("-")
        if not enrolment.by_halves:
            how = "its halves side by side" if low == high else f"the {low} on the left, the {high} on the right"
            self.say(f"Lay {name} in the middle of the cloth, {how}, as seen from seat 0.")
            self._one(enrolment, tile, None)
            return
        for half in (0, 1):
            self.say(f"Lay {enrolment.map.half(2 * tile + half)}, on the loop, the other half beside it.")
            self._one(enrolment, tile, half)

    def _one(self, enrolment: Enrolment, tile: int, only: int | None) -> None:
        before: object = None
        while True:
            found = enrolment.choose(tile, enrolment.look(), only)
            now = found if isinstance(found, str) else [tag.uid for tag in found]
            if now == before:  # heard twice: nobody's hand is on its way
                if isinstance(found, str):
                    self.say(found)
                elif self._taken(enrolment, tile, only, found):
                    return
            before = now

    def _taken(self, enrolment: Enrolment, tile: int, only: int | None, found: tuple[Seen, ...]) -> bool:
        try:
            enrolment.take(tile, found, only)
        except EnrollError as error:
            self.say(str(error))
            return False
        self.say(f"{enrolment.map.names[tile] if only is None else enrolment.map.half(2 * tile + only)}: done.")
        return True


def _check(enrolment: Enrolment) -> None:
    """Hear all tags of the map wherever they lie."""
    check = Check(enrolment)
    console = Console(stderr=True)
    columns = (TextColumn("lay all tiles on the cloth"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(check.left))
        silent = 0
        while check.left and silent < _SILENT_CHECKS:
            checked = check.look()
            progress.advance(task, checked)
            silent = 0 if checked else silent + 1
    for sentence in check.wrong:
        click.echo(sentence)
    absent = [tile for tile in range(len(enrolment.map.names)) if {2 * tile, 2 * tile + 1} <= check.left]
    for tag in sorted(check.left - {2 * tile + half for tile in absent for half in (0, 1)}):
        click.echo(f"The tag of {enrolment.map.half(tag)} is not heard, its other one is.")
    if absent:
        names = ", ".join(enrolment.map.names[tile] for tile in absent)
        click.echo(
            f"Not heard at all: {names} ({counted(len(absent), 'tile')}). Lay them on the cloth and check again."
        )
    if check.wrong or check.left:
        raise click.exceptions.Exit(1)
    click.echo(f"All {2 * len(enrolment.map.names)} tags say what the map says.")
