"""The memory of the running application while people play: in bytes on 32 bits, and as a cap on 64 bits."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from domino_table.device.bundle import bundle
from domino_table.virtual import lore
from domino_table.virtual.board import Board, BoardFailed
from domino_table.virtual.course import SECOND
from domino_table.virtual.limit import heap_setting
from domino_table.virtual.people import Party
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import WAKE_UP, Simulation, SimulationFailed
from domino_table.virtual.tags import tile_map
from domino_table.virtual.truth import Truth

from bench._heap_board import Heap, HeapBoard

_CAPPED = Settings(seed=7, players=4)
_LONGEST_S = 300
_STEP = 2


class _Round(Simulation):
    """The first round of a match on the 32-bit interpreter, which has no flash that could be read afterwards."""

    def heap(self) -> Heap:
        settings = self.settings
        files = bundle(self.table.build, tile_map([piece.tags for piece in self.world.pieces]))
        self.board = board = HeapBoard(files, self.table, seed=settings.seed)
        truth = Truth(self._match_line())
        people = random.Random(f"people {settings.seed}")
        plan = lore.Plan(f"{settings.seed} 0", settings.mistakes)
        party = Party(
            self.world,
            self.table.eyes,
            lore.lore(settings.game, settings.preset, settings.params, settings.players) or lore.Lore(),
            plan,
            people,
            lambda line: self._did(truth, line),
            lambda: truth.over,
            settings.pace,
            named_opening=lambda: truth.named_opening,
        )
        with board:
            board.start()
            self._let_pass(WAKE_UP)
            party.sit_down(settings.players)
            for _ in range(_LONGEST_S):
                self._let_pass(SECOND)
                if any(out["type"] == "round_end" for judged in truth.lines for out in judged.outputs):
                    return board.heap_use
        raise BoardFailed(f"no round was over within {_LONGEST_S} s: {len(truth.lines)} lines")


def round_heap(game: str, preset: str | None, players: int) -> Heap:
    """Live heap of a table on the 32-bit interpreter, from its start to the end of a round."""
    with tempfile.TemporaryDirectory() as folder:
        return _Round(Settings(game, preset, players, seed=5), Path(folder, "flash.img")).heap()


def smallest_cap(first: int, low: int, high: int) -> int:
    """The least ``kilobytes`` of :func:`heap_setting`, to within 2, with which a whole match passes on 64 bits.

    ``first`` is tried first. ``low`` is taken to be too little. Raises BoardFailed if nothing below ``high`` is enough.
    """
    middle, passed = first, False
    while high - low > _STEP:
        if _passes(middle):
            high, passed = middle, True
        else:
            low = middle
        middle = (low + high) // 2
    if not passed:
        raise BoardFailed(f"a match does not pass with {low} KB of words")
    return high


def capped(settings: Settings, kilobytes: int, image: Path) -> Simulation:
    """A run whose board has as many words as ``kilobytes`` hold on 32 bits, and what the simulation takes."""
    simulation = Simulation(settings, image)
    heap = heap_setting(kilobytes)
    simulation.board = Board(image, simulation.table, seed=settings.seed, heap=heap)
    return simulation


def _passes(kilobytes: int) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        try:
            return capped(_CAPPED, kilobytes, Path(folder, "flash.img")).run().wrong_verdicts == 0
        except (SimulationFailed, BoardFailed, IndexError):  # people who deal at a table that begins anew lack tiles
            return False
