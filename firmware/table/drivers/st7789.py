"""ST7789 display, 240 x 320 panel turned to 320 x 240: window and pixel transfer, no frame buffer.

Commands and delays: ST7789V data sheet, chapters 9.1 and 9.1.12 (SLPOUT: 120 ms before the next sleep command, 5 ms
before any other).
"""

import time

from table.once import seldom

_INIT = (
    (0x11, b"", 120),  # SLPOUT
    (0x3A, b"\x55", 0),  # COLMOD: 16 bits a pixel
    (0x36, b"\x60", 0),  # MADCTL: rows and columns exchanged, mirrored: landscape
    (0x21, b"", 0),  # INVON: IPS panels show inverted colours otherwise
    (0x13, b"", 0),  # NORON
    (0x29, b"", 0),  # DISPON
)


def rgb565(colour):
    """Colour 0xRRGGBB as the 16-bit value whose bytes in memory (little endian) are in the display's order."""
    value = colour >> 8 & 0xF800 | colour >> 5 & 0x07E0 | colour >> 3 & 0x1F
    return (value & 0xFF) << 8 | value >> 8


class ST7789:
    """``spi``, ``cs``, ``dc``, ``backlight`` are built; the bus may be shared as long as nothing interrupts a call."""

    def __init__(self, spi, cs, dc, backlight, width, height):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._backlight = backlight
        self.width = width
        self.height = height
        self._window = bytearray(4)
        cs(1)

    @seldom
    def start(self):
        """Wake the panel. Blocks 280 ms: call once at boot."""
        self._command(0x01, b"")  # SWRESET
        time.sleep_ms(150)
        for command, data, delay in _INIT:
            self._command(command, data)
            if delay:
                time.sleep_ms(delay)
        self._backlight(1)

    def _command(self, command, data):
        self._cs(0)
        self._dc(0)
        self._spi.write(bytes((command,)))
        if data:
            self._dc(1)
            self._spi.write(data)
        self._cs(1)

    def _range(self, command, first, count):
        window, last = self._window, first + count - 1
        window[0] = first >> 8
        window[1] = first & 0xFF
        window[2] = last >> 8
        window[3] = last & 0xFF
        self._command(command, window)

    def show(self, x, y, width, height, pixels):
        """Send ``width * height`` big-endian RGB565 pixels into a window. Blocks for the transfer (0.4 us a pixel)."""
        self._range(0x2A, x, width)
        self._range(0x2B, y, height)
        self._command(0x2C, pixels)
