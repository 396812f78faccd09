"""The magnetic field of loops made of straight wires, by Biot and Savart in closed form."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from domino_table.physics.constants import MM

Array = NDArray[np.float64]

_ON_THE_WIRE: Final = 1e-12
"""mm² of distance under which a point counts as lying on the wire; the field there is set to zero."""


def rectangle(left: float, top: float, right: float, bottom: float, z: float = 0.0) -> Array:
    """Corners (4, 3) of a flat loop in mm. The current goes round so that the field inside points up."""
    return np.array([(left, top, z), (right, top, z), (right, bottom, z), (left, bottom, z)], dtype=np.float64)


def polygon(radius: float, sides: int, centre: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Array:
    """Corners (sides, 3) of a regular polygon in mm whose corners lie on a circle; the field inside points up."""
    angles = 2 * np.pi * np.arange(sides) / sides
    flat = np.stack([np.cos(angles), np.sin(angles), np.zeros(sides)], axis=1)
    corners: Array = radius * flat + np.asarray(centre)
    return corners


def field(corners: Array, points: Array) -> Array:
    """H of closed loops that carry one ampere.

    Args:
        corners: (loops, corners, 3) or, for one loop, (corners, 3), in mm.
        points: (points, 3) in mm.

    Returns:
        (loops, points, 3), or (points, 3) for one loop, in (A/m)/A.
    """
    if corners.ndim == 2:
        one: Array = field(corners[np.newaxis], points)[0]
        return one
    total = np.zeros((corners.shape[0], points.shape[0], 3))
    for side in range(corners.shape[1]):
        total += _straight(corners[:, side], corners[:, (side + 1) % corners.shape[1]], points)
    return total


def _straight(start: Array, end: Array, points: Array) -> Array:
    """H of one straight wire of each loop, (loops, points, 3): from ``start`` to ``end``, (loops, 3) each."""
    length = np.linalg.norm(end - start, axis=1)
    along = (end - start) / length[:, np.newaxis]
    reach = points[np.newaxis] - start[:, np.newaxis]
    passed = np.einsum("lpk,lk->lp", reach, along)
    across = reach - passed[..., np.newaxis] * along[:, np.newaxis]
    squared = np.einsum("lpk,lpk->lp", across, across)
    left = length[:, np.newaxis] - passed
    squared_safe = np.where(squared > _ON_THE_WIRE, squared, np.inf)
    ends = passed / np.sqrt(passed**2 + squared_safe) + left / np.sqrt(left**2 + squared_safe)
    ends = np.where(squared > _ON_THE_WIRE, ends, 0.0)
    result: Array = (ends / (4 * np.pi * MM * squared_safe))[..., np.newaxis] * np.cross(along[:, np.newaxis], across)
    return result
