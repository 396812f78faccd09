"""What a table of real drivers on virtual chips makes of its first sweep, and what the field says it should."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.virtual.faults.senses import Senses


def look(table: Senses) -> list[int]:
    """Let the first sweep happen and nothing after it: its readings, four masks a tile."""
    readings: list[int] = []

    async def after() -> None:
        readings.extend(table.sensing._tiles.now)
        await asyncio.sleep(0)

    table.sensing._after = after
    while not readings:
        table.run(0.001)
    return readings


def strips(table: Senses) -> list[int]:
    """The loops that hear each tile's halves along rows and columns, as the field knows."""
    rows, columns = table.sensing._counts
    masks = []
    for tile in table.tiles:
        for tag in tile.tags:
            for first, count in ((0, rows), (rows, columns)):
                masks.append(sum((tag in table.field.audible(first + n)) << n for n in range(count)))
    return masks
