from __future__ import annotations

import pytest

from tests.virtual.faults.fuzz import Case, command


@pytest.mark.parametrize("seed", range(3))
def test_whatever_strikes_sensing_knows_what_lies_there(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    case = Case(seed, monkeypatch)
    assert not case.wrong, f"{case.what}\n{command(seed)}"
