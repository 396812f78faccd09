"""What lies on the cloth becomes known, and nothing else does."""

from __future__ import annotations

import random
import statistics
from functools import partial

import pytest
from table.drivers.pn5180 import ANSWER
from table.events import ALL, LAID, LIFTED, MOVED, OFF_RACK, RECOVERED, TO_RACK, TROUBLE

from tests.table.sensing.fakes import FakeTable, Tag
from tests.table.sensing.places import chain


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> FakeTable:
    return FakeTable(monkeypatch)


def test_a_tile_laid_on_the_cloth_is_laid_once_where_it_lies(table: FakeTable) -> None:
    table.at_boot_done()
    table.cloth.lay(17, 333, 512, 90)
    table.run(3000)
    (event,) = table.events
    kind, _, tile, (x, y, angle), source = event
    assert (kind, tile, source) == (LAID, 17, None)
    assert abs(x - 333) <= 15
    assert abs(y - 512) <= 15
    assert angle == 90
    assert table.sensing.on_cloth() == [(17, (x, y, angle))]


def test_a_tile_whose_place_is_forgotten_is_laid_anew_if_it_is_there(table: FakeTable) -> None:
    table.at_boot_done()
    table.cloth.lay(17, 333, 512, 90)
    table.cloth.lay(3, 600, 300, 0)
    table.run(3000)
    table.events.clear()
    table.cloth.lift(3)
    table.sensing.renew(17)
    table.sensing.renew(3)
    table.run(3000)
    assert [(event[0], event[2]) for event in table.events] == [(LAID, 17)]
    assert [tile for tile, _ in table.sensing.on_cloth()] == [17]


def test_a_tile_on_its_way_whose_place_is_forgotten_is_laid_where_it_comes_to_rest(table: FakeTable) -> None:
    table.at_boot_done()
    table.cloth.lay(17, 333, 512, 90)
    table.run(3000)
    table.events.clear()
    start = table.clock.now / 1000
    for step in range(20):
        table.clock.at(start + 30 * step, lambda x=353 + 20 * step: table.cloth.lay(17, x, 512, 90))
    table.clock.at(start + 400, lambda: table.sensing.renew(17))
    table.run(3000)
    ((kind, _, tile, (x, _, _), _),) = table.events
    assert (kind, tile) == (LAID, 17)
    assert abs(x - 733) <= 15


def test_an_empty_table_is_swept_in_175_ms(table: FakeTable) -> None:
    table.at_boot_done()
    assert 130 <= table.sensing.sweep_ms <= 175


def test_a_chain_of_27_quiet_tiles_costs_a_sweep_nothing(table: FakeTable) -> None:
    for place in chain(27):
        table.cloth.lay(*place)
    table.run(20_000)
    assert sorted(event[2] for event in table.kinds(LAID)) == list(range(27))
    assert all(tag.quiet for tag in table.cloth.tags[:54])
    assert table.sensing.sweep_ms <= 175
    assert len(table.events) == 27


def test_a_quiet_tile_lifted_is_missed_within_four_seconds(table: FakeTable) -> None:
    for place in chain(20):
        table.cloth.lay(*place)
    table.run(20_000)
    table.events.clear()
    table.cloth.lift(4)
    start = table.clock.now / 1000
    table.run(5000)
    assert [event[::2] for event in table.events] == [(LIFTED, 4)]
    assert table.events[0][1] - start < 4000
    assert 4 not in dict(table.sensing.on_cloth())


def test_a_quiet_tile_laid_elsewhere_at_once_is_moved(table: FakeTable) -> None:
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(20_000)
    table.events.clear()
    table.cloth.lay(3, 600, 700, 90)
    table.run(3000)
    (event,) = table.events
    assert (event[0], event[2]) == (MOVED, 3)
    assert abs(event[3][0] - 600) <= 15
    assert abs(event[3][1] - 700) <= 15


def test_a_lifted_quiet_tile_is_found_when_it_comes_back_elsewhere(table: FakeTable) -> None:
    table.cloth.persist_us = 10_000_000
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(20_000)
    table.events.clear()
    table.cloth.lift(3)
    table.run(4000)
    table.cloth.lay(3, 600, 700, 90)
    table.run(3000)
    assert [(event[0], event[2]) for event in table.events] == [(LIFTED, 3), (LAID, 3)]


def test_a_quiet_tile_that_was_glimpsed_in_passing_is_found_when_it_is_laid(table: FakeTable) -> None:
    table.cloth.persist_us = 10_000_000
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(20_000)
    table.cloth.lift(3)
    table.run(3000)
    start = table.clock.now / 1000
    for step in range(20):
        table.clock.at(start + 30 * step, lambda x=200 + 20 * step: table.cloth.lay(3, x, 600, 0))
    table.clock.at(start + 600, lambda: table.cloth.lift(3))
    table.run(3000)
    table.events.clear()
    table.cloth.lay(3, 600, 700, 90)
    table.run(2000)
    assert [(event[0], event[2]) for event in table.events] == [(LAID, 3)]


def test_ghosts_of_a_quiet_tile_in_a_hand_do_not_hide_it_when_it_is_laid_back(
    table: FakeTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.cloth.persist_us = 10_000_000
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(20_000)
    table.cloth.lift(3)
    table.run(3000)
    ghosts, really = [tag.uid for tag in table.cloth.tags[6:8]], table.reader.inventory

    def inventory(uid: bytes | None = None, bits: int = 0, quiet: bool = False) -> int:
        if not ghosts or bits or quiet:
            return really(uid, bits, quiet)
        table.reader.uid[:] = ghosts.pop()
        return ANSWER

    monkeypatch.setattr(table.reader, "inventory", inventory)
    table.run(3000)
    assert not ghosts
    table.events.clear()
    table.cloth.lay(3, 600, 700, 90)
    table.run(2000)
    assert [(event[0], event[2]) for event in table.events] == [(LAID, 3)]


def test_tiles_that_left_the_cloth_and_may_still_be_quiet_hardly_slow_the_sweeps(table: FakeTable) -> None:
    table.cloth.persist_us = 10_000_000
    for place in chain(16):
        table.cloth.lay(*place)
    table.run(20_000)
    for tile in range(8, 16):
        table.cloth.lift(tile)
    while len(table.kinds(LIFTED)) < 8:
        table.run(100)
    sweeps = table.sensing.sweeps
    table.run(2000)
    assert table.sensing.sweeps - sweeps >= 6
    for number, tile in enumerate(range(8, 11)):
        table.events.clear()
        table.cloth.lay(tile, 600 + 9 * number, 500 + 47 * number, 90 * number)
        table.run(1200)
        assert [(event[0], event[2]) for event in table.events] == [(LAID, tile)]
    assert table.told[-1] < 30_000, "the last of them may have been awake"


def test_a_tag_that_wakes_up_is_no_news(table: FakeTable) -> None:
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(20_000)
    table.events.clear()
    table.cloth.tags[6].quiet = False
    table.run(2000)
    assert table.events == []
    assert table.cloth.tags[6].quiet


def test_tiles_quiet_since_before_a_reset_are_found(table: FakeTable) -> None:
    for tag in table.cloth.tags:
        tag.quiet, tag.powered = True, table.clock.now
    for place in chain(8):
        table.cloth.lay(*place)
    table.run(8000)
    assert sorted(event[2] for event in table.kinds(LAID)) == list(range(8))


def test_a_refused_tile_is_heard_moving_and_leaving(table: FakeTable) -> None:
    table.confirming = False
    table.at_boot_done()
    table.cloth.lay(5, 300, 300)
    table.run(1500)
    table.cloth.lay(5, 420, 300)
    table.run(1500)
    table.cloth.lift(5)
    table.run(1500)
    assert [event[0] for event in table.events] == [LAID, MOVED, LIFTED]
    assert not table.cloth.tags[10].quiet


@pytest.mark.parametrize("phase", range(0, 180, 20))
def test_an_awake_tile_lifted_and_laid_again_in_its_place_is_news(table: FakeTable, phase: int) -> None:
    table.confirming = False
    table.at_boot_done()
    table.cloth.lay(5, 300, 300)
    table.run(1500 + phase)
    table.cloth.lift(5)
    table.run(400)
    table.cloth.lay(5, 300, 300)
    table.run(1500)
    assert [event[0] for event in table.events] in ([LAID, MOVED], [LAID, LIFTED, LAID])


def test_what_lay_there_is_known_when_all_rows_or_all_columns_were_asked_and_all_is_at_rest(table: FakeTable) -> None:
    table.at_boot_done()
    looks = table.sensing.looks
    table.cloth.lay(5, 300, 300)
    while not table.sensing.known_since(looks):
        assert table.sensing.looks <= looks + 5
        table.run(5)
    assert table.sensing.looks >= looks + 4  # quarters of a sweep
    assert [event[0] for event in table.events] == [LAID]
    table.confirming = False
    looks = table.sensing.looks
    step = table.clock.now / 1000
    for n in range(40):  # carried over the cloth
        table.clock.at(step + 25 * n, partial(table.cloth.lay, 7, 200 + 8 * n, 600))
    table.run(990)
    assert not table.sensing.known_since(looks)
    table.run(1000)
    assert table.sensing.known_since(looks)
    step = table.clock.now / 1000
    for n in range(40):  # a tile of the chain is pushed
        table.clock.at(step + 25 * n, partial(table.cloth.lay, 5, 300 + 4 * n, 300))
    table.run(990)
    assert [event[:3:2] for event in table.events[-1:]] != [(MOVED, 5)]
    assert table.sensing.known_since(looks)


@pytest.mark.parametrize(("x", "y"), [(700, 100), (100, 700), (700, 700)])
def test_a_quiet_tile_that_is_pushed_is_read_again_without_searching_all_the_cloth(
    table: FakeTable, x: int, y: int
) -> None:
    for place in chain(6):
        table.cloth.lay(*place)
    table.run(15_000)
    table.cloth.lay(20, x, y)
    table.run(1500)
    table.cloth.lay(20, x + 25, y + 12)
    table.run(4000)
    assert [(event[0], event[2]) for event in table.events[-2:]] == [(LAID, 20), (MOVED, 20)]
    assert table.told[-1] - table.events[-1][1] < 250


def test_many_quiet_tiles_of_which_it_is_known_at_once_that_they_were_pushed_come_to_rest(table: FakeTable) -> None:
    for place in chain(20):
        table.cloth.lay(*place)
    table.run(20_000)
    table.events.clear()
    for tile, x, y, *angle in chain(20):
        table.cloth.lay(tile, x + 25, y + 12, *angle)
        table.sensing.search(tile)
    table.run(8000)
    assert len({event[2] for event in table.kinds(MOVED)}) >= 18
    assert len(table.sensing.on_cloth()) == 20


@pytest.mark.parametrize("seed", [1, 3, 4, 7])
def test_lost_answers_lift_no_tile_and_leave_none_in_doubt(monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    table = FakeTable(monkeypatch, seed=seed, losses=0.05)
    for place in chain(12):
        table.cloth.lay(*place)
    table.run(60_000)
    assert not table.kinds(LIFTED)
    lying: set[int] = set()
    for _ in range(50):
        lying |= {tile for tile, _ in table.sensing.on_cloth()}
        table.run(100)
    assert lying == set(range(12))


@pytest.mark.parametrize("lag", range(0, 200, 20))
def test_a_tile_seen_in_passing_while_all_are_taken_away_lies_nowhere(table: FakeTable, lag: int) -> None:
    for place in chain(8):
        table.cloth.lay(*place)
    table.run(15_000)
    table.sensing.release_all()  # as after a round
    table.run(4000 + lag)
    start = table.clock.now / 1000
    for tile in range(8):
        table.cloth.lift(tile)
    table.clock.at(start + 300, lambda: table.cloth.lay(3, 600, 200))
    table.clock.at(start + 450, lambda: table.cloth.lift(3))
    for _ in range(120):
        table.run(50)
        assert None not in dict(table.sensing.on_cloth()).values()
    assert table.sensing.on_cloth() == []


def test_a_tile_carried_over_the_cloth_is_not_laid(table: FakeTable) -> None:
    table.at_boot_done()
    start = table.clock.now / 1000
    for step in range(62):  # at 0.45 m/s
        table.clock.at(start + 20 * step, lambda x=100 + 9 * step: table.cloth.lay(9, x, 260, 30))
    table.clock.at(start + 1240, lambda: table.cloth.lift(9))
    table.run(3000)
    assert not table.kinds(LAID)


def test_a_glimpse_of_a_tile_is_not_a_tile(table: FakeTable) -> None:
    table.at_boot_done()
    start = table.clock.now / 1000
    for n in range(10):
        table.clock.at(start + 1000 * n, lambda n=n: table.cloth.lay(n, 111 + 50 * n, 333))
        table.clock.at(start + 1000 * n + 70, lambda n=n: table.cloth.lift(n))
    table.run(12_000)
    assert not table.kinds(LAID)


def test_a_foreign_tag_is_never_a_tile_and_falls_silent(table: FakeTable) -> None:
    table.at_boot_done()
    stranger = Tag(b"\x11\x22\x33\x44\x55\x66\x04\xe0")
    stranger.place = (300.0, 300.0)
    table.cloth.extra.append(stranger)
    table.run(2000)
    assert table.events == []
    assert stranger.quiet


def test_garbled_answers_are_never_a_tile(table: FakeTable) -> None:
    table.at_boot_done()
    ghost = Tag(b"garbled!")
    ghost.place = (300.0, 300.0)
    table.cloth.extra.append(ghost)
    table.run(3000)
    assert table.events == []


def test_a_copied_tag_in_two_places_is_trouble_and_no_tile(table: FakeTable) -> None:
    table.at_boot_done()
    sweeps = table.sensing.sweeps
    while table.sensing.sweeps == sweeps:  # from the start of a sweep on both places come before the tile could settle
        table.run(5)
    copy = Tag(table.cloth.tags[20].uid)
    copy.place = (600.0, 200.0)
    table.cloth.extra.append(copy)
    table.cloth.lay(10, 200, 600)
    table.run(4000)
    assert not table.kinds(LAID)
    assert [event[2:] for event in table.kinds(TROUBLE)] == [("tile", 10)]


def test_a_tile_with_one_dead_tag_is_laid_without_an_angle(table: FakeTable) -> None:
    table.at_boot_done()
    table.cloth.tags[15].deaf = True
    table.cloth.lay(7, 400, 400, 0)
    table.run(2000)
    (event,) = table.events
    assert (event[0], event[2], event[3][2]) == (LAID, 7, -1)
    assert abs(event[3][0] - 386) <= 15


def test_two_tiles_come_out_in_the_order_in_which_they_were_laid(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(5)
    right = 0
    for seed in range(20):
        table = FakeTable(monkeypatch, seed=seed)
        table.at_boot_done()
        start = table.clock.now / 1000 + rng.uniform(0, 150)
        for n, tile in enumerate((3, 21)):
            place = (rng.uniform(60, 740), rng.uniform(60, 740), rng.choice((0, 90, 180, 270)))
            table.clock.at(start + 190 * n, partial(table.cloth.lay, tile, *place))
        table.run(2500)
        assert sorted(event[2] for event in table.kinds(LAID)) == [3, 21]
        right += [event[2] for event in table.kinds(LAID)] == [3, 21]
    assert right == 20


def test_a_play_is_known_soon_with_27_tiles_lying(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(11)
    waits = []
    for seed in range(8):
        table = FakeTable(monkeypatch, seed=seed)
        places = chain(27)
        for place in places[:-8]:
            table.cloth.lay(*place)
        table.run(25_000)
        for place in places[-8:]:
            table.run(rng.uniform(600, 900))
            laid = table.clock.now / 1000
            table.cloth.lay(place[0], place[1] + rng.gauss(0, 4), place[2] + rng.gauss(0, 4), place[3])
            table.run(1500)
            told = [at for at, event in zip(table.told, table.events, strict=True) if event[2] == place[0]]
            waits.append(told[0] - laid)
        assert len(table.events) == 27
    waits.sort()
    assert statistics.median(waits) <= 350
    assert waits[-1] <= 750


def test_hands_are_read_at_the_deal(table: FakeTable) -> None:
    table.sensing.watch_racks(ALL)
    for seat in range(4):
        table.cloth.hand_out(seat, list(range(7 * seat, 7 * seat + 7)))
    table.run(5000)
    for seat in range(4):
        assert table.sensing.rack(seat) == list(range(7 * seat, 7 * seat + 7))
    assert len(table.kinds(TO_RACK)) == 28


def test_tiles_that_were_quiet_on_the_cloth_are_heard_in_the_racks(table: FakeTable) -> None:
    for place in chain(7):
        table.cloth.lay(*place)
    table.run(20_000)
    table.cloth.persist_us = 10_000_000
    table.sensing.release_all()
    table.sensing.watch_racks(ALL)
    table.cloth.hand_out(2, list(range(7)))
    table.run(6000)
    assert table.sensing.rack(2) == list(range(7))
    assert len(table.kinds(LIFTED)) == 7
    assert table.sensing.on_cloth() == []


def test_a_played_tile_comes_from_the_rack_it_left(table: FakeTable) -> None:
    table.at_boot_done()
    table.cloth.hand_out(1, [3, 12, 20])
    table.sensing.watch_racks(1)
    table.run(1500)
    table.cloth.lift(12)
    table.run(8000)
    table.cloth.lay(12, 400, 400)
    table.run(1500)
    assert [event[0] for event in table.events] == [TO_RACK, TO_RACK, TO_RACK, OFF_RACK, LAID]
    assert table.events[-1][4] == 1
    assert table.sensing.rack(1) == [3, 20]


def test_a_reader_that_fails_is_trouble_and_its_return_is_told(table: FakeTable) -> None:
    table.cloth.lay(4, 300, 300)
    table.run(2000)
    table.reader.broken = True
    table.run(3000)
    table.reader.broken = False
    table.run(3000)
    kinds = [event[0] for event in table.events]
    assert kinds == [LAID, TROUBLE, RECOVERED]
    assert table.reader.repairs >= 5


def test_a_half_that_no_column_hears_is_placed_by_the_other(table: FakeTable) -> None:
    table.at_boot_done()
    all_heard, weak = table.cloth.heard, table.cloth.tags[9]
    table.cloth.heard = lambda loop, quiet: [  # type: ignore[method-assign]
        tag for tag in all_heard(loop, quiet) if tag is not weak or loop < 20
    ]
    table.cloth.lay(4, 420, 305, 0)
    table.run(3000)
    ((kind, _, tile, pose, _),) = table.events
    assert (kind, tile, pose[2]) == (LAID, 4, 0)
    assert abs(pose[0] - 420) <= 20
    assert abs(pose[1] - 305) <= 16
    assert table.cloth.tags[8].quiet
    assert weak.quiet


def test_a_tile_over_a_dead_row_settles_there(table: FakeTable) -> None:
    table.at_boot_done()
    all_heard = table.cloth.heard
    table.cloth.heard = lambda loop, quiet: all_heard(loop, quiet) if loop != 7 else []  # type: ignore[method-assign]
    table.sensing._tiles._locator.dead[0] = 1 << 7
    table.cloth.lay(4, 420, 300, 0)  # in the middle of row 7 and out of its neighbours' reach
    table.run(3000)
    ((kind, _, tile, pose, _),) = table.events
    assert (kind, tile) == (LAID, 4)
    assert abs(pose[0] - 420) <= 16
    assert abs(pose[1] - 300) <= 10


def test_the_first_tile_alone_is_read_at_the_strongest_level_too(table: FakeTable) -> None:
    table.at_boot_done()
    levels: list[int] = []
    table.reader.set_level = levels.append  # type: ignore[method-assign]
    table.cloth.lay(4, 420, 305, 0)
    table.run(3000)
    assert 0 in levels
    assert levels[-1] == 3
    levels.clear()
    table.cloth.lay(5, 520, 305, 0)
    table.run(3000)
    assert len(table.kinds(LAID)) == 2
    assert set(levels) == {3, 5}
    assert levels[-1] == 3
