"""``domino-table deploy``: put the firmware on a board."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from domino_table import hardware
from domino_table.device.board_files import BoardFiles, DeployError, raw_repl
from domino_table.device.bundle import NO_TAGS, BundleError, bundle
from domino_table.device.deploy import deploy
from domino_table.device.find import choose_board
from domino_table.device.link import LinkClient
from domino_table.device.port import LinkError, NoFirmware
from domino_table.wording import counted

_LANGUAGES = ("ru", "en", "es")
_START_S = 30.0  # a match in progress is replayed at some 30 ms a line before the link answers


@dataclass(frozen=True)
class _Present:
    """What the board holds already and keeps."""

    build: str | None
    language: str | None
    tiles: bytes | None


def _present(board: BoardFiles) -> _Present:
    tiles = board.read("/tiles.bin")
    try:
        config = json.loads(board.read("/config.json") or b"")
        return _Present(str(config["build"]), config["game"].get("language"), tiles)
    except (ValueError, KeyError, TypeError, AttributeError):
        return _Present(None, None, tiles)


def _tile_map(file: Path) -> bytes:
    try:
        data = file.read_bytes()
    except OSError as error:
        raise click.ClickException(f"the tile map {file} cannot be read ({error.strerror})") from None
    uids = {data[at : at + 8] for at in range(0, len(data), 8)}
    if not data or len(data) % 16 or len(uids) * 8 != len(data):
        raise click.ClickException(f"{file} is no tile map: it holds 16 bytes a tile, the UIDs of two different tags")
    return data


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option("--build", "build_name", help="Build of the table [default: the board's present one, or grid40].")
@click.option(
    "--language",
    type=click.Choice(_LANGUAGES),
    help="Language in which the table starts [default: the board's present one, or the build's].",
)
@click.option(
    "--tiles", type=click.Path(path_type=Path), help="Tile map to put on the board [default: its present one]."
)
def command(port: str | None, build_name: str | None, language: str | None, tiles: Path | None) -> None:
    """Compile the firmware and copy what differs to the board; its journal, tile map and language stay.

    An interrupted copy leaves the old version working: run the command again.
    """
    given = _tile_map(tiles) if tiles else None
    try:
        chosen = choose_board(port)
        with raw_repl(chosen) as board:
            present = _present(board)
            build = hardware.load(build_name or present.build or "grid40")
            files = bundle(build, given or present.tiles or NO_TAGS, language or present.language)
            changed = _copy(board, files)
        identity = json.loads(files["/manifest.json"])["build"]
        if build.seats:
            _check_running(chosen, identity)
    except (LinkError, DeployError, BundleError, hardware.HardwareError) as error:
        raise click.ClickException(str(error)) from None
    what = f"{counted(len(changed), 'file')} changed" if changed else "it was up to date"
    state = "is running" if build.seats else "is on the board, which referees nothing: see `domino-table probe`"
    click.echo(f"{chosen}: firmware {identity} for {build.id} {state} ({what}).")
    if files["/tiles.bin"] == NO_TAGS and build.seats:
        click.echo("The board knows no tile yet: run `domino-table enroll`, or give it a tile map with --tiles.")


def _check_running(port: str, identity: str) -> None:
    """Raise LinkError unless the firmware that was copied answers."""
    with LinkClient.open(port, patience=_START_S) as link:
        try:
            running = link.hello().build
        except NoFirmware as error:
            said = [line for line in link.console().splitlines() if "cannot start" in line]
            why = said[-1].strip() if said else "it shows the prompt"
            raise DeployError(f"the firmware is on the board on {port}, but does not run: {why}") from error
    if running != identity:
        raise DeployError(
            f"the files are on the board, but it runs firmware {running or 'unknown'} instead of {identity}: reset it"
        )


def _copy(board: BoardFiles, files: dict[str, bytes]) -> list[str]:
    columns = (TextColumn("copying"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as progress:

        def begin(total: int) -> Callable[[int], None]:
            task = progress.add_task("copying", total=total)
            return lambda count: progress.advance(task, count)

        return deploy(board, files, begin)
