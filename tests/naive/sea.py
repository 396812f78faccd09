"""morskoy_kozel: owner, the right to go for a hundred, debt and eggs (rules 2.4)."""

from __future__ import annotations

from typing import Any

from .openings import Opening
from .params import is_int
from .scoring import Ending, Scoring

TRIES = 3
ZERO, SIX = (0, 0), (6, 6)


class Sea(Scoring):
    """Only the owner has a score that counts."""

    account: dict[str, Any] = {"score": 0}

    def __init__(self, params: dict[str, Any], seats: int) -> None:
        super().__init__(params, seats)
        self.owner: int | None = None
        self.hundred: int | None = None  # a seat
        self.debt: dict[str, int] | None = None
        self.eggs = 0
        self.rotten = 0  # failed tries of the eggs
        self.small = [0] * self.sides  # ``small_win`` remember
        self.recorded = [0] * self.sides  # of this round
        self.finish: dict[str, Any] | None = None

    # The round

    def settle(self, end: Ending) -> dict[str, Any]:
        """One round: find its winner, then special finishes, «на 100», the account, debts."""
        going = self.going_for_hundred(end)
        self.lapse(end)
        row, winner = self.outcome(end)
        self.recorded = recorded = [0] * self.sides
        self.opening = self.seat_opens(end.fisherman if end.is_fish else end.by)
        line: dict[str, Any] = {}
        if winner is not None:
            q = sum(self.sums(end.points) if end.is_fish else self.counted(end))
            q -= self.sums(end.points)[winner] if end.is_fish else 0
            recorded[winner] = q + self.eggs
            self.eggs = self.rotten = 0
            self.win_round(end, row, winner, q, recorded[winner], going)
            self.pay_debt(winner, q)
        else:
            line["void"] = True
            if row == "eggs":
                self.lay_eggs(end)
            else:
                self.write_off(end)
        return line | {
            "recorded": recorded,
            "carry": 0,
            "owner": self.owner,
            "hundred": self.hundred,
            "debt": dict(self.debt) if self.debt else None,
            "eggs": self.eggs,
        }

    def going_for_hundred(self, end: Ending) -> bool:
        """«На 100»: the opener chose 6-6 and is the owner or has the right."""
        if end.opener is None or end.first != SIX or end.forced:
            return False
        return self.owner == self.side(end.opener) or self.hundred == end.opener

    def lapse(self, end: Ending) -> None:
        """The right lives for one opening of its holder."""
        if end.opener is None or end.opener != self.hundred:
            return
        if self.params["hundred_if_not_held"] == "lapse" or end.opener_had_six:
            self.hundred = None

    def outcome(self, end: Ending) -> tuple[str, int | None]:
        """The row of the fish table (or "exit") and the side that wins the round."""
        if end.by is not None:
            return "exit", self.side(end.by)
        assert end.fisherman is not None
        least = self.params["sea_min"]
        own = self.sums(end.points)
        mine = self.side(end.fisherman)
        others = [v for side, v in enumerate(own) if side != mine]
        if own[mine] < least and all(v >= least for v in others):
            return "written off", mine
        if own[mine] >= least and all(own[mine] > v for v in others):
            return "debt", None
        if all(own[mine] < v for v in others):
            return "fish", mine
        if own.count(min(own)) > 1:
            return "eggs", None
        return "fish", own.index(min(own))

    def win_round(self, end: Ending, row: str, winner: int, q: int, p: int, going: bool) -> None:
        """Special finishes, «на 100», steps 1-4 and new rights."""
        six_last = row == "exit" and SIX in end.last and ZERO not in end.last
        if row == "exit" and ZERO in end.last:
            self.win_match(winner, "bald")
            return
        if six_last and q >= self.params["sea_min"]:
            self.win_match(winner)
            return
        if going:
            assert end.opener is not None
            opener = self.side(end.opener)
            if winner == opener:
                self.win_match(winner)
                return
            if end.points[end.opener] >= self.params["sea_min"]:
                self.finish = self.match_end("special", [opener], title="svoyak")
                return
        self.record(winner, p)
        if six_last or row == "written off":
            self.hundred = end.by if six_last else end.fisherman
        if self.hundred is not None:
            self.opening = Opening("seat", (self.hundred,))

    def win_match(self, side: int, title: str | None = None) -> None:
        """A finish that wins the match."""
        losers = [s for s in range(self.sides) if s != side]
        self.finish = self.match_end("special", losers, title="kozel")
        if title:
            titled = [side] if self.params["bald_title_to"] == "winner" else losers
            self.finish["titles"] |= {str(s): title for s in self.seats_of(titled)}

    def record(self, side: int, p: int) -> None:
        """Steps 1-3 of a round that ``side`` wins."""
        least = self.params["sea_min"]
        if self.owner == side:
            self.accounts[side]["score"] += p
        elif self.owner is None:
            if p >= least:
                self.take(side, p)
            elif self.params["small_win"] == "remember":
                self.small[side] += p
        elif p >= least and self.params["rival_effect"] != "void_round":
            self.accounts = [dict(self.account) for _ in range(self.sides)]
            self.small = [0] * self.sides
            self.owner = None
            if self.params["rival_effect"] == "reset_and_take":
                self.take(side, p)

    def take(self, side: int, p: int) -> None:
        """The side becomes the owner."""
        self.owner = side
        self.accounts[side]["score"] = p + self.small[side]
        self.small[side] = 0

    # Debt and eggs

    def write_off(self, end: Ending) -> None:
        """Row 2: the fisherman owes the round; during a debt it is a lost try."""
        assert end.fisherman is not None
        if self.hundred is not None:
            self.opening = Opening("seat", (self.hundred,))
        if self.debt is not None:
            self.lose_try()
            return
        own = self.sums(end.points)
        mine = self.side(end.fisherman)
        least = min(v for side, v in enumerate(own) if side != mine)
        clockwise = [(end.fisherman + step) % self.seats for step in range(1, self.seats)]
        creditor = next(s for s in clockwise if self.side(s) != mine and own[self.side(s)] == least)
        self.debt = {"seat": end.fisherman, "tries": TRIES, "stake": own[mine], "creditor": creditor}

    def pay_debt(self, winner: int, q: int) -> None:
        """A round that somebody won is a try of a debt."""
        if self.debt is None or self.finish is not None:
            return
        if winner == self.side(self.debt["seat"]) and q >= self.params["sea_min"]:
            self.debt = None
        else:
            self.lose_try()

    def lose_try(self) -> None:
        """After the third one the creditor wins the stake, unless the match is over."""
        assert self.debt is not None
        self.debt["tries"] -= 1
        if self.debt["tries"] or self.result() is not None:
            return
        debt, self.debt = self.debt, None
        if self.params["debt_fail"] == "match_loss":
            self.finish = self.match_end("special", [self.side(debt["seat"])], title="kozel")
            return
        self.record(self.side(debt["creditor"]), debt["stake"])
        self.recorded[self.side(debt["creditor"])] += debt["stake"]
        self.hundred = debt["creditor"]
        self.opening = Opening("seat", (self.hundred,))

    def lay_eggs(self, end: Ending) -> None:
        """A tied fish: the sum waits for a winner, three more and it is rotten."""
        self.rotten += 1 if self.eggs else 0
        self.eggs += sum(end.points)
        if self.rotten < TRIES:
            self.opening = Opening("rule", rule="eggs")  # 1-1, or else by ``double_order``
            return
        self.eggs = self.rotten = 0

    # The match

    def result(self) -> dict[str, Any] | None:
        """A special finish, or step 4."""
        if self.finish is not None:
            return self.finish | {"accounts": self.dump()}
        target = self.params["target"]
        for side, account in enumerate(self.accounts):
            if target is not None and account["score"] >= target:
                return self.match_end("score", [s for s in range(self.sides) if s != side], title="kozel")
        return None

    def load(self, line: dict[str, Any]) -> bool:
        """Starting state; a single positive score makes its side the owner."""
        if not super().load(line):
            return False
        rich = [s for s, a in enumerate(self.accounts) if a["score"] > 0]
        owner, hundred, eggs = line.get("owner"), line.get("hundred"), line.get("eggs", 0)
        debt = line.get("debt")
        if not all(
            v is None or (is_int(v) and 0 <= v < most) for v, most in ((owner, self.sides), (hundred, self.seats))
        ):
            return False
        if (
            not is_int(eggs)
            or eggs < 0
            or not (
                debt is None
                or (
                    isinstance(debt, dict)
                    and set(debt) == {"seat", "tries", "stake", "creditor"}
                    and all(is_int(v) for v in debt.values())
                )
            )
        ):
            return False
        self.owner = rich[0] if owner is None and len(rich) == 1 else owner
        self.hundred, self.eggs, self.debt = hundred, eggs, dict(debt) if debt else None
        if eggs:  # "the next round is opened with 1-1"
            self.opening = Opening("rule", rule="eggs")
        elif hundred is not None:
            self.opening = Opening("seat", (hundred,))
        return True
