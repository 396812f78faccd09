"""A virtual board on which only sensing runs, wired to the chips that it needs: two PN5180, the selector, tags."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domino_table import resources
from domino_table.device.bundle import compiled
from domino_table.hardware import firmware_config, load
from domino_table.reach import reach_table
from domino_table.virtual.board import Board
from domino_table.virtual.bus import NEVER, BusyRule
from domino_table.virtual.chips.pn5180.chip import PN5180
from domino_table.virtual.field import Field
from domino_table.virtual.flash import build_image
from domino_table.virtual.tags import Pose, make_set, tile_map

MAIN = Path(__file__).with_name("board_main.py")


def compiled_modules() -> list[tuple[str, bytes]]:
    """Bytecode of sensing and what it stands on, by path."""
    root = resources.firmware_dir()
    names = ["table/__init__.py", "table/events.py", "table/once.py"]
    names += [f"table/drivers/{name}.py" for name in ("__init__", "pn5180", "iso15693", "loops")]
    names += sorted(path.relative_to(root).as_posix() for path in (root / "table/sensing").glob("*.py"))
    return [(name, compiled(root / name, root)) for name in names]


class SensingWires:
    """Wiring of the reader bus and the loop selector; the rest of the board hangs on nothing."""

    def __init__(self, seed: int = 1, name: str = "grid40") -> None:
        self.build = build = load(name)
        self._chain = (1 << 8 * build.data["loops"]["chips"]) - 1
        pins = self.pins = build.pins
        loops = build.loops()
        self.field = Field(loops)
        self.tiles = make_set(seed)
        self.port = self.field.port(loop.id for loop in loops if loop.kind != "rack")
        self.grid = PN5180(self.port)
        self.racks = PN5180(self.field.port(loop.id for loop in loops if loop.kind == "rack"))
        self._readers = {"grid": self.grid} | ({"rack": self.racks} if build.has_racks else {})
        self._chips = {pins[f"{name}_nss"]: chip for name, chip in self._readers.items()}
        self._shifted = 0
        self._due: list[tuple[int, int, Callable[[int], None]]] = []
        self.frames = {self.grid: 0, self.racks: 0}

    def at(self, t: int, action: Callable[[int], None]) -> None:
        """Let something happen in the world at ``t`` (µs)."""
        self._due.append((t, len(self._due), action))
        self._due.sort(key=lambda entry: entry[:2])

    def pin(self, t: int, pin: int, level: int) -> None:
        if pin in self._chips:
            self._chips[pin].select(t, level)
            self.frames[self._chips[pin]] += not level
        elif pin == self.pins["reader_reset"]:
            for chip in self._chips.values():
                chip.reset(t, level)
        elif pin == self.pins["loops_latch"] and level:
            self.field.drive(t, self._shifted)

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        if bus != 1:
            for byte in mosi:
                self._shifted = (self._shifted << 8 | byte) & self._chain
            return b"\xff" * len(mosi)
        answers = [chip.exchange(t, mosi) for chip in self._chips.values()]
        return next((answer for answer in answers if answer.strip(b"\xff")), answers[0])

    def strip(self, t: int, pin: int, data: bytes) -> None: ...

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None: ...

    def adc(self, t: int, pin: int) -> int:
        return 0

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        found = []
        for name, chip in self._readers.items():
            found += [(at, self.pins[f"{name}_irq"], level) for at, level in chip.irq_levels(t)]
            found += [(at, self.pins[f"{name}_busy"], level) for at, level in chip.busy_levels(t)]
        return sorted(found)

    def run_until(self, t: int) -> None:
        while self._due and self._due[0][0] <= t:
            at, _, action = self._due.pop(0)
            action(at)

    def next_event(self, t: int) -> int:
        return self._due[0][0] if self._due else NEVER

    def busy_rule(self) -> tuple[BusyRule, ...] | None:
        if not all(chip.busy_foreseeable for chip in self._chips.values()):
            return None
        pins = self.pins
        return tuple(
            BusyRule(
                pins[f"{name}_nss"], pins[f"{name}_busy"], chip.busy_after(0), chip.busy_table(), pins["reader_reset"]
            )
            for name, chip in self._readers.items()
        )


class SensingBoard:
    """The firmware's sensing in a real MicroPython against the virtual chips. Times are ms since the board's start."""

    def __init__(
        self, folder: Path, seed: int = 1, watch: int = -1, confirm: bool = True, build: str = "grid40"
    ) -> None:
        self.wires = SensingWires(seed, build)
        files = {f"/lib/{name[:-3]}.mpy": data for name, data in compiled_modules()}
        files["/config.json"] = json.dumps(firmware_config(self.wires.build)).encode()
        files["/reach.bin"] = reach_table(self.wires.build)
        files["/tiles.bin"] = tile_map(self.wires.tiles)
        files["/boot.py"] = b""
        files["/main.py"] = MAIN.read_bytes()
        files["/watch"] = str(watch).encode()
        files["/confirm"] = str(int(confirm)).encode()
        image = folder / "board.img"
        image.write_bytes(build_image(files))
        self.board = Board(image, self.wires, seed=seed)
        self.board.start()

    def __enter__(self) -> SensingBoard:
        return self

    def __exit__(self, *_: object) -> None:
        self.board.stop()

    @property
    def now(self) -> float:
        return self.board.now / 1000

    @property
    def ticks(self) -> float:
        """What ``time.ticks_ms()`` says on the board now, if it was not reset."""
        return (self.board.now - self.board.boots[-1].t - self.board.timing.boot) / 1000

    def run(self, ms: float) -> None:
        self.board.run_until(self.board.now + int(ms * 1000))
        assert self.board.crashes == [], self.board.crashes[0].traceback

    def lay(self, tile: int, x: float, y: float, angle: float = 0.0, after_ms: float = 0) -> None:
        """A tile comes to rest."""
        self.wires.at(
            self.board.now + int(after_ms * 1000),
            lambda t: self.wires.field.put(t, self.wires.tiles[tile], Pose(x, y, angle)),
        )

    def lift(self, tile: int) -> None:
        self.wires.at(self.board.now, lambda t: self.wires.field.take(t, self.wires.tiles[tile]))

    def hand_out(self, seat: int, tiles: list[int]) -> None:
        """Tiles into a rack."""
        x, y = self.wires.build.data["racks"][seat]["centre"]
        for tile in tiles:
            self.lay(tile, x, y, 0)

    def _lines(self) -> list[list[Any]]:
        return [json.loads(line) for line in self.board.serial.text.splitlines() if line.startswith("[")]

    @property
    def events(self) -> list[tuple[float, list[Any]]]:
        """``(told_ms, event)`` of everything that sensing told."""
        return [(line[0], line[1]) for line in self._lines() if line[0] != "sweep"]

    @property
    def sweeps(self) -> tuple[int, int]:
        """Whole sweeps, and the length in ms of the last one that met nothing new."""
        lines = [line for line in self._lines() if line[0] == "sweep"]
        return (lines[-1][1], lines[-1][2]) if lines else (0, 0)
