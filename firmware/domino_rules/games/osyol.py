"""Osyol: a cross, several doubles at once, and doubles that close an end (S2; rules.md §2.6)."""

from domino_rules.layout.cross import Cross
from domino_rules.match import Match


class Osyol(Match):
    """A double laid face down leaves its arm dead."""

    BOOK = "penalty"
    layout: Cross
    TITLE = "osyol"
    ACCOUNT = ("opened", "score", "remembered")

    def may_close(self, tile):
        """Whether this tile may be laid face down now."""
        params = self.params
        if not params["close_doubles"] or not self.tiles.doubles >> tile & 1:
            return False
        if not self.layout.count:
            return params["close_first"]
        return self.layout.spinner >= 0 or not params["close_needs_cross"]


GAME = Osyol
