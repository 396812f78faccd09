"""A table without chips: sensing's drivers replaced by fakes of the same face, on a clock of their own.

The fake reader hears the tags that lie in the selected loop's rectangle and charges the air time of what it is asked,
130 us for each frame of the real driver, 0.3 ms for each step of asyncio.
"""

from __future__ import annotations

import asyncio
import functools
import math
import operator
import random
import tempfile
import time
import types
from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any

from domino_table.hardware import Build, firmware_config, load
from domino_table.reach import reach_table
from table.drivers import iso15693
from table.drivers.pn5180 import ANSWER, COLLISION, GARBLED, NOTHING, ReaderError
from table.sensing import Sensing
from table.sensing.tile_map import TileMap

FRAME_US = 130
STEP_US = 300


@functools.cache
def _made(build: str) -> tempfile.TemporaryDirectory[str]:
    folder = tempfile.TemporaryDirectory()
    (Path(folder.name) / "reach.bin").write_bytes(reach_table(load(build)))
    return folder


def reach_file(build: Build) -> str:
    """Path of the table that the localiser of a build reads."""
    return f"{_made(build.id).name}/reach.bin"


class Clock:
    """Microseconds, and what happens at certain of them."""

    def __init__(self) -> None:
        self.now = 1_000_000
        self._due: list[tuple[int, int, Callable[[], None]]] = []

    def at(self, ms: float, action: Callable[[], None]) -> None:
        self._due.append((int(ms * 1000), len(self._due), action))
        self._due.sort(key=lambda entry: entry[:2])

    def advance(self, us: int) -> None:
        self.now += us
        while self._due and self._due[0][0] <= self.now:
            self._due.pop(0)[2]()


class Tag:
    def __init__(self, uid: bytes) -> None:
        self.uid = uid
        self.place: tuple[float, float] | None = None
        self.quiet = False
        self.deaf = False
        self.powered = -(10**9)


class Cloth:
    """Tags, loops and which of them meet."""

    def __init__(self, clock: Clock, seed: int = 1, losses: float = 0.0) -> None:
        self.clock = clock
        self.build = load("grid40")
        self.config: dict[str, Any] = {**firmware_config(self.build), "reach": reach_file(self.build)}
        self.loops = self.build.loops()
        self.rng = random.Random(seed)
        self.losses = losses
        self.tags = [Tag(self.rng.randbytes(6) + b"\x04\xe0") for _ in range(56)]
        self.extra: list[Tag] = []
        self.selected: dict[str, int] = {}
        self.dead: set[int] = set()  # loops whose switch does not close
        self.persist_us = 2_500_000

    def lay(self, tile: int, x: float, y: float, angle: float = 0.0, halves: tuple[int, ...] = (0, 1)) -> None:
        for half in (0, 1):
            sign = 2 * half - 1
            dx, dy = 14 * math.cos(math.radians(angle)), 14 * math.sin(math.radians(angle))
            tag = self.tags[2 * tile + half]
            tag.place = (x + sign * dx, y + sign * dy) if half in halves else None

    def lift(self, tile: int) -> None:
        self.tags[2 * tile].place = self.tags[2 * tile + 1].place = None

    def hand_out(self, seat: int, tiles: list[int]) -> None:
        loop = next(loop for loop in self.loops if loop.kind == "rack" and loop.index == seat)
        for tile in tiles:
            for half in (0, 1):
                self.tags[2 * tile + half].place = ((loop.left + loop.right) / 2, (loop.top + loop.bottom) / 2)

    def heard(self, loop: int, quiet: bool) -> list[Tag]:
        found = []
        for tag in self.tags + self.extra if loop not in self.dead else []:
            if tag.place and self.loops[loop].covers(*tag.place):
                if tag.quiet and self.clock.now - tag.powered > self.persist_us:
                    tag.quiet = False
                tag.powered = self.clock.now
                if tag.quiet == quiet and not tag.deaf and self.rng.random() >= self.losses:
                    found.append(tag)
        return found


class FakeLoops:
    settle_us = 100

    def __init__(self, cloth: Cloth) -> None:
        self._cloth = cloth
        self.selected = 0
        self.visits = 0

    def select(self, loop: int) -> None:
        self.selected = loop
        self.visits += 1
        self._cloth.clock.advance(50)

    def off(self) -> None:
        self.selected = -1
        self._cloth.clock.advance(50)


class FakeReader:
    """The face of ``Pn5180`` as sensing uses it."""

    def __init__(self, cloth: Cloth, loops: FakeLoops) -> None:
        self._cloth = cloth
        self._loops = loops
        self.uid = bytearray(8)
        self.failures = self.answers = 0
        self.broken = False
        self.repairs = 0
        # What the first look at a table needs of the driver's inside.
        self._request = bytearray(20)
        self._in = bytearray(12)
        self._level = self._epoch = 0
        self._prepared = False
        self._slots: list[list[Tag]] = []

    def _frame(self, frame: bytes) -> None:
        self._spend(0, 1)

    def _send(self, end: int) -> None:
        """FAST INVENTORY READ of quiet and other tags, in sixteen slots or one."""
        self._spend(iso15693.request_us(end - 2), 2)
        bits = self._request[6] & 0x7F
        mask = int.from_bytes(self._request[8:end], "little")
        tags = {tag.uid: tag for quiet in (False, True) for tag in self._cloth.heard(self._loops.selected, quiet)}
        self._slots = [[] for _ in range(1 if self._request[2] & 0x20 else 16)]
        for tag in tags.values():
            number = int.from_bytes(tag.uid, "little")
            if not (number ^ mask) & (1 << bits) - 1:
                self._slots[(number >> bits) % len(self._slots)].append(tag)

    def _sent(self, air: int) -> None:
        self._spend(air, 0)

    def _wait(self, us: int) -> None: ...

    def _name(self, length: int, air: int = 0) -> int:
        tags = self._slots.pop(0)
        if not tags:
            self._spend(iso15693.EMPTY_US + 100, 0)
            return NOTHING
        self._spend(iso15693.EMPTY_US + air + 100, 4)
        garbled = any(tag.uid == b"garbled!" for tag in tags)
        self._in[4] = 0 if garbled else length
        if garbled:
            return GARBLED
        self.uid[:] = tags[0].uid
        if len(tags) == 1:
            self.answers += 1
            return ANSWER
        numbers = [int.from_bytes(tag.uid, "little") for tag in tags]
        differing = functools.reduce(operator.or_, [number ^ numbers[0] for number in numbers])
        place = 8 + (differing & -differing).bit_length() - 1
        self._in[6:8] = bytes((place << 3 & 0xF8 | 4, place >> 5))
        return COLLISION

    def _fetch(self, ask: bytes, count: int) -> bytes:
        """RF_STATUS: the AGC value with the selected loop, or with none; READ_DATA: flags and a UID."""
        self._spend(0, 2)
        if ask[0] == 0x0A:
            return b"\0" + bytes(self.uid)
        none = self._loops.selected < 0 or self._loops.selected in self._cloth.dead
        return (896 if none else 448).to_bytes(4, "little")

    def _spend(self, us: int, frames: int) -> None:
        self._cloth.clock.advance(us + frames * FRAME_US)
        if self.broken:
            raise ReaderError("busy")

    def prepare(self) -> None:
        self._spend(0, 1)

    def check(self) -> None:
        self._spend(0, 2)
        self.failures = 0

    def field(self, on: bool) -> None:
        self._spend(300, 3)

    def set_level(self, level: int) -> None:
        self._spend(0, 1)

    def recover(self) -> None:
        self.repairs += 1
        self.failures += 1
        self._spend(0, 1)

    def revive(self) -> None:
        self._spend(60_000, 8)

    def _answering(self, uid: Any, bits: int, quiet: bool) -> list[Tag]:
        tags = self._cloth.heard(self._loops.selected, quiet)
        return [tag for tag in tags if not bits or tag.uid[: bits // 8] == bytes(uid[: bits // 8])]

    def inventory(self, uid: Any = None, bits: int = 0, quiet: bool = False) -> int:
        request = iso15693.request_us((5 if quiet else 3) + bits // 8)
        tags = self._answering(uid, bits, quiet)
        if not tags:
            self._spend(request + iso15693.EMPTY_US + 100, 1)
            return NOTHING
        self._spend(request + iso15693.EMPTY_US + iso15693.answer_us(9 if quiet else 10) + 100, 5)
        if len({tag.uid for tag in tags}) > 1:
            return COLLISION
        if tags[0].uid == b"garbled!":
            return GARBLED
        self.uid[:] = tags[0].uid
        self.answers += 1
        return ANSWER

    def census(self, found: Callable[[bytearray], None], quiet: bool = False) -> Generator[None, None, None]:
        self._spend(iso15693.request_us(3), 2)
        for tag in self._answering(None, 0, quiet):
            self._spend(4300, 6)
            if tag.uid != b"garbled!":
                self.uid[:] = tag.uid
                self.answers += 1
                found(self.uid)
            yield
        self._spend(14 * 613, 28)
        yield

    def silence(self, uid: Any) -> None:
        self._spend(iso15693.request_us(11), 2)
        for tag in self._cloth.heard(self._loops.selected, False):
            if tag.uid == bytes(uid):
                tag.quiet = True

    def wake(self, uid: Any) -> bool:
        self._spend(6000, 4)
        for tag in self._cloth.heard(self._loops.selected, True):
            if tag.uid == bytes(uid):
                tag.quiet = False
                return True
        return False


class FakeTable:
    """Sensing at work on fakes. ``run_until`` takes milliseconds of the clock; ``events`` are what it told."""

    def __init__(self, monkeypatch: Any, seed: int = 1, losses: float = 0.0, racks: bool = True) -> None:
        self.clock = clock = Clock()
        self.cloth = Cloth(clock, seed, losses)
        self.loops = FakeLoops(self.cloth)
        self.reader = FakeReader(self.cloth, self.loops)
        self.rack_reader = FakeReader(self.cloth, self.loops) if racks else None
        tile_map = TileMap(b"".join(tag.uid for tag in self.cloth.tags))
        self._patch(monkeypatch)
        self.sensing = Sensing(self.cloth.config, self.reader, self.rack_reader, self.loops, tile_map)
        self.events: list[tuple[Any, ...]] = []
        self.told: list[float] = []
        self.sensing.subscribe(self._hear)
        self.confirming = True
        self._task = self.sensing.run()

    def _hear(self, event: tuple[Any, ...]) -> None:
        self.events.append(event)
        self.told.append(self.clock.now / 1000)
        if self.confirming and event[0] == 1:
            tile = event[2]
            self.clock.at(self.clock.now / 1000 + 30, lambda: self.sensing.confirm(tile))

    def _patch(self, monkeypatch: Any) -> None:
        clock = self.clock

        @types.coroutine
        def step(ms: int) -> Generator[None, None, None]:
            clock.advance(max(STEP_US, ms * 1000))
            yield

        for name, value in (
            ("ticks_us", lambda: clock.now),
            ("ticks_ms", lambda: clock.now // 1000),
            ("ticks_diff", lambda a, b: a - b),
            ("ticks_add", lambda a, b: a + b),
            ("sleep_us", clock.advance),
            ("sleep_ms", lambda ms: clock.advance(ms * 1000)),
        ):
            monkeypatch.setattr(time, name, value, raising=False)
        monkeypatch.setattr(asyncio, "sleep_ms", step, raising=False)

    def run_until(self, ms: float) -> None:
        while self.clock.now < ms * 1000:
            self._task.send(None)

    def run(self, ms: float) -> None:
        self.run_until(self.clock.now / 1000 + ms)

    def at_boot_done(self) -> None:
        """Past the time in which tags may be quiet since before a reset."""
        self.run(13_000)

    def kinds(self, *kinds: int) -> list[tuple[Any, ...]]:
        return [event for event in self.events if event[0] in kinds]
