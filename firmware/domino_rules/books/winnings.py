"""The winnings family: the winner of a round records points (rules.md §1.6, §1.7)."""

from domino_rules.shelf import take


class Winnings(take("books.book").Book):
    """Accounts of one score; exits by ``exit_score``, fishes by ``fish_variant``."""

    # Whether several sides that reach the target in one round part as equals (telefon).
    SHARED_TARGET_DRAWS = False

    def __init__(self, match):
        super().__init__(match)
        self.winner = None

    def add(self, side, points):
        """Put points on a score; without ``allow_negative`` it stops at 0."""
        account = self.match.accounts[side]
        account[0] += points
        if account[0] < 0 and not self.match.params.get("allow_negative", True):
            account[0] = 0

    def score(self, reason, by, fisherman, values):
        """Record a round. Returns (points per side, whether nobody records)."""
        sums = self.side_sums(values)
        points = self._exit(by, sums) if reason == "exit" else self._fish(fisherman, sums, values)
        if points is None:
            return [0] * self.match.sides, True
        for side in range(self.match.sides):
            self.add(side, points[side])
        return points, False

    def _exit(self, by, sums):
        params = self.match.params
        rule = params["exit_score"]
        if rule == "writeoff_floor5":
            return [-(value // 5) * 5 for value in sums]
        points = [0] * self.match.sides
        own = self.match.side_of(by)
        if rule == "winner_fixed":
            points[own] = params.get("exit_points", 10)
            return points
        total = sum(sums)
        if not params.get("pair_count_partner"):
            total -= sums[own]
        points[own] = round5(total, params["round5_mode"]) if rule == "winner_sum_r5" else total
        return points

    def _fish(self, fisherman, sums, values):
        """Points per side, None where nobody records; names the winner of the fish."""
        params = self.match.params
        variant = params["fish_variant"]
        self.winner = super().fish_winner(fisherman, values)
        if variant == "void":
            return None
        if variant == "writeoff_all":
            return [-(value // 5) * 5 for value in sums]
        if variant == "leader_diff":
            return self._leader(sums, values)
        points = [0] * self.match.sides
        if params.get("fish_winner") == "last_mover" and self.match.last is not None:
            self.winner = self.match.last
            side = self.match.side_of(self.winner)
            points[side] = sum(sums) - sums[side]
            return points
        low = min(sums)
        if sums.count(low) > 1:
            return None
        points[sums.index(low)] = round5(sum(sums) - 2 * low, params["round5_mode"])
        return points

    def _leader(self, sums, values):
        """The leader of the match wins the difference, even a negative one (S4; rules.md §2.13)."""
        match = self.match
        scores = [account[0] for account in match.accounts]
        counts = self.tile_counts()
        if scores[0] != scores[1]:
            side = 0 if scores[0] > scores[1] else 1
        elif counts is not None and (left := self.side_sums(counts))[0] != left[1]:
            side = 0 if left[0] < left[1] else 1
        elif match.last is None:
            return None
        else:
            side = match.side_of(match.last)
        points = [0, 0]
        points[side] = sums[1 - side] - sums[side]
        if match.params.get("blocked_round5"):
            points[side] = round5(points[side], match.params["round5_mode"])
        own = self.seats_of([side])
        self.winner = own[[values[seat] for seat in own].index(min([values[seat] for seat in own]))]
        return points

    def fish_winner(self, fisherman, values):
        """The seat that won the fish just scored, or None."""
        return self.winner

    def verdict_of_match(self):
        """(winners, losers, draw) as seats when the match is over, else None."""
        target = self.match.params["target"]
        scores = [account[0] for account in self.match.accounts]
        if target is None or max(scores) < target:
            return None
        reached = [side for side in range(self.match.sides) if scores[side] >= target]
        if self.match.params["target_side"] == "loses":
            return self.parties(reached, True)
        best = [side for side in reached if scores[side] == max(scores)]
        if len(best) == self.match.sides or len(reached) > 1 and self.SHARED_TARGET_DRAWS:
            return [], [], True
        return self.parties(best, False)


def round5(points, mode):
    """Points rounded to a multiple of five: "nearest", "down", "up", or "none" (rules.md §1.6)."""
    if mode == "none":
        return points
    return (points + (2 if mode == "nearest" else 4 if mode == "up" else 0)) // 5 * 5


BOOK = Winnings
