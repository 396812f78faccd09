"""What loops hear to poses; run on both interpreters. The environment's REACH names the table of Grid-40."""

import math
import os

from table.sensing.locate import Locator

CONFIG = {"grid": {"rows": 20, "columns": 20, "pitch": 40, "first": 20, "width": 57}, "reach": os.getenv("REACH")}
# mm beside the middle of a loop up to which a tag is heard with even chances, at the two levels.
HIGH, LOW = 26, 24


def heard(at, reach):
    """Loops of one axis that hear a tag at a coordinate."""
    mask = 0
    for i in range(20):
        if abs(at - (20 + 40 * i)) <= reach:
            mask |= 1 << i
    return mask


def tags(x, y, angle):
    """y, x of half 0, y, x of half 1."""
    dx, dy = 14 * math.cos(math.radians(angle)), 14 * math.sin(math.radians(angle))
    return y - dy, x - dx, y + dy, x + dx


def read(x, y, angle, reach=HIGH):
    return [heard(at, reach) for at in tags(x, y, angle)]


def turned(angle, other):
    away = abs(angle - other) % 360
    return min(away, 360 - away)


def errors(find, askew):
    """Worst errors in mm along and across a tile, and shares of angles wrong by more than 45 degrees, over places."""
    along = across = wrong = 0
    for n in range(800):
        x, y, angle = 30 + n * 7 % 740, 30 + n * 13 % 741, 90 * (n % 4)
        pose = find(x, y, angle + askew)
        apart = [abs(pose[0] - x), abs(pose[1] - y)]
        along = max(along, apart[angle // 90 % 2])
        across = max(across, apart[1 - angle // 90 % 2])
        wrong += turned(pose[2], angle) > 45
    return along, across, wrong / 800


def test_one_level_finds_every_square_tile():
    locator = Locator(CONFIG)
    along, across, wrong = errors(lambda x, y, angle: locator.pose(read(x, y, angle)), 0)
    assert (along <= 14, across <= 15, wrong <= 0.02) == (True, True, True), (along, across, wrong)


def test_the_second_level_finds_it_better():
    locator = Locator(CONFIG)
    for askew in (0, 8, -8):
        along, across, wrong = errors(
            lambda x, y, angle: locator.pose(read(x, y, angle), read(x, y, angle, LOW)), askew
        )
        assert (along <= 12, across <= 14, wrong <= 0.05) == (True, True, True), (askew, along, across, wrong)


def test_a_tile_laid_slantwise_is_found_as_such():
    locator = Locator(CONFIG)
    hit = 0
    for n in range(200):
        x, y, angle = 60 + n * 7 % 680, 60 + n * 13 % 681, 45 + 90 * (n % 4)
        pose = locator.pose(read(x, y, angle), read(x, y, angle, LOW))
        assert abs(pose[0] - x) <= 15, (x, y, angle, pose)
        assert abs(pose[1] - y) <= 15, (x, y, angle, pose)
        hit += turned(pose[2], angle) <= 46
    assert hit >= 190, hit


def test_a_tile_at_the_rim_lies_on_the_cloth():
    locator = Locator(CONFIG)
    for x, y in ((28, 14), (772, 400), (400, 14), (28, 786)):
        pose = locator.pose(read(x, y, 0), read(x, y, 0, LOW))
        assert abs(pose[0] - x) <= 14, (x, y, pose)
        assert abs(pose[1] - y) <= 16, (x, y, pose)


def test_one_half_alone_is_a_place_without_an_angle():
    locator = Locator(CONFIG)
    rows, columns, _, _ = read(400, 300, 0)
    x, y, angle = locator.pose([rows, columns, 0, 0])
    assert angle == -1
    assert abs(x - 386) <= 12
    assert abs(y - 300) <= 12
    assert locator.pose([0, 0, rows, columns]) == (x, y, -1)


def test_a_half_heard_along_one_axis_only_is_no_place():
    locator = Locator(CONFIG)
    assert locator.pose([0b1100, 0, 0, 0]) is None
    assert locator.pose([0b1100, 0, 0, 0b1]) is None


def test_a_name_heard_in_two_places_is_no_place():
    locator = Locator(CONFIG)
    reading = read(400, 300, 0)
    other = read(640, 640, 0)
    assert locator.pose([reading[k] | other[k] for k in range(4)]) is None
    assert locator.pose(reading[:2] + other[2:]) is None


def test_one_answer_from_afar_or_a_lost_one_moves_nothing_far():
    locator = Locator(CONFIG)
    reading, low = read(400, 305, 0), read(400, 305, 0, LOW)
    x, y, angle = locator.pose(reading, low)
    for strip in range(4):
        for loop in (0, 15):
            more = list(reading)
            more[strip] |= 1 << loop
            other = locator.pose(more, low)
            assert abs(other[0] - x) + abs(other[1] - y) <= 3, (strip, loop, other)
            assert other[2] == angle, (strip, loop, other)


def test_a_dead_loop_s_silence_says_nothing():
    locator = Locator(CONFIG)
    dead = 1 << 9  # the column at 380
    reading, low = read(414, 300, 0), read(414, 300, 0, LOW)
    for strip in (1, 3):
        reading[strip] &= ~dead
        low[strip] &= ~dead
    deaf = locator.pose(reading, low)
    locator.dead[1] = dead
    known = locator.pose(reading, low)
    assert abs(known[0] - 414) < abs(deaf[0] - 414), (deaf, known)


def test_offsets_of_tags_mend_the_place(folder):
    # Tile 3 hears 1.5 dB worse than most: up to 25 and 21.5 mm.
    offsets = bytearray(56)
    offsets[6] = offsets[7] = 256 - 6
    with open(folder + "/offsets.bin", "wb") as file:
        file.write(offsets)
    plain, mended = Locator(CONFIG), Locator(dict(CONFIG, offsets=folder + "/offsets.bin"))
    sums = [0, 0]
    for n in range(200):
        x, y = 60 + n * 7 % 680, 60 + n * 13 % 681
        for k in (0, 1):
            pose = (plain, mended)[k].pose(read(x, y, 0, 25), read(x, y, 0, 21.5), 3)
            sums[k] += (pose[0] - x) ** 2 + (pose[1] - y) ** 2
    assert sums[1] < sums[0] * 0.9, sums


def test_another_file_than_a_table_is_refused(folder):
    with open(folder + "/reach.bin", "wb") as file:
        file.write(b"something else")
    try:
        Locator(dict(CONFIG, reach=folder + "/reach.bin"))
    except ValueError:
        return
    raise AssertionError("taken")


def test_the_strongest_level_tells_how_a_tile_lies_on_both_sides_of_a_loop_s_middle():
    locator = Locator(CONFIG)
    for angle in (0, 180):
        # Both tags are heard by the column at 420 alone; the strongest level hears the right one at 460, too.
        reading, low = read(420.5, 400, angle, 25), read(420.5, 400, angle, 24)
        locator.pose(reading, low, -1, read(420.5, 400, angle, 25))
        assert locator.sure < 600, locator.sure
        _, _, found = locator.pose(reading, low, -1, read(420.5, 400, angle, 26))
        assert found == angle
        assert locator.sure > 800, locator.sure


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_") and name not in (
    "test_offsets_of_tags_mend_the_place", "test_another_file_than_a_table_is_refused")]  # fmt: skip
