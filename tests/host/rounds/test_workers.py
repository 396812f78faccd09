"""The processes that play are gone when the command is, however it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

PLAY = """
import multiprocessing, os, signal, sys
from domino_table.rounds import units

signal.signal(signal.SIGINT, signal.default_int_handler)
os.sched_getaffinity = lambda pid: {0, 1}
told = []

def done(share):
    if not told:
        told.append(share)
        print(*[child.pid for child in multiprocessing.active_children()], flush=True)

units.run([units.Share("kozel", 1, 0, 1)] + [units.Share("kozel", 1, k, 100_000) for k in range(1, 9)], done)
"""
PATIENCE_S = 120


def gone(pid: int) -> bool:
    """Whether a process has ended, reaped or not."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return state.strip()[:1] in ("", "Z", "X")


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nobody_plays_on(how):
    command = [sys.executable, "-c", PLAY]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as parent:
        assert parent.stdout is not None
        workers = [int(word) for word in parent.stdout.readline().split()]
        assert len(workers) == 2
        parent.send_signal(how)
        assert parent.wait(PATIENCE_S) != 0
    end = time.monotonic() + PATIENCE_S
    while not all(map(gone, workers)) and time.monotonic() < end:
        time.sleep(0.2)
    assert all(map(gone, workers))
