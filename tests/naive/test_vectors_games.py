"""The naive judge against the vectors of the rules for the games other than Kozel singles, named by their ids."""

from __future__ import annotations

from typing import Any

import pytest

from .layout import Layout, Placed
from .params import settle
from .record import judge
from .rounds import resolve
from .tennis import cheapest
from .tiles import hand_value
from .winnings import round5

Line = dict[str, Any]


def match(game: str, seats: int, **more: Any) -> Line:
    """A match line."""
    return {"type": "match", "v": 1, "game": game, "seats": [f"P{s}" for s in range(seats)], **more}


def tiles(text: str) -> set[tuple[int, int]]:
    """Tiles written as "01 66"."""
    return {(int(t[0]), int(t[1])) for t in text.split()}


def hand(text: str) -> list[str]:
    """Tiles of a record line, written as "01 66"."""
    return [f"{t[0]}-{t[1]}" for t in text.split()]


def exit_of(by: int, *points: int, **more: Any) -> Line:
    """A round entered by hand that ended by an exit."""
    return {"type": "result", "reason": "exit", "by": by, "points": list(points), **more}


def fish_of(fisherman: int, *points: int, **more: Any) -> Line:
    """A round entered by hand that ended as a fish."""
    return {"type": "result", "reason": "fish", "fisherman": fisherman, "points": list(points), **more}


def ends(out: list[Line]) -> list[Line]:
    """The round_end lines of an output."""
    return [line for line in out if line["type"] == "round_end"]


def shown(end: Line) -> list[str]:
    """Threshold accounts as "+n" (remembered) or "n" (opened)."""
    return [str(a["score"]) if a["opened"] else f"+{a['remembered']}" for a in end["accounts"]]


def scores(end: Line) -> list[int]:
    """Plain accounts."""
    return [a["score"] for a in end["accounts"]]


def laid(params: Line, *moves: str) -> Layout:
    """A layout after moves written as "33" (first), "35R", "55Rc" (closed)."""
    table = Layout(params)
    for move in moves:
        table.place(Placed((int(move[0]), int(move[1])), move[2:3] or None, move.endswith("c")))
    return table


def params_of(game: str, seats: int, preset: str | None = None, **params: Any) -> Line:
    """Settled parameters, which must go together."""
    settled = settle(game, seats, preset, params)
    assert settled is not None
    return settled


# 7.1b, 7.2: yard and pairs


def test_ky03_fisherman_exempt() -> None:
    out = judge([match("kozel", 3, preset="yard", params={"fish_variant": "fisherman_exempt"}), fish_of(0, 20, 7, 15)])
    assert shown(ends(out)[0]) == ["+0", "+7", "15"]


def test_kp01_partner_counts_for_nobody() -> None:
    start = [{"opened": False, "score": 0, "remembered": 8}, {"opened": False, "score": 0, "remembered": 0}]
    out = judge(
        [
            match("kozel_pairs", 4, accounts=start),
            {"type": "result", "reason": "exit", "by": 0, "hands": [[], hand("45 06"), hand("66"), hand("12")]},
        ]
    )
    assert shown(ends(out)[0]) == ["+0", "18"]


@pytest.mark.parametrize(
    ("variant", "expected"), [("loser_own", [0, 18]), ("all", [13, 18]), ("one", [0, 31]), ("diff", [0, 5])]
)
def test_kp02_fish_of_pairs(variant: str, expected: list[int]) -> None:
    out = judge([match("kozel_pairs", 4, params={"fish_variant": variant}), fish_of(0, 9, 6, 4, 12)])
    assert ends(out)[0]["recorded"] == expected


def test_kp03_tie_carries_to_the_next_loser() -> None:
    out = judge([match("kozel_pairs", 4), fish_of(0, 10, 10, 10, 10), exit_of(0, 0, 2, 9, 3)])
    assert ends(out)[0]["carry"] == 40
    assert shown(ends(out)[1]) == ["+0", "45"]


# 7.3 morskoy_kozel


def sea(*rounds: Line, seats: int = 2, **more: Any) -> list[Line]:
    """A match of morskoy_kozel entered round by round."""
    return judge([match("morskoy_kozel", seats, **more), *rounds])


def test_m01_m02_lone_tiles() -> None:
    hands = ["00", "66", "00 66", "00 11 66", "00 12"]
    assert [hand_value(tiles(h), "sea") for h in hands] == [25, 50, 75, 14, 3]


def test_m03_owner() -> None:
    assert ends(sea(exit_of(0, 0, 24)))[0]["owner"] is None
    end = ends(sea(exit_of(0, 0, 25)))[0]
    assert (end["owner"], scores(end)) == (0, [25, 0])
    a60 = [{"score": 60}, {"score": 0}]
    assert scores(ends(sea(exit_of(0, 0, 3), accounts=a60))[0]) == [63, 0]
    out = sea(exit_of(0, 0, 15), accounts=[{"score": 110}, {"score": 0}])
    assert (out[-1]["type"], out[-1]["winners"], out[-1]["reason"]) == ("match_end", [0], "score")


@pytest.mark.parametrize(
    ("effect", "p", "owner", "after"),
    [
        ("reset_all", 25, None, [0, 0]),
        ("reset_and_take", 25, 1, [0, 25]),
        ("void_round", 25, 0, [60, 0]),
        ("reset_all", 24, 0, [60, 0]),
    ],
)
def test_m04_rival(effect: str, p: int, owner: int | None, after: list[int]) -> None:
    out = sea(exit_of(1, p, 0), accounts=[{"score": 60}, {"score": 0}], params={"rival_effect": effect})
    end = ends(out)[0]
    assert (end["owner"], scores(end)) == (owner, after)


CHOSEN: Line = {"opener": 0, "first": "6-6"}
OWNER: Any = {"accounts": [{"score": 30}, {"score": 0}]}


def test_m05_for_a_hundred() -> None:
    before = exit_of(0, 0, 3)
    assert sea(before, exit_of(0, 0, 3, **CHOSEN), **OWNER)[-1]["winners"] == [0]
    lost = sea(before, exit_of(1, 25, 0, **CHOSEN), **OWNER)[-1]
    assert (lost["losers"], lost["reason"]) == ([0], "special")
    assert sea(before, exit_of(1, 24, 0, **CHOSEN), **OWNER)[-1]["type"] == "round_end"
    assert sea(exit_of(0, 0, 3, **CHOSEN), **OWNER)[-1]["type"] == "round_end"  # forced opening of the first round


def test_m06_bald_goat() -> None:
    out = sea(exit_of(1, 3, 0, last=["0-0"]), **OWNER)
    assert (out[-1]["winners"], out[-1]["reason"]) == ([1], "special")


def test_m07_six_six_last() -> None:
    assert sea(exit_of(0, 0, 25, last=["6-6"]))[-1]["winners"] == [0]
    out = sea(exit_of(0, 0, 24, last=["6-6"]), exit_of(0, 0, 2, **CHOSEN))
    assert (ends(out)[0]["hundred"], ends(out)[0]["opener"]) == (0, 0)
    assert out[-1]["winners"] == [0]
    out = sea(fish_of(0, 17, 17), exit_of(0, 0, 1, last=["6-6"]))
    assert (out[-1]["type"], out[-1]["hundred"], out[-1]["owner"]) == ("round_end", 0, 0)


def test_m08_m09_fish() -> None:
    end = ends(sea(fish_of(0, 10, 30)))[0]
    assert (end["owner"], end["hundred"], scores(end)) == (0, 0, [30, 0])
    end = ends(sea(fish_of(0, 10, 20)))[0]
    assert (end["recorded"], end["owner"], end["hundred"]) == ([20, 0], None, None)
    end = ends(sea(fish_of(0, 20, 10)))[0]
    assert (end["recorded"], end["owner"]) == ([0, 20], None)


def test_m10_debt() -> None:
    out = sea(fish_of(0, 30, 20), exit_of(0, 0, 24), exit_of(0, 0, 26))
    assert ends(out)[0]["debt"] == {"seat": 0, "tries": 3, "stake": 30, "creditor": 1}
    assert ends(out)[0]["opener"] == 0
    assert ends(out)[1]["debt"]["tries"] == 2
    assert (ends(out)[2]["debt"], ends(out)[2]["owner"], scores(ends(out)[2])) == (None, 0, [26, 0])
    out = sea(fish_of(0, 30, 20), *[exit_of(0, 0, 3)] * 3)
    end = ends(out)[3]
    assert (end["owner"], scores(end), end["hundred"], end["opener"], end["debt"]) == (1, [0, 30], 1, 1, None)
    assert ends(sea(fish_of(0, 40, 20, 15), seats=3))[0]["debt"]["creditor"] == 2
    assert ends(sea(fish_of(0, 40, 20, 20), seats=3))[0]["debt"]["creditor"] == 1


def test_m11_eggs() -> None:
    out = sea(fish_of(0, 17, 17), exit_of(0, 0, 6))
    assert (ends(out)[0]["eggs"], ends(out)[0]["opener"]) == (34, None)
    assert (scores(ends(out)[1]), ends(out)[1]["eggs"]) == ([40, 0], 0)
    out = sea(*[fish_of(1, 17, 17)] * 4)
    assert [e["eggs"] for e in ends(out)] == [34, 68, 102, 0]
    assert (ends(out)[3]["opener"], ends(out)[3]["owner"]) == (1, None)


def test_m11_eggs_round_opens_with_double_one() -> None:
    deal = {"type": "deal", "hands": [hand("00 01 02 03 04 05 06"), hand("11 12 13 14 15 16 22")]}
    out = sea(fish_of(0, 17, 17), deal, lay(0, "0-0"), lay(1, "1-1"), params={"double_order": "0..6"})
    assert [v.get("code") for v in out if v["type"] == "verdict"][3:] == ["wrong_turn", None]


def test_m12_two_doubles() -> None:
    table = laid(params_of("morskoy_kozel", 2), "35")
    assert len(resolve(table, [Placed((3, 3)), Placed((5, 5))], differ=True)) == 1
    fours = laid(params_of("morskoy_kozel", 2), "44")
    assert not resolve(fours, [Placed((4, 4)), Placed((3, 3))], differ=True)


# 7.4 sport


def test_s01_rounds() -> None:
    assert settle("sport", 4, None, {"rounds": 6}) is None
    assert all(settle("sport", 4, None, {"rounds": r}) for r in (4, 8, 12))


def test_s03_sum_of_penalties() -> None:
    out = judge(
        [
            match("sport", 4, preset="sport_fid"),
            exit_of(0, 0, 10, 0, 10),
            exit_of(1, 7, 0, 7, 0),
            exit_of(0, 0, 5, 0, 0),
            exit_of(1, 14, 0, 0, 0),
        ]
    )
    assert [a["score"] for a in out[-1]["accounts"]] == [28, 25]
    assert (out[-1]["winners"], out[-1]["reason"]) == ([1, 3], "count")


def test_s04_tied_fish_moves_the_opening_on() -> None:
    out = judge([match("sport", 4), fish_of(1, 8, 3, 4, 9, opener=2), *[fish_of(1, 8, 3, 4, 9)] * 3])
    assert [e["opener"] for e in ends(out)] == [3, 0, 1, None]
    assert all(shown(e) == ["+0", "+0"] for e in ends(out))
    assert out[-1]["draw"]


def test_s02_opening_goes_round() -> None:
    out = judge([match("sport", 4), exit_of(0, 0, 1, 1, 1, opener=2), *[exit_of(1, 1, 0, 1, 1)] * 3])
    assert [e["opener"] for e in ends(out)] == [3, 0, 1, None]


# 7.5 osyol


def test_o01_two_tiles_shut_the_round() -> None:
    deal = {
        "type": "deal",
        "hands": [hand("25 00 03 04 06 13 14"), hand("22 55 01 02 05 33 34"), hand("66 36 16 26 46 56 44")],
    }
    out = judge(
        [
            match("osyol", 3),
            fish_of(0, 1, 2, 3),
            deal,
            {"type": "play", "seat": 0, "tile": "2-5"},
            {"type": "play", "seat": 1, "moves": [{"tile": "2-2", "closed": True}, {"tile": "5-5", "closed": True}]},
        ]
    )
    end = ends(out)[1]
    assert (end["reason"], end["fisherman"]) == ("closed", 1)


def test_o02_o05_spinner_and_closed_arm() -> None:
    osyol = params_of("osyol", 2)
    cross = laid(osyol, "33", "35L", "31R")
    assert sorted(cross.ends().values()) == [1, 3, 3, 5]
    closed = laid(osyol, "33", "35L", "31R", "55L", "11Rc")
    assert sorted(closed.ends().values()) == [3, 3, 5]
    assert not closed.fits((1, 4))
    assert sorted(laid(osyol, "25", "22L", "55R").ends().values()) == [2, 2, 2, 5]
    assert sorted(laid(osyol, "25", "55R", "22L").ends().values()) == [2, 5, 5, 5]
    assert sorted(laid(osyol, "25", "22Lc", "55R").ends().values()) == [5, 5, 5]


def test_o03_accounts() -> None:
    assert shown(ends(judge([match("osyol", 2), exit_of(0, 0, 12), exit_of(1, 3, 0)]))[1]) == ["+3", "+0"]
    assert shown(ends(judge([match("osyol", 2), exit_of(0, 0, 12), exit_of(0, 0, 13)]))[1]) == ["+0", "25"]
    start = [{"opened": True, "score": 96, "remembered": 0}, {"opened": False, "score": 0, "remembered": 0}]
    assert judge([match("osyol", 2, accounts=start), exit_of(1, 5, 0)])[-1]["losers"] == [0]


def test_o04_all_four_arms_at_once() -> None:
    assert sorted(laid(params_of("osyol", 2), "33").ends()) == ["D", "L", "R", "U"]


# 7.6 telefon, 7.7 muggins, 7.12 all_fives: sums of ends


def sums(params: Line, *moves: str) -> list[int]:
    """The sum of the ends after each move."""
    return [laid(params, *moves[: n + 1]).ends_sum() for n in range(len(moves))]


def test_t01_t02_house() -> None:
    telefon = params_of("telefon", 2)
    moves = ("23", "33R", "35R", "20L", "36U", "34D", "55R")
    assert sums(telefon, *moves) == [5, 8, 7, 5, 11, 15, 20]
    assert "U" not in laid(telefon, "23", "33R").ends()
    again = ("44", "42L", "22L", "25L")
    assert sums(telefon, *again) == [8, 10, 12, 13]
    assert laid(telefon, *again).spinner == (2, 2)


def test_t03_write_off() -> None:
    out = judge([match("telefon", 2), exit_of(0, 0, 13), exit_of(0, 0, 4), exit_of(1, 25, 0)])
    assert [e["recorded"] for e in ends(out)] == [[0, -10], [0, 0], [-25, 0]]
    out = judge([match("telefon", 4), exit_of(0, 0, 7, 0, 8)])
    assert ends(out)[0]["recorded"] == [0, -15]


def test_t04_both_at_the_target_draw() -> None:
    def at(first: int, second: int) -> Line:
        return judge([match("telefon", 2, accounts=[{"score": first}, {"score": second}]), exit_of(0, 0, 1)])[-1]

    assert at(230, 225)["draw"]
    assert at(230, 220)["winners"] == [0]


def test_t05_gosha_scores_once() -> None:
    telefon = params_of("telefon", 2, "telefon_gosha")
    table = laid(telefon, "33", "31L", "32R", "34U", "36D")
    for double, arm in (("11", "L"), ("22", "R"), ("44", "U")):
        table.place(Placed((int(double[0]), int(double[1])), arm))
    assert table.ends_sum() == 20


def test_t06_without_two_three_the_double_one_opens() -> None:
    deal = {"type": "deal", "hands": [hand("01 02 03 04 05 06 22"), hand("11 12 13 14 15 16 24")]}
    out = judge([match("telefon", 2), deal, lay(0, "2-2"), lay(1, "1-6"), lay(1, "1-1")])
    assert [v.get("code") for v in out[2:]] == ["wrong_turn", "wrong_opening", None]


def test_mg01_mg05_sums() -> None:
    assert sums(params_of("muggins", 2), "55", "50L", "00L", "56R", "04L") == [10, 10, 10, 6, 10]
    assert sums(params_of("muggins", 2), "33", "35L", "34U", "31R") == [6, 11, 9, 10]


def test_mg02_mg03_mg04_round_ends() -> None:
    assert ends(judge([match("muggins", 2), exit_of(1, 30, 0)]))[0]["recorded"] == [0, 10]
    assert ends(judge([match("muggins", 2), fish_of(1, 7, 18)]))[0]["recorded"] == [10, 0]
    assert ends(judge([match("muggins", 3), fish_of(1, 7, 20, 16)]))[0]["recorded"] == [30, 0, 0]
    assert ends(judge([match("muggins", 3), fish_of(1, 7, 7, 16)]))[0]["void"]
    assert [params_of("muggins", n)["hand"] for n in (2, 3, 4)] == [7, 5, 5]
    deal = {"type": "deal", "hands": [hand("55 01 02 03 04 05 06"), hand("11 12 13 14 15 16 22")]}
    out = judge(
        [match("muggins", 2, accounts=[{"score": 195}, {"score": 0}]), deal, {"type": "play", "seat": 0, "tile": "5-5"}]
    )
    assert [line["type"] for line in out[-3:]] == ["verdict", "award", "match_end"]


def test_f01_f02_sums() -> None:
    fives = params_of("all_fives", 2)
    assert sums(fives, "66", "63L", "64R", "62U", "61D") == [12, 15, 7, 9, 10]
    assert "U" not in laid(fives, "66", "63L").ends()
    assert laid(params_of("telefon", 2), "62", "22R").ends_sum() == 10


def test_f03_best_tile_opens_by_itself() -> None:
    deal = {"type": "deal", "hands": [hand("46 01 02 03 04 05 06"), hand("12 13 14 15 23 24 25")]}
    out = judge(
        [
            match("all_fives", 2),
            deal,
            {"type": "play", "seat": 1, "tile": "2-5"},
            {"type": "play", "seat": 0, "tile": "0-6"},
            {"type": "play", "seat": 0, "tile": "4-6"},
        ]
    )
    assert [v.get("code") for v in out[2:5]] == ["wrong_turn", "wrong_opening", None]
    assert out[-1] == {"type": "award", "seat": 0, "points": 10}


def test_f04_exit() -> None:
    assert [round5(p, "nearest") for p in (13, 12, 2)] == [15, 10, 0]
    assert ends(judge([match("all_fives", 2), exit_of(0, 0, 13)]))[0]["recorded"] == [15, 0]


def test_f05_block_goes_to_the_leader() -> None:
    def after(first: int, second: int, fish: Line) -> list[int]:
        start = [{"score": first}, {"score": second}]
        return scores(ends(judge([match("all_fives", 2, accounts=start), fish]))[0])

    assert after(40, 35, fish_of(0, 20, 8)) == [28, 35]
    assert after(35, 35, fish_of(1, 20, 8, counts=[2, 3])) == [23, 35]
    assert after(35, 35, fish_of(1, 8, 20, counts=[2, 2])) == [35, 23]


# 7.8 general_kozel


def general(*rounds: Line, seats: int = 4, **more: Any) -> list[Line]:
    """A match of general_kozel entered round by round."""
    return judge([match("general_kozel", seats, **more), *rounds])


def test_g01_g02_general() -> None:
    end = ends(general(exit_of(1, 5, 0, 5, 5)))[0]
    assert (end["general"], end["accounts"], end["opener"]) == (2, [{"generals": 1}, {"generals": 0}], None)
    end = ends(general(fish_of(1, 5, 5, 5, 5)))[0]
    assert (end["void"], end["general"], end["accounts"]) == (True, None, [{"generals": 0}] * 2)


def test_g03_g04_special_doubles() -> None:
    special: Any = {"params": {"general_on": "special_double_only"}}
    assert ends(general(exit_of(3, 5, 5, 5, 0, last=["6-6", "0-0"]), **special))[0]["general"] == 0
    assert ends(general(exit_of(3, 5, 5, 5, 0, last=["3-4"]), **special))[0]["void"]


def test_g05_rotation() -> None:
    out = general(exit_of(1, 5, 0, 5, 5), exit_of(1, 5, 0, 5, 5), seats=6, params={"teams": 3})
    assert [e["seated"] for e in ends(out)] == [[2, 1], [0, 1]]
    assert [a["generals"] for a in ends(out)[1]["accounts"]] == [1, 0, 1]


# 7.9 kolbasa


def rows(first: str, second: str, **params: Any) -> list[Line]:
    """A match of kolbasa with two short rows."""
    size = len(first.split())
    return [
        match("kolbasa", 2, params={"hand": size, **params}),
        {"type": "deal", "hands": [hand(first), hand(second)]},
    ]


def up(seat: int, tile: str) -> Line:
    """A tile turned up."""
    return {"type": "turn_up", "seat": seat, "tile": tile}


def lay(seat: int, tile: str, end: str | None = None) -> Line:
    """A tile laid."""
    return {"type": "play", "seat": seat, "tile": tile} | ({"end": end} if end else {})


def test_b01_misfit_goes_to_the_left() -> None:
    out = judge(
        [
            *rows("12 34 56 01", "22 33 00 66"),
            lay(0, "0-1"),
            up(1, "6-6"),
            up(0, "5-6"),
            up(1, "0-0"),
            lay(1, "0-0"),
            up(0, "1-2"),
            up(0, "3-4"),
        ]
    )
    assert [v.get("code") for v in out[2:]] == [None, None, None, None, None, "wrong_hand", None]


def test_b02_cut() -> None:
    start = rows("16 11 22 24", "00 55 14 26")
    out = judge(
        [
            *start,
            lay(0, "2-4"),
            lay(1, "2-6"),
            up(0, "2-2"),
            lay(1, "1-4"),
            up(0, "1-1"),
            lay(0, "1-1", "R"),
            up(1, "5-5"),
            up(0, "1-6"),
            lay(0, "1-6", "cut"),
            lay(0, "1-6"),
        ]
    )
    codes = [v.get("code") for v in out[2:]]
    assert codes[-2:] == ["wrong_tile", "ambiguous_end"]  # two lines of lengths 1 and 2: no cut
    start = rows("11 22 16 24", "00 55 14 26")
    out = judge([*start, lay(0, "2-4"), lay(1, "2-6"), up(0, "1-6"), lay(0, "1-6", "R")])
    assert out[-1]["code"] == "wrong_tile"
    out = judge(
        [
            *rows("22 16 33 24", "00 55 14 26"),
            lay(0, "2-4"),
            lay(1, "2-6"),
            up(0, "3-3"),
            lay(1, "1-4"),
            lay(0, "1-6", "cut"),
            lay(1, "5-5"),
        ]
    )
    assert all(v["ok"] for v in out[:8])  # after the cut any tile starts a new sausage


def test_b04_other_row_is_recorded() -> None:
    end = ends(
        judge([match("kolbasa", 2), {"type": "result", "reason": "exit", "by": 1, "hands": [hand("34 55"), []]}])
    )[0]
    assert end["recorded"] == [17, 0]


def test_b05_no_bazaar() -> None:
    assert params_of("kolbasa", 2)["hand"] == 14


# 7.10 kozel_125


def test_z01_z02_z03() -> None:
    assert [hand_value(tiles(h), "k125") for h in ("00", "66", "00 66", "00 01")] == [50, 75, 12, 1]
    start = [{"score": 0}, {"score": 120}]
    assert judge([match("kozel_125", 2, accounts=start), exit_of(0, 0, 5)])[-1]["losers"] == [1]
    assert judge([match("kozel_125", 2, accounts=start), exit_of(0, 0, 4)])[-1]["type"] == "round_end"
    assert scores(ends(judge([match("kozel_125", 2), fish_of(0, 10, 12)]))[0]) == [10, 12]


# 7.11 domino_tennis


def tennis(*rounds: Line, start: list[Line] | None = None, **more: Any) -> list[Line]:
    """A match of tennis entered rally by rally."""
    return judge([match("domino_tennis", 2, **({"accounts": start} if start else {}), **more), *rounds])


def game(first: Any, second: Any) -> list[Line]:
    """Accounts in the first game."""
    return [{"sets": 0, "games": 0, "points": p} for p in (first, second)]


def last_hands(by: int, left: str) -> Line:
    """An exit whose loser was left with these tiles."""
    hands = [hand(left), hand(left)]
    hands[by] = []
    return {"type": "result", "reason": "exit", "by": by, "hands": hands}


@pytest.mark.parametrize(
    ("before", "by", "added", "lost"),
    [
        ((43, 46), 0, 5, None),
        ((56, 51), 1, 5, 0),
        ((43, 48), 0, 5, 1),
        ((39, 45), 0, 5, 1),
        ((45, 38), 0, 12, None),
        ((45, 40), 1, 5, 0),
        ((44, 39), 1, 5, None),
    ],
)
def test_d01_d06_when_a_game_is_lost(before: tuple[int, int], by: int, added: int, lost: int | None) -> None:
    points = [added, added]
    points[by] = 0
    end = ends(tennis(exit_of(by, *points), start=game(*before)))[0]
    assert [a["games"] for a in end["accounts"]] == ([0, 0] if lost is None else [lost, 1 - lost])


def test_d02_minimal_sequence() -> None:
    end = ends(tennis(last_hands(0, "00 01"), start=game(64, 69)))[0]
    assert (end["recorded"], [a["games"] for a in end["accounts"]]) == ([0, "-69/2"], [0, 1])
    end = ends(tennis(last_hands(0, "05"), start=game(64, 69)))[0]
    assert [a["games"] for a in end["accounts"]] == [1, 0]


def test_d03_lone_six_carries() -> None:
    end = ends(tennis(last_hands(0, "66")))[0]
    assert [(a["games"], a["points"]) for a in end["accounts"]] == [(1, 0), (0, 25)]
    assert ends(tennis(last_hands(0, "00")))[0]["recorded"] == [0, 50]


def test_d04_tie_break() -> None:
    start = [{"sets": 0, "games": 6, "tiebreak": 0}] * 2

    def after(line: Line) -> list[Any]:
        return [a.get("tiebreak") for a in ends(tennis(line, start=start))[0]["accounts"]]

    assert after(last_hands(0, "00")) == [0, 2]
    assert after(exit_of(0, 0, 7)) == [0, 1]
    assert after(fish_of(0, 7, 9)) == [0, 1]
    assert after(fish_of(0, 9, 9)) == [1, 1]
    lone = {"type": "result", "reason": "fish", "fisherman": 0, "hands": [hand("00"), hand("12")]}
    assert after(lone) == [2, 0]
    end = ends(tennis(last_hands(0, "66"), start=start))[0]
    assert [a["sets"] for a in end["accounts"]] == [1, 0]
    six_all = [{"sets": 0, "games": 6, "tiebreak": 6}] * 2
    assert after(exit_of(0, 0, 7)) == [0, 1]
    out = tennis(exit_of(0, 0, 7), exit_of(0, 0, 7), start=six_all)
    assert [[a["sets"] for a in e["accounts"]] for e in ends(out)] == [[0, 0], [1, 0]]


def test_d05_cheapest_hands() -> None:
    assert [cheapest(k) for k in range(2, 9)] == [1, 3, 5, 8, 11, 15, 19]
    assert [cheapest(k) for k in (15, 21)] == [56, 99]


def test_d07_division() -> None:
    assert ends(tennis(last_hands(0, "00 01 11"), start=game(0, 30)))[0]["accounts"][1]["points"] == 10
    assert ends(tennis(last_hands(0, "00 01 02"), start=game(0, 10)))[0]["accounts"][1]["points"] == "10/3"


def test_d08_sets() -> None:
    def after(first: int, second: int) -> tuple[list[int], list[int]]:
        start = [{"sets": 0, "games": g, "points": 0} for g in (first, second)]
        accounts = ends(tennis(last_hands(0, "66"), start=start))[0]["accounts"]
        return [a["sets"] for a in accounts], [a["games"] for a in accounts]

    assert after(5, 4) == ([1, 0], [0, 0])
    assert after(5, 5) == ([0, 0], [6, 5])
    assert after(6, 5) == ([1, 0], [0, 0])
    assert after(5, 6) == ([0, 0], [6, 6])


def test_d09_claim_names_the_server() -> None:
    deal = {"type": "deal", "hands": [hand("00 01 02 03 04 05 06"), hand("11 13 14 15 16 24 25")]}
    lots = [{"type": "lot", "seat": 0, "tile": "0-3"}, {"type": "lot", "seat": 1, "tile": "1-1"}]
    claim = {"type": "claim", "seat": 1, "what": "serve"}
    out = judge([match("domino_tennis", 2), *lots, claim, deal, lay(0, "0-0"), lay(1, "1-3"), lay(1, "1-1")])
    assert [v.get("code") for v in out[5:]] == ["wrong_turn", "wrong_opening", None]


def test_d10_double_fault_and_ace() -> None:
    deal = {"type": "deal", "hands": [hand("01 02 03 04 05 06 12"), hand("13 14 15 16 23 24 25")]}
    out = judge(
        [
            match("domino_tennis", 2),
            {"type": "claim", "seat": 0, "what": "serve"},
            deal,
            {"type": "draw", "seat": 0, "tile": "0-0"},
            {"type": "play", "seat": 0, "tile": "0-0"},
            {"type": "draw", "seat": 1, "tile": "3-3"},
        ]
    )
    assert [e for e in out if e["type"] == "event"] == [
        {"type": "event", "what": "double_fault", "seat": 0},
        {"type": "event", "what": "ace", "seat": 0},
    ]


# 7.13 block_draw


def test_bd01_bd02_bd05() -> None:
    assert ends(judge([match("block_draw", 3), exit_of(0, 0, 9, 12)]))[0]["recorded"] == [21, 0, 0]
    assert ends(judge([match("block_draw", 3), fish_of(0, 5, 9, 12)]))[0]["recorded"] == [16, 0, 0]
    last = match("block_draw", 3, params={"fish_winner": "last_mover"})
    assert ends(judge([last, fish_of(2, 5, 9, 12)]))[0]["recorded"] == [0, 0, 14]
    start = [{"score": 90}, {"score": 0}]
    assert judge([match("block_draw", 2, accounts=start), exit_of(0, 0, 16)])[-1]["winners"] == [0]


def test_bd03_bd04_deal_and_opening() -> None:
    assert [params_of("block_draw", n)["hand"] for n in (2, 3, 4)] == [7, 5, 5]
    deal = {"type": "deal", "hands": [hand("55 01 02 03 04 05 06"), hand("56 44 14 15 23 24 25")], "stock": 14}
    out = judge([match("block_draw", 2), deal, lay(1, "5-6"), lay(0, "5-5")])
    assert [v.get("code") for v in out[2:]] == ["wrong_turn", None]
