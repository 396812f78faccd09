"""Starts and ends of the board: the order of boot, resets of every kind, crashes, watchdog, power."""

from __future__ import annotations

import os

import pytest
from domino_table.virtual.board import DEEP_SLEEP, HARD_RESET, POWER_ON, SOFT_RESET, WATCHDOG, Board, BoardFailed
from domino_table.virtual.bus import ADC, ANSWER, HEADER, BoardStalled, Bus
from domino_table.virtual.flash import read_image
from domino_table.virtual.serial_line import SerialLine
from domino_table.virtual.timing import Timing
from virtual.board.stub import Wires

BOOT, SOFT = Timing().boot, Timing().soft_boot
ONCE = "import machine\nprint('cause', machine.reset_cause())\nif machine.reset_cause() == 1:\n    "


def causes(board):
    return [boot.cause for boot in board.boots]


def test_boot_py_runs_before_main_py_and_shares_its_names(make_board):
    board = make_board("print('main', x)", boot="x = 7\nprint('boot')")
    board.run_until(BOOT + 100_000)
    assert board.serial.text.startswith("boot\nmain 7\n")
    assert board.stage == "main.py"
    assert board.at_prompt


def test_a_failing_boot_py_keeps_main_py_from_running(make_board):
    board = make_board("print('main')", boot="1/0")
    board.run_until(BOOT + 100_000)
    assert "main" not in board.serial.text.replace("__main__", "")
    assert [crash.file for crash in board.crashes] == ["boot.py"]
    assert "ZeroDivisionError" in board.crashes[0].traceback
    assert board.at_prompt


def test_a_crash_of_main_py_is_kept_with_its_time_and_its_own_lines_only(make_board):
    board = make_board("import time\ntime.sleep_ms(250)\ndef f():\n    raise ValueError('tile')\nf()")
    board.run_until(BOOT + 500_000)
    (crash,) = board.crashes
    assert (crash.file, (crash.t - BOOT) // 1000) == ("main.py", 250)
    assert crash.traceback.splitlines()[1:] == [
        '  File "main.py", line 5, in <module>',
        '  File "main.py", line 4, in f',
        "ValueError: tile",
    ]


@pytest.mark.parametrize(
    ("statement", "cause"),
    [
        ("machine.reset()", HARD_RESET),
        ("machine.soft_reset()", SOFT_RESET),
        ("raise SystemExit", SOFT_RESET),
        ("machine.deepsleep(5000)", DEEP_SLEEP),
    ],
)
def test_the_firmware_resets_itself_and_sees_the_cause(make_board, statement, cause):
    board = make_board(ONCE + statement)
    board.run_until(BOOT * 2 + 6_000_000)
    assert causes(board) == [POWER_ON, cause]
    assert [line for line in board.serial.text.splitlines() if "cause" in line] == ["cause 1", f"cause {cause}"]
    assert board.wiring.resets[0][1] == cause
    assert (board.boots[1].t >= BOOT + 5_000_000) == (cause == DEEP_SLEEP)


def test_a_hungry_watchdog_resets_the_board_and_a_fed_one_does_not(make_board):
    board = make_board(
        ONCE + "w = machine.WDT(timeout=800)\n    import time\n"
        "    for _ in range(5):\n        time.sleep_ms(700)\n        w.feed()\n    time.sleep(60)"
    )
    board.run_until(BOOT + 10_000_000)
    assert causes(board) == [POWER_ON, WATCHDOG]
    assert (board.boots[1].t - BOOT) // 1000 == 5 * 700 + 800


def test_a_watchdog_bites_also_at_the_prompt(make_board):
    board = make_board(ONCE + "machine.WDT(timeout=1000)")
    board.run_until(BOOT + 3_000_000)
    assert causes(board) == [POWER_ON, WATCHDOG]


def test_a_watchdog_outlives_a_soft_reset_but_no_hard_one(make_board):
    board = make_board(ONCE + "machine.WDT(timeout=2000)\n    machine.soft_reset()")
    board.run_until(BOOT + SOFT + 1_900_000)
    assert causes(board) == [POWER_ON, SOFT_RESET]
    board.run_until(BOOT * 2 + SOFT + 9_000_000)
    assert causes(board) == [POWER_ON, SOFT_RESET, WATCHDOG]


def test_buttons_of_the_supervisor(make_board):
    board = make_board("print('main')")
    board.run_until(BOOT + 1000)
    board.soft_reset()
    board.run_until(board.now + SOFT + 1000)
    board.hard_reset()
    board.run_until(board.now + BOOT + 1000)
    assert causes(board) == [POWER_ON, SOFT_RESET, POWER_ON]
    assert board.serial.text.count("main\n") == 3


def test_virtual_time_goes_on_through_a_power_cut(make_board):
    board = make_board("import time\nprint(time.ticks_ms(), time.time())")
    board.run_until(BOOT + 5_000_000)
    board.power_cut()
    assert not board.alive
    assert board.run_until(BOOT + 9_000_000) is False
    board.start()
    board.run_until(board.now + BOOT + 1000)
    assert board.boots[1].t == BOOT + 5_000_000
    assert board.serial.text.count("0 0\n") == 2


def test_the_board_stops_where_the_host_wants_and_goes_on_with_what_the_host_changed(make_board):
    wires = Wires()
    wires.schedule = [(0, 5, 0)]
    board = make_board(
        "import time\nfrom machine import Pin\np = Pin(5)\n"
        "while not p():\n    time.sleep_ms(1)\nprint(time.ticks_ms())",
        wires=wires,
    )
    board.run_until(BOOT + 77_000)
    assert board.now == BOOT + 77_000
    assert board.serial.text == ""
    wires.schedule = [(board.now, 5, 1)]
    board.run_until(BOOT + 90_000)
    assert board.serial.text.startswith("77\n") or board.serial.text.startswith("78\n")


def test_the_serial_line_carries_bytes_in_virtual_time(make_board):
    board = make_board(
        "import sys, select, time\np = select.poll()\np.register(sys.stdin, select.POLLIN)\n"
        "while True:\n    p.poll()\n    c = sys.stdin.buffer.read(1)[0]\n"
        "    sys.stdout.buffer.write(b'<%d %d>' % (c, time.ticks_ms()))"
    )
    board.run_until(BOOT + 10_000)
    board.serial.write(board.now, bytes((0, 1, 255)))
    board.run_until(BOOT + 20_000)
    assert board.serial.text == "<0 10><1 10><255 10>"


def test_a_program_that_never_touches_the_clock_is_reported(make_board, monkeypatch):
    monkeypatch.setattr(Bus, "stall_ms", 300)
    board = make_board("while True:\n    pass")
    with pytest.raises(BoardStalled, match="no bus message"):
        board.run_until(BOOT + 1000)


def test_a_watchdog_ends_also_a_program_that_never_touches_the_clock(make_board, monkeypatch):
    board = make_board(ONCE + "machine.WDT(timeout=1000)\n    while True:\n        pass")
    # From the start of the watchdog on there is nothing but the loop; before, the interpreter may take its time.
    monkeypatch.setattr(Bus, "stall_ms", property(lambda _: 300 if board._watchdog_us else 20_000))
    board.run_until(BOOT * 2 + 2_000_000)
    assert causes(board) == [POWER_ON, WATCHDOG]


def test_a_missing_flash_image_is_said(tmp_path):
    image = tmp_path / "odd.img"
    image.write_bytes(b"")
    with Board(image, Wires()) as board:
        board.start()
        with pytest.raises(BoardFailed, match="ended by itself"):
            board.run_until(BOOT)


def test_a_board_whose_flash_has_gone_does_not_start_again_and_says_so(make_board):
    board = make_board("print('main')")
    board.run_until(BOOT)
    board.image.unlink()
    with pytest.raises(BoardFailed, match=r"board0.img cannot be reached \(No such file"):
        board.hard_reset()
    assert not board.alive


def test_the_firmware_sees_no_module_of_the_simulation(make_board):
    names = ["clock", "pins", "peripherals", "tasks", "console", "nor", "repl", "start", "esp_sys"]
    board = make_board(
        f"import sys\nfor n in {names}:\n    try:\n        __import__(n)\n        print('SEEN', n)\n"
        "    except ImportError:\n        pass\nprint(sys.path, sys.platform, sys.argv, __name__)"
    )
    board.run_until(BOOT + 100_000)
    assert board.serial.text.startswith("['', '.frozen', '/lib'] esp32 [] __main__\n")


def test_the_unique_id_follows_the_seed(make_board):
    said = []
    for seed in (1, 1, 2):
        board = make_board(
            "import machine, os, random\nprint(machine.unique_id(), os.urandom(6), random.random())", seed=seed
        )
        board.run_until(BOOT + 100_000)
        said.append(board.serial.text)
    assert said[0] == said[1] != said[2]


def test_what_takes_the_power_away_comes_before_what_the_flash_would_have_kept(make_board):
    wires = Wires()
    write = "open('/{}', 'w').close()\n"
    board = make_board(
        f"from machine import Pin\np = Pin(5, Pin.OUT)\n{write.format('before')}p(1)\n{write.format('after')}",
        wires=wires,
    )
    see = wires.pin
    wires.pin = lambda t, pin, level: (see(t, pin, level), level and board.power_cut())
    assert board.run_until(BOOT + 5_000_000) is False
    assert {path for path in read_image(board.image.read_bytes()) if path in ("/before", "/after")} == {"/before"}


def test_a_board_that_is_about_to_lose_its_power_gets_no_answer():
    requests, ask = os.pipe()
    heard, answers = os.pipe()
    console, printed = os.pipe()
    wires = Wires()
    bus = Bus(wires, requests, answers, console, SerialLine(), lambda t, kind, text: None)
    wires.events.append((400, lambda: setattr(bus, "leave", True)))
    for t in (300, 500):
        os.write(ask, HEADER.pack(ADC, 0, 0, 0, t))
    assert bus.serve(1000) is None
    assert len(os.read(heard, 1000)) == ANSWER.size + 10, "only of the request before"
    for fd in (requests, ask, heard, answers, console, printed):
        os.close(fd)
