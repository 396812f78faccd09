"""A table part of which is out of order goes on: it knows less, says so, and accuses nobody of what it cannot know."""

from match_cases import FOUR, TWO
from table import events
from tabletop import Tabletop, dealt


def broken(*reads, players=4):
    """A table on which only the racks of these seats can be read."""
    table = Tabletop(players=players)
    table.sensing.reads[:] = reads
    table.event(events.TROUBLE, "rack", "2")
    table.wait(300)
    return table


def test_a_deal_waits_for_no_rack_that_cannot_be_read():
    table = broken(0, 1, 3)
    table.deal(FOUR[0], FOUR[1], "", FOUR[3])
    assert table.lines() == ["match", "deal"]
    assert table.told("line")[-1][1]["hands"][2] == 7
    assert table.referee.record.turn == 0
    assert table.referee.trouble == {"rack": "2"}


def test_the_hand_of_a_dead_rack_is_never_accused_of_a_pass_and_proved_wrong_later():
    table = broken(0, 1, 3)
    table.deal(FOUR[0], FOUR[1], "", FOUR[3])
    table.put("1-1", 400, 400, 90, source=0)
    table.put("0-1", 443, 400, 180, source=1)
    table.press(2)  # with 1-5 in his hand, which nobody can see
    table.wait(500)
    table.put("0-6", 485, 400, 0, source=3)
    assert table.stands() == ["play 0 1-1", "play 1 0-1 R", "pass 2", "play 3 0-6 R"]
    assert table.fouls == []


def test_a_first_tile_from_a_dead_rack_opens_the_round():
    table = broken(1, 2, 3)
    table.deal("", FOUR[1], FOUR[2], FOUR[3])
    table.lay("1-1", 400, 400, 90)
    table.wait(3000)
    assert table.stands() == ["play 0 1-1"]
    assert table.fouls == []


def test_with_no_rack_at_all_a_tile_on_the_cloth_tells_of_the_deal():
    table = broken()
    table.wait(3000)
    assert table.lines() == ["match"]
    table.lay("1-1", 400, 400, 90)
    table.wait(3000)
    assert table.lines()[:2] == ["match", "deal"]
    assert table.told("line")[1][1]["hands"] == [7, 7, 7, 7]
    table.press(0)
    table.wait(2000)
    assert table.fouls == []


def test_a_rack_that_dies_in_a_round_makes_its_draws_unseen_and_no_pass_a_false_one():
    table = dealt(*TWO)
    table.put("1-1", 400, 400, 90, source=0)
    table.sensing.reads.remove(1)
    table.event(events.TROUBLE, "rack", "1")
    table.press(1)  # he has nothing that fits, takes one, and says so
    table.wait(1500)
    table.lay("1-5", 443, 400, 0)  # which he could not have shown
    table.wait(2500)
    assert table.stands() == ["play 0 1-1", "draw 1", "play 1 1-5 R"]
    assert table.fouls == []


def test_a_rack_that_is_mended_counts_from_the_next_deal_on():
    table = broken(0, 1)
    table.deal(FOUR[0], FOUR[1], "", "")
    assert table.lines() == ["match", "deal"]
    table.sensing.reads[:] = [0, 1, 2, 3]
    table.event(events.RECOVERED, "rack")
    assert table.referee.trouble == {}


def test_the_keys_bring_maintenance_and_end_it_and_nothing_is_judged_in_it():
    table = dealt(*FOUR)
    table.event(events.KEY, events.LEFT, events.LONG)
    assert table.phase == "maintenance"
    table.lay("0-0", 400, 400, 90, source=3)
    table.wait(3000)
    table.lift("0-0")
    table.to_rack(3, "0-0")
    table.event(events.KEY, events.LEFT, events.LONG)
    table.wait(1000)
    assert table.phase == "play"
    assert (table.lines(), table.fouls) == (["match", "deal"], [])


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
