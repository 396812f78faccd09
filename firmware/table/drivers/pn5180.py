"""NXP PN5180 reader as an ISO 15693 interrogator (datasheet PN5180A0xx/C3,C4 rev 4.0, sections 11.4-11.9).

One instruction is one frame with NSS low; an answer is a second frame. BUSY is awaited before the *next* frame, so
the chip works while Python does; NSS is high whenever a method returns or raises. Every request begins with one
WRITE_REGISTER_MULTIPLE (``prepare``) that restores TX_CONFIG, clears the interrupts and takes the transceiver through
idle to transceive: a request left without an answer never blocks the next one.
"""

import time

from table.once import seldom

from . import iso15693

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# What a request brought.
NOTHING = const(0)
ANSWER = const(1)
COLLISION = const(2)  # two or more tags at once
GARBLED = const(3)  # a start of frame and then no good frame: noise (of no bytes, even if it looks like a collision)

_BUSY_LIMIT_US = const(10_000)  # normal is 20-60 us, an EEPROM write up to 5 ms
_FIELD_LIMIT = const(100)  # looks at TX_RFON, 0.4 ms each
_REST_MS = const(50)  # without field after an RF_ON that failed (SpoolSense/spoolsense_scanner#90)
_MARGIN_US = const(100)  # SEND_DATA until the first edge on air, and t1's tolerance
_ROUNDS = const(64)  # of one census; a full rack needs about ten
_MERGED = const(4)  # mask bits up to which a name that nobody knows may be two that came as one
_DEEPEST = const(60)  # mask bits that still leave a slot number

# Registers: 00 SYSTEM_CONFIG, 01 IRQ_ENABLE, 02 IRQ_STATUS, 03 IRQ_CLEAR, 13 RX_STATUS, 18 TX_CONFIG, 1D RF_STATUS,
# 27 DPC_CONFIG. A multiple write (03) is made of address, action (1 write, 2 OR, 3 AND), value. Values are spelt as
# bytes, least significant first: small ints end at 30 bits on the board.
_IDLE = b"\x00\x03\xf8\xff\xff\xff"
_CLEAR = b"\x03\x01\xff\xff\x0f\x00"
_GO = _CLEAR + _IDLE + b"\x00\x02\x03\x00\x00\x00"
_WATCH = b"\x01\x01\x01\x42\x02\x00"  # IRQ_ENABLE: RX, TX_RFON (bit 9), RX_SOF_DET (14), GENERAL_ERROR (17)
_SYMBOL_ONLY = b"\x18\x03\x3f\xfb\xff\xff"  # neither data nor start symbol, so SEND_DATA sends an EOF


class ReaderError(Exception):
    """The reader chip does not do what it was told. The argument says what:

    ``busy``: BUSY stayed high, the chip is wedged or absent or the line broken; ``field``: RF_ON brought none;
    ``refused``: the chip was not in the state that the instruction needs; ``forgot``: it has lost its setting, or
    the bus its bits; ``interrupt``: the line of the interrupt is dead, silence meant nothing.
    """


class ResetLine:
    """RESET_N of one or more readers. ``count`` tells each of them that another one has reset it too."""

    def __init__(self, pin):
        self._pin = pin
        self.count = 0
        pin(1)

    def pulse(self):
        """Reset all readers on the line. Blocks 4 ms: 10 us low at least, 2.5 ms boot (section 11.4)."""
        self._pin(0)
        time.sleep_us(100)
        self._pin(1)
        time.sleep_ms(4)
        self.count += 1


class Pn5180:
    """One reader.

    ``spi`` is a built bus (mode 0, at most 7 MHz), ``nss``, ``busy`` and ``irq`` built pins, ``irq`` may be None.
    ``level`` is the transmitter's, see ``set_level``. ``uid`` (8 bytes, least significant first) belongs to the last
    ANSWER and is overwritten by the next one. ``answers`` counts those: where it stands still nobody is there, or the
    reader is deaf.
    """

    @seldom
    def __init__(self, spi, nss, busy, reset, irq=None, level=0):
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._irq_pin = irq
        self._irq = None
        self._level = level
        self._epoch = -1
        self._prepared = self._on = self._heard = False
        self._due = self._rest = 0
        self.failures = self.answers = 0
        self._data_go = bytearray(b"\x03\x18\x01\x00\x00\x00\x00" + _GO)
        self._request = bytearray(b"\x09" + bytes(19))
        self._view = memoryview(self._request)
        self._in = bytearray(12)
        self._in_view = memoryview(self._in)
        self.uid = bytearray(8)
        nss(1)

    # -- frames ---------------------------------------------------------------------------------------------------

    def _ready(self):
        busy = self._busy
        if busy():
            start = time.ticks_us()
            while busy():
                if time.ticks_diff(time.ticks_us(), start) > _BUSY_LIMIT_US:
                    raise ReaderError("busy")

    def _frame(self, buf):
        self._ready()
        self._nss(0)
        self._spi.write(buf)
        # BUSY rises before NSS may; an idle line is not waited for, a missing edge would cost every frame.
        if not self._busy():
            self._busy()
        self._nss(1)

    def _fetch(self, ask, count):
        """Two frames: an instruction and its answer of ``count`` bytes, into ``_in``."""
        self._frame(ask)
        self._ready()
        self._nss(0)
        self._spi.readinto(self._in_view[:count], 0xFF)
        self._nss(1)
        return self._in

    # -- life -----------------------------------------------------------------------------------------------------

    @seldom
    def begin(self):
        """Reset the chip if nobody has yet, load the ISO 15693 configuration and switch the field on.

        Blocks up to 50 ms. Raises ReaderError.
        """
        if not self._reset.count:
            self._reset.pulse()
        epoch = self._reset.count
        self._epoch = -1
        self._prepared = self._on = False
        self._irq = None
        self._frame(b"\x03" + _IDLE + _WATCH)
        self._frame(b"\x11\x0d\x8d")  # LOAD_RF_CONFIG: ASK 100 %, 26 kbit/s both ways
        config = self._fetch(b"\x04\x18", 4)
        # It is written before every request. Data and a start symbol belong to it; a dead bus reads all 0 or all 1.
        if not config[1] & 4 or not config[0] & 0xC0 or config[3]:
            raise ReaderError("forgot")
        self._data_go[3:7] = config[:4]
        self.set_level(self._level)
        self.field(True)
        pin = self._irq_pin
        if pin is not None and pin():
            self._frame(b"\x03" + _CLEAR)
            self._ready()
            # Only a pin that was seen high and low is trusted; else the interrupts are read over the bus.
            if not pin():
                self._irq = pin
        self._epoch = epoch

    def set_level(self, level):
        """Transmitter level 0 (strongest) .. 7: TVDD - 0.15, 0.25, 0.5, 1.0 V; 3.0, 2.75, 2.5, 2.0 V (Fig. 35)."""
        self._level = level
        bits = (level & 3) << 1 | (1 if level < 4 else 0)
        self._frame(b"\x03\x27\x03\xf0\xff\xff\xff\x27\x02" + bytes((bits, 0, 0, 0)))

    def field(self, on):
        """Switch the field. Without the check for foreign fields (flag bit 0), which there is no time for.

        Blocks until the field stands, at most 40 ms, and 50 ms more where it was refused before. Raises ReaderError.
        """
        if on == self._on:
            return
        self._on = False
        if not on:
            self._frame(b"\x17\x00")
            return
        left = time.ticks_diff(self._rest, time.ticks_ms())
        if 0 < left <= _REST_MS:
            time.sleep_ms(left)
        self._frame(b"\x03" + _IDLE + _CLEAR)
        self._frame(b"\x16\x01")
        for _ in range(_FIELD_LIMIT):
            irqs = self._fetch(b"\x04\x02", 4)
            if irqs[2] & 2:
                break
            if irqs[1] & 2:  # TX_RFON
                self._on = True
                return
            time.sleep_us(100)
        self._frame(b"\x17\x00")
        self._rest = time.ticks_add(time.ticks_ms(), _REST_MS)
        raise ReaderError("field")

    def check(self):
        """Look at the chip after a request: has it sent, is it still as ``begin`` left it, is the IRQ pin true?

        Two frames, four if the pin has not told of anything since the last look. Raises ReaderError if not, for
        instance after a brown-out; then the next request begins anew.
        """
        state = self._fetch(b"\x05\x02\x01\x1d", 12)
        # The last byte of RF_STATUS is 0..6 (the transceiver's state): a dead bus reads all 1.
        if not state[0] & 2 or state[2] & 2 or state[5] != _WATCH[3] or not state[10] & 2 or state[11] > 7:
            self._epoch = -1
            raise ReaderError("forgot")
        if not (state[8] & 0xC0 or state[9] & 3):  # the AGC measures no field, whatever the chip believes
            self._epoch = -1
            raise ReaderError("field")
        pin, proven = self._irq, self._heard
        self._heard = False
        if pin is not None and not proven:
            self._frame(b"\x01\x01\x02\x00\x00\x00")  # TX_IRQ, which is set, interrupts too
            self._ready()
            well = pin()
            self._frame(b"\x03" + _WATCH)
            if not well:
                self._irq = None
                raise ReaderError("interrupt")
        self.failures = 0

    @seldom
    def recover(self):
        """Next step after a ReaderError: idle, then a fresh configuration, then RESET. Raises if it is in vain.

        Blocks up to 110 ms. The reset takes every reader on the line along; they begin again by themselves.
        """
        self.failures += 1
        self._prepared = False
        if self.failures == 1:
            # If the end of a frame was missed this one is its end.
            self._nss(0)
            self._nss(1)
            self._frame(b"\x03" + _IDLE + _CLEAR)
            return
        if self.failures > 2:
            self._reset.pulse()
        self.begin()

    @seldom
    def revive(self):
        """Reset the reader though it complains of nothing: it has heard nobody for long. Blocks 60 ms; ReaderError."""
        self._reset.pulse()
        self.begin()

    # -- requests -------------------------------------------------------------------------------------------------

    def prepare(self):
        """Make the chip ready for a request, for instance while tags wake up. One frame; optional."""
        if self._epoch != self._reset.count:
            self.begin()
        self._frame(self._data_go)
        self._prepared = True

    def _send(self, end):
        """Send the request buffer up to ``end``; two bytes of it are the instruction."""
        if not self._prepared:
            self.prepare()
        self._prepared = False
        self._frame(self._view[:end])
        self._sent(iso15693.request_us(end - 2))

    def _sent(self, air):
        """Something goes out for ``air`` us from now on; waits are counted from its end."""
        self._due = time.ticks_add(time.ticks_us(), air)

    def _wait(self, us):
        """Sleep until ``us`` after the request's end on air."""
        left = us + time.ticks_diff(self._due, time.ticks_us())
        if left > 0:
            time.sleep_us(left)

    def _listen(self, length, air=0):
        """Wait for an answer of ``length`` bytes and read it into ``_in``. One of the four results.

        ``air``: how long after an empty slot's end it is over, where it does not come at 26 kbit/s.
        """
        self._wait(iso15693.EMPTY_US + _MARGIN_US)
        ask = b"\x05\x02\x13"
        if self._irq is not None:
            if not self._irq():
                return NOTHING
        else:
            got = self._fetch(ask, 8)
            if not (got[0] & 1 or got[1] & 0x40 or got[2] & 2):
                return NOTHING
        self._wait(iso15693.EMPTY_US + (air or iso15693.answer_us(length)) + _MARGIN_US)
        got = self._fetch(ask, 8)
        if got[2] & 2:
            raise ReaderError("refused")
        if not (got[0] & 1 or got[1] & 0x40):
            self._irq = None  # it says so of everything
            return NOTHING
        self._heard = True
        if got[6] & 4 and got[4]:
            return COLLISION
        # RX, no checksum or protocol error, the right number of bytes.
        if not got[0] & 1 or got[6] & 3 or got[4] != length or got[5] & 1:
            return GARBLED
        return GARBLED if self._fetch(b"\x0a\x00", length)[0] & 1 else ANSWER

    def _ask(self, slots, quiet, uid, bits):
        """Send an inventory; returns the length of its answers."""
        self._send(iso15693.inventory(self._request, 2, slots, quiet, uid, bits))
        return 9 if quiet else 10

    def _name(self, length, air=0):
        """Listen for an answer with a UID at its end."""
        result = self._listen(length, air)
        if result == ANSWER:
            self.uid[:] = self._in_view[length - 8 : length]
            self.failures = 0
            self.answers += 1
        return result

    def inventory(self, uid=None, bits=0, quiet=False):
        """Ask all tags, or those whose lowest ``bits`` are those of ``uid``, in one slot; ``uid`` then tells which.

        With ``quiet`` only persistently quiet tags answer, else only the others. Blocks 2.2-7.5 ms.
        Raises ReaderError.
        """
        return self._name(self._ask(1, quiet, uid, bits))

    def census(self, found, quiet=False):
        """Name every tag in the field: calls ``found(uid)`` for each. Sixteen slots; a slot with several tags is
        asked again with its number added to the mask, one with noise only is not. One with a name of which ``found``
        says False is asked again too: names that merge in the air are a name that nobody has.

        A generator that yields after each answer or four slots, at most 6 ms apart, so that others may run in
        between; there is no upper limit to the time between slots. Raises ReaderError.
        """
        eof_go = b"\x03" + _SYMBOL_ONLY + _GO
        pending = [(0, bytes(8))]
        rounds = 0
        while pending and rounds < _ROUNDS:
            rounds += 1
            bits, mask = pending.pop()
            length = self._ask(16, quiet, mask, bits)
            for slot in range(16):
                if slot:
                    self._frame(eof_go)
                    self._frame(b"\x09\x00")
                    self._sent(iso15693.EOF_US)
                result = self._name(length)
                if result == ANSWER and (found(self.uid) is not False or bits > _MERGED):
                    pass
                elif result and self._in[4] and bits < _DEEPEST:
                    deeper = bytearray(mask)
                    deeper[bits >> 3] |= slot << (bits & 7)
                    pending.append((bits + 4, deeper))
                if result:
                    self._wait(iso15693.EMPTY_US + iso15693.answer_us(length) + iso15693.TURN_US)
                if result or slot & 3 == 3:
                    yield

    def silence(self, uid):
        """Tell one tag to stay quiet, even through field losses of two seconds. Blocks 4.6 ms. Raises ReaderError.

        Nothing answers: whether it was heard shows when the tag is asked for again.
        """
        self._send(iso15693.command(self._request, 2, iso15693.STAY_QUIET_PERSISTENT, uid))
        self._wait(iso15693.EMPTY_US)

    @seldom
    def wake(self, uid):
        """End either kind of quiet of one tag. True if it acknowledged. Blocks 6 ms. Raises ReaderError."""
        self._send(iso15693.command(self._request, 2, iso15693.RESET_TO_READY, uid))
        return self._listen(1) == ANSWER
