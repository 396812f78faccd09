"""Inductances against an independent integration of the flux, against reciprocity and against the design's figures."""

import numpy as np
import pytest
from domino_table.physics.constants import MM, MU0
from domino_table.physics.disc import mean_field
from domino_table.physics.inductance import mutual, self_inductance
from domino_table.physics.wires import field, polygon, rectangle


def flux(corners: np.ndarray, left: float, top: float, right: float, bottom: float, z: float, fine: float) -> float:
    """Wb of one ampere through a rectangle: Gauss's rule on pieces that grow away from the edges, ``fine`` mm first."""
    x, wx = nodes(left, right, fine)
    y, wy = nodes(top, bottom, fine)
    points = np.stack([np.repeat(x, len(y)), np.tile(y, len(x)), np.full(len(x) * len(y), z)], axis=1)
    return MU0 * MM**2 * float(np.outer(wx, wy).ravel() @ field(corners, points)[:, 2])


def nodes(low: float, high: float, fine: float) -> tuple[np.ndarray, np.ndarray]:
    half = (high - low) / 2
    steps = [0.0] + [s for s in fine * 2.0 ** np.arange(20) if s < half] + [half]
    edges = [low + s for s in steps] + [high - s for s in reversed(steps[:-1])]
    base, weights = np.polynomial.legendre.leggauss(8)
    places = [(b - a) / 2 * base + (a + b) / 2 for a, b in zip(edges[:-1], edges[1:], strict=True)]
    return np.concatenate(places), np.concatenate(
        [(b - a) / 2 * weights for a, b in zip(edges[:-1], edges[1:], strict=True)]
    )


def two_wires(width: float, height: float) -> np.ndarray:
    return rectangle(-width / 2, -height / 2, width / 2, height / 2)


@pytest.mark.parametrize(("width", "height", "design"), [(840, 40, 1.60), (840, 57, 1.75), (420, 57, 0.91)])
def test_the_self_inductance_is_the_flux_inside_the_wire(width: float, height: float, design: float) -> None:
    wire = 0.4
    found = self_inductance(width, height, wire)
    edges = (-width / 2 + wire, -height / 2 + wire, width / 2 - wire, height / 2 - wire)
    assert found == pytest.approx(flux(two_wires(width, height), *edges, z=0, fine=wire), rel=0.03)
    assert found * 1e6 == pytest.approx(design, abs=0.01)


def test_neighbours_at_the_width_over_root_two_do_not_couple() -> None:
    """Infinitely long loops are decoupled there; the ends of real ones move it to between 40 and 42 mm."""

    def at(pitch: float) -> float:
        return mutual(two_wires(840, 56.6), two_wires(840, 56.6) + (0.0, pitch, 1.0))

    assert at(40) * 1e9 == pytest.approx(28, abs=3)
    assert at(42) < 0 < at(40)
    long = [mutual(two_wires(1e5, 57), two_wires(1e5, 57) + (0.0, s, 1.0)) for s in (57 / 2**0.5 - 1, 57 / 2**0.5 + 1)]
    assert long[1] < 0 < long[0]


@pytest.mark.parametrize(("pitch", "factor"), [(40, 0.016), (80, -0.06), (120, -0.02)])
def test_the_coupling_of_neighbours_is_that_of_the_design(pitch: float, factor: float) -> None:
    m = mutual(two_wires(840, 56.6), two_wires(840, 56.6) + (0.0, pitch, 1.0))
    assert m / self_inductance(840, 56.6, 0.4) == pytest.approx(factor, abs=0.004)


@pytest.mark.parametrize(("shift", "expected"), [(0.0, 4.3), (180.0, 5.0), (360.0, 13.4), (380.0, 21.7)])
def test_a_row_and_a_column_hardly_couple(shift: float, expected: float) -> None:
    """The most at the ends of the row: k = 0.012 with the outermost column."""
    row, column = two_wires(840, 56.6), rectangle(shift - 28.3, -420, shift + 28.3, 420, 1.0)
    m = mutual(row, column)
    assert m * 1e9 == pytest.approx(expected, abs=0.1)
    assert m / self_inductance(840, 56.6, 0.4) <= 0.0125


def neumann(first: np.ndarray, second: np.ndarray, step: float = 1.0) -> float:
    """H by summing Neumann's integral over pieces of wire of ``step`` mm."""
    (p, dp), (q, dq) = pieces(first, step), pieces(second, step)
    total = 0.0
    for place, piece in zip(p, dp, strict=True):
        total += float(((dq @ piece) / np.linalg.norm(q - place, axis=1)).sum())
    return MU0 / (4 * np.pi) * MM * total


def pieces(corners: np.ndarray, step: float) -> tuple[np.ndarray, np.ndarray]:
    middles, lengths = [], []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        count = max(1, round(float(np.linalg.norm(b - a)) / step))
        middles.append(a + np.outer((np.arange(count) + 0.5) / count, b - a))
        lengths.append(np.tile((b - a) / count, (count, 1)))
    return np.concatenate(middles), np.concatenate(lengths)


def test_mutual_inductance_is_neumanns_sum_and_the_same_from_either_side() -> None:
    first, second = two_wires(300, 60), rectangle(40, -10, 140, 90, 12.0)
    m = mutual(first, second)
    assert mutual(second, first) == pytest.approx(m, rel=1e-12)
    assert neumann(first, second) == pytest.approx(m, rel=1e-3)


def test_what_a_loop_sends_through_a_tag_a_tag_sends_through_the_loop() -> None:
    """Reciprocity: the mean field over a disc, and Neumann's sum of loop and rim, which has no direction."""
    loop, radius, centre = two_wires(840, 57), 5.0, (30.0, 22.0, 10.0)
    up = np.array([(0.0, 0.0, 1.0)])
    mean = mean_field(loop[np.newaxis], np.array([centre]), up, radius)[0, 0]
    there = MU0 * np.pi * (radius * MM) ** 2 * mean
    assert neumann(polygon(radius, 360, centre), loop) == pytest.approx(there, rel=0.005)


def test_a_wire_askew_is_refused() -> None:
    with pytest.raises(ValueError, match="neither along x nor along y"):
        mutual(two_wires(10, 10), polygon(5, 6))
