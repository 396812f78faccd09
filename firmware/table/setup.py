"""Builds the parts that the configuration names. Needed only at the start: ``table.app`` forgets this module then."""

from machine import ADC, Pin

from table.buses import bus
from table.drivers.keys import Keys
from table.drivers.knock import Knocks
from table.drivers.loops import Loops
from table.drivers.pn5180 import Pn5180, ResetLine
from table.inputs import Inputs
from table.sensing import Sensing
from table.sensing.tile_map import TileMap

_HEAD = 64  # bytes of the manifest, whose first entry is the build


def panel_bus(config):
    """The bus of display, loop selector and keys."""
    return bus(config, "panel")


def sensing(config, panel):
    """Readers, loop selector and what makes sense of them. Raises OSError, ValueError for a bad tile map."""
    pins = config["pins"]
    spi = bus(config, "reader")
    reset = ResetLine(Pin(pins["reader_reset"], Pin.OUT, value=1))

    def reader(name):
        nss = Pin(pins[name + "_nss"], Pin.OUT, value=1)
        irq = Pin(pins[name + "_irq"], Pin.IN) if name + "_irq" in pins else None
        return Pn5180(spi, nss, Pin(pins[name + "_busy"], Pin.IN), reset, irq, config["radio"]["tx_level"])

    latch = Pin(pins["loops_latch"], Pin.OUT, value=0)
    enable = Pin(pins["loops_enable"], Pin.OUT, value=1)
    loops = Loops(panel, latch, enable, config["loops"])
    racks = reader("rack") if config["racks"] else None
    return Sensing(config, reader("grid"), racks, loops, TileMap.load("/tiles.bin"))


def inputs(config, panel):
    """Buttons, keys and knock pads, as far as there are any."""
    pins = config["pins"]
    keys = Keys(panel, Pin(pins["keys_load"], Pin.OUT, value=1)) if config.get("keys") else None
    knocks = Knocks([ADC(Pin(pin)) for pin in pins["knocks"]]) if "knocks" in pins else None
    return Inputs(keys, knocks, config.get("keys"))


def build_id():
    """Bytes that tell this firmware from others; none if it was not deployed."""
    try:
        with open("/manifest.json", "rb") as file:
            head = file.read(_HEAD).decode()  # not all of it as JSON: the hashes of all files take 30 KB
        return bytes.fromhex(head.split('"')[3])
    except (OSError, ValueError, IndexError):
        return b""
