"""Buttons and keys: a 74HC165 read over SPI, and the decoder that tells short, long and double presses."""

from time import ticks_diff

LONG_MS = 800
DOUBLE_MS = 350
# A contact is believed when two readings agree: at 20 ms between readings bounce is over.


class Keys:
    """``spi`` and ``load`` (SH/LD, low = take the inputs) are built. An input reads 0 while its key is pressed."""

    def __init__(self, spi, load):
        self._spi = spi
        self._load = load
        self._buf = bytearray(1)
        load(1)

    def read(self):
        """Mask of the pressed inputs, bit n = input n. Blocks about 60 us, allocates nothing."""
        self._load(0)
        self._load(1)
        self._spi.readinto(self._buf)
        return self._buf[0] ^ 0xFF


class Presses:
    """Turns masks into presses of up to eight keys. A short press is told when no second one can follow any more."""

    def __init__(self, short, long, double):
        self._kinds = (short, long, double)
        self._last = 0
        self._stable = 0
        self._down = [None] * 8  # time of the press that is still on
        self._up = [None] * 8  # time of a finished press that may become a double one
        self._told = 0  # keys whose running press was told already

    def feed(self, mask, now):
        """Take a reading at ``now`` (ticks_ms); returns a list of (input, kind), most often empty."""
        found = []
        agreed = self._stable ^ ((self._stable ^ mask) & ~(self._last ^ mask))
        self._last = mask
        for key in range(8):
            bit = 1 << key
            if (agreed & bit) and not (self._stable & bit):
                self._down[key] = now
            elif (self._stable & bit) and not (agreed & bit):
                self._release(key, bit, now, found)
            elif agreed & bit and not self._told & bit and ticks_diff(now, self._down[key]) >= LONG_MS:
                self._told |= bit
                self._up[key] = None
                found.append((key, self._kinds[1]))
            elif self._up[key] is not None and not agreed & bit and ticks_diff(now, self._up[key]) >= DOUBLE_MS:
                self._up[key] = None
                found.append((key, self._kinds[0]))
        self._stable = agreed
        return found

    def _release(self, key, bit, now, found):
        self._down[key] = None
        if self._told & bit:
            self._told &= ~bit
        elif self._up[key] is not None:
            self._up[key] = None
            found.append((key, self._kinds[2]))
        else:
            self._up[key] = now
