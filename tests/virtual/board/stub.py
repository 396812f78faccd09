"""A wiring of a few wires: remembers what the board did, shows the levels and the answers that a test sets."""

from __future__ import annotations

from domino_table.virtual.bus import NEVER, BusyRule


class Wires:
    """``events`` are world events: (time, callable). ``log`` holds everything that came, in order."""

    def __init__(self) -> None:
        self.log: list[tuple[object, ...]] = []
        self.schedule: list[tuple[int, int, int]] = []
        self.events: list[tuple[int, object]] = []
        self.rules: tuple[BusyRule, ...] | None = None
        self.voltage = 0
        self.asked: list[int] = []
        self.resets: list[tuple[int, int]] = []

    def pin(self, t: int, pin: int, level: int) -> None:
        self.log.append((t, "pin", pin, level))

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        self.log.append((t, "spi", bus, bytes(mosi), read))
        return bytes(byte ^ 0xFF for byte in mosi)

    def strip(self, t: int, pin: int, data: bytes) -> None:
        self.log.append((t, "strip", pin, bytes(data)))

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None:
        self.log.append((t, "pwm", pin, freq, duty))

    def adc(self, t: int, pin: int) -> int:
        self.asked.append(t)
        return self.voltage

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        return self.schedule

    def run_until(self, t: int) -> None:
        while self.events and self.events[0][0] <= t:
            self.events.pop(0)[1]()  # type: ignore[operator]

    def next_event(self, t: int) -> int:
        return self.events[0][0] if self.events else NEVER

    def busy_rule(self) -> tuple[BusyRule, ...] | None:
        return self.rules

    def board_reset(self, t: int, cause: int) -> None:
        self.resets.append((t, cause))
