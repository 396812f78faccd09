"""A folder for the time that a virtual table runs, which the next table removes if this one is killed."""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
import weakref
from pathlib import Path

_PREFIX = "domino-table-"
_LOCK = "lock"


class Scratch:
    """A new folder ``path`` in the system's temporary folder, with a lock in it that is held as long as it is used.

    Folders of this user's processes that are gone are removed on the way. Raises OSError where none can be made.
    """

    def __init__(self) -> None:
        _remove_abandoned(Path(tempfile.gettempdir()))
        self.path = Path(tempfile.mkdtemp(prefix=_PREFIX))
        self.remove = weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
        """Removes the folder with all that is in it; at the latest, the end of the process does."""
        self._lock = open(self.path / f".{_LOCK}", "w")  # noqa: SIM115 - held as long as the folder
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        (self.path / f".{_LOCK}").rename(self.path / _LOCK)  # nobody finds it free before it is held


def _remove_abandoned(folder: Path) -> None:
    for path in folder.glob(f"{_PREFIX}*/"):
        if path.is_symlink() or path.stat().st_uid != os.getuid():
            continue
        try:
            with open(path / _LOCK) as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
                shutil.rmtree(path, ignore_errors=True)
        except OSError:
            continue  # in use, about to be, or no folder of ours
