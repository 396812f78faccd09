"""What the two judges once read differently, one short record each, and how it was settled.

Each case names the sentence that decides; where no sentence does, docs/rules.md or docs/record-format.md ("Decisions")
states the reading chosen. Both judges must give the same answer to every line, and the last answer is written out here.
"""

from __future__ import annotations

from typing import Any

import pytest

from .compare import engine, outputs
from .forms import Line
from .record import Judge

ENGINE = engine("domino_rules.referee:Referee")


def tiles(text: str) -> list[str]:
    """``"12 36"`` -> ["1-2", "3-6"]."""
    return [f"{word[0]}-{word[1]}" for word in text.split()]


def match(game: str, seats: int, preset: str | None = None, **params: Any) -> Line:
    """A match line."""
    line: Line = {"type": "match", "v": 1, "game": game, "seats": ["P"] * seats, "params": params}
    return line | ({"preset": preset} if preset else {})


def deal(*hands: str | int, **more: Any) -> Line:
    """A deal; a number is an unseen hand."""
    return {"type": "deal", "hands": [h if isinstance(h, int) else tiles(h) for h in hands], **more}


def play(seat: int, tile: str, end: str | None = None, **more: Any) -> Line:
    """A tile laid."""
    return {"type": "play", "seat": seat, "tile": tiles(tile)[0]} | ({"end": end} if end else {}) | more


def moves(seat: int, *laid: str) -> Line:
    """A compound move: ``"46L"`` names the end, ``"44"`` leaves it out."""
    parts = [{"tile": tiles(m)[0]} | ({"end": m[2]} if len(m) > 2 else {}) for m in laid]
    return {"type": "play", "seat": seat, "moves": parts}


def draw(seat: int, tile: str | None = None) -> Line:
    """A tile from the bazaar."""
    return {"type": "draw", "seat": seat} | ({"tile": tiles(tile)[0]} if tile else {})


def passes(seat: int) -> Line:
    """A knock."""
    return {"type": "pass", "seat": seat}


def reveal(seat: int, hand: str) -> Line:
    """A hand shown."""
    return {"type": "reveal", "seat": seat, "hand": tiles(hand)}


def lot(seat: int, tile: str) -> Line:
    """A tile drawn for the opening."""
    return {"type": "lot", "seat": seat, "tile": tiles(tile)[0]}


def result(**told: Any) -> Line:
    """A round entered by a scorekeeper."""
    return {"type": "result", **told}


def note(t: int) -> Line:
    """A line with a time."""
    return {"type": "note", "text": "a storm", "t": t}


def strike(ref: int, to: Line | None = None, **more: Any) -> Line:
    """An arbiter's correction."""
    return {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": "looked again", **more}


def turned(rows: list[str]) -> list[Line]:
    """Kolbasa: every tile of both rows turned up in vain, seat 1 first, until the longer row has been through."""
    queues = [tiles(row)[::-1] for row in rows]
    lines: list[Line] = []
    for i in range(sum(map(len, queues))):
        seat = 1 - i % 2
        lines.append({"type": "turn_up", "seat": seat, "tile": queues[seat][i // 2]})
    return lines


BEATEN = [match("block_draw", 4), deal("44 46 22 13 05", 5, "24 56 00 45 04", 5)]
SHORT_ROWS = ["00 01 02 03 04 11", "12 13 14 22 23 24 33"]
LISTED = [
    match("kozel_125", 3, draw_mode="one"),
    deal(7, 7, "66 13 25 46 23 01 02", stock=tiles("11 33 44 55 00 12 03")),
    play(0, "22"),
    draw(1),
    passes(1),
    play(2, "25", "R"),
]
MIXED = [deal(7, 7, 7, 7), play(0, "11"), play(1, "14", "L"), play(2, "13", "R"), play(3, "34", "R")]
PAIRED, CROSS = match("general_kozel", 4, multi_double_mix=True), match("osyol", 4, multi_double_mix=True)
SIXES = [deal(7, 7, 7, 7), play(0, "11"), play(1, "16", "L"), play(2, "10", "R"), play(3, "62", "L")]
NEEDY = match("osyol", 2, close_needs_cross=True)
LATE_CROSS = [deal(7, 7), play(0, "25"), play(1, "22", "L")]
BY_HAND = result(reason="exit", by=1, points=[1, 0, 2, 3])
TENNIS = match("domino_tennis", 2)
SERVE = [
    match("domino_tennis", 2, draw_mode="one"),
    {"type": "claim", "seat": 0, "what": "serve"},
    deal("01 02 03 04 05 06 12", "13 14 15 16 23 24 25"),
    draw(0, "26"),
]
SIX_ZEROS = reveal(0, "00 01 02 04 05 06 22")
DISPROVED = [
    match("kozel", 2, "yard", hand=3, draw_mode="one"),
    deal(3, 3),
    play(0, "11"),
    draw(1),
    passes(1),
    play(0, "15", "R"),
    reveal(1, "14 22 33 44"),
]

# name: (lines, what the last one is answered: codes of verdicts, types and facts of derived lines)
CASES: dict[str, tuple[list[Line], list[Any]]] = {
    # format 2, "wrong seat wrong_turn": a seen hand whose best tile is beaten by one on the table does not open
    "02 a seen hand that cannot open is out of turn": ([*BEATEN, play(2, "24")], ["wrong_turn"]),
    "02 also when it draws": ([*BEATEN, draw(2)], ["wrong_turn"]),
    "02 also when it passes": ([*BEATEN, passes(2)], ["wrong_turn"]),
    # 1.4 "The first tile of a round is always single": the tile laid first opens, the others are too many
    "02 several tiles at the opening": (
        [match("kozel", 3, bazaar_reserve=2), deal("12 45 66 46 26 01 13", 7, 7), moves(1, "44", "06")],
        ["too_many_tiles"],
    ),
    # 3.1: draw_mode is a parameter of every game with a bazaar; 2.12 "draws until one appears"
    "08 the server draws on under draw_mode one": ([*SERVE, draw(0, "34")], ["ok"]),
    "08 the receiver does not": ([*SERVE, draw(0, "66"), play(0, "66"), draw(1, "55"), draw(1, "45")], ["false_draw"]),
    # 2.12 "Receiver unable to answer the serve and forced to draw": once
    "08 one serve is one ace": (
        [*SERVE[:2], deal("66 01 02 03 04 05 12", "13 14 15 23 24 25 34"), play(0, "66"), draw(1, "55")],
        ["ok", "event"],
    ),
    "08 also when both have passed since": (
        [
            *SERVE[:2],
            deal("66 01 02 03 04 05 12", "13 14 15 23 24 25 34"),
            play(0, "66"),
            draw(1, "55"),
            passes(1),
            draw(0, "11"),
            passes(0),
            draw(1, "44"),
        ],
        ["ok"],
    ),
    # a decision: a number of tiles that nobody told is not guessed
    "09 75 points without counts are no lone 6-6": (
        [TENNIS, result(reason="exit", by=0, points=[0, 75], opener=0)],
        ["ok", ("round_end", [{"sets": 0, "games": 1, "points": 0}, {"sets": 0, "games": 0, "points": 0}])],
    ),
    "09 with counts they are": (
        [TENNIS, result(reason="exit", by=0, points=[0, 75], opener=0, counts=[0, 1])],
        ["ok", ("round_end", [{"sets": 0, "games": 1, "points": 0}, {"sets": 0, "games": 0, "points": 25}])],
    ),
    # 2.8 "redraw ties"
    "10 equal lots decide nothing": (
        [match("muggins", 2), lot(0, "11"), lot(1, "11"), deal(7, 7), play(1, "24")],
        ["ok"],
    ),
    # format 1 "one per seat, again after equal pips": drawn again without need they change nothing
    "10 decided lots stay": (
        [match("kolbasa", 2), lot(0, "04"), lot(1, "44"), lot(1, "25"), lot(0, "46"), deal(14, 14), play(0, "12")],
        ["wrong_turn"],
    ),
    # 2.10 "with known rows at once": the thirteenth miss has shown the last tile
    "12 rows that were turned up are known": (
        [match("kolbasa", 2, hand=7), deal(7, 7), play(0, "55"), *turned(SHORT_ROWS)],
        ["ok", ("round_end", [{"score": 12}, {"score": 33}])],
    ),
    # format 1 "between rounds, one per seat": a lot serves the next round, entered by hand or not
    "13 lots of an earlier round are spent": (
        [
            match("muggins", 2),
            lot(1, "66"),
            result(reason="fish", fisherman=0, points=[5, 5]),
            lot(0, "11"),
            deal(7, 7),
            play(0, "24"),
        ],
        ["ok"],
    ),
    # format 2, wrong_hand: a listed tile can only have come to the seat that has drawn
    "15 a tile of the listed bazaar cannot be laid undrawn": (
        [*LISTED, play(0, "24", "L"), play(1, "53", "R"), play(2, "31"), play(0, "11", "R")],
        ["wrong_hand"],
    ),
    "15 nor shown": ([*LISTED, reveal(0, "24 35 11 04 05 06")], ["wrong_hand"]),
    "15 but by the seat that has drawn": ([*LISTED, play(0, "24", "L"), play(1, "44", "L")], ["ok"]),
    "15 a tile that was dealt cannot be drawn": ([*LISTED, draw(0, "63")], ["duplicate_tile"]),
    # "state after correct-to-null equals the state without the line"
    "17 the time of a struck line is struck": ([TENNIS, note(5), note(99), strike(3), note(98)], ["ok"]),
    # format 2 "bad_line": what cannot be understood has no time, a lot in a round like a deal in a round
    "17 nor does a line in the wrong place have a time": (
        [match("kozel", 2), deal(7, 7), lot(0, "11") | {"t": 9}, note(8)],
        ["ok"],
    ),
    "17 nor a deal for too few seats": (
        [match("kozel", 3), {"type": "deal", "hands": [7, 7], "t": 9}, note(8)],
        ["ok"],
    ),
    "17 but a breach has": ([match("kozel", 2), deal(7, 7), passes(0) | {"t": 9}, note(8)], ["bad_line"]),
    "17 that of the correction is not": ([TENNIS, note(5), note(99), strike(3, t=100), note(98)], ["bad_line"]),
    # 2.5 "next seat clockwise of round k-1's opener, any tile": nobody told who that was
    "18 after a round without opener anybody opens in turn": (
        [match("sport", 4), BY_HAND, deal(7, 7, 7, 7), play(3, "23")],
        ["ok"],
    ),
    "18 with an opener the next seat does": (
        [match("sport", 4), BY_HAND | {"opener": 1}, deal(7, 7, 7, 7), play(3, "23")],
        ["wrong_turn"],
    ),
    # 3.1: opener_who is a parameter of every game in pairs
    "18 partners agree on it there, too": (
        [match("sport", 4, opener_who="either_partner"), BY_HAND | {"opener": 1}, deal(7, 7, 7, 7), play(0, "23")],
        ["ok"],
    ),
    # 1.8 "any initial hand … before the opening"
    "19 a hand shown before the opening is dealt again": (
        [match("kozel", 3), deal(7, 7, 7), SIX_ZEROS],
        ["ok", "redeal"],
    ),
    "19 the opener stays": (
        [
            match("kozel", 3),
            result(reason="exit", by=1, points=[3, 0, 3]),
            deal(7, 7, 7),
            SIX_ZEROS,
            deal(7, 7, 7),
            play(1, "23"),
        ],
        ["ok"],
    ),
    "19 not after it": ([match("kozel", 3), deal(7, 7, 7), play(1, "11"), SIX_ZEROS], ["ok"]),
    # format 2: too_many_tiles stands before illegal_close
    "20 a second tile that is no half is too many, closed or not": (
        [PAIRED, *SIXES, play(3, "66", closed=True)],
        ["too_many_tiles"],
    ),
    # 1.4 two_ends "needs two different end values"; all_ends "each on its own end"
    "21 two ends of one value are no two ends": (
        [match("kozel", 4, "yard", multi_double="two_ends", multi_double_mix=True), *MIXED, moves(0, "46L", "44R")],
        ["wrong_tile"],
    ),
    "21 on a cross they are, and the end that is left need not be named": (
        [CROSS, *MIXED, moves(0, "46L", "44")],
        ["ok"],
    ),
    "21 nor in a later line": ([CROSS, *MIXED, play(0, "46", "L"), play(0, "44", closed=True)], ["ok"]),
    "21 nor for the tile named first": ([CROSS, *MIXED, moves(0, "46", "44R")], ["ok"]),
    # format 1 "on the ends as they were before the first": the cross must have been there
    "22 a cross made by this move allows no closing": (
        [NEEDY, *LATE_CROSS, play(1, "55", closed=True)],
        ["illegal_close"],
    ),
    "22 an earlier one does": (
        [NEEDY, *LATE_CROSS, play(0, "21", "U"), play(1, "55", "R"), play(1, "11", closed=True)],
        ["ok"],
    ),
    # format 1 "`awards` (per side)", "`counts` (tiles per seat)"
    "24 awards for too few sides are no line": (
        [match("muggins", 3), result(reason="exit", by=0, points=[0, 5, 6], awards=[5, 5])],
        ["bad_line"],
    ),
    "24 a deal for too few seats is none, whatever its tiles": (
        [match("muggins", 4), {"type": "deal", "hands": [["9-9"], 5]}],
        ["bad_line"],
    ),
    "24 nor are counts for too few seats": (
        [TENNIS, result(reason="exit", by=0, points=[0, 5], counts=[0])],
        ["bad_line"],
    ),
    # 1.6: points during a round are the fives games' own
    "24 awards are nothing where the ends are not counted": (
        [TENNIS, result(reason="exit", by=0, points=[0, 5], awards=[5, 5])],
        ["ok", ("round_end", [{"sets": 0, "games": 0, "points": 0}, {"sets": 0, "games": 0, "points": 5}])],
    ),
    # format 2 "Unknown fields are kept and ignored"
    "25 a pass has no tile": (
        [match("kozel", 2), deal("11 12 13 04 05 26 22", 7), play(0, "11"), passes(1) | {"tile": 3}],
        ["false_pass"],
    ),
    "25 a deal has no seat": ([match("kozel", 2), deal(7, 7) | {"seat": "L"}], ["ok"]),
    # 2.7 "nobody holds it: 1-1 … 6-6, 0-0": the order of the doubles is the parameter double_order (P4)
    "26 the double in place of 2-3 is the least by double_order": (
        [match("telefon", 2, double_order="0..6"), deal("03 56 02 00 45 16 06", "15 36 46 04 12 24 55"), play(0, "00")],
        ["ok"],
    ),
    "26 which is 0-0 last without a word": (
        [match("telefon", 2), deal("03 56 02 00 45 16 06", "15 36 46 04 12 24 55"), play(0, "00")],
        ["wrong_turn"],
    ),
    # 2.3 "whichever of the two partners they agree on": either may act, so what is wrong is the pass
    "27 a partner who may open passes wrongly, not out of turn": (
        [
            match("kozel_pairs", 4, opener_who="either_partner"),
            result(reason="exit", by=0, points=[0, 5, 5, 5]),
            deal(7, 7, 7, 7),
            passes(2),
        ],
        ["false_pass"],
    ),
    # 1.5 test N "no hand holds a legal placement": as many passes as seats only stand for it
    "28 passes make no fish while a hand that was shown fits": (
        [
            match("kozel", 2, "yard", hand=14),
            deal(14, 14),
            play(0, "11"),
            passes(1),
            reveal(1, "12 02 03 04 05 06 22 23 24 25 26 33 34 35"),
            passes(0),
        ],
        ["ok"],
    ),
    # 2.4 "until its holder next opens holding 6-6": of a round entered by hand only the first tile is known
    "29 what the opener held in an earlier round says nothing of one entered by hand": (
        [
            match("morskoy_kozel", 2, hundred_if_not_held="persist", hand=2),
            result(reason="exit", by=1, points=[3, 0]),
            deal("12 03", "66 16"),
            play(1, "16"),
            play(0, "12", "L"),
            play(1, "66", "R"),
            result(reason="exit", by=0, points=[0, 5], opener=1, first="1-2"),
            deal(2, 2),
            play(1, "34"),
        ],
        ["ok"],
    ),
    # 2.4 "The holder of `hundred` opens the next round", "with any tile"
    "30 a match that goes on with a right to a hundred is opened by its holder": (
        [match("morskoy_kozel", 2) | {"hundred": 1}, deal(7, 7), play(1, "23")],
        ["ok"],
    ),
    "30 with eggs by 1-1": (
        [match("morskoy_kozel", 2) | {"hundred": 1, "eggs": 30}, deal("11 12 13 14 15 16 23", 7), play(1, "24")],
        ["wrong_turn"],
    ),
    # 2.4 step 3 "all accounts := 0": what was remembered is part of the account
    "31 a rival's win forgets small wins, too": (
        [
            match("morskoy_kozel", 3, small_win="remember"),
            result(reason="exit", by=0, points=[0, 5, 6]),
            result(reason="exit", by=1, points=[20, 0, 20]),
            result(reason="exit", by=2, points=[20, 20, 0]),
            result(reason="exit", by=0, points=[0, 15, 20]),
        ],
        ["ok", ("round_end", [{"score": 35}, {"score": 0}, {"score": 0}])],
    ),
    # format 2, wrong_hand: of two tiles laid from a hand of one, one is in the bazaar
    "32 a hand cannot lay more tiles than it has": (
        [match("kozel_125", 2, hand=2), deal(2, "12 13"), play(0, "11"), play(1, "12", "R"), moves(0, "11L", "22R")],
        ["duplicate_tile"],
    ),
    "32 also where both would fit": (
        [
            match("kozel_125", 2, hand=2, opener_first="lot"),
            deal(2, "35 06"),
            play(0, "13"),
            play(1, "35", "R"),
            moves(0, "11L", "55R"),
        ],
        ["wrong_hand"],
    ),
    # a decision: of two that reach the target in one round the higher has won; only telefon (2.7) calls it a draw
    "33 two at the target": (
        [
            match("all_fives", 2, end_check="round") | {"accounts": [{"score": 95}, {"score": 90}]},
            result(reason="exit", by=1, points=[10, 0], awards=[5, 0]),
        ],
        ["ok", ("round_end", [{"score": 100}, {"score": 100}]), "match_end"],
    ),
    "33 one of them higher": (
        [
            match("all_fives", 2, end_check="round") | {"accounts": [{"score": 95}, {"score": 90}]},
            result(reason="exit", by=1, points=[15, 0], awards=[5, 0]),
        ],
        ["ok", ("round_end", [{"score": 100}, {"score": 105}]), "match_end"],
    ),
    # a decision: detail is not normative, so a line in which it alone differs has not changed
    "23 a late breach is not told again for its detail": (
        [*DISPROVED, strike(7, reveal(1, "15 22 33 44"))],
        ["ok", (None, "duplicate_tile")],
    ),
    "23 nor where another tile proves it": ([*DISPROVED, strike(7, reveal(1, "16 22 33 44"))], ["ok"]),
}


def essence(line: Line) -> Any:
    """An output line in short."""
    if line["type"] == "verdict":
        return line.get("code", "ok")
    if line["type"] == "rejudged":
        return None, line.get("code")
    return (line["type"], line["accounts"]) if line["type"] == "round_end" else line["type"]


@pytest.mark.parametrize("name", CASES)
def test_settled(name: str) -> None:
    lines, expected = CASES[name]
    ours, theirs = outputs(Judge().feed, lines), outputs(ENGINE(), lines)
    assert ours == theirs
    assert [essence(line) for line in theirs[-1]] == expected
