"""main.py of a board that only senses: builds the drivers from the configuration and prints what it is told.

Each line is JSON: ``[told_ms, event]``, ``["sweep", sweeps, sweep_ms]`` once a second. A tile is confirmed 30 ms after
it was laid, as the referee does. Commands come as files: ``/confirm`` says 0 to refuse everything, ``/watch`` which
racks are read.
"""

import asyncio
import json
import time

from machine import SPI, Pin
from table.drivers.loops import Loops
from table.drivers.pn5180 import Pn5180, ResetLine
from table.events import LAID
from table.sensing import Sensing
from table.sensing.tile_map import TileMap


def setting(path, default):
    try:
        with open(path) as file:
            return int(file.read())
    except OSError:
        return default


def build(config):
    pins, bus = config["pins"], config["bus"]
    spi = SPI(bus["reader"], baudrate=bus["reader_hz"])
    panel = SPI(bus["panel"], baudrate=bus["panel_hz"])
    reset = ResetLine(Pin(pins["reader_reset"], Pin.OUT, value=1))

    def reader(name):
        nss = Pin(pins[name + "_nss"], Pin.OUT, value=1)
        return Pn5180(spi, nss, Pin(pins[name + "_busy"]), reset, Pin(pins[name + "_irq"]), config["radio"]["tx_level"])

    latch, enable = Pin(pins["loops_latch"], Pin.OUT, value=0), Pin(pins["loops_enable"], Pin.OUT, value=1)
    loops = Loops(panel, latch, enable, config["loops"])
    racks = reader("rack") if config["racks"] else None
    return Sensing(config, reader("grid"), racks, loops, TileMap.load("/tiles.bin"))


async def confirm(sensing, tile):
    await asyncio.sleep_ms(30)
    sensing.confirm(tile)


async def main():
    with open("/config.json") as file:
        sensing = build(json.load(file))
    confirming = setting("/confirm", 1)
    sensing.watch_racks(setting("/watch", -1))

    def hear(event):
        print(json.dumps([time.ticks_ms(), event]))
        if confirming and event[0] == LAID:
            asyncio.create_task(confirm(sensing, event[2]))

    sensing.subscribe(hear)
    asyncio.create_task(sensing.run())
    while True:
        await asyncio.sleep_ms(1000)
        print(json.dumps(["sweep", sensing.sweeps, sensing.sweep_ms]))


asyncio.run(main())
