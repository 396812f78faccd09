"""Sport dominoes: an agreed number of rounds, two pairs (S2; rules.md §2.5)."""

from domino_rules.match import Match


class Sport(Match):
    """The opening goes round; the pair with fewer points written on it wins after the last round."""

    BOOK = "sport"
    ACCOUNT = ("opened", "score", "remembered")


GAME = Sport
