"""A table that tests itself lights one button after the other: simulated people press it and knock, guests do not."""

from __future__ import annotations

import pytest
from domino_table.hardware import load
from domino_table.virtual import lore
from domino_table.virtual.course import MS, SECOND
from domino_table.virtual.guests import Guests
from domino_table.virtual.table import VirtualTable

RULES = lore.lore("kozel", "graa", {}, 2)
WHITE, DARK = b"\x30\x30\x30", b"\x00\x00\x00"


class Trial:
    """A table without a board, whose lights are what the test says."""

    def __init__(self) -> None:
        self.table = VirtualTable(load("grid40"), 1)
        assert RULES is not None
        self.guests = Guests(self.table, RULES, 2, 1, 1.0, 0.0)
        self.guests.rest()
        self.guests.test(True)
        self.layout = self.table.build.data["rim"]

    def light(self, *lights: int) -> None:
        count = self.layout["leds"] + len(self.layout["lamps"])
        data = b"".join(WHITE if light in lights else DARK for light in range(count))
        self.table.strip(self.table.world.now, 0, data)

    def lamp(self, seat: int) -> int:
        return int(self.layout["lamps"][seat])

    def done(self, seat: int, ms: int) -> tuple[bool, bool]:
        """Whether the seat's button is pressed within so many ms, and whether its pad is knocked on."""
        world, pressed, knocked = self.table.world, False, False
        for _ in range(0, ms, 20):
            world.run_until(world.now + 20 * MS)
            pressed |= world.pressed(f"seat{seat}")
            knocked |= world.pads[seat].read(world.now) > 10_000
        return pressed, knocked


@pytest.mark.parametrize("seat", [0, 1, 3])  # nobody plays at the last
def test_whose_button_is_lit_alone_presses_it_and_knocks_where_that_was_not_meant(seat: int) -> None:
    trial = Trial()
    trial.light(*range(200))
    assert trial.done(seat, 3000) == (False, False)  # all lights are shown
    trial.light(trial.lamp(seat))
    assert trial.done(seat, 2500) == (True, False)
    assert trial.done(seat, 2500) == (False, True)
    trial.light()
    assert trial.done(seat, 5000) == (False, False)
    trial.light(trial.lamp(seat))
    trial.guests.test(False)
    assert trial.done(seat, 5000) == (False, False)


def test_who_has_taken_a_seat_presses_for_himself() -> None:
    trial = Trial()
    trial.guests.take_seat(1)
    trial.light(trial.lamp(1))
    assert trial.done(1, 5000) == (False, False)
    trial.light(trial.lamp(2))
    assert trial.done(2, 5000) == (True, True)
    trial.guests.take_seat(0)
    assert trial.done(2, 10 * SECOND // MS) == (False, False)  # there is nobody else
