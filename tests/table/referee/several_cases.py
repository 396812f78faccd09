"""Turns of several doubles, and the serve that is claimed by the button."""

from table import events
from table.referee import begin
from tabletop import Tabletop, dealt

# Seat 0 opens with 1-1 and has two more doubles for the ends that seat 1 leaves.
HANDS = ("1-1 3-3 5-5 0-4 0-6 1-2 2-6", "1-5 1-3 2-3 2-4 3-5 4-4 6-6")


def table_of_two(game="kozel_125", **params):
    return dealt(*HANDS, game=game, preset=None, params=params)


def refusal(table, line):
    try:
        begin.new_match(table.referee, line)
    except ValueError as error:
        return str(error)
    raise AssertionError("not refused")


def two_ends():
    """Ends 5 (left, at x = 330) and 3 (right, at x = 470), seat 0 is on turn."""
    table = table_of_two()
    table.put("1-1", 400, 400, 90)
    table.put("1-5", 358, 400, 180)
    table.put("1-2", 442, 400, 0)
    table.put("2-3", 498, 400, 0)
    return table


def test_a_second_double_a_moment_after_the_first_is_the_same_turn():
    table = two_ends()
    table.lay("5-5", 316, 400, 90)
    table.wait(700)
    assert table.referee.record.turn == 1
    table.lay("3-3", 540, 400, 90)
    table.wait(100)
    assert table.lines()[6:] == ["play 0 5-5 L", "play 0 3-3 R"]
    assert table.fouls == []
    assert table.referee.record.turn == 1


def test_a_double_after_somebody_else_has_acted_is_a_turn_of_its_own():
    table = two_ends()
    table.put("5-5", 316, 400, 90)
    table.put("3-5", 288, 400, 180)
    table.lay("3-3", 540, 400, 90)
    table.wait(100)
    assert table.fouls == []
    assert table.referee.record.turn == 1
    assert table.lines()[6:] == ["play 0 5-5 L", "play 1 3-5 L", "play 0 3-3 R"]


def test_a_second_tile_that_is_no_double_is_too_many():
    table = two_ends()
    table.put("5-5", 316, 400, 90)
    table.lay("2-6", 540, 400, 0)
    table.wait(2000)
    assert table.fouls == [(0, "too_many_tiles")]


def test_a_second_double_where_the_first_one_lies_already_is_too_many():
    table = two_ends()
    table.put("5-5", 316, 400, 90)
    table.lay("3-3", 260, 400, 90)
    table.wait(3000)
    assert table.told("question")[0][1:] == (0, [(512, 400)])
    table.lift("3-3")
    table.lay("3-3", 540, 400, 90)
    table.wait(300)
    assert table.lines()[-1] == "play 0 3-3 R"


def test_the_second_double_may_be_taken_back_alone():
    table = two_ends()
    table.put("5-5", 316, 400, 90)
    table.put("3-3", 540, 400, 90)
    table.press(0, events.LONG)
    assert table.lines()[-1] == "correct 8 null"
    assert table.referee.record.ends()[0][:2] == ("L", 5)
    assert table.referee.record.turn == 1


def test_without_racks_a_double_after_a_double_may_be_of_either_turn():
    table = Tabletop(players=2, config={"racks": []}, game="kozel_125", preset=None)
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.press(0)
    for name, x, angle in (("1-5", 358, 180), ("1-2", 442, 0), ("2-3", 498, 0), ("5-5", 316, 90)):
        table.put(name, x, 400, angle)
    assert table.referee.record.turn == 1
    table.put("3-3", 540, 400, 90)
    assert table.told("question")[-1][1:] == (None, [0, 1])
    table.press(0)
    assert table.lines()[-1] == "play 0 3-3 R"
    assert table.referee.record.turn == 1


def test_without_racks_the_button_of_who_serves_tells_of_the_deal():
    table = Tabletop(players=2, config={"racks": []}, game="domino_tennis", preset=None)
    table.wait(500)
    table.press(1)
    table.wait(300)
    assert table.lines() == ["match", "deal", "claim 1"]
    table.press(1)
    table.wait(500)
    assert table.lines()[3:] == ["draw 1"]
    assert table.fouls == []


def test_in_kozel_a_second_double_is_too_many():
    table = table_of_two("kozel")
    table.put("1-1", 400, 400, 90)
    table.put("1-3", 442, 400, 0)
    table.put("3-3", 484, 400, 90)
    table.lay("5-5", 358, 400, 90)
    table.wait(2000)
    assert table.fouls == [(0, "too_many_tiles")]


def test_who_presses_before_the_first_serve_claims_it():
    table = table_of_two("domino_tennis")
    assert table.referee.record.turn is None
    table.press(1)
    assert table.lines() == ["match", "deal", "claim 1"]
    assert table.told("turn")[-1] == (1,)
    table.press(1)
    assert table.fouls == [(1, "false_pass")]


def test_the_server_draws_until_a_double_comes_and_serves_it():
    table = dealt("0-1 0-2 0-4 0-6 1-2 2-6 3-4", HANDS[1], game="domino_tennis", preset=None)
    table.press(0)
    table.wait(300)
    assert table.sensing.watched == 0
    table.to_rack(0, "5-5")
    table.to_rack(0, "3-6")
    table.wait(1500)
    assert table.lines()[3:] == ["draw 0 3-6", "draw 0 5-5"]
    table.put("5-5", 400, 400, 90)
    assert table.lines()[-1] == "play 0 5-5"
    assert table.fouls == []


def test_a_larger_set_is_refused_with_what_is_possible():
    table = table_of_two()
    for name, value in (("set", 9), ("params", {"set_max": 9})):
        line = {"type": "match", "v": 1, "game": "block_draw", "seats": ["1", "2"], name: value}
        assert "28 tiles" in refusal(table, line)
    assert table.referee.record.line["game"] == "kozel_125"


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
