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
from pathlib import Path
from typing import Any, Final

from domino_table.export.files import ExportError, write_atomically

_VERSION: Final = 1
_TABLE, _WORLD, _LOCK = "table.json", "world.json", "lock"
_OWN = ("board.img", _TABLE, _WORLD, _LOCK, "build.toml", "measured.toml")
"""Beginnings of names that there may be before the first start has come to its end; a dot is before those of drafts."""
_FILES = ("build", "measured")
"""Settings that may name a file of the club's."""
_NVS_ROOM = b" " * 4096
"""Taken from the disk at once, so that the board never misses it."""
_REMEDY = "free some space, or keep the table in another folder"


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
        except OSError:
            self._lock.close()
            raise KeptError(
                f"the table in {path} is running already: stop that one, or keep another table in another folder"
            ) from None
        if (path / _TABLE).exists():
            self._read()

    def _read(self) -> None:
        file = self.path / _TABLE
        try:
            found = json.loads(file.read_bytes())
            version, self.settings, self.starts = found["version"], dict(found["settings"]), int(found["starts"])
        except (OSError, ValueError, KeyError, TypeError):
            raise KeptError(f"{file} cannot be read: name another folder, or put its copy there") from None
        if version != _VERSION:
            raise KeptError(f"{self.path} was kept by another version of this program: use that one, or another folder")
        missing = [name for name in ("board.img", "board.img.nvs") if not (self.path / name).is_file()]
        if missing:
            raise KeptError(f"{self.path / missing[0]} is missing: put its copy there, or name another folder")
        for name in _FILES:
            copy = self.path / f"{name}.toml"
            if copy.exists():
                self.settings[name] = str(copy)

    def begin(self, settings: dict[str, Any], image: bytes) -> None:
        """Keep a new table. settings: JSON by name; files that they name are copied. Raises KeptError."""
        for name in _FILES:
            if settings[name] and (file := Path(settings[name])).suffix == ".toml":
                self._write(f"{name}.toml", file.read_bytes())
        self._write("board.img", image)
        self._write("board.img.nvs", _NVS_ROOM)
        self.settings = settings
        self.count()

    def count(self) -> None:
        """The table starts once more. Raises KeptError."""
        text = json.dumps({"version": _VERSION, "starts": self.starts + 1, "settings": self.settings}, indent=1)
        self._write(_TABLE, text.encode() + b"\n")

    def _write(self, name: str, data: bytes) -> None:
        try:
            write_atomically(self.path / name, data, _REMEDY)
        except ExportError as error:
            raise KeptError(str(error)) from None

    def world(self) -> dict[str, Any] | None:
        """What :meth:`keep` was given last; None where there is nothing that can be read."""
        try:
            found = json.loads((self.path / _WORLD).read_bytes())
        except (OSError, ValueError):
            return None
        return found if isinstance(found, dict) else None

    def keep(self, world: dict[str, Any]) -> None:
        """Keep the state of the world from now on; where that cannot be, say so once and go on. Does not block long."""
        file, new = self.path / _WORLD, self.path / f".{_WORLD}"
        try:
            new.write_bytes(json.dumps(world).encode())  # not synced: it shall outlive the program, not the PC's power
            os.replace(new, file)
        except OSError as error:
            if not self._failing:
                self.warn(f"{file} cannot be written ({error.strerror}): tiles moved now are not kept; free some space")
            self._failing = True
            return
        if self._failing:
            self.warn(f"{file} is written again: all is kept")
        self._failing = False

    def close(self) -> None:
        """Let others have the folder."""
        self._lock.close()
