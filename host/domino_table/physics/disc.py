"""The field through a tag: its part along the tag's normal, averaged over the disc of its coil."""

from __future__ import annotations

from typing import Final

import numpy as np

from domino_table.physics.wires import Array, field

_RINGS: Final = np.sqrt((1 + np.array((-0.7745966692414834, 0.0, 0.7745966692414834))) / 2)
_RING_WEIGHTS: Final = np.array((5.0, 8.0, 5.0)) / 18
"""Gauss's rule of three points for the square of the radius: rings whose weights follow their areas."""
_SPOKES: Final = 8


def _unit_disc() -> tuple[Array, Array]:
    angles = 2 * np.pi * (np.arange(_SPOKES) + 0.5) / _SPOKES
    flat = np.stack([np.outer(_RINGS, np.cos(angles)), np.outer(_RINGS, np.sin(angles))], axis=-1)
    return flat.reshape(-1, 2), np.repeat(_RING_WEIGHTS / _SPOKES, _SPOKES)


_POINTS, _WEIGHTS = _unit_disc()


def mean_field(corners: Array, centres: Array, normals: Array, radius: float) -> Array:
    """H along the normal, averaged over discs, with its sign: flux / (μ0 · area).

    Args:
        corners: (loops, corners, 3) in mm.
        centres: (discs, 3) in mm.
        normals: (discs, 3), unit vectors.
        radius: of the discs, mm.

    Returns:
        (discs, loops) in (A/m)/A.
    """
    if not len(centres):
        return np.zeros((0, corners.shape[0]))
    first, second = _plane(normals)
    offsets = radius * (
        _POINTS[:, 0, np.newaxis] * first[:, np.newaxis] + _POINTS[:, 1, np.newaxis] * second[:, np.newaxis]
    )
    points = (centres[:, np.newaxis] + offsets).reshape(-1, 3)
    h = field(corners, points).reshape(corners.shape[0], len(centres), len(_WEIGHTS), 3)
    result: Array = np.einsum("ldwk,dk,w->dl", h, normals, _WEIGHTS)
    return result


def _plane(normals: Array) -> tuple[Array, Array]:
    """Two unit vectors at right angles to each normal."""
    away = np.where(np.abs(normals[:, 2:]) < 0.9, np.array((0.0, 0.0, 1.0)), np.array((1.0, 0.0, 0.0)))
    first = np.cross(normals, away)
    first /= np.linalg.norm(first, axis=1)[:, np.newaxis]
    return first, np.cross(normals, first)
