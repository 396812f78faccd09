"""OpenSpiel's block games beside ours.

``python_team_dominoes`` (four players, two pairs) against ``kozel_pairs``, ``python_block_dominoes`` (two players,
fourteen tiles out of play) against ``block_draw`` with a reserve of fourteen. Moves, turns and ends are the same.
Scores differ, and the tests derive theirs from our hand values:

* a pair wins by its fewer pips also when one of its players has gone out, so that the exiter's pair loses while the
  partner holds more than both opponents; an exit here always wins;
* the winner gets what the loser holds, at a block too: so does ``loser_own`` of ``kozel_pairs``, while ``block_draw``
  gives the difference;
* equal hands are a draw even where one has gone out against a lone 0-0; here he has won, if nothing;
* nobody opens by a tile: player 0 begins with any.
"""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.games import block_dominoes, team_dominoes

from .table import Table, Tile, deals

BLOCK = ("python_block_dominoes", block_dominoes, "block_draw", {"bazaar_reserve": 14, "fish_detect": "no_move"}, 2)
TEAM = ("python_team_dominoes", team_dominoes, "kozel_pairs", {"open_threshold": None, "fish_tie": "void"}, 4)


def started(game: str, module: Any, hands: list[list[Tile]]) -> Any:
    """Their state of a deal: two players get their hands one after the other, four get tiles in turn."""
    state = pyspiel.load_game(game).new_initial_state()
    order = hands[0] + hands[1] if len(hands) == 2 else [hand[i] for i in range(7) for hand in hands]
    for tile in order:
        state.apply_action(module._DECK.index(tile))
    return state


def choices(state: Any, module: Any, seat: int) -> dict[tuple[Tile, int | None], int]:
    """Their legal actions by tile and pips of the end."""
    found = {}
    for action in state.legal_actions(seat):
        move = module._ACTIONS[action]
        tile = (int(move.tile[0]), int(move.tile[1]))
        found[tile, None if move.edge is None else int(move.edge)] = action
    return found


@pytest.mark.parametrize(("game", "module", "own", "params", "seats"), [BLOCK, TEAM], ids=["block", "team"])
def test_same_choices_same_end_same_winner(game: str, module: Any, own: str, params: Any, seats: int) -> None:
    rng = random.Random(7)
    reasons = set()
    for hands in deals(100, 8, seats):
        ours, theirs = Table(own, params, hands), started(game, module, hands)
        while not theirs.is_terminal():
            seat = ours.turn()
            assert seat == theirs.current_player()
            legal = choices(theirs, module, seat)
            plays = ours.plays(seat)
            ends = ours.ends()
            assert {(tile, ends[arm] if arm else None) for tile, arm in plays} == set(legal)
            tile, arm = rng.choice(sorted(plays, key=str))
            ours.play(seat, tile, arm)
            theirs.apply_action(legal[tile, ends[arm] if arm else None])
        assert ours.turn() is None
        reasons.add(compare_ends(ours.end, theirs.returns(), own))
    assert reasons >= {"exit", "fish"}


def compare_ends(end: Any, returns: list[float], own: str) -> str:
    """Their returns follow from the hand values as the docstring says; at a fish the winners are ours."""
    sums = [sum(end["hands"][side::2]) for side in (0, 1)]
    higher = max(sums) if sums[0] != sums[1] else 0
    sign = 1 if sums[0] < sums[1] else -1
    assert [int(value) for value in returns[:2]] == [sign * higher, -sign * higher]
    recorded = end["recorded"]
    if end["reason"] == "exit":
        side = end["by"] % 2
        won = sums[1 - side]
        assert recorded == ([0, won] if (side == 0) == (own == "kozel_pairs") else [won, 0])
    elif sums[0] == sums[1]:
        assert recorded == [0, 0]
        assert end["void"]
    elif own == "kozel_pairs":
        assert recorded == [0 if value == min(sums) else value for value in sums]
    else:
        assert recorded == [max(sums) - min(sums) if value == min(sums) else 0 for value in sums]
    return str(end["reason"])
