"""Selector, field, reader and tags together: a sweep by hand over all loops names what lies where."""

import pytest
from domino_table.virtual.chips.tpic6b595 import Chain
from domino_table.virtual.tags import Pose

from tests.virtual.chips.reader_bench import RX_IRQ, ReaderBench

COLLISION = 1 << 18


@pytest.fixture
def bench():
    bench = ReaderBench()
    bench.chain = Chain(7)
    bench.chain.enable(0, 0)
    return bench


def choose(bench, loop):
    outputs = 1 << loop | 1 << 40 + loop // 8
    bench.chain.exchange(bench.t, outputs.to_bytes(7, "big"))
    for level in (1, 0):
        bench.chain.latch(bench.t, level)
    bench.field.drive(bench.t, bench.chain.outputs)
    bench.t += 1200


def ask(bench, request="0900260100"):
    """One slot: UID, "collision" or None."""
    bench.transceive()
    bench.send(request)
    bench.t += 7000
    status = bench.register(0x13)
    if status & COLLISION:
        return "collision"
    return bench.ask("0a00", 10)[2:] if status else None


def sweep(bench):
    found = {}
    for loop in range(40):
        choose(bench, loop)
        answer = ask(bench)
        if answer is not None:
            found[loop] = answer
    return found


def test_an_empty_table_says_nothing(bench):
    assert sweep(bench.ready()) == {}


def test_a_tile_is_heard_by_its_row_together_and_by_its_columns_apart(bench):
    tile = bench.tiles[13]
    bench.field.put(0, tile, Pose(436, 421, 0))
    first, second = (tag.uid for tag in tile.tags)
    assert sweep(bench.ready()) == {10: "collision", 30: first, 31: second}
    assert bench.field.loops_hearing(tile) == [(10, 2), (30, 1), (31, 1)]


def test_persistently_silenced_tiles_stay_silent_over_sweeps(bench):
    tile = bench.tiles[13]
    bench.field.put(0, tile, Pose(436, 421, 0))
    bench.ready()
    choose(bench, 10)
    for tag in tile.tags:
        bench.transceive()
        bench.send("090022bc04" + tag.uid.hex())
        bench.t += 5000
    for _ in range(5):
        assert sweep(bench) == {}
    choose(bench, 30)
    assert ask(bench, "09002220" + tile.tags[0].uid.hex() + "00") is not None


def test_ordinarily_silenced_tiles_speak_again_when_their_loop_comes_back(bench):
    tile = bench.tiles[13]
    bench.field.put(0, tile, Pose(434, 421, 90))
    bench.ready()
    before = sweep(bench)
    choose(bench, 10)
    for tag in tile.tags:
        bench.transceive()
        bench.send("09002202" + tag.uid.hex())
        bench.t += 5000
    assert ask(bench) is None
    assert sweep(bench) == before


def test_switching_the_loop_in_mid_answer_loses_it(bench):
    bench.field.put_tag(0, bench.tiles[0].tags[0], 400, 420)
    bench.ready()
    choose(bench, 10)
    bench.send("0900260100")
    bench.t += 3000
    bench.field.drive(bench.t, 1 << 11 | 1 << 41)
    bench.t += 5000
    assert not bench.irqs & RX_IRQ
    assert bench.register(0x13) == 0


def test_switching_after_the_answer_loses_nothing(bench):
    tag = bench.tiles[0].tags[0]
    bench.field.put_tag(0, tag, 400, 420)
    bench.ready()
    choose(bench, 10)
    bench.send("0900260100")
    bench.t += 7000
    bench.field.drive(bench.t, 1 << 11 | 1 << 41)
    assert bench.ask("0a00", 10)[2:] == tag.uid


def test_a_tile_laid_during_the_sweep_is_heard_from_then_on(bench):
    bench.ready()
    choose(bench, 10)
    assert ask(bench) is None
    bench.field.put_tag(bench.t, bench.tiles[5].tags[0], 400, 420)
    bench.t += 1000
    assert ask(bench) == bench.tiles[5].tags[0].uid
