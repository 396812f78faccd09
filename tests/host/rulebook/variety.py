"""Set-ups to try: every game with every value of every parameter, where it matters."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from domino_table.rulebook.outline import SECTIONS
from domino_table.rulebook.sentence import Sentence
from domino_table.rulebook.setup import RulebookError, Setup, presets, setups

Choice = tuple[tuple[str, Any], ...]
"""Parameters chosen, as a tuple that can be a key: a redeal is a tuple of its two thresholds."""

_REDEALS = (None, (5, 6), (4, 6), (5, 5))


@cache
def values(game: str, name: str) -> tuple[Any, ...]:
    """Values of a parameter worth trying: all that are listed; of a number the bounds and what is near usual ones."""
    spec = presets(game).TABLE[name]
    if isinstance(spec, tuple):
        return spec
    if not isinstance(spec, list):
        return _REDEALS
    least, greatest = spec[1:3]
    usual = {preset.get(name) for preset in presets(game).PRESETS.values()} | {spec[0]} - {None}
    near = {least, greatest} | {value + step for value in usual if value is not None for step in (-1, 0, 1, 4)}
    found = sorted(value for value in near if least <= value <= greatest)
    return (*found, None) if len(spec) == 4 else tuple(found)


def as_params(choice: Choice) -> dict[str, Any]:
    """The parameters of a choice as a match line has them."""
    return {
        name: {"doubles_ge": value[0], "same_value_ge": value[1]} if name == "redeal" and value else value
        for name, value in choice
    }


@cache
def setup(game: str, choice: Choice, players: int) -> Setup | None:
    """The game set up so, or None where it cannot be."""
    try:
        return setups(game, None, as_params(choice), players)[0]
    except RulebookError:
        return None


@cache
def said(game: str, choice: Choice, players: int) -> tuple[Sentence, ...] | None:
    """All sentences of a set-up, or None where it cannot be."""
    found = setup(game, choice, players)
    return None if found is None else tuple(sentence for _, part in SECTIONS for sentence in part(found))


def surroundings(game: str, without: str, most: int = 2) -> Iterator[tuple[Choice, int]]:
    """Choices of up to ``most`` other parameters, fewer first, with each number of players."""
    singles = [(name, value) for name in sorted(presets(game).TABLE) if name != without for value in values(game, name)]
    for size in range(most + 1):
        for choice in _choices(singles, size):
            for players in presets(game).PLAYERS:
                yield choice, players


def _choices(singles: list[tuple[str, Any]], size: int) -> Iterator[Choice]:
    if not size:
        yield ()
        return
    for i, single in enumerate(singles):
        for rest in _choices(singles[i + 1 :], size - 1):
            if single[0] not in [name for name, _ in rest]:
                yield (single, *rest)
