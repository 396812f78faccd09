"""Muggins: fives on a cross that opens at once (S2; rules.md §2.8)."""

from domino_rules.games.fives import Fives


class Muggins(Fives):
    """An exit earns a fixed sum, the tiles count nothing."""


GAME = Muggins
