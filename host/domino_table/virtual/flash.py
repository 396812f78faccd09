"""Flash images of a virtual board: build them, read them, and rebuild the image at any operation of a trace."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from littlefs import LittleFS

BLOCK = 4096
DEFAULT_SIZE = 2 * 1024 * 1024
_DISK_VERSION = 0x00020001
"""The version that MicroPython 1.29 formats, and to which it raises an older image; mixed versions do damage."""
_OPERATION = struct.Struct("<BqII")


def _mounted(image: bytes | None, size: int) -> LittleFS:
    """A file system with the geometry of the ESP32 port (4 KiB blocks, reads and programs of 32 bytes)."""
    system = LittleFS(
        block_size=BLOCK,
        block_count=size // BLOCK,
        read_size=32,
        prog_size=32,
        cache_size=128,
        lookahead_size=32,
        disk_version=_DISK_VERSION,
        mount=False,
    )
    if image is None:
        system.format()
    else:
        system.context.buffer = bytearray(image)
    system.mount()
    return system


def build_image(files: dict[str, bytes], size: int = DEFAULT_SIZE) -> bytes:
    """An image with ``files``, whose keys are paths on the board (``/table/app.mpy``); ``size`` in bytes.

    Raises ``littlefs.LittleFSError`` when they do not fit.
    """
    system = _mounted(None, size)
    for path, data in sorted(files.items()):
        parent = str(Path("/", path.lstrip("/")).parent)
        if parent != "/":
            system.makedirs(parent, exist_ok=True)
        with system.open(path, "wb") as file:
            file.write(data)
    system.unmount()
    return bytes(system.context.buffer)


def read_image(image: bytes) -> dict[str, bytes]:
    """All files of an image by their paths on the board. The image itself is not changed."""
    system = _mounted(image, len(image))
    found = {}
    for folder, _, names in system.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with system.open(path, "rb") as file:
                found[path] = bytes(file.read())
    return found


def folder_files(folder: Path) -> dict[str, bytes]:
    """The files under ``folder`` by their paths on the board, for :func:`build_image`."""
    return {
        "/" + path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@dataclass(frozen=True)
class Operation:
    """One erase (``data`` empty) or program of the flash."""

    t: int
    address: int
    data: bytes

    def apply(self, image: bytearray, torn: bool = False) -> None:
        """Do it to ``image``, or the first half of it when ``torn``."""
        if not self.data:
            length = BLOCK // 2 if torn else BLOCK
            image[self.address : self.address + length] = b"\xff" * length
            return
        for i, byte in enumerate(self.data[: len(self.data) // 2] if torn else self.data):
            image[self.address + i] &= byte


def read_trace(trace: bytes) -> list[Operation]:
    """The operations of a trace file in their order. A last one that was cut off in writing is left out."""
    found, at = [], 0
    while at + _OPERATION.size <= len(trace):
        kind, t, address, length = _OPERATION.unpack_from(trace, at)
        at += _OPERATION.size
        data = b""
        if kind == ord("P"):
            data = trace[at : at + length]
            at += length
            if len(data) < length:
                break
        found.append(Operation(t, address, data))
    return found


def images(base: bytes, operations: list[Operation], torn: bool) -> Iterator[bytes]:
    """The image as a power cut leaves it at each operation: before it, or with half of it done when ``torn``.

    Yields ``len(operations) + 1`` images when whole (the last one is complete), ``len(operations)`` when torn.
    """
    image = bytearray(base)
    for operation in operations:
        if torn:
            half = bytearray(image)
            operation.apply(half, torn=True)
            yield bytes(half)
        else:
            yield bytes(image)
        operation.apply(image)
    if not torn:
        yield bytes(image)
