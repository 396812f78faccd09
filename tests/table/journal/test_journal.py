"""The journal on CPython and on MicroPython's littlefs, and with the power cut at every flash operation."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import journal_cases as cases  # noqa: E402
from both import micropython, run_cases  # noqa: E402

NAMES = [name for name in dir(cases) if name.startswith("test_")]


@pytest.mark.parametrize("name", NAMES)
def test_on_cpython(name: str, tmp_path: Path) -> None:
    getattr(cases, name)(str(tmp_path))


def test_on_micropython_with_littlefs() -> None:
    assert run_cases(HERE / "journal_cases.py") == sorted(NAMES)


def test_a_power_cut_at_any_flash_operation_loses_no_confirmed_record() -> None:
    output = micropython(HERE / "power_cuts.py", "1", heap="64M")
    operations, cuts = int(output.split()[1]), int(output.split()[3])
    assert cuts == 2 * operations > 1000
    assert output.endswith("lost 0\n")


def test_a_full_flash_stops_no_play_and_is_told() -> None:
    assert micropython(HERE / "full_flash.py", heap="64M").count("ok check_") == 2


def test_the_flash_never_stops_the_table_for_more_than_an_erase_and_the_pages_of_a_block() -> None:
    _, stretch, _, flush = micropython(HERE / "pauses.py", heap="64M").split()
    assert int(stretch) <= 60_000  # a key is read every 20 ms, and seen by two readings: 140 ms are enough
    assert int(flush) > 90_000  # which was one stretch
