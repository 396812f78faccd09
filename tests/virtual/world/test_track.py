"""Lines on a small cloth: whatever is laid at whichever end, all of it has room."""

from __future__ import annotations

import math
import random

import pytest
from domino_table.virtual.tags import Pose
from domino_table.virtual.track import Track, around

CLOTH = (400.0, 400.0)


def laid(seed: int, left: float) -> list[Pose]:
    """All tiles that fit, laid with a hand's error; of two ends the left one with the probability ``left``."""
    rng = random.Random(seed)
    track, poses = Track(rng, CLOTH), []
    tiles = [(low, high) for low in range(7) for high in range(low, 7)]
    rng.shuffle(tiles)
    while moves := [(tile, end) for tile in tiles for end in track.fits(*tile)]:
        wanted = [move for move in moves if move[1] == ("L" if rng.random() < left else "R")]
        tile, end = rng.choice(wanted or moves)
        spot = track.spot(*tile, end)
        pose = Pose(spot.pose.x + rng.gauss(0, 2), spot.pose.y + rng.gauss(0, 2), spot.pose.angle)
        track.add(*tile, end, spot, pose)
        poses.append(spot.pose)
        tiles.remove(tile)
    return poses


@pytest.mark.parametrize("left", [0.0, 0.1, 0.5, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_every_tile_lies_on_the_cloth_and_on_no_other(seed: int, left: float) -> None:
    poses = laid(seed, left)
    assert len(poses) > 12
    for pose in poses:
        reach = 28 if pose.angle % 180 == 0 else 14, 28 if pose.angle % 180 == 90 else 14
        assert reach[0] <= pose.x <= CLOTH[0] - reach[0]
        assert reach[1] <= pose.y <= CLOTH[1] - reach[1]
    gaps = [math.dist((a.x, a.y), (b.x, b.y)) for i, a in enumerate(poses) for b in poses[:i]]
    assert min(gaps) >= 28


def test_the_track_is_closed_and_has_room_for_more_than_the_set() -> None:
    track = around(13, 13)
    steps = [abs(a[0] - b[0]) + abs(a[1] - b[1]) for a, b in zip(track, track[1:] + track[:1], strict=True)]
    assert set(steps) == {1}
    assert len(set(track)) == len(track) >= 2 * 28


def test_a_tile_laid_off_the_track_by_somebody_else_leads_the_line_off_it() -> None:
    track = Track(random.Random(1), CLOTH)
    spot = track.spot(1, 2, "")
    track.add(1, 2, "", spot, spot.pose)
    aside = track.spot(2, 3, "R")
    elsewhere = Pose(aside.pose.x + 20, aside.pose.y + 20, aside.pose.angle)
    track.add(2, 3, "R", aside, elsewhere)
    following = track.spot(3, 4, "R")
    assert math.dist(track.arms["R"].point, (following.pose.x, following.pose.y)) < 60


def test_a_cloth_too_small_for_a_line_is_refused() -> None:
    with pytest.raises(ValueError, match="small"):
        Track(random.Random(1), (120.0, 120.0))
