"""The book of General Kozel: only Generals count (S2; rules.md §2.9)."""

from domino_rules.shelf import take


class GeneralBook(take("books.book").Book):
    """Accounts are Generals per team."""

    general = None

    def score(self, reason, by, fisherman, values):
        """An exit that counts makes the next seat General; anything else is void."""
        match = self.match
        points = [0] * match.sides
        if reason != "exit" or not self._counts():
            return points, True
        self.general = (by + 1) % match.seats
        team = match.side_of(self.general)
        points[team] = 1
        match.accounts[team][0] += 1
        if match.waiting:
            match.seated[self.general % 2] = match.waiting.pop(0)
            match.waiting.append(team)
        return points, False

    def _counts(self):
        """Whether the exit was one that makes a General."""
        rule = self.match.params["general_on"]
        tiles = self.match.tiles
        blank, six = 1, tiles.bit[tiles.number(6, 6)]
        wanted = blank if rule == "only_00" else blank | six
        return rule == "any_exit" or bool(self.match.turn_tiles & wanted)

    def complete(self, line):
        """Tell who shuffles, and who sits."""
        line["general"] = self.general
        if self.match.sides > 2:
            line["seated"] = list(self.match.seated)

    def parties(self, sides, lose):
        """(winners, losers): seats, or teams where teams rotate."""
        if self.match.sides == 2:
            return super().parties(sides, lose)
        others = [team for team in range(self.match.sides) if team not in sides]
        return (others, sides) if lose else (sides, others)

    def verdict_of_match(self):
        """A team with as many Generals as agreed has lost; without a limit people stop when they like."""
        limit = self.match.params["generals_limit"]
        reached = [team for team in range(self.match.sides) if limit and self.match.accounts[team][0] >= limit]
        return self.parties(reached, True) if reached else None


BOOK = GeneralBook
