"""What the table learns only when another's turn has come: nobody is charged by a turn in which he did not do it."""

from match_cases import table_of_four, table_of_two
from tabletop import Tabletop, dealt, tile

# Seat 0 opens with 1-1; seat 1 has one tile that fits, and none after 0-1 and 0-4.
HANDS = ("1-1 1-2 1-3 0-4 5-6 2-2 3-6", "0-1 3-5 5-5 6-6 2-3 2-6 3-3")


def table_with_a_bazaar():
    return dealt(*HANDS)


def opened(table):
    """Seat 0 has opened with 1-1."""
    table.put("1-1", 400, 400, 90)
    return table


def drawn_out_of_turn():
    """Seat 1 has drawn 4-6 while it was seat 0's turn, and the first reading in its own turn tells it."""
    two = table_with_a_bazaar()
    two.lay("1-1", 400, 400, 90)
    assert two.referee.record.turn == 1
    two.wait(200)
    two.to_rack(1, "4-6")
    two.wait(2000)
    return two


def test_a_tile_that_was_in_the_rack_when_the_turn_came_is_no_breach_of_that_turn():
    two = drawn_out_of_turn()
    two.put("0-1", 442, 400, 180, source=1)
    assert two.lines()[2:] == ["play 0 1-1", "play 1 0-1 R"]
    assert two.fouls == []


def test_it_is_the_draw_of_the_first_turn_in_which_its_seat_must_draw():
    two = drawn_out_of_turn()
    two.put("0-1", 442, 400, 180, source=1)
    two.lay("0-4", 498, 400, 0, source=0)
    two.wait(2000)
    assert two.lines()[2:] == ["play 0 1-1", "play 1 0-1 R", "play 0 0-4 R", "draw 1 4-6"]
    two.put("4-6", 554, 400, 0, source=1)
    assert two.lines()[6:] == ["play 1 4-6 R"]
    assert two.fouls == []


def test_put_back_into_the_bazaar_it_was_never_drawn():
    two = drawn_out_of_turn()
    two.put("0-1", 442, 400, 180, source=1)
    two.sensing.racks[1].discard(tile("4-6"))
    two.lay("0-4", 498, 400, 0, source=0)
    two.wait(3000)
    assert two.lines()[2:] == ["play 0 1-1", "play 1 0-1 R", "play 0 0-4 R"]
    two.press(1)
    two.wait(1500)
    assert two.fouls == [(1, "false_pass")]


def test_until_then_it_is_no_tile_of_the_hand():
    two = drawn_out_of_turn()
    two.sensing.racks[1].add(tile("1-6"))
    two.put("0-1", 442, 400, 180, source=1)
    two.lay("0-4", 498, 400, 0, source=0)
    two.wait(200)
    two.to_rack(1, "1-6")
    two.wait(1500)
    assert two.lines()[5:] == ["draw 1 4-6"]  # the other one is kept: whoever can play need not draw
    two.put("1-6", 358, 400, 180, source=1)
    assert two.lines()[6:] == ["play 1 1-6 L!wrong_hand"]


def from_the_bazaar(hidden):
    """Seat 1, who can play, is on turn; a tile of the bazaar comes to lie there, of nobody knows whom."""
    two = dealt("1-1 2-2 3-6 5-6 2-4 3-4 4-4", HANDS[1])
    two.lay("1-1", 400, 400, 90)
    two.wait(3000)
    if hidden:
        two.sensing.racks[1].discard(tile("0-1"))
    two.lay("1-6", 358, 400, 180)
    two.wait(2000)
    assert two.fouls == []
    return two


def test_a_bazaar_tile_of_nobody_knows_whom_waits_for_the_play_that_is_hidden_before_it():
    two = from_the_bazaar(hidden=True)
    assert two.referee.acts.question is None
    two.lay("0-1", 442, 400, 180, source=1)
    two.wait(2000)
    assert two.fouls == []
    assert two.lines()[3:] == ["play 1 0-1 R", "draw 0 1-6", "play 0 1-6 L"]


def test_whose_it_is_is_asked_where_nobody_has_played_before_it():
    two = from_the_bazaar(hidden=False)
    assert two.told("question") == [(1, None, [0, 1])]
    two.press(1)
    two.wait(1000)
    assert two.fouls == [(1, "wrong_hand")]
    two = from_the_bazaar(hidden=False)
    two.press(0)
    two.wait(1000)
    assert two.fouls == [(0, "too_many_tiles")]


def test_a_draw_that_shows_later_in_a_turn_was_done_in_it():
    two = drawn_out_of_turn()
    two.to_rack(1, "0-0")
    two.wait(1500)
    assert two.fouls == [(1, "false_draw")]
    assert two.lines()[3:] == ["draw 1 0-0!false_draw"]


def test_who_must_draw_has_drawn_whenever_it_was():
    two = table_of_two()
    two.lay("1-1", 400, 400, 90)
    two.wait(100)
    two.to_rack(1, "4-6")
    two.wait(700)
    assert two.lines()[2:] == ["play 0 1-1", "draw 1 4-6"]
    assert two.fouls == []


def test_a_draw_that_is_read_just_after_the_turn_has_gone_may_have_been_done_in_it():
    two = table_with_a_bazaar()
    two.lay("1-1", 400, 400, 90)
    two.wait(2000)
    two.lay("0-1", 442, 400, 180, source=1)
    two.to_rack(1, "4-6")
    two.wait(2000)
    assert two.fouls == []
    two.to_rack(1, "0-0")  # now it is certain
    two.wait(2000)
    assert two.fouls == [(1, "wrong_turn")]


def tile_too_many(drawn):
    """Seat 0 has laid a second tile while seat 1 must draw, and the reader of the racks stands still."""
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.sensing.read.clear()
    two.sensing.watched = None
    two.lay("1-2", 442, 400, 0, source=0)
    two.wait(3000)
    assert two.lines()[3:] == []
    two.sensing.read[1] = two.now - 50
    if drawn:
        two.to_rack(1, "4-6")
    two.wait(300)
    return two.lines()[3:]


def test_whether_a_tile_is_one_too_many_shows_when_it_is_known_what_others_have_drawn():
    assert tile_too_many(True) == ["draw 1 4-6", "play 0 1-2!wrong_turn"]
    assert tile_too_many(False) == ["play 0 1-2!too_many_tiles"]


def test_who_must_draw_is_watched_also_while_the_last_tile_is_not_heard():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.lift("1-1")  # a telephone lies on it, or its owner has taken it back: his rack would tell
    watched = set()
    for _ in range(30):
        two.wait(100)
        watched.add(two.sensing.watched)
    assert watched == {0, 1}
    two.lay("1-4", 442, 400, 0)
    two.wait(2500)
    assert two.lines()[3:] == ["draw 1 1-4", "play 1 1-4 R"]


def test_a_deal_is_none_until_every_rack_has_been_read_since_it_was_complete():
    two = Tabletop(players=2)
    two.wait(300)
    for seat, hand in enumerate(HANDS):
        two.sensing.racks[seat] = {tile(name) for name in hand.split()}
    two.sensing.racks[0] ^= {tile("1-2"), tile("0-0")}  # one of the last round's is still thought to be there
    two.wait(100)
    two.sensing.hung = True
    two.wait(6000)
    assert two.lines() == ["match"]
    two.sensing.racks[0] ^= {tile("1-2"), tile("0-0")}
    two.sensing.hung = False
    two.wait(2500)
    assert two.lines() == ["match", "deal"]
    assert two.referee.record.holder(tile("1-2")) == 0


def hung():
    """Seat 2 lays a tile in seat 1's turn; at once the reader hangs, while seat 1 plays as well."""
    four = opened(table_of_four())
    four.lay("1-5", 358, 400, 180, source=2)
    four.sensing.hung = True
    return four


def play_of_seat_1(four):
    four.sensing.hung = False
    four.wait(100)
    four.lay("0-1", 442, 400, 180, source=1)


def test_nobody_is_out_of_turn_by_a_reader_that_hung_however_long():
    four = hung()
    four.wait(6000)
    play_of_seat_1(four)
    four.wait(1500)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L"]
    assert four.fouls == []


def test_a_tile_that_was_taken_back_while_the_reader_hung_is_no_play_when_its_turn_has_come():
    four = hung()
    four.wait(3000)
    del four.sensing.cloth[tile("1-5")]
    four.sensing.racks[2].add(tile("1-5"))
    play_of_seat_1(four)
    four.wait(2000)
    assert four.lines()[3:] == ["play 1 0-1 R"]
    four.lay("0-2", 498, 400, 0, source=2)
    four.wait(1000)
    assert four.lines()[4:] == ["play 2 0-2 R"]
    assert four.fouls == []


def test_two_quick_plays_wait_for_no_second_hearing():
    four = opened(table_of_four())
    four.lay("1-5", 358, 400, 180, source=2)
    four.wait(100)
    four.lay("0-1", 442, 400, 180, source=1)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L"]
    assert four.sensing.renewed == []


def test_a_tile_of_who_is_on_turn_that_is_heard_and_does_not_come_to_rest_is_waited_for():
    four = opened(table_of_four())
    four.sensing.restless = [tile("0-1")]  # over a loop whose switch is stuck
    four.lay("1-5", 358, 400, 180)
    four.wait(9000)
    assert four.fouls == []
    four.sensing.restless = []
    four.lay("0-1", 442, 400, 180, ago=9500)
    four.wait(600)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L"]


def test_another_s_tile_that_does_not_come_to_rest_saves_nobody():
    four = opened(table_of_four())
    four.sensing.restless = [tile("5-5")]  # of seat 3
    four.lay("1-5", 358, 400, 180)
    four.wait(5000)
    assert four.fouls == [(2, "wrong_turn")]


def test_two_plays_that_waited_for_a_third_are_heard_once_more_one_after_the_other():
    four = opened(table_of_four())
    four.sensing.moving = True  # seat 1's tile, over which the table cannot make up its mind
    four.lay("1-5", 358, 400, 180)
    four.wait(300)
    four.lay("5-5", 316, 400, 90)
    four.wait(2500)
    four.sensing.moving = False
    four.lay("0-1", 442, 400, 180, ago=3000)
    four.wait(1000)
    assert four.lines()[3:] == ["play 1 0-1 R", "play 2 1-5 L", "play 3 5-5 L"]
    assert four.fouls == []


def test_a_tile_that_fits_nowhere_waits_while_one_is_on_its_way_to_which_it_may_be_joined():
    two = opened(table_with_a_bazaar())
    two.sensing.restless = [tile("0-1")]  # of which one half only is heard
    two.lay("3-5", 442, 400, 0)
    two.wait(1500)
    assert two.fouls == []
    two.sensing.restless = []  # it was none
    two.wait(300)
    assert two.fouls == [(1, "wrong_tile")]


def test_a_tile_that_fits_nowhere_is_judged_at_once_where_nothing_is_on_its_way():
    two = opened(table_with_a_bazaar())
    two.lay("3-5", 442, 400, 0)
    assert two.fouls == [(1, "wrong_tile")]


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
