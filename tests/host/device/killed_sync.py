"""Run as a process: syncs a table again and again, each time into a new database and killed at another point.

python killed_sync.py PORT FOLDER STRIDE

Points are: before and after each commit to the database, and every STRIDE-th of: within and after each request to the
table. The n-th sync, into FOLDER/n.sqlite, is a process of its own that is killed at point n (from 1); the first that
ends by itself is the last. Prints the kind of each point, and leaves with the status of the last sync.
"""

from __future__ import annotations

import itertools
import os
import signal
import sys
from pathlib import Path
from typing import Any

from domino_table.club import results, store  # noqa: F401 - once for all, not in each sync
from domino_table.commands.sync import command
from domino_table.device import find, link, port, sync  # noqa: F401
from sqlalchemy.engine.default import DefaultDialect

device, folder, stride = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
open_port, do_commit = link.open_port, DefaultDialect.do_commit
points = requests = last = 0


def reach(kind: str) -> None:
    """Another point; the end of the process at the last one."""
    global points
    points += 1
    if points == last:
        os.write(1, kind.encode() + b"\n")
        os.kill(os.getpid(), signal.SIGKILL)


def reach_request(kind: str) -> None:
    global requests
    requests += 1
    if requests % stride == 0:
        reach(kind)


def opened(*arguments: Any) -> port.Stream:
    stream = open_port(*arguments)
    send = stream.write

    def write(data: bytes) -> int | None:
        half = len(data) // 2
        send(data[:half])
        reach_request("within a request")
        send(data[half:])
        reach_request("after a request")
        return len(data)

    stream.write = write  # type: ignore[method-assign]
    return stream


def commit(dialect: DefaultDialect, connection: Any) -> None:
    reach("before a commit")
    do_commit(dialect, connection)
    reach("after a commit")


link.open_port = opened
DefaultDialect.do_commit = commit  # type: ignore[method-assign, assignment]
for last in itertools.count(1):
    child = os.fork()
    if not child:
        sys.stdout = sys.stderr  # what the command prints is not a point
        command.main(["--port", device, "--db", str(folder / f"{last}.sqlite")])
    _, status = os.waitpid(child, 0)
    if not os.WIFSIGNALED(status):
        break
sys.exit(os.waitstatus_to_exitcode(status))
