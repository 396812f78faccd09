"""A cloth on the physical field, read by the firmware's own closer look on CPython."""

from __future__ import annotations

import asyncio
import math
import random
import statistics
import time
import types
from collections.abc import Generator
from pathlib import Path
from typing import Any

from domino_table.hardware import firmware_config, load
from domino_table.physics import link
from domino_table.reach import reach_table
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.tags import Pose, make_set, tag_centres, tile_map

_HEARD_US, _SILENT_US, _FRAME_US = 7_000, 2_900, 130
_OUT_OF_REACH = 120.0
"""mm: the lobe beside a loop has less than a tenth of the field there."""
_LOOKS, _CLOSE = 8, 2  # looks until a tile is given up, and how many of them are close
_clock = [0]


def shims() -> None:
    """Give ``time`` and ``asyncio`` what the firmware uses of MicroPython's, on a clock of requests."""

    @types.coroutine
    def step(ms: int) -> Generator[None, None, None]:
        _clock[0] += ms * 1000
        yield

    for name, value in (
        ("ticks_us", lambda: _clock[0]),
        ("ticks_ms", lambda: _clock[0] // 1000),
        ("ticks_diff", lambda a, b: a - b),
        ("ticks_add", lambda a, b: a + b),
        ("sleep_us", lambda us: _clock.__setitem__(0, _clock[0] + us)),
    ):
        setattr(time, name, value)
    asyncio.sleep_ms = step  # type: ignore[attr-defined]


class Cloth:
    """A table's set of tags and its loops; ``looks``: how often the last tile had to be looked at."""

    def __init__(self, folder: Path, seed: int, build_id: str = "grid40") -> None:
        from table.sensing.focus import Focus
        from table.sensing.locate import Locator
        from table.sensing.settle import Tiles
        from table.sensing.sweep import Scanner
        from table.sensing.tile_map import TileMap

        build = load(build_id)
        self.area = float(build.data["area"]["width"]), float(build.data["area"]["height"])
        self.field = PhysicalField(build, seed)
        self.pieces = make_set(seed)
        self.rng = random.Random(f"answers {seed}")
        reach, offsets = folder / "reach.bin", folder / "offsets.bin"
        if not reach.exists():
            reach.write_bytes(reach_table(build))
        offsets.write_bytes(self.field.calibration(self.pieces)["/offsets.bin"])
        config = {**firmware_config(build), "reach": str(reach), "offsets": str(offsets)}
        self._locator = Locator(config)
        self._tiles = Tiles(self._locator, len(self.pieces))
        radio, counts = config["radio"], (self._locator.rows, self._locator.columns)
        self._tile, self.current, self._tags = 0, self.pieces[0].tags, tag_centres(Pose(0, 0))
        self.reader = _Reader(self)
        self.scanner = Scanner(self.reader, self.reader, radio["guard_us"], counts[0], radio, self._loops())
        self._focus = Focus(self.scanner, self._tiles, TileMap(tile_map(self.pieces)), counts, self._note)
        self._counts = counts
        self.looks = 0
        self._empty, self._alone = True, False

    def _loops(self) -> bytes:
        """The level of each loop that brings it nearest to a typical one at the build's level, as calibration does."""
        loops, usual = self.field.loop_set, int(self.field.setting.margin_level)
        wanted = statistics.median(loops.ampere(n, usual) for n in range(40)) * 1.8 / 1.25

        def nearest(loop: int) -> int:
            return min(range(8), key=lambda level: abs(math.log(loops.ampere(loop, level) / wanted)))

        return bytes(map(nearest, range(len(loops.loops))))

    def distance(self, loop: int, half: int) -> float:
        """mm from a tag of the tile that was laid last to the middle line of a loop of the grid."""
        x, y = self._tags[half]
        at = self.field.loop_set.loops[loop]
        return abs(y - (at.top + at.bottom) / 2) if at.kind == "row" else abs(x - (at.left + at.right) / 2)

    def _note(self, uid: bytes) -> bool:
        """A tag answered an open request: that of the tile which is looked at, for all others are quiet."""
        half = next(half for half in (0, 1) if self.current[half].uid == uid)
        self._tiles.now[4 * self._tile + 2 * half + self.scanner.axis] |= self.scanner.bit
        return True

    def clear(self) -> None:
        """Take all tiles off."""
        for piece in self.pieces:
            self.field.take(0, piece)
        self._empty = True

    def lay(self, tile: int, pose: Pose) -> tuple[int, int, int] | None:
        """Lay a tile and look until it is at rest; the firmware's pose, None if it is not found."""
        self.field.put(0, self.pieces[tile], pose)
        self._alone, self._empty = self._empty, False
        self._tile, self.current, self._tags = tile, self.pieces[tile].tags, tag_centres(pose)
        for look in range(1, _LOOKS + 1):
            self.looks = look
            self._tiles.clear(self._tiles.now, tile)
            found = self._swept(tile) if look > _CLOSE else self._looked_at(tile)
            if found is not None:
                return found
        return None

    def _sight(self, tile: int) -> bool:
        """The sweep: rows, then columns, until one of the tags answers."""
        scanner = self.scanner
        for axis in (0, 1):
            for index in range(self._counts[axis]):
                scanner.select(axis, 1 << index)
                if scanner.ask():
                    self._note(self.reader.uid)  # of two the sweep's census would tell both
                    return True
        return False

    def _swept(self, tile: int) -> tuple[int, int, int] | None:
        """Two whole sweeps, where a closer look has heard one half alone."""
        tiles, scanner = self._tiles, self.scanner
        for _ in range(2):
            tiles.keep(tile)
            tiles.clear(tiles.now, tile)
            for axis in (0, 1):
                for index in range(self._counts[axis]):
                    scanner.select(axis, 1 << index)
                    scanner.ready()
                    for tag in self.current:
                        if self.reader.answers(tag):
                            self._note(tag.uid)
        if tiles.difference(tiles.last, tiles.now, tile) > 2:
            return None
        pose: tuple[int, int, int] | None = tiles.settle(tile, False)
        return pose

    @staticmethod
    def _drive(work: Any) -> Any:
        """Run a coroutine to its end."""
        try:
            while True:
                work.send(None)
        except StopIteration as done:
            return done.value

    def _looked_at(self, tile: int) -> tuple[int, int, int] | None:
        from table.sensing.focus import SETTLED

        if not self._sight(tile):
            return None
        result = self._drive(self._focus.settle(tile))
        if result != SETTLED:
            return None
        if self._alone:
            self._drive(self._focus.exactly(tile))
        pose: tuple[int, int, int] | None = self._tiles.settle(tile, True)
        return pose


class _Reader:
    """The faces of ``Pn5180`` and ``Loops`` on the field. Every tag is asked for by its name, or those of one tile."""

    settle_us = 100

    def __init__(self, cloth: Cloth) -> None:
        self._cloth, self._level, self._loop, self._since = cloth, 3, -1, 0
        self.uid = b""
        self._loops = [frozenset((loop.id,)) for loop in cloth.field.loop_set.loops]
        self._by_uid = {tag.uid: tag for piece in cloth.pieces for tag in piece.tags}

    def select(self, loop: int) -> None:
        self._loop, self._since = loop, _clock[0]

    def set_level(self, level: int) -> None:
        if level < self._level:
            self._since = _clock[0]
        self._level = level
        _clock[0] += _FRAME_US

    def prepare(self) -> None:
        _clock[0] += _FRAME_US

    def inventory(self, uid: Any = None, bits: int = 0, quiet: bool = False) -> int:
        from table.drivers.pn5180 import ANSWER, COLLISION, NOTHING

        asked = self._cloth.current if uid is None else (self._by_uid[bytes(uid)],)
        heard = [] if quiet else [tag.uid for tag in asked if self.answers(tag)]
        _clock[0] += _HEARD_US if heard else _SILENT_US
        if heard:
            self.uid = heard[0]
        return int((NOTHING, ANSWER, COLLISION)[len(heard)])

    def answers(self, tag: Any) -> bool:
        """Whether a tag answers now in the selected loop."""
        field, one = self._cloth.field, self._loops[self._loop]
        if min(self._cloth.distance(self._loop, half) for half in (0, 1)) > _OUT_OF_REACH:
            return False
        fed = field.feed(one, one, self._level).by_tag.get(id(tag))
        if fed is None or fed.wake_us > _clock[0] - self._since:
            return False
        chance = link.chance(fed.depth, field.setting.noise) * (1 - field.setting.misses)
        return self._cloth.rng.random() < chance
