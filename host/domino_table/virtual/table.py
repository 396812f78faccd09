"""The virtual table as the board's pins see it: chips wired by the build file, tags in a field, and the world."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domino_table.hardware import Build
from domino_table.virtual.bus import NEVER, NO_PIN, BusyRule
from domino_table.virtual.chips.buzzer import Buzzer
from domino_table.virtual.chips.hc165 import ShiftRegister
from domino_table.virtual.chips.pn5180 import PN5180
from domino_table.virtual.chips.pn5180.chip import BOOT_US
from domino_table.virtual.chips.st7789 import Display
from domino_table.virtual.chips.tpic6b595 import Chain
from domino_table.virtual.course import MS
from domino_table.virtual.eyes import Eyes
from domino_table.virtual.field import Field
from domino_table.virtual.world import World

STILL_US = 100 * MS
"""So long at most a pad is promised to stay still: less than a hand needs from the decision to the knock."""

STRIP_BYTE_US = 10
"""A byte of the lights' data takes this long on their wire: 8 bits at 800 kHz."""
NO_RIM: dict[str, object] = {"leds": 0, "per_side": 0, "lamps": []}
"""Of a build without lights."""

LevelChange = Callable[[int, int], None]


class VirtualTable:
    """What hangs on the pins of one board (the bus's ``Wiring``), and the world in which it stands.

    Attributes:
        world, field, eyes: people's side: tiles and hands, what loops hear, what the rim shows.
        readers: the PN5180 of the grid and, in builds with racks, that of the racks.
        drawn: how many pieces of data the display has got: its picture may have changed when this has.
        leads: what the wires to each reader lead to: the reader itself, unless something stands in between.
        glitch: what the chain of lights makes of the bytes sent to it.
        frames: how many frames each reader has got.
        selector, keys, buzzer, display: the other chips; ``display`` is None where the build has none.
        rim: the bytes last sent to the lights.
        loop_selected: called with (time, loops) whenever the selector connects other loops.
        rim_changed: called with the time whenever the lights show something new.
        board_reset: called with (time, cause) when the board starts again: until then nobody looks at the table.
    """

    def __init__(self, build: Build, seed: int = 0, field: Field | None = None) -> None:
        """``field``: the model it stands on; the simple one when left out."""
        self.build = build
        pins = build.pins
        self.field = field or Field(build.loops(), build.data["tile"]["tag_distance"])
        self.world = World(build, self.field, seed)
        self.selector = Chain(build.data["loops"]["chips"])
        self.keys = ShiftRegister()
        self.buzzer = Buzzer()
        self.display: Display | None = None
        self.loop_selected: Callable[[int, frozenset[int]], None] = lambda t, loops: None
        self.rim_changed: Callable[[int], None] = lambda t: None
        self.board_reset: Callable[[int, int], None] = lambda t, cause: None
        self.rim = b""
        area = build.data["area"]
        self.eyes = Eyes(build.data.get("rim", NO_RIM), (float(area["width"]), float(area["height"])))
        self.drawn = 0
        self._drawing = False
        self._loops = build.loops()
        self._connected: dict[int, frozenset[int]] = {}
        self._bits: dict[str, int] = build.data.get("keys", {}).get("bits", {})
        self._pads: dict[int, int] = {pin: seat for seat, pin in enumerate(pins.get("knocks", []))}
        self._reader_bus = int(build.data["bus"]["reader"])
        self._booting_until = 0
        self.readers: list[PN5180] = []
        self.leads: list[PN5180] = []
        self.glitch: Callable[[bytes], bytes] = lambda data: data
        self.frames: list[int] = []
        self._reader_pins: list[tuple[int, int | None]] = []  # BUSY, IRQ
        self._pin: dict[int, LevelChange] = {}
        self._selected: int | None = None
        self._add_reader(pins, "grid", [loop.id for loop in self._loops if loop.kind != "rack"])
        if build.has_racks:
            self._add_reader(pins, "rack", [loop.id for loop in self._loops if loop.kind == "rack"])
        self._rules = tuple(self._rule(pins, prefix) for prefix in ("grid", "rack")[: len(self.readers)])
        self._pin[pins["reader_reset"]] = self._reset
        if build.data["loops"]["chips"]:
            self._pin[pins["loops_latch"]] = self._latch
            self._pin[pins["loops_enable"]] = self._enable
        else:  # nothing to switch: what there is is connected
            self.field.select(0, frozenset(loop.id for loop in self._loops))
        if "keys" in build.data:
            self._pin[pins["keys_load"]] = self._load_keys
        if "display" in build.data:
            self._add_display(pins)

    def _add_reader(self, pins: dict[str, Any], prefix: str, loops: list[int]) -> None:
        reader = PN5180(self.field.port(loops))
        number = len(self.readers)
        self.readers.append(reader)
        self.leads.append(reader)
        self.frames.append(0)
        self._reader_pins.append((pins[f"{prefix}_busy"], pins.get(f"{prefix}_irq")))

        def select(t: int, level: int) -> None:
            self.leads[number].select(t, level)
            if not level:
                self.frames[number] += 1
                self._selected = number
            elif self._selected == number:
                self._selected = None

        self._pin[pins[f"{prefix}_nss"]] = select

    def _add_display(self, pins: dict[str, Any]) -> None:
        self.display = display = Display(self.build.data["display"]["width"], self.build.data["display"]["height"])

        def select(t: int, level: int) -> None:
            self._drawing = not level
            display.select(t, level)

        self._pin[pins["display_cs"]] = select
        self._pin[pins["display_dc"]] = display.data_command
        self._pin[pins["display_backlight"]] = display.backlight

    def _rule(self, pins: dict[str, Any], prefix: str) -> BusyRule:
        reader = self.readers[0 if prefix == "grid" else 1]
        return BusyRule(
            nss=pins[f"{prefix}_nss"],
            busy=pins[f"{prefix}_busy"],
            default_us=reader.busy_after(0),
            us=reader.busy_table(),
            reset=pins.get("reader_reset", NO_PIN),
            bus=self._reader_bus,
        )

    # --- the bus ------------------------------------------------------------------------------------------------

    def pin(self, t: int, pin: int, level: int) -> None:
        """An output pin changed."""
        act = self._pin.get(pin)
        if act is not None:
            act(t, level)

    def spi(self, t: int, bus: int, mosi: bytes, read: bool) -> bytes:
        """Bytes on a bus. On the panel's bus everything runs through the selector's registers too."""
        if bus == self._reader_bus:
            number = self._selected
            return self.leads[number].exchange(t, mosi) if number is not None else b"\xff" * len(mosi)
        if self._drawing and self.display is not None:
            self.drawn += 1
            self.display.exchange(t, mosi)
        self.selector.exchange(t, mosi)
        return self.keys.exchange(t, mosi) if read else b""

    def strip(self, t: int, pin: int, data: bytes) -> None:
        """The lights show something."""
        self.field.shine(t, t + len(data) * STRIP_BYTE_US)
        self.world.run_until(t)
        self.rim = data = self.glitch(data)
        if self.eyes.show(t, data):
            self.rim_changed(t)
            self.world.look()

    def pwm(self, t: int, pin: int, freq: int, duty: int) -> None:
        """The buzzer."""
        if pin == self.build.pins.get("buzzer"):
            self.buzzer.pwm(t, freq, duty)

    def adc(self, t: int, pin: int) -> int:
        """A knock pad."""
        seat = self._pads.get(pin)
        return 0 if seat is None else self.world.pads[seat].read(t)

    def adc_until(self, t: int, pin: int) -> int:
        """How long the last reading of a pad holds."""
        seat = self._pads.get(pin)
        holds = NEVER if seat is None else self.world.pads[seat].holds_until(t)
        return min(holds, self.world.next_event(), t + STILL_US)

    def levels(self, t: int) -> list[tuple[int, int, int]]:
        """Interrupts of the readers; BUSY, of all of them, only while there are no rules that tell it."""
        levels: list[tuple[int, int, int]] = []
        foretold = self.busy_rule() is not None
        for reader, (busy, irq) in zip(self.leads, self._reader_pins, strict=True):
            if irq is not None:
                (_, level), *later = reader.irq_levels(t)
                levels.append((0, irq, level))
                levels.extend((at, irq, level) for at, level in later)
            if not foretold:
                (_, level), *later = reader.busy_levels(t)
                levels.append((0, busy, level))
                levels.extend((at, busy, level) for at, level in later)
        return sorted(levels) if len(levels) > 2 else levels

    def run_until(self, t: int) -> None:
        """Let people and things go on up to ``t``."""
        self.world.run_until(t)

    def next_event(self, t: int) -> int:
        """When something happens next that the board cannot foretell."""
        return self.world.next_event()

    def busy_rule(self) -> tuple[BusyRule, ...] | None:
        """How BUSY follows the frames, unless a reader boots or hangs."""
        if self.world.now < self._booting_until or not all(reader.busy_foreseeable for reader in self.leads):
            return None
        return self._rules

    # --- pins ---------------------------------------------------------------------------------------------------

    def _reset(self, t: int, level: int) -> None:
        for reader in self.leads:
            reader.reset(t, level)
        if level:
            self._booting_until = t + BOOT_US
            self.world.at(self._booting_until, lambda: None, by_itself=True)

    def _latch(self, t: int, level: int) -> None:
        self.selector.latch(t, level)
        if level:
            self._connect(t)

    def _enable(self, t: int, level: int) -> None:
        self.selector.enable(t, level)
        self._connect(t)

    def _connect(self, t: int) -> None:
        outputs = self.selector.outputs
        loops = self._connected.get(outputs)
        if loops is None:
            loops = self._connected[outputs] = frozenset(
                loop.id for loop in self._loops if loop.outputs and all(outputs >> bit & 1 for bit in loop.outputs)
            )
        self.field.select(t, loops)
        self.loop_selected(t, loops)

    def _load_keys(self, t: int, level: int) -> None:
        for key, bit in self._bits.items():
            if self.world.pressed(key):
                self.keys.press(bit)
            else:
                self.keys.release(bit)
        self.keys.load(t, level)
