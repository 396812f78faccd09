"""Run test code on the real MicroPython as well: the same functions, both interpreters."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")


def micropython(script: Path, *arguments: str, heap: str = "16M", timeout: float = 1800) -> str:
    """Run a script on MicroPython with the firmware on its path; returns its output, fails with its traceback."""
    path = f"{ROOT / 'firmware'}:.frozen"
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}", script, *arguments],
        env={**os.environ, "MICROPYPATH": path, "HOME": "/nonexistent"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def run_cases(module: Path) -> list[str]:
    """Run every ``test_`` function of a module on MicroPython; returns the names in their order."""
    output = micropython(Path(__file__).with_name("run_cases.py"), str(module.parent), module.stem)
    return [line[3:] for line in output.splitlines() if line.startswith("ok ")]
