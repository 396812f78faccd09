"""Self and mutual inductance of rectangular single-turn loops (F. W. Grover, Inductance Calculations, ch. 7 and 8).

Between straight wires only parallel ones couple, and for those Neumann's integral has a closed form. A loop's own
inductance is that of its wire's axis against its wire's surface: at 13.56 MHz the current runs in a skin of 18 µm.
"""

from __future__ import annotations

import math

from domino_table.physics.constants import MM, MU0
from domino_table.physics.wires import Array


def self_inductance(width: float, height: float, wire_radius: float) -> float:
    """H of a rectangle of round wire; its sides and the wire's radius in mm."""
    sides = _one_wire(width, wire_radius) + _one_wire(height, wire_radius)
    opposite = _parallel(0, width, 0, width, height) + _parallel(0, height, 0, height, width)
    return 2 * (sides - opposite)


def mutual(first: Array, second: Array) -> float:
    """H between two loops of wires along x or y; corners (corners, 3) in mm. Loops that share a wire are infinite.

    Raises:
        ValueError: a wire runs along neither axis.
    """
    total = 0.0
    for a, b in zip(first, _next(first), strict=True):
        for c, d in zip(second, _next(second), strict=True):
            total += _wires(a, b, c, d)
    return total


def _next(corners: Array) -> list[Array]:
    return [*corners[1:], corners[0]]


def _wires(a: Array, b: Array, c: Array, d: Array) -> float:
    """Neumann's integral of the wires a→b and c→d."""
    axis, other = _axis(a, b), _axis(c, d)
    if axis != other:
        return 0.0
    apart = math.hypot(*(a[k] - c[k] for k in range(3) if k != axis))
    return _parallel(float(a[axis]), float(b[axis]), float(c[axis]), float(d[axis]), apart)


def _axis(a: Array, b: Array) -> int:
    along = [k for k in range(3) if a[k] != b[k]]
    if len(along) != 1 or along[0] == 2:
        raise ValueError(f"a wire from {a.tolist()} to {b.tolist()} runs neither along x nor along y")
    return along[0]


def _parallel(a: float, b: float, c: float, d: float, apart: float) -> float:
    """Mutual inductance of filaments from ``a`` to ``b`` and from ``c`` to ``d`` on parallel lines, all in mm."""

    def part(z: float) -> float:
        if apart == 0:
            return abs(z) * math.log(abs(z)) - abs(z) if z else 0.0  # on one line: the limit, log apart drops out
        return z * math.asinh(z / apart) - math.hypot(z, apart)

    return MU0 / (4 * math.pi) * MM * (part(d - a) + part(c - b) - part(c - a) - part(d - b))


def _one_wire(length: float, radius: float) -> float:
    return _parallel(0, length, 0, length, radius)
