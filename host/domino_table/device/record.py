"""A record of a table's journal, as it lies in the flash and goes over the link (firmware/table/link/PROTOCOL.md)."""

from __future__ import annotations

import struct
from binascii import crc32
from dataclasses import dataclass

_HEAD = struct.Struct("<IBIH")
_MARK = 0x80


@dataclass(frozen=True)
class Record:
    """One journal record. ``raw``: all its bytes, over which the table's running hash goes."""

    seq: int
    kind: int
    ticks: int
    payload: bytes
    raw: bytes


def take(data: bytes) -> Record | None:
    """The record that data begins with, None if it is not complete. Raises ValueError if its check is wrong."""
    if len(data) < _HEAD.size:
        return None
    seq, kind, ticks, length = _HEAD.unpack_from(data)
    end = _HEAD.size + length + 2
    if len(data) < end:
        return None
    raw = data[:end]
    if crc32(raw[:-2]) & 0xFFFF != int.from_bytes(raw[-2:], "little"):
        raise ValueError("check")
    return Record(seq, kind & ~_MARK, ticks, raw[_HEAD.size : -2], raw)
