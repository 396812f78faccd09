"""Results in the store: derived from its records, and rebuilt from them at any time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from domino_rules import packed
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from domino_table.club.fold import FoulResult, Line, MatchResult, RoundResult, fold
from domino_table.club.tables import Foul, Journal, Match, Player, Record, Round, Seat

LINE = 1  # kind of a journal record that holds a line of the game record


def now() -> str:
    """This moment in UTC, as the store writes it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def match_lines(session: Session, match: Match) -> list[Line]:
    """The input lines of a match, as the table journalled them."""
    rows = session.scalars(_lines_between(match.journal_id, match.first, match.last))
    return [line for _, line in _decoded(rows)]


def update(session: Session, journal: Journal) -> int:
    """Bring the results of a journal up to its last record; returns the number of matches that changed.

    Only the last match known and those after it can have changed.
    """
    if journal.folded >= journal.head:
        return 0
    begun = select(func.max(Match.first)).where(Match.journal_id == journal.id)
    first = session.scalar(begun) or 0
    return _derive(session, journal, first)


def rebuild(session: Session) -> int:
    """Derive all results again from the records; matches and players keep their numbers."""
    return sum(_derive(session, journal, 0) for journal in session.scalars(select(Journal)))


def _derive(session: Session, journal: Journal, first: int) -> int:
    rows = session.scalars(_lines_between(journal.id, first, journal.head))
    count = 0
    for numbers, lines in _matches(_decoded(rows)):
        _store(session, journal, numbers, fold(lines))
        count += 1
    journal.folded = journal.head
    session.flush()
    return count


def _lines_between(journal_id: int, first: int, last: int) -> Any:
    lines = select(Record).where(Record.journal_id == journal_id, Record.kind == LINE)
    return lines.where(Record.seq.between(first, last)).order_by(Record.seq)


def _decoded(rows: Any) -> Iterator[tuple[int, Line]]:
    for row in rows:
        try:
            line = packed.decode(row.payload)
        except ValueError:
            line = {"type": "unreadable"}  # keeps its number: the referee answers with an error
        yield row.seq, line


def _matches(lines: Iterator[tuple[int, Line]]) -> Iterator[tuple[list[int], list[Line]]]:
    """Part the lines at each ``match`` line; what stands before the first one belongs to a match that is not here."""
    numbers: list[int] = []
    group: list[Line] = []
    for seq, line in lines:
        if line.get("type") == "match" and group:
            yield numbers, group
            numbers, group = [], []
        if group or line.get("type") == "match":
            numbers.append(seq)
            group.append(line)
    if group:
        yield numbers, group


def _store(session: Session, journal: Journal, numbers: list[int], result: MatchResult) -> None:
    first, last = numbers[0], numbers[-1]
    there = select(func.count()).where(Record.journal_id == journal.id, Record.seq.between(first, last))
    complete = session.scalar(there) == last - first + 1
    match = session.scalar(select(Match).where(Match.journal_id == journal.id, Match.first == first))
    match = match or Match(journal_id=journal.id, first=first, stored=now())
    match.last, match.complete = last, complete
    _describe(match, result)
    match.seats, match.rounds, match.fouls = [], [], []
    session.add(match)
    session.flush()
    match.seats = [_seat(session, result, seat, name) for seat, name in enumerate(_names(result.opening))]
    match.rounds = [_round(number, each) for number, each in enumerate(result.rounds, 1)]
    match.fouls = [_foul(number, each) for number, each in enumerate(result.fouls, 1)]


def _describe(match: Match, result: MatchResult) -> None:
    opening, end = result.opening, result.end or {}
    match.game = _text(opening.get("game")) or "?"
    match.preset = _text(opening.get("preset"))
    match.params = opening["params"] if isinstance(opening.get("params"), dict) else {}
    match.profile = _text(opening.get("profile"))
    match.place, match.event, match.date = (_text(opening.get(name)) for name in ("table", "event", "date"))
    match.duration = result.duration
    match.ended = result.end is not None
    match.reason, match.draw = end.get("reason"), bool(end.get("draw"))
    match.accounts = result.accounts


def _text(value: object) -> str | None:
    return None if value is None else str(value)[:200]


def _names(opening: Line) -> list[str]:
    seats = opening.get("seats")
    return [str(name).strip()[:200] for name in seats] if isinstance(seats, list) else []


def _seat(session: Session, result: MatchResult, seat: int, name: str) -> Seat:
    end = result.end or {}
    rating = end.get("rating")
    outcome = "won" if seat in (end.get("winners") or []) else "lost" if seat in (end.get("losers") or []) else None
    return Seat(
        seat=seat,
        name=name,
        player_id=_player(session, name),
        side=seat % (result.sides or 1),
        outcome="draw" if end.get("draw") else outcome,
        rating=rating[seat] if isinstance(rating, list) and seat < len(rating) else None,
        title=(end.get("titles") or {}).get(str(seat)),
    )


def _player(session: Session, name: str) -> int | None:
    if not name:
        return None
    player = session.scalar(select(Player).where(Player.name == name))
    if player is None:
        player = Player(name=name)
        session.add(player)
        session.flush()
    return player.id


def _round(number: int, result: RoundResult) -> Round:
    end = result.end
    return Round(
        number=number,
        line=result.line,
        reason=end["reason"],
        void=bool(end.get("void")),
        by=end.get("by"),
        fisherman=end.get("fisherman"),
        carry=end.get("carry"),
        hands=end.get("hands") or [],
        recorded=end.get("recorded") or [],
        accounts=end.get("accounts") or [],
    )


def _foul(number: int, result: FoulResult) -> Foul:
    verdict = result.verdict
    remedy = verdict.get("remedy")
    return Foul(
        number=number,
        line=result.line,
        shown=result.shown,
        round=result.round,
        seat=verdict.get("seat"),
        code=verdict["code"],
        late=verdict["type"] == "late",
        certain=bool(verdict.get("certain", True)),
        remedy=remedy.get("kind") if isinstance(remedy, dict) else _text(remedy),
    )
