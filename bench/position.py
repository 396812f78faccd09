"""How exactly the firmware locates a tile, against the least error that the same readings allow.

The conditions are those of design's localisation figures: loops of 57 mm at a pitch of 40, tags of 12 mm 28 mm apart,
10 mm above the wires, a level that is 1.25 times and one that is 1.8 times the field that just reads a tag between two
loops. A tag is heard with the probability ``miss / 2 + (1 - miss) * logistic(margin / (0.55 * spread))``. The bound is
the mean of the exact probabilities over places 1 mm apart, and is told along which axis the tile lies; the firmware is
not. It asks less, too: at the low level only where one of the tags was heard at the high level.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from domino_table.hardware import Build, firmware_config, load
from domino_table.reach import reach_table
from numpy.typing import NDArray

Array = NDArray[np.float64]
_TILES, _OTHERS = 20000, 4000
_SEED = 11
_LOOPS = 9  # around the place, of either axis
_AWAY = 8  # number of the loop in the table's middle around which tiles are laid
_GRID = np.arange(-60.0, 61.0)


@dataclass(frozen=True)
class Conditions:
    """Levels in units of the field that just reads a tag between two loops; spread in dB; share of lost answers.

    ``late``: so many dB above its threshold a tag still wakes too late for the guard time, and is not heard.
    """

    levels: tuple[float, ...] = (1.8, 1.25)
    spread: float = 1.0
    miss: float = 0.02
    late: float = 0.0


class Pattern:
    """Field of one loop across its middle, averaged over a tag: straight wires by Biot and Savart, cut in pieces."""

    def __init__(self, width: float = 56.6, length: float = 840.0, height: float = 10.0, radius: float = 6.0) -> None:
        pieces = np.linspace(0, 1, 4001)
        middle, corners = (pieces[1:] + pieces[:-1]) / 2, []
        for (x0, y0), (x1, y1) in (
            ((-width / 2, -length / 2), (width / 2, -length / 2)),
            ((width / 2, -length / 2), (width / 2, length / 2)),
            ((width / 2, length / 2), (-width / 2, length / 2)),
            ((-width / 2, length / 2), (-width / 2, -length / 2)),
        ):
            step = np.array((x1 - x0, y1 - y0)) / len(middle)
            corners.append((x0 + (x1 - x0) * middle, y0 + (y1 - y0) * middle, step))
        rings = [(0.0, 0.0)] + [
            (radius * share * np.cos(turn), radius * share * np.sin(turn))
            for share, many in ((0.45, 6), (0.85, 12))
            for turn in np.arange(many) * 2 * np.pi / many
        ]
        weights = np.array([0.1] + [0.3 / 6] * 6 + [0.6 / 12] * 12)
        self._at = np.arange(0.0, 241.0, 1.0)
        self._field = np.zeros(len(self._at))
        for weight, (dx, dy) in zip(weights, rings, strict=True):
            for x, y, step in corners:
                rx, ry = self._at[:, np.newaxis] + dx - x, dy - y
                cube = (rx**2 + ry**2 + height**2) ** 1.5
                self._field += weight * ((step[0] * ry - step[1] * rx) / cube).sum(axis=1)
        self._field = np.abs(self._field)
        self._needed = self._field[:21].min()

    def heard(self, distances: Array, level: float, given: Conditions) -> Array:
        """Probability that a tag is heard at distances in mm from a loop's middle line."""
        over = np.maximum(np.interp(np.abs(distances), self._at, self._field) * level / self._needed, 1e-6)
        margin = (20 * np.log10(over) - given.late) / (0.55 * given.spread)
        result: Array = given.miss / 2 + (1 - given.miss) / (1 + np.exp(-margin))
        return result


@dataclass
class Readings:
    """Places (tiles, x and y) from the middle loop, quarter turns, what was heard [level][tile, half, axis, loop]."""

    places: Array
    turns: NDArray[np.int64]
    heard: list[NDArray[np.bool_]]


def _tags(turns: NDArray[np.int64]) -> Array:
    """(tiles, halves, axes): mm from the tile's centre."""
    along = 14.0 * np.stack((np.cos(turns * np.pi / 2), np.sin(turns * np.pi / 2)), axis=1).round()
    return np.stack((-along, along), axis=1)


def laid(count: int, pattern: Pattern, given: Conditions, seed: int) -> Readings:
    """Tiles at random places in one cell, read once."""
    rng = np.random.default_rng(seed)
    return read(rng.uniform(-20, 20, (count, 2)), rng.integers(0, 4, count), pattern, given, rng)


def read(
    places: Array, turns: NDArray[np.int64], pattern: Pattern, given: Conditions, rng: np.random.Generator
) -> Readings:
    """Read tiles that lie at these places."""
    loops = 40.0 * (np.arange(_LOOPS) - _LOOPS // 2)
    apart = (places[:, np.newaxis] + _tags(turns))[..., np.newaxis] - loops
    heard = [rng.random(apart.shape) < pattern.heard(apart, level, given) for level in given.levels]
    return Readings(places, turns, heard)


def bound(readings: Readings, pattern: Pattern, given: Conditions) -> Array:
    """(tiles, axes): errors in mm of the mean of all places by their probabilities, the tile's turn being known."""
    tags, loops = _tags(readings.turns), 40.0 * (np.arange(_LOOPS) - _LOOPS // 2)
    errors = np.zeros_like(readings.places)
    for axis in (0, 1):
        total = np.zeros((len(errors), len(_GRID)))
        for half in (0, 1):
            for shift in (-14.0, 0.0, 14.0):
                mine = tags[:, half, axis] == shift
                for level, heard in zip(given.levels, readings.heard, strict=True):
                    chance = pattern.heard(_GRID[:, np.newaxis] + shift - loops, level, given)
                    answers = heard[mine, half, axis].astype(float)
                    total[mine] += answers @ np.log(chance).T + (1 - answers) @ np.log(1 - chance).T
        weight = np.exp(total - total.max(axis=1, keepdims=True))
        errors[:, axis] = weight @ _GRID / weight.sum(axis=1) - readings.places[:, axis]
    return errors


def located(readings: Readings, pattern: Pattern, build: Build, given: Conditions) -> tuple[Array, float, float]:
    """(tiles, axes): errors in mm of the firmware; shares of tiles turned by more than 45° and of those read again."""
    from table.sensing.locate import Locator

    rng = np.random.default_rng(0)
    reach = {**build.data["reach"], "spread_db": given.spread, "miss": given.miss}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "reach.bin"
        path.write_bytes(reach_table(replace(build, data={**build.data, "reach": reach})))
        config = {**firmware_config(build), "reach": str(path), "offsets": f"{folder}/none"}
        locator = Locator(config)
        errors, turned = _poses(locator, readings)
        once = float(np.isnan(errors[:, 0]).mean())
        while (left := np.flatnonzero(np.isnan(errors[:, 0]))).size:
            more = read(readings.places[left], readings.turns[left], pattern, given, rng)
            errors[left], other = _poses(locator, more)
            turned += other
    return errors, turned / len(errors), once


def _poses(locator: Any, readings: Readings) -> tuple[Array, int]:
    """Errors, NaN where the firmware wants another reading; how many tiles it has turned by more than 45°."""
    bits, middle = 1 << (np.arange(_LOOPS) + _AWAY - _LOOPS // 2), 20 + 40 * _AWAY
    masks = [(heard @ bits).tolist() for heard in readings.heard]
    errors, turned = np.full(readings.places.shape, np.nan), 0
    for tile, (x, y) in enumerate(readings.places):
        strips = [[level[tile][half][axis] for half in (0, 1) for axis in (1, 0)] for level in masks]
        asked = [strips[0][axis] | strips[0][2 + axis] for axis in (0, 1)] * 2
        low = [strip & loops for strip, loops in zip(strips[-1], asked, strict=True)]
        # A half that is silent along an axis is asked for again (``Focus``).
        pose = locator.pose(strips[0], low if len(strips) > 1 else None) if all(strips[0]) else None
        if pose is not None and pose[2] >= 0:
            errors[tile] = pose[0] - middle - x, pose[1] - middle - y
            away = abs(pose[2] - 90 * int(readings.turns[tile])) % 360
            turned += min(away, 360 - away) > 45
    return errors, turned


def _sizes(errors: Array, turns: NDArray[np.int64], across: int) -> tuple[float, float]:
    """Rms and 99 % in mm along (0) or across (1) the tiles."""
    own = np.abs(np.where((turns + across) % 2 == 0, errors[:, 0], errors[:, 1]))
    return float(np.sqrt((own**2).mean())), float(np.quantile(own, 0.99))


_CASES = (
    ("two levels, 1 dB", Conditions(), True),
    ("two levels, 3 dB", Conditions(spread=3.0), False),
    ("one level, 1 dB", Conditions(levels=(1.8,)), False),
    ("guard time too short by 1 dB", Conditions(late=1.0), False),
)


def run() -> list[dict[str, Any]]:
    """The figures of 20,000 tiles (4,000 in other conditions), seed 11; bound and firmware get the same readings."""
    pattern, build, figures = Pattern(), load("grid40"), []
    for name, given, held in _CASES:
        readings = laid(_TILES if held else _OTHERS, pattern, given, _SEED)
        least = bound(readings, pattern, given)
        found, turned, again = located(readings, pattern, build, given)
        for across, word in enumerate(("along", "across")):
            own, best = _sizes(found, readings.turns, across), _sizes(least, readings.turns, across)
            for k, what in enumerate(("rms", "99 %")):
                title = f"settled tile {word}, {what}, {name}"
                figures.append(_figure(title, own[k], "mm", f"bound {best[k]:.1f}", None))
                if held:
                    ratio = round(own[k] / best[k], 3)
                    figures.append(_figure(f"{title}: over the bound", ratio, "x", "<= 1.05", ratio <= 1.05))
        figures.append(_figure(f"turned by more than 45°, {name}", 100 * turned, "%", None, None))
        figures.append(_figure(f"read again, {name}", 100 * again, "%", None, None))
    return figures


def _figure(name: str, value: float, unit: str, bar: str | None, ok: bool | None) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "bar": bar, "ok": ok}
