"""What an arbiter changes in a record: the lines that count now, plans of ``correct`` lines, what each would change.

A record is never edited (record-format.md, "Corrections"): whatever is planned here is lines to be added to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domino_rules.referee import Referee

Line = dict[str, Any]

ACTS = ("play", "draw", "pass", "turn_up", "claim", "reveal", "timeout", "result")
"""Types of lines that an arbiter may strike out or replace."""
_FREE = ("note", "ask", "answer")
"""Types that have no effect on the game: another line may take their place, but not that of an arbiter's entry."""
_NOTE: Line = {"type": "note", "text": "…"}
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
        self.entries: list[Entry] = []
        for n, line in enumerate(_effective(lines), 1):
            counts = line is not None and line.get("type") != "correct"
            outs: list[Line] = self.referee.feed(dict(line) if counts and line else dict(_NOTE))
            self.entries.append(Entry(n, line if counts else None, _counts(outs[0]), outs[0].get("code")))
            for out in outs[1:]:
                if out["type"] == "rejudged":
                    old = self.entries[out["n"] - 1]
                    self.entries[out["n"] - 1] = Entry(old.n, old.line, bool(out["ok"]), out.get("code"))

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


def _effective(lines: Sequence[Line]) -> list[Line | None]:
    """The lines as corrections make them; the last word on a line counts, so they are taken from the last."""
    now: list[Line | None] = list(lines)
    spoken: set[int] = set()
    for n in range(len(lines), 0, -1):
        line = now[n - 1]
        if line is None or line.get("type") != "correct":
            continue
        ref = line.get("ref")
        if isinstance(ref, int) and 0 < ref < n and "to" in line and ref not in spoken:
            spoken.add(ref)
            now[ref - 1] = line["to"]
    return now


def strike(ref: int) -> list[Line]:
    """Strike a line out."""
    return [{"type": "correct", "ref": ref, "to": None}]


def change(ref: int, line: Line) -> list[Line]:
    """Replace a line."""
    return [{"type": "correct", "ref": ref, "to": line}]


def insert(book: Book, line: Line, before: int | None = None) -> list[Line]:
    """Insert a line before the line of that number, or at the end.

    It takes the place of the nearest line behind it that has no effect; those between move on by one. Where there is
    none a note is written first.
    """
    count = len(book.entries)
    last = max((entry.n for entry in book.entries if not _free(entry)), default=0)
    at = last + 1 if before is None else before
    slot = next((entry.n for entry in book.entries[at - 1 :] if _free(entry)), count + 1)
    steps: list[Line] = [dict(_NOTE)] if slot > count else []
    moved: Line | None = line
    for n in range(at, slot + 1):
        steps += change(n, moved) if moved is not None else strike(n)
        moved = _about(book.entries[n - 1].line, at, slot) if n <= count else None
    for entry in book.entries[slot:]:
        if (about := _about(entry.line, at, slot)) != entry.line and about:
            steps += change(entry.n, about)
    return steps


def _about(line: Line | None, at: int, slot: int) -> Line | None:
    """A line as it is when those from ``at`` on have moved to the next number, ``slot`` at most: a ruling follows."""
    if line is None or line.get("type") != "rule" or not at <= line.get("ref", 0) < slot:
        return line
    return line | {"ref": line["ref"] + 1}


def _free(entry: Entry) -> bool:
    return entry.line is None or entry.line.get("type") in _FREE and "infraction" not in entry.line


@dataclass(frozen=True)
class Outcome:
    """What a plan would make of a record.

    Attributes:
        code: of the breach or error that the changed line itself would be; None: it would count.
        changes: other lines that are judged differently then. accounts, turn: as they are then.
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
        new
        for old, new in zip(book.entries, after.entries, strict=False)
        if (old.ok, old.code) != (new.ok, new.code) and new.n not in touched
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
    unseen = hand if hand else ~(match.table | others)
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
        return [None] if match.opening in (None, tile) else []
    halves = (match.tiles.low[tile], match.tiles.high[tile])
    return [name for name, value in match.layout.ends() if value in halves]
