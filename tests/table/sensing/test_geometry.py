"""Readings to poses, UIDs to tiles, and the bazaar on the cloth, on CPython and on MicroPython."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest
from domino_table.hardware import load

from tests.table.both import run_cases
from tests.table.sensing.fakes import reach_file


@pytest.fixture(params=["locate_cases", "tile_map_cases", "zone_cases"])
def cases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.setenv("REACH", reach_file(load("grid40")))
    return importlib.reload(importlib.import_module(f"tests.table.sensing.{request.param}"))


def names(cases: ModuleType) -> list[str]:
    return sorted(name for name in dir(cases) if name.startswith("test_"))


def test_cases_hold_on_cpython(cases: ModuleType, tmp_path: Path) -> None:
    for name in names(cases):
        case = getattr(cases, name)
        case() if name in cases.WITHOUT_DIRECTORY else case(str(tmp_path))


def test_cases_hold_on_micropython(cases: ModuleType) -> None:
    assert run_cases(Path(str(cases.__file__))) == names(cases)
