"""Measuring heap: on the 32-bit interpreter, and with a hard limit on the 64-bit one."""

from __future__ import annotations

import pytest
from domino_table.virtual.limit import heap_setting
from domino_table.virtual.timing import Timing
from virtual.board.stub import Wires

from bench._heap_board import HeapBoard

BOOT = Timing().boot
KEEPER = """
import asyncio, time
from machine import SPI, Pin
from neopixel import NeoPixel
kept = []
spi = SPI(1, baudrate=7000000)
def litter():
    return [str(i) for i in range(500)]
async def keep(size):
    for _ in range(10):
        await asyncio.sleep_ms(100)
        kept.append(bytearray(size))
        litter()
        spi.write(b'abc')
    print('kept', len(kept), time.ticks_ms() // 100)
async def main():
    await asyncio.gather(keep(1000), keep(500))
    await asyncio.sleep(100)
asyncio.run(main())
"""


@pytest.fixture
def heap_board():
    boards = []

    def make(main, wires=None):
        boards.append(HeapBoard({"/main.py": main.encode()}, wires or Wires()))
        boards[-1].start()
        return boards[-1]

    yield make
    for board in boards:
        board.stop()


def test_the_32_bit_interpreter_runs_the_firmware_on_the_same_wires_and_counts_what_it_keeps(heap_board):
    board = heap_board(KEEPER)
    board.run_until(BOOT + 3_000_000)
    assert board.crashes == []
    assert "kept 19 10\nkept 20 10\n" in board.serial.text
    assert [entry[1:] for entry in board.wiring.log].count(("spi", 1, b"abc", False)) == 20
    used = board.heap_use
    assert 15_000 <= used.samples[-1] <= 18_500
    assert used.live < 19_000
    assert used.peak > used.live + 10_000


def test_a_crash_on_the_32_bit_interpreter_is_reported(heap_board):
    board = heap_board("import asyncio\nasync def main():\n    1/0\nasyncio.run(main())")
    board.run_until(BOOT + 1_000_000)
    assert "ZeroDivisionError" in board.crashes[0].traceback


def test_interrupts_and_flags_work_on_the_32_bit_interpreter(heap_board):
    wires = Wires()
    wires.schedule = [(0, 5, 0), (BOOT + 700_000, 5, 1)]
    board = heap_board(
        "import asyncio, time\nfrom machine import Pin\nflag = asyncio.ThreadSafeFlag()\n"
        "Pin(5, Pin.IN).irq(lambda p: flag.set())\n"
        "async def main():\n    await flag.wait()\n    print('woken', time.ticks_ms())\n    await asyncio.sleep(9)\n"
        "asyncio.run(main())",
        wires,
    )
    board.run_until(BOOT + 1_000_000)
    assert "woken 700\n" in board.serial.text


@pytest.mark.parametrize(("kilobytes", "fits"), [(75, True), (110, False)])
def test_the_limit_on_the_64_bit_interpreter_is_hard(make_board, kilobytes, fits):
    main = f"kept = []\nfor _ in range({kilobytes}):\n    kept.append(bytearray(2048))\nprint('fits')"
    board = make_board(main, heap=heap_setting(100))
    board.run_until(BOOT + 1_000_000)
    assert ("fits" in board.serial.text) == fits
    assert any("MemoryError" in crash.traceback for crash in board.crashes) != fits
