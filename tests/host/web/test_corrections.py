"""Plans of corrections: what counts in a record, where a line goes in, and what would change."""

from __future__ import annotations

from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table.web.corrections import Book, change, insert, outcome, strike, suggest

MATCH = {"v": 1, "type": "match", "game": "kozel", "preset": "graa", "seats": ["Ann", "Bob", "Cid", "Dan"]}
HANDS = [
    "1-1 1-2 1-3 0-4 5-6 2-2 3-6",
    "0-1 1-4 2-3 2-6 3-5 4-4 6-6",
    "1-5 0-2 0-3 4-5 4-6 3-3 2-5",
    "1-6 0-0 0-5 0-6 2-4 3-4 5-5",
]
DEAL = {"type": "deal", "hands": [hand.split() for hand in HANDS]}


def play(seat: int, tile: str, end: str | None = None) -> dict[str, Any]:
    return {"type": "play", "seat": seat, "tile": tile} | ({"end": end} if end else {})


OPEN = [MATCH, DEAL, play(0, "1-1")]


def correct(ref: int, to: dict[str, Any] | None) -> dict[str, Any]:
    return {"type": "correct", "ref": ref, "to": to, "by": "arbiter", "reason": "seen"}


def stands(lines: list[dict[str, Any]]) -> list[str]:
    """Acts that count, in short."""
    return [
        " ".join(str(entry.line[key]) for key in ("type", "seat", "tile", "end") if key in entry.line)
        for entry in Book(lines).acts()
        if entry.ok and entry.line
    ]


def test_a_book_counts_the_lines_as_they_are_after_their_corrections() -> None:
    lines = [*OPEN, play(1, "0-1", "R"), correct(4, None), play(1, "1-4", "R"), correct(6, play(1, "1-4", "L"))]
    assert stands(lines) == ["play 0 1-1", "play 1 1-4 L"]
    book = Book([*lines, correct(5, None)])  # the correction is struck out: the play counts again
    assert [entry.n for entry in book.acts()] == [3, 4, 6]
    assert book.last() == book.entries[3]
    assert not book.entries[5].ok  # 1-4 is a second tile now


def test_undo_strikes_the_last_line_that_counts_again_and_again_down_to_the_first_tile() -> None:
    lines = [*OPEN, play(1, "0-1", "R"), play(2, "2-5", "L")]  # the last one was refused
    for left in (["play 0 1-1"], []):
        last = Book(lines).last()
        assert last is not None
        lines += [step | {"by": "a", "reason": "b"} for step in strike(last.n)]
        assert stands(lines) == left
    assert Book(lines).last() is None


def test_a_breach_that_stands_is_what_was_done_last() -> None:
    lines = [MATCH | {"profile": "stand"}, *OPEN[1:], play(1, "5-3", "R")]
    last = Book(lines).last()
    assert last is not None
    assert (last.n, last.code) == (4, "wrong_tile")
    assert stands([*lines, *strike(4)]) == ["play 0 1-1"]


def test_a_play_put_in_at_the_end_needs_a_note_to_stand_for_it() -> None:
    book = Book(OPEN)
    steps = insert(book, play(1, "0-1", "R"))
    assert [step["type"] for step in steps] == ["note", "correct"]
    assert steps[1]["ref"] == 4
    assert stands([*OPEN, *steps]) == ["play 0 1-1", "play 1 0-1 R"]


def test_a_place_that_says_nothing_is_used_again() -> None:
    lines = [*OPEN, {"type": "ask", "id": 1, "options": ["L", "R"]}]
    assert insert(Book(lines), play(1, "0-1", "R")) == change(4, play(1, "0-1", "R"))


def test_an_infraction_that_the_arbiter_has_entered_is_no_free_place() -> None:
    entered = {"type": "note", "seat": 1, "infraction": "I10", "text": "winked", "by": "arbiter"}
    lines = [*OPEN, entered]
    for step in insert(Book(lines), play(1, "0-1", "R")):
        lines.append(step | {"by": "a", "reason": "b"} if step["type"] == "correct" else step)
    assert stands(lines) == ["play 0 1-1", "play 1 0-1 R"]
    assert Book(lines).entries[3].line == entered


def test_a_play_put_in_before_others_moves_them_on_by_one_up_to_the_next_free_place() -> None:
    lines = [*OPEN, play(2, "1-5", "L"), play(3, "0-5", "L"), {"type": "note", "text": "?"}, play(2, "4-5", "L")]
    steps = insert(Book(lines), play(1, "0-1", "R"), 4)
    assert [(step["ref"], step["to"]["tile"]) for step in steps] == [(4, "0-1"), (5, "1-5"), (6, "0-5")]
    assert stands([*lines, *steps])[:4] == ["play 0 1-1", "play 1 0-1 R", "play 2 1-5 L", "play 3 0-5 L"]


def test_a_ruling_about_a_line_that_moves_on_follows_it() -> None:
    note = {"type": "note", "text": "?"}
    rule = {"type": "rule", "ref": 5, "remedy": {"kind": "stand"}, "by": "arbiter"}
    lines = [*OPEN, play(1, "0-1", "R"), play(2, "2-5", "L"), note, rule]
    steps = insert(Book(lines), {"type": "note", "text": "seen"}, 4)
    assert [step["ref"] for step in steps] == [4, 5, 6, 7]
    assert steps[-1]["to"] == rule | {"ref": 6}
    moved = insert(
        Book([*OPEN, play(1, "0-1", "R"), play(2, "2-5", "L"), rule, note]), {"type": "note", "text": "!"}, 4
    )
    assert [step["to"].get("ref") for step in moved] == [None, None, None, 6]


def test_a_correction_in_between_stays_when_a_play_is_put_in() -> None:
    """It was moved on or taken for a free place, and what it had struck out counted again."""
    lines = [*OPEN, play(1, "0-1", "R"), correct(4, None), play(1, "1-4", "R"), play(2, "1-5", "L"), correct(7, None)]
    book = Book([*lines, *insert(Book(lines), play(0, "1-3", "L"), 3)])
    assert [(entry.line or {}).get("tile") for entry in book.entries[2:7]] == ["1-3", "1-1", None, "1-4", None]
    book = Book([*lines, *insert(Book(lines), play(2, "4-5", "R"))])
    assert stands(book.lines) == ["play 0 1-1", "play 1 1-4 R", "play 2 4-5 R"]


def test_what_the_referee_has_refused_corrects_nothing_and_breaks_nothing() -> None:
    refused = [
        correct(3, None) | {"to": 1.5},
        {"type": "correct", "ref": 3, "to": None},
        correct(1, None) | {"ref": True},
        {"type": "rule", "ref": None, "remedy": {"kind": "stand"}, "by": "arbiter"},
    ]
    book = Book([*OPEN, *refused])
    assert stands(book.lines) == ["play 0 1-1"]
    assert [step["type"] for step in insert(book, play(1, "0-1", "R"), 3)] == ["note"] + ["correct"] * 3
    assert outcome(book, insert(book, play(1, "0-1", "R"))).code is None


def test_the_table_understands_the_plan_as_the_book_does() -> None:
    lines = [*OPEN, play(2, "1-5", "L"), play(3, "0-5", "L")]
    steps = [
        step | ({"by": "arbiter", "reason": "missed"} if step["type"] == "correct" else {})
        for step in insert(Book(lines), play(1, "0-1", "R"), 4)
    ]
    referee = Referee()
    for line in [*lines, *steps]:
        outs = referee.feed(dict(line))
    assert outs[0]["ok"]
    book = Book([*lines, *steps])
    assert (referee.turn, referee.match.layout.state()) == (book.referee.turn, book.referee.match.layout.state())
    assert stands(book.lines) == ["play 0 1-1", "play 1 0-1 R", "play 2 1-5 L", "play 3 0-5 L"]


def test_a_trial_tells_what_else_would_change_and_that_a_wrong_line_would_be_refused() -> None:
    lines = [*OPEN, play(1, "0-1", "R"), play(2, "1-5", "L")]
    result = outcome(Book(lines), strike(4))
    assert (result.code, [(entry.n, entry.ok) for entry in result.changes], result.turn) == (None, [(5, False)], 1)
    assert outcome(Book(lines), change(4, play(1, "3-5", "R"))).code == "wrong_tile"
    assert outcome(Book(lines), change(4, play(1, "0-1", "L"))).changes[0].code == "wrong_tile"


def test_suggested_first_is_a_tile_that_lies_there_and_does_not_count() -> None:
    book = Book([*OPEN, play(1, "0-1", "R")])
    assert suggest(book) == [
        play(2, "0-2", "R"),
        play(2, "0-3", "R"),
        play(2, "1-5", "L"),
        {"type": "pass", "seat": 2},
    ]
    assert suggest(book, ["1-1", "0-1", "0-3"])[0] == play(2, "0-3", "R")


def test_of_unknown_hands_every_tile_that_nobody_has_shown_is_suggested() -> None:
    book = Book([MATCH, {"type": "deal", "hands": [7, 7, 7, 7]}, play(0, "1-1")])
    found = suggest(book, ["1-1"])
    assert {line["tile"] for line in found if line["type"] == "play"} <= {f"1-{n}" for n in range(2, 7)} | {"0-1"}
    assert found[-1] == {"type": "pass", "seat": 1}


@pytest.mark.parametrize("lines", [[], [MATCH], [MATCH, DEAL]])
def test_where_nothing_lies_nothing_but_the_opening_is_suggested(lines: list[dict[str, Any]]) -> None:
    found = suggest(Book(lines))
    assert found in ([], [play(0, "1-1"), {"type": "pass", "seat": 0}])


def test_nothing_is_suggested_that_would_be_refused() -> None:
    match = MATCH | {"game": "domino_tennis", "seats": ["Ann", "Bob"]}
    del match["preset"]
    dealt = {"type": "deal", "hands": [HANDS[0].replace("1-1", "0-1").replace("2-2", "0-2").split(), HANDS[3].split()]}
    server = {"type": "draw", "seat": 0, "tile": "3-3"}  # he serves with a double
    exposed = {"type": "rule", "ref": 4, "remedy": {"kind": "must_play_open_tile"}, "by": "arbiter"}
    open_tile = [*OPEN, play(1, "6-6", "R"), exposed, play(1, "1-4", "R"), play(2, "1-5", "L"), play(3, "5-5", "L")]
    for lines in (
        [match, dealt, server],
        [*open_tile, play(0, "5-6", "L")],
        open_tile[:-1],
        [*OPEN, play(1, "0-1", "R")],
    ):
        book = Book(lines)
        plays = [line for line in suggest(book) if line["type"] == "play"]
        assert plays
        assert [outcome(book, insert(book, line)).code for line in plays] == [None] * len(plays)
