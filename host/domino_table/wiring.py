"""From a build file: the wiring list, the check of its pins and chains, the bill of materials with its sum.

Pin facts: ESP32-S3 and ESP32 datasheets of Espressif, chapters "Pin Definitions" and "Strapping Pins".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from domino_table.hardware import Build


@dataclass(frozen=True)
class Chip:
    """What the pins of one module can and cannot do."""

    gpios: frozenset[int]
    strapping: frozenset[int]
    reserved: dict[int, str]
    input_only: frozenset[int]
    adc1: frozenset[int]
    adc2: frozenset[int]


def _span(*ranges: tuple[int, int]) -> frozenset[int]:
    return frozenset(pin for low, high in ranges for pin in range(low, high + 1))


CHIPS = {
    "esp32-s3": Chip(
        gpios=_span((0, 21), (26, 48)),
        strapping=frozenset({0, 3, 45, 46}),
        reserved={
            **dict.fromkeys((19, 20), "native USB"),
            **dict.fromkeys(range(26, 33), "SPI flash"),
            **dict.fromkeys(range(33, 38), "octal PSRAM of many modules"),
            **dict.fromkeys((43, 44), "UART0"),
        },
        input_only=frozenset(),
        adc1=_span((1, 10)),
        adc2=_span((11, 20)),
    ),
    "esp32": Chip(
        gpios=_span((0, 5), (12, 19), (21, 23), (25, 27), (32, 39)) | _span((6, 11)),
        strapping=frozenset({0, 2, 5, 12, 15}),
        reserved={**dict.fromkeys(range(6, 12), "SPI flash"), **dict.fromkeys((1, 3), "UART0")},
        input_only=_span((34, 39)),
        adc1=_span((32, 39)),
        adc2=frozenset({0, 2, 4, 12, 13, 14, 15, 25, 26, 27}),
    ),
}

# Pins that the table reads; all others it drives.
_INPUTS = ("reader_miso", "grid_busy", "grid_irq", "rack_busy", "rack_irq", "panel_miso", "knocks")
_TO = {
    "reader_sck": "PN5180 SCK (all readers)",
    "reader_mosi": "PN5180 MOSI (all readers)",
    "reader_miso": "PN5180 MISO (all readers)",
    "reader_reset": "PN5180 RST (all readers)",
    "grid_nss": "grid PN5180 NSS",
    "grid_busy": "grid PN5180 BUSY, 10 k to ground",
    "grid_irq": "grid PN5180 IRQ",
    "rack_nss": "rack PN5180 NSS",
    "rack_busy": "rack PN5180 BUSY, 10 k to ground",
    "rack_irq": "rack PN5180 IRQ",
    "panel_sck": "ST7789 SCL, TPIC6B595 SRCK, 74HC165 CLK",
    "panel_mosi": "ST7789 SDA, first TPIC6B595 SER IN",
    "panel_miso": "74HC165 QH",
    "display_cs": "ST7789 CS",
    "display_dc": "ST7789 DC",
    "display_backlight": "ST7789 BL",
    "loops_latch": "TPIC6B595 RCK (all)",
    "loops_enable": "TPIC6B595 G (all), 10 k to 3.3 V: loops are off while the board boots",
    "keys_load": "74HC165 SH/LD",
    "rim_data": "WS2812B DIN through 330 ohm",
    "buzzer": "buzzer",
    "knocks": "piezo of seat",
}


@dataclass(frozen=True)
class Wire:
    """One connection: the build file's name of the pin, its GPIO, and where the other end goes."""

    name: str
    gpio: int
    to: str
    is_input: bool


def wires(build: Build) -> list[Wire]:
    """The connections of the controller, in the order of the build file."""
    found = []
    for name, value in build.pins.items():
        pins = value if isinstance(value, list) else [value]
        for number, gpio in enumerate(pins):
            suffix = f" {number}" if isinstance(value, list) else ""
            found.append(Wire(name + suffix, gpio, _TO.get(name, name) + suffix, name in _INPUTS))
    return found


def outputs(build: Build) -> list[tuple[int, str]]:
    """The selector chain: (output number, what it switches), for every output that something uses."""
    users: dict[int, list[str]] = {}
    for loop in build.loops():
        for output in loop.outputs:
            users.setdefault(output, []).append(f"{loop.kind} {loop.index}")
    return [(n, users[n][0] if len(users[n]) == 1 else f"group: {users[n][0]} – {users[n][-1]}") for n in sorted(users)]


def problems(build: Build) -> list[str]:
    """What is wrong with the pins and chains, a sentence each; empty when the build can be wired as written."""
    chip = CHIPS.get(str(build.data["build"]["board"]))
    if chip is None:
        return [f"board {build.data['build']['board']!r} is not known: choose one of {', '.join(sorted(CHIPS))}"]
    return [*_pin_problems(wires(build), chip), *_bus_problems(build), *_chain_problems(build)]


def _pin_problems(connections: Iterable[Wire], chip: Chip) -> Iterable[str]:
    taken: dict[int, str] = {}
    for wire in connections:
        where = f"{wire.name} = GPIO {wire.gpio}"
        if wire.gpio not in chip.gpios:
            yield f"{where}: there is no such pin"
        if wire.gpio in taken:
            yield f"{where}: already used by {taken[wire.gpio]}"
        taken[wire.gpio] = wire.name
        if wire.gpio in chip.reserved:
            yield f"{where}: belongs to {chip.reserved[wire.gpio]}"
        if wire.gpio in chip.strapping:
            yield f"{where}: is a strapping pin, what hangs on it decides how the board boots"
        if not wire.is_input and wire.gpio in chip.input_only:
            yield f"{where}: this pin is input only"
        if wire.name.startswith("knocks") and wire.gpio not in chip.adc1:
            other = "ADC2, which stops while Wi-Fi is on" if wire.gpio in chip.adc2 else "no ADC pin"
            yield f"{where}: is {other}; analog inputs go to ADC1"


def _bus_problems(build: Build) -> Iterable[str]:
    bus = build.data["bus"]
    if bus["reader"] == bus["panel"]:
        yield "bus: the readers and the panel share one SPI bus; a display transfer would break into reader frames"
    if bus["reader_hz"] > 7_000_000:
        yield f"bus: reader_hz = {bus['reader_hz']} is above the PN5180's 7 MHz"


def _chain_problems(build: Build) -> Iterable[str]:
    capacity = 8 * int(build.data["loops"]["chips"])
    driven: dict[tuple[int, ...], str] = {}
    for loop in build.loops():
        for output in loop.outputs:
            if output >= capacity:
                yield f"loops: {loop.kind} {loop.index} needs output {output}, the chain has {capacity}"
        if loop.outputs and loop.outputs in driven:
            yield f"loops: {loop.kind} {loop.index} and {driven[loop.outputs]} are driven by the same outputs"
        driven[loop.outputs] = f"{loop.kind} {loop.index}"


def bill(build: Build) -> tuple[list[tuple[str, int, Decimal, Decimal]], Decimal]:
    """Rows (item, quantity, price of one, sum) in EUR and the grand total."""
    rows = []
    for part in build.data.get("bom", []):
        each = Decimal(str(part["each"])).quantize(Decimal("0.01"))
        rows.append((str(part["item"]), int(part["quantity"]), each, each * int(part["quantity"])))
    return rows, sum((row[3] for row in rows), Decimal("0.00"))
