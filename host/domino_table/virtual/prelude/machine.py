"""``machine`` of the ESP32-S3 port, on the bus."""

import clock as _c
from peripherals import ADC, PWM, RTC, WDT, Timer, bitstream, time_pulse_us
from pins import SPI, Pin

try:
    from umachine import Signal
except ImportError:  # the 32-bit build on which the heap is measured
    pass

PWRON_RESET, HARD_RESET, WDT_RESET, DEEPSLEEP_RESET, SOFT_RESET = 1, 2, 3, 4, 5
_freq = 240000000
_cause = PWRON_RESET
_unique_id = b"\x00" * 6


def reset():
    _c.reset(HARD_RESET)


def soft_reset():
    raise SystemExit


def reset_cause():
    return _cause


def unique_id():
    return _unique_id


def freq(hz=None):
    global _freq
    if hz is None:
        return _freq
    if hz not in (20000000, 40000000, 80000000, 160000000, 240000000):
        raise ValueError("frequency must be 20MHz, 40MHz, 80Mhz, 160MHz or 240MHz")
    _freq = hz


def idle():
    _c.spend(_c.costs["pin"])


def lightsleep(ms=None):
    _c.sleep_until(_c.NEVER if ms is None else _c.now + ms * 1000)


def deepsleep(ms=None):
    _c.reset(DEEPSLEEP_RESET, 0, _c.NEVER if ms is None else ms * 1000)


def disable_irq():
    return 0


def enable_irq(state=0):
    pass
