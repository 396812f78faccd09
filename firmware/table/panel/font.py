"""Fonts in flash: glyphs are read by offset when they are drawn, nothing is kept but the head of the file.

File format: ``firmware/fonts/make_fonts.py``.
"""

import struct

import framebuf

from table.once import seldom

GLYPH_BYTES = 400  # the largest glyphs: 24 rows of 64 pixels, or digits of 40 rows and 40 pixels, two bits each


class Font:
    """Opens ``path`` and keeps it open. ``height`` is the line height in pixels.

    ``glyph``: buffer for one glyph at a time, ``GLYPH_BYTES`` long; fonts may share it.
    """

    @seldom
    def __init__(self, path, glyph):
        self._file = open(path, "rb")
        self.height, _, count = struct.unpack("<BBB", self._file.read(3))
        self._ranges = [struct.unpack("<HB", self._file.read(3)) for _ in range(count)]
        self._index = 3 + 3 * count
        self._entry = bytearray(3)
        self._glyph = glyph

    def _find(self, code):
        """Read the index entry of a character: (width, offset). What the font lacks is a blank."""
        number = 0
        for first, count in self._ranges:
            if first <= code < first + count:
                number += code - first
                break
            number += count
        else:
            number = 0
        self._file.seek(self._index + 3 * number)
        self._file.readinto(self._entry)
        return struct.unpack("<BH", self._entry)

    def width(self, text):
        """Width of a line of text in pixels."""
        return sum(self._find(ord(letter))[0] for letter in text)

    def draw(self, target, text, x, y, palette):
        """Draw one line with its top left corner at (x, y); ``palette`` holds 4 shades from ground to ink.

        Returns the x behind the last letter.
        """
        glyph = memoryview(self._glyph)
        for letter in text:
            width, offset = self._find(ord(letter))
            size = (width + 3) // 4 * self.height
            self._file.seek(offset)
            self._file.readinto(glyph[:size])
            image = framebuf.FrameBuffer(glyph[:size], width, self.height, framebuf.GS2_HMSB)
            target.blit(image, x, y, -1, palette)
            x += width
        return x
