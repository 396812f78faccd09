"""A 74HC165 parallel-in shift register (Nexperia 74HC165): seat buttons and keys."""

from __future__ import annotations


class ShiftRegister:
    """Eight inputs with pull-ups: an open key reads 1, a pressed one 0. Bit 7 is shifted out first.

    The output drives its line always, and any clock on the bus shifts while the load pin is high.

    Attributes:
        inputs: levels of the inputs D7..D0.
    """

    def __init__(self, serial_in: int = 0) -> None:
        """``serial_in`` is the level of DS, which follows the eight bits."""
        self.inputs = 0xFF
        self._serial_in = 0xFF if serial_in else 0
        self._register = 0xFF
        self._load = 1

    def press(self, bit: int) -> None:
        """Close the key on input ``bit``."""
        self.inputs &= ~(1 << bit)

    def release(self, bit: int) -> None:
        """Open the key on input ``bit``."""
        self.inputs |= 1 << bit

    def load(self, t: int, level: int) -> None:
        """PL_n: while low the register follows the inputs and the clock does nothing."""
        if level and not self._load:
            self._register = self.inputs
        self._load = level

    def exchange(self, t: int, mosi: bytes) -> bytes:
        """Clocks on the bus; returns what Q7 shows, bit by bit."""
        if not self._load:
            return (b"\xff" if self.inputs >> 7 else b"\0") * len(mosi)
        out = bytearray()
        for _ in mosi:
            out.append(self._register)
            self._register = self._serial_in
        return bytes(out)
