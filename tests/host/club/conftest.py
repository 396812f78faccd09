"""A store in a file of its own, and a table to fill it from."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from domino_table.club.store import Store

from .games import Table


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "club.sqlite")) as store:
        yield store


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path / "flash")
