"""Pack a text file of the panel into the form that the board reads by offset, without loading it.

Source: UTF-8 lines ``key = text``; ``#`` starts a comment line. Packed: u16 count, then count x (u16 hash of the key,
u16 offset, u8 length) sorted by hash, then the texts in UTF-8. Little endian; offsets count from the start of the file.
"""

from __future__ import annotations

import struct


class TextError(ValueError):
    """A text file has a bad line, a double key or two keys with one hash; the message names file and line."""


def key_hash(key: str) -> int:
    """16-bit hash of a key (djb2 folded), the same function as in the firmware's ``panel.texts``."""
    value = 5381
    for byte in key.encode():
        value = (value * 33 + byte) & 0xFFFF
    return value


def parse_texts(source: str, name: str) -> dict[str, str]:
    """Keys and texts of a source file.

    Raises:
        TextError: a line without ``=``, or a key twice.
    """
    found: dict[str, str] = {}
    for number, line in enumerate(source.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        key, separator, text = line.partition("=")
        key = key.strip()
        if not separator or not key:
            raise TextError(f"{name}, line {number}: expected 'key = text'")
        if key in found:
            raise TextError(f"{name}, line {number}: the key {key!r} stands twice")
        found[key] = text.strip()
    return found


def pack_texts(source: str, name: str) -> bytes:
    """The packed file for the board.

    Raises:
        TextError: see :func:`parse_texts`; also a text over 255 bytes or two keys with one hash.
    """
    by_hash: dict[int, tuple[str, bytes]] = {}
    for key, text in parse_texts(source, name).items():
        data = text.encode()
        if len(data) > 255:
            raise TextError(f"{name}: the text of {key!r} has {len(data)} bytes, at most 255 fit")
        clash = by_hash.setdefault(key_hash(key), (key, data))
        if clash[0] != key:
            raise TextError(f"{name}: the keys {key!r} and {clash[0]!r} have the same hash, rename one")
    offset = 2 + 5 * len(by_hash)
    index, body = [], []
    for number, (_, data) in sorted(by_hash.items()):
        index.append(struct.pack("<HHB", number, offset, len(data)))
        body.append(data)
        offset += len(data)
    return struct.pack("<H", len(by_hash)) + b"".join(index) + b"".join(body)
