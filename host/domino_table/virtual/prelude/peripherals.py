"""The other devices of ``machine``: ADC, PWM, watchdog, timers, real-time clock and the WS2812 bit stream."""

from struct import unpack_from

import clock as _c
from pins import Pin

_ADC_COST, _LED_COST, _STRIP_COST = _c.costs["adc"], _c.costs["led"], _c.costs["strip"]
_ASK_ADC, _POST_STRIP, _POST_PWM, _NOTE_RTC, _NOTE_WATCHDOG = 65, 3, 4, 4, 5


class ADC:
    """An analogue input. What the world said last is used as long as the world said that it holds."""

    ATTN_0DB, ATTN_2_5DB, ATTN_6DB, ATTN_11DB = 0, 1, 2, 3
    WIDTH_9BIT, WIDTH_10BIT, WIDTH_11BIT, WIDTH_12BIT = 9, 10, 11, 12

    def __init__(self, pin, atten=0, **settings):
        self.pin = pin if isinstance(pin, Pin) else Pin(pin)
        self._value = self._holds = 0

    def read_u16(self):
        _c.spend(_ADC_COST)
        if _c.now >= self._holds:
            self._value, self._holds = unpack_from("<Hq", _c.ask(_ASK_ADC, self.pin.number, 0, b"", 10), 0)
        return self._value

    def read(self):
        return self.read_u16() >> 4

    def read_uv(self):
        return self.read_u16() * 3300000 // 65535

    def atten(self, value):
        pass

    def width(self, value):
        pass

    def init(self, **settings):
        pass


class PWM:
    """A PWM output. ``duty`` counts to 1023, ``duty_u16`` to 65535."""

    def __init__(self, dest, freq=5000, duty=None, duty_u16=None, duty_ns=None, **settings):
        self.pin = dest if isinstance(dest, Pin) else Pin(dest)
        self._freq, self._duty = freq, 32768
        self.init(freq, duty, duty_u16, duty_ns)

    def init(self, freq=None, duty=None, duty_u16=None, duty_ns=None, **settings):
        if freq:
            self._freq = freq
        if duty is not None:
            self._duty = min(65535, duty * 64)
        if duty_u16 is not None:
            self._duty = duty_u16
        if duty_ns is not None:
            self._duty = duty_ns * self._freq * 65535 // 1000000000
        self._tell()

    def _tell(self):
        _c.spend(_c.costs["pin"])
        _c.post(_POST_PWM, self.pin.number, self._duty, self._freq.to_bytes(4, "little"))

    def freq(self, value=None):
        if value is None:
            return self._freq
        self.init(freq=value)

    def duty(self, value=None):
        if value is None:
            return self._duty // 64
        self.init(duty=value)

    def duty_u16(self, value=None):
        if value is None:
            return self._duty
        self.init(duty_u16=value)

    def duty_ns(self, value=None):
        if value is None:
            return self._duty * 1000000000 // (self._freq * 65535)
        self.init(duty_ns=value)

    def deinit(self):
        self._duty = 0
        self._tell()


class WDT:
    """The task watchdog: once started it can be neither stopped nor outlived."""

    def __init__(self, id=0, timeout=5000):
        if id != 0 or timeout <= 0:
            raise ValueError("id and timeout out of range")
        self._us = timeout * 1000
        _c.note(_NOTE_WATCHDOG, str(self._us).encode())
        _c.sync(_c.now)  # now, as the program may never touch the clock again
        self.feed()

    def feed(self):
        _c.watchdog = _c.now + self._us
        _c.touch()
        _c.spend(_c.costs["pin"])


class Timer:
    """A hardware timer, 0 to 3, whose callback runs between two steps of the program."""

    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id, **settings):
        if not 0 <= id < 4:
            raise ValueError("invalid Timer number")
        self.id, self.callback, self.due, self._us, self._mode = id, None, _c.NEVER, 0, self.PERIODIC
        if settings:
            self.init(**settings)

    def init(self, *, mode=PERIODIC, freq=-1, period=-1, callback=None, hard=False):
        if hard:
            raise ValueError("hard Timers are not implemented")
        self.deinit()
        self._us = period * 1000 if freq == -1 else int(1000000 // freq)
        self._mode, self.callback, self.due = mode, callback, _c.now + self._us
        _c.timers.append(self)
        _c.touch()

    def fire(self):
        if self._mode == self.ONE_SHOT:
            _c.timers.remove(self)
            self.due = _c.NEVER
        else:
            self.due = max(self.due + self._us, _c.now + 1)

    def value(self):
        return (self._us - (self.due - _c.now)) // 1000

    def deinit(self):
        for timer in _c.timers[:]:
            if timer.id == self.id:
                _c.timers.remove(timer)
        self.due = _c.NEVER


class RTC:
    """The real-time clock: runs on through resets, starts at 2000-01-01 when the power comes."""

    def datetime(self, fields=None):
        import time

        if fields is None:
            year, month, day, hour, minute, second, weekday, _ = time.gmtime()
            return (year, month, day, weekday, hour, minute, second, (_c.now + _c.rtc_us) % 1000000)
        year, month, day, _, hour, minute, second, micro = fields
        _c.rtc_us = time.mktime((year, month, day, hour, minute, second, 0, 0)) * 1000000 + micro - _c.now
        _c.note(_NOTE_RTC, str(_c.rtc_us).encode())

    init = datetime


def bitstream(pin, encoding, timing, data):
    """Send ``data`` to a chain of LEDs; the processor does nothing else meanwhile."""
    _c.post(_POST_STRIP, pin.number, 0, data)
    _c.spend(_STRIP_COST + _LED_COST * (len(data) // 3))


def time_pulse_us(pin, pulse_level, timeout_us=1000000):
    end = _c.now + timeout_us
    for wanted, failure in ((pulse_level, -2), (not pulse_level, -1)):
        start = _c.now
        while bool(pin()) != bool(wanted):
            if _c.now >= end:
                return failure
    return _c.now - start
