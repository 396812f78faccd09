"""Virtual boards in real time for tests of what the PC does to a board over its port."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from domino_table.device.bundle import bundle
from domino_table.device.link import LinkClient
from domino_table.hardware import load
from domino_table.virtual.bus import Wiring
from domino_table.virtual.flash import DEFAULT_SIZE, build_image, read_image
from domino_table.virtual.live import LiveBoard
from domino_table.virtual.serial_line import SerialLine
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import tile_map
from virtual.board.stub import Wires

from .conftest import PATIENCE_S

RATE = 20


def table(build: str = "grid40", seed: int = 1) -> VirtualTable:
    """A table without people."""
    return VirtualTable(load(build), seed)


def tiles_of(wiring: VirtualTable) -> bytes:
    """The tile map of this table's set."""
    return tile_map([piece.tags for piece in wiring.world.pieces])


def files_of(wiring: VirtualTable) -> dict[str, bytes]:
    """What a board holds that was deployed as this table."""
    return bundle(wiring.build, tiles_of(wiring))


class HeardBoard(LiveBoard):
    """Keeps what the board has printed, too."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.printed = bytearray()
        self.serial = SerialLine(heard=self._hear)

    def _hear(self, data: bytes) -> None:
        self.printed += data
        self.port.write(data)

    def link(self) -> LinkClient:
        """The PC's end of the link."""
        return LinkClient.open(str(self.port.link), patience=PATIENCE_S)

    @property
    def text(self) -> str:
        """Everything printed so far."""
        return self.printed.decode("utf-8", "replace")


@contextmanager
def running(
    folder: Path, files: dict[str, bytes], wiring: Wiring | None = None, size: int = DEFAULT_SIZE
) -> Iterator[HeardBoard]:
    """A started board with these files; its port is ``folder/tty``. Twenty times as fast as a real one."""
    image = folder / "flash.img"
    image.write_bytes(build_image(files, size))
    board = HeardBoard(image, wiring or Wires(), folder / "tty", rate=RATE, seed=1)
    board.start()
    board.run_in_background()
    try:
        yield board
    finally:
        board.stop()
    assert board.failure is None


def on_flash(board: LiveBoard) -> dict[str, bytes]:
    """The files on a board's flash, as they are now."""
    return read_image(board.image.read_bytes())


def until(seen: Callable[[], object]) -> None:
    """Wait for something that a board does."""
    end = time.monotonic() + PATIENCE_S
    while not seen():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
