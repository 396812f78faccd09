"""The book of a match: what happens between rounds (rules.md §1.6, §1.9; record-format.md, Answers).

A book scores the round that has ended, names the next opener and ends the match. It lives only that long; all it
knows stays in the match. Games replace ``new_account``, ``score``, ``verdict_of_match`` and what else differs.
"""

from domino_rules.tiles import count

# What 0-0 alone, 6-6 alone, and these two together count (rules.md §1.2).
_LONE = {"graa": (10,), "sea": (25, 50, 75), "k125": (50, 75)}


class Book:
    """The book of one match.

    Args:
        match: whose accounts it keeps: one list of values per side, in the order of ``match.ACCOUNT``.
    """

    REASON = "score"

    def __init__(self, match):
        self.match = match

    def new_account(self):
        """An account before the first point."""
        return [0] * len(self.match.ACCOUNT)

    def good_account(self, account):
        """Whether a match may start with this account."""
        return all([type(value) is int for value in account])

    def start(self, line):
        """Take the accounts and what else a ``match`` line starts with. Returns None or a sentence."""
        self.match.accounts = [self.new_account() for _ in range(self.match.sides)]
        accounts = line.get("accounts")
        if accounts is not None:
            if len(accounts) != self.match.sides:
                return "accounts must be one per side"
            for side in range(self.match.sides):
                if type(accounts[side]) is not dict or not self._take(side, accounts[side]):
                    return "accounts must be like those of a round_end line"
        self.match.carry = line.get("carry") or 0
        return None if self.match.carry >= 0 else "carry must not be negative"

    def result(self, reason, by, fisherman, values, told):
        """A round played elsewhere: hand values per seat, entered by a scorekeeper.

        Args:
            told: {"opener": seat, "first": tile, "last": mask of the last move, "counts": tiles per seat, "awards":
            points per side}, each None where it was not told.
        """
        match = self.match
        match.clear()
        match.lots = [None] * match.seats
        match.round += 1
        match.opened_by = match.opener if told["opener"] is None else told["opener"]
        match.first_tile, match.turn_tiles, match.counts = told["first"], told["last"] or 0, told["counts"]
        match.last = fisherman if by is None else by
        for side, points in enumerate(told["awards"] or ()):
            self.add(side, points)
        self.settle(reason, by, fisherman, values)

    def add(self, side, points):
        """Put points on the score of a side."""
        account = self.match.accounts[side]
        account[self.match.ACCOUNT.index("score")] += points

    def hand_value(self, hand):
        """What a hand counts (rules.md §1.2)."""
        lone = self.match.params.get("lone", "plain")
        if lone != "plain":
            six = self.match.tiles.bit[self.match.tiles.number(6, 6)]
            which = 0 if hand == 1 else 1 if hand == six else 2 if hand == 1 | six else 3
            if which < len(_LONE[lone]):
                return _LONE[lone][which]
        return self.match.tiles.pip_sum(hand)

    def tile_counts(self):
        """Tiles that the seats are left with, None where a scorekeeper did not tell."""
        if self.match.opened_by is None or not self.match.layout.count:
            return self.match.counts
        return [count(self.match.hands[seat]) + self.match.unseen[seat] for seat in range(self.match.seats)]

    def settle_hands(self):
        """Score the round that has just been played, from the hands as they are."""
        reason, by, fisherman = self.match.ending
        self.settle(reason, by, fisherman, [self.hand_value(hand) for hand in self.match.hands])

    def side_sums(self, values):
        """Hand values summed per side."""
        sums = [0] * self.match.sides
        for seat in range(self.match.seats):
            sums[self.match.side_of(seat)] += values[seat]
        return sums

    def score(self, reason, by, fisherman, values):
        """Write the round into the accounts. Returns (points recorded by side, whether it is void); each game's own."""
        raise NotImplementedError

    def verdict_of_match(self):
        """What ``finish`` is told when the match is over, else None; each game's own."""
        raise NotImplementedError

    def settle(self, reason, by, fisherman, values):
        """Score the round, announce it and name the next opener."""
        recorded, void = self.score(reason, by, fisherman, values)
        self.match.phase = "round_over"
        self.match.turn = self.match.ending = None
        self.next_opener(reason, by, fisherman, values)
        line = {
            "type": "round_end",
            "reason": reason,
            "by": by,
            "fisherman": fisherman,
            "hands": values,
            "recorded": recorded,
            "accounts": self.match.account_lines(),
            "opener": self.match.opener,
            "carry": self.match.carry,
        }
        if void:
            line["void"] = True
        self.complete(line)
        over = self.verdict_of_match()
        if over:
            line["opener"] = None
        self.match.news.append(line)
        if over:
            self.finish(self.REASON, *over)

    def complete(self, line):
        """Add to a ``round_end`` line what only this game tells."""

    def seats_of(self, sides):
        """Seats of some sides, ascending."""
        return [seat for seat in range(self.match.seats) if self.match.side_of(seat) in sides]

    def next_opener(self, reason, by, fisherman, values):
        """Set ``opener`` or ``opener_rule`` for the next round (rules.md §3, opener_next and fish_opener)."""
        params = self.match.params
        rule = params["opener_next"]
        self.match.opener, self.match.opener_rule = None, params["opener_first"]
        if rule == "rotate":
            # Where nobody told who opened, nobody knows whose turn it is: the first seat that plays.
            if self.match.opened_by is None:
                self.match.opener_rule = "lot"
            else:
                self.match.opener = (self.match.opened_by + 1) % self.match.seats
        elif rule == "lowest_double":
            self.match.opener_rule = "lowest_double"
        elif rule == "winner" and reason == "exit":
            self.match.opener = by
        elif rule == "winner":
            rule = params.get("fish_opener", "fisherman")
            if rule == "round_winner":
                self.match.opener = self.fish_winner(fisherman, values)
                if self.match.opener is None:
                    rule = params.get("fish_opener_tie", "opener_rule")
            if rule == "fisherman":
                self.match.opener = fisherman
            elif rule == "lot":
                self.match.opener_rule = "lot"

    def fish_winner(self, fisherman, values):
        """The seat that won a fish: the lowest hand of the lowest side; None where sides share the lowest value."""
        sums = self.side_sums(values)
        low = min(sums)
        if sums.count(low) > 1:
            return None
        own = [seat for seat in range(self.match.seats) if self.match.side_of(seat) == sums.index(low)]
        best = min([values[seat] for seat in own])
        return [seat for seat in own if values[seat] == best][0]

    def finish(self, reason, winners, losers, draw=False, rating=None):
        """End the match: winners and losers are seats."""
        self.match.phase = "match_over"
        self.match.turn = None
        self.match.news.append(
            {
                "type": "match_end",
                "reason": reason,
                "winners": winners,
                "losers": losers,
                "draw": draw,
                "rating": rating,
                "titles": {} if reason in ("timeout", "foul") else self.titles(winners, losers),
                "accounts": self.match.account_lines(),
            }
        )

    def titles(self, winners, losers):
        """What the losers (or winners) of this match are called: {seat as text: title}."""
        title = self.match.TITLE
        return {str(seat): title for seat in losers} if title else {}

    def parties(self, sides, lose):
        """(winners, losers) as seats, where these sides lose, or win."""
        named = self.seats_of(sides)
        others = [seat for seat in range(self.match.seats) if seat not in named]
        return (others, named) if lose else (named, others)

    def penalty(self, side, points):
        """Write the points of a remedy on a side."""
        self.add(side, points)

    def annul(self, opener):
        """The round in progress is not scored and counts for nothing; opener: the seat that opens the next one, None:
        whoever opened this one. A match between rounds only changes its opener."""
        match = self.match
        if opener is not None:
            match.opener = opener
        if match.phase != "play":
            return
        match.round -= 1
        line = self._broken_off("annulled")
        match.phase = "round_over"
        match.turn = match.ending = None
        line["opener"] = match.opener
        self.complete(line)
        over = self.verdict_of_match()
        if over:
            line["opener"] = None
        match.news.append(line)
        if over:
            self.finish(self.REASON, *over)

    def lost(self, seat, reason):
        """The side of a seat loses the match, the round in progress is not scored (rules.md §1.9).

        Args:
            reason: "timeout" where its clock ran out, "foul" where a remedy says so.
        """
        if self.match.phase == "play":
            self.match.news.append(self._broken_off("timeout" if reason == "timeout" else "annulled"))
        winners, losers = self.parties([self.match.side_of(seat)], True)
        self.finish(reason, winners, losers, False, self.timeout_rating(seat))

    def _broken_off(self, reason):
        """The ``round_end`` line of a round that is not scored."""
        match = self.match
        return {
            "type": "round_end",
            "reason": reason,
            "by": None,
            "fisherman": None,
            "hands": [None if match.unseen[s] else self.hand_value(match.hands[s]) for s in range(match.seats)],
            "recorded": [0] * match.sides,
            "accounts": match.account_lines(),
            "opener": None,
            "carry": match.carry,
            "void": True,
        }

    def timeout_rating(self, seat):
        """Rating points per seat after a match lost by a timeout or a foul, or None."""

    def _take(self, side, line):
        account = self.match.accounts[side]
        names = self.match.ACCOUNT
        for i in range(len(names)):
            account[i] = line.get(names[i], account[i])
        return self.good_account(account)
