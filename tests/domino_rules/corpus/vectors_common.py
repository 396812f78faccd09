"""Vectors C-*: the common model (rules.md §7.0)."""

from domino_rules.games import new_match
from domino_rules.tiles import SIX, TileSet

from kit import Table, tiles

LOT = {"opener_first": "lot"}


def C_01():
    """Sizes of the sets."""
    assert [TileSet(top).size for top in (6, 9, 12, 15, 18)] == [28, 55, 91, 136, 190]


def C_02():
    """Pips of the double-six set; every value lies on 8 halves."""
    assert SIX.pip_sum(SIX.all) == 168
    halves = list(SIX.low) + list(SIX.high)
    assert len(halves) == 56
    assert [halves.count(v) for v in range(7)] == [8] * 7


def C_03():
    """Ranks: a double above all others, then pips, then the higher half."""

    def rank(name):
        return SIX.rank_high(SIX.parse(name))

    assert rank("0-0") > rank("5-6")
    assert rank("3-6") > rank("4-5")
    best = sorted(range(28), key=SIX.rank_high)
    assert SIX.name(best[-1]) == "6-6"
    assert SIX.name(best[-2]) == "5-5"


def C_04():
    """28 tiles, seven doubles, no tile twice; names and numbers go both ways."""
    names = SIX.names(SIX.all)
    assert len(names) == 28
    assert SIX.names(SIX.doubles) == tiles("00 11 22 33 44 55 66")
    assert [SIX.parse(name) for name in names] == list(range(28))
    assert [SIX.parse(text) for text in ("7-9", "2", "-1-2", "02-3", "a-b", "2-5-1", "")] == [None] * 7
    assert SIX.parse("5-2") == SIX.parse("2-5")


def C_05():
    """Redeal: five doubles, or six tiles of one value; a double counts once for its value."""
    for hand, reason in (
        ("00 11 22 33 44 01 56", "doubles"),
        ("02 12 22 23 24 25 06", "same_value"),
        ("00 11 22 33 06 15 24", None),
        ("02 12 23 24 25 01 33", None),
    ):
        table = Table("kozel", 2, "graa")
        answer = table.deal(hand, 7)
        if reason is None:
            assert answer == []
        else:
            assert answer == [{"type": "redeal", "reason": reason, "seat": 0}]
            table.refused("no_round", "play", 0, "00")
            table.deal("01 12 23 34 45 56 06", 7)


def opening(hands, **params):
    """Who opens with what, under ``hand`` tiles each."""
    size = len(hands[0].split())
    params["hand"] = size
    table = Table("kozel", len(hands), "yard", params=params)
    table.deal(*hands)
    state = table.state()
    return state["turn"], state["opening"]


def C_06():
    """The lowest double opens, 0-0 last; without doubles the tile of most pips, then of the higher half."""
    assert opening(["00 22", "11 34"]) == (1, "1-1")
    assert opening(["00 12", "66 34"]) == (1, "6-6")
    assert opening(["00 12", "66 34"], double_order="0..6") == (0, "0-0")
    assert opening(["36 01", "45 02"]) == (0, "3-6")
    assert opening(["56 01", "46 02"]) == (0, "5-6")


CHAIN = "24 41 12 22 26 60 02 23 35 52"


def chained(**params):
    """The chain of C-07 laid by two players in turn; who opens is left open."""
    params["opener_first"] = "lot"
    table = Table("kozel", 2, "graa", params=params)
    table.deal("24 12 26 02 35 11 13", "14 22 06 23 25 33 34")
    return table, table.chain(0, CHAIN)


def three(bazaar, **params):
    """The chain of C-07 without 2-2, laid by P2, P0, P1 in turn; P2 holds 2-2 unless it is in the bazaar."""
    params["opener_first"] = "lot"
    table = Table("kozel", 3, "graa", params=params)
    table.deal("14 06 35 00 01 34 36", "12 02 25 44 45 46 55", "24 26 23 11 13 33 " + ("56" if bazaar else "22"))
    return table, table.chain(2, "24 41 12 26 60 02 23 35 52")


def C_07():
    """A dead layout ends the round; S0 ends it even while the double is still out; no_move empties the bazaar first."""
    for detect in ("immediate", "dead"):
        table, end = chained(fish_detect=detect)
        assert end[0]["reason"] == "fish"
        assert end[0]["fisherman"] == 1
        table.refused("round_over", "draw", 0)
    table, end = chained(fish_detect="no_move")
    assert end == []
    assert table.must_draw(0)
    table, end = chained(fish_detect="no_move", bazaar_reserve=14)
    assert end[0]["fisherman"] == 1


def C_07_double_in_hand():
    """2-2 in the hand of P2: S0 calls the fish at once, the others let him lay it; the fisherman stays P1."""
    table, end = three(False, fish_detect="immediate")
    assert end[0]["fisherman"] == 1
    assert end[0]["hands"][2] == 16
    for detect, reserve in (("dead", 0), ("no_move", 7)):
        table, end = three(False, fish_detect=detect, bazaar_reserve=reserve)
        assert end == []
        table.refused("false_pass", "pass", 2)
        end = table.ok("play", 2, "22", "L")
        assert end[0]["reason"] == "fish"
        assert end[0]["fisherman"] == 1


def C_07_double_in_bazaar():
    """2-2 in the bazaar: S0 calls the fish; ``dead`` lets P2 draw until it comes."""
    table, end = three(True, fish_detect="immediate")
    assert end[0]["fisherman"] == 1
    table, end = three(True, fish_detect="dead")
    assert end == []
    table.ok("draw", 2, "66")
    table.refused("false_pass", "pass", 2)
    table.ok("draw", 2, "22")
    table.refused("false_draw", "draw", 2)
    end = table.ok("play", 2, "22", "R")
    assert (end[0]["reason"], end[0]["fisherman"]) == ("fish", 1)


def late_position(reserve):
    """P1 to move holds 0-2 and 5-6, P0 0-1 and 1-2, the bazaar 3-5; 23 tiles lie with the ends 3 and 6."""
    match, fault = new_match("kozel", 2, "yard", {"bazaar_reserve": reserve, "fish_detect": "immediate"})
    assert fault is None
    bit = [1 << SIX.parse(name) for name in ("0-1", "1-2", "0-2", "5-6", "3-5")]
    match.opener = 1
    match.deal([bit[0] | bit[1], bit[2] | bit[3]], [0, 0], bit[4], 1)
    match.layout.start(3, 6)
    match.table = SIX.all & ~(bit[0] | bit[1] | bit[2] | bit[3] | bit[4])
    return match


def C_08():
    """Nobody can move, a reserved tile would fit: a fish with different ends; without a reserve he draws it."""
    match = late_position(1)
    assert match.play(1, SIX.parse("5-6")) is None
    end = match.news[0]
    assert (end["reason"], end["fisherman"], end["hands"]) == ("fish", 1, [4, 2])
    match = late_position(0)
    assert match.play(1, SIX.parse("5-6")) is None
    assert match.news == []
    assert match.must_draw(0)
    assert match.pass_(0) == "false_pass"
    assert match.draw(0, SIX.parse("3-5")) is None
    assert match.draw(0) == "false_draw"
    assert match.play(0, SIX.parse("3-5"), "L") is None


def C_09():
    """An exit is seen before a fish."""
    table = Table("kozel", 3, "graa", params={"opener_first": "lot", "hand": 4})
    table.deal("12 06 35 44", "24 22 02 25", "14 26 23 33")
    end = table.chain(1, CHAIN)
    assert (end[0]["reason"], end[0]["by"]) == ("exit", 1)


def C_10():
    """Who can play may neither pass nor draw, and nothing changes by trying."""
    table = Table("kozel", 2, "graa")
    table.deal("11 12 23 34 45 56 06", "13 00 01 02 03 44 05")
    table.ok("play", 0, "11")
    before = table.state()
    assert table.refused("false_pass", "pass", 1)["detail"] == {"playable": ["0-1", "1-3"]}
    table.refused("false_draw", "draw", 1, "22")
    after = table.state()
    after["n"] = before["n"]
    assert after == before
