"""What an arbiter changes in a record: the lines that count now, plans of ``correct`` lines, what each would change.

A record is never edited (record-format.md, "Corrections"): whatever is planned here is lines to be added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domino_rules import corrections
from domino_rules.judge import Judge
from domino_rules.referee import Referee

Line = dict[str, Any]

ACTS = ("play", "draw", "pass", "turn_up", "claim", "reveal", "timeout", "result")
"""Types of lines that an arbiter may strike out or replace."""
_EDITS = ("correct", "rule")
_FREE = ("note", "ask", "answer")
"""Types that have no effect on the game: another line may take their place, but not that of an arbiter's entry."""
_NOTE: Line = {"type": "note", "text": "…"}
_SIGNED: Line = {"by": "arbiter", "reason": "-"}
"""Of a correction, until the arbiter has signed it: without it the referee refuses it."""
_MOST_SUGGESTED = 8


@dataclass(frozen=True)
class Entry:
    """A line as it counts now (None: struck out), and the verdict on it; a breach that stands is ``ok`` with a code."""

    n: int
    line: Line | None
    ok: bool
    code: str | None


class Book:
    """A record with its corrections done. ``entries``: one for each line; ``referee``: where the game stands."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = list(lines)
        self.referee = Referee()
        edits = [n for n, line in enumerate(self.lines, 1) if self._feed(line) and line["type"] in _EDITS]
        changes = corrections.changes_of(self.referee.tape, edits, len(self.lines))
        judge = Judge()
        self.entries = [self._entry(n, judge, changes) for n in range(1, len(self.lines) + 1)]

    def _feed(self, line: Line) -> bool:
        """Whether the referee accepts it: a correction that it has refused corrects nothing."""
        return bool(self.referee.feed(dict(line))[0]["ok"])

    def _entry(self, n: int, judge: Judge, changes: tuple[dict[int, Line | None], dict[int, Line]]) -> Entry:
        line = changes[0].get(n, self.lines[n - 1])
        outs: list[Line] = corrections.step(self.referee.tape, judge, n, changes)[1]
        if line is None:
            return Entry(n, None, True, None)
        return Entry(n, line, _counts(outs[0]), outs[0].get("code"))

    def acts(self) -> list[Entry]:
        """What people did in this match and an arbiter may change, refused lines included."""
        return [entry for entry in self.entries if entry.line is not None and entry.line.get("type") in ACTS]

    def last(self) -> Entry | None:
        """The last play, draw, pass that counts."""
        return next((entry for entry in reversed(self.acts()) if entry.ok), None)


def _counts(verdict: Line) -> bool:
    """Whether a line counts: it was accepted, or is a breach that stands."""
    remedy = verdict.get("remedy")
    return bool(verdict["ok"]) or isinstance(remedy, dict) and remedy.get("kind") == "stand"


def strike(ref: int) -> list[Line]:
    """Strike a line out."""
    return [_SIGNED | {"type": "correct", "ref": ref, "to": None}]


def change(ref: int, line: Line) -> list[Line]:
    """Replace a line."""
    return [_SIGNED | {"type": "correct", "ref": ref, "to": line}]


def insert(book: Book, line: Line, before: int | None = None) -> list[Line]:
    """Insert a line before the line of that number, or at the end.

    It takes the place of the nearest line behind it that has no effect; those between move on by one, but for
    corrections: they say what other lines are and stay. Where there is no such place a note is written first.
    """
    entries = [entry for entry in book.entries if not _corrects(entry)]
    at = before or max((entry.n for entry in entries if not _free(entry)), default=0) + 1
    slot = next((entry.n for entry in entries if entry.n >= at and _free(entry)), len(book.entries) + 1)
    steps: list[Line] = [dict(_NOTE)] if slot > len(book.entries) else []
    moving = [entry for entry in entries if at <= entry.n < slot]
    places = [*(entry.n for entry in moving), slot]
    onward = dict(zip(places, places[1:], strict=False))
    for place, moved in zip(places, [line, *(_about(entry.line, onward) for entry in moving)], strict=True):
        steps += change(place, moved)
    for entry in entries:
        if entry.n > slot and (about := _about(entry.line, onward)) != entry.line:
            steps += change(entry.n, about)
    return steps


def _about(line: Line | None, onward: dict[int, int]) -> Any:
    """A line as it is when those of some numbers have moved to others: a ruling follows the line it is about."""
    ref = line.get("ref") if line and line.get("type") == "rule" else None
    return line | {"ref": onward[ref]} if line and isinstance(ref, int) and ref in onward else line


def _corrects(entry: Entry) -> bool:
    return entry.line is not None and entry.line.get("type") == "correct"


def _free(entry: Entry) -> bool:
    return entry.line is None or entry.line.get("type") in _FREE and "infraction" not in entry.line


@dataclass(frozen=True)
class Outcome:
    """What a plan would make of a record.

    Attributes:
        code: of the breach or error that the changed line itself would be; None: it would count.
        changes: other lines that count then and did not, or the other way. accounts, turn: as they are then.
    """

    code: str | None
    changes: list[Entry]
    accounts: list[Line]
    turn: int | None


def outcome(book: Book, steps: Iterable[Line]) -> Outcome:
    """Try a plan."""
    steps = list(steps)
    after = Book([*book.lines, *steps])
    named = [step for step in steps if step["type"] == "correct"]
    first = after.entries[named[0]["ref"] - 1]
    code = None if first.ok or first.line is None else first.code or "bad_line"
    touched = {step["ref"] for step in named}
    changes = [
        new for old, new in zip(book.entries, after.entries, strict=False) if old.ok != new.ok and new.n not in touched
    ]
    match = after.referee.match
    return Outcome(code, changes, match.account_lines() if match else [], after.referee.turn)


def suggest(book: Book, lying: Iterable[str] = ()) -> list[Line]:
    """Plays that the table may have missed: of the seat on turn, most likely first, and its pass.

    lying: tiles that lie on the cloth by what the table hears. One of them that does not count is what was missed, most
    likely; then come the tiles of the seat's hand, or those that nobody has shown where hands are unknown.
    """
    referee = book.referee
    match, seat = referee.match, referee.turn
    if match is None or seat is None or referee.phase != "play" or hasattr(match, "rows"):
        return []
    tiles = match.tiles
    heard = [tile for tile in (tiles.parse(name) for name in lying) if tile is not None]
    hand = match.hands[seat]
    others = sum(match.hands[other] for other in range(match.seats) if other != seat)
    unseen = ~(match.table | others) if match.unseen[seat] else hand
    unseen = match.exposed & hand & match.layout.fit or unseen  # a tile that lies open is played first
    candidates = sorted(range(len(tiles.low)), key=lambda tile: (tile not in heard, tile))
    plays: list[Line] = []
    for tile in candidates:
        if not unseen >> tile & 1 or match.table >> tile & 1:
            continue
        for end in _ends(match, tile):
            plays.append({"type": "play", "seat": seat, "tile": tiles.name(tile)} | ({"end": end} if end else {}))
    return [*plays[:_MOST_SUGGESTED], {"type": "pass", "seat": seat}]


def _ends(match: Any, tile: int) -> list[str | None]:
    if not match.layout.count:
        free = match.opening is None and match.playable() >> tile & 1
        return [None] if free or tile == match.opening else []
    halves = (match.tiles.low[tile], match.tiles.high[tile])
    return [name for name, value in match.layout.ends() if value in halves]
