"""Readers, selector and buzzer of a board whose application rests, and one loop after the other."""

import time

from machine import PWM, Pin

from table.buses import bus
from table.drivers.loops import Loops
from table.drivers.pn5180 import NOTHING, Pn5180, ResetLine

SETTLE_MS = 10  # after a change of level, and until every tag has woken up


class Stand:
    """The radio of one board. Building blocks for some 60 ms.

    config: as ``table.config.load`` returns it.

    Attributes:
        grid: loops under the cloth, which come first. count: all loops, rows, columns, then racks.
        reader: the one behind the selected loop; its field is on. switched: whether there is a selector.
    """

    def __init__(self, config):
        self.config = config
        grid = config["grid"]
        self.rows = grid["rows"]
        self.grid = self.rows + grid["columns"]
        self.count = self.grid + len(config["racks"])
        self.level = config["radio"]["tx_level"]
        self._guard_us = max(config["radio"]["guard_us"], config["loops"]["settle_us"])
        pins = config["pins"]
        spi, reset = bus(config, "reader"), ResetLine(Pin(pins["reader_reset"], Pin.OUT, value=1))
        self._readers = []
        names = [name for name in ("grid", "rack") if name + "_nss" in pins]
        chosen = [Pin(pins[name + "_nss"], Pin.OUT, value=1) for name in names]  # nobody else listens from now on
        for name, nss in zip(names, chosen):
            self._readers.append(Pn5180(spi, nss, Pin(pins[name + "_busy"], Pin.IN), reset, None, self.level))
        self.reader, self._loops = self._readers[0], None
        self.switched = bool(config["loops"]["chips"])
        if self.switched:
            latch = Pin(pins["loops_latch"], Pin.OUT, value=0)
            enable = Pin(pins["loops_enable"], Pin.OUT, value=1)
            self._loops = Loops(bus(config, "panel"), latch, enable, config["loops"])

    def select(self, loop):
        """Switch to a loop by its number and wait until its tags are awake.

        Blocks up to 15 ms. Raises ReaderError, ValueError for a loop that is not there.
        """
        if not 0 <= loop < self.count:
            raise ValueError("loop")
        reader = self._readers[0 if loop < self.grid else 1]
        if reader is not self.reader:
            self.reader.field(False)
        self.reader = reader
        reader.prepare()
        reader.field(True)
        if self.switched:
            self._loops.select(loop)
        reader.prepare()  # the field was switched on since
        time.sleep_us(self._guard_us)

    def off(self):
        """Switch to no loop at all; the field of the reader stays on."""
        self._loops.off()
        time.sleep_us(self._guard_us)

    def check(self):
        """Ask something and see whether the reader does what it is told: raises ReaderError if not.

        A bus without a chip answers something, but not what was written to it.
        """
        self.reader.inventory()
        self.reader.check()

    def set_level(self, level):
        """The drive level of the reader behind the selected loop (``Pn5180.set_level``) until ``set_level(None)``."""
        self.reader.set_level(self.level if level is None else level)
        time.sleep_ms(SETTLE_MS)

    def hear(self):
        """``[(uid, dsfid)]`` of all tags that answer in the selected loop; quiet ones are woken first.

        Blocks 6 ms for an empty loop, 15 ms and more for others. Raises ReaderError.
        """
        reader, found = self.reader, []
        if reader.inventory(None, 0, True) != NOTHING:
            self.wake()
        if reader.inventory() != NOTHING:
            for _ in reader.census(lambda uid: found.append((bytes(uid), reader._in[1]))):
                pass
        return found

    def wake(self):
        """Wake the tags that a game left persistently quiet in the selected loop. Blocks 30 ms and more."""
        quiet = []
        for _ in self.reader.census(lambda uid: quiet.append(bytes(uid)), True):
            pass
        for uid in quiet:
            self.reader.wake(uid)

    def beep(self, hertz=1760, ms=80):
        """A tone, for whoever looks at the tile and not at the screen. Blocks for its length."""
        pins = self.config["pins"]
        if "buzzer" in pins:
            pwm = PWM(Pin(pins["buzzer"]), freq=hertz, duty_u16=32768)
            time.sleep_ms(ms)
            pwm.duty_u16(0)


def printed(uid):
    """A UID as it is printed: hexadecimal, the most significant byte first."""
    return "".join(["%02x" % uid[7 - i] for i in range(8)])


def on_air(text):
    """The 8 bytes of a printed UID as they are sent."""
    return bytes([int(text[i : i + 2], 16) for i in (14, 12, 10, 8, 6, 4, 2, 0)])
