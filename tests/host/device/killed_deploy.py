"""Run as a process: deploys the files of a folder to a board and kills itself within or right after one of its steps.

python killed_deploy.py PORT FOLDER N

In step (N + 1) // 2 it is killed while it sends the program of that step (odd N) or when it has (even N). N = 0: never;
prints the number of such points.
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from domino_table.device.board_files import raw_repl
from domino_table.device.deploy import deploy
from mpremote.transport_serial import SerialTransport

port, folder, limit = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])
send = SerialTransport.raw_paste_write
points = 0


def send_or_die(self: SerialTransport, program: bytes) -> None:
    global points
    points += 2
    if points - 1 == limit:
        self.serial.write(program[:32])
        os.kill(os.getpid(), signal.SIGKILL)
    send(self, program)
    if points == limit:
        os.kill(os.getpid(), signal.SIGKILL)


SerialTransport.raw_paste_write = send_or_die
files = {f"/{path.relative_to(folder).as_posix()}": path.read_bytes() for path in folder.rglob("*") if path.is_file()}
with raw_repl(port) as board:
    deploy(board, files, lambda total: lambda count: None)
print(points)
