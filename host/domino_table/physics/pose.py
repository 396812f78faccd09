"""Where the tags of a tile are, and which way they look, however the tile lies or stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from domino_table.physics.wires import Array

THICKNESS: Final = 11.0
"""mm of a club's tile."""
TAG_DEPTH: Final = 1.5
"""mm from the tile's back to its tags."""


@dataclass(frozen=True)
class Body:
    """A tile's shape in mm: length, width, thickness, distance of its tags, their depth above the back."""

    length: float = 56.0
    width: float = 28.0
    thickness: float = THICKNESS
    tag_distance: float = 28.0
    tag_depth: float = TAG_DEPTH


def axes(angle: float, tilt: float = 0.0, lean: float = 0.0) -> tuple[Array, Array, Array]:
    """A tile's own directions: along it from half 0 to half 1, across it, and out of its face.

    Args:
        angle: direction of the length on the table in degrees, 0 = +x, 90 = +y.
        tilt: rolled about its length: 0 lies face up, 90 stands on its long edge, 180 lies face down.
        lean: raised by half 1: 90 stands on its short edge.
    """
    a, t, p = np.radians((angle, tilt, lean))
    along = np.array((np.cos(a) * np.cos(p), np.sin(a) * np.cos(p), np.sin(p)))
    level = np.array((-np.sin(a), np.cos(a), 0.0))
    upright = np.cross(along, level)
    return along, np.cos(t) * level + np.sin(t) * upright, np.cos(t) * upright - np.sin(t) * level


def tags(
    body: Body, x: float, y: float, angle: float, tilt: float = 0.0, lean: float = 0.0, height: float = 0.0
) -> tuple[Array, Array]:
    """Centres (2, 3) in mm above the cloth and normals (2, 3) of the tags of a tile whose middle is over (x, y).

    Its lowest corner is ``height`` mm above the cloth.
    """
    along, across, out = axes(angle, tilt, lean)
    halves = np.array((body.length, body.width, body.thickness)) / 2
    middle = height + float(np.abs(np.array((along[2], across[2], out[2]))) @ halves)
    centre = np.array((x, y, middle)) - out * (body.thickness / 2 - body.tag_depth)
    step = along * body.tag_distance / 2
    return np.stack([centre - step, centre + step]), np.stack([out, out])
