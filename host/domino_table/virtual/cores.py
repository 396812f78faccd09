"""One core for both ends of the bus: they take turns, and waking another core costs more than the work itself."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def choose() -> int | None:
    """The core to share: this thread's own, or by its number for a pytest worker. None where cores cannot be chosen."""
    if not hasattr(os, "sched_getaffinity"):
        return None
    cores = sorted(os.sched_getaffinity(0))
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if worker.isdigit():
        return cores[int(worker) % len(cores)]
    try:
        current = int(Path("/proc/thread-self/stat").read_text().rpartition(")")[2].split()[36])
    except (OSError, ValueError, IndexError):
        return cores[0]
    return current if current in cores else cores[0]


def pin_process(pid: int, core: int | None) -> None:
    """Keep another process on ``core``."""
    if core is not None:
        os.sched_setaffinity(pid, {core})


@contextmanager
def on_core(core: int | None) -> Iterator[None]:
    """Keep this thread on ``core`` meanwhile."""
    if core is None:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {core})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
