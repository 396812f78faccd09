"""Faults of selector and lights: F24, F28."""

from __future__ import annotations

import asyncio
import random

import pytest
from domino_table.virtual.faults.surroundings import Glitch, StuckLoop
from table.drivers.rim import Rim
from table.events import LAID, LIFTED, TROUBLE
from table.panel.signals import Signals

from tests.virtual.faults.senses import Senses


class Selected:
    """A field that keeps what was selected."""

    def __init__(self) -> None:
        self.loops: list[frozenset[int]] = []

    def select(self, t: int, loops: frozenset[int]) -> None:
        self.loops.append(loops)


@pytest.mark.parametrize(("closed", "expected"), [(True, {5, 7}), (False, {5})])
def test_f24_a_stuck_switch_joins_or_leaves_every_selection(closed: bool, expected: set[int]) -> None:
    inner = Selected()
    field = StuckLoop(inner, 7, closed)
    for loop in (5, 7):
        field.select(0, frozenset((loop,)))
    assert inner.loops == [frozenset(expected), frozenset({7} if closed else ())]


@pytest.mark.parametrize("chance", range(4))
def test_f24_a_stuck_switch_lifts_nothing_and_what_it_hides_is_found_when_it_works_again(
    table: Senses, chance: int
) -> None:
    table.site.rng.seed(chance)
    table.strike("F24", 6000)
    table.lay(20, 430, 600, 90)
    table.run(16_000)
    wrong = [event for event in table.told(LAID)[12:] if event[2] == 20 and abs(event[3][1] - 600) > 60]
    assert wrong == []
    table.lies_where_it_lay()
    assert len(table.told(LIFTED)) <= 2
    assert all(event[2] == "tile" for event in table.told(TROUBLE))


def test_f28_a_spike_shifts_the_lights_behind_it_and_their_number_stays() -> None:
    glitch = Glitch(lambda data: data, random.Random(1), 1.0)
    data = bytes(range(200, 230))
    shown = glitch(data)
    assert len(shown) == len(data)
    at = next(n for n in range(30) if shown[n] != data[n])
    assert shown[at + 1 :] == data[at:-1]


class Strip(list[tuple[int, int, int]]):
    """A chain of lights that counts how often it was sent."""

    n = 84

    def __init__(self) -> None:
        super().__init__([(0, 0, 0)] * self.n)
        self.sent = 0

    def write(self) -> None:
        self.sent += 1


def test_f28_lights_are_sent_again_though_nothing_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asyncio, "sleep_ms", lambda ms: asyncio.sleep(0), raising=False)
    for name, value in (("ticks_ms", lambda: 0), ("ticks_add", int.__add__), ("ticks_diff", int.__sub__)):
        monkeypatch.setattr(f"table.panel.signals.{name}", value)
    strip = Strip()
    signals = Signals(Rim(strip, 64), {"per_side": 20, "leds": 80, "lamps": [80, 81, 82, 83]}, (800, 800))

    async def watch() -> None:
        task = asyncio.create_task(signals.run())
        while strip.sent < 4:
            await asyncio.sleep(0)
        task.cancel()

    asyncio.run(asyncio.wait_for(watch(), 60))
    assert strip.sent >= 4
