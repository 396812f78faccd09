"""A chain of TPIC6B595 power shift registers (Texas Instruments SLIS032): what the loop selector hangs on."""

from __future__ import annotations

OUTPUTS = 8


class Chain:
    """``chips`` registers in series on one SPI bus: SER OUT of each feeds SER IN of the next.

    The first bit sent ends up in DRAIN7 of the last chip. Bit n of :attr:`outputs` is output n, where output 0 is
    DRAIN0 of the chip nearest the controller; 1 means that the transistor conducts.

    Attributes:
        stuck_on: fault: outputs that conduct whatever is latched, as a mask.
        stuck_off: fault: outputs that never conduct, as a mask.
    """

    def __init__(self, chips: int) -> None:
        self._mask = (1 << OUTPUTS * chips) - 1
        self._shift = self._storage = 0
        self._latch, self._disabled, self._clear = 0, 1, 1
        self.stuck_on = self.stuck_off = 0

    @property
    def outputs(self) -> int:
        """The outputs that conduct now."""
        driven = 0 if self._disabled else self._storage
        return (driven | self.stuck_on) & ~self.stuck_off

    def exchange(self, t: int, mosi: bytes) -> None:
        """SRCK with SER IN, most significant bit first. There is no chip select: all traffic of the bus shifts."""
        if self._clear:
            shifted = self._shift << 8 * len(mosi) | int.from_bytes(mosi, "big")
            self._shift = shifted & self._mask

    def latch(self, t: int, level: int) -> None:
        """RCK: a rising edge copies the shift register into the storage register."""
        if level and not self._latch:
            self._storage = self._shift
        self._latch = level

    def enable(self, t: int, level: int) -> None:
        """G_n: low lets the storage register drive the outputs, high turns all off."""
        self._disabled = level

    def clear(self, t: int, level: int) -> None:
        """SRCLR_n: low empties the shift register; the storage register keeps what it has."""
        self._clear = level
        if not level:
            self._shift = 0
