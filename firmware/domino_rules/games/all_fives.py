"""All Fives for two (S4; rules.md §2.13)."""

from domino_rules.games.fives import Fives


class AllFives(Fives):
    """The highest tile opens the first round; a blocked round is settled by the score of the match."""


GAME = AllFives
