"""A table goes dark in the middle of a round: people hold still, things go on, and nobody believes old lights."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import pytest
from domino_table.hardware import load
from domino_table.virtual.course import MS, SECOND
from domino_table.virtual.eyes import MEMORY_US
from domino_table.virtual.faults import wires
from domino_table.virtual.faults.shell import Socket
from domino_table.virtual.faults.site import AWAKE_US, IN_ROUND_US, LOOK_US, PATIENT_US, Site
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Place
from virtual.world.perfect_table import PerfectTable

WHITE = bytes((64, 64, 64))


class Still:
    """A board of which nothing is wanted but that it can be reset."""

    def hard_reset(self) -> None:
        pass


@pytest.fixture
def site() -> Site:
    made: Any = Site.whole(VirtualTable(load("grid40"), seed=3), Still(), random.Random(1))  # type: ignore[arg-type]
    return made  # type: ignore[no-any-return]


def shine(site: Site, seat: int | None) -> None:
    """The side and the lamp of one seat are lit, or nothing is."""
    assert site.table is not None
    lit = [] if seat is None else [*range(20 * seat + 8, 20 * seat + 12), 80 + seat]
    chain = b"".join(WHITE if light in lit else bytes(3) for light in range(84))
    site.table.eyes.show(site.now(), chain)


def held_until(site: Site, seconds: float) -> bool:
    """Let so much time pass; whether people still hold still."""
    assert site.table is not None
    site.table.world.run_until(site.now() + int(seconds * SECOND))
    return site.table.world._held_still is not None


def test_lights_that_stayed_lit_while_the_board_was_reset_tell_nobody_that_it_is_back(site: Site) -> None:
    shine(site, 2)
    site.restart()
    assert held_until(site, AWAKE_US / SECOND + 6)
    shine(site, None)
    assert held_until(site, 1)
    shine(site, 2)
    assert not held_until(site, LOOK_US / SECOND)


def test_a_question_tells_that_the_table_is_back(site: Site) -> None:
    assert site.table is not None
    site.playing = lambda: True
    site.restart()
    assert held_until(site, AWAKE_US / SECOND + 6)
    orange = bytes((39, 57, 0))
    site.table.eyes.show(site.now(), b"".join(orange if light == 81 else bytes(3) for light in range(84)))
    assert not held_until(site, LOOK_US / SECOND)


@pytest.mark.parametrize(("playing", "patience"), [(False, PATIENT_US), (True, IN_ROUND_US)])
def test_people_in_the_middle_of_a_round_wait_longer_for_a_light(site: Site, playing: bool, patience: int) -> None:
    site.playing = lambda: playing
    site.restart()
    assert held_until(site, patience / SECOND - 1)
    assert not held_until(site, 1 + LOOK_US / SECOND)


def test_a_fault_ends_when_it_does_though_people_hold_still_and_none_strikes_then(site: Site) -> None:
    assert site.table is not None
    happened: list[str] = []
    site.table.world.at(3 * SECOND, lambda: happened.append("hand"))
    site.after(2 * SECOND, lambda: happened.append("fault over"))
    site.later(2 * SECOND, lambda: happened.append("next fault"))
    site.restart()
    assert held_until(site, AWAKE_US / SECOND)
    assert happened == ["fault over"]
    site.table.world.go_on()
    site.table.world.run_until(site.now() + 3 * SECOND)
    assert happened == ["fault over", "next fault", "hand"]


def test_what_a_fault_that_resets_the_board_has_follow_waits_until_people_go_on(site: Site) -> None:
    assert site.table is not None
    world, happened = site.table.world, []
    site.restart()
    site.later(2 * SECOND, lambda: happened.append(world.now))
    world.run_until(world.now + 3 * SECOND)
    site.later(SECOND, lambda: happened.append(world.now))
    assert held_until(site, 10)
    assert happened == []
    world.go_on()
    went_on = world.now
    world.run_until(world.now + 3 * SECOND)
    assert happened == [went_on + SECOND, went_on + 2 * SECOND]


def test_a_press_that_the_dark_interrupts_is_not_finished_afterwards(site: Site) -> None:
    assert site.table is not None
    world = site.table.world
    world.press("seat1", "double")
    world.run_until(100 * MS)
    assert world.pressed("seat1")
    site.restart()
    world.go_on()
    for _ in range(20):
        world.run_until(world.now + 50 * MS)
        assert not world.pressed("seat1")
    world.press("seat1")
    world.run_until(world.now + 100 * MS)
    assert world.pressed("seat1")


def test_who_lays_a_double_face_down_says_so_again_to_a_table_that_was_dark(site: Site) -> None:
    table = PerfectTable(2, seed=2)
    table.run(20)
    table.party.get_up()
    world, presses = table.world, []
    world.press = lambda key, kind="short": presses.append(kind)  # type: ignore[method-assign]
    world.live(table.party.people[0]._lay(table.party.people[0].hand[0], "L", face_down=True))  # type: ignore[arg-type]
    world.run_until(world.now + 100 * MS)
    world.hold()
    world.go_on()
    world.run_until(world.now + 5 * SECOND)
    assert presses == ["double", "double"]


@pytest.mark.parametrize("dark", [False, True])
def test_who_is_out_of_turn_sees_it_when_the_table_was_dark_and_puts_the_tile_back(dark: bool) -> None:
    table = PerfectTable(2, seed=1, preset=None, game="kolbasa")
    table.run(20)
    table.party.get_up()
    table.party.playing = True
    world, done = table.world, []
    person = table.party.people[1 - (table.eyes.turn or 0)]
    person._did = lambda line: done.append(line["type"])  # type: ignore[method-assign,func-returns-value]
    tile = person.row[-1]
    world.live(person._lay_wrongly(tile))
    for _ in range(100):
        world.run_until(world.now + 50 * MS)
        if world.pieces[tile].place is Place.HAND:
            break
    if dark:
        world.hold()
        world.go_on()
    world.run_until(world.now + 2 * SECOND)
    assert (done, world.pieces[tile].place) == (([], Place.RACK) if dark else (["play"], Place.CLOTH))


def test_a_foul_that_blinked_before_a_tile_was_accepted_hides_no_question_for_hands(site: Site) -> None:
    assert site.table is not None
    eyes = site.table.eyes
    eyes._fouls[2] = [(5 * SECOND, frozenset())]
    for accepted, shows in ((4, []), (6, [2])):
        eyes._accepted, eyes.lights = [(accepted * SECOND, frozenset())], b""
        eyes.show(6 * SECOND, b"".join(WHITE if light == 82 else bytes(3) for light in range(84)))
        assert eyes.shows == shows


def chain(white: Iterable[int] = (), orange: Iterable[int] = ()) -> bytes:
    """All lights of the rim and the lamps."""
    lit = dict.fromkeys(white, WHITE) | dict.fromkeys(orange, bytes((39, 57, 0)))
    return b"".join(lit.get(light, bytes(3)) for light in range(84))


def test_several_lamps_that_are_lit_ask_for_hands_though_a_foul_blinks_at_one_of_them(site: Site) -> None:
    assert site.table is not None
    eyes = site.table.eyes
    eyes.show(SECOND, chain([80, 82, 83], range(8, 12)))
    assert (eyes.turn, eyes.shows) == (None, [0, 2, 3])


def test_a_foul_that_has_stopped_blinking_is_over_though_no_light_changes_any_more(site: Site) -> None:
    assert site.table is not None
    eyes = site.table.eyes
    eyes.show(SECOND, chain([80], range(8, 12)))
    eyes.show(SECOND + 150 * MS, chain([80]))
    assert (eyes.turn, eyes.shows) == (0, [])
    assert not eyes.show(2 * SECOND, chain([80]))
    assert eyes.show(SECOND + MEMORY_US + MS, chain([80]))
    assert (eyes.turn, eyes.shows) == (None, [0])


def test_corners_that_tell_of_trouble_are_no_part_of_a_foul_that_blinks_meanwhile(site: Site) -> None:
    assert site.table is not None
    eyes, corners, foul = site.table.eyes, [0, 19, 20, 39, 40, 59, 60, 79], {*range(8, 12), 9, 29, 50, 69}
    there, at_the_corner = Pose(410, 390), Pose(10, 390)
    for trouble in False, True:
        for t in range(0, 900, 300):
            eyes.show(t * MS, chain(orange=foul | {*corners} if trouble else foul))
            eyes.show((t + 50) * MS, chain(orange=foul | {*corners}))  # the trouble begins while it blinks
            eyes.show((t + 150) * MS, chain(orange=corners))
        assert eyes.foul_since(0, 0, there)
        assert not eyes.foul_since(0, 0, at_the_corner)


def test_busy_of_the_other_reader_is_told_while_that_of_one_cannot_be_foretold() -> None:
    table = VirtualTable(load("grid40"), seed=3)
    pins = table.build.pins
    Socket.entry(table.leads, 1).cover(wires.LostEdge)
    assert table.busy_rule() is None
    table.pin(10_000, pins["grid_nss"], 0)
    table.spi(10_001, table.build.data["bus"]["reader"], b"\x17\x00", False)
    levels = {pin: level for _, pin, level in table.levels(10_002)}
    assert (levels[pins["grid_busy"]], levels[pins["rack_busy"]]) == (1, 0)
