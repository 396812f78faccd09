"""How well tags answer on one loop, at each transmitter level: for a maker's first evening and for tuning.

Run from the prompt by ``domino-table probe``, while the table's application rests.
"""

import binascii
import time

from machine import SPI, Pin

from table.drivers.loops import Loops
from table.drivers.pn5180 import Pn5180, ReaderError, ResetLine

LEVELS = 8  # see Pn5180.set_level
_SETTLE_MS = 10  # after a change of level, and until every tag has woken up


class Probe:
    """One loop of the table and the reader behind it, with every tag on it awake.

    config: as ``table.config.load`` returns it. loop: its number, grid rows, columns, then racks. Blocks for some
    200 ms. Raises ReaderError where no reader does what it is told, ValueError for a loop that is not there.
    """

    def __init__(self, config, loop=0):
        grid = config["grid"]["rows"] + config["grid"]["columns"]
        if not 0 <= loop < grid + len(config["racks"]):
            raise ValueError("loop")
        self._reader = self._build(config, "grid" if loop < grid else "rack")
        self._reader.begin()
        self._select(config, loop)
        time.sleep_ms(_SETTLE_MS)
        self._reader.inventory()
        self._reader.check()  # a bus without a chip answers something, but not what was written to it
        self._wake()

    def _build(self, config, name):
        pins, bus = config["pins"], config["bus"]
        spi = SPI(
            bus["reader"],
            baudrate=bus["reader_hz"],
            sck=Pin(pins["reader_sck"]),
            mosi=Pin(pins["reader_mosi"]),
            miso=Pin(pins["reader_miso"]),
        )
        for other in ("grid_nss", "rack_nss"):  # the other reader must not listen
            if other in pins:
                Pin(pins[other], Pin.OUT, value=1)
        reset = ResetLine(Pin(pins["reader_reset"], Pin.OUT, value=1))
        nss = Pin(pins[name + "_nss"], Pin.OUT, value=1)
        return Pn5180(spi, nss, Pin(pins[name + "_busy"], Pin.IN), reset)

    def _select(self, config, loop):
        if not config["loops"]["chips"]:
            return
        pins, bus = config["pins"], config["bus"]
        spi = SPI(
            bus["panel"],
            baudrate=bus["panel_hz"],
            sck=Pin(pins["panel_sck"]),
            mosi=Pin(pins["panel_mosi"]),
            miso=Pin(pins["panel_miso"]),
        )
        latch = Pin(pins["loops_latch"], Pin.OUT, value=0)
        Loops(spi, latch, Pin(pins["loops_enable"], Pin.OUT, value=1), config["loops"]).select(loop)

    def _wake(self):
        """Tags that a game left persistently quiet would not be heard."""
        quiet = []
        for _ in self._reader.census(lambda uid: quiet.append(bytes(uid)), True):
            pass
        for uid in quiet:
            self._reader.wake(uid)

    def measure(self, level, rounds):
        """Ask for all tags ``rounds`` times at one level: {UID as printed, most significant first: [DSFID, answers]}.

        Blocks 20 to 100 ms a round. Raises ReaderError.
        """
        reader = self._reader
        reader.set_level(level)
        time.sleep_ms(_SETTLE_MS)
        found = {}
        heard = set()

        def note(uid):
            name = binascii.hexlify(bytes([uid[7 - i] for i in range(8)])).decode()
            found.setdefault(name, [reader._in[1], 0])
            heard.add(name)

        for _ in range(rounds):
            heard.clear()
            for _ in reader.census(note):
                pass
            for name in heard:
                found[name][1] += 1
        reader.check()
        return found


def attempt(step, *arguments):
    """What ``step`` returns as a dictionary for the PC; a failure under the key ``error``."""
    try:
        return {"result": step(*arguments)}
    except ReaderError as error:
        return {"error": "reader", "detail": str(error)}
    except ValueError as error:
        return {"error": str(error)}
