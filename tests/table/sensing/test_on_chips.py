"""Sensing in a real MicroPython, its drivers on the bus of a virtual board, against the chips of the virtual table."""

from __future__ import annotations

import random
import statistics
from pathlib import Path

import pytest
from table.events import ALL, LAID, LIFTED, MOVED, OFF_RACK, TO_RACK

from tests.table.sensing.chips import SensingBoard
from tests.table.sensing.places import chain

# Frames to the grid reader in a loop where nothing answers.
FRAMES_PER_LOOP = 7


def kinds(board: SensingBoard, *wanted: int) -> list[tuple[int, int]]:
    """``(kind, tile)`` of the events told so far."""
    found = [event for _, event in board.events if not wanted or event[0] in wanted]
    return [(event[0], event[3] if event[0] in (TO_RACK, OFF_RACK) else event[2]) for event in found]


def states(board: SensingBoard, tiles: list[int]) -> set[str]:
    """How the tags of some tiles are when they are next powered."""
    found = set()
    for tile in tiles:
        for tag in board.wires.tiles[tile].tags:
            found.add("quiet" if tag.state == "persistent quiet" or tag._persistent else tag.state)
    return found


def test_an_empty_table_is_swept_within_its_time_and_frames(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        board.run(14_000)
        sweeps, _ = board.sweeps
        frames = board.wires.frames[board.wires.grid]
        board.run(3_000)
        more, length = board.sweeps
        assert length <= 175
        assert length >= 130  # the air alone takes longer than that
        per_loop = (board.wires.frames[board.wires.grid] - frames) / (40 * (more - sweeps))
        assert per_loop <= FRAMES_PER_LOOP / 2
        assert board.events == []


def test_one_tile_is_found_where_it_lies(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        board.run(13_000)
        board.lay(17, 333, 512, 90)
        board.run(1_000)
        ((_, (kind, _, tile, (x, y, angle), source)),) = board.events
        assert (kind, tile, angle, source) == (LAID, 17, 90, None)
        assert abs(x - 333) <= 15
        assert abs(y - 512) <= 15


def test_the_mini_table_hears_its_tiles_without_racks(tmp_path: Path) -> None:
    with SensingBoard(tmp_path, build="grid40_mini", watch=ALL) as board:
        board.run(13_000)
        board.lay(2, 370, 30, 0)
        board.lay(5, 30, 370, 270)
        board.run(1_000)
        assert sorted(kinds(board)) == [(LAID, 2), (LAID, 5)]
        assert board.sweeps[1] <= 175 // 2


def test_28_tiles_are_found_told_to_be_quiet_and_swept_past(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        for place in chain(28):
            board.lay(*place)
        board.run(18_000)
        assert sorted(kinds(board)) == [(LAID, tile) for tile in range(28)]
        assert states(board, list(range(28))) == {"quiet"}
        _, length = board.sweeps
        assert 130 <= length <= 175
        by_tile = {event[2]: event[3] for _, event in board.events}
        for tile, x, y, angle in chain(28):
            assert abs(by_tile[tile][0] - x) <= 15
            assert abs(by_tile[tile][1] - y) <= 15
            assert by_tile[tile][2] == angle


def test_a_play_is_known_soon_while_a_chain_lies(tmp_path: Path) -> None:
    rng = random.Random(7)
    waits = []
    with SensingBoard(tmp_path, seed=4) as board:
        places = chain(28)
        for place in places[:12]:
            board.lay(*place)
        board.run(15_000)
        for tile, x, y, angle in places[12:]:
            board.run(rng.uniform(700, 900))
            board.lay(tile, x + rng.gauss(0, 4), y + rng.gauss(0, 4), angle + rng.gauss(0, 3))
            laid = board.ticks
            board.run(1_200)
            told, event = board.events[-1]
            assert event[2] == tile
            waits.append(told - laid)
        assert kinds(board) == [(LAID, event[1][2]) for event in board.events]
    assert statistics.median(waits) <= 350
    assert max(waits) <= 750


def test_a_quiet_tile_that_is_taken_away_or_moved_is_missed(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        for place in chain(10):
            board.lay(*place)
        board.run(15_000)
        known = len(board.events)
        board.lift(3)
        board.lay(6, 500, 600, 90)
        board.run(3_000)
        assert sorted(kinds(board)[known:]) == [(MOVED, 6), (LIFTED, 3)]
        pose = next(event[3] for _, event in board.events if event[0] == MOVED)
        assert abs(pose[0] - 500) <= 15
        assert abs(pose[1] - 600) <= 15


@pytest.mark.parametrize("confirm", [True, False])
@pytest.mark.parametrize("gap", [150, 600, 1500])
def test_a_tile_pushed_into_place_after_it_was_laid_is_moved_there(tmp_path: Path, gap: int, confirm: bool) -> None:
    with SensingBoard(tmp_path, confirm=confirm) as board:
        board.run(13_000)
        for n, push in enumerate((20, 28, 33, 40)):
            x, y = 150 + 150 * n, 380
            board.lay(n, x, y)
            board.run(gap)
            board.lay(n, x + push, y - 9)
            board.run(3_000)
            events = [event for _, event in board.events if event[2] == n]
            assert [event[0] for event in events] in ([LAID], [LAID, MOVED])
            assert abs(events[-1][3][0] - x - push) <= 15
            assert abs(events[-1][3][1] - y + 9) <= 15


def test_nothing_is_lifted_while_everything_lies(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        for place in chain(20):
            board.lay(*place)
        board.run(60_000)
        assert kinds(board, LIFTED, MOVED) == []


def test_tiles_quiet_since_before_a_reset_are_found_again(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        for place in chain(9):
            board.lay(*place)
        board.run(14_000)
        known = len(board.events)
        board.board.hard_reset()
        board.run(6_000)
        assert sorted(kinds(board)[known:]) == [(LAID, tile) for tile in range(9)]


def test_hands_are_read_and_a_played_tile_comes_from_its_rack(tmp_path: Path) -> None:
    with SensingBoard(tmp_path, watch=ALL) as board:
        for seat in range(4):
            board.hand_out(seat, list(range(7 * seat, 7 * seat + 7)))
        board.run(4_000)
        dealt = [event for _, event in board.events]
        assert sorted((event[2], event[3]) for event in dealt) == [(tile // 7, tile) for tile in range(28)]
        board.lay(12, 400, 400)
        board.run(2_000)
        laid = [event for _, event in board.events if event[0] == LAID]
        assert [(event[2], event[4]) for event in laid] == [(12, 1)]


def test_a_drawn_tile_is_heard_in_the_rack_of_the_seat_on_turn_within_half_a_second(tmp_path: Path) -> None:
    with SensingBoard(tmp_path, watch=2) as board:
        board.hand_out(2, [0, 1, 2, 3, 4, 5, 6])
        for place in chain(20)[10:]:
            board.lay(*place)
        board.run(15_000)
        for tile in (22, 25, 27):
            known, drawn = len(board.events), board.ticks
            board.hand_out(2, [tile])
            board.run(1_000)
            ((told, event),) = board.events[known:]
            assert (event[0], event[2], event[3]) == (TO_RACK, 2, tile)
            assert told - drawn <= 600
        assert kinds(board, OFF_RACK) == []


def test_tiles_dealt_from_the_cloth_are_heard_though_they_were_quiet(tmp_path: Path) -> None:
    with SensingBoard(tmp_path, watch=ALL) as board:
        for place in chain(14):
            board.lay(*place)
        board.run(15_000)
        for tile in range(14):
            board.lift(tile)
        board.run(600)
        board.hand_out(0, list(range(7)))
        board.hand_out(3, list(range(7, 14)))
        board.run(6_000)
        assert sorted(kinds(board, LIFTED)) == [(LIFTED, tile) for tile in range(14)]
        assert sorted(kinds(board, TO_RACK)) == [(TO_RACK, tile) for tile in range(14)]
        assert kinds(board, OFF_RACK) == []


def test_names_that_merge_in_the_air_are_no_tile_and_hide_none(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        board.wires.port.silent_merge = True
        board.run(13_000)
        board.lay(8, 300, 300, 0)
        board.lay(11, 640, 300, 90)
        board.run(2_000)
        assert sorted(kinds(board)) == [(LAID, 8), (LAID, 11)]


def test_noise_is_no_tile_and_delays_none_for_long(tmp_path: Path) -> None:
    with SensingBoard(tmp_path) as board:
        board.run(13_000)
        board.wires.port.ghosts = 60
        board.lay(8, 300, 300, 0)
        board.run(4_000)
        assert kinds(board) == [(LAID, 8)]
        told, event = board.events[0]
        assert told <= board.ticks - 4_000 + 2_000


@pytest.mark.parametrize("fault", ["busy_stuck", "forgets", "refuses"])
def test_a_reader_that_fails_for_a_moment_costs_no_tile(tmp_path: Path, fault: str) -> None:
    with SensingBoard(tmp_path) as board:
        for place in chain(6):
            board.lay(*place)
        board.run(15_000)
        known = len(board.events)

        def strike(t: int) -> None:
            if fault == "busy_stuck":
                board.wires.grid.busy_stuck = True
            elif fault == "forgets":
                board.wires.grid._power_on(t)
            else:
                board.wires.grid._power_on(t)
                board.wires.grid.refuse_rf_on = 2

        board.wires.at(board.board.now, strike)
        board.run(2_500)
        board.lay(20, 300, 500, 0)
        board.run(1_500)
        assert kinds(board)[known:] == [(LAID, 20)]
