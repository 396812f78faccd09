"""Sheets as CSV, results as one JSON document, a match as its game record."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from domino_rules import record
from sqlalchemy.orm import Session

from domino_table.club.fold import Line, fold
from domino_table.club.results import match_lines
from domino_table.club.tables import Match
from domino_table.export.sheets import Sheet, players

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_text(sheet: Sheet, delimiter: str = ",") -> bytes:
    """UTF-8 with a byte order mark, which Excel needs for Cyrillic; Russian and Spanish Excel part at ``;``.

    A name that a spreadsheet would take for a formula is preceded by an apostrophe.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(sheet.columns)
    writer.writerows([[_cell(value) for value in row] for row in sheet.rows])
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Any) -> Any:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str) and value.startswith(_FORMULA):
        return "'" + value
    return value


def json_text(session: Session, matches: Sequence[Match]) -> bytes:
    """``{"format", "version", "matches", "players"}``: everything the sheets hold, nested by match."""
    sheet = players(session, matches)
    document = {
        "format": "domino-table results",
        "version": 1,
        "matches": [_match(match) for match in matches],
        "players": [dict(zip(sheet.columns, row, strict=True)) for row in sheet.rows],
    }
    return (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode()


def _match(match: Match) -> dict[str, Any]:
    hidden = {"match_id", "journal_id", "player_id"}
    document = _columns(match, hidden | {"first", "last"})
    for name in ("seats", "rounds", "fouls"):
        document[name] = [_columns(each, hidden) for each in getattr(match, name)]
    return document


def _columns(row: Any, hidden: set[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__table__.columns.keys() if name not in hidden}  # noqa: SIM118


def record_text(session: Session, match: Match) -> bytes:
    """The lines of a match (record-format.md); no hand of a round that is not over."""
    lines = released(match_lines(session, match))
    return "".join(record.text(line) + "\n" for line in lines).encode()


def released(lines: list[Line]) -> list[Line]:
    """The lines as they may leave the table: after the last round that is over, tiles not yet laid become counts."""
    result = fold(lines)
    over = len(lines) if result.end else result.rounds[-1].line if result.rounds else 0
    return lines[:over] + [_without_hands(line) for line in lines[over:]]


def _without_hands(line: Line) -> Line:
    kind = line.get("type")
    changed = dict(line)
    if kind == "deal":
        if isinstance(line.get("hands"), list):
            changed["hands"] = [len(hand) if isinstance(hand, list) else hand for hand in line["hands"]]
        if isinstance(line.get("stock"), list):
            changed["stock"] = len(line["stock"])
    elif kind == "draw":
        changed.pop("tile", None)
    elif kind == "correct" and isinstance(line.get("to"), dict):
        changed["to"] = _without_hands(line["to"])
    return changed
