"""What a record says of the round on the table: what people need who go on with it."""

from __future__ import annotations

from typing import Any

from domino_table.virtual.chain import Halves
from domino_table.virtual.recorded import Laid, Recorded
from domino_table.web.corrections import Book

Line = dict[str, Any]


def standing(lines: list[Line]) -> Recorded | None:
    """Where the match of these lines stands; None where they are no match."""
    book = Book(lines)
    match = book.referee.match
    if match is None:
        return None
    counted = [entry.line for entry in book.entries if entry.line is not None and entry.ok]
    deals = [number for number, line in enumerate(counted) if line["type"] == "deal"]
    plays = [line for line in counted[deals[-1] :] if line["type"] == "play"] if deals else []
    moves = [move for line in plays for move in line.get("moves", [line])]
    name = match.tiles.name
    hands = [tuple(_halves(name(tile)) for tile in match.tiles.members(hand)) for hand in match.hands]
    rows = [tuple(None if tile is None else _halves(name(tile)) for tile in row) for row in getattr(match, "rows", [])]
    return Recorded(
        playing=match.phase == "play",
        round=match.round,
        laid=tuple(_laid(move) for move in moves),
        hands=tuple(hands),
        counts=tuple(len(hand) + unseen for hand, unseen in zip(hands, match.unseen, strict=True)),
        rows=tuple(rows),
    )


def lying(game: Line) -> set[Halves]:
    """The tiles of the line in a referee's state."""
    layout = game["layout"]
    names = [layout["first"], *(name for arm in layout["arms"].values() for name in arm["tiles"])]
    return {(min(halves), max(halves)) for halves in (_halves(name) for name in names if name)}


def _laid(move: Line) -> Laid:
    return Laid(_halves(move["tile"]), move.get("end", ""), bool(move.get("closed")))


def _halves(name: str) -> Halves:
    one, other = name.split("-")
    return int(one), int(other)
