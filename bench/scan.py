"""The full blind scan: a whole set lies awake on a table that knows nothing, and every loop names all of its tags.

The reader's driver and sensing run here against the virtual chips in one process, on the virtual clock. What sensing
made of its first sweep is compared with what the field says each loop must hear.
"""

from __future__ import annotations

from typing import Any

import pytest
from domino_table.virtual import airtime

_SEEDS = range(1, 5)
_TILES = 28


def run() -> list[dict[str, Any]]:
    """Start one table per seed, which draws the UIDs; the slowest counts."""
    longest, worst = 0.0, 0.0
    for seed in _SEEDS:
        took, floor = scan(seed)
        longest, worst = max(longest, took / 1000), max(worst, took / floor)
    return [
        {"name": "full blind scan of 28 tiles on Grid-40", "value": round(longest), "unit": "ms"},
        {"name": "the same in air-time floors", "value": round(worst, 2), "bar": "<= 1.4", "ok": worst <= 1.4},
    ]


def scan(seed: int) -> tuple[int, int]:
    """µs from the selection of the first loop to the last name of the last, and the floor of the air for that.

    Raises AssertionError if a tag was not named in a loop that hears it, or was in one that does not.
    """
    from tests.table.sensing.first_look import look, strips
    from tests.table.sensing.places import chain
    from tests.virtual.faults.senses import Senses

    with pytest.MonkeyPatch.context() as patches:
        table = Senses(patches, seed)
        for place in chain(_TILES):
            table.lay(*place)
        began: list[int] = []
        port = table.ports[0]
        transmit, select, selected = port.transmit, table.field.select, [0]

        def switched(t: int, loops: frozenset[int]) -> None:
            selected[0] = t
            select(t, loops)

        def sent(start: int, end: int, frame: bytes | None) -> Any:
            began.append(selected[0])
            return transmit(start, end, frame)

        table.field.select, port.transmit = switched, sent
        readings = look(table)
        took = table.now - began[0]
        assert readings == strips(table), f"seed {seed}: not every loop named what it hears"
        heard = [len(table.field.audible(loop)) for loop in range(sum(table.sensing._counts))]
    return took, airtime.full_scan_floor(heard)
