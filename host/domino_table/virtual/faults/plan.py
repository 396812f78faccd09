"""When faults strike in a run, and what came of it: a stream of chance of its own, and one fault at a time."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from domino_table.virtual.course import MS
from domino_table.virtual.faults.catalogue import chosen
from domino_table.virtual.faults.site import GRID, Site

PAUSE_MS = (500, 5_000)
"""From the end of one fault to the next."""
SETTLE_MS = 2_500
"""What happens so soon after a fault is counted as its consequence."""
RARE = ("outage", "plug")
"""Faults that stop everybody: they come so many times less often than the others."""
RARELY = 4
DARK_US = 2_000_000
"""So long the power stays away."""


@dataclass
class Plan:
    """The faults of one run.

    Attributes:
        struck: how often each fault struck. told: how often the table showed trouble then. nudged: how many acts had
            to be done again meanwhile.
        history: each strike as (µs, id, number of the reader, duration in µs).
        trouble: when the rim last showed trouble (µs). nudges: acts done again so far.
    """

    names: str
    seed: int
    struck: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)
    nudged: Counter[str] = field(default_factory=Counter)
    history: list[tuple[int, str, int, int]] = field(default_factory=list)
    trouble: Callable[[], int] = lambda: -1
    nudges: Callable[[], int] = lambda: 0

    def __post_init__(self) -> None:
        """Raises ValueError for a name that is neither a fault nor a profile."""
        self.faults = chosen(self.names)
        self.rng = random.Random(f"faults {self.seed}")
        self._site: Site | None = None

    def prepare(self, site: Site) -> None:
        """Before each start of the board."""
        self._site = site
        for fault in self.faults:
            if fault.prepare is not None:
                self.struck[fault.id] += 1
                fault.prepare(site)

    def restore_power(self, site: Site) -> None:
        """The board has lost its power: people hold still, the lights are dark, and two seconds later it is back."""
        assert site.table is not None
        assert site.board is not None
        board, table, world = site.board, site.table, site.table.world
        world.run_until(board.now)
        world.hold()
        table.pin(board.now, table.build.pins["reader_reset"], 0)
        table.strip(board.now, table.build.pins["rim_data"], bytes(len(table.rim)))
        site.restarts += 1
        board.now += DARK_US
        world.run_until(board.now)
        self.prepare(site)
        board.start()
        site.wait_for_table()

    def begin(self) -> None:
        """Let faults strike from now on."""
        if any(fault.prepare is None for fault in self.faults):
            self._later()

    def _later(self) -> None:
        assert self._site is not None
        self._site.later(self.rng.randrange(*PAUSE_MS) * MS, self._strike)

    def _strike(self) -> None:
        site, rng = self._site, self.rng
        assert site is not None
        able = [fault for fault in self.faults if fault.prepare is None]
        fault = rng.choice(able)
        if fault.id in RARE and len(able) > len(RARE) and rng.randrange(RARELY):
            fault = rng.choice(able)
        reader = GRID if len(site.chips) == 1 or rng.random() < 0.7 else 1
        shortest, longest = fault.lasts
        us = rng.randint(shortest, longest) * MS
        began, nudges = site.now(), self.nudges()
        self.struck[fault.id] += 1
        self.history.append((began, fault.id, reader, us))
        fault.strike(site, reader, us)

        def over() -> None:
            self.told[fault.id] += self.trouble() >= began
            self.nudged[fault.id] += self.nudges() - nudges
            self._later()

        site.later(us + SETTLE_MS * MS, over)

    def as_json(self) -> dict[str, dict[str, int]]:
        """What struck and what came of it, by fault."""
        return {
            name: {"struck": count, "trouble_shown": self.told[name], "acts_repeated": self.nudged[name]}
            for name, count in sorted(self.struck.items())
        }
