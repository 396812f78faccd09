"""A serial port opened for ourselves, and what is said when it, or what is on it, cannot be used."""

from __future__ import annotations

import errno
import os
from typing import Protocol

import serial

BAUD = 115200


class LinkError(Exception):
    """The table cannot be talked to; the message is one sentence that says what to do."""


class PortError(LinkError):
    """The port is not there, is not a serial port, or may not be opened."""


class PortBusy(LinkError):
    """Another program holds the port."""


class Silent(LinkError):
    """Nothing answers on the port."""


class NoFirmware(LinkError):
    """A MicroPython prompt answers instead of the table."""


class OtherFirmware(LinkError):
    """Something else than a domino table speaks on the port, or a table of another protocol."""


class Unplugged(LinkError):
    """The port has gone while it was in use."""


class Refused(LinkError):
    """The table understood and declines; the message is the table's own."""


class Restarted(LinkError):
    """The table has started again, so it is unknown whether the command was done."""


class Stream(Protocol):
    """What the client needs of a port: ``read`` waits a short time for ``size`` bytes and may return fewer, or none."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = 1, /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


def open_port(port: str, baud: int = BAUD) -> Stream:
    """Open a serial port (path, name or pyserial URL) for ourselves. Raises PortError or PortBusy."""
    try:
        opened = serial.serial_for_url(port, baudrate=baud, timeout=0.02, write_timeout=2, do_not_open=True)
        if isinstance(opened, serial.Serial):
            opened.exclusive = True
        opened.open()
    except (serial.SerialException, OSError, ValueError) as error:
        raise _opening_error(port, error) from error
    return opened  # type: ignore[no-any-return]


def _opening_error(port: str, error: Exception) -> LinkError:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT or "could not find" in str(error):
        return PortError(f"there is no port {port}: plug the table in and see `domino-table devices`")
    if number in (errno.EBUSY, errno.EAGAIN) or "exclusively lock" in str(error):
        return PortBusy(f"{port} is in use by another program: close that program (or its page) and try again")
    if number in (errno.EACCES, errno.EPERM):
        return PortError(f"no permission to open {port}: add your user to the group that owns it (often `dialout`)")
    cause = f" ({os.strerror(number).lower()})" if number else ""
    return PortError(f"{port} cannot be opened as a serial port{cause}: choose one that `domino-table devices` lists")
