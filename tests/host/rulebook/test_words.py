"""The language files say the same things: same sentences, same numbers in them, all forms of every word."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest
from domino_rules.games import GAMES
from domino_table.rulebook.grammar import LANGUAGES, People, Words, WordsError, words
from domino_table.rulebook.sentence import Sentence, say
from domino_table.rulebook.setup import RulebookError, presets
from domino_table.rulebook.text import contents, rules
from host.rulebook.variety import said, setup, surroundings

PEOPLE = [People(0, 0), People(0, 1), People(1, 2), People(2, 2)]
NUMBERS = (0, 1, 2, 5, 11, 21, 22, 101)
GRAMMAR = {"who", "foes"}  # each language asks for them where its own grammar must


def fields(text: str) -> Iterator[str]:
    """Names in braces, those inside of other braces too."""
    for _, name, spec, _ in Formatter().parse(text):
        if name is not None:
            yield name
            yield from fields(spec or "")


@pytest.fixture(scope="module")
def sentences() -> set[Sentence]:
    """All that the outline ever says, in set-ups with one parameter chosen, or two where a fish is tied."""
    found: set[Sentence] = set()
    for game in GAMES:
        for choice, players in surroundings(game, "", 1):
            found.update(said(game, choice, players) or ())
            for variant in ("one", "loser_own", "lowest_diff", "leader_diff"):
                found.update(said(game, (*choice, ("fish_variant", variant)), players) or ())
            for name, value in (("opener_next", "rotate"), ("fish_opener", "round_winner"), ("target_side", "wins")):
                found.update(said(game, (*choice, (name, value)), players) or ())
    return found


def test_the_languages_have_the_same_sentences_with_the_same_fields() -> None:
    files = {language: words(language).texts for language in LANGUAGES}
    for language, texts in files.items():
        assert set(texts) == set(files["en"]), language
        assert list(texts) == list(files["en"]), f"{language}.toml is in another order"
        for key, text in texts.items():
            assert set(fields(text)) - GRAMMAR == set(fields(files["en"][key])) - GRAMMAR, f"{language}, {key}"


def test_every_sentence_is_said_in_some_game(sentences: set[Sentence]) -> None:
    tables = {"game", "preset", "section", "page"}
    written = {key for key in words("en").texts if key.partition(".")[0] not in tables}
    assert written - {sentence.key for sentence in sentences} == {"players.numbers", "players.side"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said_to_anybody(language: str, sentences: set[Sentence]) -> None:
    for sentence in sentences:
        for people in PEOPLE:
            text = words(language).sentence(sentence, people)
            assert text
            assert not set("{}|") & set(text), text
            assert "  " not in text, text
            assert text.endswith("."), text
            assert text[0].isupper() or text[0] in "«¿¡" or text[0].isdecimal(), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_number_has_a_form(language: str) -> None:
    """Also those that no set-up has asked for so far."""
    texts = words(language).texts
    for key, text in texts.items():
        for number in NUMBERS:
            names = set(fields(text)) - GRAMMAR - {"free"}
            numbers = dict.fromkeys(names, number)
            free = {"free": True} if "free" in fields(text) else {}
            assert str(number) in words(language).sentence(say(key, **numbers, **free), PEOPLE[0]) or not names


@pytest.mark.parametrize(
    ("number", "said_so"), [(1, "1 очка"), (13, "13 очков"), (21, "21 очка"), (22, "22 очков"), (101, "101 очка")]
)
def test_russian_counts(number: int, said_so: str) -> None:
    text = words("ru").sentence(say("open_threshold.points", least=number), PEOPLE[0])
    assert f"не меньше {said_so}" in text


@pytest.mark.parametrize(("number", "said_so"), [(1, "1 гейм"), (2, "2 гейма"), (11, "11 геймов"), (24, "24 гейма")])
def test_russian_counts_in_the_accusative(number: int, said_so: str) -> None:
    assert f"взял {said_so} с" in words("ru").sentence(say("tennis.set", games=number, lead=2), PEOPLE[0])


def test_a_missing_field_and_a_wrong_form_name_the_sentence() -> None:
    spoilt = Words("en")
    spoilt.texts["rest.none"] = "{nobody}"
    with pytest.raises(WordsError, match=r"en\.toml, rest\.none: there is no 'nobody'"):
        spoilt.sentence(say("rest.none"), PEOPLE[0])
    spoilt.texts["rest.none"] = "{who:player|pair}"
    with pytest.raises(WordsError, match="must have 3 forms"):
        spoilt.sentence(say("rest.none"), PEOPLE[0])


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(RulebookError, match="'de': choose one of ru, en, es"):
        words("de")


@pytest.mark.parametrize("game", GAMES)
def test_the_text_is_built_alike_in_every_language(game: str) -> None:
    for preset in presets(game).PRESETS:
        built = []
        for language in LANGUAGES:
            found = rules(game, preset, {}, None, language)
            assert found.sections[0].paragraphs, language
            assert not preset or found.title.endswith(f" ({preset})"), found.title
            built.append([[bool(each.lead) for each in section.paragraphs] for section in found.sections])
        assert built[0] == built[1] == built[2]


def test_nothing_is_said_twice() -> None:
    for game in GAMES:
        for choice, players in surroundings(game, "", 1):
            text = said(game, choice, players) or ()
            assert len(set(text)) == len(text), (game, choice, players)


def test_what_holds_for_some_numbers_of_players_says_so() -> None:
    three = setup("kozel", (), 3)
    four = setup("kozel", (), 4)
    assert three is not None
    assert four is not None
    deal = dict(contents([three, four])["deal"])
    assert deal[say("rest.bazaar", rest=7)] == (3,)
    assert deal[say("rest.none")] == (4,)
    assert deal[say("hand.tiles", hand=7)] == (3, 4)
    paragraphs = [each for section in rules("kozel", None, {}, None, "ru").sections for each in section.paragraphs]
    assert [each.text for each in paragraphs if each.lead == "Втроём."][0].startswith("Что осталось")
    assert {each.lead for each in paragraphs} == {"", "Вдвоём.", "Втроём.", "Вчетвером.", "Вдвоём или втроём."}
