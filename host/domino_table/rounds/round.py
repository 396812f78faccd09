"""A round that was played: what people did, line by line, and what followed from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

Line = dict[str, Any]
Move = tuple[int, "str | None", bool]
"""A tile laid: its number, the arm (None opens), and whether it lies face down."""


@dataclass
class Turn:
    """One line of a round: a play, draw, pass or tile turned up.

    Attributes:
        moves: (tile, arm, closed) of a play.
        later: whether it goes on with the turn of the line before.
        ends, spinner, stock: as they are after it.
        out: derived lines.
    """

    kind: str
    seat: int
    moves: list[Move]
    later: bool
    ends: list[tuple[str, int]]
    spinner: int
    stock: int
    out: list[Line]


@dataclass
class Round:
    """A round as its record and the answers show it, to be looked at before the next one is played.

    Attributes:
        match: the match after it; its hands, table and layout are still those of the round.
        before: what stood before it, by the names of ``match.KEPT``.
        lots, hidden, redeal: lots drawn for it; whether hands were dealt face down; the redeal it was, or None.
        opened: the account lines before it.
        turns: what people did; end, over: its ``round_end`` and ``match_end`` lines, or None.
    """

    match: Any
    before: dict[str, Any]
    opened: list[Line]
    lots: list[Line]
    hidden: bool
    turns: list[Turn] = field(default_factory=list)
    redeal: Line | None = None
    end: Line | None = None
    over: Line | None = None
    claims: list[Line] = field(default_factory=list)

    @property
    def game(self) -> str:
        """Id of the game."""
        return type(self.match).__module__.rpartition(".")[2]

    @property
    def params(self) -> dict[str, Any]:
        """Parameters of the match, resolved."""
        params: dict[str, Any] = self.match.params
        return params

    @property
    def plays(self) -> list[Turn]:
        """The lines that laid tiles."""
        return [turn for turn in self.turns if turn.kind == "play"]

    def groups(self) -> list[list[Turn]]:
        """The plays, those of one turn together."""
        groups: list[list[Turn]] = []
        for turn in self.plays:
            if turn.later:
                groups[-1].append(turn)
            else:
                groups.append([turn])
        return groups

    def last_tiles(self) -> list[Move]:
        """What the last turn laid."""
        groups = self.groups()
        return [move for turn in groups[-1] for move in turn.moves] if groups else []

    def scored(self) -> Line | None:
        """The ``round_end`` line, where the round was played to its end."""
        return self.end if self.end and self.end["reason"] != "timeout" else None
