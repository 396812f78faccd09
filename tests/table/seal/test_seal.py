"""The table's seals, on CPython and on MicroPython, and checked by the PC."""

import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import seal_cases  # noqa: E402
from both import run_cases  # noqa: E402
from domino_rules import record  # noqa: E402
from domino_table.club.seals import Broken, verify  # noqa: E402
from table.seal import Seal  # noqa: E402

NAMES = [name for name in dir(seal_cases) if name.startswith("test_")]
KEY = seal_cases.KEY
ROUNDS = [
    [{"type": "match", "v": 1, "game": "kozel", "seats": ["Аня", "Боря"]}, {"type": "deal", "hands": [7, 7]}]
    + [{"type": "pass", "seat": seat, "t": 100 * seat} for seat in range(6)],
    [{"type": "deal", "hands": [7, 7], "t": 900}] + [{"type": "pass", "seat": seat} for seat in range(3)],
]


@pytest.mark.parametrize("name", NAMES)
def test_on_cpython(name: str) -> None:
    getattr(seal_cases, name)()


def test_on_micropython() -> None:
    assert run_cases(HERE / "seal_cases.py") == NAMES


def sealed() -> list[bytes]:
    """The rounds with a seal after each, a line an entry: entries 8 and 13 are seals."""
    seal, lines = Seal(KEY), []
    for each in ROUNDS:
        for line in each:
            lines.append(record.text(line).encode())
            seal.add(lines[-1])
        lines.append(record.text(seal.close()).encode())
    return lines


def check(lines: list[bytes], key: bytes = KEY) -> str:
    """What is found, in words."""
    try:
        found = verify(b"\n".join(lines) + b"\n", key)
    except Broken as broken:
        return str(broken)
    return f"{found.seals} seals, {found.lines} lines, {found.unsealed} more"


def test_an_untouched_record_holds() -> None:
    assert check(sealed()) == "2 seals, 12 lines, 0 more"
    assert check([*sealed(), b'{"type":"note","text":"x"}']) == "2 seals, 12 lines, 1 more"


def test_the_order_of_keys_and_spaces_do_not_matter() -> None:
    lines = sealed()
    lines[2] = b'{ "t": 0,\t"seat": 0, "type": "pass" }'
    assert check(lines).startswith("2 seals")


@pytest.mark.parametrize("at", [0, 1, 4, 7, 9, 12])
def test_a_changed_line_is_named(at: int) -> None:
    lines = sealed()
    lines[at] = lines[at].replace(b'"type"', b'"x":1,"type"', 1)
    assert check(lines) == f"line {at + 1}: this line was changed"


def test_a_line_that_is_no_longer_json_is_named() -> None:
    lines = sealed()
    lines[3] = lines[3][:-2]
    assert check(lines) == "line 4: this line was changed"


@pytest.mark.parametrize("at", [0, 3, 6, 10])
def test_the_place_of_a_dropped_line_is_named(at: int) -> None:
    lines = sealed()
    del lines[at]
    assert check(lines) == f"line {at + 1}: a line before this one was dropped"


@pytest.mark.parametrize("at", [0, 3, 8, 9, 12])
def test_an_added_line_is_named(at: int) -> None:
    lines = sealed()
    lines.insert(at, b'{"text":"added","type":"note"}')
    assert check(lines) == f"line {at + 1}: this line was added"


def test_moved_lines_are_named() -> None:
    lines = sealed()
    lines[3], lines[5] = lines[5], lines[3]
    assert check(lines) == "line 4: lines were moved from here on"


def test_a_dropped_round_is_noticed() -> None:
    assert check(sealed()[9:]) == "line 1: a sealed round before this line was dropped or moved"


def test_a_changed_seal_and_a_wrong_key_are_told_apart_where_they_can_be() -> None:
    lines = sealed()
    lines[13] = lines[13].replace(b'"mac":"', b'"mac":"00')
    assert check(lines) == "line 14: this seal was changed"
    assert check(sealed(), b"another") == "line 9: the key is not the table's, or this seal was changed"
    assert check(sealed()[:8]) == "there is no seal in this record: it cannot be verified"
