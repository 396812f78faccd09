"""What a person decides to lay in a turn: one tile, or several doubles where the game allows that."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from domino_table.virtual.chain import Layout
from domino_table.virtual.lore import Halves, Lore

HEAVY = 0.6
"""Share of choices in which the heaviest tile is taken."""
ANOTHER = 0.7
"""Share of chances to lay one more double that are taken."""
FACE_DOWN = 0.35
"""Share of doubles that are laid face down where that is allowed."""


@dataclass(frozen=True)
class Move:
    """A tile, at which end it is meant ("" = first tile of the round), and whether it is laid face down."""

    tile: Halves
    end: str
    face_down: bool = False


def choose(
    playable: Sequence[Halves], hand: Sequence[Halves], layout: Layout, lore: Lore, rng: random.Random
) -> list[Move]:
    """What to lay, first to last, of the ``playable`` tiles of a hand; all of it on the ends as they are now."""
    heavy = sorted(playable, key=lambda tile: (-sum(tile), tile))
    tile = heavy[0] if rng.random() < HEAVY else rng.choice(heavy)
    moves = [Move(tile, rng.choice(layout.fits(*tile)), _face_down(tile, layout, lore, rng))]
    if not layout.tiles or tile[0] != tile[1]:
        return moves
    for other in hand:
        if other[0] == other[1] and other != tile and len(moves) < lore.doubles:
            free = [end for end in layout.fits(*other) if end not in [move.end for move in moves]]
            if free and rng.random() < ANOTHER:
                moves.append(Move(other, rng.choice(free), _face_down(other, layout, lore, rng)))
    return moves


def _face_down(tile: Halves, layout: Layout, lore: Lore, rng: random.Random) -> bool:
    allowed = lore.closing and tile[0] == tile[1] and layout.tiles
    if not allowed or lore.closing_needs_cross and layout.spinner is None:
        return False
    return rng.random() < FACE_DOWN
