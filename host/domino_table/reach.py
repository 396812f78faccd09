"""What a loop hears of a tag beside it, as the table of likelihoods that the firmware locates tiles with.

The file ``/reach.bin`` is made from a build's geometry and its section ``[reach]``. A tag is heard with the probability
``miss / 2 + (1 - miss) * logistic(margin / (0.55 * spread))``, margin being how far the flux through it is above what
it needs, in dB; 0.55 makes ``spread`` the standard deviation of a tag's threshold. The flux is that of the loop's four
straight wires (Biot-Savart), averaged over the tag's disc.

Format (integers little endian): ``RCH1``; then a byte each: mm a step, steps of distance to either side (n), levels,
offsets of a tag's threshold at each level, index of the offset 0, offsets per dB, cost of being heard from afar, 0.
Then by level, strongest first, and by offset two rows of 2n + 1 lanes of 16 bits for distances -n .. n steps from the
loop's middle: by how much cheaper than from afar it is there to be heard, and what it costs to be silent. A cost is
-16 log2 of a probability.
"""

from __future__ import annotations

import math
import struct
from functools import lru_cache
from typing import Final

from domino_table.hardware import Build, HardwareError

STEP: Final = 2
"""mm between two distances."""
STEPS: Final = 36
OFFSETS_PER_DB: Final = 2
FURTHEST_DB: Final = 4
"""Offsets of a tag's threshold beyond this count as this."""
MAGIC: Final = b"RCH1"


def reach_table(build: Build) -> bytes:
    """The file for a build.

    Raises:
        HardwareError: loops do not lie on multiples of the step, or ``[reach]`` lacks an entry.
    """
    grid = build.data["grid"]
    if grid["first_centre"] % STEP or grid["pitch"] % STEP:
        raise HardwareError(f"{build.path}: [grid] first_centre and pitch must be multiples of {STEP} mm")
    try:
        reach = build.data["reach"]
        levels, spread, miss = tuple(reach["levels"]), float(reach["spread_db"]), float(reach["miss"])
        flux = _profile(grid["loop_length"], grid["loop_width"], reach["depth"], reach["tag_radius"])
    except KeyError as error:
        raise HardwareError(f"{build.path}: [reach] {error} is missing") from None
    # A level of 1 just reaches a tag between two loops.
    needed = min(flux[: grid["pitch"] // 2 // STEP + 1])
    offsets = range(-FURTHEST_DB * OFFSETS_PER_DB, FURTHEST_DB * OFFSETS_PER_DB + 1)
    far = _cost(miss / 2)
    rows = bytearray(MAGIC)
    rows += bytes((STEP, STEPS, len(levels), len(offsets), -offsets[0], OFFSETS_PER_DB, far, 0))
    for level in levels:
        for offset in offsets:
            heard = [_heard(20 * math.log10(level * h / needed) + offset / OFFSETS_PER_DB, spread, miss) for h in flux]
            both = [heard[abs(i)] for i in range(-STEPS, STEPS + 1)]
            rows += struct.pack(f"<{len(both)}H", *[max(0, far - _cost(chance)) for chance in both])
            rows += struct.pack(f"<{len(both)}H", *[_cost(1 - chance) for chance in both])
    return bytes(rows)


def _cost(chance: float) -> int:
    return min(255, round(-16 * math.log2(chance)))


def _heard(margin: float, spread: float, miss: float) -> float:
    return miss / 2 + (1 - miss) / (1 + math.exp(-max(-60.0, margin / (0.55 * spread))))


@lru_cache(maxsize=8)
def _profile(length: float, width: float, depth: float, radius: float) -> list[float]:
    """Field across the middle of a loop at distances of 0 .. STEPS steps, averaged over a disc, without its sign."""
    disc = [
        (i * radius / 3, j * radius / 3) for i in range(-3, 4) for j in range(-3, 4) if i * i + j * j <= 9
    ]  # mm from its centre
    found = []
    for step in range(STEPS + 1):
        total = sum(_vertical(length, width, STEP * step + dx, dy, depth) for dx, dy in disc)
        found.append(max(abs(total) / len(disc), 1e-9))
    return found


def _vertical(length: float, width: float, x: float, y: float, z: float) -> float:
    """Vertical field at (x, y, z) mm of a loop ``width`` along x and ``length`` along y, to a common factor."""
    total = 0.0
    for half, along, own, other in ((width / 2, length / 2, x, y), (length / 2, width / 2, y, x)):
        for side in (-half, half):
            away = own - side
            square = away * away + z * z
            reach = sum(end / math.sqrt(end * end + square) for end in (along - other, along + other))
            total += math.copysign(1.0, side) * -away / square * reach
    return total
