"""``domino-table deploy``: put the firmware on a board."""

from __future__ import annotations

import json

import click
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from domino_table import hardware
from domino_table.device.bundle import BundleError, bundle
from domino_table.device.deploy import BoardFiles, DeployError, deploy, raw_repl
from domino_table.device.find import choose_port, ports
from domino_table.device.link import LinkClient, LinkError

_TAGS = 56
_NO_TAGS = bytes(8 * _TAGS)


def _port(named: str | None) -> str:
    """A bare board answers no link, so the only port there is will do as well as the only table."""
    candidates = [port for port, _ in ports()]
    if named is None and len(candidates) == 1:
        return candidates[0]
    return choose_port(named)


def _build_on(board: BoardFiles) -> str | None:
    text = board.read("/config.json")
    try:
        return str(json.loads(text)["build"]) if text else None
    except (ValueError, KeyError, TypeError):
        return None


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option("--build", "build_name", help="Build of the table [default: the board's present one, or grid40].")
def command(port: str | None, build_name: str | None) -> None:
    """Compile the firmware and copy what differs to the board; its journal and tile map stay.

    An interrupted copy leaves the old version working: run the command again.
    """
    try:
        chosen = _port(port)
        with raw_repl(chosen) as board:
            build = hardware.load(build_name or _build_on(board) or "grid40")
            files = bundle(build, board.read("/tiles.bin") or _NO_TAGS)
            changed = _copy(board, files)
        with LinkClient.open(chosen) as link:
            running = link.hello().build
    except (LinkError, DeployError, BundleError, hardware.HardwareError) as error:
        raise click.ClickException(str(error)) from None
    identity = json.loads(files["/manifest.json"])["build"]
    if running != identity:
        raise click.ClickException(
            f"the files are on the board, but it runs firmware {running or 'unknown'} instead of {identity}: reset it"
        )
    what = f"{len(changed)} files changed" if changed else "it was up to date"
    click.echo(f"{chosen}: firmware {identity} for {build.id} is running ({what}).")


def _copy(board: BoardFiles, files: dict[str, bytes]) -> list[str]:
    columns = (TextColumn("copying"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, transient=True) as progress:

        def begin(total: int) -> object:
            task = progress.add_task("copying", total=total)
            return lambda count: progress.advance(task, count)

        return deploy(board, files, begin)  # type: ignore[arg-type]
