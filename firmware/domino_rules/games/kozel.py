"""Kozel, singles (S0, S2; rules.md §2.2)."""

from domino_rules.match import Match


class Kozel(Match):
    """Every seat for itself; the first to reach the target is the goat."""

    BOOK = "penalty"
    TITLE = "kozel"
    ACCOUNT = ("opened", "score", "remembered")


GAME = Kozel
