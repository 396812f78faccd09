"""The display in the sea goat: whose the account is, eggs that wait, a debt, and who goes for a hundred."""

from table.panel.boards import Board
from table.panel.screen import GREY, RED


class SeaBoard(Board):
    """Only the owner's account is open."""

    def _points(self, side, account):
        return str(account.get("score", 0)), RED if self._match.owner == side else GREY

    def _gain(self, seat):
        """Behind the name: what the seat has to write off, or that it may go for a hundred."""
        match, texts = self._match, self._panel._texts
        if match.debt and match.debt["seat"] == seat:
            return " " + texts("debt", points=match.debt["stake"])
        return " " + texts("hundred") if match.hundred == seat else ""

    def _middle(self, texts):
        match = self._match
        self.above("%s +%d" % (texts("eggs"), match.eggs) if match.eggs else "")
        self._screen.ends(self._ends())
        self.facts([texts("stock", count=match.stock_count)] if match.stock_count else [])
