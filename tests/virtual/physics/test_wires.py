"""The field of wire loops against textbook formulas and against the design's figures."""

import math

import numpy as np
import pytest
from domino_table.physics.disc import mean_field
from domino_table.physics.wires import field, polygon, rectangle

LOOP = rectangle(-420, -28.3, 420, 28.3)  # pitch 40 mm · √2 wide
UP = np.array([(0.0, 0.0, 1.0)])


def at(*places: tuple[float, float, float]) -> np.ndarray:
    return np.array(places, dtype=float)


@pytest.mark.parametrize("z", [0.0, 5.0, 20.0, 80.0])
def test_a_polygon_of_many_sides_has_the_axis_field_of_a_circle(z: float) -> None:
    radius = 30.0
    expected = radius**2 / (2 * (radius**2 + z**2) ** 1.5) * 1000  # A/m of one ampere, lengths in mm
    h = field(polygon(radius, 720), at((0, 0, z)))[0]
    assert h[2] == pytest.approx(expected, rel=1e-4)
    assert abs(h[0]) + abs(h[1]) < 1e-9


def test_a_square_has_the_field_of_four_straight_wires_in_its_middle() -> None:
    side = 100.0
    assert field(rectangle(-50, -50, 50, 50), at((0, 0, 0)))[0, 2] == pytest.approx(
        2 * math.sqrt(2) / (math.pi * side) * 1000
    )


def test_near_one_wire_the_field_is_that_of_a_long_wire() -> None:
    h = field(rectangle(-5000, 0, 5000, 4000), at((0, 0, 10)))[0]
    assert np.linalg.norm(h) == pytest.approx(1000 / (2 * math.pi * 10), rel=0.01)


def test_the_field_is_free_of_sources() -> None:
    """Gauss: as much goes into a small box as comes out of it; checked where all three parts are large."""
    middle, half, total = np.array((415.0, 25.0, 9.0)), 0.05, 0.0
    for axis in range(3):
        step = np.zeros(3)
        step[axis] = half
        total += float((field(LOOP, at(middle + step)) - field(LOOP, at(middle - step)))[0, axis])
    assert abs(total) < 1e-4 * float(np.linalg.norm(field(LOOP, at(middle))))


def test_the_field_over_the_middle_is_that_of_the_design() -> None:
    assert field(LOOP, at((0, 0, 10)))[0, 2] == pytest.approx(10.02, rel=0.002)


@pytest.mark.parametrize(("z", "expected"), [(14, 10.7), (20, 7.1), (28, 4.6)])
def test_a_tag_that_stands_over_the_wire_gets_as_much_as_one_that_lies(z: float, expected: float) -> None:
    assert abs(field(LOOP, at((0, 28.3, z)))[0, 1]) == pytest.approx(expected, rel=0.01)


def test_outside_the_loop_the_field_is_reversed() -> None:
    h = field(LOOP, at((0, 0, 10), (0, 28.3, 10), (0, 40, 10)))[:, 2]
    assert h[0] > 0 > h[2]
    assert abs(h[1]) < 0.3 * h[0]


@pytest.mark.parametrize(("z", "ratio"), [(6, 1.09), (8, 1.47), (10, 1.86), (12, 2.13), (15, 2.36)])
def test_the_least_inside_stands_to_the_most_outside_as_the_design_says(z: float, ratio: float) -> None:
    """For a tag of 9 mm; inside is up to half a pitch from the middle."""
    across = np.arange(0.0, 100.0, 0.5)
    centres = np.stack([np.zeros_like(across), across, np.full_like(across, z)], axis=1)
    h = np.abs(mean_field(LOOP[np.newaxis], centres, np.tile(UP, (len(across), 1)), 4.5)[:, 0])
    assert h[across <= 20].min() / h[across > 30].max() == pytest.approx(ratio, rel=0.03)


def test_on_the_wire_itself_the_field_is_left_out() -> None:
    assert np.isfinite(field(LOOP, at((0, 28.3, 0)))).all()


def test_the_mean_over_a_disc_is_the_flux_through_it() -> None:
    """Against a fine grid of points, half over the wire where the field changes most."""
    centre, normal, radius = np.array((10.0, 27.0, 9.0)), np.array((0.0, math.sin(0.5), math.cos(0.5))), 6.0
    first, second = np.array((1.0, 0.0, 0.0)), np.cross(normal, (1.0, 0.0, 0.0))
    steps = (np.arange(120) + 0.5) / 60 - 1
    u, v = np.meshgrid(steps, steps)
    inside = u**2 + v**2 <= 1
    points = centre + radius * (u[inside][:, np.newaxis] * first + v[inside][:, np.newaxis] * second)
    expected = float((field(LOOP, points) @ normal).mean())
    found = mean_field(LOOP[np.newaxis], centre[np.newaxis], normal[np.newaxis], radius)[0, 0]
    assert found == pytest.approx(expected, rel=0.02)
