"""A guest at a page sits down, plays with real firmware and the company, and gets up again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from domino_table.device.bundle import bundle
from domino_table.hardware import load
from domino_table.virtual import lore
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image
from domino_table.virtual.guests import Guests
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, tile_map

SECOND = 1_000_000
BLUE, ORANGE = (0, 28, 44), (57, 39, 0)
COMPANY = lore.lore("kozel", "graa", {}, 3) or lore.Lore()


class Salon:
    """A table with three people; ``guests`` are the hands of the page."""

    def __init__(self, folder: Path) -> None:
        build = load("grid40")
        build.data["game"]["players"] = 3
        self.table = VirtualTable(build, seed=4)
        self.world, self.eyes = self.table.world, self.table.eyes
        image = folder / "board.img"
        image.write_bytes(build_image(bundle(build, tile_map([piece.tags for piece in self.world.pieces]))))
        self.board = Board(image, self.table, seed=4)
        self.guests = Guests(self.table, COMPANY, players=3, seed=4, pace=1.0, mistakes=0.0)
        self.party = self.guests.party

    def until_turn(self, *seats: int) -> int:
        for _ in range(600):
            self.board.run_until(self.board.now + SECOND // 10)
            self.world.run_until(self.board.now)
            if self.eyes.turn in seats and self.eyes.is_turn(self.eyes.turn, self.world.now):
                return self.eyes.turn
        raise AssertionError(f"none of {seats} came on turn")

    def run(self, seconds: float) -> None:
        self.board.run_until(self.board.now + int(seconds * SECOND))
        self.world.run_until(self.board.now)


@pytest.fixture
def salon(tmp_path: Path) -> Iterator[Salon]:
    made = Salon(tmp_path)
    with made.board:
        made.board.start()
        yield made


def play(salon: Salon, seat: int) -> str | None:
    """What a guest does who knows the game: lay the first tile that fits, else draw; the tile laid."""
    layout, pieces = salon.party.layout, salon.world.pieces
    for tile in salon.world.racks[seat]:
        low, high = pieces[tile].low, pieces[tile].high
        ends = layout.fits(low, high)
        if not layout.arms:
            opening = lore.opening(salon.party.halves(t) for t in salon.world.racks[seat])
            low, high = opening
        if ends:
            pose = layout.spot(low, high, ends[0]).pose
            salon.guests.lay(seat, f"{high}-{low}", (pose.x, pose.y, pose.angle))
            return f"{low}-{high}"
    salon.guests.draw(seat)
    return None


def test_a_guest_plays_and_the_company_goes_on_from_there(salon: Salon) -> None:
    seat = salon.until_turn(0, 1, 2)
    salon.guests.take_seat(seat)
    plays = 0
    while plays < 4:
        salon.until_turn(seat)
        name = play(salon, seat)
        salon.run(1.5)
        if name:
            plays += 1
            assert salon.eyes.turn != seat, f"the table has not taken {name}"
            shown = salon.guests.snapshot(seat)
            assert name in [tile["tile"] for tile in shown["cloth"]]
            assert name not in shown["rack"] + shown["movable"]
    assert salon.party.disputes == []


def test_a_wrong_tile_blinks_and_can_be_taken_back(salon: Salon) -> None:
    seat = salon.until_turn(0, 1, 2)
    guest = (seat + 2) % 3
    salon.guests.take_seat(guest)
    before = salon.world.now
    tile = salon.guests.snapshot(guest)["rack"][0]
    salon.guests.lay(guest, tile, (120.0, 130.0, 0.0))
    salon.run(2.5)
    assert salon.eyes.foul_since(guest, before)
    assert salon.guests.snapshot(guest)["movable"] == [tile]
    salon.guests.back_to_rack(guest, tile)
    salon.run(3)
    assert tile in salon.guests.snapshot(guest)["rack"]
    assert not salon.eyes.foul_since(guest, salon.world.now - SECOND)


def test_a_tile_laid_far_from_the_chain_is_asked_about_and_the_button_answers(salon: Salon) -> None:
    salon.until_turn(0, 1, 2)
    salon.guests.take_seat(1)
    layout, pieces, halves = salon.party.layout, salon.world.pieces, salon.party.halves
    seat = salon.until_turn(1)
    while not (fitting := [tile for tile in salon.world.racks[1] if layout.fits(*halves(tile)) and layout.arms]):
        play(salon, seat)
        salon.run(2)
        salon.until_turn(1)
    name, ends = pieces[fitting[0]].name, layout.fits(*halves(fitting[0]))
    salon.guests.lay(1, name, (120.0, 120.0, 0.0))
    salon.run(4.5)
    assert salon.eyes.asks(1, salon.world.now)
    lit = salon.eyes.questions[1]
    assert salon.eyes.matches(Pose(*layout.arms[ends[0]].point), lit.first) >= 3
    salon.run(30)  # the guest reads what the page says about it
    salon.guests.press(1, "short")
    salon.run(1.5)
    assert salon.eyes.turn != 1
    assert not salon.eyes.anybody_asked(salon.world.now)
    assert layout.tiles[-1] == halves(fitting[0]), "the company has not seen what was accepted"
    salon.run(20)
    assert salon.party.disputes == []


class Unlit:
    """A rim without a board, lit by the test, and people who take their time; light 80 + s is the lamp of seat s."""

    def __init__(self) -> None:
        build = load("grid40")
        self.table = VirtualTable(build, seed=4)
        self.world = self.table.world
        self.guests = Guests(self.table, COMPANY, players=3, seed=4, pace=1000.0, mistakes=0.0)

    def show(self, colour: tuple[int, int, int], *places: Pose, lamp: int | None = None) -> None:
        lights = [(0, 0, 0)] * 84
        for place in places:
            column, row = int(place.x / 40), int(place.y / 40)
            for light in (19 - column, 39 - row, 40 + column, 60 + row):
                lights[light] = colour
        if lamp is not None:
            lights[80 + lamp] = colour
        self.world.run_until(self.world.now + SECOND // 2)
        self.table.eyes.show(self.world.now, bytes(v for r, g, b in lights for v in (g, r, b)))
        self.world.look()


@pytest.mark.parametrize(("press", "end"), [("short", "L"), ("double", "R")])
def test_the_company_takes_a_tile_to_lie_at_the_end_that_the_button_chose(press: str, end: str) -> None:
    rim = Unlit()
    layout, pieces = rim.guests.party.layout, rim.world.pieces
    spot = layout.spot(2, 5, "")
    layout.add(2, 5, "", spot, spot.pose)
    for arm in layout.arms.values():
        arm.value = 5  # the other tile fits both ends
    places = [Pose(*layout.arms[name].point, 0) for name in ("L", "R")]
    rim.world.lay(next(piece.index for piece in pieces if piece.name == "2-5"), spot.pose)
    rim.world.to_rack(next(piece.index for piece in pieces if piece.name == "0-5"), 1)
    rim.guests.lay(1, "0-5", (120.0, 120.0, 0.0))
    for _ in range(2):
        rim.show(ORANGE, places[0], lamp=1)
        rim.show(ORANGE, places[1])
    rim.guests.press(1, press)
    rim.show((0, 0, 0))
    rim.show(BLUE, Pose(120.0, 120.0, 0.0))
    rim.show((0, 0, 0))
    assert {name: arm.tile for name, arm in layout.arms.items()} == {"L": (2, 5), "R": (2, 5)} | {end: (0, 5)}


def test_who_gets_up_leaves_the_game_to_the_company_and_no_tile_in_its_way(salon: Salon) -> None:
    seat = salon.until_turn(0, 1, 2)
    salon.until_turn((seat + 1) % 3)
    salon.guests.take_seat(seat)
    salon.until_turn(seat)
    ends = salon.party.layout.ends()
    rack = salon.guests.snapshot(seat)["rack"]
    wrong = next(tile for tile in rack if not lore.playable([(int(tile[0]), int(tile[2]))], ends))
    salon.guests.lay(seat, wrong, (60.0, 60.0, 0.0))
    salon.run(3)
    salon.guests.leave_seat(seat)
    assert wrong in [salon.world.pieces[tile].name for tile in salon.world.racks[seat]]
    assert salon.until_turn((seat + 1) % 3) != seat


def test_hands_do_only_what_hands_at_that_seat_can(salon: Salon) -> None:
    salon.until_turn(0, 1, 2)
    others = salon.guests.snapshot(1)["rack"]
    for call in (
        lambda: salon.guests.lay(0, others[0], (400.0, 400.0, 0.0)),
        lambda: salon.guests.lay(0, "7-9", (400.0, 400.0, 0.0)),
        lambda: salon.guests.take_seat(3),
    ):
        with pytest.raises(ValueError, match="seat|tile|yours"):
            call()
    seen = salon.guests.snapshot(None)
    assert (seen["rack"], seen["movable"], seen["counts"], seen["bazaar"]) == ([], [], [7, 7, 7], 7)
    assert len(seen["leds"]) == 84
    assert salon.guests.display_png()[:4] == b"\x89PNG"
