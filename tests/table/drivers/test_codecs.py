"""Frames and shift registers, on CPython and on MicroPython."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from tests.table.both import run_cases
from tests.table.drivers import iso15693_cases, loops_cases

MODULES = [iso15693_cases, loops_cases]


@pytest.mark.parametrize("module", MODULES)
def test_cases_hold_on_cpython(module: ModuleType) -> None:
    for name in module.WITHOUT_DIRECTORY:
        getattr(module, name)()


@pytest.mark.parametrize("module", MODULES)
def test_cases_hold_on_micropython(module: ModuleType) -> None:
    assert run_cases(Path(str(module.__file__))) == sorted(module.WITHOUT_DIRECTORY)
