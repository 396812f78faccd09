"""``neopixel``: a chain of WS2812 or SK6812."""

from machine import bitstream


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin, self.n, self.bpp, self.timing = pin, n, bpp, timing
        self.buf = bytearray(n * bpp)
        pin.init(pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, i, colour):
        for part in range(self.bpp):
            self.buf[i * self.bpp + self.ORDER[part]] = colour[part]

    def __getitem__(self, i):
        return tuple(self.buf[i * self.bpp + self.ORDER[part]] for part in range(self.bpp))

    def fill(self, colour):
        for i in range(self.n):
            self[i] = colour

    def write(self):
        bitstream(self.pin, 0, self.timing, self.buf)
