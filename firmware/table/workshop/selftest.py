"""The table tests itself: loops, lights, buttons, knock pads, tags. Asked for by a PC, or by the keys without one.

From the keys: ``/selftest`` was written and the board reset; ``main.py`` finds the file and calls ``run``, which has
all of the memory. What was found stays in ``/selftest.json`` until the next test.
"""

import json
import time

import neopixel
from machine import ADC, Pin, reset

from table.buses import bus
from table.drivers.keys import Keys
from table.drivers.knock import Knocks
from table.drivers.pn5180 import ANSWER
from table.drivers.rim import Rim
from table.sensing.tile_map import TileMap
from table.workshop.display import Display
from table.workshop.measure import load
from table.workshop.report import report
from table.workshop.stand import Stand, on_air
from table.workshop.tags import where

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


FOUND = "/selftest.json"
STEPS = ("loops", "lights", "buttons", "knocks", "tags")
_OPEN = const(93)  # a loop that leaves so many hundredths of the open antenna's voltage carries no current
_ROUNDS = const(20)
_ENOUGH = const(18)  # of _ROUNDS: a tag that answers less often is weak
_POLL_MS = const(20)
_HAND_MS = const(15_000)  # how long a button, a knock or an answer is waited for
_LAY_MS = const(60_000)
_LINES = const(8)
_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)


class SelfTest:
    """The steps of the test at one board. Each shows what it wants, and returns what it found as JSON can hold it.

    stand: the board's Stand.
    """

    def __init__(self, stand):
        self.stand = stand
        config = self._config = stand.config
        pins = config["pins"]
        panel = bus(config, "panel") if "panel_sck" in pins else None
        self.display = Display(config, panel)
        self._bits = config.get("keys") or {}
        self._keys = Keys(panel, Pin(pins["keys_load"], Pin.OUT, value=1)) if self._bits else None
        self._pads = pins.get("knocks", [])
        self._rim = None
        layout = self._layout = config.get("rim")
        if layout:
            strip = neopixel.NeoPixel(Pin(pins["rim_data"], Pin.OUT), layout["leds"] + len(layout["lamps"]))
            self._rim = Rim(strip, layout["max_brightness"])
        self._last = 0  # pressed inputs at the last reading, and when two readings last agreed

    def _say(self, key, *lines, **fields):
        self.display.show(lines, self.display.texts(key, **fields))

    # Hands

    def _pressed(self):
        """Mask of inputs that were just pressed: two readings agree and the last agreement had them released."""
        time.sleep_ms(_POLL_MS)
        mask = self._keys.read()
        new = mask & ~self._last
        if new:
            time.sleep_ms(_POLL_MS)
            new &= self._keys.read()
        self._last = self._last & mask | new
        return new

    def answer(self, limit=_HAND_MS):
        """Wait for a key under the display: True for ``ok``, False for ``left``, None where nobody presses one."""
        if "ok" not in self._bits:
            return None
        start = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), start) < limit:
            pressed = self._pressed()
            if pressed >> self._bits["ok"] & 1:
                return True
            if pressed >> self._bits["left"] & 1:
                return False
        return None

    def _light(self, colour, *lights):
        """These lights in one colour and the others dark; all without ``lights``."""
        if self._rim is not None:
            self._rim.fill(_BLACK if lights else colour)
            for light in lights:
                self._rim.set(light, colour)
            self._rim.show()

    # Steps

    def loops(self):
        """{"count", "dead": [loop, ...]}: loops that carry no current. Without a selector nothing can be said: none."""
        self._say("selftest.wait")
        values, nothing = load(self.stand)
        dead = []
        for loop, value in enumerate(values):
            if nothing and value * 100 >= nothing[0 if loop < self.stand.grid else -1] * _OPEN:
                dead.append(loop)
        return {"count": self.stand.count, "dead": dead}

    def lights(self):
        """{"good": True, False or None}: all lights are white, and somebody says whether they are; with a tone."""
        if self._rim is None:
            return {"good": None}
        self._light(_WHITE)
        self._say("selftest.lights")
        self.stand.beep(880, 150)
        self.stand.beep(1760, 150)
        good = self.answer()
        self._light(_BLACK)
        return {"good": good}

    def buttons(self):
        """{"silent": [name, ...]}: buttons and keys that nobody pressed in 15 s; a seat's lamp is lit for its own."""
        silent = []
        for name in ("seat0", "seat1", "seat2", "seat3", "left", "right", "ok"):
            if name not in self._bits:
                continue
            if name[:4] == "seat":
                seat = int(name[4])
                if seat >= self._config["seats"]:
                    continue
                if self._layout:
                    self._light(_WHITE, self._layout["lamps"][seat])
                self._say("selftest.button", seat=seat + 1)
            else:
                self._light(_BLACK)
                self._say("selftest.key." + name)
            if not self._wait_for(self._bits[name]):
                silent.append(name)
        self._light(_BLACK)
        return {"silent": silent}

    def _wait_for(self, bit):
        start = time.ticks_ms()
        while time.ticks_diff(time.ticks_ms(), start) < _HAND_MS:
            if self._pressed() >> bit & 1:
                self.stand.beep()
                return True
        return False

    def knocks(self):
        """{"silent": [seat, ...]}: pads on which no double knock was heard in 15 s."""
        silent = []
        for seat in range(len(self._pads)):
            if self._layout:
                self._light(_WHITE, self._layout["lamps"][seat])
            self._say("selftest.knock", seat=seat + 1)
            pads, start, heard = Knocks([ADC(Pin(pin)) for pin in self._pads]), time.ticks_ms(), False
            while not heard and time.ticks_diff(time.ticks_ms(), start) < _HAND_MS:
                time.sleep_ms(_POLL_MS)
                heard = pads.feed(time.ticks_ms()) == seat
            if heard:
                self.stand.beep()
            else:
                silent.append(seat)
        self._light(_BLACK)
        return {"silent": silent}

    def tags(self, wait=False):
        """{"heard": tags, "weak": [[tag, answers], ...], "lost": [tag, ...]} of the tiles on cloth and racks.

        Tags as ``2 * tile + half``. Every tag of the tile map that is heard is asked 20 times in the loop that hears
        it best; weak is one that answers less than 18 times; lost is one that is silent while its tile's other one
        answers. wait: only when somebody has pressed ``ok``.
        """
        if wait:
            self._say("selftest.lay")
            self.answer(_LAY_MS)
        self._say("selftest.wait")
        known, stand, counts = TileMap.load("/tiles.bin"), self.stand, {}
        found = where(stand, True)
        for name in found:
            uid = on_air(name)
            tag = known.find(uid)
            if tag >= 0:
                counts[tag] = _answers(stand, uid, _best(found[name][1:]))
        weak = [[tag, counts[tag]] for tag in sorted(counts) if counts[tag] < _ENOUGH]
        return {
            "heard": len(counts),
            "weak": weak,
            "lost": sorted([tag ^ 1 for tag in counts if tag ^ 1 not in counts]),
        }

    # What is told at the end

    def tell(self, found):
        """Show the report, eight lines at a time, until ``ok`` is pressed at its end or nobody does for a minute."""
        lines = report(self.stand, self.display.texts, found)
        while lines:
            last = len(lines) <= _LINES
            self._say("selftest.end" if last else "selftest.more", *lines[:_LINES])
            if self.answer(_LAY_MS) is None:
                return
            lines = lines[_LINES:]


def _best(heard):
    """The loop of the greatest strength in [loop, strength, ...]."""
    best = 0
    for n in range(2, len(heard), 2):
        if heard[n + 1] > heard[best + 1]:
            best = n
    return heard[best]


def _answers(stand, uid, loop):
    stand.select(loop)
    time.sleep_ms(2)  # a weak tag wakes up late
    count = 0
    for _ in range(_ROUNDS):
        count += stand.reader.inventory(uid, 64) == ANSWER
    return count


def run():
    """Test everything with the people at the table, show what was found, keep it, and be a table again: resets."""
    from table.config import load as load_config

    found = {}
    try:
        test = SelfTest(Stand(load_config()))
        for name in STEPS:
            try:
                found[name] = test.tags(True) if name == "tags" else getattr(test, name)()
            except Exception as error:  # a dead reader must not keep the others from being tested
                found[name] = {"error": repr(error)}
                test.display.show((repr(error),), test.display.texts("selftest.failed"))
                time.sleep_ms(3000)
        keep(found)
        test.tell(found)
    finally:
        reset()


def keep(found):
    """Write what was found for a PC that asks later; where the flash is full it is lost."""
    try:
        with open(FOUND, "w") as file:
            json.dump(found, file)
    except OSError:
        pass


_tests = []  # the SelfTest between two requests of a PC


def _test(stand):
    if not _tests or _tests[0].stand is not stand:
        _tests[:] = [SelfTest(stand)]
    return _tests[0]


def step(stand, name):
    """One of STEPS, without waiting for tiles to be laid: the PC does that. Raises ReaderError."""
    return getattr(_test(stand), name)()


def tell(stand, found):
    """Keep what the steps found, show it on the display, and return its lines in the table's language."""
    test = _test(stand)
    keep(found)
    lines = report(stand, test.display.texts, found)
    test.display.show(lines[:_LINES])
    return lines


DEEDS = {"step": step, "tell": tell}
