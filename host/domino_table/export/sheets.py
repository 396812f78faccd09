"""Results as flat sheets: named columns of one type each, one row per fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from domino_table.club.tables import Journal, Match, Player
from domino_table.export.files import ExportError

Row = list[Any]
_SEATS = 4


@dataclass(frozen=True)
class Sheet:
    """A table with a title row. Cells are text, integers, booleans or None."""

    name: str
    columns: list[str]
    rows: list[Row]


def chosen_matches(session: Session, numbers: Sequence[int]) -> list[Match]:
    """The matches with these numbers, all by default, in order. Raises ExportError for a number that is not there."""
    query = select(Match).order_by(Match.id)
    matches = list(session.scalars(query.where(Match.id.in_(numbers)) if numbers else query))
    unknown = sorted(set(numbers) - {match.id for match in matches})
    if unknown:
        known = session.scalars(select(Match.id).order_by(Match.id)).all()
        raise ExportError(f"there is no match {', '.join(map(str, unknown))}: {_numbers(known)}")
    return matches


def _numbers(known: Sequence[int]) -> str:
    """Which numbers there are, in words."""
    if len(known) == 1:
        return f"the only one is number {known[0]}"
    return f"matches are numbered {known[0]} to {known[-1]}" if known else "there are no matches yet"


def results(session: Session, matches: Sequence[Match]) -> Sheet:
    """One row per match and seat."""
    columns = [
        "match",
        "date",
        "event",
        "game",
        "preset",
        "seat",
        "player",
        "side",
        "outcome",
        "score",
        "rating",
        "title",
    ]
    rows = [
        [match.id, match.date, match.event, match.game, match.preset, seat.seat, seat.name, seat.side, seat.outcome]
        + [_score(match.accounts, seat.side), seat.rating, seat.title]
        for match in matches
        for seat in match.seats
    ]
    return Sheet("results", columns, rows)


def matches(session: Session, matches: Sequence[Match]) -> Sheet:
    """One row per match."""
    columns = ["match", "date", "stored", "table", "place", "event", "game", "preset", "profile"]
    columns += ["seconds", "rounds", "fouls", "ended", "reason", "draw", "winners", "losers", "complete"]
    devices = {journal.id: journal.device for journal in session.scalars(select(Journal))}
    rows = []
    for match in matches:
        seconds = None if match.duration is None else match.duration // 1000
        row = [match.id, match.date, match.stored, devices[match.journal_id], match.place, match.event, match.game]
        row += [match.preset, match.profile, seconds, len(match.rounds), len(match.fouls), match.ended, match.reason]
        row += [match.draw, _names(match, "won"), _names(match, "lost"), match.complete]
        rows.append(row)
    return Sheet("matches", columns, rows)


def rounds(session: Session, matches: Sequence[Match]) -> Sheet:
    """One row per finished round; hands by seat, points and scores by side."""
    columns = ["match", "round", "reason", "void", "by", "fisherman", "carry"]
    for name in ("hand", "recorded", "score"):
        columns += [f"{name}_{number}" for number in range(_SEATS)]
    rows = []
    for match in matches:
        names = [seat.name for seat in match.seats]
        for each in match.rounds:
            row = [match.id, each.number, each.reason, each.void, _at(names, each.by), _at(names, each.fisherman)]
            row += [each.carry, *_wide(each.hands), *_wide(each.recorded)]
            rows.append(row + [_score(each.accounts, side) for side in range(_SEATS)])
    return Sheet("rounds", columns, rows)


def players(session: Session, matches: Sequence[Match]) -> Sheet:
    """One row per player of the matches, by name."""
    names = {player.id: player.name for player in session.scalars(select(Player))}
    counts: dict[int, list[int]] = {}
    for match in matches:
        for seat in match.seats:
            if seat.player_id is None:
                continue
            count = counts.setdefault(seat.player_id, [0] * 6)
            count[0] += 1
            for place, outcome in enumerate(("won", "lost", "draw"), 1):
                count[place] += seat.outcome == outcome
            count[4] += seat.rating or 0
            count[5] += sum(foul.seat == seat.seat for foul in match.fouls)
    rows = [[names[player], *count] for player, count in sorted(counts.items(), key=lambda item: names[item[0]])]
    return Sheet("players", ["player", "matches", "won", "lost", "draw", "rating", "fouls"], rows)


def fouls(session: Session, matches: Sequence[Match]) -> Sheet:
    """One row per breach of the rules."""
    columns = ["match", "round", "line", "shown", "seat", "player", "code", "late", "certain", "remedy"]
    rows = []
    for match in matches:
        names = [seat.name for seat in match.seats]
        for foul in match.fouls:
            row = [match.id, foul.round, foul.line, foul.shown, foul.seat, _at(names, foul.seat), foul.code]
            rows.append([*row, foul.late, foul.certain, foul.remedy])
    return Sheet("fouls", columns, rows)


SHEETS: dict[str, Callable[[Session, Sequence[Match]], Sheet]] = {
    "results": results,
    "matches": matches,
    "rounds": rounds,
    "players": players,
    "fouls": fouls,
}


def _names(match: Match, outcome: str) -> str:
    return ", ".join(seat.name for seat in match.seats if seat.outcome == outcome)


def _at(items: Sequence[Any], index: int | None) -> Any:
    return items[index] if index is not None and index < len(items) else None


def _wide(items: Sequence[Any]) -> Row:
    return [_at(items, index) for index in range(_SEATS)]


def _score(accounts: Sequence[Any], side: int) -> int | None:
    """The number that the account of a side goes by, whatever the game calls it."""
    account = _at(accounts, side)
    if not isinstance(account, dict):
        return None
    for name in ("score", "generals", "sets"):
        if isinstance(account.get(name), int):
            return int(account[name])
    return None
