"""The world's end of the bus of one virtual board: messages in, answers out, one virtual clock.

The firmware's process keeps the clock (docs/virtual-table.md). It posts writes and waits only for what depends on the
world. This module reads those messages, lets a :class:`Wiring` act on them in the order of their times and answers with
the levels of all input pins, the rule for BUSY and the *horizon*: the time beyond which the board must ask again.
"""

from __future__ import annotations

import os
import select
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from domino_table.virtual.serial_line import SerialLine

NEVER = 1 << 60
"""A time that does not come, in µs of the virtual clock."""

HEADER = struct.Struct("<BBHIq")  # kind, pin or bus, argument, length of the payload, time
ANSWER = struct.Struct("<BBHIqq")  # flags, rules, levels, length of the body, time, horizon
LEVEL = struct.Struct("<qBB")  # from when on, pin, level
RULE = struct.Struct("<BBBBIH")  # NSS, BUSY, RESET (255: none), SPI bus, default µs, number of (opcode, µs) pairs
OPCODE = struct.Struct("<BI")

PIN, SPI_WRITE, STRIP, PWM, NOTE = 1, 2, 3, 4, 5  # posted
SPI_READ, ADC, SYNC, RESET = 64, 65, 66, 67  # the board waits
WITH_LEVELS, WITH_RULES, WITH_SERIAL, INTERRUPT = 1, 2, 4, 8

NO_PIN = 255


@dataclass(frozen=True)
class BusyRule:
    """How one reader's BUSY follows its frames, so that the board can foretell it without asking.

    BUSY rises with the first byte of a frame and falls ``us[opcode]`` (else ``default_us``) after NSS rises; the opcode
    is the first byte sent. A change of the pin ``reset`` makes the rule void until the next answer. A change of the
    rule itself must be a world event or the result of a read, never of a posted write.
    """

    nss: int
    busy: int
    default_us: int
    us: Mapping[int, int] = field(default_factory=dict)
    reset: int = NO_PIN
    bus: int = 1

    def encoded(self) -> bytes:
        pairs = b"".join(OPCODE.pack(code, us) for code, us in sorted(self.us.items()))
        return RULE.pack(self.nss, self.busy, self.reset, self.bus, self.default_us, len(self.us)) + pairs


class Wiring(Protocol):
    """What hangs on the board's pins. Times are µs of the virtual clock and never go back.

    A wiring may also have ``adc_until(t, pin) -> int``: how long the last answer of :meth:`adc` holds. Without it every
    reading asks the world.
    """

    def pin(self, t: int, pin: int, level: int) -> None:
        """An output pin changed."""

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        """Bytes on a bus; the chip selects are known from :meth:`pin`. Returns MISO, of equal length, when ``read``."""

    def strip(self, t: int, pin: int, data: bytes) -> None:
        """Bytes sent to a chain of WS2812 (GRB)."""

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None:
        """A PWM output: frequency in Hz, duty 0..65535 (0 = silent)."""

    def adc(self, t: int, pin: int) -> int:
        """An analogue input, 0..65535."""

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        """The input pins as (time, pin, level) in order of time, as known at ``t``; what is past says the level now.

        A pin that is not named reads its pull-up, else 0.
        """

    def run_until(self, t: int) -> None:
        """Let the world's own events up to and including ``t`` happen."""

    def next_event(self, t: int) -> int:
        """Time of the next event after ``t`` that the board cannot foretell; :data:`NEVER` when there is none."""

    def busy_rule(self) -> tuple[BusyRule, ...] | None:
        """The rules for BUSY; None while a fault makes it unpredictable."""


@dataclass(frozen=True)
class Halt:
    """Why the board's process stands: a reset it asked for, or its end."""

    t: int
    cause: int
    """Reset cause as ``machine.reset_cause()`` will report it; 0 = the process ended by itself."""
    raw: bool = False
    """A soft reset from the raw REPL, which skips main.py."""
    after_us: int = 0


class BoardStalled(RuntimeError):
    """The firmware computes without ever touching the clock, so virtual time stands still."""


class Bus:
    """Serves the messages of one boot of a board. The board makes a new one at each reset."""

    stall_ms = 60_000
    """Of real time: much more than a busy machine keeps a process waiting for its turn."""

    def __init__(
        self,
        wiring: Wiring,
        requests: int,
        answers: int,
        console: int,
        serial: SerialLine,
        note: Callable[[int, int, bytes], None],
        tap: Callable[[bytes], object] | None = None,
    ) -> None:
        """``requests``, ``answers`` and ``console`` are file descriptors: from, to and standard output of the board.

        ``note(t, kind, text)`` hears what the prelude reports about itself; ``tap`` gets every byte in both directions.
        """
        self._wiring, self._requests, self._answers, self._console = wiring, requests, answers, console
        self._serial, self._note, self._tap = serial, note, tap
        self._adc_until = getattr(wiring, "adc_until", None)
        self._buffer, self._at = b"", 0
        self._waiting: tuple[int, int, int] | None = None
        self._sent_levels: list[tuple[int, int, int]] | None = None
        self._sent_rules: tuple[BusyRule, ...] | None = ()
        self._next = 0
        self._until = 0
        self.interrupt = False
        self.at_key = False
        self.leave = False
        """Set while serving, it makes :meth:`serve` return as soon as it can: the board is about to be switched off."""
        self.now = 0
        self._poll = select.poll()
        self._poll.register(requests, select.POLLIN)
        self._poll.register(console, select.POLLIN)

    def serve(self, until: int) -> Halt | None:
        """Let the board run up to ``until``. None when it has come there, else why it stands.

        Raises :class:`BoardStalled` when nothing is heard for ``stall_ms`` of real time.
        """
        halt = self._serve(until)
        self.drain()
        return halt

    def _serve(self, until: int) -> Halt | None:
        self._until = until
        while not self.leave:
            if self._waiting is not None and not self._advance():
                return None
            while self._waiting is None and not self.leave:
                if len(self._buffer) - self._at >= HEADER.size:
                    kind, device, argument, length, t = HEADER.unpack_from(self._buffer, self._at)
                    if t > until:
                        return None
                    start = self._at + HEADER.size
                    if len(self._buffer) - start >= length:
                        self._at = start + length
                        halt = self._act(kind, device, argument, self._buffer[start : self._at], t)
                        if halt is not None:
                            return halt
                        continue
                if not self._fill():
                    return Halt(self.now, 0)
        return None

    def drain(self) -> None:
        """Take what the board has printed."""
        while any(fd == self._console and mask & select.POLLIN for fd, mask in self._poll.poll(0)):
            if not self._take_console():
                break

    def _fill(self) -> bool:
        """Wait for the board and take what it says; False when its process has ended."""
        ready = self._poll.poll(self.stall_ms)
        if not ready:
            self._stalled()
        alive = True
        for fd, _ in ready:
            alive = self._take(fd) and alive
        return alive

    def _stalled(self) -> None:
        raise BoardStalled(f"no bus message for {self.stall_ms / 1000:.0f} s at {self.now} µs")

    def _take(self, fd: int) -> bool:
        if fd == self._console:
            self._take_console()
            return True
        data = os.read(fd, 65536)
        if self._tap:
            self._tap(data)
        self._buffer, self._at = self._buffer[self._at :] + data, 0
        return bool(data)

    def _take_console(self) -> bool:
        data = os.read(self._console, 65536)
        if data:
            self._serial.sent(self.now, data)
        else:
            self._poll.unregister(self._console)
        return bool(data)

    def _act(self, kind: int, device: int, argument: int, payload: bytes, t: int) -> Halt | None:
        self.now = t
        if t >= self._next:
            self._run_world(t)
        if kind == PIN:
            self._wiring.pin(t, device, argument)
        elif kind == SPI_WRITE:
            self._wiring.spi(t, device, payload, False)
        elif kind == SPI_READ:
            self._reply(t, self._wiring.spi(t, device, payload, True))
        elif kind == SYNC:
            self._waiting = (t, int.from_bytes(payload, "little", signed=True), argument)
            self.at_key = device == 1
        elif kind == ADC:
            value = self._wiring.adc(t, device)
            holds = self._adc_until(t, device) if self._adc_until else t
            self._reply(t, struct.pack("<Hq", value, holds))
        elif kind == STRIP:
            self._wiring.strip(t, device, payload)
        elif kind == PWM:
            self._wiring.pwm(t, device, int.from_bytes(payload, "little"), argument)
        elif kind == NOTE:
            self._note(t, device, payload)
        elif kind == RESET:
            return Halt(t, device, argument == 1, int.from_bytes(payload, "little"))
        else:
            raise ValueError(f"the board sent a message of unknown kind {kind}")
        return None

    def _run_world(self, t: int) -> None:
        self._wiring.run_until(t)
        self._next = min(self._wiring.next_event(t), self._serial.next_arrival(t))

    def _advance(self) -> bool:
        """Carry a waiting board forward to its target, to news for it, or to ``until``; False in the last case."""
        assert self._waiting is not None
        t, target, room = self._waiting
        self._run_world(t)
        while True:
            if t >= target or self._is_news(t, room):
                self._waiting = None
                self._reply(t, serial=self._serial.take(t, room))
                return True
            if t >= self._until or self.leave:
                self._waiting = (t, target, room)
                return False
            t = self.now = self._pass_time(t, min(target, max(self._next, t + 1), self._until))
            if t >= self._next or self.interrupt:
                self._run_world(t)

    def _pass_time(self, t: int, goal: int) -> int:
        """Let the clock go from ``t`` to ``goal``; returns how far it came. Headless time needs no time."""
        return goal

    def _is_news(self, t: int, room: int) -> bool:
        if self.interrupt or self._serial.waiting(t, room):
            return True
        return self._wiring.levels(t) != self._sent_levels or self._wiring.busy_rule() != self._sent_rules

    def _horizon(self, t: int) -> int:
        return max(t + 1, min(self._wiring.next_event(t), self._serial.next_arrival(t), max(self._until, t + 1)))

    def _reply(self, t: int, data: bytes = b"", serial: bytes = b"") -> None:
        if self.leave:
            return  # how far a board came that went on now, would depend on how soon its process is killed
        flags, body, count = 0, data, 0
        levels = self._wiring.levels(t)
        if levels != self._sent_levels:
            self._sent_levels = list(levels)
            flags |= WITH_LEVELS
            body += b"".join(LEVEL.pack(*level) for level in levels)
        rules = self._wiring.busy_rule()
        if rules != self._sent_rules:
            self._sent_rules = rules
            flags |= WITH_RULES
            count = len(rules or ())
            body += b"".join(rule.encoded() for rule in rules or ())
        if serial:
            flags |= WITH_SERIAL
            body += serial
        if self.interrupt:
            flags |= INTERRUPT
            self.interrupt = False
        shown = len(levels) if flags & WITH_LEVELS else 0
        answer = ANSWER.pack(flags, count, shown, len(body), t, self._horizon(t)) + body
        if self._tap:
            self._tap(answer)
        os.write(self._answers, answer)
