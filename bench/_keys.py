"""When the firmware looks at its keys: whatever keeps its loop waiting shows there, on the virtual clock."""

from __future__ import annotations

import tempfile
from pathlib import Path

from domino_table.virtual.course import MS
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import Simulation
from domino_table.virtual.table import VirtualTable

_SETTINGS = Settings(seed=7, players=4)


class Looks:
    """Watches the line that makes the keys' register take its inputs.

    Attributes:
        times: of each look, in virtual µs.
    """

    def __init__(self, table: VirtualTable) -> None:
        """``table`` must have keys. Its wiring is listened to from now on."""
        load, pin = table.build.data["pins"]["keys_load"], table.pin
        self.times: list[int] = []

        def listen(t: int, number: int, level: int) -> None:
            if number == load and not level:
                self.times.append(t)
            pin(t, number, level)

        table.pin = listen  # type: ignore[assignment, method-assign]

    def longest(self) -> float:
        """The longest time between two looks, in virtual ms."""
        return max(later - sooner for sooner, later in zip(self.times, self.times[1:], strict=False)) / MS

    def press(self) -> float:
        """How long a press must last to be seen by two looks whenever it begins, in virtual ms."""
        return max(later - sooner for sooner, later in zip(self.times, self.times[2:], strict=False)) / MS


def match_looks() -> Looks:
    """The looks during a whole match of Kozel for four."""
    with tempfile.TemporaryDirectory() as folder:
        simulation = Simulation(_SETTINGS, Path(folder, "flash.img"))
        looks = Looks(simulation.table)
        simulation.run()
    return looks
