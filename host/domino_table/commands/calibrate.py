"""``domino-table calibrate``: how well each tag hears, and how much current each loop carries."""

from __future__ import annotations

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from domino_table import hardware
from domino_table.device.board_files import raw_repl
from domino_table.device.calibrate import Calibration, LoopReport
from domino_table.device.enroll import Seen
from domino_table.device.find import choose_board
from domino_table.device.port import LinkError
from domino_table.device.tile_map import TileMapError
from domino_table.device.workshop import Workshop
from domino_table.physics.setting import SettingError


@click.command()
@click.option("--port", help="Serial port; found by itself when there is only one.")
@click.option("--build", "build_name", help="Build of the table [default: what the board was deployed as].")
@click.option("--tile", help="Only this tile, like 3-5: its tags were replaced.")
@click.option("--loops", "only_loops", is_flag=True, help="Only the loops.")
@click.option("--restart", is_flag=True, help="Begin with the first tile, whatever was measured before.")
def command(port: str | None, build_name: str | None, tile: str | None, only_loops: bool, restart: bool) -> None:
    """Measure every loop and every tag, so that the table knows what each of them is worth.

    Clear the cloth first. Then lay one tile after the other, in any order, on the mark that is named, and wait for the
    tone. An interrupted calibration goes on where it was when the command is given again. The board's firmware stops
    meanwhile and starts again afterwards.
    """
    try:
        chosen = choose_board(port)
        with raw_repl(chosen) as board:
            workshop = Workshop(board, chosen)
            build = hardware.load(build_name or workshop.build)
            calibration = Calibration(workshop, build)
            number = None if tile is None else calibration.map.index(tile)
            _tell_loops(calibration.loops(), build)
            if only_loops:
                return
            if number is not None:
                calibration.forget(number)
            elif restart:
                calibration.forget()
            _tiles(calibration)
            _tell_tags(calibration)
    except (LinkError, TileMapError, hardware.HardwareError, SettingError) as error:
        raise click.ClickException(str(error)) from None


def _tell_loops(found: LoopReport, build: hardware.Build) -> None:
    loops = build.loops()
    for number in found.dead:
        click.echo(f"Loop {number} ({loops[number].kind} {loops[number].index}) carries no current: check its switch.")
    for number, share in found.weak:
        click.echo(
            f"Loop {number} ({loops[number].kind} {loops[number].index}) carries {share:.0%} of the usual current: "
            "trim its capacitor."
        )
    if not found.dead and not found.weak:
        click.echo(f"All {len(loops)} loops are in range.")


def _tiles(calibration: Calibration) -> None:
    left = calibration.left()
    total = len(calibration.map.names)
    cell = calibration.cell
    click.echo(
        f"Lay the tiles one after the other on the mark at x {cell.x:.0f} mm, y {cell.y:.0f} mm, their halves side by "
        f"side as seen from seat 0: {total if len(left) == total else f'{len(left)} of {total}'} to go."
    )
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}"))
    with Progress(*columns, transient=True, console=console, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=total, completed=total - len(left))
        said, before = "", None
        while calibration.left():
            found = calibration.laid()
            now = found if isinstance(found, str) else found[0]
            if now == before:  # seen twice: nobody's hand is on its way
                text = found if isinstance(found, str) else _measure(calibration, *found)
                if text and text != said:
                    said = text
                    progress.console.print(text) if console.is_terminal else click.echo(text)
            before = now
            progress.update(task, completed=total - len(calibration.left()))


def _measure(calibration: Calibration, tile: int, pair: tuple[Seen, Seen], turned: bool) -> str:
    name = calibration.map.names[tile]
    if tile not in calibration.left():
        return f"{name} was measured already."
    calibration.measure(tile, pair, turned)
    one, other = calibration.offsets[2 * tile], calibration.offsets[2 * tile + 1]
    return f"{name}: {(one or 0) / 4:+.2f} and {(other or 0) / 4:+.2f} dB."


def _tell_tags(calibration: Calibration) -> None:
    if calibration.even:
        click.echo("All tags are equal: no drive level made a difference, as on a field without strengths.")
        return
    for tag, decibel in calibration.out_of_range():
        word, much = ("weak", "more") if decibel < 0 else ("strong", "less")
        click.echo(
            f"The tag of {calibration.map.half(tag)} is {word}: it needs {abs(decibel):.1f} dB {much} field than a "
            "typical one."
        )
    known = [value / 4 for value in calibration.offsets if value is not None]
    click.echo(
        f"The tags hear between {min(known):+.2f} and {max(known):+.2f} dB of a typical one; the board knows that."
    )
