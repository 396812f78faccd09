"""Kolbasa: rows whose order the table does not know, tiles turned up in vain, the cut."""

from table import events
from table.referee import begin
from tabletop import Tabletop, dealt, tile

ROWS = (
    "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 1-6 2-2",
    "2-3 2-4 2-5 2-6 3-3 3-4 3-5 3-6 4-4 4-5 4-6 5-5 5-6 6-6",
)


def a_table(**params):
    return dealt(*ROWS, game="kolbasa", preset=None, params=params)


def lay(table, seat, name, x, y, angle=0):
    table.lay(name, x, y, angle, source=seat)
    table.wait(600)


def take_back(table, seat, name):
    table.lift(name)
    table.to_rack(seat, name)


def two_lines():
    """0-2 lies across; the upper line goes on from the 0 with 0-6, the lower one from the 2 with 2-6. Both end in 6."""
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 90)
    lay(table, 1, "2-6", 182, 420, 0)
    lay(table, 0, "0-6", 182, 380, 0)
    return table


def test_rows_are_dealt_as_numbers_and_whoever_lays_first_has_opened():
    table = a_table()
    assert table.told("line")[-1][1]["hands"] == [14, 14]
    assert table.referee.record.turn is None
    lay(table, 1, "2-6", 140, 400, 90)
    assert table.lines()[2:] == ["play 1 2-6"]
    assert table.referee.record.turn == 0


def test_a_tile_that_fits_nowhere_is_turned_up_and_may_go_back():
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 90)
    lay(table, 1, "3-4", 40, 200, 0)
    assert table.lines()[3:] == ["turn_up 1 3-4"]
    table.lay("3-4", 42, 204, 0)
    table.wait(3000)
    take_back(table, 1, "3-4")
    lay(table, 0, "1-1", 400, 760, 90)
    take_back(table, 0, "1-1")
    lay(table, 1, "2-6", 182, 420, 0)
    assert table.lines()[4:] == ["turn_up 0 1-1", "play 1 2-6 R"]
    assert table.fouls == []


def test_a_tile_out_of_turn_is_a_foul_and_still_in_its_row():
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 90)
    lay(table, 0, "2-2", 182, 420, 0)
    table.wait(2000)
    assert table.fouls == [(0, "too_many_tiles")]


def test_each_line_goes_on_at_its_own_tip_though_both_have_the_same_value():
    for y, arm in ((380, "L"), (420, "R")):
        table = two_lines()
        lay(table, 1, "6-6", 238, y, 0)
        lay(table, 0, "1-6", 294, y, 180)
        lay(table, 1, "5-6", 238, 800 - y, 180)
        other = "R" if arm == "L" else "L"
        assert table.lines()[5:] == ["play 1 6-6 " + arm, "play 0 1-6 " + arm, "play 1 5-6 " + other]
        assert not table.told("question")


def test_a_tile_across_both_tips_cuts_and_the_next_begins_a_sausage():
    table = two_lines()
    lay(table, 1, "6-6", 224, 400, 90)
    assert table.lines()[-1] == "play 1 6-6 cut"
    for name in ("0-2", "2-6", "0-6", "6-6"):
        table.lift(name)
    lay(table, 0, "1-6", 140, 400, 90)
    lay(table, 1, "5-6", 182, 420, 180)
    assert table.lines()[6:] == ["play 0 1-6", "play 1 5-6 R"]
    assert table.fouls == []


def test_a_tile_between_the_lines_is_meant_for_the_one_that_it_fits():
    table = two_lines()
    lay(table, 1, "5-6", 238, 380, 180)
    lay(table, 0, "1-5", 294, 404, 180)  # nearer to where the lower line would have its next tile but one
    assert table.lines()[5:] == ["play 1 5-6 L", "play 0 1-5 L"]
    assert table.fouls == []


def test_a_first_tile_read_upside_down_counts_against_nobody():
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 270)  # in truth the 0 is the upper half
    lay(table, 1, "2-6", 182, 420, 0)
    lay(table, 0, "0-6", 182, 380, 0)
    assert table.lines()[3:] == ["play 1 2-6 L", "play 0 0-6 R"]
    assert table.fouls == []


def test_between_the_cut_and_a_line_the_table_asks():
    table = two_lines()
    lay(table, 1, "6-6", 231, 396, -1)
    ((_, seat, places),) = table.told("question")
    assert (seat, sorted(places)) == (1, [(224, 400), (238, 380), (238, 420)])


def test_tiles_never_turned_up_are_told_when_a_row_is_empty():
    table = a_table(hand=2)
    table.clear()
    table.deal("0-1 0-2", "1-3 3-5")
    lay(table, 0, "0-1", 140, 400, 90)
    lay(table, 1, "1-3", 182, 420, 0)
    lay(table, 0, "0-2", 182, 380, 0)
    shown = table.told("line")[-1]
    assert (shown[1]["type"], shown[1]["seat"], shown[1]["hand"]) == ("reveal", 1, ["3-5"])
    assert shown[2][1]["type"] == "round_end"
    assert shown[2][1]["hands"] == [0, 8]
    assert table.phase == "clear"


def started_again(table, lines, config=None):
    """Another table with the cloth and the racks of this one, and so many lines of its record."""
    again = Tabletop(players=2, config=config, game="kolbasa", preset=None, start=False)
    again.sensing.cloth = dict(table.sensing.cloth)
    again.sensing.racks = table.sensing.racks
    kept = [line for _, line, _, _ in table.told("line")][:lines]
    begin.resume(again.referee, iter(kept), dict(table.told("moved")), {})
    return again


def test_a_tile_that_was_turned_up_when_the_power_went_is_turned_up_after_the_start():
    for racks, lines, wanted in (((0, 1), 4, "turn_up 1 3-4"), ((0, 1), 3, "turn_up 1 3-4"), ((), 3, "turn_up 1 3-4")):
        table = a_table()
        lay(table, 0, "0-2", 140, 400, 90)
        lay(table, 1, "3-4", 40, 200, 0)
        again = started_again(table, lines, {"racks": list(racks)})
        if not racks:
            again.sensing.racks = [set(), set(), set(), set()]
        again.sensing.read = dict.fromkeys(racks, again.now)
        again.wait(2000)
        assert again.referee.record.turn == 0
        assert again.lines() == ([wanted] if lines == 3 else [])
        assert not again.told("trouble")
        again.lay("3-4", 44, 198, 0)
        again.wait(3000)
        assert again.fouls == []


def test_after_a_start_the_rows_are_read_before_anything_is_judged():
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 90)
    again = started_again(table, 3)
    again.wait(300)
    assert (again.phase, again.sensing.watched) == ("resume", events.ALL)
    again.sensing.read = {0: again.now, 1: again.now}
    again.wait(300)
    assert (again.phase, again.referee.record.turn) == ("play", 1)
    again.lay("2-2", 182, 420, 0)  # seat 0 again, and nobody has seen it leave his rack
    again.wait(3000)
    assert again.fouls == [(0, "too_many_tiles")]


def test_a_cut_of_one_line_is_refused_because_it_looks_like_a_play():
    table = a_table()
    line = {"type": "match", "v": 1, "game": "kolbasa", "seats": ["1", "2"], "params": {"cut_needs": "one_end"}}
    try:
        begin.new_match(table.referee, line)
    except ValueError as error:
        text = str(error)
    assert "both_ends" in text


def test_a_tile_that_was_in_the_hand_when_the_power_went_is_of_the_row_in_which_it_was_turned_up():
    table = a_table()
    lay(table, 0, "0-2", 140, 400, 90)
    lay(table, 1, "2-3", 182, 420, 0)
    lay(table, 0, "1-5", 400, 760, 90)
    table.lift("1-5")
    again = started_again(table, 5)
    again.sensing.read = {0: again.now, 1: again.now}
    again.wait(300)
    assert again.referee.record.turn == 1
    again.lay("1-5", 182, 380, 0)
    again.wait(3000)
    assert again.fouls == [(0, "wrong_turn")]


def test_without_racks_the_owners_that_a_start_has_told_are_those_of_that_round_only():
    table = Tabletop(players=2, config={"racks": []}, game="kolbasa", preset=None)
    table.wait(300)
    table.referee.acts.home = {tile("2-6"): 0}  # was turned up before the power went, one round ago
    table.press(0)
    table.lay("0-2", 140, 400, 90)
    table.wait(2500)
    table.lay("2-6", 182, 420, 0)
    table.wait(600)
    assert table.lines()[1:] == ["deal", "play 0 0-2", "play 1 2-6 R"]
    assert table.fouls == []


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
