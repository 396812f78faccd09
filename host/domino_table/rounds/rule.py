"""Rules as data: a name, where the rule stands, what it says, and the games that have it."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from domino_rules.games import GAMES
from domino_rules.shelf import take

PENALTY = ("kozel", "kozel_pairs", "sport", "osyol", "kolbasa", "kozel_125")
FIVES = ("telefon", "muggins", "all_fives")
WINNINGS = ("block_draw", *FIVES)
# Games in which a set of three sides or more may sit at the table.
THREE = ("block_draw", "kozel", "morskoy_kozel", "osyol", "muggins", "kozel_125")
THRESHOLD = ("kozel", "kozel_pairs", "sport", "osyol")
GROUPS = {"all": GAMES, "penalty": PENALTY, "fives": FIVES, "winnings": WINNINGS, "three": THREE,
          "threshold": THRESHOLD}  # fmt: skip


class Rule(NamedTuple):
    """One rule that a round may show.

    Attributes:
        name: as counts and reports use it.
        section: of the rules of the games (docs/rules.md names its parts in the same order).
        says: the rule in a few words.
        games: ids of all games that have it.
        params: values of parameters that it needs.
    """

    name: str
    section: str
    says: str
    games: tuple[str, ...]
    params: dict[str, str]


def rules(text: str) -> list[Rule]:
    """The rules of a table: a line each, ``name | section | what it says | games``.

    Games are told by words. ``a, b`` means either, ``a b`` both, ``-a`` not; a word is a game, a group (``GROUPS``),
    the name of a parameter that the game has, or ``parameter=value`` where the game allows that value. So the table
    follows what may be chosen in each game.
    """
    found = []
    for line in text.strip().splitlines():
        name, section, says, games = (part.strip() for part in line.split("|"))
        params = dict(word.split("=", 1) for word in games.partition(",")[0].split() if "=" in word)
        found.append(Rule(name, section, says, tuple(game for game in GAMES if _named(game, games)), params))
        if not found[-1].games:
            raise ValueError(f"{name}: no game has it")
    return found


@cache
def presets(game: str) -> Any:
    """The module that says what may be chosen in a game."""
    return take(f"presets.{game}")


@cache
def _parameters() -> frozenset[str]:
    return frozenset(name for game in GAMES for name in presets(game).TABLE)


def _named(game: str, words: str) -> bool:
    return any(all(_meets(game, word) for word in either.split()) for either in words.split(","))


def _meets(game: str, word: str) -> bool:
    if word.startswith("-"):
        return not _meets(game, word[1:])
    if word in GROUPS:
        return game in GROUPS[word]
    if word in GAMES:
        return game == word
    name, equals, value = word.partition("=")
    if name not in _parameters():
        raise ValueError(f"{word} is no game, group or parameter")
    spec = presets(game).TABLE.get(name)
    return spec is not None and (not equals or value in allowed(spec))


def allowed(spec: Any) -> set[str]:
    """Values of a parameter's row, as texts."""
    if isinstance(spec, tuple):
        return {str(value) for value in spec}
    if isinstance(spec, list):
        return {str(value) for value in range(spec[1], spec[2] + 1)} | ({"None"} if len(spec) == 4 else set())
    return {"None"}
