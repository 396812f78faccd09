"""Random faults, and tiles laid, lifted and laid back among them, over sensing alone: what does it think lies there?

    python -m tests.virtual.faults.fuzz [--first 0] [--cases 600]

A case takes a third of a second. One that fails is printed with what was done in it and the command that repeats it.
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Any

import pytest
from table.events import LIFTED

import tests.table.conftest  # noqa: F401 - gives CPython what the firmware uses of MicroPython's time
from tests.virtual.faults.senses import Senses

SPARES = range(20, 28)
"""Tiles that are laid while faults strike."""
FAR = 30
"""mm that no tile is told away from its place."""
# Each fault lasts between so many ms; those without are over when the reader is reset.
_LASTS = {
    "F1": (20, 400),
    "F2": None,
    "F3": (20, 1500),
    "F4": (100, 1500),
    "F5": None,
    "F6": (2000, 8000),
    "F7": (2000, 6000),
    "F9": (1500, 3000),
    "F10": None,
    "F11": (2000, 6000),
    "F13": (2000, 6000),
    "F14": (2000, 6000),
    "F16": (2000, 6000),
    "F18": (2000, 6000),
    "F19": (500, 3000),
    "F21": (2000, 6000),
    "F22": (100, 1500),
    "F33": (1, 1000),
    "noise": (500, 3000),
    "F24": (2000, 8000),
    "F25": (4000, 9000),
    "phone": (3000, 9000),
}
_HIDING = ("F24", "F25", "phone")
"""Under these a tile is silent for longer than silence is doubted: that it is told as lifted is no mistake."""


class Case:
    """One run. ``what``: what was done, with the times in ms; ``wrong``: sentences, none if all is well."""

    def __init__(self, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
        self._rng = random.Random(seed)
        self._table = Senses(monkeypatch, seed % 7)
        self._table.run(13_000)  # past the time in which tiles may lie there quiet
        self.what: list[tuple[Any, ...]] = []
        self._lifted: set[int] = set()
        self._hidden = False
        count = self._lay_out(seed % 2 == 1)
        spares = list(SPARES)
        for _ in range(self._rng.choice((2, 3, 4, 5))):
            self._do_something(count, spares)
            if self._rng.random() < 0.6:
                self._table.run(self._rng.randrange(100, 2500))
        self._table.run(28_000)
        self.wrong = list(self._judge())

    def _lay_out(self, heap: bool) -> int:
        """Lay tiles in rows, or close together as a bazaar of which is asked all the time."""
        table, count = self._table, self._rng.choice((5, 12, 20))
        for tile in range(count):
            if heap:
                table.lay(tile, 300 + 30 * (tile % 7), 300 + 60 * (tile // 7), 90)
            else:
                table.lay(tile, 80 + 60 * (tile % 11), 120 + 90 * (tile // 11))
            table.run(500)
        table.run(5000)
        if heap:
            table.sensing.keep_asking((1 << count) - 1)
        table.run(2000 + self._rng.randrange(1000))
        assert len(table.sensing.on_cloth()) == count
        return count

    def _do_something(self, count: int, spares: list[int]) -> None:
        rng, table = self._rng, self._table
        now, deed = table.now // 1000, rng.random()
        if deed < 0.5:
            fault = rng.choice(sorted(_LASTS))
            lasts = _LASTS[fault]
            ms = rng.randrange(*lasts) if lasts else 0
            self._hidden |= fault in _HIDING
            self.what.append((now, fault, ms))
            table.strike(fault, ms)
        elif deed < 0.75:
            tile, x, y = spares.pop(0), rng.randrange(60, 740), rng.choice((560, 640, 700))
            if not any(abs(pose.x - x) < 70 and abs(pose.y - y) < 50 for pose in table.poses.values()):
                self.what.append((now, "lay", tile, x, y))
                table.lay(tile, x, y, rng.choice((0, 90, 180, 270)))
        else:
            self._lift(rng.randrange(count))

    def _lift(self, tile: int) -> None:
        """Lift a tile, and mostly lay it back some time later."""
        rng, table = self._rng, self._table
        if tile not in table.poses:
            return
        pose = table.poses[tile]
        self._lifted.add(tile)
        self.what.append((table.now // 1000, "lift", tile))
        table.lift(tile)
        if rng.random() < 0.7:
            ms = rng.randrange(300, 3000)
            self.what.append(("back after", ms))
            table.at(table.now + ms * 1000, lambda: table.lay(tile, pose.x, pose.y, pose.angle))

    def _judge(self) -> list[str]:
        table, wrong = self._table, []
        lying = dict(table.sensing.on_cloth())
        if set(lying) != set(table.poses):
            wrong.append(
                f"not heard {sorted(set(table.poses) - set(lying))}, nowhere {sorted(set(lying) - set(table.poses))}"
            )
        told = {event[2] for event in table.told(LIFTED)} - self._lifted
        if told and not self._hidden:
            wrong.append(f"never lifted {sorted(told)}")
        for tile in sorted(set(lying) & set(table.poses)):
            pose = table.poses[tile]
            if max(abs(pose.x - lying[tile][0]), abs(pose.y - lying[tile][1])) >= FAR:
                wrong.append(f"tile {tile} told at {lying[tile]}, it lies at {pose}")
        return wrong


def command(seed: int) -> str:
    """What repeats a case."""
    return f"python -m tests.virtual.faults.fuzz --first {seed} --cases 1"


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(prog="python -m tests.virtual.faults.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=0, help="seed of the first case")
    parser.add_argument("--cases", type=int, default=600)
    chosen = parser.parse_args()
    failed = 0
    for seed in range(chosen.first, chosen.first + chosen.cases):
        with pytest.MonkeyPatch.context() as monkeypatch:
            case = Case(seed, monkeypatch)
        if case.wrong:
            failed += 1
            print(f"{'; '.join(case.wrong)}\n    {case.what}\n    {command(seed)}", flush=True)
    print(f"seeds {chosen.first} to {chosen.first + chosen.cases - 1}: {failed} of {chosen.cases} cases failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
