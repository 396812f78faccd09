"""A folder in which a virtual table outlives its program, as a real one outlives its power.

In it: the flash of the board (``board.img``, ``board.img.nvs``), what the table was made of (``table.json``, and copies
of a club's own files), and where the tiles are (``world.json``). Files are replaced whole, so that a program that is
killed leaves the old one or the new one; the flash is written as a board writes it.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Callable
from errno import EDQUOT, ENOENT, ENOSPC
from pathlib import Path
from typing import Any

from domino_table.export.files import ExportError, write_atomically
from domino_table.virtual import kept_shape

_TABLE, _WORLD, _LOCK = "table.json", "world.json", "lock"
_OWN = ("board.img", _TABLE, _WORLD, _LOCK, "build.toml", "measured.toml")
"""Beginnings of names that there may be before the first start has come to its end; a dot is before those of drafts."""
_FILES = ("build", "measured")
"""Settings that may name a file of the club's."""
_NVS_ROOM = b" " * 4096
"""Taken from the disk at once, so that the board never misses it."""
_REMEDY = "free some space, or keep the table in another folder"
REPAIR = "put its copy there, or name another folder"

_SPACE = "free some space"
_REMEDIES = {ENOSPC: _SPACE, EDQUOT: _SPACE, ENOENT: "where the folder has gone, `sync` its results before you stop it"}


class KeptError(RuntimeError):
    """The folder cannot keep this table; the message says why and what to do."""


class Kept:
    """A folder and the lock on it, held until :meth:`close` or the end of the process.

    Attributes:
        path: of the folder. settings: what the table was made of, by their names; None in a new folder.
        starts: how often the table was started before. warn: takes a sentence on what is not kept.
    """

    def __init__(self, path: Path, warn: Callable[[str], None]) -> None:
        """Open it, or make it. Raises KeptError."""
        self.path, self.warn = path, warn
        self.settings: dict[str, Any] | None = None
        self.starts = 0
        self._failing = False
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds hidden hands, and the table's key
            strange = sorted(entry.name for entry in path.iterdir() if not entry.name.lstrip(".").startswith(_OWN))
            if strange and not (path / _TABLE).exists():
                raise KeptError(f"{path} holds other things ({strange[0]}): name a new folder, or one of a kept table")
            self._lock = open(path / _LOCK, "a")  # noqa: SIM115 - held as long as the table runs
        except OSError as error:
            raise KeptError(f"{path} cannot keep a table ({error.strerror}): name another folder") from None
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            self._lock.close()
            if not isinstance(error, BlockingIOError):
                raise KeptError(f"{path} cannot be locked ({error.strerror}): name a folder on another disk") from None
            raise KeptError(
                f"the table in {path} is running already: stop that one, or keep another table in another folder"
            ) from None
        if any((path / name).exists() for name in (_TABLE, _WORLD)):  # the latter comes last: nothing may be lost
            try:
                self._read()
            except KeptError:
                self._lock.close()
                raise

    def _read(self) -> None:
        table = self._sound(_TABLE, bytes)
        if self._sound(_TABLE, kept_shape.version, table) != kept_shape.VERSION:
            raise KeptError(f"{self.path} was kept by another version of this program: use that one, or another folder")
        found = self._sound(_TABLE, lambda data: kept_shape.read(kept_shape.TABLE, data), table)
        self.settings, self.starts = found["settings"], found["starts"]
        self._sound("board.img", kept_shape.check_flash)
        self._sound("board.img.nvs", kept_shape.check_storage)
        for name in _FILES:
            if _names_a_file(name, self.settings):
                self._sound(f"{name}.toml", bytes)
                self.settings[name] = str(self.path / f"{name}.toml")

    def _sound(self, name: str, check: Callable[[bytes], Any], data: bytes | None = None) -> Any:
        """What ``check`` makes of a file, which is left as it is. Raises KeptError when that finds it damaged."""
        file = self.path / name
        try:
            if data is None:
                with open(file, "r+b") as found:  # a board must be able to write it
                    data = found.read()
            return check(data)
        except FileNotFoundError:
            raise KeptError(f"{file} is missing: {REPAIR}") from None
        except OSError as error:
            raise KeptError(f"{file} cannot be read and written ({error.strerror}): see to it, or {REPAIR}") from None
        except kept_shape.Damaged as error:
            raise KeptError(f"{file} is damaged: {error}. It is left as it is: {REPAIR}") from None

    def begin(self, settings: dict[str, Any], image: bytes) -> None:
        """Keep a new table. settings: JSON by name; files that they name are copied. Raises KeptError."""
        for name in _FILES:
            if _names_a_file(name, settings):
                self._write(f"{name}.toml", Path(settings[name]).read_bytes())
        self._write("board.img", image)
        self._write("board.img.nvs", _NVS_ROOM)
        self.settings = settings
        self.count()

    def count(self) -> None:
        """The table starts once more. Raises KeptError."""
        told = {"version": kept_shape.VERSION, "starts": self.starts + 1, "settings": self.settings}
        self._write(_TABLE, json.dumps(told, indent=1).encode() + b"\n")

    def _write(self, name: str, data: bytes) -> None:
        try:
            write_atomically(self.path / name, data, _REMEDY)
        except ExportError as error:
            raise KeptError(str(error)) from None

    def world(self) -> dict[str, Any]:
        """What :meth:`keep` was given last. Raises ValueError, which says what is wrong with it."""
        try:
            found: dict[str, Any] = kept_shape.read(kept_shape.WORLD, (self.path / _WORLD).read_bytes())
        except OSError as error:
            raise ValueError(f"it cannot be read ({error.strerror})") from None
        return found

    def keep(self, world: dict[str, Any]) -> None:
        """Keep the state of the world from now on; where that cannot be, say so once and go on. Does not block long."""
        file, new = self.path / _WORLD, self.path / f".{_WORLD}"
        try:
            new.write_bytes(json.dumps(world).encode())  # not synced: it shall outlive the program, not the PC's power
            os.replace(new, file)
        except OSError as error:
            if not self._failing:
                remedy = _REMEDIES.get(error.errno or 0, "see to the folder")
                self.warn(f"{file} cannot be written ({error.strerror}): tiles moved now are not kept; {remedy}")
            self._failing = True
            return
        if self._failing:
            self.warn(f"{file} is written again: all is kept")
        self._failing = False

    def close(self) -> None:
        """Let others have the folder."""
        self._lock.close()


def _names_a_file(name: str, settings: dict[str, Any]) -> bool:
    """Whether a setting of ``_FILES`` names a file, where builds may have ids."""
    value = settings[name]
    return bool(value) and (name == "measured" or Path(value).suffix == ".toml")
