"""Whole matches on the virtual table: wrong verdicts, speed, sweep and verdict times, questions."""

from __future__ import annotations

import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from domino_table.virtual.latency import Spread
from domino_table.virtual.report import Report, Settings
from domino_table.virtual.simulate import Simulation

SEEDS = range(1, 21)
PRESETS = ("graa", "yard")


def reports() -> list[Report]:
    """One match for each seed, with two to four brisk people who err at 5 % of their actions."""
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in SEEDS:
            settings = Settings(preset=PRESETS[seed % 2], players=2 + seed % 3, seed=seed, keep_going=True)
            found.append(Simulation(settings, Path(folder) / "board.img").run())
    return found


def run() -> list[dict[str, Any]]:
    """The figures of 20 matches, seeds 1 to 20."""
    found = reports()
    for report in found:
        for difference in report.differences:
            print(f"seed {report.settings.seed}: {difference}")
    acts: Counter[str] = sum((report.acts for report in found), Counter())
    ratio = sum(report.virtual_seconds for report in found) / sum(report.real_seconds for report in found)
    cpu = sum(report.virtual_seconds for report in found) / sum(report.cpu_seconds for report in found)
    verdicts, floors, sweeps, journalled = (
        Spread([value for report in found for value in getattr(report, name).values])
        for name in ("verdict_ms", "floor_ratio", "sweep_ms", "journal_ms")
    )
    questions = 100 * sum(report.questions for report in found) / acts["play"]
    wrong = sum(report.wrong_verdicts for report in found)
    accused = sum(report.false_accusations for report in found)
    return [
        _figure("matches decided", sum(report.matches for report in found), "", ">= 20", 20, least=True),
        _figure("wrong verdicts", wrong, "", "0", 0),
        _figure("false accusations", accused, "", "0", 0),
        # A machine that does other work too makes real time meaningless; both ends share one core, so their processor
        # time is the real time of an idle one.
        _figure("match: virtual over real time of one core", cpu, "x", ">= 8", 8, least=True),
        _figure("match: virtual over real time here and now", ratio, "x", None, None),
        _figure("idle sweep, median", sweeps.quantile(0.5), "ms", "<= 175", 175),
        _figure("tile at rest to verdict, median", verdicts.quantile(0.5), "ms", "<= 450", 450),
        _figure("tile at rest to verdict, 99 %", verdicts.quantile(0.99), "ms", "<= 900", 900),
        _figure("tile at rest to journal, median", journalled.quantile(0.5), "ms", None, None),
        _figure("verdict over air-time floor, median", floors.quantile(0.5), "x", "<= 1.5", 1.5),
        _figure("verdict over air-time floor, 99 %", floors.quantile(0.99), "x", "<= 3", 3),
        _figure("questions per 100 plays", questions, "", "<= 2", 2),
        _figure("plays, passes, draws", " ".join(str(acts[k]) for k in ("play", "pass", "draw")), "", None, None),
        _figure("mistakes committed", sum(sum(report.mistakes.values()) for report in found), "", None, None),
        _figure("fouls reported", sum(sum(report.fouls.values()) for report in found), "", None, None),
    ]


def _figure(
    name: str, value: Any, unit: str, bar: str | None, limit: float | None, least: bool = False
) -> dict[str, Any]:
    ok = None if limit is None else value is not None and (value >= limit if least else value <= limit)
    return {"name": name, "value": value, "unit": unit, "bar": bar, "ok": ok}
