"""Kolbasa as people lay it: two lines side by side from one tile, and a tile across both tips that cuts them.

The first tile lies across, the lines go to the right, the upper one from its upper half, a little apart. All other
tiles lie lengthwise, doubles too. Where the cloth ends the upper line turns up, the lower one down.
"""

from __future__ import annotations

import random

from domino_table.virtual.chain import Arm, Layout, Spot
from domino_table.virtual.room import HALF, MARGIN, Vector, angle_of, moved, turned
from domino_table.virtual.tags import Pose

START_X = 130.0
SHOWN_EDGE, SHOWN_APART, SHOWN_DEEP = 36.0, 33, 61.0
"""Of tiles that are shown: from the edge to the first row, from tile to tile, from row to row."""
APART = 6.0
"""So much farther than the halves of the first tile lie the lines from the middle between them."""
RIGHT, UP, DOWN = (1.0, 0.0), (0.0, -1.0), (0.0, 1.0)
CUT = "cut"


class Sausage(Layout):
    """The two lines on the cloth as people see them.

    Args:
        start_double: only a double begins a sausage.
    """

    def __init__(self, rng: random.Random, area: Vector, start_double: bool = False) -> None:
        super().__init__(rng, area)
        self._start_double = start_double
        self._lengths = {"L": 0, "R": 0}
        self._start = (START_X + rng.uniform(0, 30), area[1] / 2 + rng.uniform(-30, 30))

    def emptied(self) -> Layout:
        """As it was before its first tile."""
        empty = super().emptied()
        assert isinstance(empty, Sausage)
        empty._lengths = {"L": 0, "R": 0}
        return empty

    def read(self, low: int, high: int, pose: Pose, end: str = "") -> tuple[str, Spot] | None:
        """Where a tile that lies there belongs: its place in the line, of which all are known."""
        return (end, self.spot(low, high, end)) if end in self.fits(low, high) else None

    def fits(self, low: int, high: int) -> list[str]:
        """Names of the ends at which a tile may lie, of the cut if it may be made, "" for the first tile."""
        if not self.tiles:
            return [""] if low == high or not self._start_double else []
        found = super().fits(low, high)
        level = self._lengths["L"] == self._lengths["R"] > 0 and all(arm.way == RIGHT for arm in self.arms.values())
        return [*found, CUT] if level and sorted(self.ends()) == [low, high] else found

    def asked(self, low: int, high: int, name: str) -> Pose:
        """As ``Layout.asked``: where the next tile would lie straight on, past the cut, even if it turns a corner."""
        arm = self.arms[name]
        return Pose(*moved(arm.point, arm.way, 1.5 * HALF))

    def spot(self, low: int, high: int, name: str) -> Spot:
        """Where the tile goes."""
        if not name:
            return Spot(Pose(*self._start, self._rng.choice((90, 270))), self._start, RIGHT, True)
        if name == CUT:
            return self._across(low)
        arm = self.arms[name]
        near, way = self._onwards(arm)
        far = moved(near, way, HALF)
        angle = angle_of(way if low == arm.value or high != arm.value else turned(way, 2))
        return Spot(Pose((near[0] + far[0]) / 2, (near[1] + far[1]) / 2, angle), far, way, False)

    def add(self, low: int, high: int, name: str, spot: Spot, pose: Pose, face_down: bool = False) -> None:
        """The tile lies at ``pose``, meant for ``spot``, and counts."""
        self.tiles.append((low, high))
        if not name:
            upper, lower = (low, high) if pose.angle < 180 else (high, low)
            aside = HALF / 2 + APART
            self.arms["L"] = Arm("L", upper, (pose.x, pose.y - aside), RIGHT, False, (low, high))
            self.arms["R"] = Arm("R", lower, (pose.x, pose.y + aside), RIGHT, False, (low, high))
        elif name == CUT:
            self.arms.clear()
        else:
            arm = self.arms[name]
            arm.value = high if low == arm.value else low
            arm.point = (spot.point[0] + pose.x - spot.pose.x, spot.point[1])
            arm.way, arm.tile = spot.way, (low, high)
            self._lengths[name] += 1

    def _across(self, low: int) -> Spot:
        upper, lower = self.arms["L"], self.arms["R"]
        x = max(upper.point[0], lower.point[0]) + HALF
        y = (upper.point[1] + lower.point[1]) / 2
        return Spot(Pose(x, y, 90 if low == upper.value else 270), (x, y), RIGHT, True)

    def _onwards(self, arm: Arm) -> tuple[Vector, Vector]:
        width, height = self._area
        x, y = moved(arm.point, arm.way, HALF * 2.5)
        if MARGIN <= x <= width - MARGIN and MARGIN <= y <= height - MARGIN:
            return moved(arm.point, arm.way, HALF), arm.way
        outwards = UP if arm.name == "L" else DOWN
        way = outwards if arm.way == RIGHT else turned(RIGHT, 2)
        return moved(arm.point, way, HALF), way


def before(seat: int, area: Vector, rng: random.Random) -> Pose:
    """Where a person lays a tile that fits nowhere: upright before the own side."""
    shift = rng.uniform(-60, 60)
    width, height = area
    return (
        Pose(width / 2 + shift, height - 40, 90),
        Pose(40, height * 0.25 + shift, 0),
        Pose(width / 2 + shift, 40, 90),
        Pose(width - 40, height / 2 + shift, 0),
    )[seat]


def shown(seat: int, area: Vector, rng: random.Random, count: int) -> list[Pose]:
    """Where a person lays the tiles of the hand to be seen: side by side at the own side, more in rows behind."""
    width, height = area
    poses: list[Pose] = []
    deep = SHOWN_EDGE
    while len(poses) < count:
        fits = max(1, int(min(area) - 2 * (deep + HALF / 2)) // SHOWN_APART)
        row = min(fits, count - len(poses))
        for place in range(row):
            along, away = (place - (row - 1) / 2) * SHOWN_APART + rng.uniform(-2, 2), deep + rng.uniform(-2, 2)
            x, y = width / 2 + along, height / 2 + along
            sides = Pose(x, height - away, 90), Pose(away, y, 0), Pose(x, away, 90), Pose(width - away, y, 0)
            poses.append(sides[seat])
        deep += SHOWN_DEEP
    return poses
