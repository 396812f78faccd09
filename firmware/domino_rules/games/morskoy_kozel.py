"""Sea goat (S2; rules.md §2.4)."""

from domino_rules.match import Match


class MorskoyKozel(Match):
    """One side owns the account; 6-6 and 0-0 decide matches.

    Attributes:
        owner: the side with the open account, or None.
        hundred: the seat with the right to go for a hundred, or None.
        debt: {"seat", "tries", "stake", "creditor"} of a fish to be written off, or None.
        eggs, egg_tries: sum that a tied fish left, and tied fishes since.
        small: per side, wins too small to be recorded (small_win = remember).
        held: whether the opener held 6-6 at the deal.
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
        self.held = False

    def open_round(self):
        """Also note whether the opener holds 6-6."""
        super().open_round()
        self.held = self.opener is not None and bool(self.hands[self.opener] & self.tiles.bit[27])


GAME = MorskoyKozel
