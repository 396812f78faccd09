"""A virtual board in real time: its clock is paced to the wall clock and its console is a serial port."""

from __future__ import annotations

import os
import queue
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domino_table.virtual.board import Board, BoardFailed
from domino_table.virtual.bus import NEVER, Bus, Wiring
from domino_table.virtual.pty import Port
from domino_table.virtual.serial_line import SerialLine
from domino_table.virtual.side_line import Console

_TICK_US = 10_000  # how far the board runs before it is held back to the wall clock
_LATE_S = 0.1  # later than this, the virtual clock gives up catching up
_PATIENCE_S = 0.5  # how long Ctrl-C waits for the program to look at the clock before it gets a signal
_CTRL_C = b"\x03"


class Pace:
    """Ties virtual time to the wall clock, ``rate`` virtual seconds to a real one."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self._wall, self._virtual = time.monotonic(), 0

    def virtual(self) -> int:
        """The virtual time that it should be now."""
        return self._virtual + int((time.monotonic() - self._wall) * self.rate * 1e6)

    def seconds_until(self, t: int) -> float:
        """Real seconds until the virtual time ``t``; 0 when it has come. A clock that is far behind is set anew."""
        left = self._wall + (t - self._virtual) / (self.rate * 1e6) - time.monotonic()
        if left < -_LATE_S:
            self._wall, self._virtual = time.monotonic(), t
        return max(0.0, left)


class _LiveBus(Bus):
    """Serves the board like :class:`Bus`, holds it back to the wall clock and listens to the port meanwhile."""

    stall_ms = 100

    def __init__(self, board: LiveBoard, pace: Pace, *args: Any) -> None:
        super().__init__(*args)
        self._board, self._pace = board, pace
        self._interrupted = 0.0
        self._heard = time.monotonic()
        self._idle = select.poll()
        for fd in (board.port.fileno(), board.wake_fd):
            self._poll.register(fd, select.POLLIN)
            self._idle.register(fd, select.POLLIN)
        self._idle.register(self._console, select.POLLIN)

    def _advance(self) -> bool:
        assert self._waiting is not None
        self._heard = time.monotonic()
        self._listen(self._waiting[0], until_news=False)
        return super()._advance()

    def _pass_time(self, t: int, goal: int) -> int:
        self._listen(goal, until_news=True)
        return max(t, min(goal, self._pace.virtual()))

    def _listen(self, goal: int, until_news: bool) -> None:
        """Stay here until the virtual time ``goal``, or until something has come in."""
        while (left := self._pace.seconds_until(goal)) > 0:
            unsent = not self._board.port.flush()
            wait = min(left, 0.02 if unsent else 3600.0)
            ready = self._idle.poll(max(1, int(wait * 1000)) if left > 0.001 else 0)
            for fd, _ in ready:
                self._take(fd)
            if self.leave or until_news and any(fd != self._console for fd, _ in ready):
                return

    def _take_console(self) -> bool:
        alive = super()._take_console()
        if not alive:
            self._idle.unregister(self._console)
        return alive

    def _take(self, fd: int) -> bool:
        if fd == self._board.wake_fd:
            self._board.run_calls(self.now)
            self._next = 0
            return True
        if fd == self._board.port.fileno():
            self._typed(self._board.port.read())
            return True
        return super()._take(fd)

    def _typed(self, data: bytes) -> None:
        if self._waiting is None or not self.at_key:
            before, found, after = data.rpartition(_CTRL_C)
            if found:
                self._board.console.give_up()
                self.interrupt, self._interrupted = True, time.monotonic()
                data = before.replace(_CTRL_C, b"") + after
        self._serial.write(self.now, self._board.console.typed(self.now, data))

    def _stalled(self) -> None:
        """The program computes without looking at the clock: nothing wrong with that, but Ctrl-C must reach it."""
        now = time.monotonic()
        if self.interrupt and now - self._interrupted > _PATIENCE_S:
            self.interrupt = False
            self._board.signal(signal.SIGINT)
        elif self._board.watchdog_us and (now - self._heard) * 1e6 > self._board.watchdog_us + 1e6 * _PATIENCE_S:
            super()._stalled()

    def _horizon(self, t: int) -> int:
        return min(super()._horizon(t), t + _TICK_US)


class LiveBoard(Board):
    """A board in real time behind a serial port. Nothing about it is repeatable to the byte.

    Its world runs in one thread, that of :meth:`run_until` or the one started by :meth:`run_in_background`; other
    threads touch the world through :meth:`call`.
    """

    def __init__(
        self,
        image: Path,
        wiring: Wiring,
        port: Path,
        *,
        rate: float = 1.0,
        baud: int | None = None,
        starts: int = 0,
        **settings: Any,
    ) -> None:
        """``port``: path of the link to the serial port. ``rate``: virtual seconds to a real one.

        starts: how many programs have run this board before, each with other random numbers.

        With ``baud`` (115200) bytes arrive at that rate and the receive ring of 260 bytes loses what the firmware does
        not fetch in time, as on a UART. Other settings as for :class:`Board`.
        """
        self.port = Port(port)
        self.console = Console(self)
        super().__init__(image, wiring, serial=SerialLine(baud, self.console.printed), **settings)
        self._pace, self.boots_before = Pace(rate), 1000 * starts
        self.wake_fd, self._waker = os.pipe()
        self._calls: queue.SimpleQueue[Callable[[int], object]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self.stopping = False
        self.failure: Exception | None = None

    @property
    def watchdog_us(self) -> int:
        """The time-out of the watchdog if the firmware has started it, else 0."""
        return self._watchdog_us

    def run_in_background(self) -> None:
        """Run in a thread of its own until :meth:`stop`. What it dies of is kept in :attr:`failure`."""
        self._thread = threading.Thread(target=self._run, name="virtual board", daemon=True)
        self._thread.start()

    def call(self, action: Callable[[int], object]) -> None:
        """Have ``action(t)`` called in the board's own thread, soon; ``t`` is the virtual time then."""
        self._calls.put(action)
        os.write(self._waker, b".")

    def run_calls(self, t: int) -> None:
        """Carry out what :meth:`call` has collected."""
        os.read(self.wake_fd, 4096)
        while not self._calls.empty():
            self._calls.get()(max(t, self._pace.virtual()))

    def power_cut(self) -> None:
        self._from_here(super().power_cut)

    def hard_reset(self) -> None:
        self._from_here(super().hard_reset)

    def soft_reset(self) -> None:
        self._from_here(super().soft_reset)

    def _from_here(self, demand: Callable[[], None]) -> None:
        """Do it at once, or in the board's own thread while that one runs."""
        if self._thread is None or not self._thread.is_alive() or self._thread is threading.current_thread():
            demand()
        else:
            self.call(lambda t: demand())

    def signal(self, number: int) -> None:
        """Send a signal to the interpreter."""
        if self._process is not None:
            self._process.send_signal(number)

    def stop(self) -> None:
        if self.stopping:
            return
        self.stopping = True
        self.power_cut()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join()
        super().stop()
        self.port.close()
        os.close(self.wake_fd)
        os.close(self._waker)

    def _run(self) -> None:
        try:
            while not self.stopping and self.run_until(NEVER):
                pass
        except BoardFailed as error:  # its sentence is enough; a page asks for it
            self.failure = error
            print(f"The virtual board has failed ({error}): start it again", file=sys.stderr, flush=True)
        except Exception as error:
            self.failure = error
            raise

    def _choose_core(self) -> int | None:
        return None

    def _make_bus(self, requests: int, answers: int, console: int) -> Bus:
        return _LiveBus(self, self._pace, self.wiring, requests, answers, console, self.serial, self._noted, self._tap)

    def _config(self, cause: int, raw: bool) -> dict[str, object]:
        return {**super()._config(cause, raw), "live": True}
