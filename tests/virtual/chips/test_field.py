"""Which loop hears which tag, who is fed, and what several answers at once look like."""

import pytest
from domino_table import hardware
from domino_table.virtual import airtime
from domino_table.virtual.chips.iso15693 import with_crc
from domino_table.virtual.chips.slix2 import OFF, Tag
from domino_table.virtual.field import Field, superpose
from domino_table.virtual.tags import Pose, block_zero, halves, make_set, tag_centres, tile_map

INVENTORY = with_crc(bytes.fromhex("260100"))


@pytest.fixture(scope="module")
def loops():
    return hardware.load("grid40").loops()


@pytest.fixture
def field(loops):
    return Field(loops)


@pytest.fixture
def tiles():
    return make_set(1)


def heard_by(field, tag):
    return [loop for loop in range(44) if any(tag is other for other in field.audible(loop))]


def test_a_set_has_56_tags_that_name_tile_and_half(tiles):
    assert len(tiles) == 28
    assert halves()[7] == (1, 1)
    assert [tag.dsfid for tile in tiles for tag in tile.tags] == list(range(56))
    assert bytes(tiles[9].tags[1].memory[:4]) == block_zero(9, 1) == bytes((0xD0, 9, 1, 0xD0 ^ 9 ^ 1 ^ 0xA5))
    uids = tile_map(tiles)
    assert len({uids[i : i + 8] for i in range(0, len(uids), 8)}) == 56
    assert uids[:8] == tiles[0].tags[0].uid
    assert tiles[0].tags[0].uid[5:] == bytes.fromhex("0104e0")
    assert tile_map(make_set(1)) == uids != tile_map(make_set(2))


def test_tags_lie_in_the_middle_of_the_halves():
    (x0, y0), (x1, y1) = tag_centres(Pose(100, 200, 90))
    assert (round(x0), round(y0), round(x1), round(y1)) == (100, 186, 100, 214)


def test_a_tag_is_heard_by_one_or_two_rows_and_columns(field, tiles):
    field.put(0, tiles[0], Pose(420, 420, 0))
    assert heard_by(field, tiles[0].tags[0]) == [10, 29, 30]
    assert heard_by(field, tiles[0].tags[1]) == [10, 30, 31]


def test_racks_hear_only_their_own_and_the_bazaar_is_deaf(field, tiles):
    field.put(0, tiles[0], Pose(400, 1000))
    field.put(0, tiles[1], Pose(-200, 400, 90))
    field.put(0, tiles[2], Pose(960, 960))
    assert [heard_by(field, tile.tags[0]) for tile in tiles[:3]] == [[40], [41], []]


def test_a_lifted_tile_is_heard_nowhere(field, tiles):
    field.put(0, tiles[0], Pose(420, 420))
    field.take(5, tiles[0])
    assert heard_by(field, tiles[0].tags[0]) == []


def test_a_tile_that_moves_is_in_one_place_only(field, tiles):
    field.put(0, tiles[0], Pose(100, 100))
    field.put(9, tiles[0], Pose(700, 700))
    assert heard_by(field, tiles[0].tags[0]) == [17, 36, 37]


def test_only_the_selected_loop_with_the_field_on_feeds_tags(field, tiles):
    port = field.port(range(40))
    tag = tiles[0].tags[0]
    field.put(0, tiles[0], Pose(420, 420))
    port.rf(10, True)
    assert tag.state == OFF
    field.select(20, [10])
    assert tag.state != OFF
    assert tag.powered_at == 20
    field.select(30, [11])
    assert tag.state == OFF
    assert tag.unpowered_at == 30
    field.select(40, [10])
    field.take(50, tiles[0])
    assert tag.unpowered_at == 50


def test_a_tag_under_both_of_two_loops_stays_fed_when_they_change(field, tiles):
    port = field.port(range(40))
    field.put_tag(0, tiles[0].tags[0], 400, 400)
    field.select(0, [9])
    port.rf(0, True)
    field.select(500, [10])
    assert tiles[0].tags[0].powered_at == 0


def test_selector_outputs_choose_a_loop_through_leaf_and_group(field, tiles):
    port = field.port(range(40))
    field.put_tag(0, tiles[0].tags[0], 400, 380)
    port.rf(0, True)
    field.drive(1, 1 << 9)
    assert tiles[0].tags[0].state == OFF
    field.drive(2, 1 << 9 | 1 << 41)
    assert tiles[0].tags[0].state != OFF


def test_each_reader_feeds_only_its_own_loops(field, tiles):
    grid, racks = field.port(range(40)), field.port(range(40, 44))
    field.put(0, tiles[0], Pose(400, 1000))
    field.select(0, [40])
    grid.rf(0, True)
    assert tiles[0].tags[0].state == OFF
    racks.rf(0, True)
    assert tiles[0].tags[0].state != OFF


def test_an_answer_comes_after_t1_and_takes_its_time(field, tiles):
    port = field.port(range(40))
    field.put_tag(0, tiles[0].tags[0], 400, 380)
    field.select(0, [9])
    port.rf(0, True)
    assert port.transmit(299, 1923, INVENTORY) is None
    heard = port.transmit(2000, 3624, INVENTORY)
    assert heard.data == with_crc(bytes((0, 0)) + tiles[0].tags[0].uid)
    assert heard.start == 3624 + 321
    assert heard.end == heard.start + airtime.response(12)
    assert heard.collision == -1


def test_two_answers_collide_at_their_first_different_bit(field):
    port = field.port(range(40))
    for n, uid in enumerate(("78563412110104e0", "7c563412110104e0")):
        field.put_tag(0, Tag(bytes.fromhex(uid)), 400 + n, 380)
    field.select(0, [9])
    port.rf(0, True)
    heard = port.transmit(2000, 3624, INVENTORY)
    assert heard.collision == 16 + 2
    assert heard.data[2:10] == bytes.fromhex("7c563412110104e0")


def test_different_tile_codes_collide_before_the_uid():
    frames = [with_crc(bytes((0, dsfid)) + bytes(8)) for dsfid in (4, 5)]
    assert superpose(frames)[1] == 8
    assert superpose(frames[:1]) == (frames[0], -1)
    assert superpose([b"\1\2", b"\1\2\3"]) == (b"\1\2\3", 16)


def test_noise_can_look_like_a_collision_without_bytes(field):
    port = field.port(range(40))
    port.rf(0, True)
    port.ghosts = 1
    heard = port.transmit(2000, 3624, INVENTORY)
    assert (heard.data, heard.collision) == (b"", 0)
    assert port.transmit(9000, 10624, INVENTORY) is None


def test_some_readers_merge_two_tags_into_one_that_does_not_exist(field):
    port = field.port(range(40))
    port.silent_merge = True
    for n, uid in enumerate(("5f5d3412110104e0", "30583412110104e0")):
        field.put_tag(0, Tag(bytes.fromhex(uid)), 400 + n, 380)
    field.select(0, [9])
    port.rf(0, True)
    heard = port.transmit(2000, 3624, INVENTORY)
    assert heard.data == with_crc(b"\0\0" + bytes.fromhex("7f5d3412110104e0"))
    assert heard.collision == -1
