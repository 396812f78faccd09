"""The serial port of a live board, driven by the real mpremote and by pyserial."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import serial
from domino_table.virtual.board import HARD_RESET
from domino_table.virtual.flash import build_image, read_image
from domino_table.virtual.live import LiveBoard
from virtual.board.stub import Wires

TICKER = """
import asyncio
async def main():
    n = 0
    while True:
        await asyncio.sleep_ms(20)
        n += 1
        print('tick', n)
print('main starts')
asyncio.run(main())
"""
ECHO = """
import select, sys
poll = select.poll()
poll.register(sys.stdin, select.POLLIN)
while True:
    poll.poll()
    b = sys.stdin.buffer.read(1)
    sys.stdout.buffer.write(bytes((b[0] ^ 0x80,)))
"""
BLOB = bytes(range(256)) * 20
TICK = rb"\ntick \d+\r?\n"
"""Whole: what was printed before a port was opened, or before it was looked at, is gone."""
PATIENCE_S = 600


@pytest.fixture
def live(tmp_path):
    """``live(main)``: a board in real time, forty times faster than a real one; its port is ``board.port.link``."""
    boards = []

    def make(main=TICKER, **settings):
        image = tmp_path / "board.img"
        image.write_bytes(build_image({"/main.py": main.encode(), "/boot.py": b""}, 256 * 1024))
        board = LiveBoard(image, Wires(), tmp_path / "tty", rate=40, **settings)
        boards.append(board)
        board.start()
        board.run_in_background()
        if main is TICKER:  # a board that only starts would not hear the one Ctrl-C of mpremote
            with open_port(board) as port:
                read_until(port, TICK)
        return board

    yield make
    for board in boards:
        board.stop()
        assert board.failure is None


def mpremote(board, *command, check=True):
    """Run the real command line tool on the board's port; returns what it prints."""
    tool = Path(sys.executable).with_name("mpremote")
    done = subprocess.run([tool, "connect", board.port.link, *command], capture_output=True, text=True)
    assert not check or done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def read_until(port, pattern):
    """Read until ``pattern`` has come; returns everything read."""
    end, got = time.monotonic() + PATIENCE_S, b""
    while not re.search(pattern, got):
        assert time.monotonic() < end, got[-500:]
        got += port.read(port.in_waiting or 1)
    return got


def open_port(board):
    return serial.Serial(str(board.port.link), 115200, timeout=0.2)


def test_mpremote_runs_code_and_evaluates(live):
    board = live()
    assert mpremote(board, "exec", "import sys; print(sys.platform)") == "esp32\n"
    assert mpremote(board, "eval", "2 ** 40") == "1099511627776\n"
    assert "ZeroDivisionError: divide by zero" in mpremote(board, "exec", "1/0", check=False)


def test_mpremote_works_on_the_files_of_the_flash(live, tmp_path):
    board = live()
    blob = tmp_path / "blob"
    blob.write_bytes(BLOB)
    mpremote(board, "fs", "mkdir", ":d", "+", "fs", "cp", str(blob), ":d/blob", "+", "fs", "cp", str(blob), ":gone")
    assert hashlib.sha256(BLOB).hexdigest() in mpremote(board, "fs", "sha256sum", ":d/blob")
    assert "5120 blob" in mpremote(board, "fs", "ls", ":d")
    mpremote(board, "fs", "cp", ":d/blob", str(tmp_path / "back"), "+", "fs", "rm", ":gone")
    assert (tmp_path / "back").read_bytes() == BLOB
    board.power_cut()
    board.stop()
    files = read_image(board.image.read_bytes())
    assert files["/d/blob"] == BLOB
    assert "/gone" not in files


def test_resets_by_mpremote_start_main_py_or_leave_the_raw_prompt(live):
    board = live()
    mpremote(board, "soft-reset")
    with open_port(board) as port:
        port.write(b"\r\x03")
        read_until(port, b">>> ")
    mpremote(board, "resume", "reset")
    with open_port(board) as port:
        read_until(port, TICK)
    assert [boot.cause for boot in board.boots][-1] == HARD_RESET


def test_ctrl_c_breaks_into_the_running_program_and_ctrl_d_starts_it_again(live):
    board = live()
    with open_port(board) as port:
        read_until(port, TICK)
        port.write(b"\r\x03\x03")
        assert b"KeyboardInterrupt" in read_until(port, b">>> ")
        port.write(b"x = 20\rx + 3\r")
        read_until(port, rb"x \+ 3\r\n23\r?\n>>> ")
        port.write(b"\x04")
        assert b"MPY: soft reboot" in read_until(port, b"main starts\r?\ntick 1\r?\n")
    assert board.crashes == []


def test_ctrl_c_ends_also_a_loop_that_never_looks_at_the_clock(live):
    board = live("import sys\nsys.stdin.read(1)\nprint('spin')\nwhile True:\n    pass")
    with open_port(board) as port:
        port.write(b"!")
        read_until(port, b"spin")
        port.write(b"\x03")
        assert b"KeyboardInterrupt" in read_until(port, b">>> ")


def test_a_client_killed_in_the_middle_of_a_copy_leaves_a_board_that_serves_the_next(live, tmp_path):
    board = live()
    blob = tmp_path / "big"
    blob.write_bytes(BLOB * 12)
    tool = Path(sys.executable).with_name("mpremote")
    started = threading.Event()
    typed, write = 0, board.serial.write

    def kill_in_the_middle(t, data):
        nonlocal typed
        typed += len(data)
        if typed > len(BLOB) * 3:
            board.serial.write = write
            started.wait()
            client.kill()
        write(t, data)

    board.serial.write = kill_in_the_middle
    client = subprocess.Popen(
        [tool, "connect", board.port.link, "fs", "cp", str(blob), ":big"], stdout=subprocess.DEVNULL
    )
    started.set()
    assert client.wait() < 0
    assert mpremote(board, "eval", "6 * 7") == "42\n"
    size = int(mpremote(board, "exec", "import os; print(os.stat('/big')[6])"))
    assert size < len(BLOB) * 12


def test_every_byte_but_ctrl_c_reaches_the_program_and_comes_back_raw(live):
    board = live(ECHO)
    sent = bytes(b for b in range(256) if b not in (3, 0x7F)) * 3 + b"\x7f"
    with open_port(board) as port:
        port.write(sent)
        got = read_until(port, b"\xff")  # the last byte, inverted, which comes only once
    assert got == bytes(b ^ 0x80 for b in sent)


def test_a_uart_loses_what_its_ring_of_260_bytes_cannot_hold(live):
    board = live(
        "import sys, time\nfrom machine import Pin\nheard = Pin(5)\n"
        "while not heard():\n    time.sleep_ms(5)\nwhile True:\n    print(sys.stdin.buffer.read(1)[0])",
        baud=115200,
    )
    typed, write = threading.Semaphore(0), board.serial.write

    def count(t, data):
        write(t, data)
        typed.release(len(data))

    board.serial.write = count
    sent = bytes(range(97, 107)) * 40
    with open_port(board) as port:
        port.write(sent)
        for _ in sent:
            typed.acquire()
        board.call(lambda t: board.wiring.schedule.append((t + 1_000_000, 5, 1)))  # long after the last byte
        got = read_until(port, rb"(\d+\s+){260}")
        port.write(b"\x01")
        got += read_until(port, rb"\b1\r?\n")
    assert len(got.split()) == 260 + 1


def test_another_thread_acts_on_the_world_in_the_boards_own_thread(live):
    board = live(
        "import time\nfrom machine import Pin\np = Pin(5)\nwhile not p():\n    time.sleep_ms(5)\nprint('pressed')"
    )
    with open_port(board) as port:
        board.call(lambda t: board.wiring.schedule.append((t, 5, 1)))
        read_until(port, b"pressed\r?\n")


def test_a_board_that_fails_is_told_in_one_sentence(live, capfd):
    board = live("while True: pass")
    board.image.unlink()
    board.hard_reset()
    board._thread.join()
    failure, board.failure = board.failure, None
    assert "board.img cannot be reached" in str(failure)
    assert capfd.readouterr().err == f"The virtual board has failed ({failure}): start it again\n"


def test_the_link_is_replaced_but_never_a_file(live, tmp_path):
    (tmp_path / "tty").symlink_to("/dev/pts/99999")
    board = live()
    assert "2" in mpremote(board, "eval", "1 + 1")
    board.stop()
    assert not (tmp_path / "tty").is_symlink()
    (tmp_path / "tty").write_text("precious")
    with pytest.raises(FileExistsError):
        live()
    assert (tmp_path / "tty").read_text() == "precious"
