"""Domino tennis: rallies, games, sets (S3; rules.md §2.12)."""

from domino_rules.match import Match
from domino_rules.shelf import take


class DominoTennis(Match):
    """A rally is a round; the server opens with any double and draws until he has one.

    An account is the list [sets, games, points as numerator, denominator, tie-break or None].

    Attributes:
        server: seat that serves the game, or None before the first serve.
        rally: rallies played in the tie-break; tb_first: who served its first.
    """

    BOOK = "tennis"
    ACCOUNT = ("sets", "games", "points")
    SERVE = True
    KEPT = Match.KEPT + ("server", "rally", "tb_first")

    def __init__(self, seats, params, tape=None):
        super().__init__(seats, params, tape)
        self.server = None
        self.rally = 0
        self.tb_first = None
        self.opener_rule = "lot"

    def account_lines(self):
        """Accounts with exact points, or the tie-break in their place."""
        lines = []
        for sets, games, over, under, tiebreak in self.accounts:
            line = {"sets": sets, "games": games}
            if tiebreak is None:
                line["points"] = over if under == 1 else "%d/%d" % (over, under)
            else:
                line["tiebreak"] = tiebreak
            lines.append(line)
        return lines

    def claim(self, seat, what):
        """The winner of the lot says who serves first."""
        if what == "serve" and self.server is None and self.phase != "match_over" and not self.layout.count:
            self.server = self.opener = seat
            if self.phase == "play" and self.turn is None:
                self.turn = seat

    def playable(self):
        """Only a double serves, as long as there is one to be had."""
        tiles = self.tiles
        if self.layout.count:
            return self.layout.fit
        holder = self.hands[self.turn] if self.turn is not None else 0
        return tiles.doubles if holder & tiles.doubles or self.can_draw() else tiles.all

    def opening_fault(self, seat, tile):
        """A serve without a double is a breach while the server holds one, or can draw one."""
        doubles = self.tiles.doubles
        if doubles >> tile & 1:
            return None
        return "wrong_opening" if self.hands[seat] & doubles or self.can_draw() else None

    def claim_opening(self, seat, tile):
        """A serve without a double says that the server holds none."""
        if self.unseen[seat] and not self.tiles.doubles >> tile & 1:
            take("evidence").claim(self, "wrong_opening", seat, self.tiles.doubles, 1 << seat)

    def draw(self, seat, tile=None, force=False):
        """A draw before the serve is a double fault; one that the serve forces is an ace. Neither scores."""
        first, served = not self.drawn, self.just_played
        code = super().draw(seat, tile, force)
        fault = not self.layout.count
        if code is None and (first if fault else self.layout.count == 1 and seat != served == self.opened_by):
            line = {
                "type": "event",
                "what": "double_fault" if fault else "ace",
                "seat": seat if fault else self.opened_by,
            }
            self.news.insert(0, line)
        return code


GAME = DominoTennis
