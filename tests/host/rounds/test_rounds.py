"""Rounds by the rules alone: what is counted is what happened, and a seed decides all of it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from domino_rules.games import GAMES
from domino_rules.record import text
from domino_rules.state import state
from domino_table.rounds import book, report, rule, steer, units
from domino_table.rounds.headless import Wanted, play
from domino_table.rounds.round import Round
from domino_table.rounds.setups import Programme, Setup, bases, varied
from domino_table.rounds.table import Disagreement, Table
from domino_table.rounds.units import Share, Tally


def rounds(game: str, number: int, seed: int = 1, **params: object) -> Iterator[Round]:
    """Rounds of a game as it comes, with some parameters. Each must be looked at before the next one is played."""
    random = Random(f"{game} {seed}")
    while number > 0:
        base = random.choice(bases(game))
        table = Table(Setup(game, base.preset, base.seats, base.params | params), random)
        while not table.over and number > 0:
            number -= 1
            yield table.play_round()


def fired(played: Round) -> Counter[str]:
    return Counter(book.fired(played))


# --- the rules as data ----------------------------------------------------------------------------------------------


def test_every_rule_has_games_and_each_game_has_rules():
    assert all(found.games for found in book.RULES.values())
    assert all(len(book.of(game)) > 40 for game in GAMES)


def test_a_rule_follows_what_a_game_lets_people_choose():
    assert book.RULES["fish.last_mover"].games == ("block_draw",)
    assert "kolbasa" not in book.RULES["fish.immediate"].games
    assert book.RULES["tb.serve_single"].params == {"tb_serve": "single"}


def test_a_misspelt_word_is_no_rule_without_games():
    with pytest.raises(ValueError, match="spiner_rule=none"):
        rule.rules("x | 1.1 | says | spiner_rule=none")
    with pytest.raises(ValueError, match="no game has it"):
        rule.rules("x | 1.1 | says | kolbasa osyol")


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_parameter_is_played(game):
    tried = {(name, text({"": value})) for setup in varied(game, None, False) for name, value in setup.params.items()}
    for name, spec in rule.presets(game).TABLE.items():
        for value in spec[1:] if isinstance(spec, tuple) else ():
            assert (name, text({"": value})) in tried


def test_what_the_caller_fixes_holds_in_every_match():
    programme, random = Programme("kozel", "yard", {"fish_variant": "one"}, 2), Random(1)
    for _ in range(50):
        setup = programme.next(random)
        assert (setup.preset, setup.params["fish_variant"], setup.fault()) == ("yard", "one", None)


def test_every_setup_gets_its_turn():
    programme, random = Programme("osyol", None, {}, 3), Random(1)
    played = [text(programme.next(random).line()) for _ in range(800)]
    assert {text(setup.line()) for setup in varied("osyol", None, False)} <= set(played)


# --- what is counted ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_ends_are_counted_once_a_round(game):
    exits = 0
    for one in rounds(game, 120):
        seen, reason = fired(one), one.end and one.end["reason"]
        assert seen["exit"] == (reason == "exit")
        assert seen["closed"] == (reason == "closed")
        assert seen["timeout"] == (one.over is not None and one.over["reason"] == "timeout")
        exits += seen["exit"]
    assert exits > 30


@pytest.mark.parametrize("game", ["telefon", "muggins", "all_fives"])
def test_awards_are_counted_as_told(game):
    total = 0
    for one in rounds(game, 60):
        told = [line for turn in one.turns for line in turn.out if line["type"] == "award"]
        assert fired(one)["award"] == len(told)
        total += len(told)
    assert total > 60


def test_fishes_are_told_apart_by_what_lies_on_the_table():
    found = 0
    for one in rounds("kozel", 300, fish_detect="immediate"):
        if fired(one)["fish.immediate"]:
            ends = {value for _, value in one.turns[-1].ends}
            tiles = one.match.tiles
            out = [tiles.halves(name) for name in tiles.names(tiles.all & ~one.match.table)]
            assert all(a == b for a, b in out if {a, b} & ends)
            found += 1
    assert found > 10


def test_a_fish_for_one_is_counted_where_one_records_the_sum():
    found = 0
    for one in rounds("kozel", 400, fish_variant="one"):
        if fired(one)["fish.one"]:
            assert one.end is not None
            took = max(one.end["recorded"])
            assert took == sum(one.end["hands"]) + one.before["carry"] * (one.end["carry"] == 0)
            assert one.end["recorded"].count(0) == one.match.sides - 1
            found += 1
    assert found > 5


def test_a_rule_of_another_game_is_an_error_of_the_list(monkeypatch):
    one = next(rounds("kozel", 1))
    monkeypatch.setattr(book.turns, "seen", lambda played: ["kolbasa.cut"])
    with pytest.raises(KeyError, match=r"kolbasa.cut is no rule of kozel"):
        list(book.fired(one))


# --- the table ------------------------------------------------------------------------------------------------------


def test_a_refused_line_shows_the_record(monkeypatch):
    table = Table(Setup("kozel", "yard", 4), Random(2))
    monkeypatch.setattr(table.people, "turn", lambda match, hand: [(27, "L", False)])
    with pytest.raises(Disagreement, match="was refused") as found:
        [table.play_round() for _ in range(9)]
    assert found.value.lines[0]["type"] == "match"
    assert found.value.lines[-1]["tile"] == "6-6"


@pytest.mark.parametrize("game", GAMES)
def test_a_round_taken_back_leaves_nothing(game):
    table = Table(bases(game)[0], Random(3))
    for _ in range(3):
        table.play_round()
    if table.over:
        table = Table(bases(game)[0], Random(4))
    before, saved = state(0, table.judge), table.saved()
    table.play_round()
    table.restore(saved)
    after = state(0, table.judge)
    between = ("hands", "counts", "stock", "stock_count", "layout", "ends", "last", "fisherman", "rows", "opening")
    assert {k: v for k, v in after.items() if k not in between} == {k: v for k, v in before.items() if k not in between}
    assert table.play_round().match is table.match


@pytest.mark.parametrize(
    ("game", "name"),
    [("kozel", "carry.again"), ("kozel", "redeal.doubles"), ("domino_tennis", "tennis.serve_any"),
     ("morskoy_kozel", "sea.eggs_rotten"), ("kozel_125", "match.highest_shared"), ("all_fives", "match.level"),
     ("muggins", "match.level")],
)  # fmt: skip
def test_deals_are_steered_towards_a_rule(game, name):
    played, seen = steer.steered(game, name, 1)
    assert seen[name] == steer.REPEATS
    assert played >= steer.REPEATS or name.startswith("redeal")


def test_every_recipe_is_for_a_rule():
    assert set(steer.RECIPES) <= set(book.RULES)
    assert {goal for recipe in steer.RECIPES.values() for goal in recipe.path} <= set(book.RULES)


# --- the work, shared -----------------------------------------------------------------------------------------------


def test_all_rounds_are_shared_among_the_games():
    found = units.shares(GAMES, 14_001, 1, None, {})
    assert sum(share.rounds for share in found) == 14_001
    assert {share.game for share in found} == set(GAMES)
    assert max(share.rounds for share in found) == units.SHARE


def counted(tally: Tally) -> tuple[Counter[str], Counter[tuple[str, str]]]:
    return tally.rounds, tally.fired


def test_cores_do_not_change_the_result(monkeypatch):
    todo = [Share("kozel", 5, number, 30) for number in range(3)] + [Share("osyol", 5, 0, 30)]
    heard: list[Share] = []
    alone = Tally()
    for share in reversed(todo):
        alone.add(units.work(share))
    assert counted(units.run(todo, heard.append)) == counted(alone)
    assert len(heard) == len(todo)
    assert alone.rounds == {"kozel": 90, "osyol": 30}


def test_another_seed_plays_other_rounds():
    assert units.work(Share("kozel", 1, 0, 40)).fired != units.work(Share("kozel", 2, 0, 40)).fired


def test_a_rule_that_never_fires_is_told():
    tally = Tally()
    tally.rounds["osyol"] = 1
    tally.fired["osyol", "exit"] = 1
    tally.steered["osyol", "close"] = 1
    missing = report.never(tally, "osyol")
    assert "exit" not in missing
    assert "close" not in missing
    assert "closed" in missing


# --- for people -----------------------------------------------------------------------------------------------------


def test_impossible_wishes_are_answered_with_a_sentence():
    assert Wanted("kozel", "blitz", 1, 1, False).fault() == "kozel has the presets graa, yard"
    assert Wanted("kolbasa", "graa", 1, 1, False).fault() == "kolbasa has no presets"
    assert "sets_to_win is no parameter" in (Wanted("kozel", None, 1, 1, False, {"sets_to_win": 3}).fault() or "")
    assert Wanted("sport", "sport_fid", 1, 1, False, {"rounds": 8}).fault() is None


def test_the_command_that_repeats_a_run():
    wanted = Wanted("kozel", "yard", 60, 7, True, {"target": 40})
    assert wanted.repeat() == (
        "domino-table simulate --level rules --game kozel --preset yard --rounds 60 --seed 7 --deals steered "
        "--param target=40"
    )


def test_json_and_tables_tell_the_same(capsys):
    wanted = Wanted("sport", None, 60, 3, False)
    play(wanted, as_json=True, quiet=True)
    told = json.loads(capsys.readouterr().out)
    assert (told["rounds"], told["seed"], told["deals"]) == (60, 3, "fair")
    exits = told["games"]["sport"]["fired"]["exit"]
    play(wanted, as_json=False, quiet=True)
    shown = [line.split("│") for line in capsys.readouterr().out.splitlines()]
    assert [row[5].strip() for row in shown if len(row) > 5 and row[1].strip() == "exit"] == [str(exits)]
    assert {row[1].strip() for row in shown if len(row) > 5} >= set(book.of("sport"))  # no name of a rule is cut
