"""Sea goat (S2; rules.md §2.4)."""

from domino_rules.match import Match

SIX = 1 << 27  # 6-6


class MorskoyKozel(Match):
    """One side owns the account; 6-6 and 0-0 decide matches.

    Attributes:
        owner: the side with the open account, or None.
        hundred: the seat with the right to go for a hundred, or None.
        debt: {"seat", "tries", "stake", "creditor"} of a fish to be written off, or None.
        eggs, egg_tries: sum that a tied fish left, and tied fishes since.
        small: per side, wins too small to be recorded (small_win = remember).
        held: whether 6-6 was dealt to the opener: None while it is still in a hand, which may be unseen.
    """

    BOOK = "morskoy"
    TITLE = "kozel"
    KEPT = Match.KEPT + ("owner", "hundred", "debt", "eggs", "egg_tries", "small")

    def __init__(self, seats, params, tape=None):
        super().__init__(seats, params, tape)
        self.owner = self.hundred = self.debt = None
        self.eggs = self.egg_tries = 0
        self.small = [0] * self.sides

    def clear(self):
        """Forget the round."""
        super().clear()
        self.held = None

    def took(self, seat, bit):
        """Also note whether the opener lays 6-6."""
        super().took(seat, bit)
        if bit == SIX and self.held is None:
            self.held = not self.layout.count or seat == self.opened_by

    def took_from_stock(self, seat, bit):
        """Also note that 6-6 was dealt to nobody."""
        super().took_from_stock(seat, bit)
        if bit == SIX:
            self.held = False


GAME = MorskoyKozel
