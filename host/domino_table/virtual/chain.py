"""How people lay a line of dominoes: doubles crosswise, tiles end to end, a bend where the cloth ends.

Both arms bend in the same sense, so that they wind around each other and never meet. What people see of the layout is
here too: the ends and their values. Lengths are mm, the cloth is seen from above with y downwards.
"""

from __future__ import annotations

import copy
import math
import random
from dataclasses import dataclass

from domino_table.virtual.tags import Pose, tag_centres

HALF = 28.0
"""A half is 28 mm square: the distance of the centres of two touching halves."""
MARGIN = 26.0
"""People keep tiles this far from the edge of the cloth."""
LENGTHWISE = 0.04
"""Share of doubles that are laid lengthwise, as any other tile."""
END_BEND = 0.3
"""Share of bends made with a tile across the end of the arm instead of beside its last half."""

Vector = tuple[float, float]


@dataclass
class Arm:
    """One open end: its value, the centre of what lies open there, which way the arm grows, and from which tile."""

    name: str
    value: int
    point: Vector
    way: Vector
    crosswise: bool


@dataclass(frozen=True)
class Spot:
    """Where a tile belongs, and how the arm goes on from there."""

    pose: Pose
    point: Vector
    way: Vector
    crosswise: bool


class Layout:
    """The line on the cloth as people see it."""

    def __init__(self, rng: random.Random, area: tuple[float, float] = (800.0, 800.0)) -> None:
        self._rng, self._area = rng, area
        self.arms: dict[str, Arm] = {}
        self.tiles: list[tuple[int, int]] = []
        self._before: tuple[dict[str, Arm], list[tuple[int, int]]] = ({}, [])
        self._sense = rng.choice((1, -1))
        self._way: Vector = rng.choice(((1.0, 0.0), (1.0, 0.0), (0.0, 1.0)))
        self._start = (area[0] / 2 + rng.uniform(-50, 50), area[1] / 2 + rng.uniform(-50, 50))

    def ends(self) -> list[int]:
        """Values of the open ends, none before the first tile."""
        return [arm.value for arm in self.arms.values()]

    def fits(self, low: int, high: int) -> list[str]:
        """Names of the ends at which a tile may lie; the empty name for the first tile of the round."""
        if not self.arms:
            return [""]
        return [name for name, arm in self.arms.items() if arm.value in (low, high)]

    def spot(self, low: int, high: int, name: str) -> Spot:
        """Where the tile goes at the end ``name``, whether it fits there or not ("" = first tile)."""
        if not name:
            return self._first(low, high)
        arm = self.arms[name]
        lengthwise = low == high and self._rng.random() < LENGTHWISE
        crosswise = low == high and not lengthwise
        near, way = self._next(arm, crosswise)
        half_zero_near = low == arm.value or high != arm.value
        if crosswise:
            pose = Pose(near[0], near[1], _angle(_turned(way, self._rng.choice((1, -1)))))
            return Spot(pose, near, way, True)
        far = _moved(near, way, HALF)
        pose = Pose((near[0] + far[0]) / 2, (near[1] + far[1]) / 2, _angle(way if half_zero_near else _turned(way, 2)))
        return Spot(pose, far, way, False)

    def add(self, low: int, high: int, name: str, spot: Spot, pose: Pose) -> None:
        """The tile lies at ``pose``, meant for ``spot``, and counts."""
        self._before = (copy.deepcopy(self.arms), list(self.tiles))
        self.tiles.append((low, high))
        shift = (pose.x - spot.pose.x, pose.y - spot.pose.y)
        if not name:
            self._way = spot.way
            self._open(low, high, pose)
            return
        arm = self.arms[name]
        arm.value = high if low == arm.value else low
        arm.point = (spot.point[0] + shift[0] * 0.7, spot.point[1] + shift[1] * 0.7)
        arm.way, arm.crosswise = spot.way, spot.crosswise

    def take_back(self) -> None:
        """The tile that was added last does not count any more."""
        self.arms, self.tiles = copy.deepcopy(self._before[0]), list(self._before[1])

    def read(self, low: int, high: int, pose: Pose) -> tuple[str, Spot] | None:
        """Where a tile that somebody else has laid belongs: at the nearest end that it fits; None if it fits none."""
        halves = tag_centres(pose, HALF)
        if not self.arms:
            x, y = self._along(*halves)
            way = (abs(y), abs(x)) if low == high else (abs(x), abs(y))
            return "", Spot(pose, (pose.x, pose.y), way, low == high)
        found: list[tuple[float, str, Spot]] = []
        for name in self.fits(low, high):
            arm = self.arms[name]
            inner, outer = halves if low == arm.value else halves[::-1]
            if low == high and abs(_dot(self._along(inner, outer), arm.way)) < 0.5:
                inner = outer = (pose.x, pose.y)
            elif low == high and math.dist(outer, arm.point) < math.dist(inner, arm.point):
                inner, outer = outer, inner
            crosswise = inner == outer
            way = arm.way if crosswise else self._along(inner, outer)
            found.append((math.dist(inner, arm.point), name, Spot(pose, outer, way, crosswise)))
        return min(found, key=lambda near: near[0])[1:] if found else None

    @staticmethod
    def _along(start: Vector, end: Vector) -> Vector:
        """The axis along which the line from ``start`` to ``end`` runs most."""
        dx, dy = end[0] - start[0], end[1] - start[1]
        return (math.copysign(1.0, dx), 0.0) if abs(dx) > abs(dy) else (0.0, math.copysign(1.0, dy))

    def _first(self, low: int, high: int) -> Spot:
        way = self._way
        if low == high:
            return Spot(Pose(*self._start, _angle(_turned(way, 1))), self._start, way, True)
        return Spot(Pose(*self._start, _angle(_turned(way, self._rng.choice((0, 2))))), self._start, way, False)

    def _open(self, low: int, high: int, pose: Pose) -> None:
        """The first tile: its left half, or upper one, is the end L (record-format.md, input lines)."""
        back = _turned(self._way, 2)
        if low == high:
            centre = (pose.x, pose.y)
            self.arms["L"] = Arm("L", low, centre, back, True)
            self.arms["R"] = Arm("R", low, centre, self._way, True)
            return
        forwards = math.cos(math.radians(pose.angle - _angle(self._way))) > 0
        left, right = (low, high) if forwards else (high, low)
        self.arms["L"] = Arm("L", left, _moved((pose.x, pose.y), back, HALF / 2), back, False)
        self.arms["R"] = Arm("R", right, _moved((pose.x, pose.y), self._way, HALF / 2), self._way, False)

    @property
    def written_backwards(self) -> bool:
        """Whether the first tile reads as high-low from L to R."""
        low, high = self.tiles[0]
        return low != high and self.arms["L"].value == high

    def _next(self, arm: Arm, crosswise: bool) -> tuple[Vector, Vector]:
        """Centre of the next tile's near half (of the whole tile, if crosswise) and the way it points."""
        reach = HALF * 1.5 if crosswise else HALF * 2.5
        if self._inside(_moved(arm.point, arm.way, reach)):
            return _moved(arm.point, arm.way, HALF), arm.way
        way = _turned(arm.way, self._sense)
        across_end = self._inside(_moved(arm.point, arm.way, HALF * 1.5)) and self._rng.random() < END_BEND
        if across_end and not crosswise and not arm.crosswise:
            return _moved(arm.point, arm.way, HALF), way
        return _moved(arm.point, way, HALF * 1.5 if arm.crosswise else HALF), way

    def _inside(self, point: Vector) -> bool:
        return all(MARGIN <= value <= size - MARGIN for value, size in zip(point, self._area, strict=True))


def _dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1]


def _moved(point: Vector, way: Vector, length: float) -> Vector:
    return point[0] + way[0] * length, point[1] + way[1] * length


def _turned(way: Vector, quarters: int) -> Vector:
    """``way`` after so many quarter turns to the right."""
    for _ in range(quarters % 4):
        way = (-way[1], way[0])
    return way


def _angle(way: Vector) -> float:
    return math.degrees(math.atan2(way[1], way[0])) % 360
