"""A hard limit for the heap of the 64-bit interpreter, as a gate for the 32-bit budget."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path

from domino_table.virtual.board import Board
from domino_table.virtual.bus import NEVER, BusyRule
from domino_table.virtual.flash import build_image

_TABLES = 65
"""Of a heap, one part in 65 holds the collector's own tables (2 bits for each block of 32 bytes, and marks)."""
_MEASURE = b"import gc\ngc.collect()\nprint('heap', gc.mem_alloc())\n"


class NoWires:
    """Nothing hangs on the pins."""

    def pin(self, t: int, pin: int, level: int) -> None: ...

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        return bytes(len(mosi))

    def strip(self, t: int, pin: int, data: bytes) -> None: ...

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None: ...

    def adc(self, t: int, pin: int) -> int:
        return 0

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        return []

    def run_until(self, t: int) -> None: ...

    def next_event(self, t: int) -> int:
        return NEVER

    def busy_rule(self) -> tuple[BusyRule, ...] | None:
        return None


@functools.cache
def simulation_heap() -> int:
    """Bytes that the simulation's own modules take on the 64-bit interpreter, measured with an empty firmware."""
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder, "empty.img")
        image.write_bytes(build_image({"/main.py": _MEASURE}, 64 * 1024))
        with Board(image, NoWires()) as board:
            board.start()
            board.run_until(1_000_000)
            words = board.serial.text.split()
    return int(words[words.index("heap") + 1])


def heap_setting(kilobytes: int = 100) -> str:
    """``heap=`` for a :class:`Board` whose firmware is to live in ``kilobytes`` on a 32-bit board.

    As many words as those kilobytes hold on 32 bits (``-X heapsize=100wK``), and what the simulation needs for itself.
    Code and strings do not double in size, so what passes here is a little more than what passes on the board; the
    32-bit measurement decides.
    """
    return str((kilobytes * 1024 * 2 + simulation_heap()) * _TABLES // 64)
