"""A table on a pty: the firmware's journal and link in a real MicroPython."""

from __future__ import annotations

import contextlib
import os
import pty
import subprocess
import sys
import tty
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from domino_table.device.link import LinkClient
from domino_table.device.port import NoFirmware

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
PATIENCE_S = 600.0
"""For an answer that comes at once unless the machine stands still."""


@dataclass
class Running:
    """A process whose console is the pty ``port``; ``unplug`` kills it and closes the port's other end."""

    port: str
    process: subprocess.Popen[bytes]
    keep: int

    def link(self, **options: float) -> LinkClient:
        """The PC's end, on this port."""
        return LinkClient.open(self.port, patience=PATIENCE_S, **options)

    def unplug(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.keep >= 0:
            os.close(self.keep)
            self.keep = -1


Start = Callable[..., Running]


def awake(running: Running) -> Running:
    """When it is known to answer, as a table or as a prompt."""
    with running.link() as client, contextlib.suppress(NoFirmware):
        client.hello()
    return running


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts a command whose stdin and stdout are the far end of a new pty."""
    running: list[Running] = []

    def start(*command: str | Path) -> Running:
        far, near = pty.openpty()
        tty.setraw(near)
        environment = {**os.environ, "MICROPYPATH": f"{ROOT / 'firmware'}:.frozen", "HOME": "/nonexistent"}
        process = subprocess.Popen(command, stdin=far, stdout=far, stderr=far, env=environment)
        os.close(far)
        running.append(Running(os.ttyname(near), process, near))
        return running[-1]

    yield start
    for each in running:
        each.unplug()


@pytest.fixture
def table(start: Start, tmp_path: Path) -> Running:
    """The firmware's journal and link (table_main.py)."""
    return start(MICROPYTHON, "-X", "heapsize=4M", HERE / "table_main.py", tmp_path / "flash")
