"""What the rules say, section by section: each function yields the sentences that a set-up calls for.

Nothing here has words; every choice among sentences is made by a parameter, by the number of players, or by what the
engine's match and book say of themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domino_table.rulebook.outline import general, kolbasa, match, opening, penalty, sea, start, tennis, turn, winnings
from domino_table.rulebook.sentence import Sentence
from domino_table.rulebook.setup import Setup

_Part = Callable[[Setup], Iterator[Sentence]]
_POINTS: dict[str, _Part] = {
    "penalty": penalty.points,
    "sport": penalty.points,
    "winnings": winnings.points,
    "telefon": winnings.points,
    "morskoy": sea.points,
    "general": general.points,
    "tennis": tennis.points,
}


def _turn(setup: Setup) -> Iterator[Sentence]:
    return kolbasa.turn(setup) if setup.game == "kolbasa" else turn.turn(setup)


def _points(setup: Setup) -> Iterator[Sentence]:
    return _POINTS[setup.book](setup)


def _special(setup: Setup) -> Iterator[Sentence]:
    if setup.book == "morskoy":
        yield from sea.special(setup)
    elif setup.book == "tennis":
        yield from tennis.games(setup)


SECTIONS: tuple[tuple[str, _Part], ...] = (
    ("aim", start.aim),
    ("deal", start.deal),
    ("opening", opening.opening),
    ("turn", _turn),
    ("end", turn.end),
    ("points", _points),
    ("special", _special),
    ("match", match.match),
)
"""Names of the sections in their order, and what each says."""
