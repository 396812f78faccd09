"""The physical protocol of a match: what people do with tiles and buttons becomes the right lines."""

from table import events
from tabletop import Tabletop, dealt, tile

# Seat 0 opens with 1-1. No hand has five doubles or six tiles of one value.
FOUR = (
    "1-1 1-2 1-3 0-4 5-6 2-2 3-6",
    "0-1 1-4 2-3 2-6 3-5 4-4 6-6",
    "1-5 0-2 0-3 4-5 4-6 3-3 2-5",
    "1-6 0-0 0-5 0-6 2-4 3-4 5-5",
)
# Two players, 14 tiles in the bazaar: seat 0 opens with 1-1, seat 1 cannot go on.
TWO = ("1-1 1-2 1-3 0-4 5-6 2-2 3-6", "0-2 0-3 2-3 2-6 3-5 4-4 6-6")


def table_of_four():
    return dealt(*FOUR)


def table_of_two():
    return dealt(*TWO)


def test_the_deal_is_recorded_when_every_rack_has_held_its_tiles_for_two_seconds():
    table = Tabletop()
    table.wait(300)
    assert table.phase == "deal"
    for seat, hand in enumerate(FOUR):
        table.sensing.racks[seat] = {tile(name) for name in hand.split()}
    table.wait(1500)
    assert table.lines() == ["match"]
    table.wait(1000)
    assert table.lines() == ["match", "deal"]
    assert (table.phase, table.referee.record.turn) == ("play", 0)
    assert table.told("turn")[-1] == (0,)


def test_a_rack_with_a_missing_tile_is_no_deal():
    table = dealt(FOUR[0], FOUR[1], FOUR[2], "1-6 0-0 0-5 0-6 2-4 3-4")
    table.wait(6000)
    assert table.lines() == ["match"]


def test_the_first_tile_may_be_laid_before_the_deal_has_been_still_for_two_seconds():
    table = Tabletop()
    table.wait(300)
    for seat, hand in enumerate(FOUR):
        table.sensing.racks[seat] = {tile(name) for name in hand.split()}
    table.wait(500)
    table.lay("1-1", 400, 400, 90, source=0)
    table.wait(200)
    assert table.lines() == ["match", "deal", "play 0 1-1"]


def test_the_last_tile_on_the_cloth_that_is_still_to_be_taken_is_no_play():
    table = Tabletop()
    table.wait(300)
    table.lay("5-5", 300, 300)
    table.deal(FOUR[0], FOUR[1], FOUR[2], "1-6 0-0 0-5 0-6 2-4 3-4")
    table.wait(6000)
    assert table.lines() == ["match"]


def test_eight_tiles_in_a_rack_are_a_misdeal_once_somebody_plays():
    table = dealt(TWO[0] + " 4-6", TWO[1])
    table.lay("1-1", 400, 400, source=0)
    table.wait(5000)
    assert table.lines() == ["match", "deal!misdeal"]
    assert table.fouls == [(0, "misdeal")]


def test_a_deal_with_five_doubles_is_repeated_and_the_same_hands_are_not_dealt_again():
    table = dealt("0-0 1-1 2-2 3-3 4-4 0-1 0-2", "0-3 1-2 2-3 2-6 3-5 4-6 6-6")
    assert table.told("line")[-1][2][1]["type"] == "redeal"
    table.wait(5000)
    assert table.lines() == ["match", "deal"]
    table.clear()
    table.deal(*TWO)
    assert table.lines() == ["match", "deal", "deal"]
    assert table.phase == "play"


def test_tiles_laid_at_the_ends_are_plays_at_those_ends():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    four.wait(1000)
    four.lay("0-1", 442, 400, 180)  # to the right, 1 touches
    four.wait(1000)
    four.lay("1-5", 358, 400, 180)
    four.wait(1000)
    four.lay("0-5", 498, 400, 0)
    assert four.lines()[2:] == ["play 0 1-1", "play 1 0-1 R", "play 2 1-5 L", "play 3 0-5 R"]
    assert four.sensing.confirmed == {tile(name) for name in ("1-1", "0-1", "1-5", "0-5")}
    assert not four.told("question")


def test_the_second_tile_tells_which_way_round_the_first_one_lies():
    table = Tabletop(players=2, game="muggins", preset=None, config={"racks": [0, 1]})
    table.deal("1-2 1-1 0-0 0-3 0-4 0-5 0-6", "1-3 2-2 2-3 2-4 2-5 2-6 3-3")
    table.lay("1-2", 400, 400, 180, source=0)  # in truth the 2 lies on the right
    table.wait(300)
    table.lay("2-3", 456, 400, 0, source=1)
    table.wait(300)
    assert table.told("moved")[1:] == [(tile("2-3"), (456, 400, 0)), (tile("1-2"), (400, 400, 0))]
    assert table.lines()[-2:] == ["play 0 2-1", "play 1 2-3 L"]
    assert table.referee.chain.place("R") == (386, 400)


def test_a_tile_that_fits_nowhere_is_a_wrong_tile_and_gone_when_it_is_taken_back():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("2-3", 442, 400, 0)
    four.wait(300)
    assert four.fouls == [(1, "wrong_tile")]
    assert four.told("foul")[0][2:] == (tile("2-3"), (442, 400))
    four.wait(3000)
    four.lift("2-3")
    four.to_rack(1, "2-3")
    assert four.told("retracted") == [(1, tile("2-3"))]
    four.lay("0-1", 442, 400, 180)
    assert four.lines()[3:] == ["play 1 2-3 R!wrong_tile", "play 1 0-1 R"]


def test_the_next_tile_laid_where_a_refused_one_lay_ends_its_foul_before_the_lifting_is_seen():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("2-3", 442, 400, 0)
    four.wait(300)
    four.lay("1-4", 600, 400, 180)  # elsewhere: 2-3 may still lie there
    assert four.told("retracted") == []
    four.lift("1-4")
    four.lay("0-1", 446, 397, 180)
    assert four.told("retracted") == [(1, tile("2-3"))]
    assert four.referee.foul is None
    assert four.referee.refused == {}
    four.lift("2-3")
    four.wait(300)
    assert four.lines()[3:] == ["play 1 2-3 R!wrong_tile", "play 1 0-1 R"]


def test_a_tile_of_the_layout_in_a_rack_is_trouble_until_it_lies_again():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lift("1-1")
    four.to_rack(0, "1-1")
    assert four.referee.trouble == {"chain": tile("1-1")}
    four.wait(3000)
    assert four.told("recovered") == []
    four.off_rack(0, "1-1")
    four.lay("1-1", 401, 399, 90, source=0)
    assert four.told("recovered") == [("chain",)]
    assert four.referee.trouble == {}
    assert four.lines()[2:] == ["play 0 1-1", "play 1 0-1 R"]


def test_a_tile_at_the_wrong_end_is_a_wrong_tile_although_it_fits_the_other():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("1-4", 442, 400, 0)
    four.put("4-5", 498, 400, 0)
    four.put("0-0", 372, 400, 90)
    four.lift("0-0")
    four.lay("5-5", 360, 400, 90)  # it lies at the 1, the 5 is at the other end
    four.wait(500)
    assert four.fouls == [(3, "wrong_tile"), (3, "wrong_tile")]
    assert four.lines()[-1] == "play 3 5-5 L!wrong_tile"


def test_a_tile_between_two_ends_is_asked_about_and_the_button_answers():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.put("1-5", 358, 400, 180)
    four.lay("0-5", 600, 600, 0)  # fits both ends and lies at none
    four.wait(1900)
    assert not four.told("question")
    four.wait(300)
    assert four.told("question") == [(1, 3, [(344, 400), (456, 400)])]
    four.press(2)
    assert four.told("answered") == []
    four.press(3, events.DOUBLE)
    assert four.told("answered") == [(1,)]
    assert four.lines()[-3:] == ["ask", "answer", "play 3 0-5 R"]


def test_a_tile_asked_about_and_taken_away_was_no_play():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 700, 700, 180)
    four.wait(2500)
    assert len(four.told("question")) == 1
    four.lift("0-1")
    assert four.told("answered") == [(1,)]
    four.lay("0-1", 442, 400, 180)
    assert four.lines()[-1] == "play 1 0-1 R"


def test_a_play_out_of_turn_is_a_foul_after_the_time_in_which_the_missing_play_would_show():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 442, 400, 0)  # seat 2, but seat 1 is on turn
    assert four.fouls == []
    four.wait(100)
    assert four.fouls == []
    four.wait(100)
    assert four.fouls == [(2, "wrong_turn")]


def hidden_play():
    """Seat 1 has laid 0-1, over which a telephone lies, and seat 2 has gone on with 0-2."""
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.sensing.racks[1].discard(tile("0-1"))
    four.wait(300)
    four.lay("0-2", 498, 400, 0)
    four.wait(9000)
    assert four.fouls == []
    return four


def test_a_play_that_is_hidden_makes_nobodys_play_one_out_of_turn():
    four = hidden_play()
    four.put("0-1", 442, 400, 180, source=1)
    assert four.lines()[-2:] == ["play 1 0-1 R", "play 2 0-2 R"]
    assert four.fouls == []


def test_a_tile_in_the_hand_of_who_is_on_turn_excuses_nobody_elses_act():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    four.wait(500)
    four.sensing.racks[1].discard(tile("0-1"))
    four.press(2)
    four.wait(500)
    assert four.fouls == [(2, "wrong_turn")]
    four.lay("1-6", 358, 400, 0)  # it fits, so that nothing need be hidden before it
    four.wait(500)
    assert four.fouls[1:] == [(3, "wrong_turn")]
    four.lay("4-5", 498, 200, 0)  # and this one would not fit the tile in the hand either
    four.wait(500)
    assert four.fouls[2:] == [(2, "wrong_turn")]


def test_a_tile_that_went_back_into_its_rack_or_comes_to_light_no_more_hides_nothing():
    four = hidden_play()
    four.to_rack(1, "0-1")
    four.wait(1000)
    assert four.fouls == [(2, "wrong_turn")]
    four = hidden_play()
    four.wait(7000)
    assert four.fouls == [(2, "wrong_turn")]


def test_a_rack_that_cannot_be_read_holds_up_no_verdict_for_long():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.sensing.read.clear()
    four.sensing.mute_racks = True
    four.lay("0-2", 498, 400, 0)
    four.wait(5000)
    assert four.fouls == []
    four.wait(2000)
    assert four.fouls == [(2, "wrong_turn")]


def test_of_two_plays_that_came_to_rest_together_the_one_on_turn_is_the_first_however_much_later_it_was_seen():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)  # seat 2, but seat 1 is on turn
    four.sensing.moving = True  # the other tile is heard, and looked at after others
    four.wait(600)
    four.sensing.moving = False
    four.lay("0-1", 442, 400, 180)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L"]
    assert four.fouls == []


def test_a_tile_out_of_turn_laid_again_in_turn_is_played_even_if_it_was_never_seen_lifted():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 442, 400, 0)
    four.wait(800)
    four.lay("0-1", 444, 402, 180)  # where the 1-5 lay: that is gone
    four.wait(300)
    four.event(events.MOVED, tile("1-5"), (358, 400, 180))
    four.wait(300)
    assert four.lines()[3:] == ["play 2 1-5!wrong_turn", "play 1 0-1 R", "play 2 1-5 L"]


def test_a_tile_refused_out_of_turn_counts_in_turn_if_it_is_heard_there_then():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)
    four.wait(800)
    four.lay("0-1", 442, 400, 180)
    four.wait(300)
    assert four.lines()[3:] == ["play 2 1-5!wrong_turn", "play 1 0-1 R", "play 2 1-5 L"]


def test_a_refused_tile_taken_back_unseen_is_no_play_when_its_seat_comes_on_turn():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)
    four.wait(800)
    del four.sensing.cloth[tile("1-5")]  # a reader in trouble takes long to know that
    four.lay("0-1", 442, 400, 180)
    four.wait(2000)
    assert four.lines()[3:] == ["play 2 1-5!wrong_turn", "play 1 0-1 R"]
    assert four.referee.foul is None


def test_a_tile_out_of_turn_counts_in_turn_when_it_is_moved_to_its_end_but_not_when_others_push_it_before():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 340, 420, 180)
    four.wait(800)
    four.event(events.MOVED, tile("1-5"), (342, 470, 180))  # at no end any more
    four.lay("0-1", 442, 400, 180)
    four.wait(300)
    assert four.lines()[3:] == ["play 2 1-5!wrong_turn", "play 1 0-1 R"]
    four.event(events.MOVED, tile("1-5"), (358, 400, 180))
    four.wait(300)
    assert four.lines()[5:] == ["play 2 1-5 L"]


def test_a_refused_tile_pushed_is_no_news_and_laid_again_in_its_place_is_refused_again():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("2-3", 442, 400, 0)
    four.wait(300)
    four.event(events.MOVED, tile("2-3"), (470, 400, 0))
    four.event(events.MOVED, tile("2-3"), (440, 400, 0))
    four.event(events.MOVED, tile("2-3"), (440, 400, 90))
    four.wait(300)
    assert four.fouls == [(1, "wrong_tile")]
    four.event(events.MOVED, tile("2-3"), (443, 402, 90))
    four.wait(300)
    assert four.fouls == [(1, "wrong_tile"), (1, "wrong_tile")]


def test_two_quick_plays_seen_in_the_wrong_order_are_both_right():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180, ago=100)
    four.wait(100)
    four.sensing.moving = True  # the other has been heard and comes to rest
    four.wait(600)
    four.lay("0-1", 442, 400, 180, ago=1000)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L"]
    assert four.fouls == []


def test_a_pass_pressed_before_the_tile_of_the_neighbour_is_seen_is_judged_after_it():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.press(2)
    four.wait(100)
    four.sensing.moving = True
    four.wait(500)
    four.lay("1-4", 442, 400, 0, ago=700)
    assert four.lines()[3:] == ["play 1 1-4 R", "pass 2!false_pass"]  # seat 2 holds 1-5


def test_a_false_pass_is_told_and_the_seat_stays_on_turn():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.press(1)
    assert four.fouls == [(1, "false_pass")]
    four.lay("1-4", 442, 400, 0)
    assert four.lines()[3:] == ["pass 1!false_pass", "play 1 1-4 R"]
    assert four.told("retracted") == [(1, None)]


def test_a_tile_taken_back_into_the_rack_was_not_played():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lift("0-1")
    assert four.sensing.watched == 1
    four.to_rack(1, "0-1")
    assert four.lines()[-1] == "correct 4 null"
    assert four.told("undone") == [(4, 1)]
    assert four.referee.record.turn == 1
    four.lay("1-4", 442, 400, 0)
    assert four.lines()[-1] == "play 1 1-4 R"


def test_a_tile_lifted_and_laid_again_is_no_news():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lift("1-1")
    four.wait(1000)
    four.lay("1-1", 405, 402, 90)
    assert four.lines() == ["match", "deal", "play 0 1-1"]
    assert four.referee.chain.poses[tile("1-1")] == (405, 402, 90)


def test_another_tile_laid_instead_of_the_one_lifted_is_the_play():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 442, 400, 180)
    four.wait(300)
    four.lay("1-4", 442, 400, 0)
    assert four.sensing.searched == [tile("0-1")]
    four.lift("0-1")
    four.wait(300)
    assert four.lines()[3:] == ["play 1 0-1 R", "correct 4 null", "play 1 1-4 R"]
    assert four.fouls == []


def test_a_second_tile_of_the_same_seat_is_too_many():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.put("0-1", 442, 400, 180)
    four.lay("1-4", 358, 400, 180)
    four.wait(1000)
    assert four.fouls == [(1, "too_many_tiles")]


def test_the_last_tile_moved_to_the_other_end_is_played_there():
    four = table_of_four()
    for name, x, angle in (("1-1", 400, 90), ("0-1", 442, 180), ("1-5", 358, 180)):
        four.put(name, x, 400, angle)
    four.lay("0-5", 302, 400, 0)
    four.lift("0-5")
    four.lay("0-5", 498, 400, 0)
    assert four.lines()[-2:] == ["play 3 0-5 L", "correct 6 R"]
    assert four.referee.record.ends() == [("L", 5, tile("1-5")), ("R", 5, tile("0-5"))]


def test_long_press_takes_back_the_own_last_play_only():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 442, 400, 180)
    four.press(0, events.LONG)
    assert four.told("undone") == []
    four.press(1, events.LONG)
    assert four.told("undone") == [(4, 1)]
    four.wait(3000)
    assert four.lines()[-1] == "correct 4 null"
    four.lift("0-1")
    four.lay("0-1", 358, 400, 0)
    assert four.lines()[-1] == "play 1 0-1 L"


def test_a_double_knock_is_a_pass_only_if_no_tile_has_moved():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    four.event(events.KNOCK, 1)
    four.wait(2000)
    assert four.lines()[-1] == "play 0 1-1"
    four.event(events.KNOCK, 2)
    four.wait(2000)
    assert four.lines()[-1] == "play 0 1-1"
    four.event(events.KNOCK, 1)
    four.wait(200)
    four.lay("0-1", 442, 400, 180, ago=100)  # the noise was this tile
    four.wait(2000)
    assert four.lines()[-1] == "play 1 0-1 R"
    four.event(events.KNOCK, 2)
    four.wait(2000)
    assert four.lines()[-1] == "pass 2!false_pass"


def test_a_knock_counts_although_a_tile_that_was_taken_away_before_is_only_missed_now():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("1-5", 358, 400, 180)
    four.wait(800)
    four.lift("1-5")
    four.wait(100)
    four.event(events.KNOCK, 1)
    four.wait(2000)
    assert four.lines()[3:] == ["play 2 1-5!wrong_turn", "pass 1!false_pass"]


def test_drawn_tiles_are_draws_until_one_fits():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    assert two.sensing.watched == 1
    two.to_rack(1, "4-6")
    two.wait(700)
    two.to_rack(1, "1-4")
    two.wait(1300)
    two.lay("1-4", 442, 400, 0, source=1)
    assert two.lines()[3:] == ["draw 1 4-6", "draw 1 1-4", "play 1 1-4 R"]


def test_of_tiles_drawn_together_the_one_that_fits_came_last():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.to_rack(1, "1-4")
    two.to_rack(1, "4-6")
    two.wait(1500)
    assert two.lines()[3:] == ["draw 1 4-6", "draw 1 1-4"]
    assert two.fouls == []


def test_a_draw_by_a_seat_that_could_play_is_a_false_draw_until_it_is_given_back():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.to_rack(1, "1-4")
    two.wait(1300)
    two.to_rack(1, "4-6")
    two.wait(1300)
    assert two.fouls == [(1, "false_draw")]
    two.off_rack(1, "4-6")
    assert two.told("retracted") == [(1, tile("4-6"))]


def test_a_bazaar_tile_laid_at_once_is_a_draw_and_a_play():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.lay("1-4", 442, 400, 0)
    two.wait(1500)
    assert two.lines()[3:] == ["draw 1 1-4", "play 1 1-4 R"]
    assert two.fouls == []


def test_a_wrong_tile_laid_after_an_unseen_draw_is_judged_after_the_draw():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.sensing.read.clear()
    two.lay("4-4", 428, 400, 90)
    two.to_rack(1, "4-6", ago=700)
    two.wait(1500)
    assert two.lines()[3:] == ["draw 1 4-6", "play 1 4-4 R!wrong_tile"]


def test_a_draw_that_only_a_late_reading_shows_came_before_the_tile_that_waited_for_it():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.sensing.read.clear()
    two.sensing.watched = None  # the reader is being set up anew
    two.lay("4-4", 428, 400, 90)
    two.wait(700)
    assert len(two.lines()) == 3
    two.sensing.read[1] = two.now - 50
    two.to_rack(1, "4-6")
    two.wait(100)
    assert two.lines()[3:] == ["draw 1 4-6", "play 1 4-4 R!wrong_tile"]


def test_what_is_laid_after_a_draw_that_waits_for_another_reading_is_judged_after_it():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.to_rack(1, "1-4")
    two.sensing.read[1] = two.now - 50
    two.wait(100)
    two.lay("4-4", 428, 400, 90, source=1)
    two.wait(1500)
    assert two.lines()[3:] == ["draw 1 1-4", "play 1 4-4 R!wrong_tile"]


def test_a_draw_whose_reading_ended_just_after_the_press_came_before_the_pass():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.sensing.read.clear()
    two.press(1)
    two.sensing.read[1] = two.now - 50
    two.event(events.TO_RACK, 1, tile("4-6"), ago=-60)
    two.wait(300)
    assert two.lines()[3:] == ["draw 1 4-6", "pass 1!false_pass"]


def test_the_rack_of_a_seat_that_must_draw_is_read_as_often_as_can_be():
    two = table_of_two()
    two.lay("1-1", 400, 400, 90)
    assert not two.sensing.hurried
    two.referee.step(two.now)
    assert two.sensing.hurried
    two.wait(200)
    two.to_rack(1, "1-4")
    two.wait(200)
    assert two.lines()[3:] == ["draw 1 1-4"]
    two.sensing.hurried = False
    two.wait(300)
    assert not two.sensing.hurried


def test_a_pass_while_tiles_can_be_drawn_waits_for_the_rack_and_is_false():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.sensing.read.clear()
    two.press(1)
    assert two.fouls == []
    two.wait(1400)
    assert two.fouls == [(1, "false_pass")]


def play_out(table):
    """Everybody plays the first thing that is legal, in a straight line too long for a real table."""
    places = {"L": 400, "R": 400}
    while table.phase == "play":
        record = table.referee.record
        plays = record.match.legal_plays(record.turn)
        if not plays:
            table.press(record.turn)
        else:
            number, end = plays[0]
            name = record.tiles.name(number)
            low, high = name.split("-")
            if end is None:
                table.lay(name, 400, 400, 90)
            else:
                sign = 1 if end == "R" else -1
                value = record.match.layout.value(end)
                step = 28 if low == high else 42
                x = places[end] + sign * step
                backwards = (str(value) == low) == (sign < 0)
                table.lay(name, x, 400, 90 if low == high else 180 if backwards else 0)
                places[end] += sign * (28 if low == high else 56)
        table.wait(1000)


def test_a_round_ends_freezes_until_the_cloth_is_empty_and_the_next_one_begins():
    four = table_of_four()
    play_out(four)
    assert four.phase == "clear"
    ends = [out for _, _, outs, _ in four.told("line") for out in outs if out["type"] == "round_end"]
    assert len(ends) == 1
    lines = four.lines()
    for number in list(four.sensing.cloth):  # mixing
        four.event(events.MOVED, number, (300, 300, 10))
    four.lay("2-5", 100, 100)
    four.wait(3000)
    assert (four.lines(), four.phase) == (lines, "clear")
    four.clear()
    assert four.phase == "deal"
    four.deal(*FOUR)
    assert four.lines() == lines + ["deal"]
    assert four.fouls == []


def test_the_round_ends_the_trouble_with_a_tile_that_somebody_has_put_into_his_rack():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.to_rack(1, "1-1")
    assert four.told("trouble")[-1] == ("chain", tile("1-1"))
    play_out(four)
    assert four.phase == "clear"
    assert four.referee.trouble == {}
    assert four.told("recovered") == [("chain",)]


def test_a_match_is_played_to_its_end_and_ok_begins_the_next():
    four = table_of_four()
    rounds = 0
    while four.phase != "over":
        play_out(four)
        if four.phase == "clear":
            four.clear()
            four.deal(*[FOUR[(seat - rounds) % 4] for seat in range(4)])
            rounds += 1
    assert four.fouls == []
    assert four.told("line")[-1][2][-1]["type"] == "match_end"
    four.event(events.KEY, events.OK, events.SHORT)
    assert len(four.told("match")) == 2
    four.clear()
    four.deal(*FOUR)
    assert four.lines()[-2:] == ["match", "deal"]


def test_without_racks_the_first_tile_opens_a_round_and_its_seat_is_asked():
    table = Tabletop(players=2, config={"racks": []})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    assert table.lines() == ["match", "deal", "ask"]
    assert table.told("question") == [(1, None, [0, 1])]
    table.press(1)
    assert table.lines()[3:] == ["answer", "play 1 1-1"]
    table.lay("1-4", 442, 400, 0)
    table.wait(300)
    table.press(1)  # nobody can see it: a tile drawn
    table.wait(300)
    assert table.lines()[5:] == ["play 0 1-4 R", "draw 1"]


def test_without_racks_who_has_pressed_before_the_first_tile_opens_and_nobody_is_asked():
    table = Tabletop(players=4, config={"racks": []})
    table.wait(300)
    table.press(3)
    table.press(2)  # no, I have it
    table.wait(300)
    assert table.told("turn")[-2:] == [(3,), (2,)]
    table.lay("1-1", 400, 400, 90)
    table.wait(300)
    table.lay("1-4", 442, 400, 0)
    table.wait(2000)
    assert table.lines() == ["match", "deal", "play 2 1-1", "play 3 1-4 R"]
    assert table.told("turn")[-1] == (0,)


def test_without_racks_a_press_before_the_tiles_are_mixed_opens_nothing():
    table = Tabletop(players=2, config={"racks": []})
    table.wait(300)
    table.press(1)
    mixed = ("0-0", "0-1", "0-2", "1-1", "1-2")
    for number, name in enumerate(mixed):
        table.lay(name, 100 + 60 * number, 400)
    table.wait(300)
    table.press(0)  # while they are mixed
    for name in mixed:
        table.lift(name)
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    assert table.lines() == ["match", "deal", "ask"]


def test_without_racks_a_press_opens_nothing_where_the_rules_tell_who_does():
    table = Tabletop(players=2, config={"racks": []}, params={"hand": 1})
    table.wait(300)
    table.press(0)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.clear()
    table.lay("2-3", 30, 400, 90)
    table.press(1)  # that is his hand
    table.clear()
    table.press(1)  # but who went out opens
    assert table.told("turn")[-1] == (0,)
    table.lay("2-2", 400, 400, 90)
    table.wait(2000)
    assert table.stands() == ["play 0 1-1", "play 0 2-2"]


def test_without_racks_a_press_out_of_turn_is_no_foul():
    table = Tabletop(players=2, config={"racks": []})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.press(1)
    table.press(1)  # seat 0 is on turn, if it was seat 1 that has laid
    table.wait(3000)
    assert table.lines()[3:] == ["answer", "play 1 1-1"]
    assert table.fouls == []


def test_without_racks_nobody_passes_before_the_first_tile():
    table = Tabletop(players=2, config={"racks": []})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.lift("1-1")  # and with it the question who has laid it
    table.press(0)
    table.wait(2000)
    assert table.lines() == ["match", "deal", "ask"]
    assert table.fouls == []


def test_clocks_count_the_thinking_time_of_the_seat_on_turn_and_follow_an_undo():
    four = table_of_four()
    four.wait(1000)
    four.lay("1-1", 400, 400, 90)
    before = four.referee.record.clocks()
    four.wait(3000)
    four.lay("0-1", 442, 400, 180)
    assert four.referee.record.clocks()[1] == 3000
    four.wait(500)
    four.press(1, events.LONG)
    clocks = four.referee.record.clocks()
    assert clocks[0] == before[0]
    assert clocks[1] == 3500
    assert clocks[2] == 0


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
