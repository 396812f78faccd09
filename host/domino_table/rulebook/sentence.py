"""A sentence of the rules before it has words: its key in the language files, and what it tells."""

from __future__ import annotations

from dataclasses import dataclass

Field = int | str | tuple[int, ...]


@dataclass(frozen=True)
class Sentence:
    """One sentence, or a few that always stand together.

    Attributes:
        key: table and name in the language files, ``fish_tie.carry``.
        fields: names and values of what stands in braces there: numbers, tiles, numbers of players.
    """

    key: str
    fields: tuple[tuple[str, Field], ...] = ()


def say(key: str, **fields: Field) -> Sentence:
    """The sentence ``key`` with these fields."""
    return Sentence(key, tuple(sorted(fields.items())))


def spelled(value: object) -> str:
    """A parameter's value as the last part of a key: as it is written in a game record."""
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return str(value)
