"""The panel says what the referee decided, in words that a player understands."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from domino_rules.judge import FOULS
from domino_rules.tiles import TileSet
from domino_table import resources
from domino_table.device.texts import pack_texts, parse_texts
from table.events import Feed
from table.panel import Panel
from table.panel.texts import Texts as RealTexts


class Texts:
    """The Russian texts, straight from their source."""

    def __init__(self) -> None:
        self._texts = parse_texts((resources.firmware_dir() / "texts" / "ru.txt").read_text(encoding="utf-8"), "ru")

    def __call__(self, key: str, **fields: Any) -> str:
        return self._texts[key].format(**fields)

    def use(self, language: str) -> bool:
        path = resources.firmware_dir() / "texts" / f"{language}.txt"
        self._texts = parse_texts(path.read_text(encoding="utf-8"), language)
        return True

    def people(self, names: list[str]) -> None:
        return None

    def has(self, key: str) -> bool:
        return key in self._texts


class Recorder:
    """Stands for screen, rim and buzzer: what was called last, by name."""

    def __init__(self) -> None:
        self.calls: dict[str, tuple[Any, ...]] = {}

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.calls.__setitem__(name, arguments)


class Tiles:
    def name(self, tile: int) -> str:
        return f"tile{tile}"


class FakeMatch:
    seats, round, carry, phase, stock_count = 2, 1, 35, "play", 13
    turn, opening, opener, accounts = 0, None, 0, [1, 1]
    SERVE = False
    unseen, hands, tiles = [0, 0], [0b11, 0b1], Tiles()
    params = {"hand": 7}

    class layout:
        count = 3

        @staticmethod
        def ends() -> list[tuple[str, int]]:
            return [("L", 3), ("R", 5)]

    def account_lines(self) -> list[dict[str, Any]]:
        return [{"opened": False, "score": 0, "remembered": 7}, {"opened": True, "score": 20, "remembered": 0}]

    def side_of(self, seat: int) -> int:
        return seat


class FakeActs:
    question: Any = (3, SimpleNamespace(tile=4), 0, ["L", "R"])


class FakeReferee(Feed):
    language, foul, trouble, phase, acts, racks = "ru", None, {}, "play", FakeActs(), [0, 1]

    def __init__(self) -> None:
        super().__init__()
        self.record = self
        self.refused: dict[int, tuple[int, str, Any]] = {}

    line = {"game": "kozel", "seats": ["Маша", "Серж"]}
    match, tiles, turn = FakeMatch(), Tiles(), 0
    verdict: dict[str, Any] = {"ok": True}
    last = (8, "play", 1, 6)
    chain = SimpleNamespace(ends=[("L", 3, 1), ("R", 5, 2)])

    def clocks(self) -> list[int]:
        return [61_000, 4_500]


@pytest.fixture
def shown() -> tuple[FakeReferee, Recorder, Recorder, Recorder]:
    referee, screen, signals, buzzer = FakeReferee(), Recorder(), Recorder(), Recorder()
    panel = Panel(referee, screen, signals, buzzer, Texts())
    referee.subscribe(lambda *_: panel.refresh())  # what its task does soon after
    return referee, screen, signals, buzzer


def test_a_wrong_tile_is_named_with_its_player_at_its_place(shown: Any) -> None:
    referee, screen, signals, buzzer = shown
    referee.tell("foul", 1, "wrong_tile", 4, (300, 200))
    assert screen.calls["message"] == ("Серж: tile4 сюда не подходит, возьмите назад", True)
    assert signals.calls["foul"] == (1, (300, 200))
    assert len(buzzer.calls["play"][0]) > 1


def test_a_false_pass_does_not_say_which_tile_could_be_played(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.tell("foul", 0, "false_pass", None, None)
    assert screen.calls["message"] == ("Маша: пас, только если ничего не можете", True)


def test_the_fish_runs_around_the_rim_and_names_the_fisherman(shown: Any) -> None:
    referee, screen, signals, _ = shown
    outs = [
        {"type": "verdict", "ok": True},
        {"type": "round_end", "reason": "fish", "by": None, "fisherman": 1},
    ]
    referee.tell("line", 9, {"type": "play", "seat": 1, "tile": "0-1"}, outs, (10, 10))
    assert screen.calls["message"] == ("Рыба! Её поставил Серж", False)
    assert signals.calls["fish"] == ()
    assert signals.calls["accepted"] == ((10, 10),)


def test_a_refused_play_does_not_flash_as_accepted(shown: Any) -> None:
    referee, _, signals, _ = shown
    referee.tell("line", 9, {"type": "play", "seat": 1, "tile": "0-1"}, [{"type": "verdict", "ok": False}], (10, 10))
    assert "accepted" not in signals.calls


def test_the_screen_shows_clock_carry_ends_and_accounts(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.tell("turn", 0)
    assert screen.calls["clock"] == (65,)
    assert screen.calls["carry"] == ("рыба", 35)
    assert screen.calls["ends"] == ("3 – 5",)
    assert screen.calls["seat"] == (1, "Серж", True, 20, 1, False)


def test_the_goats_are_named_at_the_end_of_the_match(shown: Any) -> None:
    referee, screen, _, _ = shown
    end = {"type": "match_end", "losers": [0], "winners": [1], "draw": False, "titles": {"0": "kozel"}}
    referee.tell("line", 9, {"type": "pass", "seat": 1}, [{"ok": True}, end], None)
    assert screen.calls["message"] == ("Козёл: Маша", False)


def test_a_question_lights_its_places_until_it_is_answered(shown: Any) -> None:
    referee, screen, signals, _ = shown
    referee.tell("question", 3, 0, [(1, 1), (2, 2)])
    assert signals.calls["question"] == ([0], [(1, 1), (2, 2)])
    referee.tell("answered", 3)
    assert signals.calls["question"] == (None, None)
    assert screen.calls["message"] == ("Ходит Маша", False)


@pytest.mark.parametrize(
    ("seat", "choices", "ends", "said"),
    [
        (0, ["L", "R"], [("L", 3, 1), ("R", 5, 2)], "Маша: tile4 куда? Кнопка: раз – к 3, два – к 5"),
        (0, ["L", "R"], [("L", 3, 1), ("R", 3, 2)], "Маша: tile4 куда? Кнопка: раз – к tile1, два – к tile2"),
        (0, ["L", "R"], [("L", 3, 1), ("R", 3, 1)], "Маша: tile4 куда? Огни: раз – 1-й, два – 2-й"),
        (0, ["R", "cut"], [("L", 3, 1), ("R", 5, 2)], "Маша: tile4 куда? Кнопка: раз – к 5, два – поперёк"),
        (1, ["R"], [("L", 3, 1), ("R", 5, 2)], "Серж: tile4 к 5? Подтвердите кнопкой"),
        (None, [0, 1], [], "Кто положил tile4? Нажмите свою кнопку"),
        (1, ["stands", "taken_back"], [], "Серж: tile6 ещё лежит? Кнопка: раз – да, два – нет"),
    ],
)
def test_a_question_names_its_tile_and_its_places(
    shown: Any, monkeypatch: pytest.MonkeyPatch, seat: int | None, choices: list[Any], ends: list[Any], said: str
) -> None:
    referee, screen, _, _ = shown
    monkeypatch.setattr(FakeActs, "question", (4, SimpleNamespace(tile=4), seat, choices))
    monkeypatch.setattr(FakeReferee, "chain", SimpleNamespace(ends=ends))
    referee.tell("question", 4, seat, [(1, 1), (2, 2)][: len(choices)])
    assert screen.calls["message"] == (said, False)


def test_after_a_question_what_is_still_wrong_is_told_again_and_the_other_way_round(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.foul = (1, "wrong_tile", 4, None)
    wrong = ("Серж: tile4 сюда не подходит, возьмите назад", True)
    referee.tell("answered", 3)
    assert screen.calls["message"] == wrong
    referee.tell("retracted", 1, 4)
    assert screen.calls["message"] == ("Маша: tile4 куда? Кнопка: раз – к 3, два – к 5", False)


def test_a_hold_that_is_taken_flashes_and_sounds_and_one_in_vain_says_why(
    shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, screen, signals, buzzer = shown
    referee.tell("undone", 4, 1)
    assert signals.calls["heard"] == (1,)
    undone = buzzer.calls.pop("play")
    referee.tell("question", 3, 0, [(1, 1), (2, 2)])
    asked = "Маша: tile4 куда? Кнопка: раз – к 3, два – к 5"
    for _ in range(2):
        referee.tell("held", 0)
        assert screen.calls["message"] == (f"tile4 ещё не засчитана: заберите её или ответьте. {asked}", False)
    assert buzzer.calls["play"] != undone
    referee.tell("held", 1)
    assert screen.calls["message"] == (f"Серж: отменять нечего. {asked}", False)
    monkeypatch.setattr(FakeActs, "question", None)
    referee.tell("answered", 3)
    referee.tell("held", 1)
    assert screen.calls["message"] == ("Серж: отменять нечего. Удержание кнопки отменяет ваш последний ход", False)


def test_names_that_the_table_gave_itself_follow_the_language_and_those_that_people_gave_stay(tmp_path: Path) -> None:
    for language in ("ru", "en", "es"):
        source = (resources.firmware_dir() / "texts" / f"{language}.txt").read_text(encoding="utf-8")
        (tmp_path / f"{language}.bin").write_bytes(pack_texts(source, language))
    referee, screen = FakeReferee(), Recorder()
    referee.line = {"game": "kozel", "seats": ["Борис", "Серж"]}
    panel = Panel(referee, screen, None, None, RealTexts(str(tmp_path)))
    for own, name in ((None, "Борис"), ({"ru": ["Анна", "Борис"], "en": ["Ann", "Bob"], "es": ["Ana", "Blas"]}, "Bob")):
        if own:
            (tmp_path / "people.json").write_text(json.dumps(own))
        referee.tell("match", referee.line)
        referee.tell("line", 9, {"type": "pass", "seat": 0}, [{"ok": True}], None)
        referee.tell("language", "en")
        panel.refresh()
        assert screen.calls["message"] == (f"{name} passes", False)
        assert screen.calls["seat"] == (1, "Серж", True, 20, 1, False)
    referee.tell("show", [1, 0])
    referee.tell("language", "es")
    panel.refresh()
    assert screen.calls["message"][0].startswith("Серж, Blas: ")


def test_a_missed_tile_is_offered_with_its_end_and_its_place_blinks(
    shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, screen, signals, _ = shown
    monkeypatch.setattr(FakeActs, "question", None)
    referee.tell("choice", 1, 4, 3, (10, 20))
    assert screen.calls["message"] == ("Серж: tile4 к 3? OK – да, < > – другая", False)
    assert signals.calls["question"] == ([], [(10, 20)])
    referee.tell("choice", 1, None, None, None)
    assert "нечего" in screen.calls["message"][0]
    referee.tell("choice", None, None, None, None)
    assert signals.calls["question"] == (None, [])
    assert screen.calls["message"] == ("Ходит Маша", False)


@pytest.mark.parametrize(
    ("to", "said"),
    [
        (None, "Ход отменён"),
        ({"type": "play", "seat": 1, "tile": "2-5", "end": "L"}, "Исправлено: Серж – 2-5"),
        ({"type": "note", "text": "?"}, "Запись исправлена"),
    ],
)
def test_a_correction_tells_the_item_and_nothing_that_follows_from_it_again(shown: Any, to: Any, said: str) -> None:
    """Complaint 18: no old round is called out anew, no melody, no wave; the accounts on the cards are the new ones."""
    referee, screen, signals, buzzer = shown
    outs = [
        {"type": "verdict", "ok": True},
        {"type": "late", "seat": 0, "rederived": 4},
        {"type": "round_end", "reason": "fish", "by": None, "fisherman": 1, "rederived": 5},
    ]
    referee.tell("line", 9, {"type": "correct", "ref": 5, "to": to, "by": "arbiter", "reason": "seen"}, outs, None)
    assert screen.calls["message"] == (said, False)
    assert not {"fish", "accepted"} & set(signals.calls)
    assert "play" not in buzzer.calls
    assert "seat" in screen.calls


def test_a_correction_that_ends_the_round_says_that_too(shown: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    referee, screen, _, _ = shown
    monkeypatch.setattr(FakeMatch, "phase", "await_deal")
    outs = [{"type": "verdict", "ok": True}, {"type": "round_end", "reason": "exit", "by": 0, "rederived": 5}]
    line = {"type": "correct", "ref": 5, "to": {"type": "play", "seat": 0, "tile": "2-5"}, "by": "a", "reason": "b"}
    referee.tell("line", 9, line, outs, None)
    assert screen.calls["message"] == ("Маша вышел", False)


def test_what_is_taken_back_flashes_and_waves_no_more(shown: Any) -> None:
    referee, screen, signals, _ = shown
    referee.tell("undone", 4, 1)
    assert signals.calls["undone"] == ()
    assert screen.calls["message"] == ("Ход отменён", False)
    referee.refused = {
        3: (0, "wrong_tile", None),
        5: (1, "undone", None),
        7: (0, "undone", None),
        9: (None, "undone", None),
    }
    referee.tell("undone", 5, None)
    assert screen.calls["message"] == ("Ход отменён. Заберите: Серж – tile5, Маша – tile7, tile9", False)


@pytest.mark.parametrize(
    ("racks", "opener", "rule", "said"),
    [
        ([0, 1], None, "lowest_double", "Смешайте кости и возьмите на подставки по 7"),
        ([], 1, "lowest_double", "Смешайте кости и возьмите по 7"),
        ([], None, "lot", "Берите по 7; кто заходит, сначала нажмёт"),
        ([], None, "lowest_double", "Берите по 7. У кого 1-1, а нет – следующий дубль, нажмите"),
        ([], None, "23", "Берите по 7. У кого 2-3, а нет – следующий дубль, нажмите"),
    ],
)
def test_before_the_deal_people_are_told_what_racks_cannot_tell(
    shown: Any, monkeypatch: pytest.MonkeyPatch, racks: list[int], opener: int | None, rule: str, said: str
) -> None:
    referee, screen, _, _ = shown
    monkeypatch.setattr(FakeReferee, "racks", racks)
    params = {"hand": 7, "double_order": "1..6,0"}
    for name, value in {"opener": opener, "opener_rule": rule, "tiles": TileSet(6), "params": params}.items():
        monkeypatch.setattr(FakeMatch, name, value, raising=False)
    referee.tell("phase", "deal")
    assert screen.calls["message"] == (said, False)


def test_trouble_of_an_unknown_code_is_still_shown(shown: Any) -> None:
    referee, screen, signals, _ = shown
    referee.tell("trouble", "something new", 1)
    assert signals.calls["trouble"] == (True,)
    assert screen.calls["message"][1] is True


def test_once_a_tile_lies_the_message_says_whose_turn_it_is_not_who_opens(
    shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, screen, _, _ = shown
    monkeypatch.setattr(FakeMatch, "opening", 7)
    referee.tell("turn", 1)
    assert screen.calls["message"] == ("Ходит Серж", False)
    monkeypatch.setattr(FakeMatch.layout, "count", 0)
    referee.tell("turn", 1)
    assert screen.calls["message"] == ("Заходит Серж: кость tile7", False)


def test_without_racks_nobody_knows_with_which_tile_he_must_open_who_has_pressed(
    shown: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    referee, screen, _, _ = shown
    monkeypatch.setattr(FakeMatch, "opener", None)
    monkeypatch.setattr(FakeMatch, "turn", None)
    monkeypatch.setattr(FakeMatch.layout, "count", 0)
    referee.tell("turn", 1)
    assert screen.calls["message"] == ("Ходит Серж", False)


def test_a_tile_heard_in_two_places_is_named(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.tell("trouble", "tile", 4)
    assert screen.calls["message"] == ("Кость читается в двух местах: tile4", True)


def test_every_text_is_said_somewhere_in_the_firmware() -> None:
    """A text that nobody shows costs flash and translators' time."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (resources.firmware_dir() / "table").rglob("*.py"))
    selftest = ("selftest.silent", "selftest.stuck", "selftest.tag.")
    spoken_by_code = ("foul.", "late.", "what.", "then.", "choice.", "trouble.", "game.", "title.", "event.", *selftest)
    for key in Texts()._texts:
        assert key.startswith(spoken_by_code) or f'"{key}"' in sources or key in ("maintenance",), key


def test_the_message_that_is_shown_changes_its_language_too(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.tell("foul", 0, "false_pass", None, None)
    referee.tell("language", "en")
    assert screen.calls["message"] == ("Маша: pass only if you can do nothing", True)


def test_every_foul_has_its_words_and_every_remedy_says_what_follows(shown: Any) -> None:
    referee, screen, _, _ = shown
    for code in FOULS:
        referee.verdict = {"ok": False, "remedy": {"kind": "retract"}}
        referee.tell("foul", 0, code, 4, (300, 200))
        text, alarm = screen.calls["message"]
        assert alarm
        assert "Маша" in text or code == "misdeal"
        if code == "timeout":
            continue
        for kind in ("points", "must_play_open_tile", "annul_hand", "lose_lead", "lose_game", "arbiter", "stand"):
            remedy: dict[str, Any] = {"kind": kind} if kind == "stand" else {"kind": kind, "points": 25}
            referee.verdict = {"ok": False, "remedy": remedy}
            referee.tell("foul", 0, code, 4, (300, 200))
            text, alarm = screen.calls["message"]
            assert alarm
            assert text.startswith("Маша: ")
            assert ("25" in text) == (kind != "stand")


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("false_pass", "Выяснилось: Маша – пропуск был зря, ход был"),
        ("false_draw", "Выяснилось: Маша – кость взята зря, ход был"),
        ("wrong_opening", "Выяснилось: Маша – заход был не с той кости"),
    ],
)
def test_what_only_shows_later_is_said_by_its_own_name(shown: Any, code: str, said: str) -> None:
    referee, screen, _, _ = shown
    outs = [{"type": "verdict", "ok": True}, {"type": "late", "n": 9, "ref": 5, "code": code, "seat": 0}]
    referee.tell("line", 9, {"type": "play", "seat": 0, "tile": "5-6"}, outs, None)
    assert screen.calls["message"] == (said, True)


def test_a_remedy_is_said_again_in_another_language(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.verdict = {"ok": False, "remedy": {"kind": "annul_hand", "points": 50, "to": "opponents"}}
    referee.foul = (0, "false_pass", None, None)
    referee.tell("foul", *referee.foul)
    assert screen.calls["message"] == ("Маша: ложный пропуск. Кон не считается, штраф 50", True)
    referee.tell("language", "es")
    assert screen.calls["message"] == ("Маша: pase en falso. La mano no cuenta, multa 50", True)


def test_the_opponents_are_told_what_they_may_choose(shown: Any) -> None:
    referee, screen, _, _ = shown
    referee.tell("ruling", 1, [{"kind": "points", "points": 25, "to": "opponents"}, {"kind": "retract"}])
    assert screen.calls["message"] == ("Серж: раз – штраф 25, два – вернуть", False)
