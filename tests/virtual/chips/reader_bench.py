"""A host on the bench: PN5180 frames by hand, with the BUSY handshake, on a clock of its own."""

from domino_table import hardware
from domino_table.virtual.chips.pn5180 import PN5180
from domino_table.virtual.field import Field
from domino_table.virtual.tags import make_set

GENERAL_ERROR, RX_IRQ, TX_IRQ, IDLE_IRQ = 1 << 17, 1, 2, 4
RX_SOF, RFON, RFOFF, RF_ACTIVE_ERROR = 1 << 14, 1 << 9, 1 << 8, 1 << 10
SEMANTIC, SYNTAX, PARAMETER = 1 << 6, 1 << 7, 1 << 8


class ReaderBench:
    """The chip, its field with one set of tiles, loop 10 selected, and how a host would talk to it."""

    def __init__(self, **options):
        self.field = Field(hardware.load("grid40").loops())
        self.port = self.field.port(range(40))
        self.tiles = make_set(3)
        self.field.select(0, [10])
        self.chip = PN5180(self.port, **options)
        self.t = 3000

    def frame(self, mosi):
        """One NSS-low frame; waits for BUSY to fall (which needs NSS to rise first)."""
        self.chip.select(self.t, 0)
        miso = self.chip.exchange(self.t + 2, bytes(mosi))
        self.t += 2 + len(mosi) * 2
        self.chip.select(self.t, 1)
        self.t = self.chip.busy_levels(self.t)[-1][0]
        return miso

    def send(self, text):
        self.frame(bytes.fromhex(text))

    def ask(self, text, count):
        self.send(text)
        return self.frame(b"\xff" * count)

    def register(self, address):
        return int.from_bytes(self.ask(f"04{address:02x}", 4), "little")

    def write(self, address, value):
        self.frame(bytes((0, address)) + value.to_bytes(4, "little"))

    @property
    def irqs(self):
        return self.register(0x02)

    def clear(self):
        self.write(0x03, 0xFFFFF)

    def error(self):
        """Cause of an exception since the last call, 0 for none."""
        cause = self.register(0x24) if self.irqs & GENERAL_ERROR else 0
        self.clear()
        return cause

    def ready(self):
        """ISO 15693 loaded, field on, guard time over, nothing pending, waiting to transmit."""
        self.send("110d8d")
        self.send("1600")
        self.t += 2000
        self.clear()
        self.transceive()
        return self

    def transceive(self):
        self.write(0x00, 0)
        self.write(0x00, 3)

    @property
    def state(self):
        return self.register(0x1D) >> 24 & 7
