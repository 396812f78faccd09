"""``domino-table games`` and ``domino-table rules``."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from domino_rules.games import GAMES
from domino_table.cli import main


def run(*words: str, status: int = 0) -> str:
    result = CliRunner().invoke(main, words, env={"COLUMNS": "80"})
    assert result.exit_code == status, result.output
    return result.output


def test_games_lists_all_thirteen_with_players_sets_and_presets() -> None:
    output = run("games", "--lang", "ru")
    assert len(GAMES) == 13
    assert all(game in output for game in GAMES)
    for said in ("Морской козёл", "2, 3, 4", "6, 9, 12, 15", "graa (usual)", "general_00"):
        assert said in output


def test_games_as_json_says_what_may_be_chosen() -> None:
    games: dict[str, dict[str, Any]] = {game["game"]: game for game in json.loads(run("games", "--json"))}
    assert list(games) == list(GAMES)
    muggins = games["muggins"]
    assert muggins["titles"] == {"ru": "Маггинс", "en": "Muggins", "es": "Muggins"}
    assert (muggins["players"], muggins["sets"], muggins["tiles"]) == (
        [2, 3, 4],
        [6, 9, 12, 15, 18],
        [28, 55, 91, 136, 190],
    )
    assert muggins["presets"] == {"muggins_hoyle": {"bazaar_reserve": 2, "spinner_arms_open": "after_two_sides"}}
    assert muggins["parameters"]["hand"]["usual"] == {"2": 7, "3": 5, "4": 5}
    assert muggins["parameters"]["exit_points"] == {
        "usual": 10,
        "allowed": {"least": 0, "greatest": 1000, "null": False},
    }
    assert games["kozel"]["usual_preset"] == "graa"
    assert games["kozel_125"]["usual_preset"] is None


def test_one_game_shows_its_parameters() -> None:
    output = run("games", "kozel")
    for said in (
        "preset yard: ",
        "bazaar_reserve=1",
        "below_threshold",
        "remember, discard",
        "0 to 9999 or null",
        "fisherman_ignores_double ",
        '"1..6,0", 0..6',
    ):
        assert said in output
    assert json.loads(run("games", "kozel", "--json"))["game"] == "kozel"


def test_rules_fit_eighty_columns_and_hold_what_was_chosen() -> None:
    output = run("rules", "kozel", "--preset", "yard", "--lang", "ru", "--param", "target=51", "--players", "2")
    assert output.startswith("Козёл – дворовый (yard)\n")
    assert max(len(line) for line in output.splitlines()) <= 80
    plain = " ".join(output.split())
    for said in ("Партия идёт до 51 очка", "14 костей", "Последнюю кость с базара забирать нельзя"):
        assert said in plain
    assert "Вчетвером" not in plain


def test_rules_as_json_are_sections_of_paragraphs() -> None:
    found = json.loads(run("rules", "telefon", "--lang", "es", "--json"))
    assert found["title"].startswith("Telefon")
    assert [section["heading"] for section in found["sections"]][0] == "Objetivo"
    assert {"lead": "", "text": "La cuenta puede bajar de cero."} in found["sections"][5]["paragraphs"]


def test_an_opening_tile_may_be_written_as_a_number() -> None:
    assert "6-6 opens the first round" in " ".join(run("rules", "kozel", "--param", "opener_first=66").split())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "chess"), "there is no game 'chess': choose one of all_fives,"),
        (("games", "chess"), "there is no game 'chess': choose one of all_fives,"),
        (("rules", "kozel", "--preset", "fid"), "kozel has no preset 'fid': choose one of graa, yard"),
        (("rules", "osyol", "--preset", "fid"), "osyol has no preset 'fid': this game has none"),
        (("rules", "kozel", "--lang", "de"), "'de': choose one of ru, en, es"),
        (
            ("rules", "kozel", "--players", "5"),
            "kozel cannot be played by 5: the number of players must be one of 2, 3, 4",
        ),
        (("rules", "kozel", "--param", "colour=red"), "kozel, colour=red: colour is no parameter of this game"),
        (("rules", "kozel", "--param", "target=many"), "target=many: target must be an integer 1..99999 or null"),
        (("rules", "sport", "--param", "rounds=6"), "sport, rounds=6: rounds must be a multiple of 4"),
        (("rules", "sport", "--param", "pairs=false"), "sport, pairs=false: pairs must be true"),
        (("rules", "kozel", "--param", "rating=1"), "rating must be one of false, true"),
        (("rules", "kozel", "--param", "set_max=9"), "kozel, set_max=9: set_max must be 6"),
        (
            ("rules", "domino_tennis", "--players", "3"),
            "domino_tennis cannot be played by 3: the number of players must be 2",
        ),
        (("rules", "muggins", "--preset", "fid"), "muggins has no preset 'fid': choose muggins_hoyle"),
        (
            ("simulate", "--game", "sport", "--param", "rounds=6"),
            "sport, 4 players, rounds=6: rounds must be a multiple",
        ),
        (
            ("run", "--game", "sport", "--param", "rounds=6"),
            "sport, 4 players, rounds=6: rounds must be a multiple of 4",
        ),
        (("rules", "kozel", "--param", "hand=15"), "hand=15: hand must be at most 14: 2 players share 28 tiles"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    output = run(*words, status=1)
    assert output.startswith("Error: ")
    assert said in output
    assert len(output.splitlines()) == 1
