"""Kozel to 125: every point counts (S3; rules.md §2.11)."""

from domino_rules.match import Match


class Kozel125(Match):
    """The lowest double opens every round; two doubles may be laid at once."""

    BOOK = "penalty"
    TITLE = "kozel"


GAME = Kozel125
