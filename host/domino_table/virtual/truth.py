"""What people really did, judged by the independent judge, and how far the table's record differs from it."""

from __future__ import annotations

import importlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any, Protocol

from domino_table import resources

Line = dict[str, Any]

SILENT_TYPES = ("ask", "answer", "note", "seal")
"""Lines of the table's own, without effect on the rules."""
NUMBERS = ("n", "ref", "t", "replaces")
"""Fields that count lines or time: those of the table's own lines come in between."""
TITLES = ("kozel", "osyol")
"""Titles that the format names; others, as that of the bald goat, each judge gives as it likes."""


class Judge(Protocol):
    """Takes a record line by line and returns the output lines of each; ``match`` is its state."""

    match: Any

    def feed(self, line: Line, /) -> list[Line]: ...


@dataclass(frozen=True)
class Judged:
    """An input line, what a judge made of it (its verdict first), and when it was done or journalled (µs).

    ``onto``: of a play, the tile to which it was joined and the value that they share: what the name of an arm means.
    ``doubtful``: the table may have taken it or not, nobody can know.
    """

    line: Line
    outputs: list[Line]
    at: int = 0
    onto: str | None = None
    doubtful: bool = False

    @property
    def code(self) -> str | None:
        """Foul or error code, None if the line was accepted."""
        return None if self.outputs[0]["ok"] else str(self.outputs[0]["code"])


def _naive(module: str) -> Any:
    """A module of the independent judge, which comes with the tests of the project (or with the wheel's data)."""
    folder = str(resources.judge_dir())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    return importlib.import_module(module)


def naive_judge() -> Judge:
    """The independent judge."""
    judge: Callable[[], Judge] = _naive("naive").Judge
    return judge()


def house_rules(game: str, preset: str | None, params: dict[str, Any], players: int) -> dict[str, Any] | None:
    """All parameters of a match by the independent judge's reading of the rules; None where it cannot be."""
    rules = _naive("naive.params")
    if (game, preset) not in rules.PRESETS and preset is not None or players not in rules.PLAYERS.get(game, ()):
        return None
    found: dict[str, Any] | None = rules.settle(game, players, preset, params)
    return found


class Truth:
    """The record of what people did in one match. ``did`` takes each act at the moment it is complete."""

    def __init__(self, match: Line, judge: Judge | None = None) -> None:
        self._judge = judge or naive_judge()
        self.lines: list[Judged] = []
        self._tips: dict[str | None, str] = {}
        self.over = False
        self.did(match)

    @property
    def named_opening(self) -> bool:
        """Whether a certain tile must open the round that has been dealt."""
        current = self._judge.match.round
        return current is not None and current.opening.kind == "rule"

    def did(self, line: Line, at: int = 0) -> Judged:
        """Somebody did this at ``at`` µs."""
        onto = self._onto(line) if line["type"] == "play" else None
        judged = Judged(line, self._judge.feed(dict(line)), at, onto)
        self.lines.append(judged)
        if line["type"] == "play" and judged.code is None:
            self._note_tips(line)
        self.over = self.over or any(output["type"] == "match_end" for output in judged.outputs)
        return judged

    def doubt(self, line: Line) -> None:
        """A breach that nobody does again, whose verdict nobody saw as the table went dark: it may be lost."""
        self.lines = [
            replace(judged, doubtful=True) if judged.line is line and judged.code else judged for judged in self.lines
        ]

    def _onto(self, line: Line) -> str | None:
        current = self._judge.match.round
        if current is None:
            return None
        if hasattr(current, "layout"):
            tips = {arm: ("-".join(map(str, tip.tile)), tip.value) for arm, tip in current.layout.tips.items()}
        else:  # rows: the judge knows the values of the two lines only
            tips = {arm: (self._tips.get(arm, self._tips[None]), value) for arm, value in current.ends.items()}
        return joint(line, tips)

    def _note_tips(self, line: Line) -> None:
        """An accepted play: its tile is the new tip, or the first tile of two lines."""
        if "end" in line:
            self._tips[line["end"]] = line["tile"]
        else:
            self._tips = {None: line["tile"]}


def joint(line: Line, tips: dict[str, tuple[str, int | None]]) -> str | None:
    """What a play is joined to, given the outermost tile and the open value of every arm: "2-5/5"; None: nothing.

    A line need not name the end where the tile fits only one.
    """
    if line.get("end", "").startswith("cut"):
        return "cut"
    halves = [int(half) for half in line["tile"].split("-")]
    named = [line["end"]] if "end" in line else [arm for arm, (_, value) in tips.items() if value in halves]
    joints = {f"{_written(tip)}/{value}" for tip, value in (tips[arm] for arm in named if arm in tips)}
    return joints.pop() if len(joints) == 1 else None


def facts(record: Sequence[Judged]) -> list[str]:
    """What is essential of each line and its judgement, as canonical text.

    Left out: times and numbers, the order within a hand, how a tile is written where that decides nothing, the end of a
    refused tile (nobody knows what was meant), and what record-format.md calls helpful but not normative. How an arm is
    called is a convention: what counts is the tile to which another is joined. The order in which tiles were drawn
    in one go, or hands shown, is left out where all were accepted: a table that was deaf or dark meanwhile finds the
    tiles together, and is shown a hand again.
    """
    found: list[tuple[Line, bool, Any, list[Line]]] = []
    for judged in record:
        line = {key: value for key, value in judged.line.items() if key not in NUMBERS}
        verdict = judged.outputs[0]
        if line["type"] == "match":
            line = {key: line.get(key) or {} for key in ("type", "game", "preset", "params")} | {
                "n": len(line["seats"])
            }
        elif line["type"] == "deal":
            line = {"type": "deal", "hands": [_sorted(hand) for hand in line["hands"]]}
        elif line["type"] == "play":
            line |= {"end": judged.onto if verdict["ok"] else None}
        elif line["type"] == "reveal":
            line["hand"] = _sorted(line["hand"])
        if "tile" in line:
            line["tile"] = _written(line["tile"])
        derived = [_plain(output) for output in judged.outputs[1:]]
        found.append((line, verdict["ok"], verdict.get("code"), derived))
    return [json.dumps(fact, sort_keys=True) for fact in _in_order(found)]


def _in_order(found: list[tuple[Line, bool, Any, list[Line]]]) -> Iterator[tuple[Line, bool, Any, list[Line]]]:
    """Accepted draws of one seat in a row, and accepted reveals, sorted; what follows from them follows the last."""

    def go(fact: tuple[Line, bool, Any, list[Line]]) -> Any:
        line, ok = fact[:2]
        return line["type"], line["seat"] if line["type"] == "draw" else None, ok

    for (kind, _, ok), run in groupby(found, go):
        facts = list(run)
        if kind in ("draw", "reveal") and ok:
            outputs = [output for fact in facts for output in fact[3]]
            lines = sorted((fact[0] for fact in facts), key=lambda line: json.dumps(line, sort_keys=True))
            facts = [(line, True, None, outputs if line is lines[-1] else []) for line in lines]
        yield from facts


def missing(truth: Sequence[Judged], table: Sequence[Judged]) -> bool:
    """Whether the table's record does not have the last act of the truth, or has one like it less often."""
    ours = facts(truth)
    return facts(table).count(ours[-1]) < ours.count(ours[-1])


def _plain(output: Line) -> Line:
    """A derived line without numbers, without details, and without titles that the format does not name."""
    plain = {name: value for name, value in output.items() if name not in (*NUMBERS, "detail")}
    if set(plain.get("titles", {}).values()) - {*TITLES}:
        del plain["titles"]
    return plain


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
    """Compare a match as it was with the match as the table recorded it, line by line.

    A doubtful act may be missing.
    """
    table = [judged for judged in table if judged.line.get("type") not in SILENT_TYPES]
    result = Comparison(fouls=Counter(judged.code for judged in table if judged.code is not None))
    theirs = facts(table)
    truth = _without_lost(truth, theirs)
    ours = facts(truth)
    for what, a, b, c, d in _opcodes(ours, theirs):
        if what == "equal":
            for act, noted in zip(truth[a:b], table[c:d], strict=True):
                result.delays.setdefault(act.line["type"], []).append(noted.at - act.at)
            continue
        result.wrong += max(b - a, d - c)
        accused = Counter(judged.code for judged in table[c:d] if judged.code)
        accused.subtract(Counter(judged.code for judged in truth[a:b] if judged.code))
        result.false_accusations += sum(count for count in accused.values() if count > 0)
        result.differences.append(f"line {a + 1}: people {ours[a:b]}, table {theirs[c:d]}")
    return result


def _without_lost(truth: Sequence[Judged], theirs: list[str]) -> Sequence[Judged]:
    """The acts without those doubtful ones that make them less like the facts of the table, the worst one first.

    They had been refused, so that nothing which follows is judged otherwise without them.
    """
    distance = _distance(truth, theirs)
    while distance and (doubtful := [judged for judged in truth if judged.doubtful]):
        without = [[judged for judged in truth if judged is not lost] for lost in doubtful]
        nearest = min(without, key=lambda acts: _distance(acts, theirs))
        if _distance(nearest, theirs) >= distance:
            break
        truth, distance = nearest, _distance(nearest, theirs)
    return truth


def _distance(truth: Sequence[Judged], theirs: list[str]) -> int:
    return sum(max(b - a, d - c) for what, a, b, c, d in _opcodes(facts(truth), theirs) if what != "equal")


def _opcodes(ours: list[str], theirs: list[str]) -> Sequence[tuple[str, int, int, int, int]]:
    return SequenceMatcher(None, ours, theirs, autojunk=False).get_opcodes()
