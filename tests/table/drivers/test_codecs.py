"""Frames, shift registers and the reader's driver, on CPython and on MicroPython."""

from __future__ import annotations

import time
from pathlib import Path
from types import ModuleType

import pytest
from table.drivers import pn5180

from tests.table.both import run_cases
from tests.table.drivers import iso15693_cases, loops_cases, pn5180_cases

MODULES = [iso15693_cases, loops_cases, pn5180_cases]


@pytest.mark.parametrize("module", MODULES)
def test_cases_hold_on_cpython(module: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pn5180, "time", time)  # given back whatever clock the cases put there
    for name in module.WITHOUT_DIRECTORY:
        getattr(module, name)()


@pytest.mark.parametrize("module", MODULES)
def test_cases_hold_on_micropython(module: ModuleType) -> None:
    assert run_cases(Path(str(module.__file__))) == sorted(module.WITHOUT_DIRECTORY)
