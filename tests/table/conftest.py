"""What the firmware uses of MicroPython's ``time`` and ``asyncio``, for tests of it on CPython."""

from __future__ import annotations

import asyncio
import time

_WRAP = 1 << 30  # ticks of the ESP32 wrap at 2^30


def _ticks_diff(end: int, start: int) -> int:
    half = _WRAP >> 1
    return ((end - start + half) & (_WRAP - 1)) - half


SHIMS = {
    "ticks_ms": lambda: (time.monotonic_ns() // 1_000_000) & (_WRAP - 1),
    "ticks_us": lambda: (time.monotonic_ns() // 1_000) & (_WRAP - 1),
    "ticks_add": lambda ticks, delta: (ticks + delta) & (_WRAP - 1),
    "ticks_diff": _ticks_diff,
    "sleep_ms": lambda ms: time.sleep(ms / 1000),
    "sleep_us": lambda us: time.sleep(us / 1_000_000),
}

for _name, _function in SHIMS.items():
    if not hasattr(time, _name):
        setattr(time, _name, _function)
if not hasattr(asyncio, "sleep_ms"):
    asyncio.sleep_ms = lambda ms: asyncio.sleep(ms / 1000)  # type: ignore[attr-defined]
