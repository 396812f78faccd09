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
