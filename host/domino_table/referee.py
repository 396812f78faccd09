"""``domino-table referee``: judge a record file without any table (record-format.md, Command line)."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from typing import IO

from domino_rules import record, view
from domino_rules.judge import FOULS
from domino_rules.referee import Referee

NOTHING, UNREADABLE, FOUL, ERROR = 0, 2, 3, 4


class NoRecord(ValueError):
    """There is something in the file, but no whole line."""


def judge_file(path: str, states: bool, view_name: str, out: IO[str], warn: Callable[[str], None]) -> int:
    """Judge the record at ``path`` and write the referee's lines.

    Args:
        path: file of JSON lines, or ``-`` for standard input.
        states: write a ``state`` line after each input line.
        view_name: ``all``, ``public``, or the number of a seat: whose eyes the output is for.
        out: text stream that takes one canonical JSON line each.
        warn: takes a sentence on what got no verdict, or that it is no record, before its lines are answered.

    Returns:
        Exit status: 0 no foul and no error, 3 a foul (a late one counts), 4 an error.

    Raises:
        OSError: the file cannot be read; its status is 2.
        NoRecord: it is neither empty nor has a whole line; its status is 2, too.
    """
    viewer = int(view_name) if view_name.isdecimal() else view_name
    referee = Referee()
    status = NOTHING
    lines, torn = _lines(path)
    if torn and not any(line.strip() for line in lines):
        raise NoRecord("no whole line in it: a record is JSON, one object a line, each with a newline at its end")
    filled = [line for line in lines if line.strip()]
    if not filled:
        warn("there is nothing in it: no line, no verdict")
    elif not any(map(_has_type, filled)):
        warn('none of its lines is a JSON object with a "type": is it a game record (.dgr)?')
    for line in lines:
        for answer in _answers(referee, line, states):
            status = max(status, _weight(answer))
            out.write(record.text(view.shown(answer, viewer)) + "\n")
    if torn:
        out.flush()  # who sees both streams sees the sentence below the lines before it
        warn(f"line {len(lines) + 1}, the last, is torn and gets no verdict")
    return status


def _answers(referee: Referee, line: bytes, states: bool) -> list[dict[str, object]]:
    answers: list[dict[str, object]] = referee.feed_text(line)
    if states and answers:
        answers.append(referee.state())
    return answers


def _weight(answer: dict[str, object]) -> int:
    if answer["type"] == "late" or answer["type"] == "verdict" and answer.get("code") in FOULS:
        return FOUL
    return ERROR if answer["type"] == "verdict" and not answer["ok"] else NOTHING


def _lines(path: str) -> tuple[list[bytes], bool]:
    """Lines of the file, and whether a torn last one (no newline, not JSON) was dropped."""
    if path == "-":
        data = sys.stdin.buffer.read()
    else:
        with open(path, "rb") as file:
            data = file.read()
    lines = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
    last = lines.pop()
    if last.strip() and _is_json(last):
        lines.append(last)
        last = b""
    return lines, bool(last.strip())


def _has_type(line: bytes) -> bool:
    """Whether a line might belong to a record, be it a wrong one."""
    try:
        found = record.parse(line.decode())
    except (ValueError, TypeError):
        return False
    return isinstance(found, dict) and isinstance(found.get("type"), str)


def _is_json(line: bytes) -> bool:
    try:
        record.parse(line.decode())
    except ValueError:
        return False
    return True
