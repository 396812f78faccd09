"""The serial line between the host and a virtual board: bytes on their way to it, and what it has printed."""

from __future__ import annotations

import re
from collections.abc import Callable

_READABLE = re.compile(r"[\n\x20-\x7e]{12,}")
_NEVER = 1 << 60


class SerialLine:
    """One console UART. Without a ``baud`` rate bytes arrive at once and wait until the board has room for them.

    With a rate they arrive one by one in virtual time whether the board reads or not, as on a real UART; its receive
    ring of 260 bytes (ports/esp32/uart.c of MicroPython) then loses what does not fit.
    """

    def __init__(self, baud: int | None = None, heard: Callable[[bytes], object] | None = None) -> None:
        """``heard`` is called with each piece of the board's output; without it the pieces gather in :attr:`output`."""
        self.baud, self._heard = baud, heard
        self.output: list[tuple[int, bytes]] = []
        self._queue = bytearray()
        self._first = 0  # arrival of the first queued byte when there is a rate

    @property
    def text(self) -> str:
        """Everything printed so far."""
        return b"".join(piece for _, piece in self.output).decode("utf-8", "replace")

    @property
    def readable(self) -> str:
        """What people can read of it: prompts, prints and tracebacks, without the frames of the link between them."""
        return "\n".join(lines for found in _READABLE.findall(self.text) if (lines := found.strip()))

    def sent(self, t: int, data: bytes) -> None:
        """The board has printed ``data``, which was noticed at ``t``."""
        if self._heard:
            self._heard(data)
        else:
            self.output.append((t, data))

    def write(self, t: int, data: bytes) -> None:
        """Send ``data`` to the board from ``t`` on."""
        if self.baud and not self._queue:
            self._first = max(self._first, t) + self._byte_us
        self._queue += data

    def forget(self) -> None:
        """What was on its way is lost: the board was reset."""
        self._queue.clear()

    @property
    def _byte_us(self) -> int:
        return 10_000_000 // self.baud if self.baud else 0

    def _arrived(self, t: int) -> int:
        if not self.baud or not self._queue:
            return len(self._queue)
        return 0 if t < self._first else min(len(self._queue), (t - self._first) // self._byte_us + 1)

    def waiting(self, t: int, room: int) -> bool:
        """Whether there are bytes by ``t`` for a board with room for ``room`` of them."""
        return self._arrived(t) > 0 and (self.baud is not None or room > 0)

    def next_arrival(self, t: int) -> int:
        """When the next byte arrives after ``t``, in pieces of about a millisecond; far away when none is due."""
        if not self.baud or not self._queue:
            return _NEVER
        return max(t + 1_000, self._first)

    def take(self, t: int, room: int) -> bytes:
        """Bytes for the board, which has room for ``room`` of them."""
        count = self._arrived(t)
        if not self.baud:
            count = min(count, room)
        taken = bytes(self._queue[:count])
        del self._queue[:count]
        self._first += count * self._byte_us
        return taken
