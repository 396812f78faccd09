"""Which serial ports there are, and what answers on them: tables, bare MicroPython boards, or nothing."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import platformdirs
from serial.tools import list_ports

from domino_table.device.link import LinkClient
from domino_table.device.port import LinkError, NoFirmware, OtherFirmware, PortBusy, PortError, Silent

STATES = {
    "table": "domino table",
    "micropython": "MicroPython, no table firmware",
    "other": "another program",
    "busy": "in use",
    "silent": "no answer",
    "closed": "cannot be opened",
}
"""What may be on a port, in words."""
_PATIENCE_S = 2.5


class NoTable(LinkError):
    """No port was named and none, or more than one, has a table on it."""


@dataclass(frozen=True)
class Found:
    """A port and what is on it. ``state``: a key of STATES."""

    port: str
    description: str
    state: str
    detail: str


def virtual_ports() -> Path:
    """Folder in which running virtual tables publish their ports as stable links."""
    with warnings.catch_warnings(action="ignore"):  # without XDG_RUNTIME_DIR it names a folder under /tmp, and says so
        return Path(platformdirs.user_runtime_dir("domino-table"))


def ports() -> Iterator[tuple[str, str]]:
    """(port, description) of everything that may be a table: USB serial adapters and virtual tables."""
    for port in sorted(list_ports.comports(), key=lambda info: info.device):
        if port.vid is not None:
            yield port.device, port.description or "USB serial port"
    folder = virtual_ports()
    if folder.is_dir():
        for link in sorted(folder.iterdir()):
            if link.is_symlink() and not _orphaned(link):
                yield str(link), "virtual table"


def survey() -> list[Found]:
    """Ask on all ports at the same time."""
    found = list(ports())
    with ThreadPoolExecutor(max(1, len(found))) as pool:
        return list(pool.map(lambda one: identify(*one), found))


def lock_of(link: Path) -> Path:
    """The file that a virtual table keeps locked as long as it lives."""
    return link.with_name(f".{link.name}.lock")


def _orphaned(link: Path) -> bool:
    """Whether the table was killed: somebody's terminal may have got its pseudo-terminal's name since."""
    import fcntl  # not on Windows, where there is no virtual table either

    try:
        with open(lock_of(link)) as claim:
            fcntl.flock(claim, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return False  # locked: the table lives; or no lock at all: somebody made the link by hand
    return True


def identify(port: str, description: str = "") -> Found:
    """Ask what is on a port; takes three seconds, or five where the port takes no byte."""
    if Path(port).is_symlink() and not Path(port).exists():
        return Found(port, description, "closed", "left behind by a virtual table that is gone")
    try:
        with LinkClient.open(port, patience=_PATIENCE_S) as link:
            hello = link.hello()
        detail = f"device {hello.device}, firmware {hello.build or 'unknown'}, {hello.head} records"
        return Found(port, description, "table", detail)
    except NoFirmware as error:
        return Found(port, description, "micropython", str(error))
    except OtherFirmware as error:
        return Found(port, description, "other", str(error))
    except PortBusy as error:
        return Found(port, description, "busy", str(error))
    except PortError as error:
        return Found(port, description, "closed", str(error))
    except (Silent, LinkError) as error:
        return Found(port, description, "silent", str(error))


def choose_board(named: str | None) -> str:
    """The port that was named, or the only one there is, whatever is on it: a bare board answers no link.

    Among several ports, the only one with a table. Raises NoTable.
    """
    candidates = [port for port, _ in ports()]
    if named is None and len(candidates) == 1:
        return candidates[0]
    return choose_port(named)


def choose_port(named: str | None) -> str:
    """The port that was named, or the only one with a table on it. Raises NoTable."""
    if named:
        return named
    found = survey()
    tables = [one for one in found if one.state == "table"]
    if len(tables) == 1:
        return tables[0].port
    if tables:
        several = ", ".join(one.port for one in tables)
        raise NoTable(f"there are several tables ({several}): say which one with --port")
    seen = ", ".join(f"{one.port}: {STATES[one.state]}" for one in found) or "no port at all"
    raise NoTable(f"no table answers (found {seen}): plug one in, start `domino-table run`, or name it with --port")
