"""The basic game: block and draw (S2; rules.md §2.1)."""

from domino_rules.match import Match


class BlockDraw(Match):
    """The winner of a round gets what the others hold."""

    BOOK = "winnings"


GAME = BlockDraw
