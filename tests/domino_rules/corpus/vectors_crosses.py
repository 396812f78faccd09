"""Vectors O-*, T-*, MG-*, F-*: osyol and the games that count the ends (rules.md §7.5-7.7, 7.12)."""

from kit import Table

LOT = {"opener_first": "lot"}


def ends(table):
    """Open values, sorted."""
    return sorted([value for _, value in table.state()["ends"]])


def osyol(*hands, **params):
    """A round of osyol that anybody may open."""
    params["opener_first"] = "lot"
    table = Table("osyol", len(hands), params=params)
    table.deal(*hands)
    return table


def O_01():
    """Both doubles of the first tile closed: no end is left, the round is over, the closer is the fisherman."""
    table = osyol("25 66 03", "22 55 01", hand=3)
    table.ok("play", 0, "25")
    end = table.ok("play", 1, moves=[{"tile": "2-2", "closed": True}, {"tile": "5-5", "closed": True}])
    assert (end[0]["reason"], end[0]["fisherman"], end[0]["hands"]) == ("closed", 1, [15, 1])
    assert table.accounts() == ["15", "+1"]
    assert end[0]["opener"] == 1


def O_02():
    """An open and a closed double in one move; a closed arm stays dead."""
    table = osyol("33 13 14 66 64 65 00", "35 55 11 02 03 04 05")
    table.ok("play", 0, "33")
    table.ok("play", 1, "35", "R")
    table.ok("play", 0, "13", "L")
    assert ends(table) == [1, 3, 3, 5]
    table.ok("play", 1, moves=[{"tile": "5-5"}, {"tile": "1-1", "closed": True}])
    assert ends(table) == [3, 3, 5]
    table.refused("wrong_tile", "play", 0, "14")


def O_03():
    """Points below 13 are remembered, an exit forgets them, 13 opens; 101 loses."""
    table = Table("osyol", 2)
    table.exit([0, 12])
    table.exit([5, 0])
    assert table.accounts() == ["+5", "+0"]
    table.exit([0, 12])
    table.exit([0, 13])
    assert table.accounts() == ["+0", "25"]
    assert table.exit([0, 76])[1]["losers"] == [1]


def O_04():
    """After the spinner alone the second tile may go to any of four arms."""
    for arm in ("L", "R", "U", "D"):
        table = osyol("33 13 14 66 64 65 00", "35 55 11 02 03 04 05")
        table.ok("play", 0, "33")
        table.refused("ambiguous_end", "play", 1, "35")
        table.ok("play", 1, "35", arm)
        assert ends(table) == [3, 3, 3, 5]


def O_05():
    """The first double laid face up becomes the spinner."""
    for moves, told in (
        ([{"tile": "2-2"}, {"tile": "5-5"}], [2, 2, 2, 5]),
        ([{"tile": "5-5"}, {"tile": "2-2"}], [2, 5, 5, 5]),
        ([{"tile": "2-2", "closed": True}, {"tile": "5-5"}], [5, 5, 5]),
    ):
        table = osyol("25 66 03 16", "22 55 01 14", hand=4)
        table.ok("play", 0, "25")
        table.ok("play", 1, moves=moves)
        assert ends(table) == told


def O_closing():
    """Only doubles are closed, never the first tile; the closer of the last turn alone is the fisherman."""
    table = osyol("33 13 14 66 64 65 00", "35 55 11 02 03 04 05")
    table.refused("illegal_close", "play", 0, "33", closed=True)
    table.ok("play", 0, "33")
    table.refused("illegal_close", "play", 1, "35", "R", closed=True)
    table = osyol("25 66 03", "22 55 01", hand=3, close_needs_cross=True)
    table.ok("play", 0, "25")
    table.refused("illegal_close", "play", 1, "22", closed=True)


def O_halves_together():
    """What joins a move later may be several tiles on one line, too."""
    table = osyol("33 13 34 66 64 65 00", "35 55 11 44 03 04 05")
    table.ok("play", 0, "33")
    for seat, tile, arm in ((1, "35", "R"), (0, "13", "L"), (1, "03", "U"), (0, "34", "D"), (1, "55", "R")):
        table.ok("play", seat, tile, arm)
    table.refused("too_many_tiles", "play", 1, moves=[{"tile": "1-1"}, {"tile": "0-5"}])
    table.ok("play", 1, moves=[{"tile": "1-1"}, {"tile": "4-4", "closed": True}])
    assert ends(table) == [0, 1, 5]


def O_halves():
    """Doubles laid one after another are one move on the ends as they were before the first."""
    table = osyol("25 66 03 16", "22 55 01 14", hand=4)
    table.ok("play", 0, "25")
    table.ok("play", 1, "22")
    table.ok("play", 1, "55")
    assert ends(table) == [2, 2, 2, 5]
    table.refused("too_many_tiles", "play", 1, "14")


def telefon(preset=None, **params):
    """Two players, nothing left in the bazaar for luck."""
    return Table("telefon", 2, preset, params=params)


def points(out):
    """Points of the award among derived lines, 0 where there is none."""
    return sum([line["points"] for line in out if line["type"] == "award"])


def T_01():
    """A house, its two tips, and what the ends count."""
    told = []
    for rule in ("only_55", "all"):
        table = telefon(opening_tile_scores=rule)
        table.deal("23 35 36 55 12 11 01", "33 02 34 66 56 46 44")
        told.append(points(table.ok("play", 0, "23")))
    assert told == [0, 5]
    table = telefon()
    table.deal("23 35 36 55 12 11 01", "33 02 34 66 56 46 44")
    table.ok("play", 0, "23")
    told = [points(table.ok("play", 1, "33", "R"))]
    table.refused("wrong_tile", "play", 0, "36", "U")
    for seat, tile, end in ((0, "35", "R"), (1, "02", "L"), (0, "36", "U"), (1, "34", "D"), (0, "55", "R")):
        told.append(points(table.ok("play", seat, tile, end)))
    assert told == [0, 0, 5, 0, 15, 20]
    assert table.accounts() == ["20", "20"]


def T_02():
    """The house is the double that first has neighbours on both sides, not the one laid first."""
    table = telefon(opener_first="lot")
    table.deal("44 22 00 01 02 03 05", "24 25 11 12 13 14 15")
    told = [points(table.ok("play", 0, "44"))]
    for seat, tile in ((1, "24"), (0, "22"), (1, "25")):
        told.append(points(table.ok("play", seat, tile, "L")))
    assert told == [0, 10, 0, 0]
    assert table.state()["layout"]["spinner"] == ["L", 1]
    assert ends(table) == [2, 2, 4, 5]


def T_03():
    """Write-offs are rounded down; a pair adds up first."""
    told = []
    for value in (13, 4, 25):
        table = Table("telefon", 2)
        told.append(table.exit([0, value])[0]["recorded"][1])
    assert told == [-10, 0, -25]
    table = Table("telefon", 4)
    assert table.exit([0, 7, 0, 8], by=0)[0]["recorded"] == [0, -15]
    table = Table("telefon", 4, "telefon_az")
    assert table.exit([0, 7, 3, 9], by=0)[0]["recorded"] == [20, 0]


def T_04():
    """Both over 225 at the end of a round is a draw; 226 in mid-round plays on."""
    end = Table("telefon", 2, accounts=[{"score": 230}, {"score": 225}]).exit([0, 4])
    assert (end[1]["draw"], end[1]["winners"]) == (True, [])
    end = Table("telefon", 2, accounts=[{"score": 230}, {"score": 220}]).exit([0, 4])
    assert (end[1]["draw"], end[1]["winners"]) == (False, [0])
    table = Table("telefon", 2, accounts=[{"score": 221}, {"score": 0}], params={"opening_tile_scores": "all"})
    table.deal("23 35 36 55 12 11 01", "33 02 34 66 56 46 44")
    assert [line["type"] for line in table.ok("play", 0, "23")] == ["award"]
    assert table.phase == "play"


def T_05():
    """Doubles on three ends at once: one award, for the ends as they lie afterwards."""
    table = telefon("telefon_gosha", opener_first="lot", hand=9)
    table.deal("00 02 01 66 65 35 55 05 15", "06 04 11 22 44 33 13 23 34")
    table.ok("play", 0, "00")
    table.ok("play", 1, "06", "L")
    table.ok("play", 0, "02", "R")
    table.ok("play", 1, "04", "U")
    table.ok("play", 0, "01", "D")
    out = table.ok("play", 1, moves=[{"tile": "1-1"}, {"tile": "2-2"}, {"tile": "4-4"}])
    assert out == [{"type": "award", "seat": 1, "points": 20}]


def T_05_half_by_half():
    """The award of a move laid half by half is written again with the number of the line that earned it."""
    table = telefon("telefon_gosha", opener_first="lot", hand=9)
    table.deal("00 02 01 66 65 35 55 05 15", "06 04 11 22 44 33 13 23 34")
    table.ok("play", 0, "00")
    table.ok("play", 1, "06", "L")
    table.ok("play", 0, "02", "R")
    table.ok("play", 1, "04", "U")
    table.ok("play", 0, "01", "D")
    assert table.ok("play", 1, "22") == [{"type": "award", "seat": 1, "points": 15}]
    line = table.n
    assert table.ok("play", 1, "11") == [{"type": "award", "seat": 1, "points": 0, "replaces": line}]
    assert table.ok("play", 1, "44") == [{"type": "award", "seat": 1, "points": 20, "replaces": line + 1}]
    assert table.accounts() == ["0", "20"]


def T_06():
    """Nobody holds 2-3: the lowest double opens, 0-0 last, then the tile of fewest pips."""
    told = []
    for hands in (["23 11", "22 01"], ["00 12", "11 01"], ["00 12", "01 34"], ["34 12", "03 25"]):
        table = telefon(hand=2)
        table.deal(*hands)
        told.append((table.turn, table.state()["opening"]))
    assert told == [(0, "2-3"), (1, "1-1"), (0, "0-0"), (0, "1-2")]


def MG_01():
    """A round of Foster's Hoyle: 5-5, 0-5, 0-0 score ten each, 5-6 nothing, 0-4 ten."""
    table = Table("muggins", 2)
    table.deal("55 00 04 11 12 13 14", "05 56 22 23 24 26 33")
    told = [points(table.ok("play", 0, "55"))]
    for seat, tile, end in ((1, "05", "R"), (0, "00", "R"), (1, "56", "L"), (0, "04", "R")):
        told.append(points(table.ok("play", seat, tile, end)))
    assert told == [10, 10, 10, 0, 10]


def MG_02():
    """An exit earns ten, the tiles nothing."""
    assert Table("muggins", 3).exit([0, 30, 12])[0]["recorded"] == [10, 0, 0]


def MG_03():
    """A fish: the lowest wins the difference, rounded to five; a tie nothing, then a lot decides who opens."""
    assert Table("muggins", 2).fish([7, 18])[0]["recorded"] == [10, 0]
    assert Table("muggins", 3).fish([7, 20, 16])[0]["recorded"] == [30, 0, 0]
    end = Table("muggins", 3).fish([7, 7, 16])
    assert (end[0]["recorded"], end[0]["opener"]) == ([0, 0, 0], None)


def MG_04():
    """Hands of 7 and 5; the target ends the match at once, without a round_end."""
    for seats, hand in ((2, 7), (3, 5), (4, 5)):
        Table("muggins", seats).deal(*[hand] * seats)
    table = Table("muggins", 2, accounts=[{"score": 190}, {"score": 0}])
    table.deal("55 00 04 11 12 13 14", "05 56 22 23 24 26 33")
    assert [line["type"] for line in table.ok("play", 0, "55")] == ["award", "match_end"]
    table.refused("match_over", "play", 1, "05", "R")


def MG_05():
    """The cross opens at once: a third tile may go up."""
    table = Table("muggins", 2)
    table.deal("33 34 01 02 04 06 22", "35 13 00 11 12 44 55")
    table.ok("play", 0, "33")
    told = []
    for seat, tile, end in ((1, "35", "R"), (0, "34", "U"), (1, "13", "L")):
        told.append(points(table.ok("play", seat, tile, end)))
    assert told == [0, 0, 10]


def MG_lots():
    """The best lot opens; without lots whoever plays first."""
    table = Table("muggins", 2)
    table.ok("lot", 0, "56")
    table.ok("lot", 1, "00")
    table.deal(7, 7)
    assert table.turn == 1
    table = Table("muggins", 2)
    table.deal(7, 7)
    table.ok("play", 1, "34")
    assert table.turn == 0


def F_01():
    """Tips 2, 2 and 1 count 5; a tip 6 and the double 2 count 10."""
    table = Table("all_fives", 2, params=LOT)
    table.deal("22 23 00 01 03 04 05", "26 33 34 35 36 44 45")
    table.ok("play", 0, "22")
    assert points(table.ok("play", 1, "26", "L")) == 10


def F_02():
    """docslib's round; the tips open when both sides are covered."""
    table = Table("all_fives", 2)
    table.deal("66 46 16 01 02 03 04", "36 26 05 12 13 14 15")
    told = [points(table.ok("play", 0, "66")), points(table.ok("play", 1, "36", "R"))]
    table.refused("wrong_tile", "play", 0, "46", "U")
    for seat, tile, end in ((0, "46", "L"), (1, "26", "U"), (0, "16", "D")):
        told.append(points(table.ok("play", seat, tile, end)))
    assert told == [0, 15, 0, 0, 10]


def F_03():
    """The best tile opens: any double before the rest; it scores like any turn."""
    told = []
    for hands in (["00 12", "56 34"], ["45 12", "36 01"]):
        table = Table("all_fives", 2, params={"hand": 2})
        table.deal(*hands)
        told.append((table.turn, table.state()["opening"]))
    assert told == [(0, "0-0"), (1, "3-6")]
    table = Table("all_fives", 2, params={"hand": 2})
    table.deal("46 12", "36 01")
    assert points(table.ok("play", 0, "46")) == 10


def F_04():
    """An exit earns the other's pips, rounded to the nearest five."""
    assert [Table("all_fives", 2).exit([0, v])[0]["recorded"][0] for v in (13, 12, 2)] == [15, 10, 0]


def F_05():
    """A block: the leader takes the difference, even a negative one; else fewer tiles, else the last placer."""
    table = Table("all_fives", 2, accounts=[{"score": 40}, {"score": 35}])
    table.fish([20, 8])
    assert table.accounts() == ["28", "35"]
    even = [{"score": 35}, {"score": 35}]
    assert Table("all_fives", 2, accounts=even).fish([20, 8], counts=[2, 3])[0]["recorded"] == [-12, 0]
    end = Table("all_fives", 2, accounts=even).fish([20, 8], counts=[2, 2], fisherman=1)
    assert (end[0]["recorded"], end[0]["opener"]) == ([0, 12], 1)


def F_06():
    """100 ends the match in mid-round."""
    table = Table("all_fives", 2, accounts=[{"score": 0}, {"score": 85}])
    table.deal("66 46 16 01 02 03 04", "36 26 05 12 13 14 15")
    table.ok("play", 0, "66")
    assert [line["type"] for line in table.ok("play", 1, "36", "R")] == ["award", "match_end"]
