"""NXP PN5180 reader as an ISO 15693 interrogator (datasheet PN5180A0xx/C3,C4 rev 4.0, sections 11.4-11.9).

One instruction is one frame with NSS low; an answer is a second frame. BUSY is awaited before the *next* frame, so
the chip works while Python does; NSS is high whenever a method returns or raises. Every request begins with one
WRITE_REGISTER_MULTIPLE (``prepare``) that restores TX_CONFIG, clears the interrupts and takes the transceiver through
idle to transceive: a request left without an answer never blocks the next one.
"""

import time

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
GARBLED = const(3)  # a start of frame and then no good frame: noise, or tags on top of one another

LEVELS = const(8)

_BUSY_LIMIT_US = const(10_000)  # normal is 20-60 us, an EEPROM write up to 5 ms
_FIELD_LIMIT_MS = const(20)
_MARGIN_US = const(100)  # SEND_DATA until the first edge on air, and t1's tolerance
_ROUNDS = const(64)  # of one census; a full rack needs about ten
_DEEPEST = const(60)  # mask bits that still leave a slot number

_WRITE_MULTIPLE = const(0x03)
_READ_REGISTER = const(0x04)
_READ_MULTIPLE = const(0x05)
_SEND_DATA = const(0x09)
_READ_DATA = const(0x0A)
_LOAD_RF_CONFIG = const(0x11)
_RF_ON = const(0x16)
_RF_OFF = const(0x17)

_SYSTEM_CONFIG = const(0x00)
_IRQ_ENABLE = const(0x01)
_IRQ_STATUS = const(0x02)
_IRQ_CLEAR = const(0x03)
_RX_STATUS = const(0x13)
_TX_CONFIG = const(0x18)
_RF_STATUS = const(0x1D)  # bit 17: the field is on
_DPC_CONFIG = const(0x27)

_WRITE = const(1)
_OR = const(2)
_AND = const(3)

_IRQ_RX = const(1 << 0)
_IRQ_TX = const(1 << 1)
_IRQ_TX_RFON = const(1 << 9)
_IRQ_GENERAL_ERROR = const(1 << 17)
_IRQ_HEARD = const((1 << 0) | (1 << 14))
_IRQ_WATCHED = const((1 << 0) | (1 << 9) | (1 << 14) | (1 << 17))

# Clear interrupts, idle, transceive. AND masks are spelt as bytes: small ints end at 30 bits on the board.
_GO = (
    b"\x03\x01\xff\xff\x0f\x00"  # IRQ_CLEAR
    b"\x00\x03\xf8\xff\xff\xff"  # SYSTEM_CONFIG: idle
    b"\x00\x02\x03\x00\x00\x00"  # SYSTEM_CONFIG: transceive
)
_SYMBOL_ONLY = b"\x18\x03\x3f\xfb\xff\xff"  # TX_CONFIG: neither data nor start symbol, so SEND_DATA sends an EOF


class ReaderError(Exception):
    """The reader chip does not do what it was told; the argument says where."""


class BusyTimeout(ReaderError):
    """BUSY stayed high: chip wedged, absent, or its line broken."""


class NoField(ReaderError):
    """RF_ON brought no field: external field, no supply of the transmitter."""


class Refused(ReaderError):
    """GENERAL_ERROR: the chip was not in the state that the instruction needs."""


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
    ``uid`` (8 bytes, least significant first) belongs to the last ANSWER and is overwritten by the next one.
    """

    def __init__(self, spi, nss, busy, reset, irq=None, level=0):
        self._spi = spi
        self._nss = nss
        self._busy = busy
        self._reset = reset
        self._irq_pin = irq
        self._irq = None
        self._level = level
        self._epoch = -1
        self._prepared = False
        self._on = False
        self._sent = 0
        self._air = 0
        self.failures = 0
        self._data_go = bytearray(b"\x03\x18\x01\x00\x00\x00\x00" + _GO)
        self._eof_go = bytearray(b"\x03" + _SYMBOL_ONLY + _GO)
        self._eof = bytearray((_SEND_DATA, 0))
        self._request = bytearray(32)
        self._request[0] = _SEND_DATA
        self._request_view = memoryview(self._request)
        self._ask_status = bytearray((_READ_MULTIPLE, _IRQ_STATUS, _RX_STATUS))
        self._status = bytearray(8)
        self._ask_state = bytearray((_READ_MULTIPLE, _IRQ_STATUS, _IRQ_ENABLE, _RF_STATUS))
        self._state = bytearray(12)
        self._ask_data = bytearray((_READ_DATA, 0))
        self._data = bytearray(iso15693.INVENTORY_ANSWER)
        self._data_view = memoryview(self._data)
        self.uid = bytearray(iso15693.UID_BYTES)
        nss(1)

    # -- frames ---------------------------------------------------------------------------------------------------

    def _ready(self):
        busy = self._busy
        if busy():
            start = time.ticks_us()
            while busy():
                if time.ticks_diff(time.ticks_us(), start) > _BUSY_LIMIT_US:
                    raise BusyTimeout("busy")

    def _frame(self, buf):
        self._ready()
        self._nss(0)
        self._spi.write(buf)
        # BUSY rises before NSS may; an idle line is not waited for, a missing edge would cost every frame.
        if not self._busy():
            self._busy()
        self._nss(1)

    def _fetch(self, buf):
        self._ready()
        self._nss(0)
        self._spi.readinto(buf, 0xFF)
        self._nss(1)

    def write_registers(self, *writes):
        """Write ``(address, action, u32)`` each, action 1 write, 2 OR, 3 AND, in one frame. Allocates."""
        buf = bytearray(1 + 6 * len(writes))
        buf[0] = _WRITE_MULTIPLE
        at = 1
        for address, action, value in writes:
            buf[at] = address
            buf[at + 1] = action
            for i in range(4):
                buf[at + 2 + i] = (value >> (8 * i)) & 0xFF
            at += 6
        self._frame(buf)

    def read_register(self, address):
        """A register as four bytes, least significant first. Allocates."""
        value = bytearray(4)
        self._frame(bytes((_READ_REGISTER, address)))
        self._fetch(value)
        return value

    def _read_status(self):
        """IRQ_STATUS and RX_STATUS into ``_status``; the interrupts as an int."""
        self._frame(self._ask_status)
        self._fetch(self._status)
        s = self._status
        return s[0] | s[1] << 8 | s[2] << 16

    # -- life -----------------------------------------------------------------------------------------------------

    def begin(self):
        """Reset the chip if nobody has yet, load the ISO 15693 configuration and switch the field on.

        Blocks up to 30 ms. Raises ReaderError.
        """
        if not self._reset.count:
            self._reset.pulse()
        self._epoch = self._reset.count
        self._prepared = False
        self._irq = None
        self.write_registers((_SYSTEM_CONFIG, _AND, 0xFFFFFFF8), (_IRQ_ENABLE, _WRITE, _IRQ_WATCHED))
        self._frame(bytes((_LOAD_RF_CONFIG, 0x0D, 0x8D)))  # ASK 100 %, 26 kbit/s both ways
        self._data_go[3:7] = self.read_register(_TX_CONFIG)
        self.set_level(self._level)
        self._on = False
        self.field(True)
        pin = self._irq_pin
        if pin is not None and pin():
            self.write_registers((_IRQ_CLEAR, _WRITE, 0xFFFFF))
            self._ready()
            # Only a pin that was seen high and low is trusted; else the interrupts are read over the bus.
            if not pin():
                self._irq = pin

    def set_level(self, level):
        """Transmitter level 0 (strongest) .. 7: TVDD - 0.15, 0.25, 0.5, 1.0 V; 3.0, 2.75, 2.5, 2.0 V (Fig. 35)."""
        self._level = level
        bits = (level & 3) << 1 | (1 if level < 4 else 0)
        self.write_registers((_DPC_CONFIG, _AND, 0xFFFFFFF0), (_DPC_CONFIG, _OR, bits))

    def field(self, on):
        """Switch the field. Without the check for foreign fields (flag bit 0), which there is no time for.

        Blocks until the field stands, at most 20 ms. Raises NoField.
        """
        if on == self._on:
            return
        self._on = on
        if not on:
            self._frame(bytes((_RF_OFF, 0)))
            return
        self.write_registers((_SYSTEM_CONFIG, _AND, 0xFFFFFFF8), (_IRQ_CLEAR, _WRITE, 0xFFFFF))
        self._frame(bytes((_RF_ON, 1)))
        start = time.ticks_ms()
        while not self._read_status() & _IRQ_TX_RFON:
            if time.ticks_diff(time.ticks_ms(), start) > _FIELD_LIMIT_MS:
                self._on = False
                raise NoField("field")
            time.sleep_us(100)

    def check(self):
        """Look at the chip after a request: has it sent, is it still as ``begin`` left it, is the IRQ pin true?

        Two frames. Raises Refused if not, for instance after a brown-out; then the next request begins anew.
        """
        state = self._state
        self._frame(self._ask_state)
        self._fetch(state)
        if not state[0] & _IRQ_TX or state[2] & 2 or state[5] != _IRQ_WATCHED >> 8 & 0xFF or not state[10] & 2:
            self._epoch = -1
            raise Refused("forgot")
        if state[1] & 0x40 and self._irq is not None and not self._irq():
            self._irq = None
        self.failures = 0

    def recover(self):
        """Next step after a ReaderError: idle, then a fresh configuration, then RESET. Raises if it is in vain.

        Blocks up to 40 ms. The reset takes every reader on the line along; they begin again by themselves.
        """
        self.failures += 1
        self._prepared = False
        if self.failures == 1:
            self.write_registers((_SYSTEM_CONFIG, _AND, 0xFFFFFFF8), (_IRQ_CLEAR, _WRITE, 0xFFFFF))
        elif self.failures == 2:
            self._frame(bytes((_RF_OFF, 0)))
            self.begin()
        else:
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
        """Send the first ``end`` bytes of the request buffer, two of which are the instruction."""
        if not self._prepared:
            self.prepare()
        self._prepared = False
        self._frame(self._request_view[:end])
        self._sent = time.ticks_us()
        self._air = iso15693.request_us(end - 2)

    def _wait(self, us):
        """Sleep until ``us`` after the request's end on air."""
        left = self._air + us - time.ticks_diff(time.ticks_us(), self._sent)
        if left > 0:
            time.sleep_us(left)

    def _listen(self, length):
        """Wait for an answer of ``length`` bytes and read it into ``_data``. One of the four results."""
        self._wait(iso15693.EMPTY_US + _MARGIN_US)
        if self._irq is not None:
            if not self._irq():
                return NOTHING
        else:
            flags = self._read_status()
            if flags & _IRQ_GENERAL_ERROR:
                raise Refused("send")
            if not flags & _IRQ_HEARD:
                return NOTHING
        self._wait(iso15693.EMPTY_US + iso15693.answer_us(length) + _MARGIN_US)
        flags = self._read_status()
        if flags & _IRQ_GENERAL_ERROR:
            raise Refused("send")
        status = self._status
        if status[6] & 4:
            return COLLISION
        if not flags & _IRQ_RX or status[6] & 3 or status[4] != length or status[5] & 1:
            return GARBLED
        self._frame(self._ask_data)
        self._fetch(self._data_view[:length])
        return ANSWER

    def _listen_uid(self, length):
        result = self._listen(length)
        if result == ANSWER:
            at = iso15693.uid_offset(self._data, length)
            if at < 0:
                return GARBLED
            for i in range(iso15693.UID_BYTES):
                self.uid[i] = self._data[at + i]
            self.failures = 0
        return result

    def inventory(self, uid=None, bits=0, quiet=False):
        """Ask all tags, or those whose lowest ``bits`` are those of ``uid``, in one slot; ``uid`` then tells which.

        With ``quiet`` only persistently quiet tags answer, else only the others. Blocks 2.2-7.5 ms.
        Raises ReaderError.
        """
        if quiet:
            end, length = iso15693.quiet_inventory(self._request, 2, True, uid, bits), iso15693.READ_ANSWER
        else:
            end, length = iso15693.inventory(self._request, 2, True, uid, bits), iso15693.INVENTORY_ANSWER
        self._send(end)
        return self._listen_uid(length)

    def census(self, found, quiet=False):
        """Name every tag in the field: calls ``found(uid)`` for each. Sixteen slots; a slot with several tags is
        asked again with its number added to the mask.

        A generator that yields after each answer or four slots, at most 6 ms apart, so that others may run in
        between; there is no upper limit to the time between slots. Raises ReaderError.
        """
        pending = [(0, bytes(iso15693.UID_BYTES))]
        rounds = 0
        while pending and rounds < _ROUNDS:
            rounds += 1
            bits, mask = pending.pop()
            if quiet:
                end, length = iso15693.quiet_inventory(self._request, 2, False, mask, bits), iso15693.READ_ANSWER
            else:
                end, length = iso15693.inventory(self._request, 2, False, mask, bits), iso15693.INVENTORY_ANSWER
            self._send(end)
            for slot in range(16):
                result = self._listen_uid(length)
                if result == ANSWER:
                    found(self.uid)
                elif result and bits < _DEEPEST:
                    deeper = bytearray(mask)
                    deeper[bits >> 3] |= slot << (bits & 7)
                    pending.append((bits + 4, deeper))
                if result:
                    self._wait(iso15693.EMPTY_US + iso15693.answer_us(length) + iso15693.TURN_US)
                if slot < 15:
                    self._next_slot()
                if result or slot & 3 == 3:
                    yield

    def _next_slot(self):
        self._frame(self._eof_go)
        self._frame(self._eof)
        self._sent = time.ticks_us()
        self._air = iso15693.EOF_US

    def silence(self, uid, persistent=True):
        """Tell one tag to stay quiet, through field losses of two seconds if ``persistent``. Blocks 4.6 ms.

        Nothing answers: whether it was heard shows when the tag is asked for again. Raises ReaderError.
        """
        write = iso15693.stay_quiet_persistent if persistent else iso15693.stay_quiet
        self._send(write(self._request, 2, uid))
        self._wait(iso15693.EMPTY_US)

    def wake(self, uid):
        """End either kind of quiet of one tag. True if it acknowledged. Blocks 6 ms. Raises ReaderError."""
        self._send(iso15693.reset_to_ready(self._request, 2, uid))
        return self._listen(1) == ANSWER and not self._data[0] & 1

    def read_block(self, uid, block):
        """Four bytes of one tag's memory, or None. Blocks 7 ms, allocates. Raises ReaderError."""
        self._send(iso15693.read_block(self._request, 2, uid, block))
        if self._listen(5) != ANSWER:
            return None
        return iso15693.block_of(self._data, 5)
