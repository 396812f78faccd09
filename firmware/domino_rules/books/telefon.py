"""The book of telefon: winnings with write-offs, judged at the end of a round (S2; rules.md §2.7)."""

from domino_rules.shelf import take


class TelefonBook(take("books.winnings").Winnings):
    """Two sides that both reach the target part as equals."""

    SHARED_TARGET_DRAWS = True


BOOK = TelefonBook
