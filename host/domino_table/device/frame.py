"""Frames of the link, the PC's end (firmware/table/link/PROTOCOL.md, section 1)."""

import struct
from binascii import crc32

START = 0x1E
END = 0x1F
LONGEST_FRAME = 192
LONGEST_PAYLOAD = 157

_CONTROL = 0x20  # bytes below are never sent
_SHORT = 6  # literals from which a group carries no control byte
_LONG = 37  # literals a group can carry
_PLAIN = 0xC0  # code, less _CONTROL, of a group of _SHORT literals without a control byte


class Lost(ValueError):
    """A body that is no frame: broken off, longer or shorter than it says, or with a wrong checksum."""


def encode(kind: int, number: int, payload: bytes = b"") -> bytes:
    """The bytes on the wire of one frame.

    kind, number: 0..255. payload: at most LONGEST_PAYLOAD bytes. Raises ValueError for a longer one.
    """
    if len(payload) > LONGEST_PAYLOAD:
        raise ValueError(f"payload of {len(payload)} bytes")
    data = bytes((kind, number, len(payload))) + payload
    return bytes((START,)) + _stuff(data + struct.pack("<I", crc32(data))) + bytes((END,))


def decode(body: bytes) -> "tuple[int, int, bytes]":
    """Type, number and payload of the frame whose body (without START and END) this is. Raises Lost."""
    data = _unstuff(body)
    if len(data) < 7 or len(data) != data[2] + 7:
        raise Lost("length")
    if crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise Lost("checksum")
    return data[0], data[1], data[3:-4]


def _stuff(data: bytes) -> bytes:
    out = bytearray()
    literals = bytearray()
    for byte in data + b"\0":
        if byte < _CONTROL:
            if len(literals) >= _SHORT:
                _plain_group(out, literals)
            out.append(_CONTROL + 32 * len(literals) + byte)
            out += literals
            literals = bytearray()
        else:
            literals.append(byte)
            if len(literals) == _LONG:
                _plain_group(out, literals)
    return bytes(out)


def _plain_group(out: bytearray, literals: bytearray) -> None:
    out.append(_CONTROL + _PLAIN + len(literals) - _SHORT)
    out += literals
    literals[:] = b""


def _unstuff(body: bytes) -> bytes:
    out = bytearray()
    place = 0
    control = False
    while place < len(body):
        code = body[place] - _CONTROL
        control = code < _PLAIN
        count = code // 32 if control else code - _PLAIN + _SHORT
        literals = body[place + 1 : place + 1 + count]
        if code < 0 or len(literals) < count:
            raise Lost("stuffing")
        out += literals
        if control:
            out.append(code % 32)
        place += 1 + count
    if not control or out[-1]:
        raise Lost("stuffing")
    return bytes(out[:-1])


class Splitter:
    """Parts a byte stream into frames and console text.

    feed(data) returns the frames as (type, number, payload), in order. ``text`` gathers the console text; ``lost``
    counts frames that were broken off, too long or not sound.
    """

    def __init__(self) -> None:
        self.text = bytearray()
        self.lost = 0
        self._body = bytearray()
        self._inside = False

    def feed(self, data: bytes) -> "list[tuple[int, int, bytes]]":
        frames = []
        for byte in data:
            if byte >= _CONTROL or not self._inside:
                self._keep(byte)
                continue
            if byte == END:
                try:
                    frames.append(decode(bytes(self._body)))
                except Lost:
                    self.lost += 1
                self._body = bytearray()
                self._inside = False
            else:
                self._break_off(byte)
        return frames

    def _keep(self, byte: int) -> None:
        if not self._inside:
            if byte == START:
                self._inside = True
            else:
                self.text.append(byte)
            return
        self._body.append(byte)
        if len(self._body) > LONGEST_FRAME - 2:
            self._break_off(None)

    def _break_off(self, byte: "int | None") -> None:
        """What was collected is console text after all, and so is the byte that showed it, unless it begins a frame."""
        if self._body or byte != START:
            self.lost += 1
        self.text += self._body
        self._body = bytearray()
        self._inside = byte == START
        if byte is not None and byte != START:
            self.text.append(byte)
