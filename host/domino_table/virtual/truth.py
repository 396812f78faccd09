"""What people really did, judged by the independent judge, and how far the table's record differs from it."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from typing import Any, Protocol

from domino_table import resources

Line = dict[str, Any]

SILENT_TYPES = ("ask", "answer", "note", "seal")
"""Lines of the table's own, without effect on the rules."""
NUMBERS = ("n", "ref", "t", "replaces")
"""Fields that count lines or time: those of the table's own lines come in between."""


class Judge(Protocol):
    """Takes a record line by line and returns the output lines of each."""

    def feed(self, line: Line, /) -> list[Line]: ...


@dataclass(frozen=True)
class Judged:
    """An input line, what a judge made of it (its verdict first), and when it was done or journalled (µs)."""

    line: Line
    outputs: list[Line]
    at: int = 0

    @property
    def code(self) -> str | None:
        """Foul or error code, None if the line was accepted."""
        return None if self.outputs[0]["ok"] else str(self.outputs[0]["code"])


def naive_judge() -> Judge:
    """The independent judge, which comes with the tests of the project (or with the wheel's data)."""
    folder = str(resources.judge_dir())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    judge: Callable[[], Judge] = importlib.import_module("naive").Judge
    return judge()


class Truth:
    """The record of what people did in one match. ``did`` takes each act at the moment it is complete."""

    def __init__(self, match: Line, judge: Judge | None = None) -> None:
        self._judge = judge or naive_judge()
        self.lines: list[Judged] = []
        self.over = False
        self.did(match)

    def did(self, line: Line, at: int = 0) -> Judged:
        """Somebody did this at ``at`` µs."""
        judged = Judged(line, self._judge.feed(dict(line)), at)
        self.lines.append(judged)
        self.over = self.over or any(output["type"] == "match_end" for output in judged.outputs)
        return judged


def facts(record: Sequence[Judged]) -> list[str]:
    """What is essential of each line and its judgement, as canonical text.

    Left out: times and numbers, the order within a hand, how a tile is written where that decides nothing, the end of a
    refused tile (nobody knows what was meant), and what record-format.md calls helpful but not normative. Which arm is
    called L is a convention of the first tile: it becomes the one of its lower half, after a double the one used first.
    """
    found, arms = [], _Arms()
    for judged in record:
        line = {key: value for key, value in judged.line.items() if key not in NUMBERS}
        verdict = judged.outputs[0]
        if line["type"] == "match":
            line = {key: line.get(key) or {} for key in ("type", "game", "preset", "params")} | {
                "n": len(line["seats"])
            }
        elif line["type"] == "deal":
            line = {"type": "deal", "hands": [_sorted(hand) for hand in line["hands"]]}
            arms = _Arms()
        elif line["type"] == "play":
            line |= {"end": arms.end(line) if verdict["ok"] else None}
        if "tile" in line:
            line["tile"] = _written(line["tile"])
        derived = [{k: v for k, v in output.items() if k not in NUMBERS} for output in judged.outputs[1:]]
        found.append(json.dumps([line, verdict["ok"], verdict.get("code"), derived], sort_keys=True))
    return found


class _Arms:
    """Names of the two arms of one round, made canonical."""

    def __init__(self) -> None:
        self._first: str | None = None
        self._swapped: bool | None = None

    def end(self, line: Line) -> str | None:
        """The canonical end of an accepted play, None for the first tile."""
        if self._first is None:
            self._first = line["tile"]
            low, high = line["tile"].split("-")
            self._swapped = None if low == high else low > high
            return None
        end: str | None = line.get("end")
        if self._swapped is None:
            self._swapped = end == "R"
        return {"L": "R", "R": "L"}.get(end or "", end) if self._swapped else end


def _sorted(hand: Any) -> Any:
    return sorted(map(_written, hand)) if isinstance(hand, list) else hand


def _written(tile: str) -> str:
    return "-".join(sorted(tile.split("-")))


@dataclass
class Comparison:
    """How the table's record differs from the truth.

    Attributes:
        wrong: lines whose facts or verdict differ, missing and additional ones included.
        false_accusations: fouls that nobody committed.
        differences: one sentence for each place.
        fouls: what the table reported, by code.
        delays: of the lines in which both agree, how much later than it was done each was journalled, by type, in µs.
    """

    wrong: int = 0
    false_accusations: int = 0
    differences: list[str] = field(default_factory=list)
    fouls: Counter[str] = field(default_factory=Counter)
    delays: dict[str, list[int]] = field(default_factory=dict)


def compare(truth: Sequence[Judged], table: Sequence[Judged]) -> Comparison:
    """Compare a match as it was with the match as the table recorded it, line by line."""
    table = [judged for judged in table if judged.line.get("type") not in SILENT_TYPES]
    result = Comparison(fouls=Counter(judged.code for judged in table if judged.code is not None))
    ours, theirs = facts(truth), facts(table)
    for what, a, b, c, d in SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes():
        if what == "equal":
            for done, noted in zip(truth[a:b], table[c:d], strict=True):
                result.delays.setdefault(done.line["type"], []).append(noted.at - done.at)
            continue
        result.wrong += max(b - a, d - c)
        accused = Counter(judged.code for judged in table[c:d] if judged.code)
        accused.subtract(Counter(judged.code for judged in truth[a:b] if judged.code))
        result.false_accusations += sum(count for count in accused.values() if count > 0)
        result.differences.append(f"line {a + 1}: people {ours[a:b]}, table {theirs[c:d]}")
    return result
