"""Where a virtual table lives: in a folder for the time that its program runs, or in one in which it is kept."""

from __future__ import annotations

import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from domino_table.virtual.company import Company
from domino_table.virtual.kept import Kept, KeptError
from domino_table.virtual.scratch import Scratch
from domino_table.virtual.world import World

_ROOM = "free some space, or keep the table in another folder with --keep"


def _scratch() -> Scratch:
    try:
        return Scratch()
    except OSError as error:
        where = tempfile.gettempdir()
        raise KeptError(f"no folder can be made in {where} ({error.strerror}): {_ROOM}") from None


def _put(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise KeptError(f"{file} cannot be written ({error.strerror}): {_ROOM}") from None


class Home:
    """The folder of one table, made or found.

    Attributes:
        image: the flash of its board. board: the number that decides the board's identity. starts: how often it was
        started before. people: what they remember of the time before; None where there was none.
    """

    def __init__(self, kept: Kept | None, settings: dict[str, Any], flash: Callable[[], bytes], world: World) -> None:
        """Without ``kept``: a folder that goes with the program. flash: makes the image of a new table.

        Raises KeptError where the folder cannot take it.
        """
        self._kept, self._world = kept, world
        self._place = kept or _scratch()
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
            _put(self.image, flash())

    def _furnish(self, kept: Kept) -> dict[str, Any]:
        """Put the tiles where they were; what people knew."""
        try:
            found = kept.world()
            self._world.put_back(found["tiles"])
            return dict(found["people"])
        except ValueError as error:
            kept.warn(f"{kept.path / 'world.json'}: {error}. The tiles are set out as the table's record says")
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
