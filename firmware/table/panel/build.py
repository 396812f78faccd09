"""Builds the panel of a table from its configuration."""

import neopixel
from machine import PWM, Pin

from ..drivers.buzzer import Buzzer
from ..drivers.rim import Rim
from ..drivers.st7789 import ST7789
from . import Panel
from .font import GLYPH_BYTES, Font
from .screen import Screen
from .signals import Signals
from .texts import Texts

_FONTS = ("small", "bold", "large")


def build_screen(config, spi):
    """The screen of a build that has a display. Blocks 280 ms while that wakes."""
    pins = config["pins"]
    display = ST7789(
        spi,
        Pin(pins["display_cs"], Pin.OUT, value=1),
        Pin(pins["display_dc"], Pin.OUT, value=0),
        Pin(pins["display_backlight"], Pin.OUT, value=0),
        config["display"]["width"],
        config["display"]["height"],
    )
    display.start()
    glyph = bytearray(GLYPH_BYTES)
    return Screen(display, [Font("/fonts/%s.bin" % name, glyph) for name in _FONTS])


def build(config, spi, referee):
    """The panel and its tasks: ``(panel, {name: function that makes the task's coroutine})``.

    ``spi`` is the built panel bus. What the configuration lacks (display, rim, buzzer) the panel does without.
    Blocks 280 ms while the display wakes.
    """
    pins, tasks = config["pins"], {}
    screen = signals = buzzer = texts = None
    if config.get("display"):
        screen = build_screen(config, spi)
        texts = Texts(language=referee.language)
        tasks["screen"] = screen.run
    if config.get("rim"):
        layout = config["rim"]
        strip = neopixel.NeoPixel(Pin(pins["rim_data"], Pin.OUT), layout["leds"] + len(layout["lamps"]))
        signals = Signals(Rim(strip, layout["max_brightness"]), layout, config["area"])
        tasks["rim"] = signals.run
    if "buzzer" in pins:
        buzzer = Buzzer(PWM(Pin(pins["buzzer"]), freq=440, duty_u16=0))
        tasks["buzzer"] = buzzer.run
    panel = Panel(referee, screen, signals, buzzer, texts)
    tasks["panel"] = panel.run
    return panel, tasks
