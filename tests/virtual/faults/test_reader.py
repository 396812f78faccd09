"""A reader that hangs, forgets, hears nothing or does not start: F2, F5-F10, F27, F33."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from domino_table.virtual.chips.pn5180 import registers as r
from domino_table.virtual.faults import RACKS
from domino_table.virtual.faults.radio import KeepsListening, Parked
from table.events import OFF_RACK, TO_RACK

from tests.virtual.faults.senses import Senses, play


@pytest.mark.parametrize("after", [0, 31, 77, 120])
@pytest.mark.parametrize("fault", ["F2", "F9", "F10"])
def test_f2_f9_f10_a_wedged_reader_costs_no_play_and_less_than_a_second(table: Senses, fault: str, after: int) -> None:
    table.run(after)
    assert play(table, fault, 3000, within=1500) <= 1000


def test_f2_the_select_line_is_free_when_the_reader_is_reset(table: Senses) -> None:
    levels = []
    select, reset = table.leads[0].select, table.leads[0].reset
    selected = [1]
    table.leads[0].select = lambda t, level: (selected.__setitem__(0, level), select(t, level))
    table.leads[0].reset = lambda t, level: (levels.append(selected[0]), reset(t, level))
    play(table, "F2", 0, within=1500)
    assert set(levels) == {1}


def test_f5_a_reader_that_does_not_start_is_reset_until_it_does(table: Senses) -> None:
    play(table, "F5", 500, within=2000)
    assert table.troubles() == [(True, "grid reader"), (False, "grid reader")]


def test_f6_a_reader_that_freezes_when_a_tile_is_moved_is_woken(table: Senses) -> None:
    table.strike("F6", 20_000)
    for n in range(12):
        table.lay(20, 100 + 50 * n, 600)
        table.run(53)
    wedged = table.chips[0].busy_stuck
    table.run(3000)
    assert wedged or table.readers[0]._reset.count > 1, "one of twelve moves met an exchange"
    table.lies_where_it_lay()


def test_f7_no_more_is_fetched_than_was_received(table: Senses) -> None:
    resets = table.readers[0]._reset.count
    play(table, "F7", 5000, within=1000)
    assert table.readers[0]._reset.count == resets


def test_f8_a_receiver_that_waits_on_is_sent_to_idle_before_every_request(table: Senses) -> None:
    assert play(table, "F8", 4000, within=1000) <= 600


def test_f8_a_host_that_does_not_idle_would_hear_nobody(table: Senses) -> None:
    chip = table.chips[0]
    radio = KeepsListening(chip.radio)
    radio.command(table.now, r.COMMAND_IDLE)
    radio.command(table.now, r.COMMAND_TRANSCEIVE)
    table.field.select(table.now, frozenset((5,)))  # an empty row
    inventory = b"\x26\x01\x00", 0, r.default_rf_configs()[0x0D][r.TX_CONFIG], True, True
    radio.transmit(table.now, *inventory)
    table.lay(20, 400, 220)
    table.advance(30_000)
    radio.transmit(table.now, *inventory)
    assert radio.data_at(table.now + 20_000) == b""
    radio.command(table.now, r.COMMAND_IDLE)
    radio.command(table.now, r.COMMAND_TRANSCEIVE)
    radio.transmit(table.now + 30_000, *inventory)
    assert radio.rx_status_at(table.now + 60_000) != 0


def test_f9_a_parked_transceiver_obeys_only_a_reset(table: Senses) -> None:
    radio = Parked(table.chips[0].radio)
    radio.command(table.now, r.COMMAND_IDLE)
    assert radio.state(table.now) == r.WAIT_RECEIVE
    radio.power_on(table.now)
    assert radio.state(table.now) == r.IDLE


def test_f10_the_rack_reader_gets_its_field_back_too(table: Senses) -> None:
    table.sensing.watch_racks(2)
    table.hand_out(2, [20, 21, 22])
    table.run(3000)
    table.strike("F10", reader=RACKS)
    table.hand_out(2, [23])
    table.run(2000)
    assert [event[3] for event in table.told(TO_RACK)][-1] == 23
    assert table.told(OFF_RACK) == []


@pytest.mark.parametrize("after", [0, 50, 111])
def test_f27_a_reader_gone_deaf_is_reset_before_its_silence_is_believed(table: Senses, after: int) -> None:
    table.run(after)
    assert play(table, "F27", 60_000, within=1500) <= 1500


def test_f27_a_reader_gone_deaf_over_a_bare_cloth_is_reset_in_time(bare: Callable[[int], Senses]) -> None:
    table = bare(3)
    table.strike("F27", 60_000)
    table.run(200)
    table.lay(4, 300, 300)
    table.run(5000)
    table.lies_where_it_lay()


def test_f27_a_deaf_rack_reader_empties_no_rack(table: Senses) -> None:
    table.sensing.watch_racks(1)
    table.hand_out(1, [20, 21, 22, 23])
    table.run(6000)
    assert table.sensing.rack(1) == [20, 21, 22, 23]
    table.strike("F27", 60_000, reader=RACKS)
    table.run(8000)
    assert table.told(OFF_RACK) == []
    table.hand_out(1, [24])
    table.run(3000)
    assert table.sensing.rack(1) == [20, 21, 22, 23, 24]


def a_draw_is_known_once_the_deaf_reader_has_read(table: Senses) -> None:
    table.strike("F27", 60_000, reader=RACKS)
    table.hand_out(1, [20])
    drawn = table.now // 1000
    for _ in range(200):
        table.run(20)
        if table.sensing.rack_read(1) > drawn:
            break
    assert 20 in table.sensing.rack(1)


@pytest.mark.parametrize(("newest", "after"), [(1, 0), (1, 170), (2, 90), (2, 250)])
def test_f27_what_a_deaf_rack_reader_does_not_hear_is_not_taken_for_known(
    table: Senses, newest: int, after: int
) -> None:
    """A pass is judged once a reading has shown what was drawn. ``newest``: whose rack has the tile that came last."""
    for seat, tile in ((3 - newest, 21), (3 - newest, 22), (newest, 23), (newest, 24)):
        table.sensing.watch_racks(seat)
        table.hand_out(seat, [tile])
        table.run(1500)
    table.sensing.watch_racks(1)
    table.run(1000 + after)
    a_draw_is_known_once_the_deaf_reader_has_read(table)


def test_f27_nor_is_it_where_the_rack_was_empty(table: Senses) -> None:
    table.sensing.watch_racks(2)
    table.hand_out(2, [21, 22])
    table.run(1500)
    table.sensing.watch_racks(1)
    table.run(1000)
    a_draw_is_known_once_the_deaf_reader_has_read(table)


def test_a_table_cleared_at_a_stroke_is_known_to_be_empty_in_seconds(table: Senses) -> None:
    for tile in range(12):
        table.lift(tile)
    table.run(5000)
    assert table.sensing.on_cloth() == []


@pytest.mark.parametrize("ms", [1, 900])
def test_f33_readers_that_forget_their_setting_are_set_again(table: Senses, ms: int) -> None:
    play(table, "F33", ms, within=2500)
