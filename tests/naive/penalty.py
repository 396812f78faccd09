"""Family P: points are recorded against those who keep tiles (rules 1.6, 1.7)."""

from __future__ import annotations

from typing import Any

from .scoring import Ending, Scoring, rating


class Penalty(Scoring):
    """Penalty accounts without a threshold: kozel_125, kolbasa."""

    account: dict[str, Any] = {"score": 0}
    title: str | None = "kozel"

    def settle(self, end: Ending) -> dict[str, Any]:
        """Record the round after fish variant and carry."""
        self.rounds_done += 1
        effective = self.round_points(end)
        gained = [0] * self.sides
        recorded = effective
        if effective is not None:
            claimant = self.claimant(end)
            if claimant is not None:
                gained[claimant], self.carry = self.carry, 0
            recorded = [r + g for r, g in zip(effective, gained, strict=True)]
            for side in range(self.sides):
                self.record(side, effective[side], gained[side])
        self.opening = self.next_opening(end)
        line = {"recorded": recorded or [0] * self.sides, "carry": self.carry}
        return line if effective is not None else line | {"void": True}

    def round_points(self, end: Ending) -> list[int] | None:
        """The points of each side before a carry, or None when nobody records."""
        if not end.is_fish:
            return self.counted(end)
        own = self.sums(end.points)
        variant = self.params["fish_variant"]
        if variant == "void":
            return None
        if own.count(max(own)) > 1:
            settled = variant in ("one", "diff", "loser_own")
            if self.params.get("fish_tie", "carry") == "carry" if settled else self.carry:
                self.carry += sum(own)
                return None
            if settled:
                return None
        return self.fish_points(end, own, variant)

    def fish_points(self, end: Ending, own: list[int], variant: str) -> list[int]:
        """Fish variants that somebody records."""
        high = own.index(max(own))
        if variant == "one":
            return [sum(own) if side == high else 0 for side in range(self.sides)]
        if variant == "diff":
            return [max(own) - min(own) if side == high else 0 for side in range(self.sides)]
        if variant == "loser_own":
            return [own[side] if side == high else 0 for side in range(self.sides)]
        if variant == "fisherman_exempt" and end.fisherman is not None:
            own[self.side(end.fisherman)] = 0
        return own

    def claimant(self, end: Ending) -> int | None:
        """The side that takes a carry: the unique one with the most points of the round."""
        claims = self.sums(end.points) if end.is_fish else self.counted(end)
        return claims.index(max(claims)) if self.carry and claims.count(max(claims)) == 1 else None

    def record(self, side: int, points: int, carried: int) -> None:
        """Without a threshold every point counts."""
        self.accounts[side]["score"] += points + carried

    def result(self) -> dict[str, Any] | None:
        """Those who reached the target lose (``several_goats``)."""
        target = self.params["target"]
        scores = [a["score"] for a in self.accounts]
        goats = [s for s, score in enumerate(scores) if target is not None and score >= target]
        if self.params["several_goats"] == "highest":
            goats = [s for s in goats if scores[s] == max(scores)]
        if not goats:
            return None
        line = self.match_end("score", goats, title=self.title)
        if self.params["rating"]:
            line["rating"] = [0 if self.side(s) in goats else rating(100, self.own(s)) for s in range(self.seats)]
        return line

    def own(self, seat: int) -> int:
        """The points of a seat as the rating counts them."""
        account = self.accounts[self.side(seat)]
        more = account.get("remembered", 0) if self.params["rating_counts_remembered"] else 0
        return int(account["score"] + more)

    def timeout(self, seat: int) -> dict[str, Any]:
        """As everywhere, with a rating where the match has one."""
        line = super().timeout(seat)
        if self.params["rating"]:
            line["rating"] = [
                0 if self.side(s) == self.side(seat) else rating(self.own(seat), self.own(s)) for s in range(self.seats)
            ]
        return line


class Threshold(Penalty):
    """Accounts that open only with a round of ``open_threshold`` points: kozel, kozel_pairs, osyol, sport."""

    account: dict[str, Any] = {"opened": False, "score": 0, "remembered": 0}

    def record(self, side: int, points: int, carried: int) -> None:
        """The account of a side takes the points of a round (rules 1.6) and a claimed carry (1.7)."""
        if self.params["carry_opens"]:
            self.enter(self.accounts[side], points + carried)
            return
        account = self.accounts[side]
        self.enter(account, points)
        account["score" if account["opened"] or self.params["open_threshold"] is None else "remembered"] += carried

    def enter(self, account: dict[str, Any], points: int) -> None:
        """The rule of 1.6, word for word."""
        threshold = self.params["open_threshold"]
        if account["opened"] or threshold is None:
            account["score"] += points
        elif points == 0:
            account["remembered"] = 0
        elif points >= threshold:
            account["score"] = points + account["remembered"]
            account["remembered"], account["opened"] = 0, True
        elif self.params["below_threshold"] == "remember":
            account["remembered"] += points


class Kolbasa(Penalty):
    """The loser of kolbasa has no title."""

    title = None


class Osyol(Threshold):
    """The loser of osyol is a donkey."""

    title = "osyol"


class Sport(Threshold):
    """An agreed number of rounds; the pair with less written on it wins."""

    def result(self) -> dict[str, Any] | None:
        """Compare after the last round only."""
        if self.rounds_done < self.params["rounds"]:
            return None
        first, second = (a["score"] for a in self.accounts)
        return self.match_end("count", [0 if first > second else 1], draw=first == second)
