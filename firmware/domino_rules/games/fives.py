"""Games that count the ends: after a turn whose ends sum to a multiple of five, that many points (rules.md §1.3)."""

from domino_rules.layout.cross import Cross
from domino_rules.match import Match
from domino_rules.shelf import put_back

FIVE = 5


class Fives(Match):
    """A match with awards during the round."""

    BOOK = "winnings"
    layout: Cross

    def begin_turn(self, seat):
        """A new turn has no award yet."""
        super().begin_turn(seat)
        self.award = None

    def after_turn(self, seat):
        """Award the ends, then see whether the match or the round is over."""
        self._award(seat, self.ends_points())
        params = self.params
        side = self.side_of(seat)
        if params["end_check"] == "immediate" and params["target"] and self.accounts[side][0] >= params["target"]:
            book = self.book()
            book.finish("score", *book.verdict_of_match())
            put_back()
            return
        super().after_turn(seat)

    def ends_points(self):
        """Points for the ends as they lie (rules.md §1.3)."""
        total = self.layout.ends_sum()
        if self.layout.count == 1:
            rule = self.params["opening_tile_scores"]
            if rule == "none" or rule == "only_55" and self.first_tile != self.tiles.number(FIVE, FIVE):
                return 0
        return 0 if total % FIVE else total

    def _award(self, seat, points):
        """Write the award of a turn; a later half of the same turn replaces that of the earlier ones."""
        before = self.award
        earned = before[1] if before else 0
        if points == earned:
            return
        line = {"type": "award", "seat": seat, "points": points}
        if before:
            line["replaces"] = before[0]
        self.accounts[self.side_of(seat)][0] += points - earned
        self.award = (self.line, points)
        self.news.append(line)
