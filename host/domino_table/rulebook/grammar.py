"""Puts numbers and people into the words of a language.

A text has fields in braces, as ``str.format`` knows them. ``{n}`` is a number as digits; ``{n:кость|кости|костей}`` is
the form that the language uses with it, in the order in which Unicode CLDR lists its plural categories; ``{free:…|…}``
is for a thing that is so, or not; ``{who:…|…|…}`` speaks of players, pairs or sides, ``{foes:…|…|…}`` of one rival,
several, or rivals in pairs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from babel import Locale
from babel.lists import format_list

from domino_table.rulebook.sentence import Field, Sentence
from domino_table.rulebook.setup import RulebookError

LANGUAGES = ("ru", "en", "es")
_LOCALES = {"ru": "ru", "en": "en_GB", "es": "es"}
_PLURALS = {"ru": ("one", "few", "many"), "en": ("one", "other"), "es": ("one", "other")}


class WordsError(ValueError):
    """The language file has no such sentence, or one that cannot be filled in."""


class _Choice:
    """A field that is one of several forms."""

    def __init__(self, chosen: int, forms: int) -> None:
        self._chosen, self._forms = chosen, forms

    def __format__(self, spec: str) -> str:
        forms = spec.split("|")
        if len(forms) != self._forms:
            raise WordsError(f"{spec!r} must have {self._forms} forms")
        return forms[self._chosen]


class _Number(_Choice):
    """A number, as digits or as what it does to a noun."""

    def __init__(self, value: int, language: str) -> None:
        categories = _PLURALS[language]
        category = Locale.parse(_LOCALES[language]).plural_form(value)
        # Spanish has "many" for round millions only, which nobody plays to.
        super().__init__(categories.index(category if category in categories else categories[-1]), len(categories))
        self._value = value

    def __format__(self, spec: str) -> str:
        return super().__format__(spec) if spec else str(self._value)


@dataclass(frozen=True)
class People:
    """Of whom the rules speak: ``who`` 0 players, 1 pairs, 2 sides; ``foes`` 0 one rival, 1 several, 2 pairs."""

    who: int
    foes: int


class Words:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        """Raises RulebookError where there is no such language."""
        if language not in LANGUAGES:
            raise RulebookError(f"no rules are written in {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.language = language
        text = resources.files(__package__).joinpath(f"{language}.toml").read_text(encoding="utf-8")
        self.texts: dict[str, str] = _flat(tomllib.loads(text))

    def sentence(self, sentence: Sentence, people: People) -> str:
        """The sentence in this language.

        Raises:
            WordsError: the language has no words for it.
        """
        fields: dict[str, Any] = {name: self._field(value) for name, value in sentence.fields}
        fields["who"], fields["foes"] = _Choice(people.who, 3), _Choice(people.foes, 3)
        return self.text(sentence.key, fields)

    def text(self, key: str, fields: Mapping[str, Any]) -> str:
        """The text ``key`` with its fields filled in."""
        try:
            return self.texts[key].format_map(fields).replace(" –", "\u00a0–")  # no line begins with a dash
        except KeyError as error:
            raise WordsError(f"{self.language}.toml, {key}: there is no {error}") from None

    def list(self, items: Sequence[object], style: Any = "standard") -> str:
        """Items with commas and a last "and" (``standard``) or "or" (``or``)."""
        return format_list([str(item) for item in items], style, _LOCALES[self.language])

    def _field(self, value: Field) -> Any:
        if isinstance(value, tuple):
            return self.list(value, "or")
        if isinstance(value, bool):
            return _Choice(0 if value else 1, 2)
        return _Number(value, self.language) if isinstance(value, int) else value


@cache
def words(language: str) -> Words:
    """The words of a language, read once. Raises RulebookError where there is no such language."""
    return Words(language)


def _flat(tables: dict[str, Any]) -> dict[str, str]:
    """Texts by key: ``table.name``, or the table alone where its only text is called ``text``."""
    return {
        table if name == "text" else f"{table}.{name}": text
        for table, texts in tables.items()
        for name, text in texts.items()
    }
