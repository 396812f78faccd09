"""Faults of the wires between board and reader: NSS, SPI, BUSY, IRQ.

A wire's fault has the reader's own face. BUSY is never foreseeable while one is there.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from domino_table.virtual.faults.shell import Shell


class Wires(Shell):
    """Wires that carry everything, but nobody can foretell BUSY."""

    busy_foreseeable = False

    def busy(self, t: int) -> int:
        return self.busy_levels(t)[0][1]

    def busy_levels(self, t: int) -> list[tuple[int, int]]:
        """As :meth:`PN5180.busy_levels`; what a subclass changes, :meth:`busy` follows."""
        levels: list[tuple[int, int]] = self.inner.busy_levels(t)
        return levels


class LostEdge(Wires):
    """The next rising edge of NSS does not reach the reader, which goes on waiting for it with BUSY high."""

    own = ("_lost",)

    def __init__(self, inner: object) -> None:
        super().__init__(inner)
        self._lost = False

    def select(self, t: int, level: int) -> None:
        if level and not self._lost:
            self._lost = True
        else:
            self.inner.select(t, level)


class FloatingBusy(Wires):
    """BUSY is not connected: an input without a pull reads high."""

    def busy_levels(self, t: int) -> list[tuple[int, int]]:
        return [(t, 1)]


class DeadIrq(Wires):
    """The line of the interrupt stays at one level."""

    own = ("_level",)

    def __init__(self, inner: object, level: int = 0) -> None:
        super().__init__(inner)
        self._level = level

    def irq_levels(self, t: int) -> list[tuple[int, int]]:
        return [(t, self._level)]


class LooseCable(Wires):
    """A plug with spells of bad contact: nothing reaches the reader then, and its lines rest at the board's pulls."""

    own = ("_spells", "_rest")

    def __init__(self, inner: object, spells: Sequence[tuple[int, int]], rest: int) -> None:
        """``spells``: (begin, end) in µs of those without contact. ``rest``: the byte that MISO reads meanwhile."""
        super().__init__(inner)
        self._spells, self._rest = spells, rest

    def _open(self, t: int) -> bool:
        return any(begin <= t < end for begin, end in self._spells)

    def select(self, t: int, level: int) -> None:
        if not self._open(t):
            self.inner.select(t, level)

    def reset(self, t: int, level: int) -> None:
        if not self._open(t):
            self.inner.reset(t, level)

    def exchange(self, t: int, mosi: bytes) -> bytes:
        if self._open(t):
            return bytes((self._rest,)) * len(mosi)
        answer: bytes = self.inner.exchange(t, mosi)
        return answer

    def busy_levels(self, t: int) -> list[tuple[int, int]]:
        return [(t, 0)] if self._open(t) else self.inner.busy_levels(t)

    def irq_levels(self, t: int) -> list[tuple[int, int]]:
        return [(t, 0)] if self._open(t) else self.inner.irq_levels(t)


class NoisyMiso(Wires):
    """Bits of what the reader says are turned over on their way, which no checksum covers."""

    own = ("_rng", "_share")

    def __init__(self, inner: object, rng: random.Random, share: float) -> None:
        """``share``: of the frames with a bit that is wrong."""
        super().__init__(inner)
        self._rng, self._share = rng, share

    def exchange(self, t: int, mosi: bytes) -> bytes:
        answer = bytearray(self.inner.exchange(t, mosi))
        if answer and self._rng.random() < self._share:
            answer[self._rng.randrange(len(answer))] ^= 1 << self._rng.randrange(8)
        return bytes(answer)
