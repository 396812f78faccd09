"""Writing a file so that whoever reads it finds the old one or the new one, whole."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


class ExportError(Exception):
    """The file cannot be written, or there is nothing to write; the message says what to do."""


def write_atomically(path: Path, data: bytes, remedy: str = "choose another file with -o") -> None:
    """Put data into the file ``path``. Raises ExportError that ends in ``remedy``; then the old file is as it was."""
    temporary = None
    try:
        if path.exists() and not path.is_file():  # replacing a device or a pipe would take it away from everybody
            _write_into(path, data)
            return
        handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_umask())
        os.replace(temporary, path)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise ExportError(f"{path} cannot be written ({error.strerror}): {remedy}") from error


def _write_into(path: Path, data: bytes) -> None:
    """Write to what is no file: a device, or a pipe; a folder raises OSError."""
    with open(path, "wb", buffering=0) as file:
        left = memoryview(data)
        while left:
            left = left[file.write(left) or 0 :]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
