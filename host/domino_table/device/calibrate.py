"""Calibrate a board: every tile once on a known place, every loop by the load it puts on its reader.

The board keeps what was found: ``/offsets.bin``, a signed byte a tag in quarters of a dB, positive where it hears
better than a typical one (the localiser reads it), and ``/loops.bin``, a byte a loop: the drive level that brings it
nearest to a typical one, 255 where it carries no current. Until every tile has had its turn the former is kept as
``/offsets.new``, 128 for a tag that is still to come, so that an interrupted calibration goes on.
"""

from __future__ import annotations

from dataclasses import dataclass

from domino_table.device.enroll import Enrolment, Seen
from domino_table.device.thresholds import REACH_DB, STEP_DB, Cell, Found, Loads
from domino_table.device.workshop import Workshop, WorkshopError
from domino_table.hardware import Build

OFFSETS, UNFINISHED, LOOPS = "/offsets.bin", "/offsets.new", "/loops.bin"
_SPARE = "/offsets.tmp"
_ROUNDS = 4
_WEAK_LOOP = 0.7
"""A loop with less than this part of the usual current is out of range: no drive level makes up for 3 dB."""
_NEAR_MM = 40.0
_LOAD_S, _RATES_S = 20.0, 60.0
_NOT_YET = 0x80


@dataclass(frozen=True)
class LoopReport:
    """What is to be said of the loops: numbers of the dead, and (number, part of the usual current) of the weak."""

    dead: list[int]
    weak: list[tuple[int, float]]


class Calibration:
    """The calibration of a board that knows its tiles.

    Attributes:
        cell: where the tiles are laid. map: the board's tile map. offsets: quarters of a dB by tag, None: to come.
        blank: tiles measured so far on which no drive level made a difference.

    Raises WorkshopError where tags are still unknown or the build has too few loops.
    """

    def __init__(self, workshop: Workshop, build: Build) -> None:
        self._workshop, self._build = workshop, build
        self._enrolment = Enrolment(workshop)
        self.map = self._enrolment.map
        if self.map.missing():
            raise WorkshopError("the board does not know all tags yet: run `domino-table enroll` first")
        try:
            self.cell = Cell(build)
        except ValueError as error:
            raise WorkshopError(str(error)) from None
        self.offsets = self._kept()
        self.blank: set[int] = set()
        self._loads = Loads([1.0] * len(build.loops()), [])

    def _kept(self) -> list[int | None]:
        data = self._workshop.board.read(UNFINISHED)
        if data is None or len(data) != 2 * len(self.map.names):
            return [None] * (2 * len(self.map.names))
        return [None if value == _NOT_YET else value - 256 if value > 127 else value for value in data]

    def forget(self, tile: int | None = None) -> None:
        """Measure one tile, or all, again. One alone: the others stay as they are on the board."""
        data = self._workshop.board.read(OFFSETS)
        if tile is None or data is None or len(data) != len(self.offsets):
            self.offsets = [None] * len(self.offsets)
            return
        self.offsets = [value - 256 if value > 127 else value for value in data]
        self.offsets[2 * tile : 2 * tile + 2] = [None, None]

    def left(self) -> list[int]:
        """Tiles that are still to be measured, by index."""
        return [tile for tile in range(len(self.map.names)) if None in self.offsets[2 * tile : 2 * tile + 2]]

    def loops(self) -> LoopReport:
        """Measure the load of every loop and keep the levels on the board. Takes seconds; no tile may lie there."""
        config = self._workshop.config
        agc, nothing = self._workshop.ask("measure", "load", timeout=_LOAD_S)
        grid = config["grid"]["rows"] + config["grid"]["columns"]
        self._loads = Loads.of(agc, nothing, grid)
        levels = self._loads.levels(int(config["radio"]["tx_level"]))
        self._write(LOOPS, bytes(levels))
        shares = enumerate(self._loads.shares)
        return LoopReport(self._loads.dead, [(loop, share) for loop, share in shares if 0 < share < _WEAK_LOOP])

    def laid(self) -> tuple[int, tuple[Seen, Seen], bool] | str:
        """The tile in the cell, its tags from left to right, and whether it lies with its upper half on the left; or
        what is to be done. An empty text: none lies there.
        """
        near: dict[int, list[Seen]] = {}
        for tag in self._enrolment.look():
            owner = self.map.tag_of(tag.uid)
            if owner is not None and self._is_near(tag):
                near.setdefault(owner // 2, []).append(tag)
        if not near:
            return ""
        if len(near) > 1:
            return "several tiles lie around the mark: leave one"
        ((tile, tags),) = near.items()
        if len(tags) < 2:
            return f"only one tag of {self.map.names[tile]} is heard: lay it on the mark, or is the other one dead?"
        pair = self._enrolment.in_order(tags)
        if isinstance(pair, str):
            return pair
        turned = (self.map.tag_of(pair[0].uid) or 0) % 2 == 1
        return tile, (pair[0], pair[1]), turned

    def _is_near(self, tag: Seen) -> bool:
        """Whether the tag lies around the mark; a weak one may be heard along one axis only."""
        gaps = [abs(value - mark) for value, mark in ((tag.x, self.cell.x), (tag.y, self.cell.y)) if value is not None]
        return bool(gaps) and max(gaps) <= _NEAR_MM

    def measure(self, tile: int, pair: tuple[Seen, Seen], turned: bool) -> Found:
        """Measure the tile in the cell and keep that on the board. Takes some seconds."""
        names = [tag.uid for tag in pair]
        counts = self._workshop.ask("measure", "rates", names, self.cell.loops, _ROUNDS, timeout=_RATES_S)
        found = self.cell.estimate(counts, _ROUNDS, self._loads.shares)
        if found.offsets == (None, None):
            self.blank.add(tile)
        for place, offset in enumerate(found.offsets):
            half = 1 - place if turned else place
            self.offsets[2 * tile + half] = 0 if offset is None else round(offset / STEP_DB)
        self._keep()
        self._workshop.ask("tags", "beep", 1760, 60)
        return found

    @property
    def even(self) -> bool:
        """Whether no drive level made a difference to any tag: a field without strengths."""
        return bool(self.blank) and not self.left() and not any(self.offsets)

    def out_of_range(self) -> list[tuple[int, float]]:
        """(tag, dB) of tags that are farther off than the localiser's table knows."""
        told = ((tag, value * STEP_DB) for tag, value in enumerate(self.offsets) if value is not None)
        return [(tag, decibel) for tag, decibel in told if abs(decibel) > REACH_DB]

    def _keep(self) -> None:
        data = bytes(_NOT_YET if value is None else value & 0xFF for value in self.offsets)
        complete = not self.left()
        self._write(OFFSETS if complete else UNFINISHED, data)
        if complete:
            self._workshop.board.run(f"import os\ntry: os.remove({UNFINISHED!r})\nexcept OSError: pass")

    def _write(self, path: str, data: bytes) -> None:
        self._workshop.board.write_all({_SPARE: data}, lambda _: None)
        self._workshop.board.run(f"import os; os.rename({_SPARE!r}, {path!r})")
