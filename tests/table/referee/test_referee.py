"""The table's referee on CPython and on MicroPython."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import bazaar_cases  # noqa: E402
import breach_cases  # noqa: E402
import chain_cases  # noqa: E402
import command_cases  # noqa: E402
import cross_cases  # noqa: E402
import degraded_cases  # noqa: E402
import match_cases  # noqa: E402
import provisional_cases  # noqa: E402
import rows_cases  # noqa: E402
import several_cases  # noqa: E402
import turn_cases  # noqa: E402
from both import run_cases  # noqa: E402

MODULES = [
    match_cases,
    breach_cases,
    provisional_cases,
    chain_cases,
    command_cases,
    several_cases,
    cross_cases,
    degraded_cases,
    rows_cases,
    turn_cases,
    bazaar_cases,
]
CASES = [(module, name) for module in MODULES for name in dir(module) if name.startswith("test_")]


@pytest.mark.parametrize(("module", "name"), CASES, ids=[name for _, name in CASES])
def test_on_cpython(module: object, name: str) -> None:
    getattr(module, name)()


@pytest.mark.parametrize("module", MODULES, ids=[module.__name__ for module in MODULES])
def test_on_micropython(module: object) -> None:
    path = HERE / f"{module.__name__}.py"  # type: ignore[attr-defined]
    assert run_cases(path) == sorted(name for name in dir(module) if name.startswith("test_"))
