"""Breaches at the table: profiles, opponents who choose, and the three levels record, signal and enforce."""

import json

from command_cases import refused
from match_cases import FOUR
from table import events
from table.referee import begin
from table.referee.commands import command
from table.referee.snapshot import snapshot
from tabletop import Tabletop, dealt, tile


def four(**game):
    """Four players after 1-1; seat 1 is on turn and holds 0-1 and 1-4."""
    table = Tabletop(**game)
    table.wait(300)
    table.deal(*FOUR)
    table.put("1-1", 400, 400, 90)
    return table


def remedies(table):
    return [outs[0]["remedy"] for _, _, outs, _ in table.told("line") if "remedy" in outs[0]]


def ends(table):
    return [[arm, value] for arm, value in table.referee.record.match.layout.ends()]


def shown(table):
    return json.loads(json.dumps(snapshot(table.referee, table.sensing.on_cloth())))


# Levels


def test_enforce_waits_until_the_tile_is_taken_away():
    table = four()
    table.put("6-6", 442, 400)
    assert remedies(table) == [{"kind": "retract"}]
    assert table.fouls == [(1, "wrong_tile")]
    state = shown(table)
    assert (state["turn"], state["refused"], state["level"], state["foul"]["tile"]) == (1, ["6-6"], "enforce", "6-6")
    table.lift("6-6")
    table.wait(500)
    assert shown(table)["foul"] is None


def test_signal_tells_and_play_goes_on_from_what_lies_there():
    table = four(level="signal", profile="strict")
    line = table.referee.record.line
    assert (line["profile"], line["level"]) == ("stand", "signal")
    table.lay("3-5", 442, 400, 180)  # half 5 touches 1-1
    table.wait(500)
    assert remedies(table) == [{"kind": "stand"}]
    assert table.fouls == [(1, "wrong_tile")]
    assert table.lines()[-1] == "play 1 5-3 R!wrong_tile"
    assert ends(table) == [["L", 1], ["R", 3]]
    state = shown(table)
    assert (state["turn"], state["refused"], state["foul"]["code"]) == (2, [], "wrong_tile")
    table.lay("2-3", 500, 400, 180)  # of seat 1 again: too many, and it stands as well
    table.wait(3000)
    assert table.fouls[-1] == (1, "too_many_tiles")
    assert (ends(table)[1], table.referee.record.turn) == (["R", 2], 2)
    table.put("2-5", 558, 400)
    assert ends(table)[1] == ["R", 5]
    assert shown(table)["foul"] is None


def test_record_says_nothing_and_writes_it_down():
    table = four(level="record")
    before = len(table.told("retracted"))
    table.press(1)
    table.wait(500)
    assert table.lines()[-1] == "pass 1!false_pass"
    table.lay("1-6", 442, 400)  # seat 3, not on turn
    table.wait(3000)
    assert table.lines()[-1] == "play 3 1-6 R!wrong_turn"
    assert (table.fouls, len(table.told("retracted"))) == ([], before)
    state = shown(table)
    assert (state["foul"], state["refused"], state["turn"], state["level"]) == (None, [], 0, "record")
    assert ends(table) == [["L", 1], ["R", 6]]


def test_what_stood_may_be_taken_back_like_any_play():
    table = four(level="signal")
    table.put("3-5", 442, 400, 180)
    table.press(1, events.LONG)
    assert table.lines()[-1] == "correct 4 null"
    assert (ends(table), table.referee.record.turn) == ([["L", 1], ["R", 1]], 1)
    table.lift("3-5")
    table.put("0-1", 442, 400, 180)
    assert table.lines()[-1] == "play 1 0-1 R"


def test_a_tile_at_no_end_cannot_stand():
    table = four(level="signal")
    table.lay("1-6", 100, 100)  # seat 3, not on turn, far from the chain
    table.wait(4000)
    assert remedies(table) == [{"kind": "retract"}]
    assert (shown(table)["refused"], table.referee.record.turn) == (["1-6"], 1)


def test_a_wrong_deal_stands_once_somebody_plays():
    table = dealt("1-1 1-2 1-3 0-4 5-6 2-2 3-6 4-6", "0-2 0-3 2-3 2-6 3-5 4-4 6-6", level="signal")
    table.lay("1-1", 400, 400, 90, source=0)
    table.wait(6000)
    assert table.lines() == ["match", "deal!misdeal", "play 0 1-1"]
    assert table.fouls == [(0, "misdeal")]
    assert shown(table)["turn"] == 1


def test_the_level_is_chosen_by_command_for_the_next_match_or_at_once():
    table = four(profile="cantinera")
    assert command(table.referee, "level", {"name": "signal"}) == {"level": "signal", "now": False}
    state = shown(table)
    assert (state["level"], state["next"]) == ("enforce", {"level": "signal", "profile": "cantinera"})
    table.press(1)
    assert table.referee.record.turn == 1
    begin.next_match(table.referee)
    line = table.referee.record.line
    assert (line["level"], line["profile"]) == ("signal", "stand")
    assert command(table.referee, "level", {"name": "record"}) == {"level": "record", "now": True}
    assert shown(table)["level"] == "record"
    assert command(table.referee, "level", {"name": "enforce"}) == {"level": "enforce", "now": False}
    begin.next_match(table.referee)
    line = table.referee.record.line
    assert ("level" in line, line["profile"]) == (False, "cantinera")


def test_an_unknown_level_or_profile_is_refused_with_what_is_known():
    table = four()
    for name, arguments in (("level", {"name": "gentle"}), ("new_match", {"profile": "nobody's"})):
        assert "one of" in refused(table, name, arguments)
    assert (table.phase, table.referee.record.turn) == ("play", 1)
    command(table.referee, "new_match", {"profile": "rocoh"})
    assert table.referee.record.line["profile"] == "rocoh"


def test_the_level_goes_on_after_a_start():
    table = four(level="record")
    lines = [line for _, line, _, _ in table.told("line")]
    again = Tabletop(start=False)
    begin.resume(again.referee, iter(lines), {}, {})
    assert again.referee.game["level"] == "record"


# Remedies


def test_an_open_tile_is_no_tile_to_be_taken_away():
    table = four(profile="parish")
    table.put("6-6", 442, 400)
    state = shown(table)
    assert (state["refused"], state["foul"]["code"], state["turn"]) == ([], "wrong_tile", 1)
    table.lift("6-6")
    table.lay("6-6", 100, 700)
    table.lay("0-1", 442, 400, 180)
    table.wait(3000)
    assert table.lines()[-1] == "play 1 0-1 R"


def test_a_hand_that_is_annulled_is_dealt_again():
    table = four(profile="brazil")
    table.press(1)
    table.wait(500)
    assert (table.phase, table.fouls) == ("clear", [(1, "false_pass")])
    assert shown(table)["refused"] == []
    table.clear()
    table.deal(*FOUR)
    assert table.lines()[-1] == "deal"


def test_a_hand_that_was_annulled_goes_on_where_the_arbiter_says_so():
    table = four(profile="brazil")
    table.press(1)
    table.wait(500)
    assert table.phase == "clear"
    rule = {"type": "rule", "ref": 4, "remedy": {"kind": "points", "points": 5, "to": "self"}, "by": "arbiter"}
    assert command(table.referee, "line", {"line": rule})["ok"]
    assert (table.phase, table.referee.record.turn) == ("play", 1)
    assert shown(table)["foul"] is None
    table.put("0-1", 442, 400, 180)
    assert table.lines()[-1] == "play 1 0-1 R"


def test_opponents_choose_with_their_button():
    for press, kind, turn in ((events.SHORT, "stand", 2), (events.DOUBLE, "retract", 1)):
        table = four(profile="newsome")
        table.put("3-5", 442, 400, 180)
        assert shown(table)["question"] == {"id": 1, "seat": 2, "choices": ["stand", "retract"]}
        assert table.told("ruling") == [(2, [{"kind": "stand"}, {"kind": "retract"}])]
        assert not table.referee.acts.answer(0, 3)  # it is not his to say
        table.lay("0-1", 442, 450, 180)  # nothing is judged before they have chosen
        table.wait(3000)
        assert table.lines()[-1] == "ask"
        table.sensing.cloth.pop(tile("0-1"))
        table.event(events.LIFTED, tile("0-1"))
        table.press(2, press)
        table.wait(300)
        assert table.lines()[-1] == "rule"
        line = table.told("line")[-1][1]
        assert (line["ref"], line["remedy"], line["by"]) == (4, {"kind": kind}, "seat 2")
        assert (table.referee.record.turn, shown(table)["question"]) == (turn, None)


def test_an_arbiter_lets_a_tile_stand_that_lies_there():
    table = four()
    table.put("3-5", 442, 400, 180)
    rule = {"type": "rule", "ref": 4, "remedy": {"kind": "points", "points": 10}, "by": "arbiter"}
    assert command(table.referee, "line", {"line": rule})["ok"]
    rule = {"type": "rule", "ref": 4, "remedy": {"kind": "points", "points": 0}, "by": "arbiter"}
    assert command(table.referee, "line", {"line": rule})["code"] == "bad_line"


# Privacy


def test_only_training_shows_what_can_be_played():
    """Two tables that differ in hidden hands alone show the same until the seat on turn acts, except in training."""
    other = (FOUR[0], FOUR[3].replace("1-6", "6-6"), FOUR[2], FOUR[1].replace("6-6", "1-6"))
    for profile in (None, "house", "strict", "cantinera", "rocoh", "parish", "stand", "training"):
        seen = []
        for hands in (FOUR, other):  # seat 1 has a move, or none
            table = Tabletop(profile=profile) if profile else Tabletop()
            table.wait(300)
            table.deal(*hands)
            table.lay("1-1", 400, 400, 90)
            table.wait(5000)
            assert table.referee.record.match.can_play(1) == (hands is FOUR)
            news = [item for item in table.news if item[0] not in ("line", "match")]
            seen.append((json.dumps(shown(table)), news))
        assert (seen[0] == seen[1]) == (profile != "training"), profile
    assert json.loads(seen[0][0])["playable"] == ["0-1", "1-4"]
    assert json.loads(seen[1][0])["playable"] == []


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
