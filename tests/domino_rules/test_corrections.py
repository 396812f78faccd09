"""Corrections and undo in every game: everything after a corrected line is derived again, across round borders.

A match of each game is played out from seen hands, with results between the rounds; then an arbiter changes the past.
The truth of a corrected record is the record written with the corrected lines in the first place.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from domino_rules.games import GAMES
from domino_rules.referee import Referee

sys.path.insert(0, str(Path(__file__).parent))
import wild

Line = dict[str, Any]
SEATS = {"kozel_pairs": 4, "sport": 4, "general_kozel": 4, "morskoy_kozel": 3, "osyol": 3, "muggins": 3}
every_game = pytest.mark.parametrize("game", GAMES)


def honest(game: str, seed: int, rounds: int = 3) -> list[Line]:
    """Lines of legal play with seen hands, up to so many rounds or the end of the match."""
    rng, referee = Random(f"{game} {seed}"), Referee()
    lines: list[Line] = []
    line: Line = {"type": "match", "v": 1, "game": game, "seats": ["P"] * SEATS.get(game, 2)}
    if game == "domino_tennis":
        lines.append(line)
        referee.feed(line)
        line = {"type": "claim", "seat": 0, "what": "serve"}
    ended = 0
    while ended < rounds and referee.phase != "match_over":
        assert referee.n < 3000
        out = referee.feed(line)
        if out[0]["ok"]:
            lines.append(line)
        ended += sum(answer["type"] == "round_end" for answer in out)
        if referee.phase in ("await_deal", "round_over"):
            line = wild.deal_line(rng, referee, False)
        elif referee.turn is None and not hasattr(referee.match, "rows"):  # a lot that nobody drew: anybody opens
            hand = referee.match.tiles.names(referee.match.hands[0])
            line = {"type": "play", "seat": 0, "tile": hand[0]}
        else:
            line = wild.sensible(rng, referee, False)
            while line["type"] == "reveal":
                line = wild.sensible(rng, referee, False)
    # What the accepted lines say alone, without the refused ones between them
    told = judged(lines)
    assert all(out[0]["ok"] for out in told[1])
    return lines


def judged(lines: list[Any]) -> tuple[Referee, list[list[Line]]]:
    """A referee that has read the lines, and its answers; None is a blank line."""
    referee = Referee()
    return referee, [referee.feed_text("") if line is None else referee.feed(line) for line in lines]


def correct(ref: int, to: Line | None) -> Line:
    return {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": "looked again"}


def state(referee: Referee) -> Line:
    told = referee.state()
    told.pop("n")
    return told


def told_twice(lines: list[Line], ref: int, to: Line | None) -> tuple[Referee, list[Line], list[list[Line]]]:
    """Correct one line of a record; returns the referee, its answer, and what the corrected record would have said."""
    referee, _ = judged(lines)
    answer = referee.feed(correct(ref, to))
    truth, plain = judged([to if i == ref - 1 else line for i, line in enumerate(lines)])
    assert answer[0]["ok"]
    assert state(referee) == state(truth)
    return referee, answer[1:], plain


def first_of(lines: list[Line], kind: str) -> int:
    """Number of the first line of a type."""
    return next(i for i, line in enumerate(lines) if line["type"] == kind) + 1


def undone(referee: Referee, before: Line) -> None:
    """Striking the last line, a correction, brings the state before it back."""
    referee.feed(correct(referee.n, None))
    assert state(referee) == before


@every_game
def test_undo_of_the_very_first_tile(game: str) -> None:
    """The opener is on turn again with the tile in hand; every later line of the round tells why it no longer holds."""
    lines = honest(game, 1, 1)
    first = first_of(lines, "play")
    opening = lines[:first]
    referee, answer, plain = told_twice(opening, first, None)
    assert referee.turn in (lines[first - 1]["seat"], None)
    assert referee.state()["ends"] == []
    assert not referee.match.table
    whole, answer, plain = told_twice(lines, first, None)
    changed = {line["n"]: line for line in answer if line["type"] == "rejudged"}
    refused = [n for n, out in enumerate(plain, 1) if out and not out[0]["ok"]]
    assert sorted(changed) == [n for n in [first, *refused] if n != first]
    for n in refused:
        assert changed[n]["code"] == plain[n - 1][0]["code"]
    assert refused
    undone(whole, state(judged(lines)[0]))


@every_game
def test_every_line_struck_in_turn(game: str) -> None:
    """Whatever line is struck, in whatever round: the state is that of the record without it, and comes back."""
    lines = honest(game, 2)
    before = state(judged(lines)[0])
    for ref in range(2, len(lines) + 1, max(1, len(lines) // 12)):
        referee, _, _ = told_twice(lines, ref, None)
        undone(referee, before)


@every_game
def test_a_change_in_the_first_round_reaches_the_last(game: str) -> None:
    """Accounts carry a corrected first round through all later ones, which are told again, each with its line."""
    lines = honest(game, 3)
    points = [0] + [7 + seat for seat in range(1, SEATS.get(game, 2))]
    first: Line = {"type": "result", "reason": "exit", "by": 0, "points": points, "opener": 0}
    first["counts"] = [0] + [3] * (len(points) - 1)
    more: Line = {**first, "points": [0] + [value + 30 for value in points[1:]]}
    lines = [lines[0], first, *lines[1:]]
    referee, answer, plain = told_twice(lines, 2, more)
    old = judged(lines)[1]
    expected = []
    for n, (was, now) in enumerate(zip(old, plain, strict=True), 1):
        expected += [(n, line["type"]) for line in now[1:] if line not in was]
    told = [(line["rederived"], line["type"]) for line in answer if line["type"] != "rejudged"]
    assert told == expected
    assert any(kind == "round_end" for _, kind in told)
    undone(referee, state(judged(lines)[0]))


@every_game
def test_what_a_correction_makes_impossible_is_kept_and_told_why(game: str) -> None:
    """A tile read wrongly at the deal: the play of it becomes impossible, and is there again when the reading is."""
    lines = honest(game, 4, 1)
    at = first_of(lines, "deal")
    hands = [list(hand) for hand in lines[at - 1]["hands"]]
    plays = [line for line in lines if line["type"] == "play"]
    laid = [(line["seat"], move["tile"]) for line in plays for move in line.get("moves", [line])]
    seat, tile = next((seat, tile) for seat, tile in laid[::-1] if tile in hands[seat])
    other = (seat + 1) % len(hands)
    hands[seat][hands[seat].index(tile)], hands[other][0] = hands[other][0], tile
    referee, answer, plain = told_twice(lines, at, {"type": "deal", "hands": hands})
    rejudged = [line for line in answer if line["type"] == "rejudged"]
    assert rejudged
    assert all(line["ok"] or line["code"] for line in rejudged)
    assert {line["n"]: line["code"] for line in rejudged if not line["ok"]} == {
        n: out[0]["code"] for n, out in enumerate(plain, 1) if not out[0]["ok"]
    }
    undone(referee, state(judged(lines)[0]))
    assert referee.n == len(lines) + 2


def out_of_turn(referee: Referee) -> Line | None:
    """A tile that fits, laid by a seat that is not on turn; None where no such seat has one."""
    match = referee.match
    if match is None or match.phase != "play" or match.ending:
        return None
    seat = (match.turn + 1) % match.seats
    if hasattr(match, "rows"):
        tiles = [match.rows[seat][-1]]
    else:
        tiles = match.tiles.members(match.hands[seat] & ~match.tiles.doubles)
    for arm, value in match.layout.ends():
        for tile in tiles:
            if value in (match.tiles.low[tile], match.tiles.high[tile]) and not match.tiles.doubles >> tile & 1:
                return {"type": "play", "seat": seat, "tile": match.tiles.name(tile), "end": arm}
    return None


@every_game
def test_a_ruling_is_carried_through_everything_after_it(game: str) -> None:
    """A refused line that an arbiter lets stand: the state is that of a table whose profile lets it stand."""
    record: list[Line] = []
    first = ref = 0
    for seed in range(5, 40):
        lines = honest(game, seed, 2)
        first = first_of(lines, "play")
        early = out_of_turn(judged(lines[:first])[0])
        if early is not None and first < len(lines) - 1:
            ref = first + 1
            record = [*lines[:first], early, *lines[first:]]
            break
    referee, out = judged(record)
    assert out[first][0]["code"] in ("wrong_turn", "too_many_tiles")
    answer = referee.feed({"type": "rule", "ref": ref, "remedy": {"kind": "stand"}, "by": "arbiter"})
    assert answer[0]["ok"]
    # Only the line itself is let stand: all others are judged by the profile of the match
    other = Referee()
    other.feed(dict(record[0], profile="stand"))
    for line in record[1:ref]:
        other.feed(line)
    ruled = judged(record[:ref])[0]
    ruled.feed({"type": "rule", "ref": ref, "remedy": {"kind": "stand"}, "by": "arbiter"})
    assert state(ruled) == state(other)
    assert state(ruled) != state(judged(record[:ref])[0])
    for line in record[ref:]:
        ruled.feed(line)
    assert state(referee) == state(ruled)
    referee.feed(correct(referee.n, None))
    assert state(referee) == state(judged(record)[0])
