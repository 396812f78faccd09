"""Wires between board and reader that carry what they should not, or nothing: F1, F3, F4, F15."""

from __future__ import annotations

import pytest
from table.events import LIFTED

from tests.virtual.faults.senses import Senses, play


def test_f1_a_frame_whose_end_is_missed_is_ended_by_the_next_edge(table: Senses) -> None:
    assert play(table, "F1", 400, within=1000) <= 1000
    assert table.chips[0].lost_frames == 0, "there was no need for a reset"
    assert table.troubles() == []


def test_f3_a_floating_busy_is_told_as_trouble_and_as_over(table: Senses) -> None:
    assert play(table, "F3", 1000, within=2500) >= 1000
    assert table.troubles() == [(True, "grid reader"), (False, "grid reader")]


@pytest.mark.parametrize("chance", range(4))
def test_f4_bad_contact_lifts_no_tile_and_leaves_no_trace_in_the_reader(table: Senses, chance: int) -> None:
    table.site.rng.seed(chance)
    play(table, "F4", 800, within=4000)


@pytest.mark.parametrize("chance", range(4))
def test_bits_that_turn_over_on_the_bus_are_no_tiles(table: Senses, chance: int) -> None:
    table.site.rng.seed(chance)
    play(table, "noise", 3000, within=5000)


@pytest.mark.parametrize("chance", [1, 4])
def test_f15_a_dead_interrupt_line_is_done_without(table: Senses, chance: int) -> None:
    table.site.rng.seed(chance)  # stuck low and stuck high
    assert play(table, "F15", 5000, within=1500) <= 1500


def test_f15_nothing_is_taken_for_lifted_in_the_half_sweep_in_which_the_line_breaks(table: Senses) -> None:
    for _ in range(6):
        table.run(37)
        table.strike("F15", 2000)
        table.run(4000)
    assert table.told(LIFTED) == []
    table.lies_where_it_lay()
