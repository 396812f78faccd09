"""Vectors KP-*, S-*, Z-*, BD-*: Kozel in pairs, sport, Kozel to 125, basic game (rules.md §7.2, 7.4, 7.10, 7.13)."""

from kit import Table, remembered, tiles


def KP_01():
    """The other pair writes the sum of its two hands; the exiter's pair forgets; the partner's 6-6 counts nothing."""
    table = Table("kozel_pairs", 4, accounts=remembered(5, 0))
    hands = [[], tiles("45 06"), tiles("66"), tiles("12")]
    end = table.ok("result", reason="exit", by=0, hands=hands)
    assert end[0]["hands"] == [0, 15, 12, 3]
    assert end[0]["recorded"] == [0, 18]
    assert table.accounts() == ["+0", "18"]
    table = Table("kozel_pairs", 4, params={"pair_count_partner": True})
    table.ok("result", reason="exit", by=0, hands=hands)
    assert table.accounts() == ["+0", "30"]


def KP_02():
    """A fish between pairs: the lower pair writes nothing; alternatives by agreement."""
    for variant, told in (
        ("loser_own", ["+0", "18"]),
        ("all", ["13", "18"]),
        ("one", ["+0", "31"]),
        ("diff", ["+0", "+5"]),
    ):
        table = Table("kozel_pairs", 4, params={"fish_variant": variant})
        table.fish([9, 6, 4, 12])
        assert table.accounts() == told


def KP_03():
    """Equal pairs: the sum of all is carried to the higher of the next round."""
    table = Table("kozel_pairs", 4)
    assert table.fish([9, 10, 11, 10])[0]["carry"] == 40
    end = table.exit([0, 5, 3, 0], by=0)
    assert end[0]["recorded"] == [0, 45]
    assert table.accounts() == ["+0", "45"]


def KP_either_partner():
    """Partners who agree on it open in each other's place; the turn goes on from who opened."""
    table = Table("kozel_pairs", 4, params={"opener_who": "either_partner"})
    table.exit([0, 5, 3, 0], by=0)
    table.deal("00 01 02 03 04 05 06", "11 12 13 14 15 16 22", "23 24 25 26 33 34 35", "36 44 45 46 55 56 66")
    table.refused("wrong_turn", "play", 1, "11")
    table.ok("play", 2, "23")
    table.refused("wrong_turn", "play", 0, "03")
    table.ok("play", 3, "36")
    table = Table("kozel_pairs", 4)
    table.exit([0, 5, 3, 0], by=0)
    table.deal("00 01 02 03 04 05 06", "11 12 13 14 15 16 22", "23 24 25 26 33 34 35", "36 44 45 46 55 56 66")
    table.refused("wrong_turn", "play", 2, "23")


def S_01():
    """The number of rounds is a multiple of four."""
    for rounds, good in ((6, False), (4, True), (8, True), (12, True)):
        out = Table("sport", 4, params={"rounds": rounds}).opening_line
        assert out[0]["ok"] is good
        if not good:
            assert (out[0]["code"], out[0]["detail"]) == ("bad_params", {"allowed": "rounds must be a multiple of 4"})


def S_02():
    """Whoever holds 1-1 opens the first round, then the opening goes round."""
    table = Table("sport", 4)
    table.deal("00 01 02 03 04 05 06", "12 13 14 15 16 22 23", "11 24 25 26 33 34 35", "36 44 45 46 55 56 66")
    assert (table.turn, table.state()["opening"]) == (2, "1-1")
    table = Table("sport", 4)
    openers = [2]
    for n in range(3):
        more = {"opener": 2} if n == 0 else {}
        openers.append(table.exit([0, 1, 1, 1], **more)[0]["opener"])
    assert openers == [2, 3, 0, 1]


def S_03():
    """Without a threshold: the pair with less written on it wins."""
    table = Table("sport", 4, "sport_fid")
    table.exit([0, 20, 0, 0], by=0)
    table.exit([0, 5, 0, 0], by=0)
    table.exit([14, 0, 0, 0], by=1)
    end = table.exit([14, 0, 0, 0], by=1)
    assert table.accounts() == ["28", "25"]
    assert (end[1]["reason"], end[1]["winners"], end[1]["losers"]) == ("count", [1, 3], [0, 2])


def S_04():
    """A tied fish: nothing is written, the opening moves on; equal totals are a draw."""
    table = Table("sport", 4, accounts=remembered(5, 0))
    end = table.fish([4, 10, 10, 4], opener=1)
    assert (end[0]["void"], end[0]["carry"], end[0]["opener"]) == (True, 0, 2)
    assert table.accounts() == ["+5", "+0"]
    for _ in range(3):
        end = table.fish([4, 10, 10, 4])
    assert (end[1]["draw"], end[1]["winners"], end[1]["reason"]) == (True, [], "count")


def Z_01():
    """0-0 alone counts 50, 6-6 alone 75, both together their pips."""
    told = []
    for hand in ("00", "66", "00 66", "00 01"):
        table = Table("kozel_125", 2)
        told.append(table.ok("result", reason="exit", by=0, hands=[[], tiles(hand)])[0]["hands"][1])
    assert told == [50, 75, 12, 1]


def Z_02():
    """125 loses, 124 plays on."""
    start = [{"score": 0}, {"score": 120}]
    assert Table("kozel_125", 2, accounts=start).exit([0, 5])[1]["losers"] == [1]
    assert len(Table("kozel_125", 2, accounts=start).exit([0, 4])) == 1


def Z_02_rated():
    """A club that rates this game too counts its scores, which know no remembered points."""
    for counted in (False, True):
        params = {"rating": True, "rating_counts_remembered": counted}
        table = Table("kozel_125", 3, params=params, accounts=[{"score": 120}, {"score": 25}, {"score": 96}])
        assert table.exit([5, 0, 2], by=1)[1]["rating"] == [0, 8, 1]
        table = Table("kozel_125", 3, params=params, accounts=[{"score": 32}, {"score": 30}, {"score": 13}])
        assert table.say({"type": "timeout", "seat": 0})[1]["rating"] == [0, 1, 2]


def Z_03():
    """A fish is written by everybody, every point counts."""
    table = Table("kozel_125", 2)
    table.fish([10, 12])
    assert table.accounts() == ["10", "12"]


def Z_04():
    """Two doubles in one turn, one on each end; as one line or one after another."""
    for together in (True, False):
        table = Table("kozel_125", 2)
        table.deal("11 12 16 03 04 05 13", "22 66 00 33 34 35 45")
        table.ok("play", 0, "11")
        table.ok("draw", 1, "01")
        table.ok("play", 1, "01", "L")
        table.ok("play", 0, "16", "R")
        table.ok("play", 1, "00", "L")
        table.ok("play", 0, "03", "L")
        if together:
            table.ok("play", 1, moves=[{"tile": "3-3", "end": "L"}, {"tile": "6-6", "end": "R"}])
        else:
            table.ok("play", 1, "66", "R")
            table.refused("too_many_tiles", "play", 1, "34", "L")
            table.ok("play", 1, "33", "L")
        table.refused("too_many_tiles", "play", 1, "22", "L")
        assert table.turn == 0
        assert table.state()["ends"] == [["L", 3], ["R", 6]]
        table.ok("play", 0, "13", "L")


def BD_01():
    """The exiter gets what the others hold."""
    table = Table("block_draw", 3)
    assert table.exit([0, 9, 12])[0]["recorded"] == [21, 0, 0]


def BD_02():
    """A fish: the lowest wins the difference; or the last mover wins what the others hold; a tie scores nothing."""
    table = Table("block_draw", 3)
    end = table.fish([5, 9, 12], fisherman=2)
    assert (end[0]["recorded"], end[0]["opener"]) == ([16, 0, 0], 0)
    table = Table("block_draw", 3, params={"fish_winner": "last_mover"})
    end = table.fish([5, 9, 12], fisherman=2)
    assert (end[0]["recorded"], end[0]["opener"]) == ([0, 0, 14], 2)
    end = Table("block_draw", 3).fish([5, 5, 12])
    assert (end[0]["recorded"], end[0]["opener"], end[0]["void"]) == ([0, 0, 0], None, True)


def BD_03():
    """Deals: 7 for two, 5 for three and four."""
    stocks = []
    for seats, hand in ((2, 7), (3, 5), (4, 5)):
        table = Table("block_draw", seats)
        table.deal(*[hand] * seats)
        stocks.append(table.state()["stock_count"])
    assert stocks == [14, 13, 8]
    table = Table("block_draw", 2, set=9)
    table.deal(7, 7)
    assert table.state()["stock_count"] == 41


def BD_04():
    """6-6 opens, else the next double down; without doubles the tile of most pips."""
    told = []
    for params in ({"hand": 2}, {"hand": 2, "opener_first": "00"}):
        for hands in (["55 12", "44 01"], ["00 12", "11 01"], ["34 12", "56 01"]):
            table = Table("block_draw", 2, params=params)
            table.deal(*hands)
            told.append((table.turn, table.state()["opening"]))
    assert told == [(0, "5-5"), (1, "1-1"), (1, "5-6"), (1, "4-4"), (0, "0-0"), (1, "5-6")]


def BD_05():
    """100 wins."""
    table = Table("block_draw", 3, accounts=[{"score": 90}, {"score": 0}, {"score": 0}])
    end = table.fish([5, 9, 12])
    assert (end[1]["winners"], end[1]["losers"]) == ([0], [1, 2])
