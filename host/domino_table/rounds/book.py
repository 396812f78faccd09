"""All rules there are, and those that a round shows."""

from __future__ import annotations

from collections.abc import Iterable

from domino_table.rounds import ends, others, penalty, sea, tennis, turns, winnings
from domino_table.rounds.round import Round
from domino_table.rounds.rule import Rule

_PARTS = (turns, ends, penalty, winnings, sea, tennis, others)
RULES: dict[str, Rule] = {rule.name: rule for part in _PARTS for rule in part.RULES}


def fired(played: Round) -> Iterable[str]:
    """Names of the rules that a round shows, each as often as it does.

    Raises KeyError where a rule is seen that is not listed, or not of this game: the list is the law.
    """
    for part in _PARTS:
        for name in part.seen(played):
            if played.game not in RULES[name].games:
                raise KeyError(f"{name} is no rule of {played.game}")
            yield name


def of(game: str) -> list[str]:
    """Names of the rules of a game."""
    return [name for name, rule in RULES.items() if game in rule.games]
