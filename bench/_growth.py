"""Runs on MicroPython: print by how many bytes the live heap grows over rounds of a match: ``_growth.py GAME ROUNDS``.

The tape, which is the record itself, is emptied before each measurement. Two windows of rounds are compared by their
least heaps: how a round ends decides what else is live for a while, but what grows is never given back.
"""

import gc
import sys

from _lines import next_line
from domino_rules.games import new_match
from domino_rules.prng import Prng
from domino_rules.referee import Referee
from domino_rules.tape import Tape
from domino_rules.tiles import tile_set

# Parameters that let a match last, where a game has such.
ENDLESS = {
    "domino_tennis": {"sets_to_win": 3},
    "general_kozel": {},
    "morskoy_kozel": {"target": None},
    "sport": {"rounds": 400},
}
WINDOW = 100


def main(game, rounds):
    """Play a window to warm up, a window, the rounds, and another window."""
    seats = 4 if new_match(game, 4)[1] is None else 2
    params = ENDLESS.get(game, {"target": None})
    line = {"type": "match", "v": 1, "game": game, "seats": ["P"] * seats, "params": params}
    random, deck = Prng(11), list(range(tile_set(6).size))
    referee, played, least = None, 0, [1 << 30, 1 << 30]
    gc.collect()
    while played < 2 * WINDOW + rounds + WINDOW:
        if referee is None or referee.phase == "match_over":
            referee = Referee()
            referee.feed(line)
        out = referee.feed(next_line(referee, deck, random))
        if not out[0]["ok"]:
            raise ValueError(out[0])
        ended = "round_end" in [answer["type"] for answer in out]
        out = None
        if ended:
            played += 1
            window = played > 2 * WINDOW
            if played > WINDOW and (not window or played > 2 * WINDOW + rounds):
                referee.tape = Tape()
                gc.collect()
                least[window] = min(least[window], gc.mem_alloc())
    print(least[1] - least[0], least[0])


main(sys.argv[1], int(sys.argv[2]))
