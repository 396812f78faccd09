"""The physical field as readers and people meet it: levels, poses, neighbours, switches, warmth."""

import pytest
from domino_table import hardware
from domino_table.physics import coil
from domino_table.physics.circuit import decibels
from domino_table.physics.setting import SettingError
from domino_table.virtual.chips.iso15693 import with_crc
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.tags import Pose, make_set

GRID = frozenset(range(40))
INVENTORY = with_crc(bytes.fromhex("260100"))
EVEN = {"spread": 0, "trim_error": 0, "misses": 0, "bus_uh": 0}
"""All tags and loops alike, nothing lost by chance."""


@pytest.fixture
def build():
    made = hardware.load("grid40")
    made.data["field"] = made.data.get("field", {}) | EVEN
    return made


@pytest.fixture
def field(build):
    return PhysicalField(build)


@pytest.fixture
def tiles():
    return make_set(1)


def loops_that_feed(field, tag, level):
    return [n for n in range(40) if any(tag is each for each in field.feed(frozenset((n,)), GRID, level).tags)]


def test_the_low_level_feeds_in_the_loops_above_which_a_tag_lies_and_a_high_one_in_lobes_too(field, tiles):
    field.put(0, tiles[0], Pose(414, 420))
    tag = tiles[0].tags[0]  # at x = 400, y = 420: in the middle of row 10, between columns 9 and 10
    assert loops_that_feed(field, tag, 5) == [10, 29, 30]
    assert loops_that_feed(field, tag, 7) == []
    assert loops_that_feed(field, tag, 0) == [9, 10, 11, 29, 30]


def test_what_is_audible_is_so_at_the_level_of_the_build(field, tiles):
    field.put(0, tiles[0], Pose(414, 420))
    heard = {loop for loop, _ in field.loops_hearing(tiles[0])}
    assert {10, 29, 30} <= heard
    field.take(0, tiles[0])
    assert field.loops_hearing(tiles[0]) == []


def test_a_tile_on_its_edge_over_a_wire_is_heard(field, tiles):
    """Row 10 has wires at y = 391.5 and 448.5."""
    lying, standing = tiles[0], tiles[1]
    field.put(0, lying, Pose(200, 420))
    field.put(0, standing, Pose(600, 444, tilt=90))
    fed = field.feed(frozenset((10,)), GRID, 3).by_tag
    assert all(id(tag) in fed for tag in (*lying.tags, *standing.tags))


def test_a_tile_lifted_by_a_hand_fades(field, tiles):
    count = []
    for height in (0, 5, 15, 40):
        field.put(0, tiles[0], Pose(400, 420, height=height))
        count.append(len(field.feed(frozenset((10,)), GRID, 3).tags))
    assert count[0] == 2
    assert count[-1] == 0
    assert count == sorted(count, reverse=True)


def test_tiles_on_one_another_take_the_field_from_one_another(field, tiles):
    field.put(0, tiles[0], Pose(400, 420))
    alone = field.feed(frozenset((10,)), GRID, 5).by_tag[id(tiles[0].tags[0])]
    field.put(0, tiles[1], Pose(400, 420, height=11))
    stacked = field.feed(frozenset((10,)), GRID, 5).by_tag
    below = stacked.get(id(tiles[0].tags[0]))
    assert below is None or below.depth < 0.7 * alone.depth


def test_tiles_side_by_side_hardly_disturb_one_another(field, tiles):
    field.put(0, tiles[0], Pose(400, 420))
    alone = field.feed(frozenset((10,)), GRID, 3).by_tag[id(tiles[0].tags[0])].depth
    field.put(0, tiles[1], Pose(400, 448))
    beside = field.feed(frozenset((10,)), GRID, 3).by_tag[id(tiles[0].tags[0])].depth
    assert beside == pytest.approx(alone, rel=0.1)


def test_a_weak_field_wakes_later(field, tiles):
    field.put(0, tiles[0], Pose(400, 420))
    wakes = [field.feed(frozenset((10,)), GRID, level).by_tag[id(tiles[0].tags[0])].wake_us for level in (0, 3, 5)]
    assert wakes == sorted(wakes)
    assert wakes[2] > wakes[0] + 150


def test_two_loops_at_once_have_half_the_current_each(field, tiles):
    field.put(0, tiles[0], Pose(414, 420))
    tag = tiles[0].tags[0]
    far = frozenset((10, 2))
    assert any(tag is each for each in field.feed(frozenset((10,)), GRID, 5).tags)
    assert not any(tag is each for each in field.feed(far, GRID, 5).tags)


def test_a_switch_that_sticks_and_one_that_is_dead(field, tiles):
    port = field.port(range(40))
    field.loop_set.mux.stuck_on, field.loop_set.mux.stuck_off = frozenset((2,)), frozenset((10,))
    field.changed(0)
    field.select(0, [10])
    assert port.connected == {2}
    field.select(0, [11])
    assert port.connected == {2, 11}
    field.loop_set.mux.stuck_on = frozenset()
    field.changed(0)
    assert port.connected == {11}


def test_a_leaky_switch_makes_its_loop_heard_through_others(field, tiles):
    field.put(0, tiles[0], Pose(400, 100))
    port = field.port(range(40))
    field.select(0, [15])
    assert field.feed(port.connected, GRID, 0).tags == []
    field.loop_set.mux.leak[2] = 0.9
    field.changed(0)
    assert len(field.feed(port.connected, GRID, 0).tags) == 2


def test_agc_tells_no_loop_one_loop_two_loops_and_a_loop_out_of_tune(field):
    port = field.port(range(40))

    def agc(*loops):
        field.select(0, loops)
        return port.agc()

    tuned = agc(10)
    assert agc() == 0x380
    assert tuned == 0x1C0
    assert agc(10, 20) < tuned
    field.loop_set.put_metal(10, -0.1)
    field.changed(0)
    assert tuned + 50 < agc(10) < agc()


def test_tags_over_a_loop_damp_it(field, tiles):
    port = field.port(range(40))
    field.select(0, [10])
    port.rf(0, True)
    empty = port.agc()
    for number, tile in enumerate(tiles[:10]):
        field.put(0, tile, Pose(100 + 60 * number, 420))
    assert port.agc() > empty


def test_metal_takes_current_from_a_loop(field, tiles):
    field.put(0, tiles[0], Pose(414, 420))
    before = field.feed(frozenset((10,)), GRID, 5)
    field.loop_set.put_metal(10, -0.1)
    field.changed(0)
    after = field.feed(frozenset((10,)), GRID, 5)
    assert len(after.tags) < len(before.tags)


def test_warm_tags_forget_sooner(build, tiles):
    before = tiles[0].tags[0].persist_us
    build.data["field"]["temperature"] = 32
    field = PhysicalField(build)
    field.put(0, tiles[0], Pose(400, 420))
    field.put(0, tiles[0], Pose(500, 420))
    assert tiles[0].tags[0].persist_us == pytest.approx(before / 2, abs=1)


def test_the_same_seed_makes_the_same_table_and_another_seed_another(build):
    build.data["field"] |= {"spread": 1, "trim_error": 0.05}

    def made(seed):
        field, tile = PhysicalField(build, seed), make_set(1)[0]
        return [circuit.trim for circuit in field.loop_set.circuits], field.radio(tile.tags[0]).parts

    assert made(3) == made(3)
    assert made(3)[0] != made(4)[0]
    assert made(3)[1] != made(4)[1]


def test_a_bare_tag_lies_as_deep_as_one_in_a_tile(field, tiles):
    field.put(0, tiles[0], Pose(414, 420))
    field.put_tag(0, tiles[1].tags[0], 600, 420)
    fed = field.feed(frozenset((10,)), GRID, 3).by_tag
    one, other = fed[id(tiles[0].tags[0])], fed[id(tiles[1].tags[0])]
    assert one.depth == pytest.approx(other.depth, rel=0.02)


def test_a_reader_finds_a_tag_as_in_the_simple_field(field, tiles):
    port = field.port(range(40))
    field.put(0, tiles[0], Pose(700, 414, 90))
    field.select(0, [9])
    port.level(0, 5)
    port.rf(0, True)
    heard = port.transmit(3000, 4600, INVENTORY)
    assert heard is not None
    assert heard.data[2:10] == tiles[0].tags[0].uid
    assert heard.collision == -1


def test_a_level_that_drops_puts_weak_tags_to_sleep_and_one_that_rises_wakes_them(field, tiles):
    port = field.port(range(40))
    field.put(0, tiles[0], Pose(414, 420))
    tag = tiles[0].tags[0]
    field.select(0, [10])
    port.rf(0, True)
    port.level(10, 3)
    assert tag.hears(2000)
    port.level(3000, 7)
    assert tag.state == "off"
    port.level(4000, 5)
    assert not tag.hears(4300)
    assert tag.hears(5600)


def test_the_section_of_a_build_is_checked(build):
    build.data["field"] = {"tag_radius": 6}
    with pytest.raises(SettingError, match=r"grid40\.toml, \[field\]: no entry 'tag_radius' here: choose one of"):
        PhysicalField(build)


def test_tags_of_a_real_set_differ_by_what_their_parts_allow(build):
    build.data["field"] |= {"spread": 1}
    field = PhysicalField(build, 2)
    needs = [coil.threshold(field.setting.coil, field.radio(tag).parts) for t in make_set(2) for tag in t.tags]
    assert max(needs) / min(needs) > 1.6


def test_calibrating_finds_which_tags_hear_better(build):
    build.data["field"] |= {"spread": 1}
    field, tiles = PhysicalField(build, 2), make_set(2)
    found = field.calibration(tiles)["/offsets.bin"]
    assert len(found) == 56
    middle = coil.threshold(field.setting.coil, coil.TYPICAL)
    for code, byte in enumerate(found):
        needs = coil.threshold(field.setting.coil, field.radio(tiles[code // 2].tags[code % 2]).parts)
        better = (byte - 256 if byte > 127 else byte) / 4
        assert better == pytest.approx(decibels(middle / needs), abs=2.5)


def test_calibrating_finds_how_strongly_each_loop_has_to_be_driven(build):
    build.data["field"] |= {"trim_error": 0.08, "bus_uh": 0.4}
    field = PhysicalField(build, 2)
    field.loop_set.mux.stuck_off = frozenset((3,))
    levels = field.calibration([])["/loops.bin"]
    assert len(levels) == 44
    assert levels[3] == 255
    weak, strong = (pick(range(4, 40), key=lambda n: field.loop_set.circuits[n].share) for pick in (min, max))
    assert levels[weak] < 3 <= levels[strong] < 255
