"""Loops and racks that are out of order: their silence says nothing, the table says so, and goes on."""

from __future__ import annotations

import pytest
from table.events import ALL, LAID, LIFTED, OFF_RACK, RECOVERED, TO_RACK, TROUBLE

from tests.table.sensing.fakes import FakeTable
from tests.table.sensing.places import chain


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    return FakeTable(monkeypatch)


def troubles(table: FakeTable) -> list[tuple[int, ...]]:
    return [(event[0], *event[2:]) for event in table.kinds(TROUBLE, RECOVERED)]


def test_a_loop_that_is_dead_from_the_start_is_named_and_tiles_over_it_are_found(table: FakeTable) -> None:
    table.cloth.dead = {7}
    table.at_boot_done()
    assert troubles(table) == [(TROUBLE, "loop", "7")]
    table.events.clear()
    table.cloth.lay(17, 333, 300, 0)  # both halves over row 7 alone
    table.run(4000)
    ((kind, _, tile, (x, y, angle), _),) = table.events
    assert (kind, tile, angle) == (LAID, 17, 0)
    assert abs(x - 333) <= 20
    assert abs(y - 300) <= 20


def test_a_whole_chain_across_dead_loops_is_laid_and_stays(table: FakeTable) -> None:
    table.cloth.dead = {4, 29}
    table.at_boot_done()
    for place in chain(20):
        table.cloth.lay(*place)
    table.run(30_000)
    assert sorted(event[2] for event in table.kinds(LAID)) == list(range(20))
    table.run(20_000)
    assert table.kinds(LIFTED) == []


def test_a_loop_that_dies_while_a_tile_is_looked_for_is_noticed(table: FakeTable) -> None:
    table.at_boot_done()
    assert troubles(table) == []
    table.cloth.dead = {7}
    table.cloth.lay(17, 333, 300, 0)
    table.run(6000)
    assert (TROUBLE, "loop", "7") in troubles(table)
    assert [event[2] for event in table.kinds(LAID)] == [17]
    table.cloth.dead = set()
    table.sensing.watch_racks(ALL)  # the next deal
    table.run(2000)
    assert troubles(table)[-1] == (RECOVERED, "loop")


def test_a_rack_whose_loop_dies_keeps_its_tiles_and_is_not_read(table: FakeTable) -> None:
    table.at_boot_done()
    for seat in range(4):
        table.cloth.hand_out(seat, list(range(7 * seat, 7 * seat + 7)))
    table.sensing.watch_racks(ALL)
    table.run(6000)
    assert len(table.kinds(TO_RACK)) == 28
    table.cloth.dead = {42}
    table.run(6000)
    assert troubles(table) == [(TROUBLE, "rack", "2")]
    assert table.sensing.reads == [0, 1, 3]
    assert table.kinds(OFF_RACK) == []
    assert table.sensing.rack(2) == list(range(14, 21))
    table.cloth.dead = set()
    table.sensing.watch_racks(0)
    table.sensing.watch_racks(ALL)
    table.run(3000)
    assert troubles(table)[-1] == (RECOVERED, "rack")
    assert table.sensing.reads == [0, 1, 2, 3]


def test_with_a_dead_rack_reader_no_rack_is_read_until_it_is_back(table: FakeTable) -> None:
    assert table.rack_reader is not None
    table.at_boot_done()
    table.sensing.watch_racks(ALL)
    table.run(1000)
    table.rack_reader.broken = True
    table.run(3500)
    assert [event[0] for event in troubles(table)] == [TROUBLE]
    assert table.sensing.reads == [0, 1, 2, 3]  # what racks would tell is waited for as long as they may come back
    table.run(4500)
    assert table.sensing.reads == []
    table.cloth.lay(17, 333, 512, 90)
    table.run(3000)
    assert [event[2] for event in table.kinds(LAID)] == [17]
    table.rack_reader.broken = False
    table.run(20_000)
    assert troubles(table)[-1][0] == RECOVERED
    assert table.sensing.reads == [0, 1, 2, 3]


def test_a_reader_that_answers_nonsense_makes_no_loop_dead(table: FakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table.reader, "_fetch", lambda ask, count: b"\xff" * count)
    table.at_boot_done()
    assert troubles(table) == []
