"""Tags of tiles that lie, stand on an edge or lie on their face; and settings with their errors."""

import numpy as np
import pytest
from domino_table.physics.disc import mean_field
from domino_table.physics.pattern import pattern
from domino_table.physics.pose import Body, axes, tags
from domino_table.physics.setting import Setting, SettingError, read
from domino_table.physics.wires import rectangle


def test_a_flat_tile_has_its_tags_over_its_halves() -> None:
    centres, normals = tags(Body(), 100, 200, 90)
    assert centres == pytest.approx(np.array([(100, 186, 1.5), (100, 214, 1.5)]))
    assert normals == pytest.approx(np.array([(0, 0, 1), (0, 0, 1)]))


def test_a_tile_on_its_face_has_them_on_top() -> None:
    centres, normals = tags(Body(), 0, 0, 0, tilt=180)
    assert centres[:, 2] == pytest.approx([9.5, 9.5])
    assert normals[:, 2] == pytest.approx([-1, -1])


def test_a_tile_on_its_long_edge_has_them_half_its_width_up() -> None:
    centres, normals = tags(Body(), 0, 0, 0, tilt=90)
    assert centres == pytest.approx(np.array([(-14, 4, 14), (14, 4, 14)]))
    assert normals == pytest.approx(np.array([(0, -1, 0), (0, -1, 0)]))


def test_a_tile_on_its_short_edge_has_one_over_the_other() -> None:
    centres, normals = tags(Body(), 0, 0, 0, lean=90)
    assert centres[:, 2] == pytest.approx([14, 42])
    assert normals[:, 2] == pytest.approx([0, 0])


def test_a_lifted_tile_is_higher() -> None:
    assert tags(Body(), 0, 0, 30, height=5)[0][:, 2] == pytest.approx([6.5, 6.5])


def test_its_own_directions_are_at_right_angles() -> None:
    frame = np.stack(axes(33, 40, 20))
    assert frame @ frame.T == pytest.approx(np.eye(3))
    assert np.linalg.det(frame) == pytest.approx(1)


def test_a_tile_that_stands_over_a_wire_is_heard_like_one_that_lies() -> None:
    """A hand stood up at the rim reads like plays: the full vector matters."""
    loop = rectangle(-420, -28.5, 420, 28.5, -8.5)
    best = 0.0
    for y in np.arange(0, 60, 1.0):
        centres, normals = tags(Body(), 0, float(y), 0, tilt=90)
        best = max(best, float(np.abs(mean_field(loop[np.newaxis], centres, normals, 4.8)).min()))
    made = pattern(840, 57, 8.5, 20, Setting())
    flat = float(np.abs(made.field(np.linspace(0, 20, 21))).min())
    assert best > 0.55 * flat


def test_settings_are_read_over_those_of_the_design() -> None:
    found = read({"margin": 2, "margin_level": 3, "temperature": 35}, "here")
    assert (found.margin, found.margin_level, found.temperature, found.noise) == (2.0, 3, 35.0, Setting().noise)
    assert read({"noise": 0.002}, "there", found).margin == 2.0


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ({"marign": 2}, "here: no entry 'marign' here: choose one of row_depth"),
        ({"margin": "much"}, "here: margin = 'much' is not a number"),
        ({"misses": True}, "here: misses = True is not a number"),
        ({"margin_level": 8}, "here: margin_level = 8 is not between 0 and 7"),
    ],
)
def test_settings_that_make_no_sense_are_named(section: dict[str, object], message: str) -> None:
    with pytest.raises(SettingError) as error:
        read(section, "here")
    assert str(error.value).startswith(message)
