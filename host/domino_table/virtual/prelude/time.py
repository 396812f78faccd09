"""``time`` as on the ESP32, on the virtual clock: ticks wrap at 2^30, the epoch is 2000-01-01, no time zones."""

import clock as _c
import utime as _real

_EPOCH = 946684800  # of 2000-01-01 in the 1970 epoch of the interpreter below
_PERIOD = 0x3FFFFFFF
_HALF = 0x20000000
_DAYS = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


def ticks_ms():
    _c.now += _TICKS
    if _c.now >= _c.limit:
        _c.catch_up()
    return ((_c.now - _c.booted) // 1000) & _PERIOD


def ticks_us():
    _c.now += _TICKS
    if _c.now >= _c.limit:
        _c.catch_up()
    return (_c.now - _c.booted) & _PERIOD


def ticks_cpu():
    return (ticks_us() * 240) & _PERIOD


def ticks_add(ticks, delta):
    if not -_HALF < delta < _HALF:
        raise OverflowError("ticks interval overflow")
    return (ticks + delta) & _PERIOD


def ticks_diff(end, start):
    return ((end - start + _HALF) & _PERIOD) - _HALF


def sleep_us(us):
    if us > 0:
        _c.sleep_until(_c.now + us)


def sleep_ms(ms):
    _c.spend(_TICKS)
    if ms > 0:
        _c.sleep_until(_c.now + ms * 1000)


def sleep(seconds):
    sleep_ms(int(seconds * 1000))


def time():
    _c.spend(_TICKS)
    return (_c.now + _c.rtc_us) // 1000000


def time_ns():
    _c.spend(_TICKS)
    return (_c.now + _c.rtc_us) * 1000


def gmtime(seconds=None):
    if seconds is None:
        seconds = time()
    return _real.gmtime(int(seconds) + _EPOCH)[:8]


localtime = gmtime


def mktime(fields):
    year, month, day, hour, minute, second = fields[:6]
    years = year - 2000
    days = years * 365 + (years + 3) // 4 + _DAYS[month - 1] + (month > 2 and year % 4 == 0)
    return (((days + day - 1) * 24 + hour) * 60 + minute) * 60 + second


_TICKS = _c.costs["ticks"]
