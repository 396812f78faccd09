"""Loop selector: a chain of TPIC6B595 shift registers that drive the PIN diodes of the loops.

The chain shares clock and data with other chips of its bus, so foreign bytes run through it all the time; only the
latch makes them count. ``select`` shifts and latches in one go and must not be interrupted by another transfer.
"""

from table.once import seldom


class Loops:
    """Selector built from ``config["loops"]``: ``chips`` in the chain, ``outputs`` of each loop, ``settle_us``.

    Output 0 is DRAIN0 of the first chip; the last chip's byte is sent first, most significant bit first.

    ``spi`` is a built bus, ``latch`` (RCK) and ``enable`` (G, low = outputs on) built pins. A build without a
    selector has no chips: then ``select`` does nothing.
    """

    @seldom
    def __init__(self, spi, latch, enable, config):
        self._spi = spi
        self._latch = latch
        self._chips = config["chips"]
        outputs = config["outputs"]
        self._outputs = bytearray()  # two bytes a loop, the same twice where it has one output
        for either in outputs if self._chips else ():
            self._outputs.extend(bytes((either[0], either[-1])))
        self._buf = bytearray(self._chips)
        self.count = len(outputs)
        self.settle_us = config["settle_us"]
        if self._chips:
            latch(0)
            self.off()
            enable(0)

    def _shift(self):
        self._spi.write(self._buf)
        self._latch(1)
        self._latch(0)

    def select(self, loop):
        """Drive this loop and no other. Blocks about 50 us; the bias needs ``settle_us`` more."""
        if not self._chips:
            return
        buf, last = self._buf, self._chips - 1
        for i in range(self._chips):
            buf[i] = 0
        for output in self._outputs[2 * loop : 2 * loop + 2]:
            buf[last - (output >> 3)] |= 1 << (output & 7)
        self._shift()

    def off(self):
        """Drive no loop."""
        for i in range(self._chips):
            self._buf[i] = 0
        if self._chips:
            self._shift()
