"""What the journal costs the flash, what it loses when the power is cut at any flash operation, and how long it keeps
the loop from looking at the keys."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from domino_table.virtual.course import MS
from domino_table.virtual.world import PRESS_US

_ROOT = Path(__file__).resolve().parent.parent
_TESTS = _ROOT / "tests" / "table" / "journal"
_LOOK_MS = 80
"""The loop rests 20 ms between two looks; then a verdict takes 30, or the flash an erase and a page."""


def run() -> list[dict[str, Any]]:
    """Erases and programs per record on MicroPython's littlefs; records lost over all cuts, whole and half done; the
    longest time between two looks at the keys over a match.
    """
    from bench._keys import match_looks

    figures = []
    for cost in json.loads(_micropython(_ROOT / "bench" / "_journal_cost.py")):
        ours = cost["name"] != "append and flush"
        for kind, bar in (("erases", 0.1), ("programs", 3.0)):
            figures.append(_figure(f"{kind} a record, {cost['name']}", cost[kind], kind, bar if ours else None))
    words = _micropython(_TESTS / "power_cuts.py", "1").split()
    found = dict(zip(words[::2], words[1::2], strict=True))
    figures.append(_figure("power cuts of the journal tried", int(found["cuts"]), "cuts", None))
    figures.append(_figure("confirmed records lost by them", int(found["lost"]), "records", 0))
    looks = match_looks()
    figures.append(_figure("longest time between two looks at the keys, over a match", looks.longest(), "ms", _LOOK_MS))
    figures.append(_figure("press of a button that is never missed in it", looks.press(), "ms", PRESS_US / MS))
    return figures


def _figure(name: str, value: float, unit: str, bar: float | None) -> dict[str, Any]:
    shown = None if bar is None else f"<= {bar:g}"
    return {"name": name, "value": value, "unit": unit, "bar": shown, "ok": None if bar is None else value <= bar}


def _micropython(script: Path, *arguments: str) -> str:
    command = [Path(sys.executable).with_name("micropython"), "-X", "heapsize=64M", script, *arguments]
    path = f"{_ROOT / 'firmware'}:{_TESTS}:.frozen"
    environment = {**os.environ, "MICROPYPATH": path, "HOME": "/nonexistent"}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
