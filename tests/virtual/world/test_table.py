"""The virtual table answers real drivers on a real MicroPython: tiles that hands lay are what the firmware hears."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest
from domino_table import resources
from domino_table.device.bundle import compiled
from domino_table.hardware import firmware_config, load
from domino_table.reach import reach_table
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, tile_map

LAID, LIFTED, TO_RACK, BUTTON, KNOCK = 1, 3, 4, 6, 8
SECOND = 1_000_000
MAIN = b"""
import asyncio, time
from machine import ADC, SPI, Pin
from table import config
from table.drivers.keys import Keys
from table.drivers.knock import Knocks
from table.drivers.loops import Loops
from table.drivers.pn5180 import Pn5180, ResetLine
from table.events import ALL
from table.inputs import Inputs
from table.sensing import Sensing
from table.sensing.tile_map import TileMap

c = config.load()
p = c["pins"]
bus = SPI(c["bus"]["reader"], baudrate=c["bus"]["reader_hz"])
panel = SPI(c["bus"]["panel"], baudrate=c["bus"]["panel_hz"])
reset = ResetLine(Pin(p["reader_reset"], Pin.OUT))


def reader(name):
    pins = [Pin(p[name + end], mode) for end, mode in (("_nss", Pin.OUT), ("_busy", Pin.IN), ("_irq", Pin.IN))]
    made = Pn5180(bus, pins[0], pins[1], reset, pins[2], c["radio"]["tx_level"])
    made.begin()
    return made


loops = Loops(panel, Pin(p["loops_latch"], Pin.OUT), Pin(p["loops_enable"], Pin.OUT), c["loops"])
sensing = Sensing(c, reader("grid"), reader("rack"), loops, TileMap.load("/tiles.bin"))
sensing.subscribe(print)
sensing.watch_racks(ALL)
knocks = Knocks([ADC(Pin(pin)) for pin in p["knocks"]])
inputs = Inputs(Keys(panel, Pin(p["keys_load"], Pin.OUT)), knocks, c["keys"])
inputs.subscribe(print)


async def main():
    asyncio.create_task(inputs.run())
    await sensing.run()


asyncio.run(main())
"""


class Bench:
    """A board with sensing and inputs alone on a virtual Grid-40; ``events`` are what they told."""

    def __init__(self, folder: Path) -> None:
        build = load("grid40")
        self.table = VirtualTable(build, seed=5)
        source = resources.firmware_dir()
        files = {
            f"/lib/{path.relative_to(source).with_suffix('.mpy').as_posix()}": compiled(path, source)
            for path in sorted((source / "table").rglob("*.py"))
        }
        files["/main.py"] = MAIN
        files["/config.json"] = json.dumps(firmware_config(build)).encode()
        files["/reach.bin"] = reach_table(build)
        files["/tiles.bin"] = tile_map([piece.tags for piece in self.table.world.pieces])
        image = folder / "board.img"
        image.write_bytes(build_image(files))
        self.board = Board(image, self.table, seed=5)

    def run(self, seconds: float) -> None:
        self.board.run_until(self.board.now + int(seconds * SECOND))
        self.table.world.run_until(self.board.now)
        assert self.board.crashes == []

    def events(self, kind: int) -> list[tuple[Any, ...]]:
        lines = [ast.literal_eval(line) for line in self.board.serial.text.splitlines()]
        return [line for line in lines if line[0] == kind]


@pytest.fixture
def bench(tmp_path: Path) -> Any:
    made = Bench(tmp_path)
    with made.board:
        made.board.start()
        made.run(3)
        yield made


def test_a_tile_laid_on_the_cloth_is_heard_where_it_lies(bench: Bench) -> None:
    bench.table.world.lay(9, Pose(313, 522, 90))
    bench.run(1.5)
    ((_, _, tile, (x, y, angle), source),) = bench.events(LAID)
    assert (tile, angle, source) == (9, 90, None)
    assert abs(x - 313) <= 20
    assert abs(y - 522) <= 20
    bench.table.world.lift(9)
    bench.run(3)
    assert [event[2] for event in bench.events(LIFTED)] == [9]


def test_tiles_in_a_rack_belong_to_its_seat(bench: Bench) -> None:
    for tile in (1, 4, 20):
        bench.table.world.to_rack(tile, 2)
    bench.run(3)
    assert sorted(event[2:] for event in bench.events(TO_RACK)) == [(2, 1), (2, 4), (2, 20)]


def test_buttons_and_knocks_are_told_of_the_seat_that_used_them(bench: Bench) -> None:
    world = bench.table.world
    world.press("seat1")
    bench.run(1.2)
    world.press("seat3", "double")
    bench.run(1.2)
    world.press("seat0", "long")
    bench.run(1.6)
    world.knock(2)
    bench.run(1)
    assert [event[2:] for event in bench.events(BUTTON)] == [(1, 0), (3, 2), (0, 1)]
    assert [event[2] for event in bench.events(KNOCK)] == [2]
