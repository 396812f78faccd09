"""The book of sport dominoes: penalties over an agreed number of rounds (S2; rules.md §2.5)."""

from domino_rules.shelf import take


class SportBook(take("books.penalty").Penalty):
    """A match ends by count; equal totals are a draw."""

    REASON = "count"

    def verdict_of_match(self):
        """(winners, losers, draw) after the last round, else None; remembered points do not count."""
        if self.match.round < self.match.params["rounds"]:
            return None
        scores = [account[1] for account in self.match.accounts]
        if scores[0] == scores[1]:
            return [], [], True
        return self.parties([scores.index(max(scores))], True)


BOOK = SportBook
