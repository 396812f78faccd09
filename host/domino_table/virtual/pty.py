"""The serial port of a virtual board: a pseudo-terminal under a name that stays, for mpremote and pyserial."""

from __future__ import annotations

import fcntl
import os
import tty
from pathlib import Path

_UNHEARD = 256 * 1024


class Port:
    """A pty whose other end is opened by its symbolic link.

    The link matters: mpremote takes names under ``/dev/pts`` for QEMU and reads them without a timeout. Our own
    descriptor of the other end stays open, so a client that leaves does not hang up the line.
    """

    def __init__(self, link: Path) -> None:
        """Make the pty and point ``link`` at it; an older link of a table that is gone is replaced.

        Raises :class:`FileExistsError` when ``link`` is something else than a link.
        """
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        if link.is_symlink():
            link.unlink()
        link.symlink_to(os.ttyname(self._slave))
        self.link = link
        self._unsent = bytearray()

    def fileno(self) -> int:
        """The descriptor to poll for bytes from the client."""
        return self._master

    @property
    def held(self) -> bool:
        """Whether a program has the other end for itself, as pyserial and mpremote do: they lock it."""
        try:
            fcntl.flock(self._slave, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        fcntl.flock(self._slave, fcntl.LOCK_UN)
        return False

    def read(self) -> bytes:
        """What the client has sent; empty when nothing."""
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def write(self, data: bytes) -> None:
        """Send to the client as much as it takes; the rest waits for :meth:`flush`. What nobody hears is lost."""
        self._unsent += data
        self.flush()
        del self._unsent[: max(0, len(self._unsent) - _UNHEARD)]

    def flush(self) -> bool:
        """Try again to send what is left; whether all of it is gone."""
        while self._unsent:
            try:
                del self._unsent[: os.write(self._master, self._unsent)]
            except BlockingIOError:
                return False
        return True

    def close(self) -> None:
        """Remove the link and hang up."""
        if self.link.is_symlink() and os.readlink(self.link) == os.ttyname(self._slave):
            self.link.unlink()
        os.close(self._master)
        os.close(self._slave)
