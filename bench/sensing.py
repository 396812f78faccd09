"""How fast the table hears: idle sweep, frames a loop, rest to LAID beside a chain, also in floors of the air."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from domino_table.virtual.latency import Spread, floor
from domino_table.virtual.tags import Pose

_SEEDS = range(1, 5)
_LYING = 12


def run() -> list[dict[str, Any]]:
    """Play chains of 28 tiles on boards that only sense; all times are of the virtual clock."""
    from tests.table.sensing.chips import SensingBoard
    from tests.table.sensing.places import chain

    waits, ratios, length, frames = Spread(), Spread(), 0, 0.0
    for seed in _SEEDS:
        rng = random.Random(seed)
        with tempfile.TemporaryDirectory() as folder, SensingBoard(Path(folder), seed=seed) as board:
            for place in chain(_LYING):
                board.lay(*place)
            board.run(15_000)
            length, frames = max(length, board.sweeps[1]), max(frames, _frames_a_loop(board))
            for tile, x, y, angle in chain(28)[_LYING:]:
                board.run(rng.uniform(700, 900))
                pose = Pose(x + rng.gauss(0, 4), y + rng.gauss(0, 4), angle + rng.gauss(0, 3))
                board.lay(tile, pose.x, pose.y, pose.angle)
                rested = board.ticks
                board.run(1_200)
                told, event = board.events[-1]
                assert event[2] == tile, f"seed {seed}: tile {tile} was not laid"
                waits.values.append(told - rested)
                ratios.values.append(1000 * (told - rested) / floor(board.wires.build.loops(), pose, 28))
    return [
        _figure("idle sweep of Grid-40, a chain of quiet tiles lying", length, "ms", 175),
        _figure("reader frames a loop of it, audit included", round(frames, 2), "frames", 7),
        _figure("tile at rest to LAID, median", _of(waits, 0.5), "ms", 350),
        _figure("tile at rest to LAID, 99 %", _of(waits, 0.99), "ms", 750),
        _figure("the same in air-time floors, median", _of(ratios, 0.5), "", 1.5),
        _figure("the same in air-time floors, 99 %", _of(ratios, 0.99), "", 3),
    ]


def _frames_a_loop(board: Any) -> float:
    sweeps, before = board.sweeps[0], board.wires.frames[board.wires.grid]
    board.run(3_000)
    return float((board.wires.frames[board.wires.grid] - before) / (40 * (board.sweeps[0] - sweeps)))


def _of(spread: Spread, share: float) -> float:
    value = spread.quantile(share)
    assert value is not None
    return round(value, 2)


def _figure(name: str, value: float, unit: str, bar: float) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "bar": f"<= {bar:g}", "ok": value <= bar}
