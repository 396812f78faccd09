"""The truth and the table's record are compared line by line: facts, verdicts, and what follows from them."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from domino_rules.referee import Referee
from domino_table.virtual.flashed import tips
from domino_table.virtual.truth import Judged, Truth, compare, house_rules, joint

MATCH = {"v": 1, "type": "match", "game": "kozel", "preset": "yard", "seats": ["a", "b"]}
HANDS = [["1-1", "1-2", "0-0", "3-4", "4-4", "5-5", "2-6"], ["1-6", "1-5", "6-6", "0-1", "2-2", "3-3", "0-2"]]
PLAYED: list[dict[str, Any]] = [
    {"type": "deal", "hands": HANDS},
    {"type": "play", "seat": 0, "tile": "1-1"},
    {"type": "play", "seat": 1, "tile": "1-6", "end": "R"},
    {"type": "play", "seat": 0, "tile": "5-5", "end": "L"},
    {"type": "play", "seat": 0, "tile": "2-6", "end": "R"},
    {"type": "pass", "seat": 1},
]


def truth() -> list[Judged]:
    record = Truth(MATCH)
    for t, line in enumerate(PLAYED):
        record.did(line, t * 1000)
    return record.lines


def table(lines: list[dict[str, Any]]) -> list[Judged]:
    return table_of(MATCH, lines)


def table_of(match: dict[str, Any], lines: list[dict[str, Any]]) -> list[Judged]:
    referee, found = Referee(), []
    for line in [{**match, "table": "x"}, *lines]:
        onto = joint(line, tips(referee.match)) if line["type"] == "play" else None
        found.append(Judged(line, referee.feed(copy.deepcopy(line)), 7000, onto))
    return found


def test_people_committed_two_fouls() -> None:
    assert [judged.code for judged in truth()] == [None, None, None, None, "wrong_tile", None, "false_pass"]


def test_a_record_that_says_the_same_in_other_words_is_right() -> None:
    said = copy.deepcopy(PLAYED)
    said[0]["hands"][0].reverse()
    said[2] |= {"tile": "6-1", "end": "L"}  # the first tile is a double: which of its sides is L is a convention
    said[4]["end"] = "L"
    del said[3]["end"]
    said.insert(2, {"type": "ask", "id": 1, "options": ["L", "R"]})
    said.insert(3, {"type": "answer", "id": 1, "choice": "L"})
    result = compare(truth(), table(said))
    assert (result.wrong, result.false_accusations, result.differences) == (0, 0, [])
    assert result.fouls == {"wrong_tile": 1, "false_pass": 1}
    assert len(result.delays["play"]) == 4


def test_the_arms_are_told_apart_by_the_first_tile_and_not_by_their_names() -> None:
    plain = [["5-6", "1-2", "3-4", "2-6", "0-4", "0-3", "1-4"], ["1-6", "1-5", "4-6", "0-1", "0-2", "2-3", "3-5"]]
    first, second = ({"type": "play", "seat": 0, "tile": "5-6"}, {"type": "play", "seat": 1, "tile": "1-6", "end": "R"})
    record = Truth(MATCH)
    for line in ({"type": "deal", "hands": plain}, first, second):
        record.did(line)
    turned = [{"type": "deal", "hands": plain}, {**first, "tile": "6-5"}, {**second, "end": "L"}]
    assert compare(record.lines, table(turned)).wrong == 0
    assert compare(record.lines, table([*turned[:2], second])).wrong > 0


def test_a_missing_line_is_one_difference() -> None:
    assert compare(truth(), table(PLAYED[:-1])).wrong == 1


def test_a_breach_that_was_done_when_the_table_went_dark_may_be_missing_and_nothing_else_may() -> None:
    record = Truth(MATCH)
    for line in PLAYED:
        record.did(line)
    for line in PLAYED[2], PLAYED[-1]:
        record.doubt(line)
    assert compare(record.lines, table(PLAYED)).wrong == 0
    assert compare(record.lines, table(PLAYED[:-1])).wrong == 0
    assert compare(record.lines, table(PLAYED[:2] + PLAYED[3:])).wrong > 0


@pytest.mark.parametrize("done", [(3, 4), (3, 5)])
def test_a_lost_breach_takes_the_place_of_no_other_like_it_and_parts_no_draws(done: tuple[int, int]) -> None:
    hands = [["0-0", "0-1", "0-2", "1-1", "1-2", "2-2", "4-5"], ["0-3", "0-4", "3-4", "3-3", "4-4", "5-5", "6-6"]]
    lines: list[dict[str, Any]] = [
        {"type": "deal", "hands": hands},
        {"type": "play", "seat": 0, "tile": "1-1"},
        *({"type": "draw", "seat": 1, "tile": tile} for tile in ("3-5", "2-3", "1-6")),
    ]
    for n in done:
        lines.insert(n, {"type": "play", "seat": 1, "tile": "3-3", "end": "L"})
    record = Truth(MATCH)
    for line in lines:
        record.did(line)
    kept = [table([line for n, line in enumerate(lines) if n not in lost]) for lost in ((), done[:1], done[1:], done)]
    record.doubt(lines[done[0]])
    assert [compare(record.lines, noted).wrong == 0 for noted in (kept[0], kept[1], kept[3])] == [True, True, False]
    record.doubt(lines[done[1]])
    assert [compare(record.lines, noted).wrong for noted in kept] == [0] * 4


def test_the_order_in_which_tiles_were_drawn_in_one_go_is_no_difference_where_each_might_be() -> None:
    hands = [["0-0", "0-1", "0-2", "1-1", "1-2", "2-2", "4-5"], ["0-3", "0-4", "3-4", "3-3", "4-4", "5-5", "6-6"]]
    drawn: list[dict[str, Any]] = [
        {"type": "deal", "hands": hands},
        {"type": "play", "seat": 0, "tile": "1-1"},
        *({"type": "draw", "seat": 1, "tile": tile} for tile in ("2-3", "3-5", "1-6", "4-6")),
    ]
    record = Truth(MATCH)
    for line in drawn:
        record.did(line)
    assert [judged.code for judged in record.lines[3:]] == [None, None, None, "false_draw"]
    assert compare(record.lines, table([*drawn[:2], drawn[3], drawn[2], *drawn[4:]])).wrong == 0
    assert compare(record.lines, table([*drawn[:4], drawn[5], drawn[4]])).wrong > 0


@pytest.mark.parametrize(
    ("n", "change"), [(4, {"end": "L"}), (2, {"tile": "1-5"}), (5, {"seat": 0}), (0, {"hands": [HANDS[0], 7]})]
)
def test_a_wrong_fact_is_found(n: int, change: dict[str, Any]) -> None:
    said = copy.deepcopy(PLAYED)
    said[n] |= change
    assert compare(truth(), table(said)).wrong > 0


def test_a_foul_that_nobody_committed_is_a_false_accusation() -> None:
    said = copy.deepcopy(PLAYED)
    said.insert(2, {"type": "pass", "seat": 1})
    result = compare(truth(), table(said))
    assert (result.wrong, result.false_accusations) == (1, 1)


def test_the_order_in_which_hands_were_shown_is_no_difference() -> None:
    end = {"type": "round_end", "by": 2}

    def shown(*hands: tuple[int, str], ends: bool = True) -> list[Judged]:
        lines: list[dict[str, Any]] = [{"type": "reveal", "seat": seat, "hand": [tile]} for seat, tile in hands]
        return [Judged(line, [{"ok": True}] + [end] * (ends and line is lines[-1])) for line in lines]

    assert compare(shown((0, "1-2"), (1, "3-4")), shown((1, "3-4"), (0, "1-2"))).wrong == 0
    assert compare(shown((0, "1-2"), (1, "3-4")), shown((1, "1-2"), (0, "3-4"))).wrong == 2
    assert compare(shown((0, "1-2"), (1, "3-4")), shown((1, "3-4"), (0, "1-2"), ends=False)).wrong == 1


CROSS = {"v": 1, "type": "match", "game": "muggins", "seats": ["a", "b"]}
FOUR_ARMS: list[dict[str, Any]] = [
    {
        "type": "deal",
        "hands": [["3-3", "1-3", "4-4", "0-0", "5-5", "0-4", "2-6"], ["3-6", "2-3", "0-3", "1-1", "6-6", "2-2", "4-5"]],
    },
    {"type": "play", "seat": 0, "tile": "3-3"},
    {"type": "play", "seat": 1, "tile": "3-6", "end": "U"},
    {"type": "play", "seat": 0, "tile": "1-3", "end": "R"},
    {"type": "play", "seat": 1, "tile": "6-6", "end": "U"},
]


def test_which_arm_of_a_spinner_bears_which_name_is_no_difference() -> None:
    record = Truth(CROSS)
    for line in FOUR_ARMS:
        record.did(line)
    assert [judged.onto for judged in record.lines[2:]] == [None, "3-3/3", "3-3/3", "3-6/6"]
    said = copy.deepcopy(FOUR_ARMS)
    said[2]["end"] = said[4]["end"] = "L"
    said[3]["end"] = "D"
    assert compare(record.lines, table_of(CROSS, said)).wrong == 0
    said[4]["tile"] = "1-1"
    said[4]["end"] = "D"
    assert compare(record.lines, table_of(CROSS, said)).wrong == 1


def test_house_rules_are_those_of_the_game_with_what_was_agreed() -> None:
    rules = house_rules("block_draw", None, {"target": 200}, 3)
    assert rules is not None
    assert (rules["hand"], rules["target"], rules["opener_first"]) == (5, 200, "66")
    assert house_rules("domino_tennis", None, {}, 3) is None
    assert house_rules("kozel", "sport_fid", {}, 4) is None
    assert house_rules("bridge", None, {}, 4) is None


def test_titles_that_the_format_does_not_name_are_free() -> None:
    end = {"type": "match_end", "winners": [0], "losers": [1]}

    def judged(**titles: str) -> list[Judged]:
        return [Judged({"type": "pass", "seat": 0}, [{"ok": True}, {**end, "titles": titles}])]

    assert compare(judged(a="bald"), judged(a="bald", b="kozel")).wrong == 0
    assert compare(judged(a="kozel"), judged(b="kozel")).wrong == 1
