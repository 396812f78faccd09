"""The rim: one WS2812 chain of lights and button lamps, written only when something changed.

Writing takes 30 us a light and blocks (WS2812 needs an unbroken stream), so the lights are set as often as one likes
and ``show`` sends them at most once a change.
"""


class Rim:
    """``strip`` is a built ``neopixel.NeoPixel``; ``limit`` caps each channel (0..255): the supply sets it."""

    def __init__(self, strip, limit):
        self._strip = strip
        self._limit = limit
        self._changed = True

    def __len__(self):
        return self._strip.n

    def fill(self, colour):
        """Give every light ``colour`` = (red, green, blue), 0..255 each."""
        for light in range(self._strip.n):
            self.set(light, colour)

    def set(self, light, colour):
        limit = self._limit
        scaled = (colour[0] * limit // 255, colour[1] * limit // 255, colour[2] * limit // 255)
        if self._strip[light] != scaled:
            self._strip[light] = scaled
            self._changed = True

    def spoilt(self):
        """What the lights show may be wrong: the next ``show`` sends it whether it has changed or not."""
        self._changed = True

    def show(self):
        """Send the chain if anything changed since the last call. Blocks 30 us a light and 0.3 ms."""
        if self._changed:
            self._changed = False
            self._strip.write()
