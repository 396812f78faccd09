"""How long the table takes: sweeps as the selector shows them, verdicts as people see them, against the air's floor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from domino_table.hardware import Loop
from domino_table.virtual import airtime
from domino_table.virtual.tags import Pose, tag_centres

IDLE_FRAMES = 7
"""A loop in which nothing is heard takes no more reader frames than that."""


class SweepClock:
    """Measures idle sweeps of the grid: each loop selected once, in whatever order, and nothing heard.

    ``selected`` is told of every change of the selector; ``frames()`` counts the frames of the grid's reader;
    ``sweeps`` are the lengths in µs from one selection of loop 0, with which a sweep begins, to that of the next loop
    after the last.
    """

    def __init__(self, loops: Sequence[Loop], frames: Callable[[], int]) -> None:
        self._grid = sum(loop.kind != "rack" for loop in loops)
        self._frames = frames
        self._left: set[int] = set()
        self._began, self._frames_before = -1, 0
        self.sweeps: list[int] = []

    def selected(self, t: int, loops: frozenset[int]) -> None:
        """The selector connects ``loops`` from ``t`` on."""
        idle = self._frames() - self._frames_before <= IDLE_FRAMES
        if self._began >= 0 and not self._left and idle:
            self.sweeps.append(t - self._began)
        loop = min(loops) if len(loops) == 1 else -1
        if loop == 0:
            self._left, self._began = set(range(1, self._grid)), t
        elif loop in self._left and idle:
            self._left.remove(loop)
        else:
            self._left, self._began = set(), -1
        self._frames_before = self._frames()


OUT_OF_TURN = ("wrong_turn", "too_many_tiles")
"""Codes of plays whose fault is that another seat is on turn."""


def floor(loops: Sequence[Loop], pose: Pose, distance: float, code: str | None = None) -> int:
    """The air-time floor in µs of a tile that comes to rest at ``pose`` (see :func:`airtime.floor_of_tile_event`).

    ``code`` is that of the foul, if the play is one. The table silences no tile that it refuses. And nobody can know
    that a play was out of turn before every place has been listened to after it: the missing play may have come to
    rest a moment earlier. Every tile is heard by a row and by a column, so that takes all loops of the shorter axis.
    """
    grid = [loop for loop in loops if loop.kind != "rack"]
    heard = [sum(loop.covers(x, y) for x, y in tag_centres(pose, distance)) for loop in grid]
    again = min(Counter(loop.kind for loop in grid).values()) if code in OUT_OF_TURN else 0
    candidates = [count for count in heard if count]
    return airtime.floor_of_tile_event(len(grid), candidates, quieted=0 if code else 2, asked_again=again)


@dataclass
class Spread:
    """Values of one quantity: median and 99th percentile (the smallest value that 99 of 100 do not exceed)."""

    values: list[float] = field(default_factory=list)

    def quantile(self, share: float) -> float | None:
        if not self.values:
            return None
        ordered = sorted(self.values)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    def summary(self, digits: int = 0) -> dict[str, float | None]:
        """``{"median": …, "p99": …}``, rounded."""
        found = {"median": self.quantile(0.5), "p99": self.quantile(0.99)}
        return {name: None if value is None else round(value, digits) for name, value in found.items()}
