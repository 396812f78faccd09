"""Kozel, two against two (S2; rules.md §2.3)."""

from domino_rules.match import Match


class KozelPairs(Match):
    """Accounts are per pair; the pair that reaches the target is two goats."""

    BOOK = "penalty"
    TITLE = "kozel"
    ACCOUNT = ("opened", "score", "remembered")


GAME = KozelPairs
