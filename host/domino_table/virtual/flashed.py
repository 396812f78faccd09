"""The journal as it stands in a flash image: every confirmed record, read without asking the firmware.

The layout is that of ``firmware/table/journal.py``: segments ``/journal/<first record>`` with a head, and small files
``/journal/t/<n>`` that are not yet folded into one.
"""

from __future__ import annotations

import struct
from binascii import crc32
from collections.abc import Iterator
from pathlib import PurePosixPath

from domino_table.device.link import Record
from domino_table.virtual.flash import read_image

_HEAD = struct.Struct("<IBIH")
_SEGMENT_HEAD = 22
_MARK = 0x80

LINE, BOOT, TRACE, POSE, NOTE, OUTPUT = range(1, 7)
"""Kinds of record."""


def journal(image: bytes) -> list[Record]:
    """The records of the journal in an image, in their order; what is damaged or was never confirmed is left out."""
    found: dict[int, Record] = {}
    for path, data in sorted(read_image(image).items()):
        place = PurePosixPath(path)
        if place.parent == PurePosixPath("/journal/t"):
            found.update((record.seq, record) for record in _scan(data))
        elif place.parent == PurePosixPath("/journal") and len(place.name) == 8:
            found.update((record.seq, record) for record in _scan(data[_SEGMENT_HEAD:]))
    return [found[seq] for seq in sorted(found)]


def _scan(data: bytes) -> Iterator[Record]:
    while len(data) > _HEAD.size:
        seq, kind, ticks, length = _HEAD.unpack_from(data)
        raw = data[: _HEAD.size + length + 2]
        if crc32(raw[:-2]) & 0xFFFF != int.from_bytes(raw[-2:], "little"):
            return
        yield Record(seq, kind & ~_MARK, ticks, raw[_HEAD.size : -2], raw)
        data = data[len(raw) :]
