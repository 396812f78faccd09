"""Where a virtual table lives: in a folder for the time that its program runs, or in one in which it is kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from domino_table.virtual.company import Company
from domino_table.virtual.kept import Kept
from domino_table.virtual.scratch import Scratch
from domino_table.virtual.world import World


class Home:
    """The folder of one table, made or found.

    Attributes:
        image: the flash of its board. board: the number that decides the board's identity. starts: how often it was
        started before. people: what they remember of the time before; None where there was none.
    """

    def __init__(self, kept: Kept | None, settings: dict[str, Any], flash: Callable[[], bytes], world: World) -> None:
        """Without ``kept``: a folder that goes with the program. flash: makes the image of a new table.

        Raises OSError or KeptError where the folder cannot take it.
        """
        self._kept, self._world = kept, world
        self._place = kept or Scratch()
        self._dirty = False
        self.image = self._place.path / "board.img"
        self.starts = kept.starts if kept else 0
        self.people: dict[str, Any] | None = None
        if kept and kept.settings is not None:
            self.board = int(kept.settings["board"])
            self.people = self._furnish(kept)
            kept.count()
            return
        # The board's own seed decides its device id and journal: every new table is another one to `sync`.
        self.board = secrets.randbits(24)
        if kept:
            kept.begin(settings | {"board": self.board}, flash())
        else:
            self.image.write_bytes(flash())

    def _furnish(self, kept: Kept) -> dict[str, Any]:
        """Put the tiles where they were; what people knew."""
        found = kept.world() or {}
        try:
            self._world.put_back(found.get("tiles"))
            return dict(found["people"])
        except (ValueError, KeyError, TypeError):
            kept.warn(f"{kept.path} does not tell where the tiles are: they are set out as the table's record says")
            return {}

    def watch(self, company: Company) -> None:
        """From now on, keep what changes. In the thread of the world, as all that follows from it."""
        if self._kept is None:
            return
        self._company = company
        self._world.moved = self._moved
        self._keep()

    def _moved(self) -> None:
        if not self._dirty:
            self._dirty = True
            self._world.at(self._world.now, self._keep, by_itself=True)

    def _keep(self) -> None:
        self._dirty = False
        if self._kept:
            self._kept.keep({"tiles": self._world.whereabouts(), "people": self._company.memory()})

    def close(self) -> None:
        """The program ends. To be called when the world has come to rest."""
        if self._dirty:
            self._keep()
        if isinstance(self._place, Kept):
            self._place.close()
        else:
            self._place.remove()
