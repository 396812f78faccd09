"""What every family of scoring shares: sides, how a round ended, and who opens the next one."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .openings import Opening
from .tiles import Tile


@dataclass
class Ending:
    """A finished round as the scoring sees it; ``hands`` are None where only their points are known."""

    reason: str
    by: int | None
    fisherman: int | None
    points: list[int]
    hands: list[set[Tile]] | None = None
    counts: list[int] | None = None
    opener: int | None = None
    first: Tile | None = None
    last: list[Tile] = field(default_factory=list)
    last_mover: int | None = None
    forced: bool = False  # the opener could not choose his tile
    opener_had_six: bool = False  # 6-6, when the round began

    @property
    def is_fish(self) -> bool:
        """Whether play stopped without an exit."""
        return self.by is None


class Scoring:
    """Accounts of a match. Subclasses settle rounds; ``params`` and the number of seats decide the sides."""

    account: dict[str, Any] = {}

    def __init__(self, params: dict[str, Any], seats: int) -> None:
        self.params = params
        self.seats = seats
        self.sides = 2 if params["pairs"] else seats
        self.accounts: list[dict[str, Any]] = [dict(self.account) for _ in range(self.sides)]
        self.carry = 0
        self.rounds_done = 0
        self.opening = self.by_rule()

    def side(self, seat: int) -> int:
        """The side of a seat: itself, or its team."""
        return seat % self.sides

    def seats_of(self, sides: list[int]) -> list[int]:
        """All seats of these sides, in order."""
        return [s for s in range(self.seats) if self.side(s) in sides]

    def sums(self, points: list[int]) -> list[int]:
        """Hand values per side."""
        return [sum(p for s, p in enumerate(points) if self.side(s) == side) for side in range(self.sides)]

    def counted(self, end: Ending) -> list[int]:
        """Hand values per side at an exit: the exiter's partner counts for nobody, or against the others."""
        own = self.sums(end.points)
        assert end.by is not None
        partner, own[self.side(end.by)] = own[self.side(end.by)], 0
        if self.params.get("pair_count_partner"):
            own = [v + partner if side != self.side(end.by) else 0 for side, v in enumerate(own)]
        return own

    def by_rule(self) -> Opening:
        """The opening of a first round."""
        rule = self.params["opener_first"]
        return Opening(rule) if rule in ("lot", "server") else Opening("rule", rule=rule)

    def seat_opens(self, seat: int | None) -> Opening:
        """The seat opens with any tile (or either partner, where agreed)."""
        if seat is None:
            return Opening("lot")
        if self.params.get("opener_who") == "either_partner" and self.params["pairs"]:
            return Opening("seat", (seat, (seat + 2) % 4))
        return Opening("seat", (seat,))

    def next_opening(self, end: Ending) -> Opening:
        """Who opens after this round (``opener_next``, ``fish_opener``)."""
        follow = self.params["opener_next"]
        if follow == "rotate":
            return self.seat_opens(None if end.opener is None else (end.opener + 1) % self.seats)
        if follow == "lowest_double":
            return Opening("rule", rule="lowest_double")
        if follow != "winner":
            return self.by_rule()
        if not end.is_fish:
            return self.seat_opens(end.by)
        who = self.params.get("fish_opener", "fisherman")
        if who == "round_winner":
            winner = self.fish_winner(end)
            if winner is not None:
                return self.seat_opens(winner)
            who = self.params.get("fish_opener_tie", "opener_rule")
        if who == "fisherman":
            return self.seat_opens(end.fisherman)
        return Opening("lot") if who == "lot" else self.by_rule()

    def fish_winner(self, end: Ending) -> int | None:
        """The unique seat with the lowest hand, of the side with the lowest total."""
        own = self.sums(end.points)
        if own.count(min(own)) > 1:
            return None
        seats = self.seats_of([own.index(min(own))])
        return min(seats, key=lambda s: (end.points[s], s))

    def settle(self, end: Ending) -> dict[str, Any]:
        """Score the round; returns the fields of ``round_end`` that depend on the game."""
        raise NotImplementedError

    def result(self) -> dict[str, Any] | None:
        """The end of the match, or None while it goes on."""
        raise NotImplementedError

    def dump(self) -> list[dict[str, Any]]:
        """The accounts as a record writes them."""
        return [dict(a) for a in self.accounts]

    def load(self, line: dict[str, Any]) -> bool:
        """Take starting accounts and carry of a ``match`` line; False when they cannot be."""
        carry = line.get("carry", 0)
        if isinstance(carry, bool) or not isinstance(carry, int) or carry < 0:
            return False
        self.carry = carry
        accounts = line.get("accounts")
        if accounts is None:
            return True
        if not isinstance(accounts, list) or len(accounts) != self.sides:
            return False
        if not all(isinstance(a, dict) and same_shape(a, self.account) for a in accounts):
            return False
        self.accounts = [dict(a) for a in accounts]
        return True

    def match_end(
        self,
        reason: str,
        losers: list[int],
        draw: bool = False,
        winners: list[int] | None = None,
        title: str | None = None,
    ) -> dict[str, Any]:
        """A ``match_end`` line by losing sides; all others win unless ``winners`` says less."""
        won = [s for s in range(self.sides) if s not in losers] if winners is None else winners
        lost = self.seats_of(losers)
        return {
            "type": "match_end",
            "reason": reason,
            "winners": [] if draw else self.seats_of(won),
            "losers": [] if draw else lost,
            "draw": draw,
            "rating": None,
            "titles": {str(s): title for s in lost} if title else {},
            "accounts": self.dump(),
        }

    def timeout(self, seat: int) -> dict[str, Any]:
        """The seat ran out of time: its side loses, all others win (rules 1.9)."""
        return self.match_end("timeout", [self.side(seat)])


def same_shape(account: dict[str, Any], model: dict[str, Any]) -> bool:
    """Whether an account has exactly the fields of its game, each of the right type."""
    return set(account) == set(model) and all(type(account[k]) is type(model[k]) for k in model)


def rating(base: int, own: int) -> int:
    """Rating points of a winner (rules 1.9): a tenth of the lead, half up, at least one."""
    return max(1, (base - own + 5) // 10)
