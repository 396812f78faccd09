from __future__ import annotations

from collections.abc import Callable

import pytest

import tests.table.conftest  # noqa: F401 - gives CPython what the firmware uses of MicroPython's time
from tests.virtual.faults.senses import Senses


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Senses:
    """A table on which twelve tiles lie, known and quiet."""
    senses = Senses(monkeypatch)
    senses.chain(12)
    return senses


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Senses]:
    """Makes a table with nothing on it from a seed, past the time in which tiles may lie there quiet."""

    def make(seed: int) -> Senses:
        senses = Senses(monkeypatch, seed)
        senses.run(13_000)
        return senses

    return make
