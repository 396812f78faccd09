"""People play whole matches of Kozel with their own eyes, hands and lore, at a table that never errs."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from typing import Any

import pytest
from domino_table.virtual import lore
from domino_table.virtual.attention import ACCEPTED, FLICKER_US, PATIENCE_US, REFUSED, Played
from domino_table.virtual.chain import Arm, Spot
from domino_table.virtual.course import MS, SECOND, Behaviour
from domino_table.virtual.eyes import Question
from domino_table.virtual.people import LOT_AGAIN_US, LOT_US
from domino_table.virtual.rows import Sausage
from domino_table.virtual.tags import Pose, tag_centres
from domino_table.virtual.world import Place, World
from virtual.world.perfect_table import WHITE, PerfectTable, cross, tile_pose

HOURS = 3600 * 3


def in_a_round(seats: int = 2) -> PerfectTable:
    """People in the middle of a round."""
    table = PerfectTable(seats, seed=2)
    table.run(20)
    return table


def two_who_rest() -> PerfectTable:
    """Two people in the middle of a round who have got up: from now on a test says what they do."""
    table = in_a_round()
    table.party.get_up()
    return table


def fouls_of_match(table: PerfectTable) -> list[str]:
    """Play to the end of the match: codes of all fouls."""
    table.run(HOURS)
    assert table.party.finished, table.party.disputes
    return [judged.code for judged in table.truth.lines if judged.code]


def played(tile: int, pose: Pose, t: int, end: str = "", meant: Pose | None = None) -> Played:
    """A tile that came to lie at a time."""
    return Played(tile, end, Spot(pose, (0.0, 0.0), (1.0, 0.0), False), pose, t, t, meant=meant)


def note_hands(world: World, done: list[str]) -> None:
    """Let nothing come of what hands do; ``done`` takes the names."""
    for name in ("press", "knock", "lift"):
        setattr(world, name, lambda what, name=name: done.append(name))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_people_who_make_no_mistakes_are_never_refused(seats: int) -> None:
    table = PerfectTable(seats, seed=seats)
    assert fouls_of_match(table) == []


@pytest.mark.parametrize("game", [game for game in lore.GAMES if game != "kozel"])
def test_people_play_every_game_without_being_refused_but_for_their_mistakes(game: str) -> None:
    table = PerfectTable(lore.GAMES[game][0], seed=4, mistakes=0.1, preset=None, game=game, rounds=6)
    fouls = fouls_of_match(table)
    assert len(fouls) == sum(table.party.mistakes.values()) > 0
    if table.party.lore.doubles > 1:
        movers = [
            judged.line.get("seat") for judged in table.truth.lines if judged.line["type"] == "play" and not judged.code
        ]
        assert any(one == other for one, other in itertools.pairwise(movers)), "nobody laid two doubles in one turn"


@pytest.mark.parametrize(
    "params",
    [
        {"start": "double", "miss_goes_to": "opponent_left"},
        {"continue_on_fit": True, "after_cut": "end_round"},
        {"after_cut": "new_sausage"},
    ],
)
def test_sausages_are_cut_and_rows_turned_up_as_agreed(params: dict[str, Any]) -> None:
    ends: Counter[str | None] = Counter()
    for seed in range(5):
        table = PerfectTable(2, seed=seed, preset=None, game="kolbasa", params=params)
        assert fouls_of_match(table) == []
        ends.update(judged.line.get("end") for judged in table.truth.lines if judged.line["type"] == "play")
    assert set(ends) == {None, "L", "R", "cut"}


@pytest.mark.parametrize("seats", [2, 4])
def test_every_mistake_is_a_foul_of_the_rules_and_the_match_goes_on(seats: int) -> None:
    table = PerfectTable(seats, seed=10 + seats, mistakes=0.2)
    fouls = fouls_of_match(table)
    assert len(fouls) == sum(table.party.mistakes.values()) > 10
    assert set(fouls) <= set(lore.KINDS) | {"too_many_tiles"}


@pytest.mark.parametrize("seed", range(4))
def test_brisk_people_do_not_take_the_blinking_of_the_last_foul_for_an_answer(seed: int) -> None:
    table = PerfectTable(3, seed=seed, mistakes=0.3, pace=0.3)
    fouls_of_match(table)
    assert sum(table.party.mistakes.values()) > 10


def test_a_light_that_is_lit_again_after_the_table_was_dark_is_no_answer_to_who_was_not_on_turn() -> None:
    table = in_a_round(3)
    eyes, person = table.eyes, table.party.people[1]
    person._light_then, began = 0, table.world.now
    for lit, answer in ((None, ACCEPTED), (0, None), (2, ACCEPTED)):
        eyes.turn, eyes.turn_since = lit, began + 1
        assert person._says(None, began) == answer


@pytest.mark.parametrize(
    "flickers", [((200, None), (300, 1), (900, None), (1000, 1)), ((200, None), (300, 1), (580, None), (800, 1))]
)
def test_lights_that_flicker_are_no_answer(flickers: tuple[tuple[int, int | None], ...]) -> None:
    table = two_who_rest()
    eyes, world, person, said = table.eyes, table.world, table.party.people[1], []
    eyes.turn = person._light_then = 1

    def look() -> Behaviour:
        said.append((yield from person._verdict(None, REFUSED)))

    def light(seat: int | None) -> None:
        eyes.turn, eyes.turn_since = seat, world.now
        world.look()

    world.live(look())
    for after, seat in flickers:
        world.at(world.now + after * MS, lambda seat=seat: light(seat))
    world.at(world.now + 1200 * MS, lambda: eyes._fouls.update({1: [(world.now, frozenset())]}) or world.look())
    world.run_until(world.now + 2 * SECOND)
    assert said == [REFUSED]


def test_a_tile_that_the_table_does_not_take_is_set_right_and_then_laid_anew() -> None:
    table = two_who_rest()
    world, person, done = table.world, table.party.people[1], []
    tile, pose = person.hand[0], Pose(300.0, 300.0)
    play = played(tile, pose, world.now)
    for name in ("lift", "lay"):
        setattr(world, name, lambda *what, name=name: done.append(name))
    table.party.playing = True
    world.live(person._verdict(play, ACCEPTED))
    world.run_until(world.now + 2 * PATIENCE_US + 5 * SECOND)
    assert done == ["lay", "lift", "lay"]


@pytest.mark.parametrize(("answer", "done"), [(ACCEPTED, ["lay", "lift", "lay"]), (REFUSED, ["lay", "lift"])])
def test_a_tile_that_is_judged_while_it_is_in_the_hand_to_be_laid_anew(answer: str, done: list[str]) -> None:
    table = two_who_rest()
    world, eyes, person, hands, said = table.world, table.eyes, table.party.people[1], [], []
    tile, pose = person.hand[0], Pose(300.0, 300.0)
    play = played(tile, pose, world.now)
    for name in ("lift", "lay"):
        setattr(world, name, lambda *what, name=name: hands.append(name))
    table.party.playing = True

    def look() -> Behaviour:
        said.append((yield from person._verdict(play, ACCEPTED)))

    world.live(look())
    world.run_until(world.now + 2 * PATIENCE_US + SECOND)
    assert (hands, table.party.laying) == (["lay", "lift"], 1)  # everybody else waits
    lit = frozenset(cross((300, 300)))
    if answer == ACCEPTED:
        eyes._accepted.append((world.now, lit))
    else:
        eyes._fouls[1] = [(world.now, lit)]
    world.look()
    world.run_until(world.now + 10 * MS)
    assert (hands, said, table.party.laying) == (done, [answer], None)


def test_a_round_in_which_nothing_was_accepted_is_not_over_though_no_light_is_lit() -> None:
    table = PerfectTable(2, seed=2)
    table.run(5)
    table.eyes.turn, table.party._lit = None, True
    for begun in (False, True):
        table.party.begun = begun
        assert table.party._round_is_over(0) == begun


def test_a_foul_that_goes_on_blinking_while_the_table_looks_for_the_next_tile_is_the_last_one() -> None:
    table = two_who_rest()
    eyes, world, person, said = table.eyes, table.world, table.party.people[1], []
    eyes.turn = person._light_then = 1
    for ms in range(0, 2400, 300):
        world.at(world.now + ms * MS, lambda: eyes._fouls.update({1: [(world.now, frozenset())]}) or world.look())
    world.run_until(world.now + 10 * MS)

    def look() -> Behaviour:
        said.append((yield from person._verdict(None, ACCEPTED)))

    world.live(look())
    world.run_until(world.now + 2500 * MS)
    assert said == []
    eyes.turn, eyes.turn_since = 0, world.now
    world.look()
    world.run_until(world.now + 10 * MS)
    assert said == [ACCEPTED]


@pytest.mark.parametrize(("beside", "said_at"), [((345.0, 300.0), None), ((300.0, 300.0), 3.0)])
def test_the_foul_of_a_tile_that_is_gone_is_not_that_of_one_laid_beside_it(
    beside: tuple[float, float], said_at: float | None
) -> None:
    """A reader may be deaf for seconds: just the same lights go on; those of the tile laid now would be others."""
    table = two_who_rest()
    eyes, world, person, said = table.eyes, table.world, table.party.people[1], []
    began, pose = world.now + 500 * MS, Pose(300.0, 300.0)
    play = played(person.hand[0], pose, began)

    def blink(place: tuple[float, float]) -> None:
        eyes._fouls[1] = [*eyes._fouls.get(1, []), (world.now, frozenset(cross(place)))]
        world.look()

    for ms in range(0, 5000, 300):
        world.at(world.now + ms * MS, lambda ms=ms: blink((345.0, 300.0) if ms < 500 else beside))

    def look() -> Behaviour:
        answer = yield from person._verdict(play, ACCEPTED)
        said.append((answer, (world.now - began) // SECOND))

    world.at(began, lambda: world.live(look()))
    world.run_until(began + 5 * SECOND)
    assert said == ([] if said_at is None else [(REFUSED, said_at)])


def test_people_know_that_hands_are_being_shown() -> None:
    table = in_a_round()
    assert (table.party.playing, table.party.showing) == (True, False)
    table._light("turn", {80: WHITE})
    table._turn = lambda: None  # type: ignore[method-assign]
    table.world.run_until(table.world.now + 2 * SECOND)
    assert (table.party.playing, table.party.showing) == (False, True)


@pytest.mark.parametrize("first", [0, 450])
def test_lamps_that_spikes_darken_for_a_moment_ask_for_hands_all_the_same(first: int) -> None:
    table = in_a_round()
    table._turn = lambda: None  # type: ignore[method-assign]
    shown: list[int] = []

    def show_hand(seat: int) -> Behaviour:
        shown.append(seat)
        yield SECOND

    for person in table.party.people:
        person.show_hand = lambda seat=person.seat: show_hand(seat)  # type: ignore[assignment, method-assign]
    lamp = {80: WHITE}
    for ms, lights in ((0, lamp), (first, {}), (first + 50, lamp), (1700, {}), (2000, lamp)):
        table.world.at(table.world.now + ms * MS, lambda lights=lights: table._light("turn", lights))  # type: ignore[misc]
    table.world.run_until(table.world.now + 5 * SECOND)
    assert (table.party.playing, table.party.showing, set(shown)) == (False, True, {0})


def test_a_side_that_is_dark_between_two_blinks_of_a_foul_asks_for_no_hand() -> None:
    table = in_a_round()
    eyes, world, lit = table.eyes, table.world, table.eyes.turn

    def see(turn: int | None, shows: list[int]) -> None:
        eyes.turn, eyes.turn_since, eyes.shows, eyes.shows_since = turn, world.now, shows, world.now
        world.look()

    for ms, turn, shows in ((0, None, []), (700, None, [0]), (1200, lit, [])):
        world.at(world.now + ms * MS, lambda turn=turn, shows=shows: see(turn, shows))  # type: ignore[misc]
    world.run_until(world.now + 1400 * MS)
    assert (table.party.playing, table.party.showing) == (True, False)


class Forgetful(PerfectTable):
    """Goes dark when it has let the light go on after the first pass, and has not kept it."""

    forgotten: dict[str, Any] | None = None
    presses = 0

    def _did(self, line: dict[str, Any]) -> None:
        if line["type"] != "pass" or self.presses:
            super()._did(line)
            return
        other = 1 - line["seat"]
        lit = dict.fromkeys([*range(20 * other + 8, 20 * other + 12), 80 + other], WHITE)
        self.world.at(self.world.now + SECOND // 2, lambda: self._light("turn", lit))
        self.world.at(self.world.now + SECOND // 2 + 50 * MS, lambda: self._forget(line))

    def _forget(self, line: dict[str, Any]) -> None:
        self.forgotten = self.party.lost = line
        self._light("turn", {})
        self._turn()

    def _listen(self) -> None:
        if self.forgotten and self.world.pressed(f"seat{self.forgotten['seat']}"):
            self.presses += 1
            self._judge(self.forgotten, None)
            self.forgotten = None


def test_who_sees_that_a_table_has_forgotten_a_pass_presses_once_more() -> None:
    table = Forgetful(2, seed=2)
    assert fouls_of_match(table) == []
    assert (table.presses, table.party.lost) == (1, None)


@pytest.mark.parametrize("by_button", [True, False])
@pytest.mark.parametrize("lost", [True, False])
def test_a_draw_at_a_table_that_went_dark_is_told_again_only_where_it_was_lost(by_button: bool, lost: bool) -> None:
    table = two_who_rest()
    party, world, person = table.party, table.world, table.party.people[1]
    party.draws_by_button = by_button
    tile, done = world.bazaar()[0], []
    person._told = {"type": "draw", "seat": 1, "tile": world.pieces[tile].name}
    for name in ("press", "to_bazaar"):
        setattr(world, name, lambda what, name=name: done.append(name))
    world.live(person._see_draw(world.now))
    world.run_until(world.now + 50 * MS)
    world.hold()
    party.lost = person._told if lost else None
    world.at(world.now + SECOND, world.go_on, by_itself=True)
    world.run_until(world.now + 9 * SECOND)
    table.eyes._heard[1] = world.now
    world.look()
    world.run_until(world.now + 60 * SECOND)
    presses, drawn = {(True, True): (2, 0), (True, False): (1, 0), (False, True): (0, 1), (False, False): (0, 0)}[
        (by_button, lost)
    ]
    assert (done.count("press"), done.count("to_bazaar")) == (presses, drawn)
    assert (party.lost, party.disputes) == (None, [])


def test_before_anything_was_accepted_in_a_round_nobody_knows_that_a_light_must_come() -> None:
    table = PerfectTable(2, seed=2)
    party = table.party
    expected = [(playing, begun, showing) for playing in (0, 1) for begun in (0, 1) for showing in (0, 1)]
    for playing, begun, showing in expected:
        party.playing, party.begun, party.showing = bool(playing), bool(begun), bool(showing)
        assert party.expects_light == bool(playing and begun or showing)


def test_a_draw_that_the_table_finds_by_itself_after_the_dark_is_not_done_again() -> None:
    table = two_who_rest()
    party, world, person = table.party, table.world, table.party.people[1]
    party.draws_by_button = False
    tile, done = world.bazaar()[0], []
    person._told = {"type": "draw", "seat": 1, "tile": world.pieces[tile].name}
    world.to_bazaar = done.append  # type: ignore[method-assign, assignment]
    world.hold()
    world.go_on()
    party.lost = person._told
    table.eyes._heard[1] = world.now  # its side has flashed while people looked whether the table is back
    world.live(person._do_again())
    world.run_until(world.now + 30 * SECOND)
    assert (done, party.lost, party.disputes) == ([], None, [])


@pytest.mark.parametrize("unsure", [True, False])
def test_who_is_asked_again_about_a_play_that_a_dark_table_has_not_kept_answers_as_it_was_meant(unsure: bool) -> None:
    table = two_who_rest()
    party, world, eyes, person, presses = table.party, table.world, table.eyes, table.party.people[1], []
    party.playing, person._told = True, {"type": "play", "seat": 1, "tile": "1-1", "end": "L"}
    pose, end = Pose(100.0, 100.0), Pose(100.0, 150.0)
    person._last = played(0, pose, world.now, "L", end)
    party.unsure = person._told if unsure else None
    world.press = lambda key, kind="short": presses.append((key, kind))  # type: ignore[method-assign]
    world.live(person.live())
    eyes.turn = None
    eyes.questions[1] = Question(frozenset(cross((600, 600))), frozenset(cross((100, 150))), world.now)
    for blink in range(12):
        world.at(world.now + blink * 500 * MS, lambda: eyes._lamp.update({1: world.now}) or world.look())
    world.run_until(world.now + 7 * SECOND)
    assert presses == ([("seat1", "double")] if unsure else [])


def test_who_cuts_means_the_place_between_both_tips() -> None:
    table = two_who_rest()
    person, place = table.party.people[1], Pose(300.0, 300.0, 90)
    table.party.layout.spot = lambda *what: Spot(place, (0.0, 0.0), (1.0, 0.0), False)  # type: ignore[method-assign]
    table.party.did = lambda line: None
    table.world.live(person._lay(person.hand[0], "cut"))  # type: ignore[arg-type]
    table.world.run_until(table.world.now + 3 * SECOND)
    assert person._last is not None
    assert person._last.meant == place


@pytest.mark.parametrize("swapped", [True, False])
def test_of_two_places_hardly_a_light_apart_people_know_which_is_which(swapped: bool) -> None:
    """The lower line of kolbasa ends in the row of lights that the table shows for the cut; it reads the line lower."""
    eyes = two_who_rest().eyes
    line, between, upper = Pose(549.0, 397.0), Pose(563.0, 376.0), Pose(552.0, 355.0)
    shown = frozenset({29, 70}), frozenset({30, 69})
    first, second = reversed(shown) if swapped else shown
    assert eyes.is_second(line, (upper, between), first, second) == swapped
    assert eyes.is_second(between, (upper, line), first, second) != swapped


def test_a_line_of_kolbasa_is_asked_about_where_its_next_tile_would_lie_which_is_past_the_cut() -> None:
    eyes, rows = two_who_rest().eyes, Sausage(random.Random(0), (800.0, 800.0))
    rows.arms["L"] = Arm("L", 1, (203.8, 369.1), (1.0, 0.0), False, (0, 1))
    rows.arms["R"] = Arm("R", 2, (205.6, 409.1), (1.0, 0.0), False, (0, 2))
    ends = rows.asked(1, 2, "L"), rows.asked(1, 2, "R")
    nearer, farther = frozenset({14, 45}), frozenset({13, 46})  # as a table has lit them: the cut, then a line
    cut = rows.spot(1, 2, "cut").pose
    assert not eyes.is_second(cut, ends, nearer, farther)
    assert eyes.is_second(cut, ends, farther, nearer)


def test_also_at_the_edge_of_the_cloth_where_it_would_turn_a_corner() -> None:
    eyes, rows = two_who_rest().eyes, Sausage(random.Random(0), (800.0, 800.0))
    rows.arms["L"] = Arm("L", 6, (726.0, 369.0), (1.0, 0.0), False, (5, 6))
    rows.arms["R"] = Arm("R", 1, (723.9, 409.0), (1.0, 0.0), False, (0, 1))
    ends = rows.asked(1, 5, "L"), rows.asked(1, 5, "R")
    cut, line = frozenset({1, 58, 29, 70}), frozenset({0, 59, 30, 69})  # as a table has lit them
    assert not eyes.is_second(rows.spot(1, 5, "cut").pose, ends, cut, line)


@pytest.mark.parametrize("unsure", [True, False])
def test_nobody_acts_anew_upon_the_light_of_a_table_that_has_not_kept_his_last_play(unsure: bool) -> None:
    table = two_who_rest()
    party, world, eyes, person, done = table.party, table.world, table.eyes, table.party.people[1], []
    party.playing, person._told = True, {"type": "play", "seat": 1, "tile": "1-1", "end": "L"}
    pose = Pose(100.0, 100.0)
    person._last = played(world.cloth()[0], pose, world.now, "L")
    party.unsure = person._told if unsure else None
    for name in ("press", "lift", "lay"):
        setattr(world, name, lambda what, *how, name=name, **more: done.append((name, what)))
    eyes.turn, eyes.turn_since = 1, world.now
    world.live(person.live())
    world.run_until(world.now + 5 * SECOND)
    assert (done == []) == unsure
    if unsure:
        world.run_until(world.now + 3 * SECOND)
        assert done == [("lay", person._last.tile)]  # set right, for the table did not see it
        eyes.turn = 0
        party.unsure = None
        world.look()
        world.run_until(world.now + 30 * SECOND)
        assert len(done) == 1


def test_a_lot_is_drawn_at_once_only_where_no_round_before_tells_who_opens() -> None:
    for first, waits in ((True, LOT_US), (False, LOT_AGAIN_US)):
        table = PerfectTable(2, seed=2, preset=None, game="domino_tennis")
        party, world = table.party, table.world
        party.get_up()
        party.first_round, table.eyes.turn, party.lot = first, None, None
        party.layout = party._new_layout()
        world.live(party._agree_on_opener())
        world.run_until(world.now + waits - MS)
        assert party.lot is None
        world.run_until(world.now + SECOND)
        assert party.lot is not None


@pytest.mark.parametrize(("dark", "presses"), [(0, 1), (FLICKER_US // 2, 1), (10 * SECOND, 0)])
def test_nobody_passes_once_the_lights_have_gone_out(dark: int, presses: int) -> None:
    table = two_who_rest()
    party, world, eyes, person, done = table.party, table.world, table.eyes, table.party.people[1], []
    party.did = lambda line: done.append(line["type"])
    party.playing = True
    world.press = world.knock = lambda *what: None  # type: ignore[method-assign]
    eyes.turn = 1
    world.live(person._pass())
    world.at(world.now + 300 * MS, lambda: setattr(eyes, "turn", None if dark else 1))
    world.at(world.now + 300 * MS + dark, lambda: setattr(eyes, "turn", 1))
    world.run_until(world.now + 3 * SECOND)
    assert done == ["pass"] * presses


@pytest.mark.parametrize("act", ["_pass", "_draw", "_pass_wrongly", "_draw_wrongly", "_press_in_vain", "_lay_wrongly"])
@pytest.mark.parametrize("over", [True, False])
def test_nobody_who_waited_for_a_foul_to_stop_blinking_acts_when_the_round_is_over(act: str, over: bool) -> None:
    table = two_who_rest()
    party, world, eyes, person, done = table.party, table.world, table.eyes, table.party.people[1], []
    note_hands(world, done)
    party.playing, eyes.turn, party.did = True, 1, lambda line: None
    eyes._fouls[1], eyes._heard[1] = [(world.now, frozenset())], world.now
    acts = getattr(person, act)
    world.live(acts(person.hand[0]) if act == "_lay_wrongly" else acts())
    assert done == []
    if over:
        eyes.turn, eyes.shows = None, [0, 1]
    world.run_until(world.now + 4 * SECOND)
    assert (done == []) == over


@pytest.mark.parametrize("out", [True, False])
def test_nobody_acts_when_somebody_has_no_tile_left_whatever_a_light_says(out: bool) -> None:
    table = two_who_rest()
    party, world, done = table.party, table.world, []
    if out:
        for tile in party.people[0].hand:
            world.to_bazaar(tile)
    party.playing, table.eyes.turn, table.eyes.turn_since = True, 1, world.now
    note_hands(world, done)
    world.live(party.people[1].live())
    world.run_until(world.now + 4 * SECOND)
    assert (done == []) == out


@pytest.mark.parametrize("dark", [True, False])
def test_of_a_breach_nobody_knows_whether_it_was_noted_where_the_table_went_dark_before_a_verdict(dark: bool) -> None:
    table = two_who_rest()
    party, world, person, doubted = table.party, table.world, table.party.people[1], []
    party.playing, table.eyes.turn, party.did = True, 1, lambda line: "wrong_tile"
    party.doubt = lambda line: doubted.append(line["type"])
    tile = person.hand[0]
    world.live(person._lay_wrongly(tile))
    while world.pieces[tile].place is not Place.CLOTH:
        world.run_until(world.now + 10 * MS)
    if dark:  # perhaps while it is slid into place
        world.hold()
        world.run_until(world.now + SECOND)
        world.go_on()
    world.run_until(world.now + PATIENCE_US + 2 * SECOND)
    assert doubted == ["play"] * dark
    assert (world.pieces[tile].place is Place.RACK) == dark  # else it is set right, to be judged


def test_nobody_draws_a_tile_too_many_before_the_last_one_was_taken_for_drawn() -> None:
    table = two_who_rest()
    party, world, eyes, person, done = table.party, table.world, table.eyes, table.party.people[1], []
    party.playing, eyes.turn, party.did = True, 1, lambda line: done.append(line["type"])
    person._did_draw(world.bazaar()[0])
    world.live(person._draw_wrongly())
    world.run_until(world.now + 2 * SECOND)
    assert done == ["draw"]
    eyes._heard[1] = world.now
    world.look()
    world.run_until(world.now + 2 * SECOND)
    assert done == ["draw"] * 2


@pytest.mark.parametrize("act", ["_draw", "_draw_wrongly"])
def test_who_is_refused_a_tile_on_its_way_from_the_bazaar_puts_it_back_and_never_presses(act: str) -> None:
    """A table that sees its bazaar may blink before the tile is in the hand, and not for long."""
    table = two_who_rest()
    party, world, eyes, person, done = table.party, table.world, table.eyes, table.party.people[1], []
    party.playing, party.unseen, eyes.turn, party.did = True, True, 1, lambda line: "false_draw"
    person._declared = True  # by a pass before
    bazaar = set(world.bazaar())
    world.press = lambda *what: done.append(what)  # type: ignore[assignment]
    for ms in range(300, 2400, 300):
        world.at(world.now + ms * MS, lambda: eyes._fouls.update({1: [(world.now, frozenset({1}))]}) or world.look())
    world.live(getattr(person, act)())
    world.run_until(world.now + 10 * MS)
    assert len(world.bazaar()) == len(bazaar) - 1
    world.run_until(world.now + 4 * SECOND)
    assert (set(world.bazaar()), done) == (bazaar, [])


def test_a_draw_that_was_lost_is_told_again_before_the_tile_is_laid() -> None:
    table = two_who_rest()
    party, world, person, done = table.party, table.world, table.party.people[1], []
    party.draws_by_button, party.did = True, lambda line: None
    party.lost = person._told = {"type": "draw", "seat": 1}
    for name in ("press", "lay"):
        setattr(world, name, lambda *what, name=name, **how: done.append(name))
    world.live(person._lay(person.hand[0], "L"))  # type: ignore[arg-type]
    world.run_until(world.now + 3 * SECOND)
    assert done == ["press"]
    table.eyes._heard[1] = world.now
    world.look()
    world.run_until(world.now + 3 * SECOND)
    assert set(done[1:]) == {"lay"}


def test_people_who_may_not_take_the_last_tile_of_the_bazaar_leave_it() -> None:
    table = PerfectTable(2, seed=5, preset="yard")
    fouls_of_match(table)
    assert [judged.code for judged in table.truth.lines if judged.code] == []


def test_people_press_the_button_for_the_place_they_meant() -> None:
    table = PerfectTable(4, seed=3, asks=True)
    fouls_of_match(table)
    assert table.questions > 10
    assert table.right_answers == table.questions == table.party.answers


def test_the_same_seed_gives_the_same_match() -> None:
    records = []
    for _ in range(2):
        table = PerfectTable(3, seed=8, mistakes=0.1)
        table.run(HOURS)
        records.append([judged.line for judged in table.truth.lines])
    assert records[0] == records[1]


@pytest.mark.parametrize("seed", range(4))
def test_tiles_on_the_cloth_lie_inside_it_and_never_on_one_another(seed: int) -> None:
    table = PerfectTable(4, seed=seed)
    longest = 0
    while not table.party.finished and table.world.now < HOURS * 1_000_000:
        table.run(1)
        lying = [tile_pose(table, tile) for tile in table.world.cloth()]
        longest = max(longest, len(lying))
        for pose in lying:
            assert max(abs(pose.x - 400), abs(pose.y - 400)) <= 386
        for one, other in itertools.combinations(lying, 2):
            halves = itertools.product(tag_centres(one), tag_centres(other))
            assert min(math.dist(a, b) for a, b in halves) > 17, (one, other)
    assert table.party.finished, table.party.disputes
    assert longest > 20


def test_tiles_are_in_one_place_only_and_racks_are_what_was_dealt() -> None:
    table = in_a_round(3)
    world = table.world
    for seat, rack in enumerate(world.racks):
        assert all(world.pieces[tile].place is Place.RACK and world.pieces[tile].seat == seat for tile in rack)
    counted = len(world.bazaar()) + len(world.cloth()) + sum(map(len, world.racks))
    hands = sum(piece.place is Place.HAND for piece in world.pieces)
    assert counted + hands == 28
    assert hands <= 3
