"""general_kozel: Generals are counted per team, and teams may rotate (rules 2.9, format: Rotation)."""

from __future__ import annotations

from typing import Any

from .scoring import Ending, Scoring


class Generals(Scoring):
    """Accounts by team; seats 0 and 2 are one team, 1 and 3 the other, further teams wait."""

    account: dict[str, Any] = {"generals": 0}

    def __init__(self, params: dict[str, Any], seats: int) -> None:
        super().__init__(params, 4)
        self.teams = params["teams"]
        self.accounts = [dict(self.account) for _ in range(self.teams)]
        self.sides = self.teams
        self.seated = [0, 1]
        self.waiting = list(range(2, self.teams))

    def side(self, seat: int) -> int:
        """The team that sits there now."""
        return self.seated[seat % 2]

    def counts(self, end: Ending) -> bool:
        """Whether the exit makes a General (``general_on``)."""
        need = {"any_exit": None, "special_double_only": {(0, 0), (6, 6)}, "only_00": {(0, 0)}}
        tiles = need[self.params["general_on"]]
        return not end.is_fish and (tiles is None or bool(tiles & set(end.last)))

    def settle(self, end: Ending) -> dict[str, Any]:
        """An exit makes the next player a General; a fish counts nothing."""
        line: dict[str, Any] = {"recorded": [0] * self.teams, "carry": 0, "general": None}
        if self.counts(end):
            assert end.by is not None
            general = (end.by + 1) % 4
            team = self.side(general)
            self.accounts[team]["generals"] += 1
            line["recorded"][team] = 1
            line["general"] = general
            if self.waiting:
                self.seated[general % 2] = self.waiting.pop(0)
                self.waiting.append(team)
        else:
            line["void"] = True
        if self.teams > 2:
            line["seated"] = list(self.seated)
        self.opening = self.next_opening(end)
        return line

    def seats_of(self, sides: list[int]) -> list[int]:
        """Seats of these teams; with rotation the teams themselves."""
        return sorted(sides) if self.teams > 2 else super().seats_of(sides)

    def result(self) -> dict[str, Any] | None:
        """A team with ``generals_limit`` Generals loses."""
        limit = self.params["generals_limit"]
        losers = [t for t, a in enumerate(self.accounts) if limit is not None and a["generals"] >= limit]
        return self.match_end("score", losers) if losers else None
