"""A second way to the console of a live board, for the page of the program that runs it.

The board's serial port belongs to whoever opens it: ``sync``, ``deploy``, mpremote. The page asks beside it, one
request at a time, and only while nobody holds the port; what the port's next user types meanwhile waits for the answer,
so neither ever sees the other's bytes.
"""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from domino_table.device.frame import END
from domino_table.device.port import PortBusy, Unplugged

if TYPE_CHECKING:
    from domino_table.virtual.live import LiveBoard

_ANSWER_S = 0.7
"""A request not answered by then is given up: it gets out of the way of the port."""
_READ_S = 0.02


class Console:
    """Who is talking to the board: the port, or for the length of one request the side line. In the board's thread."""

    def __init__(self, board: LiveBoard) -> None:
        self._board = board
        self._asking: SideLine | None = None
        self._until = 0.0
        self._now = 0
        self._typed = bytearray()

    def printed(self, data: bytes) -> None:
        """The board has printed something: an open request's answer, up to its end, or the port's."""
        if self._asking:
            end = data.find(END) + 1
            self._asking.heard(data[: end or None])
            if not end:
                return
            self._release()
            data = data[end:]
        if data:
            self._board.port.write(data)

    def ask(self, t: int, line: SideLine, request: bytes) -> None:
        """Send a request of the side line."""
        self._now, self._asking, self._until = t, line, time.monotonic() + _ANSWER_S
        self._board.serial.write(t, request)

    def typed(self, t: int, data: bytes) -> bytes:
        """Bytes from the port's user: those that may go to the board now."""
        self._now = t
        self._typed += data
        if self._asking and time.monotonic() < self._until:
            return b""
        self._asking = None
        taken = bytes(self._typed)
        self._typed.clear()
        return taken

    def give_up(self) -> None:
        """The request is not waited for any longer."""
        if self._asking:
            self._release()

    def _release(self) -> None:
        self._asking = None
        if self._typed:
            self._board.serial.write(self._now, bytes(self._typed))
            self._typed.clear()


class SideLine:
    """A stream for :class:`~domino_table.device.link.LinkClient`, for one thread that is not the board's."""

    def __init__(self, board: LiveBoard) -> None:
        self._board = board
        self._come = threading.Condition()
        self._bytes = bytearray()

    @property
    def in_waiting(self) -> int:
        return len(self._bytes)

    def heard(self, data: bytes) -> None:
        """Bytes for this side, from the board's thread."""
        with self._come:
            self._bytes += data
            self._come.notify()

    def read(self, size: int = 1, /) -> bytes:
        """Up to ``size`` bytes; waits a moment for the first."""
        with self._come:
            if not self._bytes:
                self._come.wait(_READ_S)
            taken = bytes(self._bytes[:size])
            del self._bytes[:size]
            return taken

    def write(self, data: bytes, /) -> int:
        """Send one request. Raises PortBusy while another program holds the port, Unplugged when the board is off."""
        board = self._board
        if board.stopping:
            raise Unplugged("the virtual table has been switched off")
        if board.failure:
            raise Unplugged(f"the virtual board has failed ({board.failure}): start it again")
        if board.port.held:
            board.call(lambda t: board.console.give_up())
            raise PortBusy("another program talks to the table")
        board.call(lambda t: board.console.ask(t, self, data))
        return len(data)

    def close(self) -> None:
        """Let the port have the board."""
        if not self._board.stopping:
            self._board.call(lambda t: self._board.console.give_up())
