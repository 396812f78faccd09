"""The table tests itself: loops, lights, buttons, knock pads, tags. Asked for by a PC, or by the keys without one.

From the keys: ``/selftest`` was written and the board reset; ``main.py`` finds the file and calls ``run``, which has
all of the memory. What was found stays in ``/selftest.json`` until the next test. Whoever holds ``<`` ends it at once.
"""

import json
import time

import neopixel
from machine import ADC, Pin, reset

from table.buses import bus
from table.drivers.keys import LONG_MS, Keys
from table.drivers.knock import Knocks
from table.drivers.pn5180 import ANSWER
from table.drivers.rim import Rim
from table.sensing.tile_map import TileMap
from table.workshop.display import Display
from table.workshop.measure import load
from table.workshop.report import KEYS, report
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
_LET_GO_MS = const(5_000)  # a key that is still held when the table is a table again would call for maintenance
_LINES = const(8)
_WHITE = (255, 255, 255)
_BLACK = (0, 0, 0)


class Ended(Exception):
    """Somebody has held ``<``: the test is over."""


class SelfTest:
    """The steps of the test at one board. Each shows what it wants, and returns what it found as JSON can hold it.

    While a hand is waited for, the display counts the seconds down, and every step raises Ended. stand: the board's
    Stand.
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
        # Pressed inputs at the last reading, and when two readings last agreed: one that is stuck is never new.
        self._last = self._keys.read() if self._keys else 0
        self._left = 1 << self._bits["left"] if "left" in self._bits else 0
        self._held = None  # when ``<`` was pressed that is still down

    def _say(self, key, *lines, **fields):
        texts = self.display.texts
        if not lines and self._left:
            lines = ("",) * (_LINES - 1) + (texts("selftest.stop"),)
        self.display.show(lines, texts(key, **fields))

    # Hands

    def _pressed(self):
        """Mask of inputs that were just pressed: two readings agree and the last agreement had them released.

        ``<`` counts when it is let go: held, it raises Ended. Blocks 20 or 40 ms.
        """
        time.sleep_ms(_POLL_MS)
        if self._keys is None:
            return 0
        mask = self._keys.read()
        new = mask & ~self._last
        if new:
            time.sleep_ms(_POLL_MS)
            new &= self._keys.read()
        gone = self._last & ~mask
        self._last = self._last & mask | new
        if new & self._left:
            self._held = time.ticks_ms()
        if self._held is None:
            return new
        new &= ~self._left
        if gone & self._left:
            self._held = None
            return new | self._left
        if time.ticks_diff(time.ticks_ms(), self._held) >= LONG_MS:
            raise Ended
        return new

    def _await(self, limit, seen):
        """What ``seen()`` returns as soon as that is not None, at most after ``limit`` ms: then None.

        The display counts down. ``seen`` blocks for some 20 ms.
        """
        start, shown, answer = time.ticks_ms(), None, None
        while answer is None:
            left = limit - time.ticks_diff(time.ticks_ms(), start)
            if left <= 0:
                break
            if shown != (left + 999) // 1000:
                shown = (left + 999) // 1000
                self.display.left(shown)
            answer = seen()
        self.display.left(None)
        return answer

    def _answered(self):
        pressed = self._pressed()
        if pressed >> self._bits["ok"] & 1:
            return True
        return False if pressed & self._left else None

    def answer(self, limit=_HAND_MS):
        """Wait for a key under the display: True for ``ok``, False for ``left``, None where nobody presses one."""
        return self._await(limit, self._answered) if "ok" in self._bits else None

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
        """{"good": True, False or None}: all lights are white, and somebody says whether they are; with a tone.

        "late" is there where somebody could have said so, and nobody did in 15 s.
        """
        if self._rim is None:
            return {"good": None}
        self._light(_WHITE)
        self._say("selftest.lights")
        self.stand.beep(880, 150)
        self.stand.beep(1760, 150)
        good = self.answer()
        self._light(_BLACK)
        return {"good": good, "late": True} if good is None and "ok" in self._bits else {"good": good}

    def buttons(self):
        """{"silent": [name, ...], "stuck": [name, ...]}: what nobody pressed in 15 s; a seat's lamp is lit for its own.

        Whether it is broken then the table cannot tell; stuck is what was pressed all the time.
        """
        silent, stuck = [], []
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
                self._say("selftest.key", name=KEYS[name])
            bit = self._bits[name]
            if self._await(_HAND_MS, lambda bit=bit: self._pressed() >> bit & 1 or None):
                self.stand.beep()
            else:
                (stuck if self._last >> bit & 1 else silent).append(name)
        self._light(_BLACK)
        return {"silent": silent, "stuck": stuck}

    def knocks(self):
        """{"silent": [seat, ...]}: pads on which no double knock was heard in 15 s."""
        silent = []
        for seat in range(len(self._pads)):
            if self._layout:
                self._light(_WHITE, self._layout["lamps"][seat])
            self._say("selftest.knock", seat=seat + 1)
            pads = Knocks([ADC(Pin(pin)) for pin in self._pads])
            if self._await(_HAND_MS, lambda pads=pads, seat=seat: self._knocked(pads, seat)):
                self.stand.beep()
            else:
                silent.append(seat)
        self._light(_BLACK)
        return {"silent": silent}

    def _knocked(self, pads, seat):
        self._pressed()
        return True if pads.feed(time.ticks_ms()) == seat else None

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
            self._pressed()
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

    def end(self, last="selftest.over"):
        """Say ``last``, that the test was ended early, and wait until ``<`` is let go, at most 5 s."""
        self._light(_BLACK)
        self.display.show((), self.display.texts(last))
        start = time.ticks_ms()
        while self._keys.read() & self._left and time.ticks_diff(time.ticks_ms(), start) < _LET_GO_MS:
            time.sleep_ms(_POLL_MS)


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
        last = "selftest.over"
        try:
            for name in STEPS:
                _do(test, name, found)
            last = "selftest.wait"  # all is done, and only has to be read
            keep(found)
            test.tell(found)
        except Ended:
            keep(found)
            test.end(last)
    finally:
        reset()


def _do(test, name, found):
    """One step into ``found``; a dead reader must not keep the others from being tested. Raises Ended."""
    try:
        found[name] = test.tags(True) if name == "tags" else getattr(test, name)()
    except Ended:
        found[name] = {"ended": True}
        raise
    except Exception as error:
        found[name] = {"error": repr(error)}
        test.display.show((repr(error),), test.display.texts("selftest.failed"))
        time.sleep_ms(3000)


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
    """One of STEPS, without waiting for tiles to be laid: the PC does that; {"ended": True} if ``<`` was held.

    Raises ReaderError.
    """
    test = _test(stand)
    try:
        return getattr(test, name)()
    except Ended:
        test.end()
        return {"ended": True}


def tell(stand, found):
    """Keep what the steps found, show it on the display, and return its lines in the table's language."""
    test = _test(stand)
    keep(found)
    lines = report(stand, test.display.texts, found)
    test.display.show(lines[:_LINES])
    return lines


DEEDS = {"step": step, "tell": tell}
