"""What is provisional: questions and their answers, what is taken back, tiles that nobody hears, an arbiter's lines."""

from match_cases import FOUR, TWO, play_out, table_of_four, table_of_two
from table import events
from table.referee import commands
from table.referee.snapshot import snapshot
from tabletop import Tabletop, dealt, tile


def asked():
    """Seat 3 has laid 0-5, which fits both ends, far from both; the table asks."""
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.put("1-5", 358, 400, 180)
    four.lay("0-5", 420, 560, 0)
    four.wait(2200)
    assert four.told("question")[-1][1] == 3
    return four


def test_a_nudge_towards_one_end_answers_the_question():
    four = asked()
    four.event(events.MOVED, tile("0-5"), (439, 550, 0))
    four.wait(300)
    assert four.lines()[-3:] == ["ask", "answer", "play 3 0-5 R"]
    assert four.told("answered") == [(1,)]
    assert four.referee.chain.poses[tile("0-5")] == (439, 550, 0)


def test_a_nudge_towards_the_other_end_answers_too():
    four = asked()
    four.event(events.MOVED, tile("0-5"), (400, 550, 0))
    four.wait(300)
    assert four.lines()[-3:] == ["ask", "answer", "play 3 0-5 L"]


def test_a_push_towards_both_ends_or_none_is_no_answer_and_asks_nothing_anew():
    four = asked()
    four.event(events.MOVED, tile("0-5"), (420, 540, 0))
    four.event(events.MOVED, tile("0-5"), (421, 560, 40))
    four.wait(3000)
    assert four.lines()[-1] == "ask"
    four.press(3)
    assert four.lines()[-1] == "play 3 0-5 L"


def test_the_two_ends_of_a_lone_double_are_lit_at_its_two_sides():
    for angle, places in ((90, [(344, 400), (456, 400)]), (0, [(400, 344), (400, 456)])):
        four = table_of_four()
        four.put("1-1", 400, 400, angle)
        four.lay("0-1", 400 if angle else 560, 560 if angle else 400, 0)
        four.wait(2300)
        assert four.told("question")[-1][2] == places
        four.event(events.MOVED, tile("0-1"), (425, 560, 0) if angle else (560, 375, 0))
        four.wait(300)
        assert four.lines()[-1] == ("play 1 0-1 R" if angle else "play 1 0-1 L"), angle


def test_of_a_lone_spinner_too_two_sides_are_lit():
    table = dealt("1-1 1-2 1-3 0-4 5-6 2-2 3-6", "0-1 1-4 2-3 2-6 3-5 4-4 6-6", game="all_fives", preset=None)
    table.put("6-6", 400, 400, 90)
    table.lay("3-6", 650, 650, 0)
    table.wait(2300)
    assert table.told("question")[-1][2] == [(344, 400), (456, 400)]
    table.press(0, events.DOUBLE)
    assert table.lines()[-1] == "play 0 3-6 R"


def second_in_one_turn(first, then):
    """Seat 2 lays two tiles a moment apart: names with poses. 2-5 fits neither 1; what the table has made of it."""
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lay(*first)
    four.wait(2500)
    four.lay(*then)
    four.wait(2500)
    return four


def test_a_hold_that_can_take_nothing_back_is_answered():
    four = asked()
    four.press(3, events.LONG)  # of whom the table asks: his tile does not count yet
    four.press(1, events.LONG)  # others have acted since
    assert four.told("held") == [(3,), (1,)]
    assert four.lines()[-1] == "ask"
    four.press(3)
    assert four.lines()[-1] == "play 3 0-5 L"
    four.press(3, events.LONG)
    assert four.told("held") == [(3,), (1,)]
    assert four.told("undone") == [(8, 3)]


def test_in_maintenance_a_button_takes_nothing_back():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    commands.command(four.referee, "maintenance", {"on": True})
    four.press(0, events.LONG)
    commands.command(four.referee, "maintenance", {"on": False})
    four.wait(500)
    assert four.lines()[-1] == "play 0 1-1"
    assert four.told("held") == []


def test_nobody_is_accused_because_another_takes_back_the_play_before_his():
    four = asked()
    four.press(2, events.LONG)  # 1-5, to which 0-5 may be joined
    assert four.told("held") == [(2,)]
    assert four.lines()[-1] == "ask"


AWAY = ("2-5", 600, 600, 0)


def test_a_tile_that_lies_nowhere_and_fits_nowhere_is_told_to_go_and_nobody_is_asked_for_an_end():
    four = second_in_one_turn(AWAY, ("1-5", 358, 400, 180))
    assert four.lines()[-2:] == ["play 2 1-5 L", "play 2 2-5!too_many_tiles"]
    assert four.told("question") == []
    assert four.told("foul")[-1] == (2, "too_many_tiles", tile("2-5"), (600, 600))


def test_two_tiles_that_lie_nowhere_do_not_wait_for_each_other():
    four = second_in_one_turn(AWAY, ("1-5", 560, 200, 180))
    assert four.lines()[-2:] == ["play 2 2-5!wrong_tile", "ask"]
    assert four.told("foul")[-1] == (2, "wrong_tile", tile("2-5"), (600, 600))
    assert four.told("question") == [(1, 2, [(400, 400)])]  # about 1-5, at its only end
    four.press(2)
    assert four.lines()[-1] == "play 2 1-5 L"


def test_nobody_is_accused_of_a_tile_that_he_takes_away_again_soon():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("2-3", 600, 600, 0)
    four.wait(3500)
    four.lift("2-3")
    four.wait(3000)
    assert four.lines()[-1] == "play 0 1-1"
    assert four.fouls == []


def test_a_tile_out_of_turn_left_lying_is_played_when_its_owners_turn_comes():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)  # seat 2; on turn is 1
    four.wait(1000)
    assert four.fouls == [(2, "wrong_turn")]
    four.lay("0-1", 442, 400, 180)
    four.wait(300)
    assert four.lines()[4:] == ["play 1 0-1 R", "play 2 1-5 L"]
    assert four.referee.foul is None
    assert four.referee.refused == {}


def test_a_refused_tile_that_is_not_legal_in_its_owners_turn_stays_refused_without_another_foul():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("2-5", 358, 400, 180)
    four.wait(1000)
    four.lay("0-1", 442, 400, 180)
    four.wait(1000)
    assert four.fouls == [(2, "wrong_turn")]
    assert four.referee.record.turn == 2


def test_a_tile_taken_back_with_the_button_and_left_lying_is_not_played_again():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 442, 400, 180)
    four.wait(300)
    four.press(1, events.LONG)
    four.wait(3000)
    assert four.lines()[-1] == "correct 4 null"
    assert four.referee.record.turn == 1


def silent_and_another():
    """Seat 1's tile falls silent where it lies, and seat 1 lays another one elsewhere."""
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lift("0-1")
    four.wait(2000)
    four.lay("1-4", 358, 400, 180)
    four.wait(300)
    assert four.told("question") == [(1, 1, [(442, 400), (358, 400)])]
    return four


def test_a_silent_tile_stays_played_if_its_seat_says_so():
    four = silent_and_another()
    four.press(1)
    four.wait(2000)
    assert four.lines()[3:] == ["play 1 0-1 R", "ask", "answer", "play 1 1-4!too_many_tiles"]


def test_a_tile_in_the_hand_was_taken_back_if_its_seat_says_so():
    four = silent_and_another()
    four.press(1, events.DOUBLE)
    four.wait(500)
    assert four.lines()[3:] == ["play 1 0-1 R", "ask", "answer", "correct 4 null", "play 1 1-4 L"]
    assert four.fouls == []


def test_a_hold_answers_too_whether_the_last_tile_was_taken_back():
    four = silent_and_another()
    four.press(1, events.LONG)
    four.wait(500)
    assert four.lines()[3:] == ["play 1 0-1 R", "ask", "correct 4 null", "play 1 1-4 L"]
    assert four.told("answered") == [(1,)]
    assert four.fouls == []


def test_a_pass_pressed_by_a_seat_whose_tile_is_silent_takes_nothing_back():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lift("0-1")
    four.wait(1000)
    four.press(1)
    four.wait(2000)
    assert "correct 4 null" not in four.lines()


# Clocks


def test_looking_at_a_tile_stops_no_clock():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    before = four.referee.record.clocks()
    four.lift("1-1")
    four.wait(2000)
    four.put("1-1", 402, 399, 90)
    after = four.referee.record.clocks()
    assert (after[0], after[1] - before[1]) == (before[0], 2500)


def test_a_draw_taken_back_gives_back_no_turn():
    two = table_of_two()
    two.wait(1000)
    two.lay("1-1", 400, 400, 90)
    spent = two.referee.record.clocks()[0]
    two.wait(1000)
    two.to_rack(1, "4-6")
    two.wait(1000)
    two.press(1, events.LONG)
    two.wait(500)
    assert "correct" in two.lines()[-1]
    assert two.referee.record.clocks() == [spent, 2500]


def test_the_first_tile_taken_back_gives_back_its_time_and_its_light():
    four = table_of_four()
    four.wait(4000)
    four.lay("1-1", 400, 400, 90)
    spent = four.referee.record.clocks()[0]
    four.wait(2000)
    four.press(0, events.LONG)
    four.wait(1000)
    assert four.referee.record.clocks() == [spent + 3000, 0, 0, 0]
    assert four.told("turn")[-1] == (0,)
    assert four.referee.chain.poses == {}
    four.lift("1-1")
    four.lay("1-1", 300, 300, 90)
    four.wait(300)
    assert four.lines()[2:] == ["play 0 1-1", "correct 3 null", "play 0 1-1"]


def test_striking_two_plays_one_after_another_gives_back_both_turns():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    clocks = four.referee.record.clocks()
    four.wait(2000)
    four.lay("0-1", 442, 400, 180)
    four.wait(3000)
    four.lay("1-5", 358, 400, 180)
    for ref in (5, 4):
        line = {"type": "correct", "ref": ref, "to": None, "by": "arbiter", "reason": "struck"}
        commands.command(four.referee, "line", {"line": line})
    assert four.referee.record.clocks() == [clocks[0], 5000, 0, 0]
    assert sorted(four.referee.chain.poses) == [tile("1-1")]


# The keys under the display


def dead_tile():
    """Seat 1 has laid 0-1, of which nobody hears anything."""
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.sensing.racks[1].discard(tile("0-1"))
    return four


def key(table, key):
    table.event(events.KEY, key, events.SHORT)
    table.wait(700)


def test_a_tile_that_nobody_hears_is_played_with_two_presses():
    four = dead_tile()
    key(four, events.OK)
    assert four.told("choice") == [(1, tile("0-1"), 1, (400, 400))]
    key(four, events.RIGHT)
    assert four.told("choice")[-1][1] == tile("0-1")  # a double's other side: the same tile
    key(four, events.OK)
    assert four.lines()[3:] == ["play 1 0-1 R"]
    assert four.told("choice")[-1][0] is None
    assert {"tile": "0-1", "pose": [442, 400, 180]} in snapshot(four.referee, four.sensing.on_cloth())["cloth"]
    four.put("1-5", 358, 400, 180)
    four.lay("0-5", 498, 400, 0)  # beyond the tile that nobody hears
    four.wait(500)
    assert four.lines()[4:] == ["play 2 1-5 L", "play 3 0-5 R"]
    assert not four.told("question")


def test_a_missed_tile_can_be_taken_back_like_any_other():
    four = dead_tile()
    key(four, events.OK)
    key(four, events.OK)
    four.press(1, events.LONG)
    four.wait(300)
    assert four.lines()[3:] == ["play 1 0-1 L", "correct 4 null"]
    assert four.referee.refused == {}
    assert four.referee.record.turn == 1


def test_where_nothing_is_missing_the_keys_show_no_tile_of_a_hand():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    key(four, events.RIGHT)
    assert four.told("choice") == [(1, None, None, None)]
    key(four, events.OK)
    assert four.told("choice")[-1][0] is None
    assert four.lines()[3:] == []


def test_without_racks_every_tile_unseen_that_fits_is_offered_those_denied_by_a_pass_last():
    table = Tabletop(players=2, config={"racks": []}, params={"bazaar_reserve": 14})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.press(0)
    table.wait(300)
    table.press(1)  # a pass: it holds no 1
    table.wait(300)
    table.put("1-6", 442, 400, 0)
    if table.referee.acts.question:
        table.press(0)
    table.wait(300)
    assert table.referee.record.turn == 1
    key(table, events.OK)
    shown = [table.told("choice")[-1][1:3]]
    for _ in range(10):
        key(table, events.RIGHT)
        shown.append(table.told("choice")[-1][1:3])
    assert shown[0] == (tile("0-6"), 6)
    assert (tile("1-6"), 6) not in shown
    sixes = [number for number, value in shown if value == 6]
    ones = [number for number, value in shown if value == 1]
    assert shown[: len(sixes)] == [(number, 6) for number in sixes]
    assert sorted(set(ones)) == [tile(name) for name in ("0-1", "1-2", "1-3", "1-4", "1-5")]


def test_the_choice_is_over_when_the_table_has_heard_the_tile():
    four = dead_tile()
    key(four, events.OK)
    four.put("0-1", 442, 400, 180)
    assert four.lines()[3:] == ["play 1 0-1 R"]
    assert four.told("choice")[-1][0] is None
    assert four.referee.choice is None


def test_a_tile_with_dead_tags_belongs_to_whoever_lacks_one_and_is_no_misdeal():
    table = dealt(FOUR[0], FOUR[1], FOUR[2], FOUR[3].replace("0-5 ", ""))
    table.wait(6000)
    assert table.lines() == ["match"]  # somebody may still have it in his hand
    table.wait(4000)
    assert table.lines() == ["match", "deal"]
    assert table.referee.record.holder(tile("0-5")) == 3
    assert list(table.referee.trouble) == ["mute"]
    assert table.fouls == []


def test_the_first_tile_laid_beside_a_dead_one_in_a_rack_begins_the_round():
    table = dealt(FOUR[0], FOUR[1], FOUR[2], FOUR[3].replace("0-5 ", ""))
    table.lay("1-1", 400, 400, 90, source=0)
    table.wait(4500)
    assert table.lines() == ["match", "deal", "play 0 1-1"]
    assert table.fouls == []
    play_out(table)
    assert table.referee.trouble == {}


def test_a_hand_that_lacks_a_tile_while_others_stay_in_the_bazaar_is_no_misdeal_but_trouble():
    table = Tabletop(players=2)
    table.sensing.dumb = [tile(name) for name in ("0-3", "4-6", "5-5")]
    table.wait(300)
    table.deal(TWO[0], TWO[1].replace("0-3 ", ""))
    table.lay("1-1", 400, 400, 90, source=0)
    table.wait(6000)
    assert table.lines() == ["match"]
    assert list(table.referee.trouble) == ["mute"]
    assert table.fouls == []
    table.lift("1-1")
    table.to_rack(0, "1-1")
    table.to_rack(1, "0-3")  # it was only in somebody's hand
    table.wait(1000)
    assert table.referee.trouble == {}
    table.off_rack(1, "0-3")
    table.lay("1-1", 400, 400, 90, source=0)
    table.wait(6000)
    assert (table.lines(), list(table.referee.trouble)) == (["match"], ["mute"])
    table.sensing.dumb = [tile("0-3")]  # the others have lain on the cloth
    table.wait(1000)
    assert table.lines() == ["match", "deal", "play 0 1-1"]
    assert table.referee.record.holder(tile("0-3")) == 1


def test_two_missing_tiles_are_no_deal():
    table = dealt(FOUR[0], FOUR[1], FOUR[2].replace("1-5 ", ""), FOUR[3].replace("0-5 ", ""))
    table.wait(15000)
    assert table.lines() == ["match"]


def test_without_racks_the_last_tiles_of_those_that_were_mixed_open_no_round():
    table = Tabletop(players=2, config={"racks": []})
    table.wait(300)
    for number, name in enumerate(("0-0", "2-3", "4-4", "1-5", "6-6")):
        table.lay(name, 200 + 60 * number, 300)
    table.wait(1000)
    for name in ("0-0", "2-3", "4-4", "1-5"):
        table.lift(name)
        table.wait(300)
    table.wait(5000)
    assert table.lines() == ["match"]
    table.lift("6-6")
    table.wait(500)
    table.lay("1-1", 400, 400, 90)
    table.lay("1-4", 442, 400, 0)  # the next at once
    table.wait(2500)
    assert table.lines()[1:3] == ["deal", "ask"]


# An arbiter's lines


def correct(table, ref, to, why="seen by the arbiter"):
    line = {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": why}
    return commands.command(table.referee, "line", {"line": line})


def test_a_play_struck_out_by_the_arbiter_is_off_the_chain_and_its_turn_comes_again():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    assert correct(four, 4, None)["ok"]
    four.wait(500)
    assert four.referee.record.turn == 1
    assert four.sensing.confirmed == {tile("1-1")}
    assert sorted(four.referee.refused) == [tile("0-1")]
    assert four.told("undone") == [(4, None)]
    four.lift("0-1")
    four.put("0-1", 358, 400, 0)
    assert four.lines()[-1] == "play 1 0-1 L"


def test_a_refused_tile_that_the_arbiter_counts_belongs_to_the_chain_and_its_foul_is_dark():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)  # seat 2, out of turn; seat 1's tile was not heard
    four.wait(1000)
    assert four.fouls == [(2, "wrong_turn")]
    assert correct(four, 4, {"type": "play", "seat": 1, "tile": "0-1", "end": "R"})["ok"]
    four.wait(500)
    assert four.referee.foul is None
    assert four.stands() == ["play 0 1-1", "play 1 0-1 R", "play 2 1-5 L"]
    assert four.referee.chain.poses[tile("0-1")] == (442, 400, 180)
    four.put("0-5", 498, 400, 0)
    assert four.stands()[3:] == ["play 3 0-5 R"]


def test_a_question_that_stands_is_put_anew_when_the_arbiter_changes_what_it_was_about():
    four = asked()
    assert correct(four, 4, {"type": "play", "seat": 1, "tile": "1-4", "end": "R"})["ok"]
    four.wait(2500)
    assert four.told("answered") == [(1,)]
    assert four.told("question")[-1][:2] == (2, 3)
    assert len(four.told("question")[-1][2]) == 1  # at the 4 the tile fits no more
    four.press(3)
    assert four.lines()[-1] == "play 3 0-5 L"


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
