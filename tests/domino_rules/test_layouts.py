"""What lies on the table: ends, sums and the state that a display draws, tile by tile (rules.md §1.3, §2.10)."""

from __future__ import annotations

import pytest
from domino_rules.layout.cross import Cross
from domino_rules.layout.line import Line
from domino_rules.layout.two_lines import TwoLines
from domino_rules.tiles import SIX, tile_set

EMPTY = {"first": None, "arms": {}}


def laid(layout, *steps):
    """Lay ``"23"`` as the first tile, then tiles on arms, ``"34R"``; a ``!`` lays a double face down."""
    for step in steps:
        a, b = int(step[0]), int(step[1])
        if len(step) < 3:
            layout.start(a, b)
        else:
            layout.place(SIX.number(a, b), step[2], step.endswith("!"))
    return layout


def fitting(*values):
    """Mask of all tiles with a half of these values."""
    return sum({1 << tile for tile in range(28) if {SIX.low[tile], SIX.high[tile]} & set(values)})


def test_an_empty_table_has_no_ends_and_takes_every_tile():
    for layout in (Line(SIX), TwoLines(SIX, False), Cross(SIX, "first_double_played", True, False)):
        assert layout.ends() == []
        assert layout.fit == SIX.all
        assert layout.count == 0
        assert {name: layout.state()[name] for name in EMPTY} == EMPTY
        assert layout.value("L") == -1


def test_a_line():
    line = laid(Line(SIX), "23", "34R", "24L", "44R")
    assert line.ends() == [("L", 4), ("R", 4)]
    assert (line.value("L"), line.value("R"), line.value("U")) == (4, 4, -1)
    assert line.fit == fitting(4)
    assert line.count == 4
    assert line.state() == {
        "first": "2-3",
        "arms": {"L": {"tiles": ["2-4"], "open": 4}, "R": {"tiles": ["3-4", "4-4"], "open": 4}},
    }
    assert laid(line, "45R").fit == fitting(4, 5)
    large = Line(tile_set(9))
    large.start(7, 9)
    assert large.fit == large.tiles.fits[7] | large.tiles.fits[9]


def cross(rule="first_double_played", immediate=True, only_opening=False):
    return Cross(SIX, rule, immediate, only_opening)


def test_a_cross_of_the_first_double():
    layout = laid(cross(), "33")
    assert layout.ends() == [("L", 3), ("R", 3), ("U", 3), ("D", 3)]
    assert layout.spinner == 3
    assert layout.state()["spinner"] == [None, 0]
    assert layout.ends_sum() == 6
    laid(layout, "35R", "31L", "36U", "66U")
    assert layout.ends() == [("L", 1), ("R", 5), ("U", 6), ("D", 3)]
    assert layout.fit == fitting(1, 3, 5, 6)
    assert layout.ends_sum() == 1 + 5 + 12
    assert layout.state() == {
        "first": "3-3",
        "arms": {
            "L": {"tiles": ["3-1"], "open": 1},
            "R": {"tiles": ["3-5"], "open": 5},
            "U": {"tiles": ["3-6", "6-6"], "open": 6},
            "D": {"tiles": [], "open": 3},
        },
        "spinner": [None, 0],
    }


@pytest.mark.parametrize(("arm", "back"), [("R", "L"), ("L", "R")])
def test_a_cross_inside_a_line(arm, back):
    """The double on an arm keeps the other for the way back and opens its own, U and D."""
    first = "25" if arm == "R" else "52"
    layout = laid(cross(), first, "55" + arm)
    assert dict(layout.ends()) == {back: 2, arm: 5, "U": 5, "D": 5}
    assert layout.ends_sum() == 2 + 10
    assert layout.state()["spinner"] == [arm, 0]
    laid(layout, "56" + arm)
    assert layout.ends_sum() == 2 + 6
    laid(layout, "51U")
    assert layout.ends_sum() == 2 + 6 + 1
    assert layout.state()["arms"]["U"] == {"tiles": ["5-1"], "open": 1}
    assert layout.state()["arms"][arm] == {"tiles": ["5-5", "5-6"], "open": 6}
    assert layout.state()["arms"][back] == {"tiles": [], "open": 2}


def test_tips_that_wait_for_both_sides():
    layout = laid(cross(immediate=False), "66", "63R")
    assert layout.ends() == [("L", 6), ("R", 3)]
    assert layout.value("U") == -1
    assert layout.ends_sum() == 12 + 3
    laid(layout, "64L")
    assert layout.ends() == [("L", 4), ("R", 3), ("U", 6), ("D", 6)]
    assert layout.ends_sum() == 7
    inside = laid(cross(immediate=False), "25", "55R")
    assert inside.ends() == [("L", 2), ("R", 5)]
    assert laid(inside, "53R").ends() == [("L", 2), ("R", 3), ("U", 5), ("D", 5)]


def test_only_the_opening_may_be_the_spinner():
    layout = laid(cross(only_opening=True), "25", "55R")
    assert layout.spinner == -1
    assert layout.ends() == [("L", 2), ("R", 5)]
    assert layout.ends_sum() == 12
    assert laid(cross(only_opening=True), "55").spinner == 5
    house = laid(cross("first_double_closed", False, True), "25", "55R", "53R")
    assert house.spinner == -1
    assert laid(cross("first_double_closed", False, True), "55", "53R", "51L").spinner == 5


def test_the_house_is_the_first_double_with_two_neighbours():
    layout = laid(cross("first_double_closed", False), "44", "42L")
    assert layout.spinner == -1
    assert layout.ends_sum() == 8 + 2
    laid(layout, "22L", "25L")
    assert layout.spinner == 2
    assert layout.state()["spinner"] == ["L", 1]
    assert dict(layout.ends()) == {"L": 5, "R": 4, "U": 2, "D": 2}
    assert layout.ends_sum() == 5 + 8
    first = laid(cross("first_double_closed", False), "44", "42L", "43R")
    assert first.spinner == 4
    assert first.state()["spinner"] == [None, 0]


def test_a_house_of_blanks_stays_the_house():
    layout = laid(cross("first_double_closed", False), "00", "03L", "05R", "55R", "51R")
    assert layout.spinner == 0
    assert layout.count == 5
    assert layout.state()["spinner"] == [None, 0]
    assert dict(layout.ends()) == {"L": 3, "R": 1, "U": 0, "D": 0}
    line = laid(cross("first_double_closed", False), "23", "34R")
    assert line.state()["spinner"] is None
    assert set(line.state()["arms"]) == {"L", "R"}


def test_a_closed_double_kills_its_arm():
    layout = laid(cross(), "33", "31R", "11R!")
    assert layout.ends() == [("L", 3), ("U", 3), ("D", 3)]
    assert layout.state()["arms"]["R"] == {"tiles": ["3-1", "1-1"], "open": -1}
    assert layout.fit == fitting(3)
    assert layout.ends_sum() == 6
    # The dead arm is still a neighbour of the spinner.
    assert laid(layout, "32L").ends_sum() == 2
    layout = laid(cross(), "25", "55R!", "22L!")
    assert layout.ends() == []
    assert layout.fit == 0
    assert layout.spinner == -1
    closed = cross()
    closed.start(3, 3, True)
    assert (closed.ends(), closed.spinner) == ([], -1)


def test_two_lines_and_their_cut():
    sausage = laid(TwoLines(SIX, False), "24")
    assert sausage.cuts(SIX.number(2, 4)) == []
    laid(sausage, "26L")
    assert sausage.cuts(SIX.number(4, 6)) == []
    laid(sausage, "41R")
    assert sausage.cuts(SIX.number(1, 6)) == ["cut"]
    assert sausage.cuts(SIX.number(6, 6)) == []
    assert sausage.state() == {
        "first": "2-4",
        "arms": {"L": {"tiles": ["2-6"], "open": 6}, "R": {"tiles": ["4-1"], "open": 1}},
        "sausages": 0,
    }
    sausage.cut("cut")
    assert (sausage.ends(), sausage.fit, sausage.count) == ([], 0, 4)
    assert [sausage.state()["arms"][arm]["open"] for arm in "LR"] == [-1, -1]
    sausage.clear()
    assert sausage.state() == {**EMPTY, "sausages": 1}
    assert (sausage.count, sausage.fit, sausage.one_end) == (0, SIX.all, False)
    laid(sausage, "11")
    sausage.clear()
    assert sausage.sausages == 2


@pytest.mark.parametrize(("name", "left"), [("cutL", ("R", 1)), ("cutR", ("L", 6))])
def test_a_cut_of_one_line_leaves_the_other(name, left):
    sausage = laid(TwoLines(SIX, True), "24", "26L", "41R")
    assert sausage.cuts(SIX.number(6, 0)) == ["cutL"]
    assert sausage.cuts(SIX.number(1, 0)) == ["cutR"]
    assert sausage.cuts(SIX.number(1, 6)) == ["cutL", "cutR"]
    sausage.cut(name)
    assert sausage.ends() == [left]
    assert sausage.fit == fitting(left[1])
    assert sausage.state()["arms"][name[3]]["open"] == -1
    assert sausage.state()["arms"][left[0]]["open"] == left[1]
    # The lines are still equally long, so the other may be cut, too; one that has grown may not.
    assert sausage.cuts(SIX.number(left[1], 3)) == ["cut" + left[0]]
    laid(sausage, f"{left[1]}3{left[0]}")
    assert sausage.fit == fitting(3)
    assert sausage.cuts(SIX.number(3, 0)) == []
    sausage.clear()
    assert sausage.one_end
