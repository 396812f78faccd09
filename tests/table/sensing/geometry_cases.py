"""Loops to poses and UIDs to tiles; run on both interpreters."""

import math

from table.sensing.locate import Locator
from table.sensing.tile_map import TileMap

GRID = {"grid": {"rows": 20, "columns": 20, "pitch": 40, "first": 20, "width": 57}, "tile": [56, 28, 28]}


def heard(at):
    """Loops of one axis whose rectangle covers a coordinate."""
    mask = 0
    for i in range(20):
        if abs(at - (20 + 40 * i)) <= 28.5:
            mask |= 1 << i
    return mask


def read(x, y, angle):
    dx, dy = 14 * math.cos(math.radians(angle)), 14 * math.sin(math.radians(angle))
    return heard(y - dy), heard(x - dx), heard(y + dy), heard(x + dx)


def turned(angle, other):
    away = abs(angle - other) % 360
    return min(away, 360 - away)


def test_every_square_pose_is_found_within_16_mm_and_45_degrees():
    locator = Locator(GRID)
    for n in range(4000):
        x, y, angle = 30 + n * 7 % 740, 30 + n * 13 % 741, 90 * (n % 4)
        pose = locator.pose(*read(x, y, angle))
        assert abs(pose[0] - x) <= 16, (x, y, angle, pose)
        assert abs(pose[1] - y) <= 16, (x, y, angle, pose)
        assert turned(pose[2], angle) <= 45, (x, y, angle, pose)


def test_a_tile_laid_eight_degrees_askew_is_taken_for_square_or_undecided():
    locator = Locator(GRID)
    wrong = undecided = 0
    for n in range(2000):
        x, y, angle = 40 + n * 7 % 720, 40 + n * 13 % 721, 90 * (n % 4)
        pose = locator.pose(*read(x, y, angle + (8 if n & 4 else -8)))
        wrong += turned(pose[2], angle) > 45
        undecided += turned(pose[2], angle) == 45
    assert wrong == 0
    # Where both strips change within the width of the tilt, nothing that a loop hears tells them apart.
    assert undecided < 300


def test_one_half_alone_is_a_place_without_an_angle():
    locator = Locator(GRID)
    rows, columns, _, _ = read(400, 300, 0)
    x, y, angle = locator.pose(rows, columns, 0, 0)
    assert angle == -1
    assert abs(x - 386) <= 12
    assert abs(y - 300) <= 12
    assert locator.pose(0, 0, rows, columns) == (x, y, -1)


def test_a_half_heard_along_one_axis_only_is_no_place():
    locator = Locator(GRID)
    assert locator.pose(0b1100, 0, 0, 0) is None
    assert locator.pose(0b1100, 0, 0, 0b1) is None


def test_a_name_heard_in_two_places_is_no_place():
    locator = Locator(GRID)
    rows0, columns0, rows1, columns1 = read(400, 300, 0)
    assert locator.pose(rows0 | 1, columns0, rows1, columns1) is None
    assert locator.pose(rows0, columns0, rows1, heard(700)) is None


def test_a_lost_loop_in_the_middle_keeps_the_place():
    locator = Locator(GRID)
    assert locator.strip(0b101000) == locator.strip(0b111000)


def uids(count):
    state, data = 12345, bytearray()
    for _ in range(count):
        for _ in range(6):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            data.append(state >> 16 & 0xFF)
        data.extend(b"\x04\xe0")
    return bytes(data)


def test_every_tag_of_the_set_is_found_by_its_uid():
    data = uids(56)
    tiles = TileMap(data)
    assert tiles.tiles == 28
    for tag in range(56):
        assert tiles.find(data[8 * tag : 8 * tag + 8]) == tag
        assert bytes(tiles.uid(tag)) == data[8 * tag : 8 * tag + 8]


def test_a_uid_with_one_wrong_bit_is_no_tile():
    data = uids(56)
    tiles = TileMap(data)
    for tag in range(56):
        for bit in range(64):
            uid = bytearray(data[8 * tag : 8 * tag + 8])
            uid[bit >> 3] ^= 1 << (bit & 7)
            assert tiles.find(uid) == -1


def test_the_mask_tells_all_tags_of_the_set_apart():
    data = bytearray(uids(56))
    assert TileMap(data).mask_bits == 16
    # Tags 3 and 40 begin alike for three bytes.
    data[8 * 40 : 8 * 40 + 3] = data[8 * 3 : 8 * 3 + 3]
    assert TileMap(data).mask_bits == 32


def test_a_damaged_list_is_refused():
    data = uids(56)
    for bad in (b"", data[:-1], data[:440], data[:440] + data[:8]):
        try:
            TileMap(bad)
        except ValueError:
            continue
        raise AssertionError(len(bad))


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
