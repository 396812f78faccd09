"""Family W: the winner of a round records points; block_draw, muggins, all_fives, telefon (rules 1.6, 1.7)."""

from __future__ import annotations

from typing import Any

from .scoring import Ending, Scoring


def round5(points: int, mode: str) -> int:
    """Points rounded to a multiple of five by ``round5_mode``."""
    return {"none": points, "nearest": (points + 2) // 5 * 5, "down": points // 5 * 5, "up": -(-points // 5) * 5}[mode]


class Winnings(Scoring):
    """Plain accounts to a target; during play the fives games add awards."""

    account: dict[str, Any] = {"score": 0}

    def award(self, seat: int, points: int) -> None:
        """Points earned by a turn (negative when a second half takes them back)."""
        self.add(self.side(seat), points)

    def add(self, side: int, points: int) -> None:
        """Change a score; ``allow_negative`` false stops it at 0."""
        score = self.accounts[side]["score"] + points
        self.accounts[side]["score"] = score if self.params.get("allow_negative", True) else max(0, score)

    def settle(self, end: Ending) -> dict[str, Any]:
        """Add what the end of the round is worth."""
        recorded = self.fish(end) if end.is_fish else self.exit(end)
        self.opening = self.next_opening(end)  # the leader is asked for before the score changes
        line: dict[str, Any] = {"recorded": recorded or [0] * self.sides, "carry": 0}
        if recorded is None:
            return line | {"void": True}
        for side, points in enumerate(recorded):
            self.add(side, points)
        return line

    def only(self, side: int, points: int) -> list[int]:
        """Points for one side, nothing for the others."""
        return [points if s == side else 0 for s in range(self.sides)]

    def exit(self, end: Ending) -> list[int]:
        """``exit_score``."""
        assert end.by is not None
        rule = self.params["exit_score"]
        side = self.side(end.by)
        if rule == "writeoff_floor5":
            return [-round5(v, "down") for v in self.sums(end.points)]
        if rule == "winner_fixed":
            return self.only(side, self.params["exit_points"])
        mode = self.params["round5_mode"] if rule == "winner_sum_r5" else "none"
        return self.only(side, round5(self.against(end), mode))

    def against(self, end: Ending) -> int:
        """What the exiter wins: all other sides' hands, with his partner's where ``pair_count_partner``."""
        assert end.by is not None
        own = self.sums(end.points)
        partner = own[self.side(end.by)]
        return sum(own) if self.params.get("pair_count_partner") else sum(own) - partner

    def fish(self, end: Ending) -> list[int] | None:
        """``fish_variant``; None when nobody records."""
        variant = self.params["fish_variant"]
        own = self.sums(end.points)
        if variant == "writeoff_all":
            return [-round5(v, "down") for v in own]
        winner = self.winning_side(end)
        if variant == "void" or winner is None:
            return None
        others = sum(own) - own[winner]
        if self.params.get("fish_winner") == "last_mover" and variant == "lowest_diff":
            return self.only(winner, others)
        mode = self.params["round5_mode"]
        if variant == "leader_diff" and not self.params.get("blocked_round5"):
            mode = "none"
        return self.only(winner, round5(others - own[winner], mode))

    def winning_side(self, end: Ending) -> int | None:
        """The side that wins a fish, or None when it is shared."""
        winner = self.fish_winner(end)
        return None if winner is None else self.side(winner)

    def fish_winner(self, end: Ending) -> int | None:
        """The seat that wins a fish: lowest hand, last mover, or leader of the match."""
        last = end.fisherman if end.last_mover is None else end.last_mover
        if self.params["fish_variant"] == "leader_diff":
            return self.leader(end, last)
        if self.params.get("fish_winner") == "last_mover" and self.params["fish_variant"] == "lowest_diff":
            return last
        return super().fish_winner(end)

    def leader(self, end: Ending, last: int | None) -> int | None:
        """Two sides: the higher score, then fewer tiles, then who laid the last one (rules 2.13)."""
        first, second = (a["score"] for a in self.accounts)
        if first != second:
            return 0 if first > second else 1
        if end.counts:
            left = [sum(n for seat, n in enumerate(end.counts) if self.side(seat) == side) for side in (0, 1)]
            if left[0] != left[1]:
                return 0 if left[0] < left[1] else 1
        return last

    def result(self) -> dict[str, Any] | None:
        """Who reached the target wins, the highest of several; equals at the top share it, which for all is a draw."""
        reached = self.reached()
        if not reached:
            return None
        if self.params["target_side"] == "loses":
            return self.match_end("score", reached)
        best = max(a["score"] for a in self.accounts)
        lost = [s for s, a in enumerate(self.accounts) if a["score"] < best]
        return self.match_end("score", lost, draw=not lost)

    def reached(self) -> list[int]:
        """The sides at the target."""
        target = self.params["target"]
        return [s for s, a in enumerate(self.accounts) if target is not None and a["score"] >= target]


class Telefon(Winnings):
    """Two sides that both reach the target in one round draw (rules 2.7)."""

    def result(self) -> dict[str, Any] | None:
        """The end of the match, or None."""
        if len(self.reached()) > 1:
            return self.match_end("score", [], draw=True)
        return super().result()
