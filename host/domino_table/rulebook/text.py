"""The rules of a game as sections of paragraphs, for one number of players or for all that it allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from domino_table.rulebook.grammar import People, Words, words
from domino_table.rulebook.outline import SECTIONS
from domino_table.rulebook.sentence import Sentence, say, spelled
from domino_table.rulebook.setup import RulebookError, Setup, setups, usual_preset

_SINGLES, _PAIRS, _SIDES = range(3)

Told = tuple[Sentence, tuple[int, ...]]
"""A sentence, and the numbers of players for which it holds."""


@dataclass(frozen=True)
class Paragraph:
    """One rule. ``lead`` says for whom it holds, empty where for all."""

    lead: str
    text: str


@dataclass(frozen=True)
class Section:
    """Rules under one heading."""

    heading: str
    paragraphs: tuple[Paragraph, ...]


@dataclass(frozen=True)
class Rules:
    """The rules of one set-up in one language. ``idle`` names chosen parameters that change nothing, or is empty."""

    title: str
    language: str
    sections: tuple[Section, ...]
    idle: str

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same build."""
        sections = [
            {
                "heading": section.heading,
                "paragraphs": [{"lead": each.lead, "text": each.text} for each in section.paragraphs],
            }
            for section in self.sections
        ]
        return {"title": self.title, "language": self.language, "sections": sections, "idle": self.idle}


def rules(
    game: str, preset: str | None, chosen: Mapping[str, Any], players: int | None = None, language: str = "en"
) -> Rules:
    """The rules of a game in plain words.

    Args:
        game, preset, chosen: as a match is opened. players: None tells them for all numbers with which it can be
            played so.

    Raises:
        RulebookError: no such game, preset, parameter or language, or a match that cannot be; a sentence says what is
            allowed.
    """
    told = words(language)
    found = setups(game, preset, chosen, players)
    people = people_of(found)
    sections = tuple(
        Section(told.texts[f"section.{_heading(name, game)}"], _paragraphs(sentences, found, people, told))
        for name, sentences in contents(found).items()
    )
    return Rules(_title(game, preset, told), language, sections, _idle(game, preset, chosen, found, told))


def rules_of_match(line: Mapping[str, Any], language: str) -> Rules:
    """The rules by which a match is played that a ``match`` line (record-format.md, Input lines) has opened.

    Raises:
        RulebookError: no such language, or a line that opens no match.
    """
    chosen = dict(line.get("params") or {})
    if line.get("set") is not None:
        chosen["set_max"] = line["set"]
    return rules(line["game"], line.get("preset"), chosen, len(line["seats"]), language)


def _title(game: str, preset: str | None, told: Words) -> str:
    name = told.texts[f"game.{game}"]
    preset = preset or usual_preset(game)
    return f"{name} – {told.texts[f'preset.{preset}']} ({preset})" if preset else name


def _heading(section: str, game: str) -> str:
    return f"special_{game}" if section == "special" else section


def contents(found: Sequence[Setup]) -> dict[str, list[Told]]:
    """Which sentences each section has, and for which numbers of players; sections with nothing to say are left out."""
    numbers = tuple(setup.players for setup in found)
    sections: dict[str, list[Told]] = {}
    for name, part in SECTIONS:
        told = merged([(setup.players, list(part(setup))) for setup in found])
        if name == "deal":
            shared = [say("players.numbers", players=numbers)]
            if people_of(found).who == _SIDES:
                shared.append(say("players.side"))
            told[:0] = [(sentence, numbers) for sentence in shared]
        if told:
            sections[name] = told
    return sections


def people_of(found: Sequence[Setup]) -> People:
    """Of whom the rules speak: players, pairs, or both as sides."""
    pairs = {setup.pairs for setup in found}
    who = _SIDES if len(pairs) > 1 else _PAIRS if True in pairs else _SINGLES
    most = max(setup.match.seats for setup in found)
    return People(who, 2 if who else 1 if most > 2 else 0)


def merged(lists: Iterable[tuple[int, list[Sentence]]]) -> list[Told]:
    """One list of sentences from one for each number of players, in their order."""
    order: list[Sentence] = []
    held: dict[Sentence, tuple[int, ...]] = {}
    for players, sentences in lists:
        new: list[Sentence] = []
        for sentence in sentences:
            if sentence in held:  # what is new stands before the next thing that others say too
                place = order.index(sentence)
                order[place:place] = new
                new = []
            else:
                new.append(sentence)
            held[sentence] = (*held.get(sentence, ()), players)
        order += new
    return [(sentence, held[sentence]) for sentence in order]


def _paragraphs(sentences: list[Told], found: Sequence[Setup], people: People, told: Words) -> tuple[Paragraph, ...]:
    """A paragraph for each sentence; those that hold for the same few numbers of players share one, and its lead."""
    everybody = tuple(setup.players for setup in found)
    made = []
    for numbers, group in groupby(sentences, key=lambda each: each[1]):
        texts = [told.sentence(sentence, people) for sentence, _ in group]
        if numbers == everybody:
            made += [Paragraph("", text) for text in texts]
        else:
            named = told.list([told.texts[f"page.lead_{number}"] for number in numbers], "or")
            lead = told.text("page.lead", {"numbers": named})
            made.append(Paragraph(lead[0].upper() + lead[1:], " ".join(texts)))
    return tuple(made)


def _idle(game: str, preset: str | None, chosen: Mapping[str, Any], found: Sequence[Setup], told: Words) -> str:
    """A sentence on chosen parameters that are not as usual and still change nothing; empty where there are none."""
    players = found[0].players if len(found) == 1 else None
    said = contents(found)
    names = []
    for name in sorted(chosen):
        others = {other: value for other, value in chosen.items() if other != name}
        try:
            usual = setups(game, preset, others, players)
        except RulebookError:  # the others need it
            continue
        changed = [setup for setup in usual if setup.match.params[name] != chosen[name]]
        if changed and contents(usual) == said:
            names.append(f"{name}={spelled(chosen[name])}")
    return told.text("page.idle", {"names": ", ".join(names)}) if names else ""
