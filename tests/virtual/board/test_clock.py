"""The board's clock: what calls cost, how waiting passes, and that a seed decides everything."""

from __future__ import annotations

import hashlib
import subprocess
import sys

from domino_table.virtual.timing import Timing
from virtual.board.stub import Wires

MS = 1000
BOOT = Timing().boot


def run_for(board, ms):
    board.run_until(BOOT + ms * MS)
    assert board.crashes == []
    return board.serial.text


def test_ticks_start_at_boot_and_sleeping_passes_virtual_time(make_board):
    board = make_board("import time\na = time.ticks_ms()\ntime.sleep(3600)\nprint(a, time.ticks_ms())")
    assert "0 3600000" in run_for(board, 3_700_000)


def test_ticks_wrap_at_two_to_the_thirty_and_differences_survive_it(make_board):
    board = make_board(
        "import time\ntime.sleep_ms(1 << 30)\ntime.sleep_ms(5)\n"
        "print(time.ticks_ms(), time.ticks_diff(time.ticks_ms(), (1 << 30) - 3), time.ticks_add((1 << 30) - 1, 2))"
    )
    assert "5 8 1" in run_for(board, (1 << 30) + 1000)


def test_the_calendar_starts_in_2000_and_counts_leap_years(make_board):
    board = make_board(
        "import time, machine\nprint(time.time(), time.gmtime(0)[:3], time.mktime((2024, 3, 1, 0, 0, 0, 0, 0)))\n"
        "machine.RTC().datetime((2026, 11, 30, 0, 18, 30, 0, 0))\nprint(time.localtime())\nmachine.reset()",
        boot="import machine, time\nif machine.reset_cause() == 2:\n"
        "    print('again', time.localtime())\n    raise SystemError",
    )
    board.run_until(BOOT * 2 + 5 * MS)
    lines = board.serial.text.splitlines()
    assert lines[0] == "0 (2000, 1, 1) 762566400"
    assert lines[1] == "(2026, 11, 30, 18, 30, 0, 0, 334)"
    assert lines[2].startswith("again (2026, 11, 30, 18, 30, 0")


def test_each_call_costs_its_time(make_board):
    timing = Timing(pin=5, spi_call=100, asyncio_step=700, led=30, strip=300)
    board = make_board(
        "import time, asyncio\nfrom machine import Pin, SPI\nfrom neopixel import NeoPixel\n"
        "p, s, n = Pin(4, Pin.OUT), SPI(1, baudrate=8000000), NeoPixel(Pin(16), 80)\n"
        "def cost(f, *a):\n    t = time.ticks_us(); f(*a); return time.ticks_us() - t - 1\n"
        "async def step():\n    await asyncio.sleep_ms(0)\n"
        "print(cost(p, 1), cost(s.write, b'x' * 10), cost(n.write), cost(asyncio.run, step()) // 700)",
        timing=timing,
    )
    assert "5 110 2700 2" in run_for(board, 100)


def test_a_verdict_costs_thirty_milliseconds(make_board):
    referee = b"class Referee:\n    def feed(self, line):\n        return line * 2\n"
    board = make_board(
        "import time\nfrom domino_rules.referee import Referee\nt = time.ticks_ms()\n"
        "print(Referee().feed(21), time.ticks_ms() - t)",
        files={"/domino_rules/__init__.py": b"", "/domino_rules/referee.py": referee},
    )
    assert "42 30" in run_for(board, 100)


def test_tasks_with_equal_times_run_first_in_first_out(make_board):
    board = make_board(
        "import asyncio\nout = []\n"
        "async def f(i):\n    for _ in range(3):\n        out.append(i)\n        await asyncio.sleep_ms(50)\n"
        "async def main():\n    await asyncio.gather(*[f(i) for i in range(9)])\n"
        "asyncio.run(main())\nprint(out)",
        timing=Timing(asyncio_step=1),
    )
    assert str(list(range(9)) * 3) in run_for(board, 1000)


def test_asyncio_cancels_times_out_and_reports_lost_exceptions(make_board):
    board = make_board(
        "import asyncio, time\n"
        "async def slow():\n    try:\n        await asyncio.sleep(100)\n"
        "    except asyncio.CancelledError:\n        print('cancelled', time.ticks_ms() // 100)\n        raise\n"
        "async def bad():\n    raise ValueError('lost')\n"
        "async def main():\n"
        "    try:\n        await asyncio.wait_for(slow(), 1)\n"
        "    except asyncio.TimeoutError:\n        print('timeout')\n"
        "    asyncio.create_task(bad())\n    await asyncio.sleep_ms(10)\n    event = asyncio.Event()\n"
        "    t = asyncio.create_task(event.wait())\n    event.set()\n    print(await t)\n"
        "asyncio.run(main())"
    )
    text = run_for(board, 5000)
    assert "cancelled 10\ntimeout\n" in text
    assert "ValueError: lost" in text
    assert "\nTrue\n" in text


CHATTER = """
import asyncio, random, os
from machine import Pin, SPI
nss, spi = Pin(10, Pin.OUT, value=1), SPI(1, baudrate=7000000)
async def talk(i, lock):
    for _ in range(60):
        await asyncio.sleep_ms(random.getrandbits(4))
        async with lock:
            nss(0); spi.write(bytes((i, random.getrandbits(8))) + os.urandom(4)); nss(1)
            if random.getrandbits(1): spi.read(4)
async def main():
    lock = asyncio.Lock()
    await asyncio.gather(*[talk(i, lock) for i in range(6)])
asyncio.run(main())
with open('/done', 'w') as f: f.write('x' * 300)
"""


def traffic(make_board, seed):
    digest, wires = hashlib.sha256(), Wires()
    wires.events = [
        (BOOT + i * 7_001, lambda i=i: wires.schedule.append((BOOT + i * 7_001, 5, i % 2))) for i in range(99)
    ]
    board = make_board(CHATTER, wires=wires, seed=seed, tap=digest.update)
    run_for(board, 3000)
    assert len(wires.log) > 800
    return digest.hexdigest(), hashlib.sha256(board.image.read_bytes()).hexdigest()


def test_the_same_seed_gives_the_same_bytes_on_an_idle_and_on_a_loaded_core(make_board):
    idle = traffic(make_board, 5)
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        loaded = traffic(make_board, 5)
    finally:
        for process in load:
            process.kill()
            process.wait()
    assert loaded == idle
    assert traffic(make_board, 6) != idle
