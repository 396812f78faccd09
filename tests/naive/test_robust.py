"""Whatever a line holds, the naive judge answers with exactly one verdict and goes on."""

from __future__ import annotations

import random
from typing import Any

import pytest

from .generate import record
from .params import GAMES
from .record import Judge

JUNK: list[Any] = [
    None,
    True,
    -1,
    0,
    1,
    7,
    10**9,
    1.5,
    "",
    "1-1",
    "9-9",
    "L",
    [],
    [[]],
    [1],
    ["1-1"],
    ["x"],
    {},
    {"a": 1},
    [None],
    "1/0",
    [7, 7],
    [["1-1"], ["1-1"]],
]


def spoiled(line: Any, chance: random.Random) -> Any:
    """The line with one field dropped or replaced by junk."""
    if not isinstance(line, dict) or not line:
        return chance.choice(JUNK)
    name = chance.choice([*line, "params", "accounts", "stock", "end", "moves", "preset", "eggs", "debt", "owner", "t"])
    return {k: v for k, v in line.items() if k != name} | ({name: chance.choice(JUNK)} if chance.random() < 0.8 else {})


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_line_gets_one_verdict(game: str) -> None:
    chance = random.Random(game)
    for seed in range(2):
        judging = Judge()
        for number, line in enumerate(record(game, 3, seed), 1):
            out = judging.feed(spoiled(line, chance) if chance.random() < 0.2 else line)
            assert [o["n"] for o in out if o["type"] == "verdict"] == [number]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_match_lines_with_junk(game: str) -> None:
    chance = random.Random(game)
    first = record(game, 1, 0)[0]
    for _ in range(100):
        assert [o["type"] for o in Judge().feed(spoiled(first, chance))] == ["verdict"]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_struck_line_leaves_no_trace(game: str) -> None:
    """The state after striking a line out is the state without the line."""
    lines = [line for line in record(game, 2, 5) if isinstance(line, dict) and line.get("type") != "correct"]
    for at in range(1, len(lines), 11):
        struck, without = Judge(), Judge()
        for line in [*lines, {"type": "correct", "ref": at + 1, "to": None, "by": "arbiter", "reason": "test"}]:
            struck.feed(line)
        for line in lines[:at] + lines[at + 1 :]:
            without.feed(line)
        assert struck.match.over == without.match.over
        assert struck.match.scoring.dump() == without.match.scoring.dump()
        assert (struck.match.round is None) == (without.match.round is None)


def test_same_seed_same_record() -> None:
    assert record("kozel", 3, 7) == record("kozel", 3, 7)
    assert record("kozel", 3, 7) != record("kozel", 3, 8)
