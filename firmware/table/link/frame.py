"""Frames of the link: bytes without control characters (PROTOCOL.md section 1). Pure; runs on both interpreters."""

import binascii
import struct

from table.once import seldom

START = 0x1E
END = 0x1F
MAX_FRAME = 192  # bytes on the wire
MAX_PAYLOAD = 157


@seldom
def stuff(data):
    """Return data as bytes 0x20..0xFF only; at most ``len(data) * 8 / 7 + 2`` of them."""
    out = bytearray()
    start = place = 0
    while place <= len(data):
        byte = data[place] if place < len(data) else 0
        run = place - start
        if byte < 0x20 and run < 6:
            out.append(0x20 + (run << 5 | byte))
            out.extend(data[start:place])
            start = place = place + 1
        elif run == 37 or byte < 0x20:
            out.append(0xE0 - 6 + run)
            out.extend(data[start:place])
            start = place
        else:
            place += 1
    return out


@seldom
def unstuff(body):
    """Return what ``stuff`` was given, or None if the body breaks off or does not end as ``stuff`` ends it."""
    out = bytearray()
    place = 0
    while place < len(body):
        code = body[place] - 0x20
        run = code >> 5 if code < 0xC0 else code - 0xC0 + 6
        place += 1 + run
        if code < 0 or place > len(body):
            return None
        out.extend(body[place - run : place])
        if code < 0xC0:
            out.append(code & 0x1F)
    if not out or out[-1] or code >= 0xC0:
        return None
    return bytes(out[:-1])


@seldom
def build(kind, number, payload=b""):
    """Return the frame on the wire. Raises ValueError if the payload is longer than MAX_PAYLOAD."""
    if len(payload) > MAX_PAYLOAD:
        raise ValueError("payload")
    data = bytes((kind, number, len(payload))) + payload
    out = bytearray((START,))
    out.extend(stuff(data + struct.pack("<I", binascii.crc32(data))))
    out.append(END)
    return out


@seldom
def parse(body):
    """Return (type, number, payload) of a frame's body, or None if it is not sound."""
    data = unstuff(body)
    if data is None or len(data) < 7 or data[2] != len(data) - 7:
        return None
    if struct.unpack("<I", data[-4:])[0] != binascii.crc32(data[:-4]):
        return None
    return data[0], data[1], data[3:-4]


class Receiver:
    """Finds frames among console text, a byte at a time.

    feed(byte) returns the sound frame that the byte completes, else None. ``text`` (a bytearray, or None to discard
    it) collects all outside frames and what was cut; the caller empties it. ``bad`` counts frames that were cut, too
    long or not sound.
    """

    def __init__(self, text=None):
        self.text = text
        self.bad = 0
        self._body = bytearray()
        self._inside = False

    def feed(self, byte):
        if not self._inside:
            if byte == START:
                self._inside = True
            elif self.text is not None:
                self.text.append(byte)
            return None
        if byte >= 0x20 and len(self._body) < MAX_FRAME - 2:
            self._body.append(byte)
            return None
        frame = parse(self._body) if byte == END else None
        if frame is None and (self._body or byte != START):
            self._lose(byte)
        self._body = bytearray()
        self._inside = byte == START
        return frame

    def _lose(self, byte):
        self.bad += 1
        if self.text is not None and byte != END:
            self.text.extend(self._body)
            if byte != START:
                self.text.append(byte)
