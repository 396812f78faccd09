"""Crosses: at which side of the spinner a tile lies, doubles that close an arm, and what a display is told."""

import json

from table import events
from table.referee.snapshot import snapshot
from tabletop import dealt

HANDS = ("3-3 1-3 4-4 0-0 5-5 0-4 2-6", "3-6 2-3 0-3 1-1 6-6 2-2 4-5")


def a_table(game, **params):
    return dealt(*HANDS, game=game, preset=None, params=params)


def lay(table, name, x, y, angle=0):
    table.put(name, x, y, angle)


def cross():
    """3-3 upright at (400, 400), 3-6 on top of it, 1-3 to its right; seat 1 is on turn. Muggins."""
    table = a_table("muggins")
    lay(table, "3-3", 400, 400, 90)
    lay(table, "3-6", 400, 344, 270)
    lay(table, "1-3", 442, 400, 180)
    return table


def shown(table):
    return json.loads(json.dumps(snapshot(table.referee, table.sensing.on_cloth(), "public")))


def test_who_opens_is_open_until_somebody_does():
    table = a_table("muggins")
    assert table.referee.record.turn is None
    lay(table, "3-3", 400, 400, 90)
    assert table.lines()[2:] == ["play 0 3-3"]
    assert table.referee.record.turn == 1


def test_tiles_around_the_spinner_are_on_the_arms_of_their_sides():
    table = cross()
    lay(table, "0-3", 400, 456, 270)
    lay(table, "4-4", 484, 400, 90)
    assert table.lines()[2:] == [
        "play 0 3-3",
        "play 1 3-6 U",
        "play 0 1-3 R",
        "play 1 0-3 D",
        "play 0 4-4 R!wrong_tile",
    ]
    assert table.fouls == [(0, "wrong_tile")]


def test_each_arm_goes_on_at_its_own_tip():
    table = cross()
    lay(table, "6-6", 400, 302, 0)
    lay(table, "2-6", 400, 246, 90)
    lay(table, "1-1", 484, 400, 90)
    assert table.lines()[5:] == ["play 1 6-6 U", "play 0 2-6 U", "play 1 1-1 R"]


def test_a_tile_that_fits_two_sides_of_the_spinner_needs_no_question():
    table = cross()
    lay(table, "2-3", 372, 430, 135)  # below and to the left: all free sides are alike
    assert not table.told("question")
    assert table.fouls == []
    assert table.lines()[-1].startswith("play 1 2-3")


def test_the_tips_wait_for_both_sides_where_the_rules_say_so():
    table = a_table("all_fives")
    lay(table, "6-6", 400, 400, 90)
    assert [end[0] for end in table.referee.record.ends()] == ["L", "R"]
    lay(table, "2-6", 442, 400, 180)
    lay(table, "3-6", 358, 400, 180)
    assert [end[0] for end in table.referee.record.ends()] == ["L", "R", "U", "D"]
    assert table.lines()[2:] == ["play 1 6-6", "play 0 2-6 R", "play 1 3-6 L"]


def test_a_double_within_the_line_gets_its_free_sides():
    table = a_table("muggins")
    lay(table, "1-3", 400, 400, 180)  # 3 on the left, 1 on the right
    lay(table, "1-1", 442, 400, 90)
    assert [end[0] for end in table.referee.record.ends()] == ["L", "R", "U", "D"]
    ends = {end["name"]: (end["value"], end["towards"]) for end in shown(table)["ends"]}
    assert ends == {"L": (3, 180), "R": (1, 0), "U": (1, 270), "D": (1, 90)}


def osyol():
    """The right arm's tip is 2-6, at x = 554, with the 2 open; seat 1, which holds 2-2, is on turn."""
    table = a_table("osyol")
    lay(table, "1-1", 400, 400, 90)
    lay(table, "1-3", 442, 400, 0)
    lay(table, "3-6", 498, 400, 0)
    lay(table, "2-6", 554, 400, 180)
    return table


def played(table):
    return table.told("line")[-1][1]


def test_a_double_announced_by_pressing_twice_closes_its_arm():
    table = osyol()
    table.press(0, events.DOUBLE)
    assert table.told("closing") == []  # seat 0 may lay nothing now
    table.press(1, events.DOUBLE)
    assert table.told("closing") == [(1,)]
    assert shown(table)["standing"]["closing"] == 1
    lay(table, "2-2", 596, 400, 90)
    assert (played(table)["tile"], played(table)["closed"]) == ("2-2", True)
    assert [end[0] for end in table.referee.record.ends()] == ["L", "U", "D"]
    assert table.told("closing")[-1] == (None,)
    right = shown(table)["standing"]["arms"][1]
    assert right == {"name": "R", "value": None, "open": False, "closed": True}


def test_without_the_announcement_or_after_taking_it_back_a_double_stays_open():
    for presses in (0, 2):
        table = osyol()
        for _ in range(presses):
            table.press(1, events.DOUBLE)
        lay(table, "2-2", 596, 400, 90)
        assert "closed" not in played(table)
        assert len(table.referee.record.ends()) == 4


def test_an_announcement_does_not_outlive_the_turn_nor_count_for_other_tiles():
    table = osyol()
    table.press(1, events.DOUBLE)
    lay(table, "2-3", 610, 400, 0)
    assert "closed" not in played(table)
    assert table.referee.acts.closing is None


def test_of_two_doubles_in_one_turn_each_is_closed_or_not():
    table = osyol()
    lay(table, "2-3", 610, 400, 0)
    lay(table, "0-4", 100, 100, 0)
    table.lift("0-4")
    lay(table, "3-3", 652, 400, 90)
    assert table.lines()[-1] == "play 0 3-3 R"


def test_a_closed_double_moved_to_another_arm_stays_closed():
    table = dealt("1-1 1-5 1-4 0-0 0-3 0-6 3-4", "1-2 2-5 2-2 3-3 6-6 3-6 4-6", game="osyol", preset=None)
    lay(table, "1-1", 400, 400, 90)
    lay(table, "1-2", 442, 400, 0)
    lay(table, "1-5", 358, 400, 180)
    lay(table, "2-5", 302, 400, 0)  # the 5 touches, both lines end in a 2
    lay(table, "1-4", 400, 344, 270)
    table.press(1, events.DOUBLE)
    lay(table, "2-2", 484, 400, 90)
    table.lift("2-2")
    lay(table, "2-2", 260, 400, 90)
    corrected = table.told("line")[-1][1]["to"]
    assert (corrected["tile"], corrected["end"], corrected["closed"]) == ("2-2", "L", True)
    assert [end[0] for end in table.referee.record.ends()] == ["R", "U", "D"]


def test_in_a_game_without_closing_pressing_twice_says_nothing():
    table = cross()
    table.press(1, events.DOUBLE)
    assert table.told("closing") == []


def test_the_snapshot_tells_the_arms_and_the_sum_of_the_ends():
    told = shown(cross())["standing"]
    assert told["accounts"] == [{"score": 0}, {"score": 0}]
    assert told["sides"] == [0, 1]
    assert told["spinner"] == "3-3"
    assert told["sum"] == 7
    assert told["arms"] == [
        {"name": "L", "value": 3, "open": True, "closed": False},
        {"name": "R", "value": 1, "open": True, "closed": False},
        {"name": "U", "value": 6, "open": True, "closed": False},
        {"name": "D", "value": 3, "open": True, "closed": False},
    ]


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
