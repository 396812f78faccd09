"""A port whose other end is a few lines of Python, on a clock of its own: what waits for it waits no real time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator


class Clock:
    """Stands in for the module ``time`` where ports are waited for."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


class FakePort:
    """A stream: each read takes ``tick`` seconds and brings the next piece of ``says``, then nothing any more.

    ``hears`` is called with what is written and returns what comes back before everything else. An exception among the
    pieces is raised.
    """

    def __init__(
        self,
        clock: Clock,
        says: Iterable[bytes | Exception] = (),
        hears: Callable[[bytes], bytes] = lambda data: b"",
        tick: float = 0.02,
    ) -> None:
        self._clock, self._says, self._hears, self._tick = clock, iter(says), hears, tick
        self._come = b""
        self.written = bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._come)

    def _wait(self) -> None:
        self._clock.now += self._tick
        piece = next(self._says, b"")
        if isinstance(piece, Exception):
            raise piece
        self._come += piece

    def read(self, size: int = 1, /) -> bytes:
        if not self._come:
            self._wait()
        taken, self._come = self._come[:size], self._come[size:]
        return taken

    def write(self, data: bytes, /) -> int:
        self.written += data
        self._come += self._hears(data)
        return len(data)

    def close(self) -> None:
        pass

    # What mpremote uses of pyserial besides

    def inWaiting(self) -> int:
        """As :attr:`in_waiting`, but the next piece may come meanwhile: mpremote waits with this."""
        if not self._come:
            self._wait()
        return len(self._come)

    def isOpen(self) -> bool:
        return True


def bytewise(text: bytes, start: int = 0) -> Iterator[bytes]:
    """A text again and again for ever, one byte at a time, from its byte number ``start``."""
    while True:
        for at in range(start, len(text)):
            yield text[at : at + 1]
        start = 0
