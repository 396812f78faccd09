"""Figures of a run: idle sweeps as the selector shows them, spreads, the floor of one tile."""

from __future__ import annotations

from domino_table.hardware import load
from domino_table.virtual import airtime
from domino_table.virtual.latency import Spread, SweepClock, floor
from domino_table.virtual.tags import Pose

LOOPS = load("grid40").loops()


class Selector:
    """Selects loops every 3 ms, with some reader frames in each."""

    def __init__(self) -> None:
        self.frames = self.t = 0
        self.clock = SweepClock(LOOPS, lambda: self.frames)

    def visit(self, loops: list[int], frames: int = 3) -> None:
        for loop in loops:
            self.clock.selected(self.t, frozenset((loop,)))
            self.t += 3000
            self.frames += frames


def test_only_a_whole_sweep_in_which_each_loop_comes_once_counts_as_idle() -> None:
    selector = Selector()
    selector.visit([*range(0, 40, 3), *range(1, 40, 3), *range(2, 40, 3)])
    selector.visit([*range(10), 30, *range(10, 40)])
    selector.visit([*range(40), 41])
    assert selector.clock.sweeps == [40 * 3000, 40 * 3000]


def test_a_sweep_in_which_a_tag_answered_is_not_idle() -> None:
    selector = Selector()
    selector.visit(list(range(20)))
    selector.visit([20], frames=8)
    selector.visit([*range(21, 40), 0])
    assert selector.clock.sweeps == []


def test_the_floor_is_half_a_sweep_and_two_readings_of_the_loops_that_hear_the_tile() -> None:
    # Along x at (420, 420) the tags lie at x 406 and 434: columns 10 hears both, 9 and 11 one each; row 10 hears both.
    hit, guard = airtime.single_slot(hit=True), airtime.GUARD_US
    two = airtime.loop_reading_floor(2)
    readings = 2 * (2 * (guard + two) + 2 * (guard + hit))
    expected = airtime.idle_sweep_floor(40) // 2 + readings + 2 * airtime.stay_quiet()
    assert floor(LOOPS, Pose(420, 420, 0), 28) == expected


def test_a_refused_tile_is_not_silenced_and_one_out_of_turn_waits_until_all_rows_were_asked_once_more() -> None:
    pose = Pose(420, 420, 0)
    refused = floor(LOOPS, pose, 28) - 2 * airtime.stay_quiet()
    assert floor(LOOPS, pose, 28, "wrong_tile") == refused
    for code in ("wrong_turn", "too_many_tiles"):
        assert floor(LOOPS, pose, 28, code) == refused + airtime.idle_sweep_floor(20)


def test_the_99th_percentile_is_the_greatest_of_a_hundred() -> None:
    assert Spread([float(n) for n in range(100)]).summary() == {"median": 50, "p99": 99}
    assert Spread().summary() == {"median": None, "p99": None}
