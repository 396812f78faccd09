"""The company of a table that was reset, tested or corrected while people played goes on with what its record says."""

from __future__ import annotations

import pytest
from domino_table.hardware import load
from domino_table.virtual import lore
from domino_table.virtual.attention import Played
from domino_table.virtual.course import SECOND
from domino_table.virtual.guests import Guests
from domino_table.virtual.lore import Halves
from domino_table.virtual.recorded import Laid, Recorded, SettingOut
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose

WHITE = (64, 64, 64)
HANDS: tuple[tuple[Halves, ...], ...] = (
    ((0, 0), (0, 6), (2, 4), (2, 5), (3, 5)),
    ((0, 5), (1, 5), (2, 3), (3, 3), (3, 6), (4, 6)),
    ((0, 1), (0, 2), (0, 3), (2, 2), (4, 4), (6, 6)),
)
LAID = (Laid((1, 1)), Laid((1, 6), "R"), Laid((2, 1), "L"), Laid((5, 6), "R"))
ROUND = Recorded(True, 1, LAID, HANDS, (5, 6, 6))


class Dark:
    """A table whose lights the test lights, and three people."""

    def __init__(self, game: str = "kozel", players: int = 3, build: str = "grid40") -> None:
        rules = lore.lore(game, "graa" if game == "kozel" else None, {}, players)
        assert rules
        self.table = VirtualTable(load(build), seed=4)
        self.world = self.table.world
        self.guests = Guests(self.table, rules, players, seed=4, pace=1.0, mistakes=0.0)

    def tile(self, *halves: int) -> int:
        return next(piece.index for piece in self.world.pieces if (piece.low, piece.high) == halves)

    def racks(self) -> list[set[Halves]]:
        return [{(self.world.pieces[tile].low, self.world.pieces[tile].high) for tile in r} for r in self.world.racks]

    def light(self, seat: int) -> None:
        lights = [(0, 0, 0)] * 84
        for lit in (*range(20 * seat + 8, 20 * seat + 12), 80 + seat):
            lights[lit] = WHITE
        self.table.eyes.show(self.world.now, bytes(value for r, g, b in lights for value in (g, r, b)))
        self.world.look()

    def deal(self) -> None:
        for seat, hand in enumerate(HANDS):
            for halves in hand:
                self.world.to_rack(self.tile(*halves), seat)
        for laid in LAID:
            self.world.to_bazaar(self.tile(*laid.halves))


def test_people_go_on_with_what_the_table_has_and_take_up_what_does_not_count() -> None:
    dark = Dark()
    world, guests = dark.world, dark.guests
    world.run_until(30 * SECOND)  # they have dealt
    guests.take_seat(2)
    dark.deal()
    layout = guests.set_out(ROUND)
    guests.party.layout = layout
    person = guests.party.people[0]
    spot = layout.spot(2, 5, "L")
    world.lay(dark.tile(2, 5), spot.pose)
    layout.add(2, 5, "L", spot, spot.pose)  # they believe that it counts, as all the table lit up
    person._last = Played(dark.tile(2, 5), "L", spot, spot.pose, rested=0, touched=0)
    world.lift(dark.tile(3, 6))
    guests.lay(2, "0-1", (100.0, 700.0, 0.0))
    world.run_until(world.now + SECOND)
    guests.rest()
    world.run_until(world.now + 20 * SECOND)
    dark.light(1)
    assert guests.differs({laid.halves for laid in LAID}) is False, "who rests sees nothing"
    guests.resume(ROUND)
    party = guests.party
    assert party.layout.tiles == [laid.halves for laid in LAID]
    assert sorted(party.layout.ends()) == [2, 5]
    assert dark.racks()[:2] == [set(hand) for hand in HANDS[:2]]
    assert guests.snapshot(2)["movable"] == ["0-1"], "a guest's tile is his own affair"
    assert [person.away for person in party.people] == [False, False, True]
    world.run_until(world.now + 4 * SECOND)
    (played,) = set(HANDS[1]) - dark.racks()[1]
    assert {2, 5} & set(played)
    assert guests.differs({laid.halves for laid in LAID[:3]})


def test_a_line_that_was_cleared_away_lies_again_as_the_record_tells() -> None:
    dark = Dark()
    dark.world.run_until(30 * SECOND)
    dark.deal()
    laid = (Laid((6, 2)), Laid((6, 6), "L"), Laid((1, 2), "R"))
    layout = dark.guests.set_out(Recorded(True, 2, laid, ((), (), ()), (7, 6, 6)))
    assert {name: arm.value for name, arm in layout.arms.items()} == {"L": 6, "R": 1}
    poses = [dark.world.pieces[dark.tile(*one.halves)].pose for one in laid]
    assert None not in poses
    assert [len(rack) for rack in dark.world.racks] == [7, 6, 6, 0]


def guest_who_won(build: str) -> Dark:
    """A table whose guest has laid the last tile of the hand, 0-0, so that the company has swept all tiles together."""
    dark = Dark(build=build)
    world, guests = dark.world, dark.guests
    world.run_until(8 * SECOND)  # they have dealt, and nobody has opened yet
    guests.take_seat(2)
    dark.deal()
    guests.party.layout, party = guests.set_out(ROUND), guests.party
    for tile in list(world.racks[2]):
        world.to_bazaar(tile)
    world.to_rack(dark.tile(0, 0), 2)
    guests.lay(2, "0-0", (100.0, 700.0, 0.0))
    world.run_until(world.now + SECOND)
    party.begun = True
    dark.light(2)
    world.run_until(world.now + SECOND)
    dark.table.eyes.show(world.now, bytes(3 * 84))
    world.look()
    for _ in range(100):
        world.run_until(world.now + SECOND // 20)
        if len(world.bazaar()) == 28:
            return dark
    raise AssertionError("the company has not cleared the table")


@pytest.mark.parametrize("build", ["grid40", "grid40_no_racks"])
def test_a_guest_who_takes_back_the_tile_that_won_has_it_again_though_it_was_swept_away(build: str) -> None:
    dark = guest_who_won(build)
    known = load(build).has_racks
    hands = ((*HANDS[0][1:], (2, 6)), HANDS[1], ((0, 0),)) if known else ((), (), ())
    dark.guests.resume(Recorded(True, 1, LAID, hands, (5, 6, 1)))
    assert dark.guests.snapshot(2)["rack"] == ["0-0"]
    assert [len(rack) for rack in dark.world.racks[:3]] == [5, 6, 1]


def test_people_whose_hands_the_table_does_not_know_take_up_their_own_tiles_when_a_round_goes_on() -> None:
    dark = guest_who_won("grid40_no_racks")
    dark.guests.resume(Recorded(True, 1, LAID, ((), (), ()), (4, 6, 1)))
    assert dark.racks()[:2] == [set(HANDS[0]) - {(0, 0)}, set(HANDS[1])]


def test_a_tile_that_a_guest_has_laid_is_not_his_any_more_once_it_was_dealt_to_another() -> None:
    dark = guest_who_won("grid40")
    dark.world.run_until(dark.world.now + 30 * SECOND)
    assert [len(rack) for rack in dark.world.racks[:3]] == [7, 7, 7]
    dark.world.to_rack(dark.tile(0, 0), 1)
    dark.world.lay(dark.tile(0, 0), Pose(100.0, 700.0, 0.0))
    assert dark.guests.snapshot(2)["movable"] == []


def test_who_gets_up_while_a_tile_is_on_its_way_leaves_it_in_the_rack() -> None:
    dark = Dark()
    dark.world.run_until(8 * SECOND)
    dark.guests.take_seat(2)
    tile = dark.guests.snapshot(2)["rack"][0]
    dark.guests.lay(2, tile, (100.0, 700.0, 0.0))
    dark.guests.leave_seat(2)
    dark.world.run_until(dark.world.now + SECOND)
    assert tile in [dark.world.pieces[other].name for other in dark.world.racks[2]]


def test_a_round_that_is_over_is_followed_by_a_new_deal() -> None:
    dark = Dark()
    dark.world.run_until(30 * SECOND)
    dark.guests.rest()
    dark.guests.resume(Recorded(False, 3, LAID, ((), (), ()), (0, 0, 0)))
    assert not dark.guests.party.first_round
    dark.world.run_until(dark.world.now + 30 * SECOND)
    assert [len(rack) for rack in dark.world.racks] == [7, 7, 7, 0]
    assert dark.world.cloth() == []


def test_a_row_keeps_its_order_and_what_was_turned_up_stands_where_the_table_has_seen_it_go() -> None:
    dark = Dark("kolbasa", 2)
    for halves in ((0, 1), (0, 2), (0, 3), (0, 4)):
        dark.world.to_rack(dark.tile(*halves), 0)
    recorded = Recorded(True, 1, (), ((), ()), (4, 0), rows=(((0, 4), None, None, None), ()))
    setting = SettingOut(dark.world, recorded, (), {})
    before = [dark.tile(0, 3), dark.tile(0, 1), dark.tile(0, 2)]
    assert setting.row(0, before) == [dark.tile(0, 4), *before]
    unseen = Recorded(True, 1, (), ((), ()), (4, 0), rows=((None, None, None, None), ()))
    assert SettingOut(dark.world, unseen, (), {}).row(0, before)[:3] == before


def test_what_a_cut_has_closed_is_no_part_of_the_line() -> None:
    dark = Dark("kolbasa", 2)
    laid = (Laid((1, 3)), Laid((3, 3), "R"), Laid((1, 1), "L"), Laid((1, 3), "cut"), Laid((5, 5)), Laid((5, 0), "R"))
    recorded = Recorded(True, 1, laid, ((), ()), (0, 0))
    assert [one.halves for one in recorded.lying] == [(5, 5), (0, 5)]
    dark.guests.rest()
    assert dark.guests.set_out(recorded).tiles == [(5, 5), (0, 5)]


@pytest.mark.parametrize("build", ["grid40", "grid40_mini"])
def test_a_layout_that_was_emptied_is_laid_along_the_same_way(build: str) -> None:
    rules = lore.lore("kozel", "graa", {}, 2)
    assert rules
    layout = Guests(VirtualTable(load(build), 1), rules, 2, 1, 1.0, 0.0).party.layout
    spots: list[list[Pose]] = []
    for _ in range(2):
        layout = layout.emptied()
        for low, high, end in ((1, 1, ""), (1, 2, "R"), (2, 4, "R")):
            spot = layout.spot(low, high, end)
            layout.add(low, high, end, spot, spot.pose)
        spots.append([Pose(*arm.point) for arm in layout.arms.values()])
    assert spots[0] == spots[1]
