"""Air times agree with the figures worked out by hand from ISO 15693."""

from domino_table.virtual import airtime


def test_one_slot_takes_six_milliseconds_with_a_tag_and_two_without():
    assert airtime.single_slot(hit=True) == 6181
    assert abs(airtime.single_slot(hit=False) - 2098) <= 1


def test_parts_of_an_exchange():
    assert airtime.us(airtime.T1) == 321
    assert airtime.us(airtime.T2) == 309
    assert airtime.us(airtime.T3) == 474
    assert airtime.request(5) == 1624
    assert airtime.response(12) == 3927
    assert airtime.us(airtime.REQUEST_EOF) == 38


def test_sixteen_slots_cost_four_milliseconds_per_occupied_slot():
    for occupied in range(17):
        assert abs(airtime.sixteen_slots(occupied) - (9780 + 4083 * occupied)) <= 9
    assert round(airtime.sixteen_slots(16) / 100) == 751


def test_masks_lengthen_the_request_by_whole_bytes():
    assert round(airtime.single_slot(16, True) / 100) == 68
    assert round(airtime.single_slot(16, False) / 100) == 27
    assert airtime.single_slot(9) == airtime.single_slot(16)


def test_silencing_a_tag():
    assert round(airtime.stay_quiet() / 10) == 405
    assert airtime.stay_quiet(persistent=True) - airtime.stay_quiet() == 302


def test_fast_answer_of_four_bytes_takes_a_third_of_a_uid():
    assert round(airtime.response(7, fast=True) / 100) == 12
    assert airtime.fast_inventory_read(4) < airtime.single_slot()


def test_idle_sweep_of_forty_loops_takes_132_milliseconds():
    assert round(airtime.idle_sweep_floor(40) / 1000) == 132
    assert round(airtime.idle_sweep_floor(40, guard_us=5000) / 1000) == 284


def test_a_loop_with_many_tags_costs_4_56_ms_a_tag():
    assert round(airtime.loop_reading_floor(27) / 100) == round((4.557 * 27 + 2.1) * 10)
    assert airtime.loop_reading_floor(0) == airtime.single_slot(hit=False)


def test_full_scan_is_the_sum_over_loops():
    tags = [2] * 12 + [0] * 28
    assert airtime.full_scan_floor(tags) == airtime.idle_sweep_floor(40) + 12 * (
        airtime.loop_reading_floor(2) - airtime.loop_reading_floor(0)
    )


def test_floor_of_a_laid_tile_is_half_a_sweep_two_readings_and_the_silencing():
    candidates = [2, 1, 1, 0]
    expected = airtime.idle_sweep_floor(40) // 2 + 2 * airtime.full_scan_floor(candidates) + 2 * airtime.stay_quiet()
    assert airtime.floor_of_tile_event(40, candidates) == expected
    assert airtime.floor_of_tile_event(20, candidates) < expected
    assert airtime.floor_of_tile_event(40, candidates, asked_again=20) == expected + airtime.idle_sweep_floor(20)
