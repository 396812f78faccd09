"""PyPI ``dominoes`` 6.1.0 (abw333): the Puerto Rican block game of two pairs, beside ``kozel_pairs``.

Its rules are ours with these parameters, all of which a club may agree on: ``pair_count_partner`` (the exiter's partner
counts for the winners), ``fish_variant`` one (the higher pair is written the sum of all hands), ``fish_tie`` void,
no threshold, and a fish of whoever laid the last tile, doubles included. It credits the winners what we write on the
losers. Where both ends of its chain are equal it lists a tile for the left one only.
"""

from __future__ import annotations

import random

import dominoes

from .table import Table, Tile, deals

PARAMS = {
    "pair_count_partner": True,
    "fish_variant": "one",
    "fish_tie": "void",
    "open_threshold": None,
    "fisherman_ignores_double": False,
}
ROUNDS = 300


def started(hands: list[list[Tile]]) -> dominoes.Game:
    """Their game of a deal; player 0 opens."""
    theirs = [dominoes.Hand([dominoes.Domino(*tile) for tile in hand]) for hand in hands]
    first = tuple((domino, True) for domino in theirs[0])
    return dominoes.Game(dominoes.Board(), theirs, [], 0, first, 0, None)


def choices(game: dominoes.Game, ours: Table) -> set[tuple[Tile, str | None]]:
    """Their valid moves as ours: no arm for the first tile, both arms where the ends are equal."""
    ends = ours.ends()
    found: set[tuple[Tile, str | None]] = set()
    for domino, left in game.valid_moves:
        tile = (min(domino.first, domino.second), max(domino.first, domino.second))
        arms = [None] if not ends else ["L", "R"] if ends["L"] == ends["R"] else ["L" if left else "R"]
        found.update((tile, arm) for arm in arms)
    return found


def test_same_choices_same_end_same_points() -> None:
    rng = random.Random(61)
    stuck = 0
    for hands in deals(ROUNDS, 6, 4):
        ours, theirs = Table("kozel_pairs", PARAMS, hands), started(hands)
        while theirs.result is None:
            seat = ours.turn()
            assert seat == theirs.turn
            assert ours.plays(seat) == choices(theirs, ours)
            domino, left = rng.choice(theirs.valid_moves)
            ends = ours.ends()
            if ends:
                assert (ends["L"], ends["R"]) == (theirs.board.left_end(), theirs.board.right_end())
            ours.play(seat, (domino.first, domino.second), ("L" if left else "R") if ends else None)
            theirs.make_move(domino, left)
        assert ours.turn() is None
        assert ours.end is not None
        result, recorded = theirs.result, ours.end["recorded"]
        assert ours.end["reason"] == ("exit" if result.won else "fish")
        assert (ours.end["by"] if result.won else ours.end["fisherman"]) == result.player
        assert recorded[1] - recorded[0] == result.points
        assert min(recorded) == 0
        stuck += not result.won
    assert 0 < stuck < ROUNDS
