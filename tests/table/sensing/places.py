"""Where tiles lie in the tests of sensing."""

from __future__ import annotations


def chain(count: int) -> list[tuple[int, float, float, float]]:
    """``(tile, x, y, angle)`` of a snake of tiles as players lay it: along the table, turning at its edge."""
    places, x, y, step = [], 60.0, 120.0, 60.0
    for tile in range(count):
        places.append((tile, x, y, 0.0 if step > 0 else 180.0))
        x += step
        if not 50 <= x <= 750:
            x -= step
            y += 70
            step = -step
    return places
