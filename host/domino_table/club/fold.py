"""A match from its record: what the rules' referee makes of the lines. Pure; the store keeps what comes out."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from domino_rules.judge import FOULS, Judge
from domino_rules.referee import Referee

Line = dict[str, Any]


@dataclass
class RoundResult:
    """A ``round_end`` line, and the number of the line that caused it."""

    line: int
    end: Line


@dataclass
class FoulResult:
    """A breach: in which line it happened, at which it showed, in which round (from 1)."""

    line: int
    shown: int
    round: int
    verdict: Line


@dataclass
class MatchResult:
    """What follows from a record. ``end``: the ``match_end`` line, None while the match is on."""

    opening: Line
    rounds: list[RoundResult] = field(default_factory=list)
    fouls: list[FoulResult] = field(default_factory=list)
    end: Line | None = None
    duration: int | None = None

    @property
    def accounts(self) -> list[Any]:
        """Per side, after the last round."""
        ends = [each.end for each in self.rounds] + ([self.end] if self.end else [])
        for end in reversed(ends):
            if end.get("accounts"):
                return list(end["accounts"])
        return list(self.opening.get("accounts") or [])

    @property
    def sides(self) -> int:
        """Players or pairs."""
        return len(self.accounts) or len(self.opening.get("seats") or [])


def fold(lines: list[Line]) -> MatchResult:
    """Judge a record, the first line of which is its ``match`` line, as corrected by the arbiter at its end."""
    final = corrected(lines)
    remedies = ruled(final)
    judge = Judge()
    result = MatchResult(final[0] or {})
    on = 0  # rounds begun
    for n, line in enumerate(final, 1):
        outs = judge.judge(n, line, remedies.get(n), range(1, n).__contains__) if line else []
        if line and line.get("type") == "deal" and outs and judge.match and judge.match.phase == "play":
            on = len(result.rounds) + 1
        for out in outs:
            _take(result, n, max(on, 1), out)
        if line and isinstance(line.get("t"), int):
            result.duration = max(line["t"], result.duration or 0)
    return result


def _take(result: MatchResult, n: int, on: int, out: Line) -> None:
    kind = out["type"]
    if kind == "round_end":
        result.rounds.append(RoundResult(n, out))
    elif kind == "match_end":
        result.end = out
    elif kind == "late" or (kind == "verdict" and out.get("code") in FOULS):
        result.fouls.append(FoulResult(out.get("ref") or n, n, on, out))


def ruled(lines: list[Line | None]) -> dict[int, Any]:
    """The remedies that the arbiter's accepted ``rule`` lines give to lines, by their numbers; the last word counts."""
    if not any(line and line.get("type") == "rule" for line in lines):
        return {}
    referee = Referee()
    remedies = {}
    for n, line in enumerate(lines, 1):
        outs = referee.feed(line) if line else referee.feed_text("")
        if line and line.get("type") == "rule" and outs[0]["ok"] and line["ref"] < n:
            remedies[line["ref"]] = line["remedy"]
    return remedies


def corrected(lines: list[Line]) -> list[Line | None]:
    """The lines with each accepted correction carried out; corrections and struck lines become None.

    The last word on a line wins, so corrections are taken from the last to the first; one that is itself struck or
    replaced counts as what it has become (record-format.md section 1).
    """
    if not any(line.get("type") == "correct" for line in lines):
        return list(lines)
    referee = Referee()
    accepted = [bool(outs and outs[0].get("ok")) for outs in map(referee.feed, lines)]
    changed: dict[int, Line | None] = {}
    for n in range(len(lines), 0, -1):
        line = changed.get(n, lines[n - 1])
        if line and line.get("type") == "correct" and accepted[n - 1] and isinstance(line.get("ref"), int):
            changed.setdefault(line["ref"], line.get("to"))
    final = [changed.get(n, line) for n, line in enumerate(lines, 1)]
    return [None if line is None or line.get("type") == "correct" else line for line in final]
