"""Vectors M-*, G-*, B-*: the sea goat, General Kozel, kolbasa (rules.md §7.3, 7.8, 7.9)."""

from domino_rules.games import new_match
from domino_rules.tiles import SIX

from kit import Table, tiles

A, B, C = 0, 1, 2


def scores(*points):
    """Starting accounts."""
    return [{"score": p} for p in points]


def sea(*points, **more):
    """A match of the sea goat between as many sides as scores."""
    return Table("morskoy_kozel", len(points), accounts=scores(*points), **more)


def value(table, text):
    """What a hand counts."""
    return table.match.book().hand_value(SIX.mask(tiles(text), 0)[1])


def M_01():
    """0-0 alone 25, 6-6 alone 50, both 75."""
    table = sea(0, 0)
    assert [value(table, hand) for hand in ("00", "66", "00 66")] == [25, 50, 75]


def M_02():
    """With other tiles they count their pips."""
    table = sea(0, 0)
    assert [value(table, hand) for hand in ("00 11 66", "00 12")] == [14, 3]


def M_03():
    """25 make an owner, an owner adds anything, 125 win."""
    table = sea(0, 0)
    end = table.exit([0, 24], by=A)
    assert (table.accounts(), end[0]["owner"], end[0]["recorded"]) == (["0", "0"], None, [24, 0])
    assert table.exit([0, 25])[0]["owner"] == A
    assert table.accounts() == ["25", "0"]
    table = sea(60, 0)
    table.exit([0, 3])
    assert table.accounts() == ["63", "0"]
    end = sea(110, 0).exit([0, 15])
    assert (end[1]["reason"], end[1]["winners"], end[1]["titles"]) == ("score", [A], {"1": "kozel"})


def M_04():
    """A rival with 25 resets everything; two other readings by agreement; with 24 nothing happens."""
    for effect, told, owner in (
        ("reset_all", ["0", "0"], None),
        ("reset_and_take", ["0", "25"], B),
        ("void_round", ["60", "0"], A),
    ):
        table = sea(60, 0, params={"rival_effect": effect})
        assert table.exit([25, 0])[0]["owner"] == owner
        assert table.accounts() == told
    table = sea(60, 0)
    table.exit([24, 0])
    assert table.accounts() == ["60", "0"]


def hundred(points, forced=False):
    """A, owner of 60, opens with 6-6 and the round ends with these hand values."""
    table = sea(60, 0)
    if not forced:
        table.exit([0, 1])
    by = points.index(0)
    return table.exit(points, by=by, opener=A, first="6-6", last=["1-2"])


def M_05():
    """Going for a hundred: the match is won, or lost with 25 in hand; an opening that a tile decides is no choice."""
    end = hundred([0, 5])
    assert (end[1]["reason"], end[1]["winners"]) == ("special", [A])
    end = hundred([25, 0])
    assert (end[1]["reason"], end[1]["losers"], end[1]["titles"]) == ("special", [A], {"0": "svoyak"})
    end = hundred([24, 0])
    assert len(end) == 1
    assert len(hundred([0, 5], forced=True)) == 1
    table = Table("morskoy_kozel", 3, accounts=scores(60, 0, 0))
    table.exit([0, 1, 1])
    end = table.exit([30, 0, 4], opener=A, first="6-6")
    assert (end[1]["winners"], end[1]["losers"]) == ([1, 2], [A])


def M_06():
    """A last 0-0 wins the match, whoever owns what; the bald title is the winner's, or the loser's."""
    end = sea(0, 60).exit([0, 3], last=["0-0"])
    assert (end[1]["reason"], end[1]["winners"], end[1]["titles"]) == ("special", [A], {"0": "bald"})
    end = sea(0, 60, params={"bald_title_to": "loser"}).exit([0, 3], last=["0-0"])
    assert end[1]["titles"] == {"1": "bald"}


def M_07():
    """A last 6-6 wins the match with 25; with less it gives the right to go for a hundred."""
    assert sea(0, 0).exit([0, 25], last=["6-6"])[1]["winners"] == [A]
    table = sea(0, 60)
    end = table.exit([0, 24], last=["6-6"])
    assert (len(end), end[0]["hundred"], end[0]["opener"]) == (1, A, A)
    end = table.exit([0, 3], opener=A, first="6-6")
    assert (end[1]["reason"], end[1]["winners"]) == ("special", [A])
    table = sea(0, 0, eggs=34)
    end = table.exit([0, 1], last=["6-6"])
    assert (len(end), end[0]["hundred"], end[0]["recorded"], end[0]["owner"]) == (1, A, [35, 0], A)


def M_07_right_lapses():
    """The right lives for one opening; by agreement until its holder opens holding 6-6."""
    for rule, told in (("lapse", None), ("persist", A)):
        table = sea(0, 60, params={"hundred_if_not_held": rule})
        table.exit([0, 24], last=["6-6"])
        assert table.exit([0, 3], opener=A, first="1-2")[0]["hundred"] == told


def M_07_unseen_hand():
    """Whether the opener held 6-6 may show only when his hand is shown; by agreement the right lapses then."""
    for rest, told in (("66", None), ("56", A)):
        more = {"hundred_if_not_held": "persist", "hand": 2, "bazaar_reserve": 24}
        table = sea(0, 60, hundred=A, params=more)
        table.deal(2, 2)
        table.chain(A, "12 23")
        table.ok("pass", A)
        table.ok("play", B, "34", "R")
        assert table.ok("reveal", A, hand=tiles(rest))[0]["hundred"] == told


def M_08():
    """Row 1: the fisherman below 25, all others from 25: he wins and may go for a hundred."""
    end = sea(0, 0).fish([10, 30], fisherman=A)
    assert (end[0]["owner"], end[0]["recorded"], end[0]["hundred"]) == (A, [30, 0], A)


def M_09():
    """Row 3: the fisherman has less: he wins without a right. Row 5: the other has less and wins."""
    end = sea(0, 0).fish([10, 20], fisherman=A)
    assert (end[0]["owner"], end[0]["recorded"], end[0]["hundred"]) == (None, [20, 0], None)
    end = sea(0, 0).fish([20, 10], fisherman=A)
    assert end[0]["recorded"] == [0, 20]


def indebted(*values):
    """After a fish of A with the most: a debt."""
    table = sea(*[0] * len(values))
    return table, table.fish(list(values), fisherman=A)


def M_10():
    """Row 2: a debt with three tries; written off by a win of 25."""
    table, end = indebted(30, 20)
    assert end[0]["debt"] == {"seat": A, "tries": 3, "stake": 30, "creditor": B}
    assert (end[0]["opener"], end[0]["void"]) == (A, True)
    assert table.exit([0, 24])[0]["debt"]["tries"] == 2
    end = table.exit([0, 26])
    assert (end[0]["debt"], end[0]["owner"], table.accounts()) == (None, A, ["26", "0"])


def M_10_three_lost():
    """Three tries lost: the creditor wins the stake, opens, and may go for a hundred."""
    table, _ = indebted(30, 20)
    for _ in range(2):
        table.exit([0, 3])
    end = table.exit([0, 3])
    assert (end[0]["owner"], end[0]["hundred"], end[0]["opener"], end[0]["debt"]) == (B, B, B, None)
    assert table.accounts() == ["0", "30"]
    table = sea(0, 0, params={"debt_fail": "match_loss"}, debt={"seat": A, "tries": 1, "stake": 30, "creditor": B})
    assert table.exit([0, 3])[1]["losers"] == [A]


def M_10_three_players():
    """The creditor has the least; a shared least is no egg where the fisherman has the most."""
    _, end = indebted(40, 20, 15)
    assert end[0]["debt"]["creditor"] == C
    _, end = indebted(40, 20, 20)
    assert (end[0]["debt"]["creditor"], end[0]["eggs"]) == (B, 0)


def M_11():
    """Tied fishes lay eggs; a winner takes them; three more ties and they are rotten."""
    table = sea(0, 0)
    end = table.fish([17, 17], fisherman=B)
    assert (end[0]["eggs"], end[0]["opener"]) == (34, None)
    table.deal("01 12 23 34 45 56 66", "02 03 04 05 06 13 11")
    assert (table.turn, table.state()["opening"]) == (B, "1-1")
    table = sea(0, 0, eggs=34)
    end = table.exit([0, 6])
    assert (end[0]["owner"], table.accounts(), end[0]["eggs"]) == (A, ["40", "0"], 0)
    table = sea(0, 0)
    eggs = [table.fish([v, v], fisherman=B)[0]["eggs"] for v in (17, 3, 4)]
    end = table.fish([5, 5], fisherman=B)
    assert eggs == [34, 40, 48]
    assert (end[0]["eggs"], end[0]["opener"], end[0]["recorded"]) == (0, B, [0, 0])


def M_12():
    """Two doubles at once need two different ends."""
    table = sea(0, 0)
    table.deal("11 13 16 04 05 06 02", "15 33 55 01 44 45 46")
    table.ok("play", A, "11")
    table.ok("play", B, "15", "R")
    table.ok("play", A, "13", "L")
    table.ok("play", B, moves=[{"tile": "3-3"}, {"tile": "5-5"}])
    table = sea(0, 0)
    table.deal("11 14 24 04 05 06 02", "12 33 44 01 55 45 46")
    table.ok("play", A, "11")
    table.ok("play", B, "12", "R")
    table.ok("play", A, "14", "L")
    table.refused("wrong_tile", "play", B, moves=[{"tile": "4-4", "end": "L"}, {"tile": "3-3", "end": "R"}])
    table.ok("play", B, "44", "L")


GENERALS = ("11 00 01 02 03 04 05", "12 06 13 14 15 16 22", "23 24 25 26 33 34 35", "36 44 45 46 55 56 66")


def G_01():
    """Whoever sits after the exiter is General; the holder of 1-1 opens every round."""
    table = Table("general_kozel", 4)
    end = table.exit([5, 0, 5, 5])
    assert (end[0]["general"], end[0]["recorded"], end[0]["opener"]) == (2, [1, 0], None)
    assert table.accounts() == ["1", "0"]
    table.deal(*GENERALS)
    assert (table.turn, table.state()["opening"]) == (0, "1-1")


def G_02():
    """A fish changes nothing."""
    end = Table("general_kozel", 4).fish([5, 6, 7, 8])
    assert (end[0]["void"], end[0]["general"], end[0]["recorded"]) == (True, None, [0, 0])


def G_03():
    """6-6 and 0-0 in one last move on two ends: the next seat is General."""
    table = Table("general_kozel", 4, params={"hand": 2})
    table.deal("11 55", "16 54", "01 53", "00 66")
    table.ok("play", 0, "11")
    table.ok("play", 1, "16", "R")
    table.ok("play", 2, "01", "L")
    end = table.ok("play", 3, moves=[{"tile": "6-6"}, {"tile": "0-0"}])
    assert (end[0]["reason"], end[0]["by"], end[0]["general"]) == ("exit", 3, 0)


def G_03_one_after_another():
    """The same laid one after another."""
    table = Table("general_kozel", 4, params={"hand": 2, "general_on": "only_00"})
    table.deal("11 55", "16 54", "01 53", "00 66")
    table.ok("play", 0, "11")
    table.ok("play", 1, "16", "R")
    table.ok("play", 2, "01", "L")
    assert table.ok("play", 3, "66") == []
    assert table.ok("play", 3, "00")[0]["general"] == 0


def G_04():
    """By agreement only an exit with 0-0 or 6-6 counts."""
    for last, told in (("3-4", None), ("6-6", 1)):
        table = Table("general_kozel", 4, params={"general_on": "special_double_only"})
        assert table.exit([0, 5, 5, 5], last=[last])[0]["general"] == told
    for last, told in (("6-6", None), ("0-0", 1)):
        table = Table("general_kozel", 4, "general_00")
        assert table.exit([0, 5, 5, 5], last=[last])[0]["general"] == told


def G_05():
    """With three teams the one that gets the General makes room; a limit ends the match by team."""
    table = Table("general_kozel", 6, params={"teams": 3, "generals_limit": 2})
    assert table.exit([0, 5, 5, 5])[0]["seated"] == [0, 2]
    assert table.exit([0, 5, 5, 5])[0]["seated"] == [0, 1]
    assert table.accounts() == ["0", "1", "1"]
    end = table.exit([0, 5, 5, 5])
    assert (end[1]["losers"], end[1]["winners"]) == ([1], [0, 2])


def G_06():
    """Both ends 6, all other sixes out: laying 6-6 as the last tile is an exit, not a fish."""
    match, _ = new_match("general_kozel", 4, None, {"hand": 2})
    hands = [SIX.mask(tiles(text), 0)[1] for text in ("66", "12 13", "22 23", "46 33")]
    match.opener = 3
    match.deal(hands, [0, 0, 0, 0], None, 20)
    match.layout.start(6, 4)
    match.table = SIX.mask(tiles("06 16 26 36 56"), 0)[1]
    assert match.play(3, SIX.parse("4-6"), "R") is None
    assert (match.news, match.turn) == ([], 0)
    assert match.play(0, SIX.parse("6-6"), "L") is None
    assert (match.news[0]["reason"], match.news[0]["general"]) == ("exit", 1)


def kolbasa(left, right, **params):
    """Two rows, the first seat that acts opens."""
    params["hand"] = len(left.split())
    table = Table("kolbasa", 2, params=params)
    table.deal(left, right)
    return table


def B_01():
    """A tile that fits nowhere goes to the left end of the row, and the turn passes."""
    table = kolbasa("12 34 56 01", "22 33 44 55")
    table.ok("play", 0, "01")
    table.ok("turn_up", 1, "55")
    assert table.state()["rows"][1] == tiles("55 22 33 44")
    assert table.turn == 0
    table.ok("turn_up", 0, "56")
    assert table.state()["rows"][0] == tiles("56 12 34")
    assert table.turn == 1


def sausage(**params):
    """2-4 first, tips 6 and 1; P0 to reveal 1-6."""
    table = kolbasa("33 16 26 24", "00 01 05 14", **params)
    table.ok("play", 0, "24")
    table.ok("play", 1, "14", "R")
    table.ok("play", 0, "26", "L")
    return table


def B_02():
    """Lines of equal length: the crosswise tile may be laid or cut; unequal: no cut."""
    table = sausage()
    table.ok("turn_up", 1, "05")
    table.refused("ambiguous_end", "play", 0, "16")
    assert [end for _, end in table.legal_plays(0)] == ["L", "R", "cut"]
    table.ok("play", 0, "16", "cut")
    assert (table.state()["ends"], table.turn) == ([], 1)
    table.ok("play", 1, "01")
    table = kolbasa("33 16 26 24", "00 01 05 14")
    table.ok("play", 0, "24")
    table.ok("play", 1, "14", "R")
    table.ok("play", 0, "26", "L")
    table.ok("turn_up", 1, "05")
    table.ok("play", 0, "16", "L")
    table.ok("play", 1, "01", "L")
    assert table.turn == 0


def B_02_end_round():
    """By agreement the cut ends the round."""
    table = sausage(after_cut="end_round")
    table.ok("turn_up", 1, "05")
    end = table.ok("play", 0, "16", "cut")
    assert (end[0]["reason"], end[0]["recorded"]) == ("closed", [6, 6])


def B_02_one_end():
    """By agreement a cut needs one tip and closes that line only."""
    table = sausage(cut_needs="one_end")
    table.ok("turn_up", 1, "05")
    table.ok("play", 0, "16", "cutL")
    assert table.state()["ends"] == [["R", 1]]


def B_03():
    """Both tips 6: the double cuts."""
    table = kolbasa("33 12 66 24", "00 46 05 26")
    table.ok("play", 0, "24")
    table.ok("play", 1, "26", "L")
    table.ok("play", 0, "66", "L")
    table = kolbasa("33 66 46 24", "00 01 15 26")
    table.ok("play", 0, "24")
    table.ok("play", 1, "26", "L")
    table.ok("play", 0, "46", "R")
    table.ok("turn_up", 1, "15")
    table.ok("play", 0, "66", "cut")


def B_04():
    """The row of one is empty: the other records the pips of his."""
    table = Table("kolbasa", 2)
    end = table.ok("result", reason="exit", by=1, hands=[tiles("34 55"), []])
    assert (end[0]["recorded"], table.accounts()) == ([17, 0], ["17", "0"])


def B_05():
    """All 28 tiles are dealt."""
    table = Table("kolbasa", 2)
    table.deal(14, 14)
    assert table.state()["stock_count"] == 0
    table.refused("overdraw", "draw", 0)
    table.refused("false_pass", "pass", 0)


def B_wrong_tile_of_the_row():
    """Only the last tile of a row may be laid or turned up."""
    table = kolbasa("12 34 56 01", "22 33 44 55")
    table.refused("wrong_hand", "play", 0, "12")
    table.refused("wrong_hand", "turn_up", 0, "56")
    table.refused("duplicate_tile", "turn_up", 0, "55")
    table.ok("turn_up", 0, "01")
    table.refused("wrong_turn", "turn_up", 1, "55")


def B_start_with_a_double():
    """By agreement only a double begins a sausage."""
    table = kolbasa("12 34 56 01", "22 33 44 55", start="double")
    table.refused("wrong_opening", "play", 0, "01")
    table.ok("turn_up", 0, "01")
    table.ok("play", 1, "55")


def B_fish():
    """No tile of either row fits: fish at once where the rows are known, else after a round of misses."""
    table = kolbasa("33 44 02", "55 66 12")
    table.ok("play", 0, "02")
    end = table.ok("play", 1, "12", "R")
    assert (end[0]["reason"], end[0]["recorded"], end[0]["opener"]) == ("fish", [14, 22], None)
    table = Table("kolbasa", 2, params={"hand": 3})
    table.deal(3, 3)
    table.ok("play", 0, "02")
    table.ok("play", 1, "12", "R")
    for seat, tile in ((0, "44"), (1, "66"), (0, "33")):
        assert table.ok("turn_up", seat, tile) == []
    end = table.ok("turn_up", 1, "55")
    assert (end[0]["reason"], end[0]["hands"]) == ("fish", [14, 22])
