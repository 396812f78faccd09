"""``Pin`` and ``SPI`` of the ESP32 port on the bus, with BUSY foretold by the readers' rules."""

import gc
from struct import unpack_from

import clock as _c

_PIN_COST = _c.costs["pin"]
_SPI_COST = _c.costs["spi_call"]
_SPIN_US = 12
_PINS = 49
_POST_PIN, _POST_SPI, _ASK_SPI = 1, 2, 64

_pins = {}
_rules = []
_selected = None


class Rule:
    """BUSY of one reader (bus.py, BusyRule), and where its current frame stands."""

    def __init__(self, nss):
        self.nss = nss
        self.valid = False
        self.low = False
        self.opcode = -1
        self.free_at = self.seen = 0

    def is_busy(self):
        return 1 if (self.opcode >= 0 if self.low else _c.now < self.free_at) else 0

    def spin(self):
        """BUSY is high. A second look within a few µs is a loop that waits: let it come to the end of its waiting.

        The time of its last look is the same as if each turn had been made, on the grid of the loop's own period.
        """
        period = _c.now - self.seen
        if 0 < period <= _SPIN_US and not self.low:
            stop = min(self.free_at, _c.limit)
            if stop > _c.now:
                _c.now += (stop - _c.now + period - 1) // period * period
                self.seen = 0
                if _c.now >= _c.limit:
                    _c.catch_up()
                return self.is_busy()
        self.seen = _c.now
        return 1

    def select(self, level):
        global _selected
        self.low = not level
        self.seen = 0
        if not level:
            self.opcode = -1
            _selected = self
            return
        if self.opcode >= 0:
            self.free_at = _c.now + self.us.get(self.opcode, self.default_us)
        if _selected is self:
            _selected = None


def take_rules(body, at, count):
    """Rules from an answer; with no ``body`` those known become valid again. Returns where the answer goes on."""
    for rule in _rules:
        rule.valid = body is None
    for _ in range(count):
        nss, busy, reset, bus, default_us, pairs = unpack_from("<BBBBIH", body, at)
        at += 10
        rule = _rule_of(nss)
        rule.busy, rule.reset, rule.bus, rule.default_us, rule.us = busy, reset, bus, default_us, {}
        for _ in range(pairs):
            opcode, us = unpack_from("<BI", body, at)
            rule.us[opcode] = us
            at += 5
        rule.valid = True
    if body is not None:
        for n in _pins:
            _pins[n].learn()
    return at


def _rule_of(nss):
    for rule in _rules:
        if rule.nss == nss:
            return rule
    rule = Rule(nss)
    _rules.append(rule)
    return rule


_c.on_rules = take_rules


class Pin:
    """One object per pin, as on the ESP32, where all lie in a table outside the heap (``machine_pin_obj_table``).

    So each is here from the start, and the firmware's heap does not pay for it. An input nobody drives reads its
    pull-up, else 0.
    """

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2
    WAKE_LOW = 4
    WAKE_HIGH = 5
    DRIVE_0, DRIVE_1, DRIVE_2, DRIVE_3 = 0, 1, 2, 3

    def __new__(cls, id, *args, **kwargs):
        number = id if isinstance(id, int) else id.number
        if not 0 <= number < _PINS:
            raise ValueError("invalid pin")
        if number not in _pins:
            pin = _pins[number] = object.__new__(cls)
            pin.number, pin._out, pin._mode, pin._pull, pin._told = number, 0, cls.IN, None, False
            pin.learn()
        return _pins[number]

    def __init__(self, id, mode=-1, pull=-1, *, value=None, drive=None, hold=None):
        self.init(mode, pull, value=value)

    def init(self, mode=-1, pull=-1, *, value=None, drive=None, hold=None):
        if pull != -1:
            self._pull = pull
        if value is not None:
            self._drive(1 if value else 0, mode == self.OUT or self._mode == self.OUT)
        if mode != -1:
            self._mode = mode
            if mode == self.OUT and not self._told:
                self._drive(self._out, True)

    def learn(self):
        self._busy = self._nss = None
        self._resets = []
        for rule in _rules:
            if rule.busy == self.number:
                self._busy = rule
            if rule.nss == self.number:
                self._nss = rule
            if rule.reset == self.number:
                self._resets.append(rule)

    def _drive(self, level, output):
        if level == self._out and self._told:
            return
        self._out = level
        if not output:
            return
        self._told = True
        _c.post(_POST_PIN, self.number, level, b"")
        if self._nss is not None:
            self._nss.select(level)
        for rule in self._resets:
            rule.valid = False
            _c.rules_stale = True

    def __call__(self, x=None):
        _c.now += _PIN_COST
        if _c.now >= _c.limit:
            _c.catch_up()
        if x is not None:
            x = 1 if x else 0
            if x != self._out or not self._told:
                self._drive(x, self._mode == 3)
            return None
        if self._mode == 3:
            return self._out
        rule = self._busy
        if rule is not None and rule.valid:
            return rule.is_busy() and rule.spin()
        if _c.pending:
            _c.sync(_c.now)
        level = _c.levels[self.number]
        return (1 if self._pull == 2 else 0) if level is None else level

    value = __call__

    def on(self):
        self(1)

    def off(self):
        self(0)

    def toggle(self):
        self(not self._out)

    def irq(self, handler=None, trigger=3, *, wake=None, hard=False):
        if handler is None:
            _c.handlers.pop(self.number, None)
        else:
            _c.handlers[self.number] = (self, handler, trigger)
        _c.touch()
        return self

    def __repr__(self):
        return "Pin(%d)" % self.number


for _number in range(_PINS):
    Pin(_number)
    gc.collect()  # or the heap would be full of holes from here on


class SPI:
    """A hardware bus. A call costs its set-up and eight clocks a byte; all of a frame is one call."""

    MSB = 0
    LSB = 1

    def __init__(self, id, baudrate=1000000, **settings):
        if id not in (1, 2):
            raise ValueError("SPI(%d) doesn't exist" % id)
        self.id = id
        self.init(baudrate)

    def init(self, baudrate=1000000, **settings):
        self._byte_ns = 8000000000 // baudrate

    def deinit(self):
        pass

    def _begin(self, data):
        _c.now += _SPI_COST
        if _c.now >= _c.limit:
            _c.catch_up()
        rule = _selected
        if rule is not None and rule.opcode < 0 and rule.bus == self.id and len(data):
            rule.opcode = data[0]

    def write(self, buf):
        self._begin(buf)
        _c.post(_POST_SPI, self.id, 0, buf)
        _c.now += len(buf) * self._byte_ns // 1000

    def write_readinto(self, write_buf, read_buf):
        n = len(write_buf)
        if len(read_buf) != n:
            raise ValueError("buffers must be the same length")
        self._begin(write_buf)
        read_buf[:] = _c.ask(_ASK_SPI, self.id, 0, write_buf, n)
        _c.now += n * self._byte_ns // 1000

    def readinto(self, buf, write=0):
        self.write_readinto(bytes((write,)) * len(buf), buf)

    def read(self, nbytes, write=0):
        taken = bytearray(nbytes)
        self.readinto(taken, write)
        return bytes(taken)
