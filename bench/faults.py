"""How soon a wedged reader reads again, whether that loses a play, and short matches in which everything goes wrong.

The reader's driver and sensing run here against the virtual chips in one process, on the virtual clock; the matches are
whole ones on the virtual table, with the faults of the profile ``mixed``.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from domino_table.commands.simulate import repeat
from domino_table.virtual.faults import CATALOGUE
from domino_table.virtual.lore import DEFAULT_PRESETS, GAMES, SEATED
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation, SimulationFailed

WEDGED = {"F1": 400, "F2": 0, "F5": 100, "F7": 3000, "F9": 3000, "F10": 0}
"""Faults that wedge a reader, and how long the cause itself lasts, in ms; 0: until it is cured."""
PHASES = 12
"""Each fault strikes at so many moments of a sweep."""
SHORT = (
    Settings(players=4, seed=1, rounds=3, faults="mixed", keep_going=True),
    Settings(players=2, seed=4, rounds=2, faults="mixed", keep_going=True),
    Settings(game="all_fives", preset=None, players=2, seed=2, rounds=2, faults="mixed", keep_going=True),
)
BARE = tuple(
    Settings(game, preset, players, seed=1, rounds=3, build="grid40_no_racks", faults="mixed", keep_going=True)
    for game, preset, players in ((game, DEFAULT_PRESETS.get(game), min(max(GAMES[game]), SEATED)) for game in GAMES)
)
"""Without racks who opens a round may have to be asked, and of several doubles who laid the second."""
_SWEEP_MS = 150
_LYING = 12


class _Patches:
    """Sets attributes, and sets them back."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], None]] = []

    def setattr(self, owner: Any, name: str, value: Any, raising: bool = True) -> None:
        before = getattr(owner, name, None)
        self._undo.append(lambda: setattr(owner, name, before))
        setattr(owner, name, value)

    def undo(self) -> None:
        while self._undo:
            self._undo.pop()()


def recovery(fault: str) -> list[float]:
    """ms from the strike until a tile that is laid at that moment is known, for each phase; inf where it never is."""
    from table.events import LAID, LIFTED

    from tests.virtual.faults.senses import Senses

    patches = _Patches()
    try:
        table = Senses(patches)
        table.chain(_LYING)
        found = []
        for phase in range(PHASES):
            table.run(phase * _SWEEP_MS / PHASES)
            struck, known = table.now / 1000, len(table.events)
            table.strike(fault, WEDGED[fault])
            table.lay(_LYING + phase, 430, 600, 90)
            table.run(2500 + WEDGED[fault])
            told = {event[0]: at for at, event in table.events[known:] if event[0] in (LAID, LIFTED)}
            found.append(float("inf") if LIFTED in told else told.get(LAID, float("inf")) - struck)
            table.lift(_LYING + phase)
            table.run(13_000)
        return found
    finally:
        patches.undo()


def mixed(matches: Sequence[Settings]) -> list[Report]:
    """Short matches; prints what goes wrong, and how to repeat it."""
    reports = []
    with tempfile.TemporaryDirectory() as folder:
        for settings in matches:
            simulation = Simulation(settings, Path(folder, "board.img"))
            try:
                simulation.run()
            except SimulationFailed as failure:
                simulation.report.wrong_verdicts += 1
                print(failure)
            reports.append(simulation.report)
            for difference in simulation.report.differences:
                print(difference)
            if simulation.report.wrong_verdicts:
                print("repeat with:", repeat(settings))
    return reports


def run() -> list[dict[str, Any]]:
    """The figures."""
    figures = []
    for fault in WEDGED:
        worst = max(recovery(fault))
        name = f"{fault}: {CATALOGUE[fault].what}: strike to tile known, worst of {PHASES}"
        figures.append(_figure(name, worst, "ms", "<= 1000", worst <= 1000))
    bare = mixed(BARE)
    reports = mixed(SHORT) + bare
    plays = sum(report.acts["play"] for report in reports)
    wrong = sum(report.wrong_verdicts for report in reports)
    accused = sum(report.false_accusations for report in reports)
    asked, asked_bare = _asked(reports), _asked(bare)
    struck = sum(what["struck"] for report in reports for what in report.faults.values())
    return [
        *figures,
        _figure("mixed faults that struck", struck, "", None, None),
        _figure("plays under mixed faults", plays, "", None, None),
        _figure("wrong verdicts under mixed faults", wrong, "", "0", wrong == 0),
        _figure("false accusations under mixed faults", accused, "", "0", accused == 0),
        _figure("asked under mixed faults", asked, "%", "<= 2", asked <= 2),
        _figure("asked under mixed faults, without racks", asked_bare, "%", "<= 2", asked_bare <= 2),
    ]


def _asked(reports: Sequence[Report]) -> float:
    """Questions of a hundred plays."""
    return 100 * sum(report.questions for report in reports) / sum(report.acts["play"] for report in reports)


def _figure(name: str, value: float, unit: str, bar: str | None, ok: bool | None) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "bar": bar, "ok": ok}
