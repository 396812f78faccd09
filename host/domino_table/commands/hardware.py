"""``domino-table hardware``: what a build can know, what to buy and how to wire it, from the build file."""

from __future__ import annotations

import click
from rich.console import Console
from rich.table import Table

from domino_table import fouls, wiring
from domino_table.hardware import Build, HardwareError, load, names


def _print_wiring(console: Console, build: Build) -> None:
    pins = Table("GPIO", "name", "goes to", title=f"{build.title}: controller pins", title_justify="left")
    for wire in wiring.wires(build):
        pins.add_row(str(wire.gpio), wire.name, wire.to)
    console.print(pins)
    chain = wiring.outputs(build)
    if chain:
        loops = Table("chip", "drain", "switches", title="Selector chain (TPIC6B595)", title_justify="left")
        for output, what in chain:
            loops.add_row(str(output // 8 + 1), str(output % 8), what)
        console.print(loops)


def _print_fouls(console: Console, build: Build) -> None:
    table = Table(
        "foul", "asserted", title="What this build can assert (docs/record-format.md, Fouls)", title_justify="left"
    )
    for code, when in fouls.asserted(build).items():
        table.add_row(code, when)
    console.print(table)


def _print_bill(console: Console, build: Build) -> None:
    rows, total = wiring.bill(build)
    table = Table(
        "part", "quantity", "each, EUR", "sum, EUR", title="Bill of materials (estimates)", title_justify="left"
    )
    for item, quantity, each, price in rows:
        table.add_row(item, str(quantity), f"{each}", f"{price}")
    table.add_section()
    table.add_row("total", "", "", f"{total}")
    console.print(table)


@click.command()
@click.argument("build", required=False)
@click.option("--wiring", "show_wiring", is_flag=True, help="Only the wiring list.")
@click.option("--bom", "show_bill", is_flag=True, help="Only the bill of materials.")
@click.option("--check", is_flag=True, help="Only the check of pins and chains; exit status 1 if something is wrong.")
def command(build: str | None, show_wiring: bool, show_bill: bool, check: bool) -> None:
    """What BUILD (an id or a .toml file) can know and needs: fouls it can assert, wiring, pin check, bill of materials.

    Without BUILD: the list of builds.
    """
    console = Console()
    try:
        if build is None:
            for name in names():
                console.print(f"{name:16} {load(name).title}")
            return
        chosen = load(build)
    except HardwareError as error:
        raise click.ClickException(str(error)) from None
    everything = not (show_wiring or show_bill or check)
    if everything:
        for limitation in chosen.data["build"].get("limitations", []):
            console.print(f"[yellow]Limitation:[/] {limitation}")
    if everything and chosen.seats:
        _print_fouls(console, chosen)
    if show_wiring or everything:
        _print_wiring(console, chosen)
    if show_bill or everything:
        _print_bill(console, chosen)
    if check or everything:
        found = wiring.problems(chosen)
        for problem in found:
            console.print(f"[red]✗[/] {problem}")
        if found:
            raise SystemExit(1)
        console.print("✓ every pin and every output can be wired as written")
