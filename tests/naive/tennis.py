"""domino_tennis: rallies, games, sets and tie-breaks with exact rationals (rules 2.12)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .openings import Opening
from .scoring import Ending, Scoring
from .tiles import full_set, pips

GAME_LOST, SAFE, LEAD, CARRIED = 50, 40, 10, 25
GAMES_IN_SET, TIEBREAK_POINTS = 6, 7
ZERO, SIX = frozenset({(0, 0)}), frozenset({(6, 6)})


def cheapest(count: int) -> int:
    """The least sum of pips that ``count`` tiles can have."""
    return sum(sorted(a + b for a, b in full_set(6))[:count])


def number(value: Fraction) -> int | str:
    """An exact rational as a record writes it."""
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


class Tennis(Scoring):
    """Accounts of two players."""

    account: dict[str, Any] = {"sets": 0, "games": 0, "points": 0}

    def __init__(self, params: dict[str, Any], seats: int) -> None:
        super().__init__(params, seats)
        self.sets = [0, 0]
        self.games = [0, 0]
        self.points = [Fraction(0), Fraction(0)]
        self.server: int | None = None  # of this game, or of the first rally of the tie-break
        self.rallies = 0  # of this tie-break

    def tiebreak(self) -> bool:
        """Whether games stand 6:6."""
        return self.games == [GAMES_IN_SET, GAMES_IN_SET]

    def serve(self, seat: int) -> None:
        """The seat serves the first game, if nobody does yet."""
        if self.server is None:
            self.server = seat
            self.opening = self.next_serve()

    def next_serve(self) -> Opening:
        """Who serves the next rally: the whole game one player, in a tie-break by ``tb_serve``."""
        if self.server is None:
            return Opening("server")
        turn = 0
        if self.tiebreak():
            turn = self.rallies if self.params["tb_serve"] == "single" else (self.rallies + 1) // 2
        return Opening("server", ((self.server + turn) % 2,))

    def settle(self, end: Ending) -> dict[str, Any]:
        """One rally."""
        if self.server is None:
            self.server = end.opener
        before = list(self.points)
        losers = [0, 1] if end.by is None else [1 - end.by]
        lost = self.lost_tiebreak(end, losers) if self.tiebreak() else self.lost_game(end, losers)
        changed = [number(now - old) for now, old in zip(self.points, before, strict=True)]
        if lost is not None:
            self.end_unit(lost, end)
        self.opening = self.next_serve()
        return {"recorded": changed, "carry": 0}

    def lone(self, end: Ending, seat: int, tile: frozenset[tuple[int, int]], value: int) -> bool:
        """Whether the seat was left with exactly this tile."""
        if end.hands is not None:
            return end.hands[seat] == tile
        return end.points[seat] == value and end.counts is not None and end.counts[seat] == 1

    def minimal(self, end: Ending, seat: int) -> int | None:
        """The number of tiles of a hand that is a minimal sequence, or None."""
        count = end.counts[seat] if end.counts else 0
        total = pips(end.hands[seat]) if end.hands is not None else end.points[seat]
        return count if count >= 2 and total == cheapest(count) else None

    def lost_game(self, end: Ending, losers: list[int]) -> int | None:
        """Add the rally to the game; returns who lost the game with it."""
        for seat in losers:
            count = self.minimal(end, seat)
            if count is None:
                self.points[seat] += end.points[seat]
            else:
                self.points[seat] /= count
        for seat in (0, 1):
            own, other = self.points[seat], self.points[1 - seat]
            if own >= GAME_LOST and (other < SAFE or own - other >= LEAD):
                return seat
        return None

    def lost_tiebreak(self, end: Ending, losers: list[int]) -> int | None:
        """Add the rally to the tie-break; returns who lost the tie-break with it."""
        self.rallies += 1
        for seat in losers:
            if self.lone(end, seat, SIX, 75):
                return seat
        zeros = [seat for seat in losers if self.lone(end, seat, ZERO, 50)]
        if zeros:
            self.points[zeros[0]] += 2
        elif len(losers) == 1 or end.points[0] == end.points[1]:
            for seat in losers:
                self.points[seat] += 1
        else:
            self.points[0 if end.points[0] > end.points[1] else 1] += 1
        for seat in (0, 1):
            if self.points[seat] >= TIEBREAK_POINTS and self.points[seat] - self.points[1 - seat] >= 2:
                return seat
        return None

    def end_unit(self, loser: int, end: Ending) -> None:
        """A game or tie-break is lost: next game, set or match."""
        winner = 1 - loser
        was_tiebreak = self.tiebreak()
        self.games[winner] += 1
        self.points = [Fraction(0), Fraction(0)]
        self.rallies = 0
        if was_tiebreak or (self.games[winner] >= GAMES_IN_SET and self.games[winner] - self.games[loser] >= 2):
            self.sets[winner] += 1
            self.games = [0, 0]
        if self.server is not None:
            self.server = 1 - self.server
        if not was_tiebreak and not self.tiebreak() and self.result() is None and self.lone(end, loser, SIX, 75):
            self.points[loser] = Fraction(CARRIED)

    def result(self) -> dict[str, Any] | None:
        """``sets_to_win`` sets win the match."""
        for seat in (0, 1):
            if self.sets[seat] >= self.params["sets_to_win"]:
                return self.match_end("score", [1 - seat])
        return None

    def dump(self) -> list[dict[str, Any]]:
        """Accounts as written; in a tie-break its points replace those of the game."""
        name = "tiebreak" if self.tiebreak() else "points"
        return [{"sets": self.sets[s], "games": self.games[s], name: number(self.points[s])} for s in (0, 1)]

    def load(self, line: dict[str, Any]) -> bool:
        """Starting accounts in the form of ``dump``."""
        accounts = line.get("accounts")
        if accounts is None:
            return True
        if not isinstance(accounts, list) or len(accounts) != 2:
            return False
        try:
            self.sets = [int(a["sets"]) for a in accounts]
            self.games = [int(a["games"]) for a in accounts]
            name = "tiebreak" if self.tiebreak() else "points"
            self.points = [Fraction(a[name]) for a in accounts]
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            return False
        return True
