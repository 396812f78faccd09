"""The firmware's readers and sensing on the virtual chips, all in this process: quick, and on a clock of its own.

Calls cost what the board's cost (``Timing``): 70 us a transfer, 3 us a look at a pin, 0.3 ms a step of asyncio.
"""

from __future__ import annotations

import asyncio
import time
import types
from collections.abc import Callable, Generator
from typing import Any

from domino_table.hardware import firmware_config, load
from domino_table.virtual.chips.pn5180 import PN5180
from domino_table.virtual.faults import CATALOGUE, GRID, Site
from domino_table.virtual.faults.shell import Socket
from domino_table.virtual.field import Field
from domino_table.virtual.tags import Pose, make_set, tile_map
from table.drivers.pn5180 import Pn5180, ResetLine
from table.events import LAID, LIFTED, MOVED, RECOVERED, TROUBLE
from table.sensing import Sensing
from table.sensing.tile_map import TileMap

from tests.table.sensing.fakes import reach_file

PIN_US, SPI_US, STEP_US = 3, 70, 300


class Bus:
    """The reader's SPI bus and its pins, as the driver finds them."""

    def __init__(self, table: Senses) -> None:
        self._table = table
        self._selected: int | None = None

    def nss(self, reader: int) -> Callable[[int], None]:
        def pin(level: int) -> None:
            self._table.advance(PIN_US)
            self._selected = reader if not level else None
            self._table.leads[reader].select(self._table.now, level)

        return pin

    def busy(self, reader: int) -> Callable[[], int]:
        def pin() -> int:
            self._table.advance(PIN_US)
            return int(self._table.leads[reader].busy(self._table.now))

        return pin

    def irq(self, reader: int) -> Callable[[], int]:
        def pin() -> int:
            self._table.advance(PIN_US)
            return int(self._table.leads[reader].irq_levels(self._table.now)[0][1])

        return pin

    def reset(self, level: int) -> None:
        self._table.advance(PIN_US)
        for lead in self._table.leads:
            lead.reset(self._table.now, level)

    def _exchange(self, mosi: bytes) -> bytes:
        self._table.advance(SPI_US + len(mosi))
        if self._selected is None:
            return b"\xff" * len(mosi)
        return bytes(self._table.leads[self._selected].exchange(self._table.now, mosi))

    def write(self, frame: Any) -> None:
        self._exchange(bytes(frame))

    def readinto(self, buf: Any, write: int) -> None:
        buf[:] = self._exchange(bytes((write,)) * len(buf))


class Selector:
    """The loop selector as sensing uses it."""

    settle_us = 100

    def __init__(self, table: Senses) -> None:
        self._table = table

    def select(self, loop: int) -> None:
        self._table.advance(50)
        self._table.field.select(self._table.now, frozenset((loop,)))

    def off(self) -> None:
        self._table.advance(50)
        self._table.field.select(self._table.now, frozenset())


class Senses:
    """One table that only senses. ``events`` are what it told, ``(ms, event)``; ``site`` is where faults strike."""

    def __init__(self, monkeypatch: Any, seed: int = 1, confirm: bool = True) -> None:
        self.now = 1_000_000
        self._due: list[tuple[int, int, Callable[[], None]]] = []
        self._count = 0
        self._patch(monkeypatch)
        build = load("grid40")
        loops = build.loops()
        self.field: Any = Field(loops)
        self.tiles = make_set(seed)
        self.poses: dict[int, Pose] = {}
        self.ports = [
            self.field.port(loop.id for loop in loops if (loop.kind == "rack") == rack) for rack in (False, True)
        ]
        self.chips = [PN5180(port) for port in self.ports]
        self.leads: list[Any] = list(self.chips)
        self.hands: Any = self.field
        self.site = Site(
            self.chips,
            self.leads,
            self.tiles,
            self.at,
            lambda: self.now,
            selector=Socket.attribute(self, "field"),
            hands=Socket.attribute(self, "hands"),
            lying=lambda: [(self.tiles[tile], pose) for tile, pose in sorted(self.poses.items())],
        )
        self.racks = build.data["racks"]
        bus = Bus(self)
        line = ResetLine(bus.reset)
        self.readers = [
            Pn5180(bus, bus.nss(n), bus.busy(n), line, bus.irq(n), build.data["radio"]["tx_level"]) for n in (0, 1)
        ]
        self.sensing = Sensing(
            firmware_config(build) | {"reach": reach_file(build)},
            self.readers[0],
            self.readers[1],
            Selector(self),
            TileMap(tile_map(self.tiles)),
        )
        self.events: list[tuple[float, tuple[Any, ...]]] = []
        self.confirming = confirm
        self.sensing.subscribe(self._hear)
        self._task = self.sensing.run()

    def _patch(self, monkeypatch: Any) -> None:
        @types.coroutine
        def step(ms: int) -> Generator[None, None, None]:
            self.advance(max(STEP_US, ms * 1000))
            yield

        for name, value in (
            ("ticks_us", lambda: self.now),
            ("ticks_ms", lambda: self.now // 1000),
            ("ticks_diff", lambda a, b: a - b),
            ("ticks_add", lambda a, b: a + b),
            ("sleep_us", lambda us: self.advance(us)),
            ("sleep_ms", lambda ms: self.advance(ms * 1000)),
        ):
            monkeypatch.setattr(time, name, value, raising=False)
        monkeypatch.setattr(asyncio, "sleep_ms", step, raising=False)

    def _hear(self, event: tuple[Any, ...]) -> None:
        self.events.append((self.now / 1000, event))
        if self.confirming and event[0] == LAID:
            self.at(self.now + 30_000, lambda: self.sensing.confirm(event[2]))

    # -- time -----------------------------------------------------------------------------------------------------

    def at(self, t: int, action: Callable[[], None]) -> None:
        """Let something happen at ``t`` µs."""
        self._count += 1
        self._due.append((max(t, self.now), self._count, action))
        self._due.sort(key=lambda entry: entry[:2])

    def advance(self, us: int) -> None:
        until = self.now + us
        while self._due and self._due[0][0] <= until:
            t, _, action = self._due.pop(0)
            self.now = max(self.now, t)
            action()
        self.now = until

    def run(self, ms: float) -> None:
        """Let sensing work for so long."""
        until = self.now + ms * 1000
        while self.now < until:
            self._task.send(None)

    # -- hands ----------------------------------------------------------------------------------------------------

    def lay(self, tile: int, x: float, y: float, angle: float = 0.0) -> None:
        self.poses[tile] = Pose(x, y, angle)
        self.hands.put(self.now, self.tiles[tile], self.poses[tile])

    def lift(self, tile: int) -> None:
        del self.poses[tile]
        self.hands.take(self.now, self.tiles[tile])

    def hand_out(self, seat: int, tiles: list[int]) -> None:
        """Tiles into a rack."""
        x, y = self.racks[seat]["centre"]
        for tile in tiles:
            self.hands.put(self.now, self.tiles[tile], Pose(x, y, 0))

    def chain(self, count: int) -> list[int]:
        """Lay so many tiles one after the other along the cloth, and wait until all are known and quiet."""
        for tile in range(count):
            self.lay(tile, 80 + 60 * (tile % 11), 120 + 90 * (tile // 11))
        self.run(15_000)
        assert sorted(event[2] for event in self.told(LAID)) == list(range(count))
        return list(range(count))

    # -- what came of it ------------------------------------------------------------------------------------------

    def strike(self, fault: str, ms: float = 0, reader: int = GRID) -> None:
        """Let a fault of the catalogue happen now, for so long."""
        CATALOGUE[fault].strike(self.site, reader, int(ms * 1000))

    def told(self, *kinds: int) -> list[tuple[Any, ...]]:
        """The events of some kinds, or all."""
        return [event for _, event in self.events if not kinds or event[0] in kinds]

    def troubles(self) -> list[Any]:
        """Codes of the troubles told, and of those that are over."""
        return [(event[0] == TROUBLE, event[2]) for event in self.told(TROUBLE, RECOVERED)]

    def lies_where_it_lay(self, mm: float = 25) -> None:
        """Fail unless the table knows of all tiles where they lie, to within ``mm``, and of no others."""
        found = dict(self.sensing.on_cloth())
        assert sorted(found) == sorted(self.poses)
        for tile, pose in self.poses.items():
            assert abs(found[tile][0] - pose.x) <= mm, tile
            assert abs(found[tile][1] - pose.y) <= mm, tile


def strayed(event: tuple[Any, ...]) -> bool:
    """Whether one of the tiles of ``chain`` is said to have moved away from its place."""
    if event[0] != MOVED:
        return False
    x, y = 80 + 60 * (event[2] % 11), 120 + 90 * (event[2] // 11)
    return bool(abs(event[3][0] - x) > 25 or abs(event[3][1] - y) > 25)


def play(table: Senses, fault: str, ms: float, within: float) -> float:
    """Let a fault strike, lay a tile just then, and see that it is known in the right place within a time (ms).

    No tile may seem to be lifted, or to move by more than a lost loop makes of it. After the fault everything must be
    found where it is. Returns how long it took.
    """
    began, known = table.now / 1000, len(table.events)
    table.strike(fault, ms)
    table.lay(20, 430, 600, 90)
    table.run(max(ms, within) + 5000)
    news = [(at - began, event) for at, event in table.events[known:] if event[0] in (LAID, LIFTED) or strayed(event)]
    assert [(event[0], event[2]) for _, event in news] == [(LAID, 20)]
    table.lies_where_it_lay()
    assert news[0][0] <= within
    return news[0][0]
