"""Commands of the PC, the snapshot, and a match that goes on after a start."""

import json

from match_cases import FOUR, TWO, table_of_four, table_of_two
from table import events
from table.referee import begin
from table.referee.commands import command
from table.referee.snapshot import snapshot
from tabletop import Tabletop, tile


def refused(table, name, arguments):
    try:
        command(table.referee, name, arguments)
    except ValueError as error:
        return str(error)
    raise AssertionError("not refused")


def shown(table, view="public"):
    """The snapshot as it comes over the link."""
    return json.loads(json.dumps(snapshot(table.referee, table.sensing.on_cloth(), view)))


def test_a_new_match_takes_what_is_named_and_keeps_the_rest():
    four = table_of_four()
    result = command(four.referee, "new_match", {"seats": ["Ann", "Bob"], "params": {"fish_variant": "one"}})
    assert result == {"seats": ["Ann", "Bob"]}
    line = four.referee.record.line
    assert (line["game"], line["preset"], line["params"]) == ("kozel", "graa", {"fish_variant": "one"})
    assert "t" not in line or line["t"] == 0
    assert (four.phase, four.referee.record.match.seats) == ("clear", 2)


def test_an_impossible_match_is_refused_and_the_one_on_the_table_goes_on():
    four = table_of_four()
    assert "bad_params" in refused(four, "new_match", {"params": {"hand": 40}})
    assert "unknown_game" in refused(four, "new_match", {"game": "bridge"})
    assert (four.phase, four.referee.record.turn) == ("play", 0)
    assert four.lines() == ["match", "deal"]


def test_a_new_match_may_be_of_any_game_that_as_many_can_play():
    four = table_of_four()
    command(four.referee, "new_match", {"game": "osyol"})
    line = four.referee.record.line
    assert (line["game"], "params" in line, four.phase) == ("osyol", False, "clear")
    assert type(four.referee.chain).__name__ == "CrossChain"
    assert "players must be 2" in refused(four, "new_match", {"game": "domino_tennis"})
    assert "28 tiles" in refused(four, "new_match", {"game": "block_draw", "set": 9})
    command(four.referee, "new_match", {"game": "domino_tennis", "seats": ["Ann", "Bob"]})
    assert type(four.referee.acts).__name__ == "SeveralActs"
    command(four.referee, "new_match", {"game": "kozel", "preset": "yard", "seats": ["1", "2", "3", "4"]})
    assert type(four.referee.acts).__name__ == "Acts"
    assert type(four.referee.chain).__name__ == "Chain"


def standing_of(game, **arguments):
    table = Tabletop(start=False)
    begin.next_match(table.referee)
    command(table.referee, "new_match", dict(arguments, game=game))
    return shown(table)["standing"]


def test_the_snapshot_tells_what_only_one_game_has():
    two = ["Ann", "Bob"]
    tennis = standing_of("domino_tennis", seats=two)
    assert tennis["accounts"] == [{"sets": 0, "games": 0, "points": 0}] * 2
    assert tennis["server"] is None
    sea = standing_of("morskoy_kozel", seats=two)
    assert (sea["owner"], sea["hundred"], sea["debt"], sea["eggs"]) == (None, None, None, 0)
    generals = standing_of("general_kozel", params={"teams": 3}, seats=list("abcdef"))
    assert (generals["sides"], generals["seated"], generals["waiting"]) == ([0, 1, 0, 1], [0, 1], [2])
    assert "standing" not in shown(table_of_four())


def test_names_are_those_of_the_next_match():
    four = table_of_four()
    command(four.referee, "names", {"seats": ["A", "B", "C", "D"]})
    assert four.referee.record.line["seats"] == ["1", "2", "3", "4"]
    begin.next_match(four.referee)
    assert four.referee.record.line["seats"] == ["A", "B", "C", "D"]
    assert "list of names" in refused(four, "names", {"seats": "ABCD"})


def test_the_language_is_told_and_an_unknown_one_refused():
    four = table_of_four()
    command(four.referee, "language", {"name": "ru"})
    assert four.told("language") == [("ru",)]
    assert "ru, en, es" in refused(four, "language", {"name": "fr"})
    four.event(events.KEY, events.RIGHT, events.LONG)
    assert four.referee.language == "en"


def test_the_last_act_is_undone_by_command_and_then_there_is_nothing_more():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    command(four.referee, "undo", {})
    assert four.lines()[-1] == "correct 3 null"
    assert "nothing" in refused(four, "undo", {})


def test_a_question_is_answered_by_its_id_and_the_number_of_the_choice():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 700, 700, 180)
    four.wait(2500)
    assert shown(four)["question"] == {"id": 1, "seat": 1, "choices": ["L", "R"]}
    assert "over" in refused(four, "answer", {"id": 2, "choice": 0})
    assert "choice" in refused(four, "answer", {"id": 1, "choice": 2})
    command(four.referee, "answer", {"id": 1, "choice": 1})
    assert four.lines()[-1] == "play 1 0-1 R"


def test_in_maintenance_nothing_counts():
    four = table_of_four()
    assert command(four.referee, "maintenance", {}) == {"phase": "maintenance"}
    four.lay("1-1", 400, 400, 90)
    four.press(1)
    four.wait(3000)
    assert four.lines() == ["match", "deal"]
    command(four.referee, "maintenance", {"on": False})
    assert four.phase == "play"


def test_an_arbiter_corrects_an_earlier_line_and_may_write_no_play():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.press(1)  # a false pass
    rule = {"type": "rule", "ref": 4, "remedy": {"kind": "stand"}, "by": "arbiter"}
    assert command(four.referee, "line", {"line": rule})["ok"]
    assert four.referee.record.turn == 2
    assert "one of" in refused(four, "line", {"line": {"type": "play", "seat": 2, "tile": "1-5"}})


def test_a_line_of_the_arbiters_that_comes_too_late_is_refused():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    undo = {"type": "correct", "ref": 3, "to": None, "by": "arbiter", "reason": "misread"}
    assert "gone on" in refused(four, "line", {"line": undo, "n": 3})
    assert four.lines() == ["match", "deal", "play 0 1-1"]
    assert command(four.referee, "line", {"line": undo, "n": 4})["ok"]


def test_an_unknown_command_is_named():
    assert refused(table_of_four(), "dance", {}) == "unknown command: dance"


def test_the_public_snapshot_never_names_a_tile_that_is_not_on_the_cloth():
    two = table_of_two()
    two.put("1-1", 400, 400, 90)
    two.to_rack(1, "1-4")
    two.wait(1300)
    two.to_rack(1, "4-6")  # a false draw: nobody else has seen this tile
    two.wait(1300)
    state = shown(two)
    assert state["foul"] == {"seat": 1, "code": "false_draw", "tile": None}
    hidden = set((TWO[0] + " " + TWO[1] + " 1-4 4-6").split()) - {"1-1"}
    text = json.dumps(state)
    assert [name for name in sorted(hidden) if json.dumps(name) in text] == []
    assert shown(two, "all")["foul"]["tile"] == "4-6"


def test_the_snapshot_shows_where_tiles_lie_and_where_the_line_goes_on():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 442, 400, 180)
    state = shown(four)
    assert state["cloth"] == [{"tile": "0-1", "pose": [442, 400, 180]}, {"tile": "1-1", "pose": [400, 400, 90]}]
    assert (state["last_tile"], state["turn"], state["phase"]) == ("0-1", 2, "play")
    ends = {end["name"]: (end["value"], end["double"], end["towards"]) for end in state["ends"]}
    assert ends == {"L": (1, True, 180), "R": (0, False, 0)}


def test_the_version_changes_with_every_news():
    four = table_of_four()
    before = four.referee.version
    four.wait(1000)
    assert four.referee.version == before
    four.lay("1-1", 400, 400, 90)
    assert four.referee.version > before


def resumed(table):
    """Another table after a start, with the cloth and the record of this one."""
    lines = [line for _, line, _, _ in table.told("line")]
    poses = dict(table.told("moved"))
    again = Tabletop(players=table.referee.record.match.seats, start=False)
    again.sensing.cloth = dict(table.sensing.cloth)
    again.now = table.now + 7000
    again.sensing.ready = False
    begin.resume(again.referee, iter(lines), poses, {})
    return again


def test_a_tile_that_cannot_be_placed_does_not_hold_up_the_match_for_ever():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    again = resumed(four)
    again.sensing.sweeps = 24
    again.wait(1000)
    assert again.phase == "resume"
    again.sensing.sweeps = 25
    again.wait(300)
    assert (again.phase, again.referee.record.turn) == ("play", 1)


def test_after_a_start_the_match_goes_on_when_the_cloth_has_been_read():
    four = table_of_four()
    four.put("1-1", 400, 400, 90)
    four.lay("0-1", 442, 400, 180)
    again = resumed(four)
    assert again.phase == "resume"
    again.wait(1000)
    assert again.phase == "resume"
    again.sensing.ready = True
    again.wait(300)
    assert (again.phase, again.referee.record.turn) == ("play", 2)
    assert again.sensing.confirmed == {tile("1-1"), tile("0-1")}
    again.lay("1-5", 358, 400, 180)
    assert again.lines() == ["play 2 1-5 L"]
    times = [line["t"] for _, line, _, _ in four.told("line") + again.told("line")]
    assert times == sorted(times)


def test_the_last_play_may_be_taken_back_after_a_start_too():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    again = resumed(four)
    again.sensing.ready = True
    again.wait(300)
    again.press(0, events.LONG)
    assert again.lines() == ["correct 3 null"]


def test_a_tile_laid_meanwhile_is_played_if_legal_and_else_only_shown():
    four = table_of_four()
    four.lay("1-1", 400, 400, 90)
    four.sensing.cloth[tile("0-1")] = (442, 400, 180)
    four.sensing.cloth[tile("5-5")] = (300, 300, 0)
    again = resumed(four)
    again.sensing.ready = True
    again.wait(3000)
    assert again.lines() == ["play 1 0-1 R"]
    assert again.fouls == []
    assert again.told("trouble") == [("stray", tile("5-5"))]
    again.lift("5-5")
    assert again.told("recovered") == [("stray",)]


def test_a_round_that_was_over_waits_for_the_cloth_to_be_cleared_after_a_start():
    from match_cases import play_out

    four = table_of_four()
    play_out(four)
    again = resumed(four)
    again.sensing.ready = True
    again.wait(1000)
    assert again.phase == "clear"
    again.clear()
    again.deal(*FOUR)
    assert again.phase == "play"


def test_unseen_hands_are_shown_by_laying_them_before_ones_seat():
    table = Tabletop(players=2, config={"racks": []}, params={"hand": 2})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.press(0)
    table.put("1-4", 442, 400, 0)
    table.put("1-5", 358, 400, 180)
    assert table.phase == "reveal"
    table.lay("2-3", 20, 400, 90)  # before seat 1, on the left
    table.wait(500)
    table.press(1)
    assert table.lines()[-1] == "reveal 1"
    assert [out["type"] for out in table.told("line")[-1][2]] == ["verdict", "round_end"]
    assert table.phase == "clear"


def test_hands_that_must_be_shown_are_told_and_an_incomplete_one_is_no_misdeal():
    table = Tabletop(players=2, config={"racks": []}, params={"hand": 3})
    table.wait(300)
    table.lay("1-1", 400, 400, 90)
    table.wait(2000)
    table.press(0)
    for name, x, angle in (("1-4", 442, 0), ("1-5", 358, 180), ("4-6", 498, 0), ("3-5", 302, 180)):
        table.put(name, x, 400, angle)
    assert table.phase == "reveal"
    assert table.told("show") == [([1],)]
    table.wait(500)
    table.press(1)
    assert table.lines()[-1] == "play 0 3-5 L"
    assert table.fouls == []
    table.put("2-3", 20, 400, 90)
    table.press(1)
    assert table.lines()[-1] == "reveal 1"
    assert table.told("show")[-1] == ([],)


def test_titles_and_winners_stand_in_the_snapshot_when_the_match_is_over():
    table = Tabletop(players=2, game="block_draw", preset=None, params={"target": 1})
    table.wait(300)
    result = {"type": "result", "reason": "exit", "by": 0, "points": [0, 9]}
    command(table.referee, "line", {"line": result})
    told = shown(table)["standing"]
    assert (told["winners"], told["titles"], told["accounts"]) == ([0], {}, [{"score": 9}, {"score": 0}])


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
