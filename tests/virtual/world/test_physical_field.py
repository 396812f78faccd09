"""The whole table on the physical field: real tags, loops out of trim, noise, misses, capture and late wake-ups."""

import pytest
from domino_table import hardware
from domino_table.virtual import field_choice
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import Simulation
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose


def test_a_round_of_kozel_is_refereed_without_a_wrong_verdict(tmp_path):
    settings = Settings(seed=8, rounds=1, mistakes=0.1, field_kind="physical")
    report = Simulation(settings, tmp_path / "board.img").run()
    assert report.rounds == 1
    assert report.acts["play"] > 15
    assert (report.wrong_verdicts, report.false_accusations) == (0, 0)


@pytest.mark.parametrize("name", hardware.names())
def test_every_build_stands_on_it_and_hears_a_tile_in_the_middle(name):
    build = hardware.load(name)
    table = VirtualTable(build, 1, field_choice.make(build, 1, "physical"))
    assert isinstance(table.field, PhysicalField)
    area = build.data["area"]
    table.world.lay(0, Pose(area["width"] / 2, area["height"] / 2))
    heard = table.field.loops_hearing(table.world.pieces[0].tags)
    assert sum(count for _, count in heard) >= 2


def test_a_hand_in_a_rack_is_heard_there_alone():
    build = hardware.load("grid40")
    table = VirtualTable(build, 1, field_choice.make(build, 1, "physical"))
    for tile in range(7):
        table.world.to_rack(tile, 2)
    loops = {loop for tile in range(7) for loop, _ in table.field.loops_hearing(table.world.pieces[tile].tags)}
    assert loops == {42}


def hands_at_the_rim(kind, out=40.0):
    build = hardware.load("grid40_mini")
    table = VirtualTable(build, 1, field_choice.make(build, 1, kind))
    table.world.rim_out = out
    for tile in range(28):
        table.world.to_rack(tile, tile % 4)
    return table


def test_hands_without_racks_stand_beside_the_play_area_without_touching_one_another():
    world = hands_at_the_rim("physical").world
    for seat in range(4):
        poses = [world.rim_pose(seat, slot) for slot in range(7)]
        assert all(not (0 <= pose.x <= 400 and 0 <= pose.y <= 400) for pose in poses)
        assert all(
            max(abs(one.x - other.x), abs(one.y - other.y)) >= 40
            for number, one in enumerate(poses)
            for other in poses[:number]
        )


def test_a_hand_that_stands_over_the_loops_ends_is_heard_by_them_and_one_that_stands_off_is_not():
    def heard(table):
        pieces = table.world.pieces
        return {loop for piece in pieces for loop, _ in table.field.loops_hearing(piece.tags)}

    assert {0, 9, 10, 19} <= heard(hands_at_the_rim("physical", 15.0))
    assert heard(hands_at_the_rim("physical")) == set()
    assert heard(hands_at_the_rim("simple")) == set()


def test_a_tile_taken_from_the_rim_is_heard_there_no_more():
    table = hands_at_the_rim("physical", 15.0)
    for tile in range(28):
        table.world.lift(tile)
    assert all(not table.field.loops_hearing(piece.tags) for piece in table.world.pieces)


@pytest.mark.parametrize("seed", [1, 2])
def test_every_tile_of_a_long_hand_is_heard_in_its_rack(seed):
    build = hardware.load("grid40")
    table = VirtualTable(build, seed, field_choice.make(build, seed, "physical"))
    for tile in range(18):
        table.world.to_rack(tile, 1)
    for tile in range(18):
        assert 41 in {loop for loop, _ in table.field.loops_hearing(table.world.pieces[tile].tags)}


def test_a_shaded_tag_is_not_heard_however_strong_its_field():
    table = VirtualTable(hardware.load("grid40"), 1, field_choice.make(hardware.load("grid40"), 1, "physical"))
    table.world.lay(0, Pose(410, 390))
    tags, port = table.world.pieces[0].tags.tags, table.field.port(range(20))
    for shades, heard in ((0, True), (1, False), (0, True)):
        tags[0].shades = tags[1].shades = shades
        table.field.select(table.world.now, frozenset((9,)))
        port.rf(table.world.now, True)
        assert any(tag.hears(table.world.now + 5000) for tag in tags) == heard
        port.rf(table.world.now + 5000, False)
