"""The display: fields with a place each, drawn in strips when what they show has changed.

320 x 240. A line at the top names the game and the round; the four seats stand around the middle, clockwise from the
lower left corner as they sit; in the middle the clock, under it the fish with the carried sum, under that the open
ends; two lines at the bottom speak to the players. Remembered points are yellow with a plus, opened accounts red
without one, as the first of the games' texts asks.
"""

import asyncio
import binascii

import framebuf

from table.once import seldom

from ..drivers.st7789 import rgb565

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# Colours, 0xRRGGBB.
GROUND = const(0x10141C)
CARD = const(0x222836)
TURN = const(0x0072B2)
WHITE = const(0xF0F0F0)
GREY = const(0x969EAA)
YELLOW = const(0xFFD600)
RED = const(0xFF4A40)
ORANGE = const(0xFFB020)

STRIP_BYTES = const(1920)  # three rows of the whole width: memory is dearer than the 0.3 ms of a strip
_CARDS = bytes((2, 110, 2, 26, 212, 26, 212, 110))  # left, top by seat
_SMALL, _BOLD, _LARGE = 0, 1, 2


def _mark(field):
    """What is kept of a field once it is drawn, to know it again: 30 bits in place of up to 300 bytes."""
    return binascii.crc32(repr(field).encode()) >> 2


class Screen:
    """``display`` is a started ST7789, ``fonts`` three fonts: small, bold, large (digits only).

    ``put(field, *items)`` says what a field shows from now on; ``await run()`` draws what changed.
    """

    @seldom
    def __init__(self, display, fonts):
        self._display = display
        self.fonts = fonts
        self._strip = bytearray(STRIP_BYTES)
        self._wake = asyncio.Event()
        self._palette = framebuf.FrameBuffer(bytearray(8), 4, 1, framebuf.RGB565)
        self.clear()

    def clear(self):
        """Forget all fields; the next are put on an empty screen."""
        self._fields = {}  # name -> (x, y, width, height, ground, *items), or its mark once it is drawn
        self._dirty = []
        self.put("all", 0, 0, self._display.width, self._display.height, GROUND)

    def put(self, name, *field):
        """Show a field: x, y, width, height, ground, then its items (font, text, colour, x or None for centred, y)."""
        if self._fields.get(name) not in (field, _mark(field)):
            self._fields[name] = field
            if name not in self._dirty:
                self._dirty.append(name)
            self._wake.set()

    async def run(self):
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._dirty:
                await self._draw(self._dirty.pop(0))

    async def _draw(self, name):
        """Draw one field strip by strip; lets other tasks run between the strips (3 ms each on the bus)."""
        field = self._fields[name]
        self._fields[name] = _mark(field)  # from now on: what is put while it is drawn is drawn after it
        x, y, width, height, ground = field[:5]
        rows = STRIP_BYTES // (2 * width)
        for top in range(0, height, rows):
            count = min(rows, height - top)
            pixels = memoryview(self._strip)[: 2 * width * count]
            strip = framebuf.FrameBuffer(pixels, width, count, framebuf.RGB565)
            strip.fill(rgb565(ground))
            for font, text, colour, left, line in field[5:]:
                face = self.fonts[font]
                if line + face.height > top and line < top + count:
                    if left is None:
                        left = (width - face.width(text)) // 2
                    self._mix(colour, ground)
                    face.draw(strip, text, left, line - top, self._palette)
            self._display.show(x, y + top, width, count, pixels)
            await asyncio.sleep_ms(0)

    def _mix(self, ink, ground):
        """Fill the palette with four shades from ground to ink."""
        for level in range(4):
            mixed = 0
            for channel in (16, 8, 0):
                mixed |= ((ground >> channel & 255) * (3 - level) + (ink >> channel & 255) * level) // 3 << channel
            self._palette.pixel(level, 0, rgb565(mixed))

    @seldom
    def title(self, left, right):
        """The line at the top."""
        gap = 316 - self.fonts[_SMALL].width(right)
        self.put("title", 0, 0, 320, 22, GROUND, (_SMALL, left, GREY, 4, 2), (_SMALL, right, GREY, gap, 2))

    @seldom
    def seat(self, seat, name, opened, points, tiles, on_turn):
        """A seat's card in Kozel: remembered points are yellow with a plus, opened accounts red."""
        text, colour = (str(points), RED) if opened else ("+%d" % points, YELLOW)
        self.card(seat, name, text, colour, tiles, on_turn)

    @seldom
    def card(self, seat, name, text, colour, tiles, on_turn):
        """A seat's card: name, account as it is written, how many tiles it holds (None: that is not shown)."""
        left, top = _CARDS[2 * seat], _CARDS[2 * seat + 1]
        held = "" if tiles is None else "\u2022" * tiles if tiles <= 13 else str(tiles)
        self.put(
            "name%d" % seat,
            left,
            top,
            106,
            20,
            TURN if on_turn else GROUND,
            (_SMALL, self.cut(name), WHITE, None, 1),
        )
        self.put(
            "seat%d" % seat,
            left,
            top + 20,
            106,
            58,
            CARD,
            (_LARGE if len(text) < 5 else _BOLD, text, colour, None, 0),
            (_SMALL, held, GREY, None, 39),
        )

    @seldom
    def cut(self, text, width=104):
        """As much of a line in small letters as fits into so many pixels."""
        face = self.fonts[_SMALL]
        while text and face.width(text) > width:
            text = text[:-1]
        return text

    def clock(self, seconds):
        """The clock in the middle: minutes and seconds since the match began; from 10:00 on smaller, to fit there."""
        text = "%d:%02d" % (seconds // 60, seconds % 60)
        font, top = (_LARGE, 0) if seconds < 600 else (_BOLD, 8)
        self.put("clock", 110, 34, 100, 42, GROUND, (font, text, WHITE, None, top))

    @seldom
    def carry(self, word, points):
        """Under the clock: the fish and the sum that is carried over; nothing when there is none."""
        text = "%s +%d" % (word, points) if points else ""
        self.put("carry", 110, 82, 100, 26, GROUND, (_BOLD, text, YELLOW, None, 0))

    @seldom
    def ends(self, text):
        """Under the fish: the open ends of the layout."""
        self.put("ends", 110, 122, 100, 26, GROUND, (_BOLD, text, WHITE, None, 0))

    @seldom
    def stock(self, text):
        self.put("stock", 110, 160, 100, 20, GROUND, (_SMALL, text, GREY, None, 0))

    @seldom
    def message(self, text, alarm):
        """Lines at the bottom, broken between words: two, or what is too long for them in three of small letters."""
        font, apart, most = _BOLD, 25, 2
        lines = self._broken(text, font)
        if len(lines) > most:
            font, apart, most = _SMALL, 15, 3
            lines = self._broken(text, font)
        ink = ORANGE if alarm else WHITE
        items = [(font, line, ink, None, apart * number) for number, line in enumerate(lines[:most])]
        self.put("message", 0, 192, 320, 48, GROUND, *items)

    @seldom
    def _broken(self, text, font):
        """The lines of a text, broken between words."""
        face, lines = self.fonts[font], [""]
        for word in text.split():
            longer = (lines[-1] + " " + word).strip()
            if face.width(longer) <= 312 or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines
