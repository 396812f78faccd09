"""At which end does a tile lie? Poses in mm and degrees, seen from above."""

from domino_rules.tiles import SIX
from table.referee.chain import ASK, LOOSE, PLAY, Chain, distance, half_centre, reads_backwards


def tile(name):
    return SIX.parse(name)


def chain(ends, **poses):
    """ends: (name, value, tip tile); poses: t1_2=(x, y, angle)."""
    made = Chain(SIX)
    made.ends = [(name, value, tile(tip)) for name, value, tip in ends]
    made.poses = {tile(name[1:].replace("_", "-")): poses[name] for name in poses}
    return made


def test_halves_lie_14_mm_from_the_centre_in_the_direction_of_the_tile():
    assert half_centre((100, 100, 0), 1) == (114, 100)
    assert half_centre((100, 100, 0), 0) == (86, 100)
    assert half_centre((100, 100, 90), 1) == (100, 114)
    assert half_centre((100, 100, 180), 1) == (86, 100)
    assert half_centre((100, 100, 270), 1) == (100, 86)
    assert half_centre((100, 100, 45), 1) == (109, 109)


def test_a_tile_of_unknown_direction_has_both_halves_in_its_centre():
    assert half_centre((100, 100, -1), 0) == half_centre((100, 100, -1), 1) == (100, 100)


def test_distances_are_right_to_seven_per_cent():
    for dx in range(0, 200, 7):
        for dy in range(0, 200, 7):
            true = (dx * dx + dy * dy) ** 0.5
            assert abs(distance((0, 0), (-dx, dy)) - true) <= true * 0.07 + 1


def test_tiles_are_read_from_left_to_right_and_from_top_to_bottom():
    assert [reads_backwards((0, 0, angle)) for angle in (0, 45, 90, 135, 180, 225, 270, 315)] == [
        False, False, False, True, True, True, True, False,
    ]  # fmt: skip
    assert [reads_backwards((0, 0, angle)) for angle in (22, 112, 202, 292, 337)] == [False, False, True, True, False]


def line():
    return chain([("L", 5, "1-5"), ("R", 0, "0-1")], t1_5=(358, 400, 180), t0_1=(442, 400, 180))


LINE = line()


def test_a_tile_beside_an_end_lies_at_that_end_whatever_its_direction():
    for pose in ((498, 400, 0), (498, 400, 180), (470, 428, 90), (484, 428, 0), (490, 410, 20)):
        assert LINE.find(tile("0-5"), pose, ["L", "R"]) == (PLAY, ["R"]), pose
    for pose in ((302, 400, 0), (330, 372, 90)):
        assert LINE.find(tile("0-5"), pose, ["L", "R"]) == (PLAY, ["L"]), pose


def test_a_crosswise_double_lies_at_the_end_that_its_middle_touches():
    assert LINE.find(tile("0-0"), (484, 400, 90), ["R"]) == (PLAY, ["R"])
    assert LINE.find(tile("5-5"), (316, 402, 80), ["L"]) == (PLAY, ["L"])


def test_no_reading_that_may_be_wrong_accuses():
    # The first tile was read upside down: its 5 is on the right in truth, where 4-5 lies now.
    first = chain([("L", 5, "2-5"), ("R", 2, "2-5")], t2_5=(400, 400, 180))
    assert first.find(tile("4-5"), (456, 400, 0), ["L"]) == (PLAY, ["L"])
    # A little nearer to the end where it does not fit.
    assert BENT.find(tile("0-2"), (440, 420, 90), ["R"]) == (PLAY, ["R"])


def test_a_tile_at_the_other_end_than_the_legal_one_is_named_there():
    assert LINE.find(tile("0-2"), (302, 400, 0), ["R"]) == (PLAY, ["L"])


def test_a_tile_that_fits_no_end_is_named_at_the_nearest():
    assert LINE.find(tile("3-4"), (498, 400, 0), []) == (PLAY, ["R"])


def test_a_tile_far_from_both_ends_is_loose():
    assert LINE.find(tile("0-5"), (600, 600, 0), ["L", "R"]) == (LOOSE, ["L", "R"])
    assert LINE.find(tile("0-2"), (600, 600, 0), ["R"]) == (LOOSE, ["R"])
    assert LINE.find(tile("3-4"), (600, 600, 0), []) == (LOOSE, ["L", "R"])


def test_a_tile_a_little_off_counts_for_its_player_but_not_against_him():
    assert LINE.find(tile("0-5"), (540, 400, 0), ["L", "R"]) == (PLAY, ["R"])
    assert LINE.find(tile("0-2"), (260, 400, 0), ["R"]) == (LOOSE, ["R"])


# The snake has bent back: its ends lie beside each other.
BENT = chain([("L", 5, "1-5"), ("R", 0, "0-1")], t1_5=(400, 400, 0), t0_1=(400, 460, 180))


def test_between_ends_equally_near_the_half_that_touches_decides():
    assert BENT.find(tile("0-5"), (444, 430, 0), ["L", "R"]) == (PLAY, ["R"])
    assert BENT.find(tile("0-5"), (444, 430, 180), ["L", "R"]) == (PLAY, ["L"])


def test_between_ends_equally_near_the_only_legal_one_is_meant():
    assert BENT.find(tile("0-2"), (430, 430, 0), ["R"]) == (PLAY, ["R"])


def test_between_legal_ends_without_any_difference_the_table_asks():
    same = chain([("L", 5, "1-5"), ("R", 5, "4-5")], t1_5=(400, 400, 0), t4_5=(400, 460, 0))
    assert same.find(tile("3-5"), (430, 430, 0), ["L", "R"]) == (ASK, ["L", "R"])


def test_both_sides_of_a_lone_double_are_ends_by_their_side():
    lone = chain([("L", 1, "1-1"), ("R", 1, "1-1")], t1_1=(400, 400, 90))
    assert lone.find(tile("0-1"), (442, 400, 180), ["L", "R"]) == (PLAY, ["R"])
    assert lone.find(tile("0-1"), (358, 400, 0), ["L", "R"]) == (PLAY, ["L"])
    assert lone.find(tile("0-1"), (400, 458, 270), ["L", "R"]) == (PLAY, ["R"])


def test_an_end_whose_tip_was_never_found_is_nowhere_near():
    lost = chain([("L", 5, "1-5"), ("R", 0, "0-1")], t0_1=(442, 400, 180))
    assert lost.find(tile("0-5"), (498, 400, 0), ["L", "R"]) == (PLAY, ["R"])
    assert lost.find(tile("0-5"), (302, 400, 0), ["L", "R"]) == (LOOSE, ["L", "R"])


def test_a_tile_read_the_wrong_way_round_is_turned_by_the_tile_that_it_touches():
    for read, kept in ((0, 0), (180, 0), (22, 22), (202, 22), (225, 225)):  # the last leaves two quarter turns open
        joined = line()
        assert joined.join(tile("0-5"), (503, 395, read), "R") == [tile("0-5")]
        assert joined.poses[tile("0-5")] == (503, 395, kept)
    # Around a corner, and beside the last half; a double has no way round, and of one half alone none is known.
    for name, pose in (
        ("0-5", (428, 442, 90)),
        ("0-5", (470, 414, 90)),
        ("0-0", (484, 400, 270)),
        ("0-5", (490, 400, -1)),
    ):
        joined = line()
        joined.join(tile(name), pose, "R")
        assert joined.poses[tile(name)] == pose


def test_a_first_tile_read_the_wrong_way_round_is_turned_by_the_second():
    for read in (0, 180):  # in truth the 3 lies on the right, where the double is laid
        first = chain([])
        assert first.join(tile("3-6"), (400, 400, read), None) == [tile("3-6")]
        first.ends = [("L", 3, tile("3-6")), ("R", 6, tile("3-6"))]
        news = first.join(tile("3-3"), (446, 398, 90), "L")
        assert news == ([tile("3-3"), tile("3-6")] if read == 0 else [tile("3-3")])
        assert first.poses[tile("3-6")] == (400, 400, 180)
        assert distance(first.place("R"), (386, 400)) <= 1


def test_a_joined_tile_is_never_turned_end_for_end_but_a_lone_one_is():
    joined = line()
    assert joined.moved(tile("0-1"), (442, 380, 337)) == joined.poses[tile("0-1")] == (442, 380, 157)
    assert joined.moved(tile("0-1"), (430, 410, 90)) == (430, 410, 90)
    lone = chain([], t0_1=(442, 400, 180))
    assert lone.moved(tile("0-1"), (442, 400, 0)) == lone.poses[tile("0-1")] == (442, 400, 0)


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
