"""Telefon: write-offs, and a house (S2; rules.md §2.7)."""

from domino_rules.games.fives import Fives


class Telefon(Fives):
    """The first double with neighbours on both sides is the house."""

    BOOK = "telefon"


GAME = Telefon
