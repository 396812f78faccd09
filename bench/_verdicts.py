"""Runs on MicroPython: print kind and microseconds of every verdict of a few rounds: ``_verdicts.py GAME ROUNDS``."""

import gc
import sys
import time

from _lines import next_line
from domino_rules.games import new_match
from domino_rules.prng import Prng
from domino_rules.referee import Referee
from domino_rules.tiles import tile_set


def timed(referee, line):
    """(answer, microseconds) of a line; collections happen before it, as on a table that has time to breathe."""
    gc.collect()
    start = time.ticks_us()
    out = referee.feed(line)
    return out, time.ticks_diff(time.ticks_us(), start)


def main(game, rounds):
    """Judge so many rounds, and before each play and draw a pass of that seat and one of the next: two breaches."""
    seats = 4 if new_match(game, 4)[1] is None else 2
    random = Prng(11)
    referee = None
    deck = list(range(tile_set(6).size))
    while rounds:
        if referee is None or referee.phase == "match_over":
            referee = Referee()
            referee.feed({"type": "match", "v": 1, "game": game, "seats": ["P"] * seats})
        line = next_line(referee, deck, random)
        for seat in (line["seat"], (line["seat"] + 1) % seats) if line["type"] in ("play", "draw") else ():
            out, took = timed(referee, {"type": "pass", "seat": seat})
            if out[0]["ok"]:
                raise ValueError(out[0])
            print("breach", took)
        out, took = timed(referee, line)
        if not out[0]["ok"]:
            raise ValueError(out[0])
        kind = "deal" if line["type"] == "deal" else "play"
        if [1 for answer in out if answer["type"] in ("round_end", "match_end")]:
            kind = "end"
            rounds -= 1
        print(kind, took)


main(sys.argv[1], int(sys.argv[2]))
