"""What people see on the rim: place, pattern and colour of each signal."""

from __future__ import annotations

import pytest
from table.panel import signals
from table.panel.signals import BLACK, BLUE, ORANGE, WHITE, Signals

RIM = {"leds": 80, "per_side": 20, "lamps": [80, 81, 82, 83]}


class FakeRim:
    """A rim without a chain: the colours that were set."""

    def __init__(self) -> None:
        self.lights = [BLACK] * 84
        self.sent = self.lights

    def show(self) -> None:
        self.sent = list(self.lights)

    def fill(self, colour: tuple[int, int, int]) -> None:
        self.lights = [colour] * 84

    def set(self, light: int, colour: tuple[int, int, int]) -> None:
        self.lights[light] = colour

    def lit(self) -> dict[int, tuple[int, int, int]]:
        return {n: colour for n, colour in enumerate(self.lights) if colour != BLACK}


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    clock = [1000]
    monkeypatch.setattr(signals, "ticks_ms", lambda: clock[0])
    return clock


@pytest.fixture
def rim() -> FakeRim:
    return FakeRim()


@pytest.fixture
def shown(rim: FakeRim, now: list[int]) -> Signals:
    return Signals(rim, RIM, [800, 800])


def test_whose_turn_is_steady_white_at_the_seat_and_in_its_button(shown: Signals, rim: FakeRim) -> None:
    shown.turn(2)
    assert shown.draw(1000) is False
    assert rim.lit() == dict.fromkeys([48, 49, 50, 51, 82], WHITE)


def test_an_accepted_tile_flashes_blue_once_at_its_row_and_column(shown: Signals, rim: FakeRim) -> None:
    shown.accepted((20, 780, 0))
    assert [n for n, colour in enumerate(rim.sent) if colour == BLUE] == [19, 20, 40, 79], "sent at once"
    assert shown.draw(1100) is True
    # Column 0: side 0 runs from the right and ends at 19, side 2 starts at 40; row 19: side 1 starts, side 3 ends.
    assert rim.lit() == dict.fromkeys([19, 20, 40, 79], BLUE)
    assert shown.draw(1400) is False
    assert rim.lit() == {}


def test_an_accepted_tile_flashes_through_the_foul_of_the_one_that_lay_there_before(
    shown: Signals, rim: FakeRim, now: list[int]
) -> None:
    shown.foul(0, (20, 780, 0))
    now[0] = 1500
    shown.accepted((20, 780, 0))
    for t in (1550, 1800):
        shown.draw(t)
        assert {light for light, colour in rim.lit().items() if colour == BLUE} == {19, 20, 40, 79}


def test_a_question_lights_its_two_places_in_turn_and_the_lamp_with_the_first(shown: Signals, rim: FakeRim) -> None:
    shown.question([1], [(0, 0, 0), (799, 799, 0)])
    shown.draw(1100)
    first = rim.lit()
    shown.draw(1600)
    other = rim.lit()
    assert first == dict.fromkeys([19, 39, 40, 60, 81], ORANGE)
    assert other == dict.fromkeys([0, 20, 59, 79], ORANGE)
    shown.question(None, None)
    shown.draw(1700)
    assert rim.lit() == {}


def test_who_laid_a_tile_is_asked_with_all_their_lamps(shown: Signals, rim: FakeRim) -> None:
    shown.question([0, 2], [])
    shown.draw(1100)
    assert rim.lit() == dict.fromkeys([80, 82], ORANGE)
    shown.draw(1600)
    assert rim.lit() == {}


def test_who_must_show_a_hand_has_a_steady_lamp_and_no_lights_at_the_side(shown: Signals, rim: FakeRim) -> None:
    shown.show([1, 3])
    shown.draw(1100)
    assert rim.lit() == dict.fromkeys([81, 83], WHITE)
    shown.show([])
    shown.draw(1200)
    assert rim.lit() == {}


def test_a_draw_that_was_heard_flashes_at_the_side_of_its_seat(shown: Signals, rim: FakeRim, now: list[int]) -> None:
    shown.turn(1)
    now[0] = 1000
    shown.heard(1)
    shown.draw(1100)
    assert rim.lit() == dict.fromkeys([28, 29, 30, 31], BLUE) | {81: WHITE}
    shown.draw(1500)
    assert rim.lit() == dict.fromkeys([28, 29, 30, 31, 81], WHITE)


def test_a_foul_blinks_twice_a_second_and_ends_when_the_tile_is_taken_back(shown: Signals, rim: FakeRim) -> None:
    shown.foul(0, (400, 400, 0))
    blinks = []
    for t in range(1000, 2000, 50):
        shown.draw(t)
        blinks.append(bool(rim.lit()))
    assert "".join("#" if on else "." for on in blinks) == "###...###..........."
    shown.foul(None, None)
    assert shown.draw(2000) is False


def test_the_fish_is_a_wave_around_the_whole_rim(shown: Signals, rim: FakeRim) -> None:
    shown.fish()
    touched: set[int] = set()
    for t in range(1000, 4000, 50):
        shown.draw(t)
        touched |= rim.lit().keys()
        assert len(rim.lit()) <= 12
    assert touched == set(range(80))
    assert shown.draw(4000) is False


def test_the_wave_and_the_flash_of_what_is_taken_back_end_at_once(shown: Signals, rim: FakeRim) -> None:
    shown.turn(1)
    shown.accepted((400, 400, 0))
    shown.fish()
    shown.draw(1500)
    assert BLUE in rim.lights
    shown.undone()
    shown.draw(1501)
    assert set(rim.lit().values()) == {WHITE}


def test_a_place_may_blink_without_any_lamp(shown: Signals, rim: FakeRim) -> None:
    shown.question([], [(400, 400)])
    shown.draw(1000)
    assert set(rim.lit().values()) == {ORANGE}
    assert not set(rim.lit()) & set(RIM["lamps"])  # type: ignore[call-overload]
    shown.draw(1500)
    assert rim.lit() == {}


def test_trouble_lights_the_four_corners(shown: Signals, rim: FakeRim) -> None:
    shown.trouble(True)
    shown.draw(1000)
    assert rim.lit() == dict.fromkeys([0, 19, 20, 39, 40, 59, 60, 79], ORANGE)


def test_a_tile_in_a_corner_flashes_blue_although_there_is_trouble(shown: Signals, rim: FakeRim) -> None:
    shown.trouble(True)
    shown.accepted((20, 780, 0))
    shown.draw(1100)
    assert rim.lit() == dict.fromkeys([0, 39, 59, 60], ORANGE) | dict.fromkeys([19, 20, 40, 79], BLUE)
    shown.draw(1500)
    assert set(rim.lit().values()) == {ORANGE}
