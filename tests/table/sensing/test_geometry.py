"""Loops to poses and UIDs to tiles, on CPython and on MicroPython."""

from __future__ import annotations

from pathlib import Path

from tests.table.both import run_cases
from tests.table.sensing import geometry_cases


def test_cases_hold_on_cpython() -> None:
    for name in geometry_cases.WITHOUT_DIRECTORY:
        getattr(geometry_cases, name)()


def test_cases_hold_on_micropython() -> None:
    assert run_cases(Path(str(geometry_cases.__file__))) == sorted(geometry_cases.WITHOUT_DIRECTORY)
