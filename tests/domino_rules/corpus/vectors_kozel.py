"""Vectors K-* and KY-*: Kozel (rules.md §7.1, §7.1b)."""

from domino_rules.books.penalty import rating

from kit import Table, opened, remembered

MASHA, ALEX, OLYA, SERG = 0, 1, 2, 3


def before(**more):
    """The accounts of the worked example of S0: Masha +19, Alex 0, Olya +7, Serg +4."""
    return Table("kozel", 4, "graa", accounts=remembered(19, 0, 7, 4), **more)


def K_01():
    """An exit resets what the exiter remembers; 13 in one round opens an account with what was remembered."""
    table = before()
    end = table.exit([0, 3, 13, 5])
    assert table.accounts() == ["+0", "+3", "20", "+9"]
    assert (end[0]["opener"], end[0]["recorded"], end[0]["carry"]) == (MASHA, [0, 3, 13, 5], 0)


def K_02():
    """A fish for all: everybody writes the own hand."""
    table = before()
    end = table.fish([2, 3, 13, 5], fisherman=SERG)
    assert table.accounts() == ["+21", "+3", "20", "+9"]
    assert end[0]["opener"] == SERG


def K_03():
    """A fish for one: the highest hand records the sum of all, the others lose what they remembered."""
    table = before(params={"fish_variant": "one"})
    assert table.fish([2, 3, 13, 5])[0]["recorded"] == [0, 0, 23, 0]
    assert table.accounts() == ["+0", "+0", "30", "+0"]


def tied(**params):
    """After the tie of K-04: 35 are carried."""
    params["fish_variant"] = "one"
    table = before(params=params)
    return table, table.fish([2, 14, 14, 5])


def K_04():
    """Two highest hands: nobody records, the sum is carried, remembered points stay."""
    table, end = tied()
    assert (end[0]["carry"], end[0]["void"], end[0]["recorded"]) == (35, True, [0, 0, 0, 0])
    assert table.accounts() == ["+19", "+0", "+7", "+4"]


def K_05():
    """The highest of the next round takes the carry, whatever ended it; it can open an account."""
    table = Table("kozel", 4, "graa", carry=35)
    end = table.exit([0, 8, 5, 3])
    assert (end[0]["recorded"], end[0]["carry"]) == ([0, 43, 5, 3], 0)
    assert table.accounts() == ["+0", "43", "+5", "+3"]
    table = Table("kozel", 4, "graa", carry=35, params={"carry_opens": False})
    table.exit([0, 8, 5, 3])
    assert table.accounts() == ["+0", "+43", "+5", "+3"]
    table = Table("kozel", 4, "graa", carry=35)
    end = table.exit([0, 8, 8, 3])
    assert (end[0]["recorded"], end[0]["carry"]) == ([0, 8, 8, 3], 35)


def K_06():
    """A second tied fish adds its sum."""
    table, _ = tied()
    assert table.fish([6, 6, 4, 4])[0]["carry"] == 55
    table = Table("kozel", 4, "graa", carry=35)
    assert table.fish([6, 6, 4, 4])[0]["carry"] == 55
    assert table.accounts() == ["+0", "+0", "+0", "+0"]


def K_07():
    """Remembered points never open an account by themselves; one round of 13 does; an exit forgets them."""
    table = Table("kozel", 2, "graa", accounts=remembered(0, 7))
    told = []
    for points in (12, 12, 13):
        table.exit([0, points])
        told.append(table.accounts()[1])
    assert told == ["+19", "+31", "44"]
    table = Table("kozel", 2, "graa", accounts=remembered(0, 31))
    table.exit([5, 0])
    assert table.accounts() == ["+5", "+0"]


def K_08():
    """0-0 alone counts 10, with another tile nothing; 6-6 alone counts its pips."""
    table = Table("kozel", 2, "graa")
    told = []
    for hand in (["0-0"], ["0-0", "0-1"], ["6-6"]):
        told.append(table.ok("result", reason="exit", by=0, hands=[[], hand])[0]["hands"][1])
    assert told == [10, 1, 12]
    assert table.accounts()[1] == "+23"


def K_09():
    """101 is a goat; several can be goats at once, at a fish and at an exit."""
    table = Table("kozel", 2, "graa", accounts=opened(0, 95))
    end = table.exit([0, 6])
    assert end[1]["losers"] == [1]
    assert end[1]["titles"] == {"1": "kozel"}
    assert (end[0]["opener"], end[1]["reason"]) == (None, "score")
    table.refused("match_over", "pass", 0)
    for play in ("fish", "exit"):
        table = Table("kozel", 3, "graa", accounts=opened(99, 96, 0))
        end = table.fish([2, 9, 4]) if play == "fish" else table.exit([2, 9, 0])
        assert (end[1]["losers"], table.accounts()[:2]) == ([0, 1], ["101", "105"])
    table = Table("kozel", 3, "graa", accounts=opened(99, 96, 0), params={"several_goats": "highest"})
    end = table.fish([2, 9, 4])
    assert (end[1]["losers"], end[1]["winners"]) == ([1], [0, 2])


def K_10():
    """Rating points at the end of a match, and when a clock runs out."""
    assert rating(100, 25) == 8
    table = Table("kozel", 3, "graa", accounts=opened(30, 32, 13))
    out = table.say({"type": "timeout", "seat": 1})
    assert (out[0]["ok"], out[0]["code"]) == (False, "timeout")
    assert out[1]["type"] == "match_end"
    assert out[1]["rating"] == [1, 0, 2]
    assert (out[1]["winners"], out[1]["losers"], out[1]["reason"]) == ([0, 2], [1], "timeout")
    table.refused("match_over", "timeout", 0)


def K_10_in_a_round():
    """A clock that runs out in a round: nothing of the round is scored."""
    table = Table("kozel", 3, "graa", accounts=opened(30, 32, 13))
    table.deal("11 12 23 34 45 56 06", "13 00 01 02 03 44 05", 7)
    out = table.say({"type": "timeout", "seat": 1})
    assert [line["type"] for line in out] == ["verdict", "round_end", "match_end"]
    assert (out[1]["reason"], out[1]["recorded"]) == ("timeout", [0, 0, 0])
    assert table.accounts() == ["30", "32", "13"]


def K_11():
    """Rating: rounded half up, at least 1."""
    assert [rating(100, own) for own in (100, 0, 4, 45)] == [1, 10, 10, 6]
    assert rating(20, 90) == 1
    table = Table("kozel", 4, "graa", accounts=opened(45, 0, 95, 25))
    assert table.exit([0, 4, 6, 0], by=0)[1]["rating"] == [6, 10, 0, 8]


def K_12():
    """One tile a turn: two fitting doubles are too many, as one line or as two."""
    table = Table("kozel", 2, "graa")
    table.deal("11 12 23 34 45 56 06", "22 01 00 33 04 05 02")
    table.ok("play", 0, "11")
    table.ok("play", 1, "01", "L")
    table.ok("play", 0, "12", "R")
    moves = [{"tile": "0-0", "end": "L"}, {"tile": "2-2", "end": "R"}]
    table.refused("too_many_tiles", "play", 1, moves=moves)
    table.ok("play", 1, "00", "L")
    table.refused("too_many_tiles", "play", 1, "22", "R")


def KY_01():
    """The last tile of the bazaar may not be taken."""
    table = Table("kozel", 2, "yard")
    table.deal("11 22 33 44 55 66 00", 7)
    assert table.state()["stock_count"] == 14
    table.ok("play", 0, "11")
    for _ in range(13):
        table.ok("draw", 1)
    table.refused("overdraw", "draw", 1)
    table.ok("pass", 1)


def KY_02():
    """12 is remembered, 13 opens; 101 is a goat."""
    table = Table("kozel", 2, "yard")
    table.exit([0, 12])
    assert table.accounts() == ["+0", "+12"]
    table.exit([0, 13])
    assert table.accounts() == ["+0", "25"]
    assert len(table.exit([0, 75])) == 1
    assert table.exit([0, 1])[1]["losers"] == [1]


def KY_03():
    """A fisherman exempt writes nothing."""
    table = Table("kozel", 3, "yard", params={"fish_variant": "fisherman_exempt"})
    table.fish([20, 7, 15], fisherman=0)
    assert table.accounts() == ["+0", "+7", "15"]
