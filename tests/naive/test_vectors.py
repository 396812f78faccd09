"""The naive judge against the vectors of the rules, named by their ids."""

from __future__ import annotations

from typing import Any

import pytest

from .layout import Tip
from .openings import Opening
from .params import settle
from .record import Judge, judge
from .rounds import Round
from .scoring import rating
from .tiles import full_set, hand_value, high_rank, opening_key, redeal_reason

Line = dict[str, Any]


def match(game: str, seats: int, **more: Any) -> Line:
    """A match line."""
    return {"type": "match", "v": 1, "game": game, "seats": [f"P{s}" for s in range(seats)], **more}


def tiles(text: str) -> set[tuple[int, int]]:
    """Tiles written as "01 66"."""
    return {(int(t[0]), int(t[1])) for t in text.split()}


def remembered(*points: int, opened: dict[int, int] | None = None) -> list[Line]:
    """Threshold accounts: remembered points, or opened scores where given."""
    return [
        {
            "opened": s in (opened or {}),
            "score": (opened or {}).get(s, 0),
            "remembered": 0 if s in (opened or {}) else p,
        }
        for s, p in enumerate(points)
    ]


def ended(out: list[Line]) -> Line:
    """The last round_end of an output."""
    return [line for line in out if line["type"] == "round_end"][-1]


def shown(accounts: list[Line]) -> list[str]:
    """Accounts as "+n" (remembered) or "n" (opened)."""
    return [str(a["score"]) if a["opened"] else f"+{a['remembered']}" for a in accounts]


def test_c01_set_sizes() -> None:
    assert [len(full_set(n)) for n in (6, 9, 12, 15, 18)] == [28, 55, 91, 136, 190]


def test_c03_rank() -> None:
    ranked = sorted(tiles("00 56 36 45 66 55"), key=high_rank, reverse=True)
    assert ranked == [(6, 6), (5, 5), (0, 0), (5, 6), (3, 6), (4, 5)]


def test_c05_redeal() -> None:
    limits = {"doubles_ge": 5, "same_value_ge": 6}
    hands = ["00 11 22 33 44 01 56", "02 12 22 23 24 25 06", "00 11 22 33 06 15 24", "02 12 23 24 25 01 33"]
    assert [redeal_reason(tiles(h), limits) for h in hands] == ["doubles", "same_value", None, None]


def test_c06_opening_tile() -> None:
    def opener(held: str, order: str = "1..6,0") -> tuple[int, int]:
        return min(tiles(held), key=lambda t: opening_key(t, "lowest_double", order, 6))

    assert opener("00 22 11") == (1, 1)
    assert opener("00 66") == (6, 6)
    assert opener("00 66", "0..6") == (0, 0)
    assert opener("36 01 45 02") == (3, 6)
    assert opener("56 46") == (5, 6)


def test_k08_lone_tiles() -> None:
    assert [hand_value(tiles(h), "graa") for h in ("00", "00 01", "66")] == [10, 1, 12]


def kozel(points: list[int], by: int | None, start: list[Line], carry: int = 0, **params: Any) -> list[Line]:
    """A round of kozel entered by hand: an exit of seat ``by``, or a fish of seat 0."""
    how: Line = {"reason": "fish", "fisherman": 0} if by is None else {"reason": "exit", "by": by}
    return judge(
        [
            match("kozel", len(points), accounts=start, carry=carry, params=params),
            {"type": "result", "points": points, **how},
        ]
    )


MASHA = remembered(19, 0, 7, 4)


def test_k01_exit() -> None:
    assert shown(ended(kozel([0, 3, 13, 5], 0, MASHA))["accounts"]) == ["+0", "+3", "20", "+9"]


def test_k02_fish_all() -> None:
    assert shown(ended(kozel([2, 3, 13, 5], None, MASHA))["accounts"]) == ["+21", "+3", "20", "+9"]


def test_k03_fish_one() -> None:
    end = ended(kozel([2, 3, 13, 5], None, MASHA, fish_variant="one"))
    assert shown(end["accounts"]) == ["+0", "+0", "30", "+0"]


def test_k04_and_k06_tied_fish_carries() -> None:
    end = ended(kozel([2, 14, 14, 5], None, MASHA, fish_variant="one"))
    assert (shown(end["accounts"]), end["carry"], end["void"]) == (["+19", "+0", "+7", "+4"], 35, True)
    assert ended(kozel([10, 0, 10, 0], None, MASHA, carry=35, fish_variant="one"))["carry"] == 55


def test_k05_carry_is_claimed() -> None:
    end = ended(kozel([0, 8, 5, 3], 0, remembered(0, 0, 0, 0), carry=35, fish_variant="one"))
    assert (shown(end["accounts"]), end["carry"], end["recorded"]) == (["+0", "43", "+5", "+3"], 0, [0, 43, 5, 3])


def test_k07_only_one_round_opens() -> None:
    assert shown(ended(kozel([0, 12], 0, remembered(0, 7)))["accounts"])[1] == "+19"
    assert shown(ended(kozel([0, 12], 0, remembered(0, 19)))["accounts"])[1] == "+31"
    assert shown(ended(kozel([0, 13], 0, remembered(0, 31)))["accounts"])[1] == "44"
    assert shown(ended(kozel([3, 0], 1, remembered(0, 31)))["accounts"])[1] == "+0"


def test_k09_goats() -> None:
    out = kozel([0, 6], 0, remembered(0, 0, opened={1: 95}))
    assert out[-1]["losers"] == [1]
    assert out[-1]["titles"] == {"1": "kozel"}
    two = remembered(0, 0, 0, opened={0: 99, 1: 96})
    assert kozel([2, 9, 0], None, two)[-1]["losers"] == [0, 1]
    assert kozel([2, 9, 0], 2, two)[-1]["losers"] == [0, 1]
    assert kozel([2, 9, 0], 2, two, several_goats="highest")[-1]["losers"] == [1]


def test_k10_k11_rating() -> None:
    assert [rating(100, own) for own in (25, 100, 0, 4, 45)] == [8, 1, 10, 10, 6]
    assert [rating(32, 30), rating(32, 13), rating(20, 90)] == [1, 2, 1]


def test_k10_timeout() -> None:
    start = remembered(0, 0, 0, opened={0: 32, 1: 30, 2: 13})
    out = judge([match("kozel", 3, accounts=start), {"type": "timeout", "seat": 0}])
    assert out[1]["code"] == "timeout"
    assert out[-1]["rating"] == [0, 1, 2]
    assert out[-1]["losers"] == [0]


CHAIN = ["2-4", "4-1", "1-2", "2-2", "2-6", "6-0", "0-2", "2-3", "3-5"]


def chain_seven(
    detect: str, reserve: int, with_double: bool, holder: int | None, last_tile: bool = False
) -> tuple[Judge, list[Line]]:
    """C-07: the chain of nine tiles and 5-2, by three players whose hands keep at least two tiles (or P1 none)."""
    chain = [t for t in CHAIN if with_double or t != "2-2"] + ["5-2"]
    offset = (1 - (len(chain) - 1)) % 3  # the last tile is laid by P1
    hands: list[list[str]] = [[], [], []]
    for i, tile in enumerate(chain):
        hands[(i + offset) % 3].append(tile)
    if holder is not None:
        hands[holder].append("2-2")
    used = {frozenset(t.split("-")) for t in [*chain, "2-2"]}
    spare = [f"{a}-{b}" for a, b in sorted(full_set(6)) if frozenset((str(a), str(b))) not in used]
    size = len(hands[1]) if last_tile else 7
    for hand in hands:
        while len(hand) < size:
            hand.append(spare.pop())
    judging = Judge()
    out = judging.feed(
        match("kozel", 3, params={"fish_detect": detect, "bazaar_reserve": reserve, "redeal": None, "hand": size})
    )
    judging.match.scoring.opening.kind, judging.match.scoring.opening.seats = "seat", (offset,)
    out += judging.feed({"type": "deal", "hands": hands})
    for i, tile in enumerate(chain):
        out += judging.feed({"type": "play", "seat": (i + offset) % 3, "tile": tile, "end": "R"})
    return judging, out


def test_c07_fish_with_the_double_laid() -> None:
    for detect in ("immediate", "dead"):
        _, out = chain_seven(detect, 0, True, None)
        assert all(v["ok"] for v in out if v["type"] == "verdict")
        assert (ended(out)["reason"], ended(out)["fisherman"]) == ("fish", 1)
    judging, out = chain_seven("no_move", 0, True, None)
    assert not [v for v in out if v["type"] == "round_end"]
    assert judging.feed({"type": "pass", "seat": 2})[0]["code"] == "false_pass"


def test_c07_fish_while_the_double_is_out() -> None:
    _, out = chain_seven("immediate", 0, False, 2)
    assert ended(out)["fisherman"] == 1
    judging, out = chain_seven("dead", 0, False, 2)
    assert judging.feed({"type": "pass", "seat": 2})[0]["code"] == "false_pass"
    out = judging.feed({"type": "play", "seat": 2, "tile": "2-2", "end": "L"})
    assert (ended(out)["reason"], ended(out)["fisherman"]) == ("fish", 1)


def test_c07_fish_with_the_double_in_the_bazaar() -> None:
    _, out = chain_seven("immediate", 0, False, None)
    assert ended(out)["fisherman"] == 1
    judging, _ = chain_seven("dead", 0, False, None)
    bazaar = judging.match.round.holdings.bazaar()  # type: ignore[union-attr]
    for a, b in sorted(bazaar - {(2, 2)}) + [(2, 2)]:
        assert judging.feed({"type": "draw", "seat": 2, "tile": f"{a}-{b}"})[0]["ok"]
    out = judging.feed({"type": "play", "seat": 2, "tile": "2-2", "end": "R"})
    assert (ended(out)["reason"], ended(out)["fisherman"]) == ("fish", 1)


DEAL = [["1-1", "1-2", "0-3", "0-4", "0-5", "0-6", "3-4"], ["2-2", "2-3", "3-5", "3-6", "4-5", "4-6", "5-5"]]


def test_c10_no_pass_and_no_draw_while_a_tile_fits() -> None:
    out = judge(
        [
            match("kozel", 2),
            {"type": "deal", "hands": DEAL},
            {"type": "pass", "seat": 0},
            {"type": "draw", "seat": 0},
            {"type": "play", "seat": 1, "tile": "2-2"},
            {"type": "play", "seat": 0, "tile": "1-2"},
            {"type": "play", "seat": 0, "tile": "1-1"},
            {"type": "play", "seat": 0, "tile": "1-2", "end": "L"},
            {"type": "pass", "seat": 1},
            {"type": "draw", "seat": 1, "tile": "0-0"},
            {"type": "draw", "seat": 1, "tile": "1-3"},
            {"type": "draw", "seat": 1},
            {"type": "play", "seat": 1, "tile": "1-3", "end": "L"},
            {"type": "pass", "seat": 0},
            {"type": "draw", "seat": 0},
        ]
    )
    assert [v.get("code") for v in out] == [
        None,
        None,
        "false_pass",
        "false_draw",
        "wrong_turn",
        "wrong_opening",
        None,
        "too_many_tiles",
        "false_pass",
        None,
        None,
        "false_draw",
        None,
        "false_pass",
        "false_draw",
    ]


def test_k12_one_tile_a_turn() -> None:
    moves = [{"tile": "1-2", "end": "L"}, {"tile": "3-4", "end": "R"}]
    out = judge([match("kozel", 2), {"type": "deal", "hands": DEAL}, {"type": "play", "seat": 0, "moves": moves}])
    assert out[-1]["code"] == "too_many_tiles"


def test_late_pass_of_an_unseen_hand() -> None:
    out = judge(
        [
            match("kozel", 4),
            {"type": "deal", "hands": [7, 7, 7, 7]},
            {"type": "play", "seat": 2, "tile": "1-1"},
            {"type": "pass", "seat": 3},
            {"type": "play", "seat": 0, "tile": "1-2", "end": "R"},
            {"type": "pass", "seat": 1},
            {"type": "pass", "seat": 2},
            {"type": "play", "seat": 3, "tile": "1-6", "end": "L"},
        ]
    )
    assert out[-1] == {"type": "late", "n": 8, "ref": 4, "code": "false_pass", "seat": 3}


def test_correction_judges_again() -> None:
    lines = [
        match("kozel", 2, accounts=remembered(0, 0)),
        {"type": "result", "reason": "exit", "by": 0, "points": [0, 12]},
        {"type": "result", "reason": "exit", "by": 0, "points": [0, 5]},
        {
            "type": "correct",
            "ref": 2,
            "to": {"type": "result", "reason": "exit", "by": 0, "points": [0, 20]},
            "by": "arbiter",
            "reason": "misread",
        },
        {"type": "correct", "ref": 4, "to": None, "by": "arbiter", "reason": "no"},
    ]
    out = judge(lines)
    assert [(r["rederived"], shown(r["accounts"])[1]) for r in out if "rederived" in r] == [
        (2, "20"),
        (3, "25"),
        (2, "+12"),
        (3, "+17"),
    ]


@pytest.mark.parametrize(("reserve", "fish"), [(1, True), (0, False)])
def test_c08_fish_with_different_ends(reserve: int, fish: bool) -> None:
    """A line of 24 tiles with ends 3 and 5: a reserved 3-5 makes it a fish, otherwise it must be drawn and laid."""
    params = settle("kozel", 2, "yard", {"bazaar_reserve": reserve})
    assert params is not None
    playing = Round(params, Opening("seat", (0,)), [[(0, 1), (1, 2)], [(0, 2)]], None)
    playing.holdings.table = full_set(6) - {(0, 1), (1, 2), (0, 2), (3, 5)}
    playing.holdings.stock_count = 1
    playing.layout.tips = {"L": Tip((3, 4), 3), "R": Tip((4, 5), 5)}
    assert not playing.is_dead()
    assert playing.is_fish() is fish
    assert [hand_value(h, "plain") for h in playing.hands()] == [4, 2]


def test_c09_exit_beats_fish() -> None:
    _, out = chain_seven("dead", 0, True, None, last_tile=True)
    assert (ended(out)["reason"], ended(out)["by"]) == ("exit", 1)


def test_ky01_last_tile_of_the_bazaar_stays() -> None:
    out = judge(
        [
            match("kozel", 2, preset="yard", params={"hand": 13}),
            {
                "type": "deal",
                "hands": [
                    written("11 12 13 14 15 16 01 22 23 24 25 26 02"),
                    written("33 34 35 36 03 44 45 46 04 55 56 05 00"),
                ],
            },
            {"type": "play", "seat": 0, "tile": "1-1"},
            {"type": "draw", "seat": 1, "tile": "6-6"},
            {"type": "draw", "seat": 1, "tile": "0-6"},
            {"type": "pass", "seat": 1},
        ]
    )
    assert [v.get("code") for v in out[2:]] == [None, None, "overdraw", None]


def written(text: str) -> list[str]:
    """Tiles of a record line, given as "01 66"."""
    return [f"{t[0]}-{t[1]}" for t in text.split()]
