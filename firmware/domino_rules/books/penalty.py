"""The penalty family: points are written on those who keep tiles (rules.md §1.6, §1.7)."""

from domino_rules.shelf import take


class Penalty(take("books.book").Book):
    """A match whose rounds are scored by losers_record, with threshold accounts, fish variants and a carry.

    An account is the list [opened, score, remembered].
    """

    def new_account(self):
        """An account before the first point; without a threshold it is open from the start."""
        if len(self.match.ACCOUNT) == 1:
            return [0]
        return [self.match.params["open_threshold"] is None, 0, 0]

    def good_account(self, account):
        """Whether a match may start with this account: remembered points before it is open, a score after."""
        if len(account) == 1:
            return type(account[0]) is int
        opened, score, remembered = account
        if type(opened) is not bool or type(score) is not int or type(remembered) is not int:
            return False
        return not (remembered if opened else score)

    def record(self, side, points):
        """Write the points of one round on a side: open, remember or add (S0; rules.md §1.6)."""
        account = self.match.accounts[side]
        threshold = self.match.params["open_threshold"]
        if threshold is None:
            self.add(side, points)
        elif account[0]:
            account[1] += points
        elif points == 0:
            account[2] = 0
        elif points >= threshold:
            self.match.accounts[side] = [True, points + account[2], 0]
        elif self.match.params["below_threshold"] == "remember":
            account[2] += points

    def penalty(self, side, points):
        """Points of a remedy are written like those of a round: a threshold holds for them too."""
        account = self.match.accounts[side]
        if points > 0:
            self.record(side, points)
        elif len(account) == 1 or account[0]:
            self.add(side, points)
        else:
            account[2] = max(0, account[2] + points)

    def score(self, reason, by, fisherman, values):
        """Record a round. Returns (points recorded per side, whether nobody records)."""
        sums = self.side_sums(values)
        if reason == "exit":
            points = self._exit_points(by, sums, values)
            ranking = points
        else:
            ranking = sums
            points = self._fish_points(fisherman, sums)
            if points is None:
                return [0] * self.match.sides, True
        best = max(ranking)
        claimant = None
        if self.match.carry and ranking.count(best) == 1:
            claimant = ranking.index(best)
        elif self.match.carry and reason != "exit":
            self.match.carry += sum(sums)
            return [0] * self.match.sides, True
        for side in range(self.match.sides):
            self._record_with_carry(side, points, side == claimant)
        return points, False

    def _record_with_carry(self, side, points, claims):
        if claims and self.match.params["carry_opens"]:
            points[side] += self.match.carry
        self.record(side, points[side])
        if claims:
            if not self.match.params["carry_opens"]:
                points[side] += self.match.carry
                account = self.match.accounts[side]
                if len(account) == 1 or account[0]:
                    self.add(side, self.match.carry)
                else:
                    account[2] += self.match.carry
            self.match.carry = 0

    def _exit_points(self, by, sums, values):
        """Everybody but the exiter's side records what they hold."""
        points = list(sums)
        own = self.match.side_of(by)
        points[own] = 0
        if self.match.params.get("pair_count_partner"):
            points[1 - own] += sums[own]
        return points

    def _fish_points(self, fisherman, sums):
        """Points per side by the fish variant (rules.md §1.7); None where nobody records."""
        variant = self.match.params["fish_variant"]
        high, low = max(sums), min(sums)
        if variant == "void":
            return None
        points = list(sums)
        if variant == "fisherman_exempt":
            if fisherman is not None:
                points[self.match.side_of(fisherman)] = 0
        elif variant != "all":
            pivot = high if variant == "one" else low
            if sums.count(pivot) > 1:
                if self.match.params.get("fish_tie", "carry") == "carry":
                    self.match.carry += sum(sums)
                return None
            side = sums.index(pivot)
            if variant == "one":
                points = [0] * self.match.sides
                points[side] = sum(sums)
            else:
                points[side] = 0
                if variant == "diff":
                    points[1 - side] -= low
        return points

    def verdict_of_match(self):
        """(winners, losers) as seats when the match is over, else None."""
        target = self.match.params["target"]
        if target is None:
            return None
        scores = [account[-1] if len(account) == 1 else account[1] for account in self.match.accounts]
        if max(scores) < target:
            return None
        least = max(scores) if self.match.params["several_goats"] == "highest" else target
        reached = [side for side in range(self.match.sides) if scores[side] >= least]
        return self.parties(reached, self.match.params["target_side"] == "loses")

    def finish(self, reason, winners, losers, draw=False, rating=None):
        """End the match; where it is rated, the survivors of a match to points get rating points."""
        if reason == "score" and self.match.params["rating"]:
            rating = [0 if seat in losers else self._rating(100, seat) for seat in range(self.match.seats)]
        super().finish(reason, winners, losers, draw, rating)

    def timeout_rating(self, seat):
        """After a match lost at once the base is the score of the seat that lost it (S0; rules.md §1.9)."""
        if not self.match.params["rating"]:
            return None
        lost = self.match.side_of(seat)
        base = self._own(seat)
        return [0 if self.match.side_of(s) == lost else self._rating(base, s) for s in range(self.match.seats)]

    def _own(self, seat):
        account = self.match.accounts[self.match.side_of(seat)]
        if len(account) == 1:
            return account[0]
        return account[1] + (account[2] if self.match.params["rating_counts_remembered"] else 0)

    def _rating(self, base, seat):
        return rating(base, self._own(seat))


def rating(base, own):
    """Rating points: a tenth of the distance, rounded half up, at least 1 (S0; rules.md §1.9)."""
    return max(1, (base - own + 5) // 10)


BOOK = Penalty
