"""How people lay a line on a small cloth: along a track that winds through all of it and comes back to where it began.

The line grows both ways from its first tile, and its two ends meet only where the cloth is full: it never matters how
unequally they grow. The track leads through square places of half a tile each; a tile takes the next two of them, a
double that lies across takes one. Lengths are mm.
"""

from __future__ import annotations

import math
import random

from domino_table.virtual.chain import LENGTHWISE, Layout, Spot
from domino_table.virtual.room import Vector, angle_of, turned
from domino_table.virtual.tags import Pose

PLACE = 28.5
"""From one place to the next: half a tile and a little air."""
EDGE = 28.0
"""So far from the edge lies the middle of no place."""
NEAR = 16.0
"""A tile that lies nearer than this to where the track would have it lies on the track."""

Place = tuple[int, int]


def around(columns: int, rows: int) -> list[Place]:
    """The places of a closed track in their order: every second row to and fro, and back along the left edge.

    Raises ValueError where there is no room for one.
    """
    lanes = (rows + 1) // 2 // 2 * 2
    if lanes < 2 or columns < 4:
        raise ValueError("no track of dominoes fits on so small a cloth")
    track: list[Place] = []
    for lane in range(lanes):
        inner = range(0 if lane in (0, lanes - 1) else 2, columns)
        track += [(column, 2 * lane) for column in (reversed(inner) if lane % 2 else inner)]
        if lane < lanes - 1:
            track.append((track[-1][0], 2 * lane + 1))
    return track + [(0, row) for row in range(2 * lanes - 3, 0, -1)]


class Track(Layout):
    """A line along a track; an arm that was led off it goes on as in ``Layout``.

    Attributes:
        room: how many tiles fit, if none of them lies across.
    """

    def __init__(self, rng: random.Random, area: Vector) -> None:
        """Raises ValueError where the cloth is too small."""
        super().__init__(rng, area)
        columns, rows = (int((size - 2 * EDGE) // PLACE) + 1 for size in area)
        self._track = around(columns, rows)
        self.room = len(self._track) // 2
        last = max(row for _, row in self._track)
        self._origin = (area[0] - (columns - 1) * PLACE) / 2, (area[1] - last * PLACE) / 2
        self._at: dict[str, int] = {}  # per arm the next free place
        self._first_place = rng.choice([place for place in range(len(self._track)) if self._is_straight(place + 1)])
        self._forwards = 1
        self._way = self._towards(self._first_place, self._first_place + 1)
        if sum(self._way) < 0:  # the arm called L lies to the left, or above (record-format.md)
            self._way, self._forwards = turned(self._way, 2), -1

    def emptied(self) -> Layout:
        """As it was before its first tile."""
        empty = super().emptied()
        assert isinstance(empty, Track)
        empty._at = {}
        return empty

    def spot(self, low: int, high: int, name: str) -> Spot:
        """Where the tile goes at the end ``name``, whether it fits there or not ("" = first tile)."""
        place, step = self._at.get(name, 0), self._step(name)
        if name not in self._at or not self._is_free(place, name) or not self._is_free(place + step, name):
            return super().spot(low, high, name)
        lengthwise = self._rng.random() < LENGTHWISE
        if low == high and self._is_straight(place) and not lengthwise:
            way = self._towards(place - step, place)
            near = self._middle(place)
            return Spot(Pose(*near, angle_of(turned(way, self._rng.choice((1, -1))))), near, way, True)
        value, way = self.arms[name].value, self._towards(place, place + step)
        angle = angle_of(way if low == value or high != value else turned(way, 2))
        return Spot(Pose(*self._between(place, place + step), angle), self._middle(place + step), way, False)

    def add(self, low: int, high: int, name: str, spot: Spot, pose: Pose, face_down: bool = False) -> None:
        """The tile lies at ``pose``, meant for ``spot``, and counts."""
        super().add(low, high, name, spot, pose, face_down)
        if not name:
            planned = self._first(low, high).pose
            if math.dist((pose.x, pose.y), (planned.x, planned.y)) < NEAR:
                beyond = 1 if spot.crosswise else 2
                self._at = {"L": self._first_place - self._forwards, "R": self._first_place + beyond * self._forwards}
        elif name in self._at:
            place, step = self._at[name], self._step(name)
            there = self._middle(place) if spot.crosswise else self._between(place, place + step)
            if math.dist((pose.x, pose.y), there) < NEAR:
                self._at[name] += step if spot.crosswise else 2 * step
            else:
                del self._at[name]

    def _first(self, low: int, high: int) -> Spot:
        way, place = self._way, self._first_place
        if low == high:
            middle = self._middle(place)
            return Spot(Pose(*middle, angle_of(turned(way, 1))), middle, way, True)
        centre = self._between(place, place + self._forwards)
        return Spot(Pose(*centre, angle_of(turned(way, self._rng.choice((0, 2))))), centre, way, False)

    # --- the track ----------------------------------------------------------------------------------------------

    def _step(self, name: str) -> int:
        return self._forwards if name == "R" else -self._forwards

    def _is_free(self, place: int, name: str) -> bool:
        """Whether no tile of the other arm lies there."""
        other = self._at.get("L" if name == "R" else "R")
        return other is None or (other - place) * self._step(name) % len(self._track) != len(self._track) - 1

    def _place(self, number: int) -> Place:
        return self._track[number % len(self._track)]

    def _middle(self, number: int) -> Vector:
        column, row = self._place(number)
        return self._origin[0] + column * PLACE, self._origin[1] + row * PLACE

    def _between(self, one: int, other: int) -> Vector:
        (x, y), (to_x, to_y) = self._middle(one), self._middle(other)
        return (x + to_x) / 2, (y + to_y) / 2

    def _towards(self, one: int, other: int) -> Vector:
        return self._along(self._middle(one), self._middle(other))

    def _is_straight(self, number: int) -> bool:
        (x, y), (to_x, to_y) = self._place(number - 1), self._place(number + 1)
        return x == to_x or y == to_y
