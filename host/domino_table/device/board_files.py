"""A board through mpremote: its program is stopped, and code is run and files are kept at the raw prompt."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import struct
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from domino_table.device.port import LinkError, Unplugged, open_port

_TIMEOUT_S = 8
_ECHO_S = 3  # longest wait for what the prompt answers before a program runs
_WRITE_S = 2  # longest wait for a port that takes nothing
_ATTEMPTS = 3
_ATTEMPT_S = 2.5
_STOP_S = 5  # longest wait for a program on the board to end at Ctrl-C
_RAW_PROMPT = b"CTRL-B to exit\r\n>"
_CHUNK = 1024
_BROKEN = (TransportError, OSError, struct.error)  # the last: mpremote unpacks an answer that never came

# The watchdog that the firmware had started outlives the soft reset (ports/esp32/machine_wdt.c), its feeder does not.
_FEED = """
import machine
dog = machine.WDT(timeout=20000)
machine.Timer(3).init(period=1000, callback=lambda timer: dog.feed())
"""

_HASHES = """
import hashlib, binascii, json
def digest(path):
    try:
        with open(path, "rb") as file:
            h = hashlib.sha256()
            while True:
                piece = file.read(512)
                if not piece: return binascii.hexlify(h.digest()).decode()
                h.update(piece)
    except OSError:
        return None
print(json.dumps([digest(path) for path in {paths!r}]))
"""

_LIST = """
import os, json
def walk(folder):
    found = []
    try:
        entries = list(os.ilistdir(folder))
    except OSError:
        return found
    for entry in entries:
        path = folder + "/" + entry[0]
        if entry[1] & 0x4000: found.extend(walk(path))
        else: found.append(path)
    return found
print(json.dumps([path for folder in {folders!r} for path in walk(folder)]))
"""

_READ = """
import binascii
try:
    with open({path!r}, "rb") as file: print(binascii.hexlify(file.read()).decode())
except OSError:
    print("-")
"""


class DeployError(LinkError):
    """The board does not do what it shall; the message is one sentence that says what to do."""


class Interrupted(LinkError):
    """Somebody has pressed Ctrl-C while a board was worked with."""


class _Deadline:
    """The moment up to which a port is waited for.

    mpremote's own waits have no end on a port on which bytes keep coming, nor on one that takes none.
    """

    def __init__(self, seconds: float) -> None:
        self.within(seconds)

    def within(self, seconds: float) -> None:
        """It is in so many seconds from now."""
        self._until = time.monotonic() + seconds

    def hold(self, port: Any) -> None:
        """From now on a serial port is not read after the deadline (TimeoutError), nor written to for ever."""
        port.write_timeout = _WRITE_S
        for name in ("inWaiting", "read"):
            setattr(port, name, self._held(getattr(port, name)))

    def _held(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def held(*arguments: Any) -> Any:
            if time.monotonic() > self._until:
                raise TimeoutError
            return act(*arguments)

        return held


class BoardFiles:
    """A board at its raw REPL: run code; read, hash, list and write files. Raises DeployError and Unplugged."""

    def __init__(self, transport: SerialTransport, deadline: _Deadline, port: str) -> None:
        self._transport, self._deadline, self._port = transport, deadline, port

    def run(self, code: str, timeout: float = _TIMEOUT_S) -> str:
        """What a piece of Python prints on the board within ``timeout`` seconds."""
        self._deadline.within(timeout)
        try:
            with _hushed():
                output, error = self._transport.exec_raw(code, timeout=timeout)
        except TransportExecError as failure:
            raise DeployError(f"the board on {self._port} did not take a step ({failure})") from failure
        except _BROKEN as failure:
            raise Unplugged(
                f"the connection to {self._port} broke off: what was on the board still works, repeat the command"
            ) from failure
        if error:
            last = error.decode(errors="replace").strip().splitlines()[-1:] or ["no message"]
            raise DeployError(
                f"the board on {self._port} could not do its part ({last[0]}): is its flash full or worn?"
            )
        return bytes(output).decode(errors="replace")

    def mpy_version(self) -> int:
        """Version of the bytecode that the board runs; 0 for a board that runs none."""
        return int(self.run("import sys; print(getattr(sys.implementation, '_mpy', 0) & 0xff)"))

    def hashes(self, paths: list[str]) -> dict[str, str | None]:
        """SHA-256 of files on the board by path, None for one that is not there."""
        found: dict[str, str | None] = {}
        for first in range(0, len(paths), 16):
            some = paths[first : first + 16]
            found.update(zip(some, json.loads(self.run(_HASHES.format(paths=some))), strict=True))
        return found

    def files(self, *folders: str) -> set[str]:
        """Paths of all files under the folders; those that do not exist hold none."""
        return set(json.loads(self.run(_LIST.format(folders=folders))))

    def read(self, path: str) -> bytes | None:
        """A small file, None if it is not there."""
        text = self.run(_READ.format(path=path)).strip()
        return None if text == "-" else bytes.fromhex(text)

    def make_folders(self, paths: list[str]) -> None:
        """Make the folders in which these files lie."""
        folders = sorted({str(parent) for path in paths for parent in Path(path).parents if str(parent) != "/"})
        code = "import os\nfor folder in %r:\n try: os.mkdir(folder)\n except OSError: pass"
        self.run(code % folders)

    def write(self, path: str, data: bytes, progress: Callable[[int], None]) -> None:
        """Write a file. ``progress``: called with the bytes of each piece that went over."""
        code = f"file = open({path!r}, 'wb')\n"
        for first in range(0, len(data), _CHUNK):
            piece = data[first : first + _CHUNK]
            self.run(f"{code}file.write({piece!r})")
            progress(len(piece))
            code = ""
        self.run(f"{code}file.close()")

    def write_all(self, files: Mapping[str, bytes], progress: Callable[[int], None]) -> None:
        """Write files and compare their hashes; what arrived damaged is sent once more."""
        for path, data in files.items():
            self.write(path, data, progress)
        for path in self._damaged(files):
            self.write(path, files[path], lambda _: None)
        if damaged := self._damaged(files):
            raise DeployError(f"{damaged[0]} arrives damaged on {self._port}: try another cable or port")

    def _damaged(self, files: Mapping[str, bytes]) -> list[str]:
        found = self.hashes(list(files))
        return [path for path, data in files.items() if found[path] != hashlib.sha256(data).hexdigest()]


@contextlib.contextmanager
def raw_repl(port: str) -> Iterator[BoardFiles]:
    """The board at the raw REPL, its program stopped; on leaving, it starts again with what is on its flash.

    Raises PortError, PortBusy, DeployError where no MicroPython answers within ten seconds, or Interrupted at Ctrl-C:
    then what was being done is given up, and the board starts again all the same.
    """
    open_port(port).close()  # says clearly what is wrong with a port: mpremote does not
    with _not_under_dev_pts(port) as device:
        transport, deadline = _stopped(device, port)
        try:
            board = BoardFiles(transport, deadline, port)
            board.run(_FEED)
            yield board
        except KeyboardInterrupt:
            _end_program(transport, deadline)
            raise Interrupted(
                f"interrupted: the board on {port} starts again with what it had, a match on it goes on; "
                "repeat the command to finish what was begun"
            ) from None
        except BaseException:
            _end_program(transport, deadline)
            raise
        finally:
            with contextlib.suppress(*_BROKEN):
                transport.exit_raw_repl()
                transport.serial.write(b"\x04")
            with contextlib.suppress(*_BROKEN):
                transport.close()
            transport.serial.close()


def _end_program(transport: SerialTransport, deadline: _Deadline) -> None:
    """Ctrl-C for what the board is still doing, or it would heed nothing until that is done."""
    deadline.within(_STOP_S)
    with contextlib.suppress(*_BROKEN):
        transport.serial.write(b"\x03\x03\x01")
        transport.read_until(1, _RAW_PROMPT, timeout=_STOP_S)


def _stopped(device: str, port: str) -> tuple[SerialTransport, _Deadline]:
    """A connection at the raw REPL after a soft reset, and the deadline of what is done with it.

    Tried again a few times: what is sent to a board that is just starting may be lost.
    """
    failure: Exception | None = None
    for _ in range(_ATTEMPTS):
        transport = None
        try:
            transport, deadline = SerialTransport(device, timeout=_ECHO_S), _Deadline(_ATTEMPT_S)
            deadline.hold(transport.serial)
            with _hushed():
                transport.enter_raw_repl(soft_reset=True, timeout_overall=_ATTEMPT_S)
            return transport, deadline
        except _BROKEN as error:
            failure = failure or error  # the first says most: a port that has gone cannot even be opened afterwards
            if transport is not None:
                transport.serial.close()
            time.sleep(0.2)
    if isinstance(failure, OSError) and not isinstance(failure, (TimeoutError, serial.SerialTimeoutException)):
        raise Unplugged(f"{port} has gone: plug the board in again and repeat the command") from failure
    raise DeployError(
        f"no MicroPython answers on {port}: press the board's reset button and try again, "
        "choose another port, or put MicroPython 1.29 on the board (esptool)"
    ) from failure


def _hushed() -> contextlib.redirect_stdout[io.StringIO]:
    """mpremote prints what it does not understand, which is nothing for users."""
    return contextlib.redirect_stdout(io.StringIO())


@contextlib.contextmanager
def _not_under_dev_pts(port: str) -> Iterator[str]:
    """A name that does not begin with /dev/pts: mpremote 1.29 reads from such ports without any time-out."""
    if not port.startswith("/dev/pts/"):
        yield port
        return
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder) / "tty"
        link.symlink_to(port)
        yield str(link)
