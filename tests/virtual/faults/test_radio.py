"""What is heard wrongly, or not at all: F11-F14, F16, F18, F19, F21, F22, F25, a telephone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from domino_table.virtual.faults.surroundings import mute
from domino_table.virtual.tags import make_set
from table.events import LAID, LIFTED
from table.sensing.settle import MISSING
from table.sensing.tile_map import TileMap

from tests.virtual.faults.senses import Senses, play


def with_a_bazaar(table: Senses) -> Senses:
    """Twelve quiet tiles side by side, which are asked for after every sweep."""
    for tile in range(12):
        table.lay(tile, 300 + 30 * (tile % 7), 300 + 60 * (tile // 7), 90)
        table.run(500)
    table.run(5000)
    table.sensing.keep_asking((1 << 12) - 1)
    table.run(2000)
    return table


@pytest.mark.parametrize("chance", range(3))
@pytest.mark.parametrize("fault", ["F11", "F13", "F14", "F16", "F18", "F21"])
def test_what_is_heard_wrongly_is_no_tile_and_hides_none(table: Senses, fault: str, chance: int) -> None:
    table.site.rng.seed(chance)
    play(table, fault, 5000, within=4000)
    assert table.troubles() == []


@pytest.mark.parametrize("fault", ["F11", "F13", "F14", "F16", "F18", "F21"])
def test_many_tiles_laid_at_once_are_all_found(bare: Callable[[int], Senses], fault: str) -> None:
    table = bare(5)
    table.strike(fault, 9000)
    for tile in range(13):
        table.lay(tile, 30 + 60 * tile, 420)  # one row hears 26 tags
    table.run(15_000)
    assert sorted(event[2] for event in table.told(LAID)) == list(range(13))
    assert table.told(LIFTED) == []
    table.lies_where_it_lay(mm=40)  # where only one half was heard the other is anywhere around it


@pytest.mark.parametrize(("phase", "drowned"), [(0, 700), (400, 900), (700, 900), (800, 700)])
def test_f22_a_bazaar_that_was_drowned_for_a_part_of_a_sweep_is_all_there(
    bare: Callable[[int], Senses], phase: int, drowned: int
) -> None:
    table = with_a_bazaar(bare(3))
    table.run(phase)
    table.strike("F22", drowned)
    table.run(9000)
    assert table.told(LIFTED) == []


def test_f22_quiet_tiles_found_again_one_after_the_other_all_come_to_rest(bare: Callable[[int], Senses]) -> None:
    """Three are missing, one was found before: too many to be looked at one by one, so each sweep searches for all."""
    table = with_a_bazaar(bare(3))
    for tile in range(3):
        table.sensing._tiles.state[tile] = MISSING
    table.sensing._moving(3)
    table.run(3000)
    assert len(table.sensing.on_cloth()) == 12
    assert table.told(LIFTED) == []


@pytest.mark.parametrize("pause", [800, 1600])
def test_f14_names_heard_as_one_lift_nothing_of_a_bazaar_that_was_drowned_before(
    bare: Callable[[int], Senses], pause: int
) -> None:
    table = with_a_bazaar(bare(3))
    table.strike("F22", 1300)
    table.run(1300 + pause)  # all are being looked for now
    table.strike("F14", 4000)
    table.run(9000)
    assert table.told(LIFTED) == []


@pytest.mark.parametrize("pause", [1200, 1400])
def test_f22_twice_leaves_no_tile_of_a_bazaar_on_its_way_for_ever(bare: Callable[[int], Senses], pause: int) -> None:
    table = with_a_bazaar(bare(3))
    table.strike("F22", 1000)
    table.run(1000 + pause)  # they are being looked for
    table.strike("F22", 1500)
    table.run(9000)
    table.lay(20, 430, 600, 90)
    table.run(800)
    assert table.told(LAID)[-1][2] == 20, "a closer look is taken where few tiles are on their way"


def test_f12_more_than_ten_tags_that_differ_late_are_told_apart() -> None:
    tiles = make_set(1)
    names = {tag.uid for tile in tiles for tag in tile.tags}
    assert len(names) == 56
    assert len({uid[:1] for uid in names}) < 56, "some share the nibbles that are asked for first"
    assert TileMap(b"".join(tag.uid for tile in tiles for tag in tile.tags)).mask_bits > 8


def test_f19_a_transmitter_without_supply_is_told_and_lifts_nothing(table: Senses) -> None:
    play(table, "F19", 2500, within=5000)
    assert table.troubles() == [(True, "grid reader"), (False, "grid reader")]


@pytest.mark.parametrize("chance", range(6))
def test_f13_noise_taken_for_two_answers_puts_no_tile_elsewhere(bare: Callable[[int], Senses], chance: int) -> None:
    table = bare(3)
    table.site.rng.seed(chance)
    table.lay(20, 404, 700, 270)
    table.strike("F33", 868)
    table.lay(21, 342, 640, 90)
    table.strike("F5")
    table.strike("F13", 4700)
    table.run(9000)
    table.lies_where_it_lay()


@pytest.mark.parametrize("ms", [100, 700, 1500])
def test_f22_a_field_that_drowns_everything_for_a_moment_lifts_nothing(table: Senses, ms: int) -> None:
    play(table, "F22", ms, within=4500)


def test_f25_a_tile_with_one_tag_in_a_dead_spot_is_laid_with_a_doubt(table: Senses) -> None:
    tag = table.tiles[20].tags[1]
    tag.shades += 1
    table.lay(20, 430, 600, 90)
    table.run(3000)
    ((_, _, tile, (x, y, angle), _),) = table.told(LAID)[12:]
    assert (tile, angle) == (20, -1)
    assert abs(x - 430) <= 20
    assert abs(y - 600) <= 30


def test_what_several_things_shade_is_heard_again_when_the_last_is_gone(table: Senses) -> None:
    tag = table.tiles[0].tags[0]
    ends = [mute([tag]), mute([tag])]
    for end in ends:
        assert tag.shades
        end()
    assert not tag.shades


def test_a_telephone_hides_tiles_only_as_long_as_it_lies_there(table: Senses) -> None:
    table.strike("phone", 6000)
    table.run(13_000)
    table.lies_where_it_lay()
    gone = {event[2] for event in table.told(LIFTED)}
    assert len(gone) <= 4
    assert {event[2] for event in table.told(LAID)[12:]} == gone
