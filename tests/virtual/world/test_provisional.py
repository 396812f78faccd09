"""What is no play, and what is one whatever happens to it: complaints of users of boards that sense, on our table.

Each test names the subject of a complaint; docs/signals.md tells the rules ("What is a play, and what is not").
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from domino_table.virtual.world import Place
from virtual.world.stage import FOUR, Stage

QUICK = {"params": {"hand": 2, "redeal": None, "bazaar_reserve": 24}}
TWO = ("1-1 0-5", "0-1 3-3")
START = ["play 0 1-1", "play 1 0-1 R", "play 2 1-5 L"]


@pytest.fixture
def four(tmp_path: Path) -> Iterator[Stage]:
    """Four people, three tiles lie: 1-5, 1-1, 1-0 from left to right; seat 3 is on turn."""
    with Stage(tmp_path) as stage:
        stage.deal(*FOUR)
        stage.play("1-1", 400, 400, 90)
        stage.play("0-1", 442, 400, 180)
        stage.play("1-5", 358, 400, 180)
        stage.until(lambda: stage.eyes.turn == 3)
        yield stage


@pytest.fixture
def two(tmp_path: Path) -> Iterator[Stage]:
    """Two people with two tiles each; seat 0 has one left, which fits, and is on turn."""
    with Stage(tmp_path, players=2, **QUICK) as stage:
        stage.deal(*TWO)
        stage.play("1-1", 400, 400, 90)
        stage.play("0-1", 442, 400, 180)
        stage.until(lambda: stage.eyes.turn == 0)
        yield stage


OVER = ["play 0 1-1", "play 1 0-1 R", "play 0 0-5 R"]


def go_out(two: Stage) -> None:
    """Seat 0 lays its last tile: the round is over."""
    two.play("0-5", 498, 400, 0)
    two.until(lambda: two.eyes.turn is None)
    assert two.lines() == OVER


def nothing_has_happened(four: Stage) -> None:
    """The record is as it was, seat 3 is still on turn and can play."""
    assert four.lines() == START
    assert four.eyes.turn == 3
    four.play("0-5", 498, 400, 0)
    four.until(lambda: four.eyes.turn == 0)
    assert four.lines() == [*START, "play 3 0-5 R"]


# --- looking at a tile: complaints 1 and 5 -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1-1", "0-1", "1-5"])
def test_a_tile_lifted_from_the_chain_to_look_at_it_and_put_back_is_no_play(four: Stage, name: str) -> None:
    pose = four.pose(name)
    four.lift(name)
    four.wait(3)
    assert four.eyes.turn == 3
    four.lay(name, pose.x + 3, pose.y - 2, pose.angle + 4)
    four.wait(3)
    nothing_has_happened(four)


def test_the_last_tile_turned_round_in_the_hand_and_put_back_the_same_way_is_no_play(four: Stage) -> None:
    four.lift("1-5")
    four.wait(1.5)
    four.lay("1-5", 372, 372, 90)  # beside the double's left half, as it fits as well
    four.wait(3)
    assert four.lines() == START
    assert four.eyes.turn == 3


def test_a_tile_lifted_from_the_rack_and_put_back_is_no_play(four: Stage) -> None:
    four.lift("3-4")
    four.wait(2)
    four.rack("3-4", 3)
    four.wait(2)
    nothing_has_happened(four)


# --- hands over the table: complaint 25 ----------------------------------------------------------------------------


def test_hands_over_the_table_that_detune_it_for_seconds_pass_no_turn(four: Stage) -> None:
    for name in ("1-1", "0-1", "1-5"):
        four.silence(name)
    four.wait(4)
    assert four.eyes.turn == 3
    for name in ("1-1", "0-1", "1-5"):
        four.wake(name)
    four.wait(3)
    nothing_has_happened(four)


def test_an_elbow_on_ones_own_pad_and_a_knock_on_anothers_pass_no_turn(four: Stage) -> None:
    four.world.pads[3].hit(four.world.now, 36_000)
    four.wait(2)
    four.world.knock(1)
    four.wait(3)
    nothing_has_happened(four)


# --- lost reads: complaints 1 and 7 -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["1-1", "0-1", "1-5"])
def test_a_tile_that_falls_silent_for_seconds_stays_played(four: Stage, name: str) -> None:
    four.silence(name)
    four.wait(6)
    assert four.lines() == START
    four.play("0-5", 498, 400, 0)
    four.wake(name)
    four.wait(4)
    assert four.lines() == [*START, "play 3 0-5 R"]
    assert four.eyes.turn == 0


def test_a_tile_that_falls_silent_for_good_stays_an_end(four: Stage) -> None:
    four.silence("0-1")
    four.wait(5)
    four.play("0-0", 470, 400, 90)
    four.wait(2)
    assert four.lines() == [*START, "play 3 0-0 R"]


def test_the_turn_after_a_silent_last_tile_may_be_passed_and_nothing_is_undone(four: Stage) -> None:
    four.silence("1-5")
    four.wait(3)
    four.press(3)  # a false pass: a fact of its own, and no reason to take back what seat 2 did
    four.wait(2)
    four.play("0-5", 498, 400, 0)
    four.wait(3)
    assert four.lines() == [*START, "pass 3 false_pass", "play 3 0-5 R"]


# --- straightening the chain: complaints 3 and 6 --------------------------------------------------------------------


def test_a_chain_straightened_tile_by_tile_is_no_play(four: Stage) -> None:
    for by in (12, -14, 9):
        for name in ("1-5", "1-1", "0-1"):
            pose = four.pose(name)
            four.lay(name, pose.x + by, pose.y + 10, pose.angle + by / 2)
            four.wait(0.4)
    four.wait(3)
    assert four.lines() == START
    assert four.eyes.turn == 3
    pose = four.pose("0-1")
    four.play("0-5", pose.x + 56, pose.y, 0)
    assert four.lines() == [*START, "play 3 0-5 R"]


def test_a_chain_pushed_as_a_whole_is_no_play(four: Stage) -> None:
    for step in range(8):
        for name in ("1-5", "1-1", "0-1"):
            pose = four.pose(name)
            four.world.lay(four.tile(name), four.at(pose.x - 9, pose.y + 11, pose.angle), rests=step == 7)
        four.wait(0.08)
    four.wait(3)
    assert four.lines() == START
    pose = four.pose("0-1")
    four.play("0-5", pose.x + 56, pose.y, 0)
    assert four.lines() == [*START, "play 3 0-5 R"]


def test_a_chain_bent_at_its_end_is_no_play(four: Stage) -> None:
    four.play("0-5", 498, 400, 0)
    four.until(lambda: four.eyes.turn == 0)
    four.lay("0-5", 456, 442, 90)  # from straight on to down beside the last half
    four.wait(3)
    four.lay("1-5", 344, 358, 90)
    four.wait(3)
    assert four.lines() == [*START, "play 3 0-5 R"]
    assert four.eyes.turn == 0
    four.play("5-6", 456, 498, 90)
    assert four.lines()[-1] == "play 0 5-6 R"


# --- sliding: complaint 3 ------------------------------------------------------------------------------------------


def test_a_tile_slid_along_the_chain_from_one_end_to_the_other_is_played_where_it_stops(four: Stage) -> None:
    four.world.lift(four.tile("0-5"))
    for step in range(14):
        four.world.lay(four.tile("0-5"), four.at(300 + 14 * step, 442, 0), rests=False)
        four.wait(0.06)
    four.lay("0-5", 498, 400, 0)
    four.until(lambda: four.eyes.turn == 0)
    assert four.lines() == [*START, "play 3 0-5 R"]


def test_a_tile_that_stops_for_a_moment_on_its_way_is_played_where_it_stays(four: Stage) -> None:
    four.lay("0-5", 302, 400, 180)  # 5 to 5 at the left end
    four.wait(0.6)
    for step in range(12):
        four.world.lay(four.tile("0-5"), four.at(302 + 16 * step, 450, 90), rests=False)
        four.wait(0.05)
    four.lay("0-5", 498, 400, 0)
    four.wait(4)
    assert four.stands()[-1] == "play 3 0-5 R"
    assert four.eyes.turn == 0


# --- quick plays: complaint 2 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap_ms", [0, 30, 90, 150, 250, 400])
def test_two_plays_between_two_sweeps_come_out_in_their_order(four: Stage, gap_ms: int) -> None:
    four.lay("0-5", 498, 400, 0)
    four.later(gap_ms, four.lay, "5-6", 554, 400, 0)
    four.wait(4)
    assert four.lines() == [*START, "play 3 0-5 R", "play 0 5-6 R"]
    assert four.eyes.turn == 1


@pytest.mark.parametrize("gap_ms", [20, 120, 240])
def test_plays_at_both_ends_between_two_sweeps_are_each_their_seats(four: Stage, gap_ms: int) -> None:
    four.lay("5-5", 330, 400, 90)
    four.later(gap_ms, four.lay, "0-4", 498, 400, 0)
    four.later(2 * gap_ms, four.lay, "4-4", 540, 400, 90)
    four.wait(4)
    assert four.lines() == [*START, "play 3 5-5 L", "play 0 0-4 R", "play 1 4-4 R"]
    assert four.eyes.turn == 2


@pytest.mark.parametrize("gap_ms", [40, 200])
def test_a_pass_pressed_right_after_the_neighbours_tile_is_his_and_right(two: Stage, gap_ms: int) -> None:
    two.rack("0-5", 0)
    two.wait(1)
    two.press(0)  # seat 0 could play: that is a fact, and nothing to lose a play by
    two.until(lambda: "pass 0 false_pass" in two.lines())
    two.lay("0-5", 498, 400, 0)
    two.later(gap_ms, two.press, 1)
    two.wait(4)
    assert two.stands()[-1] == "play 0 0-5 R"


# --- mixing and gestures after the round: complaint 26 ---------------------------------------------------------------


def test_tiles_thrown_on_the_table_together_with_the_last_one_are_no_plays(two: Stage) -> None:
    two.lay("0-5", 498, 400, 0)
    two.later(60, two.lay, "3-3", 250, 250, 40)
    two.wait(6)
    assert two.lines() == OVER
    assert two.eyes.turn is None


def test_tiles_thrown_on_the_table_after_the_round_are_no_plays(two: Stage) -> None:
    go_out(two)
    two.lay("3-3", 554, 400, 0)  # even where the next tile would lie
    two.lay("1-1", 300, 300, 0)
    two.wait(5)
    assert two.lines() == OVER
    assert not two.eyes.foul_since(1, 0)


def mix(stage: Stage, seconds: float, seed: int) -> None:
    """Hands push all tiles of the set around on the cloth, face down, and lift some now and then."""
    rng = random.Random(seed)
    for _ in range(int(seconds / 0.1)):
        for piece in rng.sample(stage.world.pieces, 9):
            if rng.random() < 0.1 and piece.place is Place.CLOTH:
                stage.world.lift(piece.index)
            else:
                pose = stage.at(rng.uniform(120, 680), rng.uniform(120, 680), rng.uniform(0, 360))
                stage.world.lay(piece.index, pose, rests=False)
        stage.wait(0.1)


def deal_from_the_cloth(stage: Stage, order: list[str], hands: tuple[str, ...]) -> None:
    """Everybody takes tiles from the cloth, one after another; the rest goes to the bazaar, the last ones slowly."""
    for name in order:
        seat = next((seat for seat, hand in enumerate(hands) if name in hand.split()), None)
        if seat is None:
            stage.world.to_bazaar(stage.tile(name))
        else:
            stage.rack(name, seat)
        stage.wait(0.15)


@pytest.mark.parametrize("seed", [1, 2])
def test_mixing_on_the_cloth_and_dealing_from_it_is_no_play(two: Stage, seed: int) -> None:
    go_out(two)
    mix(two, 6, seed)
    assert (two.lines(), two.deals()) == (OVER, 1)
    names = [piece.name for piece in two.world.pieces]
    random.Random(seed).shuffle(names)
    deal_from_the_cloth(two, names, ("2-2 4-6", "3-3 0-0"))
    two.until(lambda: two.deals() == 2)
    two.wait(1)
    assert two.lines() == OVER


def test_the_last_tiles_left_on_the_cloth_while_the_racks_are_full_open_nothing(two: Stage) -> None:
    """Who has taken his tiles waits; two of the bazaar's lie still for ten seconds before somebody pushes them away."""
    go_out(two)
    for name in ("3-3", "1-1", "0-1", "0-5"):
        two.rack(name, 1 if name in ("3-3", "1-1") else 0)
    two.lay("2-2", 300, 300, 0)
    two.lay("2-5", 500, 300, 70)
    two.wait(10)
    assert (two.lines(), two.deals()) == (OVER, 1)
    two.world.to_bazaar(two.tile("2-2"))
    two.wait(5)
    assert (two.lines(), two.deals()) == (OVER, 1)
    two.world.to_bazaar(two.tile("2-5"))
    two.until(lambda: two.deals() == 2)
    assert two.lines() == OVER


# --- fouls and turns: complaint 4 -----------------------------------------------------------------------------------


def test_a_tile_out_of_turn_that_is_left_lying_is_the_play_when_its_owners_turn_comes(four: Stage) -> None:
    four.play("5-6", 302, 400, 0)  # seat 0 is not on turn yet: 3 is
    assert four.lines()[3:] == ["play 0 5-6 wrong_turn"]
    four.play("0-0", 470, 400, 90)
    four.until(lambda: four.eyes.turn == 1)
    assert four.lines()[3:] == ["play 0 5-6 wrong_turn", "play 3 0-0 R", "play 0 5-6 L"]
    four.lay("5-6", 298, 403, 5)  # pushed straight: it is a tile of the chain now
    four.wait(2)
    assert four.eyes.turn == 1


def test_a_tile_out_of_turn_that_fits_no_more_when_its_owners_turn_comes_is_no_second_foul(four: Stage) -> None:
    four.play("5-6", 302, 440, 30)
    four.play("0-5", 302, 400, 0)  # seat 3 lays there
    four.until(lambda: four.eyes.turn == 0)
    four.wait(3)
    assert [line for line in four.lines()[3:] if line.endswith("wrong_turn")] == ["play 0 5-6 wrong_turn"]


# --- taking back: complaints 20 and 21 ------------------------------------------------------------------------------


def test_the_very_first_tile_can_be_taken_back(tmp_path: Path) -> None:
    with Stage(tmp_path) as stage:
        stage.deal(*FOUR)
        stage.play("1-1", 400, 400, 90)
        stage.until(lambda: stage.eyes.turn == 1)
        stage.press(0, "long")
        stage.until(lambda: stage.eyes.turn == 0)
        stage.lift("1-1")
        stage.rack("1-1", 0)
        stage.wait(2)
        stage.play("1-1", 300, 400, 90)
        stage.play("0-1", 342, 400, 180)
        assert stage.stands() == ["play 0 1-1", "play 1 0-1 R"]


def test_a_long_press_takes_back_the_last_tile_and_the_rim_shows_the_turn_before(four: Stage) -> None:
    assert four.eyes.turn == 3
    four.press(2, "long")
    four.until(lambda: four.eyes.turn == 2 and four.stands() == START[:2])
    four.lift("1-5")
    four.rack("1-5", 2)
    four.wait(2)
    four.play("1-5", 358, 400, 180)
    four.until(lambda: four.eyes.turn == 3)
    four.wait(0.5)
    assert four.stands() == START


# --- missed tiles: complaints 7, 15 and 16 --------------------------------------------------------------------------


def test_a_tile_with_dead_tags_is_played_with_two_presses_and_the_line_goes_on_beyond_it(four: Stage) -> None:
    four.lift("0-5")
    four.lay("0-5", 498, 400, 0)
    four.silence("0-5")
    four.wait(4)
    assert four.lines() == START
    four.press("ok")
    four.wait(3)
    assert four.lines() == START
    four.press("ok")
    four.until(lambda: len(four.stands()) == 4)
    if four.stands()[3] == "play 3 0-5 L":  # it fits both ends: the keys show the other one as well
        four.press(3, "long")
        four.until(lambda: four.eyes.turn == 3)
        for key in ("ok", "right", "ok"):
            four.press(key)
            four.wait(3)
    four.play("5-6", 554, 400, 0)
    assert four.stands()[3:] == ["play 3 0-5 R", "play 0 5-6 R"]


def test_a_tile_that_was_dead_before_the_deal_is_played_all_the_same(tmp_path: Path) -> None:
    with Stage(tmp_path) as stage:
        for seat, hand in enumerate(FOUR):
            for name in hand.split():
                stage.rack(name, seat)
        stage.silence("0-1")
        stage.until(lambda: stage.eyes.turn == 0, 40)
        stage.play("1-1", 400, 400, 90)
        stage.lay("0-1", 442, 400, 180)
        stage.silence("0-1")
        stage.wait(1)
        stage.press("ok")
        stage.wait(3)
        stage.press("right")  # the double has two sides
        stage.wait(1)
        stage.press("ok")
        stage.until(lambda: len(stage.stands()) == 2)
        assert stage.stands() == ["play 0 1-1", "play 1 0-1 R"]
        stage.play("1-5", 358, 400, 180)
        stage.play("0-5", 498, 400, 0)
        assert stage.stands()[2:] == ["play 2 1-5 L", "play 3 0-5 R"]
        assert not any(word in " ".join(stage.lines()) for word in ("misdeal", "wrong"))


# --- which end: complaints 13 and 14 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "end"), [(22, "R"), (-22, "L")])
def test_a_nudge_towards_one_end_answers_which_end_is_meant(four: Stage, by: int, end: str) -> None:
    four.lay("0-5", 400, 560, 0)  # it fits both ends and lies at none
    four.until(lambda: four.eyes.asks(3, four.world.now))
    four.wait(2)
    four.lay("0-5", 400 + by, 552, 0)
    four.until(lambda: len(four.lines()) == 6)
    assert four.eyes.turn == 0
    assert four.lines()[3:] == ["ask", "answer", f"play 3 0-5 {end}"]


def test_a_push_that_says_nothing_leaves_the_question_to_the_button(four: Stage) -> None:
    four.lay("0-5", 400, 560, 0)
    four.until(lambda: four.eyes.asks(3, four.world.now))
    four.lay("0-5", 400, 580, 0)
    four.wait(3)
    four.press(3, "double")
    four.until(lambda: len(four.lines()) == 6)
    assert four.lines()[3:] == ["ask", "answer", "play 3 0-5 R"]
