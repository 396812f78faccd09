"""Seals: what makes a record of rounds that nobody can change unnoticed (record-format.md section 5). Pure.

A seal line is ``{"type":"seal","prev":hex,"hash":hex,"lines":hex,"mac":hex}``. ``hash`` is the SHA-256 over the bytes
of ``prev`` (32 zeros before the first seal) and the canonical lines since the last seal, each with its newline.
``lines`` holds the first two bytes of each line's own SHA-256, so that a changed line can be named. ``mac`` is the
HMAC-SHA-256 with the table's key over the bytes of ``prev``, ``hash`` and ``lines``.
"""

import binascii
import hashlib

_BLOCK = 64  # bytes of SHA-256's block


def hmac_sha256(key, data):
    """HMAC (RFC 2104) with SHA-256, which MicroPython has no module for."""
    if len(key) > _BLOCK:
        key = hashlib.sha256(key).digest()
    key = key + bytes(_BLOCK - len(key))
    inner = hashlib.sha256(bytes([byte ^ 0x36 for byte in key]))
    inner.update(data)
    outer = hashlib.sha256(bytes([byte ^ 0x5C for byte in key]))
    outer.update(inner.digest())
    return outer.digest()


class Seal:
    """The seal of the lines since the last one. key: bytes. prev: ``hash`` of the last seal as bytes."""

    def __init__(self, key, prev=bytes(32)):
        self._key = key
        self._begin(prev)

    def _begin(self, prev):
        self._prev = prev
        self._hash = hashlib.sha256(prev)
        self._lines = bytearray()

    def add(self, line):
        """Take a line: its canonical bytes without the newline. Allocates two bytes."""
        self._hash.update(line)
        self._hash.update(b"\n")
        self._lines.extend(hashlib.sha256(line).digest()[:2])

    def close(self):
        """Return the seal line as a dict; the next seal follows on it."""
        prev, lines, digest = self._prev, bytes(self._lines), self._hash.digest()
        mac = hmac_sha256(self._key, prev + digest + lines)
        self._begin(digest)
        return {"type": "seal", "prev": _hex(prev), "hash": _hex(digest), "lines": _hex(lines), "mac": _hex(mac)}


def _hex(data):
    return binascii.hexlify(data).decode()
