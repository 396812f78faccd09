"""``domino-table simulate``: whole matches on the virtual table, or rounds by the rules alone, as fast as can be."""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource
from domino_rules.games import GAMES
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from domino_table.device.bundle import BundleError
from domino_table.export.files import ExportError, write_atomically
from domino_table.figures import MANY, PACE, PLAYERS, SEED, SHARE, Figure
from domino_table.hardware import HardwareError
from domino_table.options import AtATable, build_option, field_options, param_option
from domino_table.physics.errors import SettingError
from domino_table.rounds import headless
from domino_table.virtual import field_choice, lore
from domino_table.virtual.board import BoardFailed
from domino_table.virtual.bus import BoardStalled
from domino_table.virtual.faults import PROFILES
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import BadSettings, Simulation, SimulationFailed
from domino_table.wording import counted

_ACTS_A_MATCH = 320  # about; the bar only has to move
_ROUNDS = 20_000  # by the rules alone, unless --rounds says otherwise
_NEED_A_TABLE = (
    "players",
    "matches",
    "pace",
    "mistakes",
    "build",
    "field_kind",
    "measured",
    "faults",
    "record",
    "keep_going",
)


def repeat(settings: Settings) -> str:
    """The command that repeats a run."""
    words = ["domino-table", "simulate", "--game", settings.game]
    words += ["--preset", settings.preset] if settings.preset else []
    words += ["--players", str(settings.players), "--seed", str(settings.seed), "--matches", str(settings.matches)]
    words += ["--pace", f"{settings.pace:g}", "--mistakes", f"{settings.mistakes:g}", "--build", settings.build]
    words += ["--faults", settings.faults] if settings.faults != "none" else []
    words += ["--field", settings.field_kind] if settings.field_kind != field_choice.SIMPLE else []
    words += ["--measured", settings.measured] if settings.measured else []
    words += ["--rounds", str(settings.rounds)] if settings.rounds else []
    for name, value in settings.params.items():
        words += ["--param", f"{name}={json.dumps(value)}"]
    return shlex.join(words + ["--keep-going"] * settings.keep_going)


def _played(simulation: Simulation, settings: Settings, quiet: bool) -> Report:
    """Run with a bar on standard error."""
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[acts]} acts"), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), disable=quiet, transient=True) as progress:
        bar = progress.add_task("playing", total=settings.matches * _ACTS_A_MATCH, acts=0)

        def show(match: int, acts: int) -> None:
            done = match * _ACTS_A_MATCH + min(acts, _ACTS_A_MATCH - 1)
            progress.update(bar, completed=done, acts=acts, description=f"match {match + 1} of {settings.matches}")

        simulation.progress = show
        return simulation.run()


def _prepare(folder: Path) -> None:
    """Make the folder for the records and see that it takes files, before there is anything to lose."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise click.ClickException(
            f"{folder} takes no records ({error.strerror}): choose another folder with --record"
        ) from None


def _write_records(report: Report, folder: Path) -> None:
    s = report.settings
    for number, text in enumerate(report.records, 1):
        game = f"{s.game}-{s.preset}" if s.preset else s.game
        path = folder / f"{game}-{s.players}p-seed{s.seed}-{number}.dgr"
        write_atomically(path, text.encode(), "free some space, or choose another folder with --record")


def _print(report: Report) -> None:
    table, figures = Table(show_header=False), report.as_json()
    struck = figures.pop("faults")
    for name, value in figures.items():
        if name == "matches":
            table.add_row("played", played(report))
        elif name not in ("rounds", "differences"):
            table.add_row(name.replace("_", " "), _cell(value))
    Console().print(table)
    if struck:
        faults = Table("fault", *(name.replace("_", " ") for name in next(iter(struck.values()))))
        for fault in sorted(struck, key=lambda name: (len(name), name)):  # F9 before F14
            faults.add_row(fault, *map(str, struck[fault].values()))
        Console().print(faults)
    for difference in report.differences:
        click.echo(difference)


def played(report: Report) -> str:
    """What was played, whether or not it came to an end."""
    rounds, wanted = counted(report.rounds, "round"), report.settings.matches
    if wanted > 1:
        return f"{rounds}; {report.matches} of {wanted} matches to their end"
    return f"{rounds}; the match {'to its' if report.matches else 'did not come to its'} end"


def _cell(value: object) -> str:
    """A figure, or a few with their names, as people read them."""
    if isinstance(value, dict):
        known = {key: item for key, item in value.items() if item is not None}
        return ", ".join(f"{key} {item}" for key, item in known.items()) or ("not measured" if value else "none")
    return "none" if value is None else str(value)


def _by_rules(context: click.Context, deals: str, as_json: bool, choices: dict[str, Any]) -> None:
    """Rounds without a table."""
    for name in _NEED_A_TABLE:
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            option = name.removesuffix("_kind").replace("_", "-")
            raise click.UsageError(f"--{option} is for --level full: there is no table here")
    rounds = choices["rounds"] or _ROUNDS
    wanted = headless.Wanted(
        choices["game"], choices["preset"], rounds, choices["seed"], deals == "steered", choices["params"]
    )
    headless.play(wanted, as_json, quiet=as_json and not sys.stderr.isatty())


@click.command(cls=AtATable)
@click.option(
    "--level",
    type=click.Choice(["full", "rules"]),
    default="full",
    show_default=True,
    help="full: matches on the virtual table; rules: rounds without a table, and how often each rule fired.",
)
@click.option("--game", type=click.Choice([*GAMES, "all"]), default="kozel", show_default=True)
@click.option("--preset", help="Of the game; kozel: graa by default.")
@click.option("--players", type=PLAYERS, help="By default 4, or as many as the game has.")
@click.option("--seed", type=SEED, default=1, show_default=True, help="Decides everything that happens.")
@click.option("--matches", type=Figure(1, MANY), default=1, show_default=True)
@click.option(
    "--rounds",
    type=Figure(0, MANY),
    default=0,
    help=f"At most so many of the match; by the rules alone so many in all. 0: the whole match, or {_ROUNDS:,} rounds.",
)
@click.option(
    "--deals",
    type=click.Choice(["fair", "steered"]),
    default="fair",
    show_default=True,
    help="Rules only. steered: also deal towards the rules that are rare, counted apart.",
)
@click.option("--pace", type=PACE, default=1.0, show_default=True, help="Seconds an action.")
@click.option("--mistakes", type=SHARE, default=0.05, show_default=True, help="Share of actions.")
@param_option
@build_option
@field_options
@click.option(
    "--faults",
    default="none",
    show_default=True,
    help=f"What goes wrong: a profile ({', '.join(PROFILES)}) or faults by their ids in docs/faults.md, as F9,F14.",
)
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), help="Folder for a .dgr of each match.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--keep-going", is_flag=True, help="Go on with the next match where people and table disagree.")
@click.pass_context
def command(
    context: click.Context, /, level: str, deals: str, record: Path | None, as_json: bool, **choices: Any
) -> None:
    """Play whole matches on the virtual table with simulated people and compare the referee with the truth.

    Or play rounds of any game, or of all, by the rules alone and count which rules fired.

    --json counts under "mistakes" what people did wrong by its intention, and under "fouls_reported" what the referee
    called it: a pass out of turn is wrong_turn there, or too_many_tiles by the seat that has just played.

    Exit status 1: the run failed, or a verdict was wrong; the command that repeats it is printed.
    """
    game = choices["game"]
    if level == "rules":
        _by_rules(context, deals, as_json, choices)
        return
    if game not in lore.GAMES:
        raise click.UsageError(f"the virtual table's people play {', '.join(lore.GAMES)}; --level rules plays all")
    choices["preset"] = choices["preset"] or lore.DEFAULT_PRESETS.get(game)
    choices["players"] = choices["players"] or min(4, lore.GAMES[game][-1])
    settings = Settings(**choices)
    if record:
        _prepare(record)
    report = None
    failure = ""
    with tempfile.TemporaryDirectory() as folder:
        try:
            simulation = Simulation(settings, Path(folder) / "board.img")
            report = simulation.report
            _played(simulation, settings, quiet=not sys.stderr.isatty())
        except (HardwareError, BundleError, SettingError, BadSettings) as error:
            raise click.ClickException(str(error)) from None
        except (SimulationFailed, BoardFailed, BoardStalled) as error:
            failure = str(error)
    assert report is not None
    if as_json:
        click.echo(report.dumps())
    else:
        _print(report)
    if record:
        try:
            _write_records(report, record)
        except ExportError as error:
            raise click.ClickException(str(error)) from None
    if failure or report.wrong_verdicts:
        message = failure or f"{report.wrong_verdicts} lines differ from what people did"
        raise click.ClickException(f"{message}\nrepeat with: {repeat(settings)}")
