"""General Kozel: whoever sits after the exiter is General (S2; rules.md §2.9)."""

from domino_rules.match import Match


class GeneralKozel(Match):
    """Two teams play, others may wait: the team that receives a General makes room.

    Attributes:
        seated: teams at seats {0, 2} and {1, 3}; waiting: the queue of the others.
    """

    BOOK = "general"
    ACCOUNT = ("generals",)
    KEPT = Match.KEPT + ("seated", "waiting")

    def __init__(self, names, params, tape=None):
        super().__init__(4, params, tape)
        self.sides = params["teams"]
        self.seated = [0, 1]
        self.waiting = list(range(2, self.sides))

    def side_of(self, seat):
        """The team that sits there now."""
        return self.seated[seat % 2]


GAME = GeneralKozel
