"""How much faster than real time a board sweeps its loops over the bus when the chips cost nothing."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any

from domino_table.virtual.board import Board
from domino_table.virtual.bus import NEVER, BusyRule
from domino_table.virtual.flash import build_image

_FIRMWARE = b"""
import asyncio
from machine import SPI, Pin

nss, busy, latch = Pin(10, Pin.OUT, value=1), Pin(9, Pin.IN), Pin(47, Pin.OUT)
reader, panel = SPI(1, baudrate=7000000), SPI(2, baudrate=10000000)
chain, write, ask = bytearray(7), bytes(6), b"\\x04\\x02"
answer, idle = bytearray(4), b"\\xff" * 4


def frame(data, into=None):
    nss(0)
    if into is None:
        reader.write(data)
    else:
        reader.write_readinto(data, into)
    while not busy():
        pass
    nss(1)
    while busy():
        pass


async def loop():
    panel.write(chain)
    latch(1)
    latch(0)
    for _ in range(3):
        frame(write)
    await asyncio.sleep_ms(2)
    frame(ask)
    frame(idle, answer)
    frame(ask)
    frame(idle, answer)


async def main():
    while True:
        for _ in range(40):
            await loop()
        print("sweep")


asyncio.run(main())
"""


class Chips:
    """Chips that take everything and answer zeros. BUSY lasts 40 us."""

    def __init__(self) -> None:
        self.frames = 0

    def pin(self, t: int, pin: int, level: int) -> None:
        pass

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        self.frames += bus == 1
        return bytes(len(mosi)) if read else b""

    def strip(self, t: int, pin: int, data: bytes) -> None:
        pass

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None:
        pass

    def adc(self, t: int, pin: int) -> int:
        return 0

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        return []

    def run_until(self, t: int) -> None:
        pass

    def next_event(self, t: int) -> int:
        return NEVER

    def busy_rule(self) -> tuple[BusyRule, ...]:
        return (_RULE,)


_RULE = BusyRule(nss=10, busy=9, default_us=40)


def run() -> list[dict[str, Any]]:
    """Virtual against real time over a few seconds of sweeping, and the cost of one frame on the virtual clock."""
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder) / "board.img"
        image.write_bytes(build_image({"/main.py": _FIRMWARE}, 256 * 1024))
        chips = Chips()
        with Board(image, chips) as board:
            board.start()
            board.run_until(1_000_000)
            frames, began, before = chips.frames, time.perf_counter(), board.now
            board.run_until(before + 6_000_000)
            real, virtual = time.perf_counter() - began, (board.now - before) / 1e6
            frames = chips.frames - frames
    return [
        {
            "name": "bus, stub chips: virtual over real time",
            "value": virtual / real,
            "unit": "x",
            "bar": ">= 26",
            "ok": virtual / real >= 26,
        },
        {
            "name": "bus, stub chips: real time a reader frame",
            "value": 1e6 * real / frames,
            "unit": "us",
            "bar": None,
            "ok": None,
        },
    ]
