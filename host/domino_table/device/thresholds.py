"""From which tag answered where at which drive level to how well it hears, and how much current each loop carries.

Nothing here talks to a board. Fields are those of the physical model for a typical tag and a typically trimmed loop.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from domino_table.hardware import Build, Loop
from domino_table.physics.circuit import LEVELS, decibels, level_volts
from domino_table.physics.pattern import Pattern, pattern
from domino_table.physics.setting import Setting, read
from domino_table.physics.wires import Array

STEP_DB: Final = 0.25
"""A quarter of a dB is the unit of ``/offsets.bin``."""
REACH_DB: Final = 4.0
"""Beyond this the localiser's table has no rows: the tag counts as this far off."""
_SOFT_DB: Final = 0.35
"""A tag at its threshold answers now and then within so much [estimate]."""
_LOST: Final = 0.03
"""Share of requests whose answer is lost, or comes, against all expectation."""
_ASIDE_MM: Final = 2.5
"""Standard deviation of how far from the mark a person lays a tile [estimate]."""
_OFFSETS: Final = np.arange(-10.0, 10.0 + STEP_DB / 2, STEP_DB)
DEAD: Final = 255
"""Level of a loop that carries no current."""
_OPEN: Final = 0.93
"""A loop that leaves this part of the open antenna's voltage takes none: its switch does not close."""


@dataclass(frozen=True)
class Found:
    """Of one tile: offset of each tag's threshold in dB (positive: hears better), None where no level made a
    difference; and how far from the mark the tile lay, in mm."""

    offsets: tuple[float | None, float | None]
    aside: tuple[float, float]


class Cell:
    """The known place in which every tile is measured: where the four middle loops of a build cross.

    Attributes:
        x, y: of it, in mm. loops: numbers of the rows and columns that are asked there.
    """

    def __init__(self, build: Build) -> None:
        self._grid = build.data["grid"]
        rows, columns = self._grid["rows"], self._grid["columns"]
        if rows < 4 or columns < 4:
            raise ValueError(f"{build.id} has too few loops: four rows and four columns have to cross under a tile")
        self.x, self.y = self._between(columns // 2), self._between(rows // 2)
        middle = (range(rows // 2 - 2, rows // 2 + 2), range(columns // 2 - 2, columns // 2 + 2))
        self.loops = [*middle[0], *(rows + column for column in middle[1])]
        self._all = build.loops()
        self._half = build.data["tile"]["tag_distance"] / 2
        setting = read(build.data.get("field", {}), f"{build.path}, [field]")
        self._patterns = {kind: _pattern(build, setting, kind) for kind in ("row", "column")}
        self._supply, self._tx = setting.supply, int(build.data["radio"]["tx_level"])

    def _between(self, loop: int) -> float:
        return float(self._grid["first_centre"] + self._grid["pitch"] * (loop - 0.5))

    def margins(self, shares: Sequence[float], dx: float, dy: float, half: int) -> Array:
        """(loops, levels) in dB: how far above its threshold a typical tag is, of a tile ``dx``, ``dy`` off the mark.

        ``shares``: current of every loop over that of a typical one. ``half``: 0 the left tag, 1 the right one.
        """
        x, y = self.x + dx + (self._half if half else -self._half), self.y + dy
        rows = []
        for number in self.loops:
            loop = self._all[number]
            over = self._patterns[loop.kind].over(
                np.array([_off(loop, x, y)]), self._tx, share=max(shares[number], 0.01)
            )
            strength = decibels(float(over[0])) - decibels(level_volts(self._tx, self._supply))
            rows.append([strength + decibels(level_volts(level, self._supply)) for level in range(LEVELS)])
        return np.array(rows)

    def estimate(self, counts: Sequence[Sequence[Sequence[int]]], rounds: int, shares: Sequence[float]) -> Found:
        """The likeliest offsets and place of a tile whose tags (the left one first) answered so often.

        ``counts``: by tag, loop of :attr:`loops` and level, of ``rounds`` requests each.
        """
        heard = np.array(counts, dtype=float)
        told = [bool(_differing(heard[half])) for half in (0, 1)]
        best, found = math.inf, Found((None, None), (0.0, 0.0))
        for dx in np.arange(-5.0, 5.1, 1.0):
            for dy in np.arange(-5.0, 5.1, 1.0):
                cost = (dx * dx + dy * dy) / (2 * _ASIDE_MM**2)
                offsets: list[float | None] = [None, None]
                for half in (0, 1):
                    if told[half]:
                        costs = self._costs(heard[half], rounds, self.margins(shares, dx, dy, half))
                        cost += float(costs.min())
                        offsets[half] = float(_OFFSETS[costs == costs.min()].mean())
                if cost < best:
                    best, found = cost, Found((offsets[0], offsets[1]), (float(dx), float(dy)))
        return found

    def _costs(self, heard: Array, rounds: int, margins: Array) -> Array:
        """Minus the logarithm of the probability of what one tag answered, by offset."""
        above = margins[np.newaxis] + _OFFSETS[:, np.newaxis, np.newaxis]
        chance = _LOST / 2 + (1 - _LOST) / (1 + np.exp(-np.clip(above / _SOFT_DB, -60, 60)))
        result: Array = -(heard * np.log(chance) + (rounds - heard) * np.log(1 - chance)).sum(axis=(1, 2))
        return result


def _differing(heard: Array) -> bool:
    """Whether a drive level made a difference in some loop: more than lost answers explain."""
    spread = heard.max(axis=1) - heard.min(axis=1)
    return bool((spread > heard.max() / 2).any())


def _off(loop: Loop, x: float, y: float) -> float:
    if loop.kind == "row":
        return abs(y - (loop.top + loop.bottom) / 2)
    return abs(x - (loop.left + loop.right) / 2)


def _pattern(build: Build, setting: Setting, kind: str) -> Pattern:
    grid = build.data["grid"]
    return pattern(grid["loop_length"], grid["loop_width"], setting.depth(kind), grid["pitch"] / 2, setting)


@dataclass(frozen=True)
class Loads:
    """What the readers' AGC says of the loops.

    Attributes:
        shares: current of each loop over that of the one in the middle of all of its kind; 0 of a dead one.
        dead: numbers of loops that carry none.
    """

    shares: list[float]
    dead: list[int]

    @classmethod
    def of(cls, agc: Sequence[int], nothing: Sequence[int], grid: int) -> Loads:
        """From the AGC of each loop and of each reader with no loop (none in a build without a selector).

        Behind a matching network a load of z times the loop's resistance leaves |z / (1 + z)| of the open antenna's
        voltage, and the stiff driver gives it 1 / |z| of the current in resonance. Mistuning adds an imaginary part.
        """
        found = []
        for number, value in enumerate(agc):
            if not nothing:
                found.append(1.0)
                continue
            left = value / max(1, nothing[0 if number < grid else -1])
            found.append(0.0 if left >= _OPEN else _share(left))
        dead = [number for number, share in enumerate(found) if share == 0.0]
        for first, last in ((0, grid), (grid, len(agc))):
            alive = [share for share in found[first:last] if share]
            usual = float(np.median(alive)) if alive else 1.0
            found[first:last] = [share / usual for share in found[first:last]]
        return cls(found, dead)

    def levels(self, tx_level: int, supply: float = 5.0) -> list[int]:
        """Per loop the drive level that brings it nearest to a usual one at ``tx_level``; ``DEAD`` of a dead one."""
        wanted = decibels(level_volts(tx_level, supply))
        levels = []
        for number, share in enumerate(self.shares):
            gaps = [abs(decibels(level_volts(level, supply) * max(share, 1e-3)) - wanted) for level in range(LEVELS)]
            best = min(gaps)
            near = tx_level if gaps[tx_level] <= best + 0.2 else gaps.index(best)
            levels.append(DEAD if number in self.dead else near)
        return levels


def _share(left: float) -> float:
    """Current over that in resonance of a loop that leaves a part of the voltage, at least half of it."""
    square = max(0.0, (4 * left * left - 1) / (1 - left * left))
    return 1 / math.sqrt(1 + square)
