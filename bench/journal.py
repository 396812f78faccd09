"""What the journal costs the flash, and what it loses when the power is cut at any flash operation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parent.parent
_TESTS = _ROOT / "tests" / "table" / "journal"


def run() -> list[dict[str, Any]]:
    """Erases and programs per record on MicroPython's littlefs; records lost over all cuts, whole and half done."""
    figures = []
    for cost in json.loads(_micropython(_ROOT / "bench" / "_journal_cost.py")):
        ours = cost["name"] != "append and flush"
        for kind, bar in (("erases", 0.1), ("programs", 3.0)):
            figures.append(_figure(f"{kind} a record, {cost['name']}", cost[kind], kind, bar if ours else None))
    words = _micropython(_TESTS / "power_cuts.py", "1").split()
    found = dict(zip(words[::2], words[1::2], strict=True))
    figures.append(_figure("power cuts of the journal tried", int(found["cuts"]), "cuts", None))
    figures.append(_figure("confirmed records lost by them", int(found["lost"]), "records", 0))
    return figures


def _figure(name: str, value: float, unit: str, bar: float | None) -> dict[str, Any]:
    shown = None if bar is None else f"<= {bar:g}"
    return {"name": name, "value": value, "unit": unit, "bar": shown, "ok": None if bar is None else value <= bar}


def _micropython(script: Path, *arguments: str) -> str:
    command = [Path(sys.executable).with_name("micropython"), "-X", "heapsize=64M", script, *arguments]
    path = f"{_ROOT / 'firmware'}:{_TESTS}:.frozen"
    environment = {**os.environ, "MICROPYPATH": path, "HOME": "/nonexistent"}
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout
