"""What the board's pins, buses and timers do to the world, and what the world does to them."""

from __future__ import annotations

import pytest
from domino_table.virtual.bus import BusyRule
from domino_table.virtual.timing import Timing
from virtual.board.stub import Wires

BOOT = Timing().boot

FRAMES = """
import time
from machine import Pin, SPI
nss, busy, reset = Pin(10, Pin.OUT, value=1), Pin(9), Pin(8, Pin.OUT, value=1)
spi = SPI(1, baudrate=7000000)
def frame(data):
    t = time.ticks_us()
    nss(0)
    spi.write(data)
    a = busy()
    nss(1)
    b = busy()
    while busy(): pass
    return a, b, time.ticks_us() - t
"""


def output(board, ms=1000):
    board.run_until(BOOT + ms * 1000)
    assert board.crashes == []
    return board.serial.text


def test_writes_reach_the_world_in_order_with_their_times(make_board):
    board = make_board(
        "from machine import Pin, SPI, PWM\nfrom neopixel import NeoPixel\n"
        "p = Pin(10, Pin.OUT, value=1)\ns = SPI(2, baudrate=1000000)\np(0); s.write(b'ab'); p(0); p(1)\n"
        "n = NeoPixel(Pin(16, Pin.OUT), 2); n[1] = (1, 2, 3); n.write()\nPWM(Pin(15), freq=440, duty_u16=9)"
    )
    output(board)
    said = [entry[1:] for entry in board.wiring.log]
    assert said == [
        ("pin", 10, 1),
        ("pin", 10, 0),
        ("spi", 2, b"ab", False),
        ("pin", 10, 1),
        ("pin", 16, 0),
        ("strip", 16, bytes((0, 0, 0, 2, 1, 3))),
        ("pwm", 15, 440, 9),
    ]
    times = [entry[0] for entry in board.wiring.log]
    assert times == sorted(times)
    assert times[3] - times[2] == 16 + 3 + 3  # two bytes at 1 MHz and two pin calls, the idle one unheard


def test_a_read_gets_what_the_chip_answers(make_board):
    board = make_board(
        "from machine import SPI\ns = SPI(1, baudrate=7000000)\nb = bytearray(3)\n"
        "s.write_readinto(b'\\x01\\x02\\x03', b)\n"
        "print(b, s.read(2, 0xf0))\nbig = bytearray(5000)\ns.readinto(big, 1)\nprint(len(big), big[0], big[4999])"
    )
    text = output(board)
    assert "bytearray(b'\\xfe\\xfd\\xfc') b'\\x0f\\x0f'" in text
    assert "5000 254 254" in text


def test_busy_is_foretold_by_the_rule_for_each_opcode(make_board):
    wires = Wires()
    wires.rules = (BusyRule(nss=10, busy=9, default_us=40, us={6: 2000}),)
    board = make_board(FRAMES + "print(frame(b'\\x00abc'), frame(b'\\x06abc'))", wires=wires)
    text = output(board)
    (a, b, plain), (_, _, slow) = eval(text.splitlines()[0].replace(") (", "), ("))
    assert (a, b) == (1, 1)
    assert 120 <= plain <= 140
    assert 1950 <= slow - plain <= 1970


def test_waiting_for_busy_ends_at_the_same_time_however_it_is_looked_at(make_board):
    slow = FRAMES.replace("while busy(): pass", "while busy(): time.ticks_us()")
    times = []
    for source in (FRAMES, slow):
        wires = Wires()
        wires.rules = (BusyRule(nss=10, busy=9, default_us=997),)
        times.append(int(output(make_board(source + "print(frame(b'\\x00abc')[2])", wires=wires)).split()[0]))
    assert abs(times[0] - times[1]) <= 4


def test_without_a_rule_the_world_is_asked_for_busy(make_board):
    class Slow(Wires):
        def pin(self, t, pin, level):
            super().pin(t, pin, level)
            if pin == 10 and level == 0:
                self.schedule = [(t + 30, 9, 1)]
            if pin == 10 and level == 1:
                self.schedule = [(t - 30, 9, 1), (t + 5000, 9, 0)]

    assert "(1, 1, 5" in output(make_board(FRAMES + "print(frame(b'abc'))", wires=Slow()))


def test_a_reader_in_reset_is_asked_for_busy_again(make_board):
    wires = Wires()
    wires.rules = (BusyRule(nss=10, busy=9, default_us=40, reset=8),)

    def pin(t, pin, level):
        if pin == 8 and level == 0:
            wires.rules, wires.schedule = None, [(t, 9, 1), (t + 2500, 9, 0)]
            wires.events = [(t + 2500, lambda: setattr(wires, "rules", (BusyRule(10, 9, 40),)))]

    wires.pin = pin
    board = make_board(
        FRAMES
        + "frame(b'abc')\nreset(0); t = time.ticks_us(); reset(1)\nwhile busy(): pass\nprint(time.ticks_us() - t)",
        wires=wires,
    )
    assert 2490 <= int(output(board).split()[0]) <= 2510


def test_an_edge_calls_the_handler_while_the_program_sleeps(make_board):
    wires = Wires()
    wires.schedule = [(0, 5, 1), (BOOT + 40_000, 5, 0), (BOOT + 41_000, 5, 1), (BOOT + 90_000, 5, 0)]
    board = make_board(
        "import time\nfrom machine import Pin\n"
        "Pin(5, Pin.IN).irq(lambda p: print(p(), time.ticks_ms()), Pin.IRQ_FALLING)\n"
        "time.sleep_ms(200)\nprint('end', time.ticks_ms())",
        wires=wires,
    )
    assert output(board).splitlines()[:3] == ["0 40", "0 90", "end 200"]


def test_an_event_of_the_world_wakes_an_asyncio_program(make_board):
    wires = Wires()
    wires.schedule = [(0, 5, 1)]
    wires.events = [(BOOT + 123_000, lambda: wires.schedule.append((BOOT + 123_000, 5, 0)))]
    board = make_board(
        "import asyncio, time\nfrom machine import Pin\nflag = asyncio.ThreadSafeFlag()\n"
        "Pin(5, Pin.IN).irq(lambda p: flag.set(), Pin.IRQ_FALLING)\n"
        "async def main():\n    await flag.wait()\n    print('woken', time.ticks_ms())\nasyncio.run(main())",
        wires=wires,
    )
    assert "woken 123" in output(board)


def test_an_unconnected_input_reads_its_pull_up(make_board):
    board = make_board("from machine import Pin\nprint(Pin(3, Pin.IN)(), Pin(2, Pin.IN, Pin.PULL_UP)())")
    assert "0 1" in output(board)


def test_an_analogue_value_is_asked_once_while_the_world_says_that_it_holds(make_board):
    wires = Wires()
    wires.voltage, wires.adc_until = 40_000, lambda t, pin: BOOT + 50_000
    board = make_board(
        "import time\nfrom machine import ADC, Pin\na = ADC(Pin(1))\n"
        "for _ in range(100):\n    v = a.read_u16(); time.sleep_ms(1)\nprint(v, a.read())",
        wires=wires,
    )
    assert "40000 2500" in output(board)
    assert len([t for t in wires.asked if t < BOOT + 50_000]) == 1


def test_a_timer_fires_at_its_period_and_once(make_board):
    board = make_board(
        "import time\nfrom machine import Timer\nout = []\n"
        "Timer(0, period=30, callback=lambda t: out.append(('p', time.ticks_ms())))\n"
        "Timer(1, mode=Timer.ONE_SHOT, period=50, callback=lambda t: out.append(('o', time.ticks_ms())))\n"
        "time.sleep_ms(100)\nprint(out)"
    )
    assert "[('p', 30), ('o', 50), ('p', 60), ('p', 90)]" in output(board)


@pytest.mark.parametrize("statement", ["Pin(77)", "SPI(0)", "Timer(4)", "Timer(0, period=1, hard=True)"])
def test_what_the_esp32_refuses_is_refused(make_board, statement):
    board = make_board(f"from machine import *\ntry:\n    {statement}\nexcept ValueError:\n    print('refused')")
    assert "refused" in output(board)
