"""A record line by line, with the corrections that rewrite what was judged before (format 1, ``correct``)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .forms import Line, well_formed
from .match import Match, ref_of

BLANK = object()
STRUCK = object()
TORN = object()


def read(line: dict[str, Any] | str) -> object:
    """The content of an input line: an object, BLANK, or TORN when it is no JSON."""
    if not isinstance(line, str):
        return told(line)
    if not line.strip():
        return BLANK
    try:
        return told(json.loads(line))
    except ValueError:
        return TORN


def told(value: object) -> object:
    """The line without fields that are null, which is as good as leaving them out: all but ``to`` and ``t``."""
    if not isinstance(value, dict):
        return value
    kept = {name: field for name, field in value.items() if field is not None or name in ("to", "t")}
    kept |= {"to": told(kept["to"])} if "to" in kept else {}
    if isinstance(kept.get("moves"), list):
        kept["moves"] = [told(move) for move in kept["moves"]]
    return kept


class Judge:
    """Judges a record: ``feed`` each line in order, collect the output lines."""

    def __init__(self) -> None:
        self.lines: list[object] = []
        self.match = Match()
        self.verdicts: list[Line | None] = []  # as they stand after all corrections so far
        self.accepted: set[int] = set()  # corrections that were accepted when they were written
        self.derived: list[list[Line]] = []

    def feed(self, line: dict[str, Any] | str) -> list[Line]:
        """The output lines that this input line causes."""
        content = read(line)
        n = len(self.lines) + 1
        self.lines.append(content)
        if content is BLANK:
            self.verdicts.append(None)
            self.derived.append([])
            return []
        verdict, derived = self.judge_line(n, content)
        self.verdicts.append(verdict)
        self.derived.append(derived)
        if verdict["ok"] and is_correction(content):
            self.accepted.add(n)
            return [verdict, *self.judge_again()]
        return [verdict, *derived]

    def judge_line(self, n: int, content: object) -> tuple[Line, list[Line]]:
        """Judge the content of one line, which may be struck out or no JSON."""
        if content is STRUCK:
            return {"type": "verdict", "n": n, "ok": True}, []
        if content is TORN:
            return {"type": "verdict", "n": n, "ok": False, "code": "bad_json"}, []
        verdict, derived = self.match.step(n, content)
        ref = ref_of(content)
        if verdict["ok"] and ref is not None and not (1 <= ref < n and self.lines[ref - 1] is not BLANK):
            return {"type": "verdict", "n": n, "ok": False, "code": "no_such_line"}, []
        return verdict, derived

    def judge_again(self) -> list[Line]:
        """Judge the whole record with its corrections; returns what changed, in line order."""
        old_verdicts, old_derived = self.verdicts[:-1], self.derived[:-1]
        self.match = Match()
        changes: list[Line] = []
        for number, content in enumerate(in_force(self.lines, self.accepted), 1):
            if content is BLANK:
                continue
            verdict, derived = self.judge_line(number, content)
            if number > len(old_verdicts):  # the correction itself: as written it is accepted, whatever its time
                self.verdicts[-1] = verdict
                break
            old = old_verdicts[number - 1]
            assert old is not None
            if core(verdict) != core(old):
                changes.append({"type": "rejudged", "n": number} | core(verdict))
            before = list(old_derived[number - 1])
            for line in derived:
                if line in before:
                    before.remove(line)
                else:
                    changes.append(line | {"rederived": number})
            self.verdicts[number - 1], self.derived[number - 1] = verdict, derived
        return changes


def is_correction(content: object) -> bool:
    """Whether the content of a line is a well-formed ``correct``."""
    return isinstance(content, dict) and content.get("type") == "correct" and well_formed(content)


def core(verdict: Line) -> Line:
    """The part of a verdict that a correction can change."""
    return {"ok": verdict["ok"], "code": verdict.get("code"), "seat": verdict.get("seat")}


def in_force(lines: list[object], accepted: set[int]) -> list[object]:
    """What each line says once all corrections are applied; the last correction of a line wins.

    A correction counts that was accepted when it was written, whatever is thought of its time ``t`` later.
    Read backwards: when a correction is reached, all later ones that could change or undo it are already known.
    """
    content = list(lines)
    corrected: set[int] = set()
    for number in range(len(lines), 0, -1):
        line = content[number - 1]
        refused = line is lines[number - 1] and number not in accepted
        if refused or not is_correction(line):
            continue
        assert isinstance(line, dict)
        ref = line["ref"]
        if 1 <= ref < number and ref not in corrected:
            corrected.add(ref)
            content[ref - 1] = STRUCK if line["to"] is None else line["to"]
    return content


def judge(lines: Sequence[dict[str, Any] | str]) -> list[Line]:
    """All output lines of a record."""
    judging = Judge()
    return [out for line in lines for out in judging.feed(line)]
