"""Where on the cloth there is room for one more tile. Lengths are mm, y goes downwards, ways are unit vectors."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

HALF = 28.0
"""A half is 28 mm square: the distance of the centres of two touching halves."""
MARGIN = 26.0
"""People keep tiles this far from the edge of the cloth, where they have the choice."""
EDGE = 14.0
"""No half has its centre nearer to the edge."""
APART = 34.0
"""Centres of halves that do not belong together are at least so far apart."""
FREE_END = 38.0
"""So much room, at least, is left around the place where another arm goes on."""
FOR_A_SPINNER = 110.0
"""As ``MARGIN``, while any double may still become the spinner, which needs room on four sides."""
STRETCH = (34.0, 42.0, 50.0)
"""Distances at which people lay a tile where there is no room beside the end."""
FORESIGHT = 8
"""Halves for which people look ahead before they bend an arm."""

Vector = tuple[float, float]


@dataclass(frozen=True)
class Way:
    """One way to go on: centre of the next tile's near half (of the whole tile, if crosswise), where it points."""

    near: Vector
    way: Vector


@dataclass(frozen=True)
class Room:
    """The tiles that lie around an arm, without the arm's own tip.

    Args:
        area: size of the cloth.
        lying: centres of all other halves.
        ends: places where other arms go on.
        margin: distance from the edge that is kept.
    """

    area: Vector
    lying: tuple[Vector, ...] = ()
    ends: tuple[Vector, ...] = ()
    margin: float = MARGIN

    def best(self, point: Vector, straight: Way, bends: list[Way], crosswise: bool) -> Way:
        """Straight on where that is possible; else the bend with most room before it, the first among equals.

        point: the open end, near which a tile is squeezed in somehow where none of these is possible.
        """
        if self._fits(straight, crosswise):
            return straight
        found = [bend for bend in bends if self._fits(bend, crosswise)]
        if found:
            return max(found, key=lambda bend: self._run(bend, crosswise))
        return max([straight, *bends, *_around(point)], key=lambda way: min(0.0, self._gap(way, crosswise)))

    def _fits(self, way: Way, crosswise: bool) -> bool:
        far = moved(way.near, way.way, HALF * 0.5 if crosswise else HALF * 1.5)
        return self.inside(far) and self._gap(way, crosswise) >= 0

    def _gap(self, way: Way, crosswise: bool) -> float:
        """How much more room there is than needed, in mm; negative where there is less."""
        points = list(_halves(way, crosswise))
        edge = 0.0 if all(self.inside(point, EDGE) for point in points) else -1000.0
        tiles = min((math.dist(p, q) for p in points for q in self.lying), default=1000.0) - APART
        ends = min((math.dist(p, q) for p in points for q in self.ends), default=1000.0) - FREE_END
        return min(tiles, ends) + edge

    def _run(self, way: Way, crosswise: bool) -> int:
        """How many halves fit straight on."""
        point, run = way.near, 0
        while run < FORESIGHT:
            point = moved(point, way.way, HALF)
            if not self.inside(point) or any(math.dist(point, other) < APART for other in (*self.lying, *self.ends)):
                break
            run += 1
        return run

    def inside(self, point: Vector, margin: float | None = None) -> bool:
        """Whether a half may have its centre there."""
        margin = self.margin if margin is None else margin
        return all(margin <= value <= size - margin for value, size in zip(point, self.area, strict=True))


def _around(point: Vector) -> Iterator[Way]:
    """Places all around a point, the nearest first."""
    for distance in STRETCH:
        for direction in range(0, 360, 30):
            near = moved(point, (math.cos(math.radians(direction)), math.sin(math.radians(direction))), distance)
            for way in ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)):
                yield Way(near, way)


def _halves(way: Way, crosswise: bool) -> Iterator[Vector]:
    if crosswise:
        across = turned(way.way, 1)
        yield moved(way.near, across, HALF / 2)
        yield moved(way.near, across, -HALF / 2)
    else:
        yield way.near
        yield moved(way.near, way.way, HALF)


def dot(one: Vector, other: Vector) -> float:
    """The scalar product."""
    return one[0] * other[0] + one[1] * other[1]


def moved(point: Vector, way: Vector, length: float) -> Vector:
    """The point so far along a way."""
    return point[0] + way[0] * length, point[1] + way[1] * length


def turned(way: Vector, quarters: int) -> Vector:
    """``way`` after so many quarter turns to the right."""
    for _ in range(quarters % 4):
        way = (-way[1], way[0])
    return way


def angle_of(way: Vector) -> float:
    """The direction in degrees, 0 = +x, 90 = +y."""
    return math.degrees(math.atan2(way[1], way[0])) % 360
