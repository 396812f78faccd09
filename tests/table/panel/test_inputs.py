"""Short, long and double presses, and the double knock that means a pass."""

from __future__ import annotations

import pytest
from table.drivers.keys import Presses
from table.drivers.knock import Knocks


def presses(*changes: tuple[int, int], until: int = 3000) -> list[tuple[int, int, str]]:
    """What a row of (time, mask) turns into, read every 20 ms: (time, input, kind)."""
    decoder = Presses("short", "long", "double")
    found, mask, pending = [], 0, list(changes)
    for now in range(0, until, 20):
        while pending and pending[0][0] <= now:
            mask = pending.pop(0)[1]
        found += [(now, *press) for press in decoder.feed(mask, now)]
    return found


def test_one_press_is_short_and_told_when_no_second_can_follow() -> None:
    assert presses((100, 1), (200, 0)) == [(580, 0, "short")]


def test_two_quick_presses_are_one_double() -> None:
    assert [press[1:] for press in presses((100, 4), (200, 0), (340, 4), (420, 0))] == [(2, "double")]


def test_two_slow_presses_are_two_short_ones() -> None:
    assert [press[1:] for press in presses((100, 1), (200, 0), (900, 1), (1000, 0))] == [(0, "short"), (0, "short")]


def test_a_held_button_is_long_while_it_is_held_and_nothing_when_it_is_let_go() -> None:
    assert presses((100, 8), (2000, 0)) == [(920, 3, "long")]


def test_a_bounce_shorter_than_two_readings_is_no_press() -> None:
    assert presses((100, 1), (115, 0)) == []


def test_two_seats_can_press_at_once() -> None:
    assert sorted(press[1:] for press in presses((100, 3), (200, 0))) == [(0, "short"), (1, "short")]


class Pad:
    def __init__(self) -> None:
        self.level = 0

    def read_u16(self) -> int:
        return self.level


def knocks(*hits: tuple[int, int, int], spill: float = 0.2) -> list[tuple[int, int]]:
    """(time, seat, level) hits with a peak hold of 50 ms; the others shake by ``spill``. Returns (time, seat) told."""
    pads = [Pad() for _ in range(4)]
    driver, found, pending = Knocks(pads), [], list(hits)
    for now in range(0, 2000, 20):
        for pad in pads:
            pad.level = int(pad.level * 0.6)
        while pending and pending[0][0] <= now:
            _, seat, level = pending.pop(0)
            for number, pad in enumerate(pads):
                pad.level = max(pad.level, level if number == seat else int(level * spill))
        seat = driver.feed(now)
        if seat is not None:
            found.append((now, seat))
    return found


def test_two_knocks_on_one_pad_are_told_once() -> None:
    assert knocks((100, 2, 40000), (400, 2, 35000)) == [(400, 2)]


def test_a_single_knock_says_nothing() -> None:
    assert knocks((100, 2, 40000)) == []


@pytest.mark.parametrize("gap", [60, 700])
def test_knocks_too_close_or_too_far_apart_are_not_a_double(gap: int) -> None:
    assert knocks((100, 1, 40000), (100 + gap, 1, 40000)) == []


def test_knocks_on_two_pads_are_not_a_double() -> None:
    assert knocks((100, 0, 40000), (400, 1, 40000)) == []


def test_a_slam_that_shakes_all_pads_is_not_a_knock() -> None:
    assert knocks((100, 0, 50000), (400, 0, 50000), spill=0.7) == []
