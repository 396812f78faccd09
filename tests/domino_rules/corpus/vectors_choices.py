"""Vectors W-*, V-*: what the other values of parameters change, for the winnings family, kolbasa and tennis."""

from kit import Table, tiles


def points(*scores):
    """Starting scores."""
    return [{"score": score} for score in scores]


def W_01_blocked_round5():
    """By agreement a block of All Fives is rounded as exits are, down for a loss, too."""
    for mode, told in (("nearest", "30"), ("down", "25"), ("up", "30")):
        params = {"blocked_round5": True, "round5_mode": mode}
        table = Table("all_fives", 2, accounts=points(40, 35), params=params)
        table.fish([20, 8])
        assert table.accounts() == [told, "35"], mode
    for hands, told in (([8, 21], ["53", "35"]), ([8, 20], ["52", "35"])):
        table = Table("all_fives", 2, accounts=points(40, 35))
        table.fish(hands)
        assert table.accounts() == told


def W_02_leader():
    """The leader of the match, then who has fewer tiles, then who laid last."""
    for scores, told in (((35, 40), [0, 12]), ((40, 35), [-12, 0])):
        assert Table("all_fives", 2, accounts=points(*scores)).fish([20, 8])[0]["recorded"] == told
    for counts, told in (([3, 2], [0, 12]), ([2, 3], [-12, 0]), ([2, 2], [-12, 0])):
        even = Table("all_fives", 2, accounts=points(35, 35))
        assert even.fish([20, 8], fisherman=0, counts=counts)[0]["recorded"] == told
    assert Table("all_fives", 2, accounts=points(35, 35)).fish([20, 8], fisherman=1)[0]["recorded"] == [0, 12]
    pairs = Table("telefon", 4, accounts=points(35, 35), params={"fish_variant": "leader_diff"})
    assert pairs.fish([5, 4, 6, 3], fisherman=0, counts=[1, 2, 4, 2])[0]["recorded"] == [0, 4]


def W_03_negative():
    """Scores may fall below zero, or stop there by agreement; zero itself is none of both."""
    for allowed, told in ((True, "-10"), (False, "0")):
        table = Table("telefon", 2, accounts=points(0, 3), params={"allow_negative": allowed})
        table.exit([14, 0])
        assert table.accounts() == [told, "3"]
    table = Table("telefon", 2, accounts=points(10, 3), params={"allow_negative": False})
    table.exit([14, 0])
    assert table.accounts() == ["0", "3"]


def W_04_fish():
    """Fish variants of the winnings family: the lowest, write-offs, nobody."""
    for variant, told in (("lowest_diff", [23, 0, 0]), ("writeoff_all", [0, -10, -15]), ("void", [0, 0, 0])):
        table = Table("block_draw", 3, params={"fish_variant": variant})
        end = table.fish([4, 12, 15], 2)[0]
        assert end["recorded"] == told, variant
        assert end.get("void", False) is (variant == "void")
        assert end["opener"] == 0
    table = Table("block_draw", 3, params={"fish_winner": "last_mover"})
    end = table.fish([4, 12, 15], 2)[0]
    assert (end["recorded"], end["opener"]) == ([0, 0, 16], 2)
    end = Table("block_draw", 3).fish([4, 4, 15], 2)[0]
    assert (end["recorded"], end["void"], end["opener"]) == ([0, 0, 0], True, None)


def W_05_exit():
    """Exit scores of the winnings family, in pairs with and without the partner's tiles."""
    hands = [0, 9, 7, 5]
    for score, partner, told in (
        ("winner_sum", False, [14, 0]),
        ("winner_sum", True, [21, 0]),
        ("winner_sum_r5", False, [15, 0]),
        ("winner_sum_r5", True, [20, 0]),
        ("winner_fixed", True, [10, 0]),
        ("writeoff_floor5", False, [-5, -10]),
    ):
        params = {"pairs": True, "exit_score": score, "pair_count_partner": partner}
        end = Table("muggins", 4, params=params).exit(hands)[0]
        assert end["recorded"] == told, (score, partner)
    assert Table("muggins", 4, params={"exit_points": 7}).exit(hands)[0]["recorded"] == [7, 0, 0, 0]
    end = Table("telefon", 4).exit([0, 9, 7, 9])[0]
    assert end["recorded"] == [-5, -15]


def W_06_target():
    """The first to reach the target wins, the higher of two; by agreement all who reach it lose."""
    for side, scores, winners in (
        ("wins", (95, 40, 0), [0]),
        ("wins", (95, 130, 0), [1]),
        ("loses", (95, 130, 0), [2]),
        ("loses", (95, 40, 0), [1, 2]),
    ):
        table = Table("block_draw", 3, accounts=points(*scores), params={"target_side": side})
        over = table.exit([0, 2, 3])[1]
        assert over["winners"] == winners, (side, scores)
        assert over["losers"] == [seat for seat in range(3) if seat not in winners]
        assert not over["draw"]
    both = Table("block_draw", 2, accounts=points(95, 100)).exit([0, 5])[1]
    assert (both["winners"], both["losers"], both["draw"]) == ([], [], True)
    two = Table("block_draw", 3, accounts=points(95, 100, 0)).exit([0, 2, 3])[1]
    assert (two["winners"], two["losers"], two["draw"]) == ([0, 1], [2], False)
    assert Table("block_draw", 2, accounts=points(94, 0)).exit([0, 5])[1:] == []
    assert Table("block_draw", 2, accounts=points(900, 0), params={"target": None}).exit([0, 5])[1:] == []
    draw = Table("telefon", 2, accounts=points(230, 240)).exit([0, 5])[1]
    assert (draw["winners"], draw["losers"], draw["draw"]) == ([], [], True)


def rows(left, right, **params):
    """Kolbasa with short rows, seat 0 first."""
    params["hand"] = len(left.split())
    table = Table("kolbasa", 2, params=params)
    table.ok("lot", 0, "66")
    table.ok("lot", 1, "00")
    table.deal(left, right)
    return table


def V_01_miss():
    """A misfit goes to the left of the own row, or of the other's by agreement; an emptied row ends the round."""
    table = rows("12 34 01", "13 05 55")
    table.ok("play", 0, "01")
    assert table.ok("turn_up", 1, "55") == []
    assert table.state()["rows"] == [tiles("12 34"), tiles("55 13 05")]
    table = rows("12 34 01", "13 05 55", miss_goes_to="opponent_left")
    table.ok("play", 0, "01")
    assert table.ok("turn_up", 1, "55") == []
    assert table.state()["rows"] == [tiles("55 12 34"), tiles("13 05")]
    assert table.state()["counts"] == [3, 2]
    assert table.turn == 0
    table = rows("23 01", "02 55", miss_goes_to="opponent_left")
    table.ok("play", 0, "01")
    table.ok("turn_up", 1, "55")
    table.ok("turn_up", 0, "23")
    assert table.state()["rows"] == [tiles("55"), tiles("23 02")]
    table.ok("play", 1, "02")
    end = table.ok("turn_up", 0, "55")
    assert [(line["type"], line["reason"], line["by"], line["recorded"]) for line in end] == [
        ("round_end", "exit", 0, [0, 15])
    ]


def V_02_turned_up():
    """What fits must be laid by the seat that turned it up, and may be laid without turning up."""
    table = rows("12 15 01", "13 05 55")
    table.refused("wrong_turn", "turn_up", 1, "55")
    table.ok("turn_up", 0, "01")
    assert table.turn == 0
    table.refused("wrong_turn", "turn_up", 0, "01")
    table.refused("wrong_turn", "turn_up", 0, "15")
    table.refused("wrong_hand", "play", 0, "15")
    table.refused("illegal_close", "play", 0, "01", closed=True)
    table.ok("play", 0, "01")
    table.refused("wrong_hand", "turn_up", 1, "05")
    table.ok("turn_up", 1, "55")
    table.refused("wrong_tile", "play", 0, "15", "L")
    table.refused("illegal_close", "play", 0, "15", "R", closed=True)
    assert table.legal_plays(0) == [(table.match.tiles.number(1, 5), "R")]
    assert table.legal_plays(1) == []
    table.ok("play", 0, "15")
    table.refused("overdraw", "draw", 1)
    table.refused("wrong_turn", "draw", 0, "33")
    table.refused("duplicate_tile", "draw", 1, "01")
    table.refused("false_pass", "pass", 1)
    table.refused("wrong_turn", "pass", 0)


def V_03_two_ways():
    """A tile that fits both lines names its line, the first one as it was laid."""
    table = rows("33 02 01", "13 14 55")
    table.ok("play", 0, "10")
    assert table.state()["ends"] == [["L", 1], ["R", 0]]
    table.ok("turn_up", 1, "55")
    table.ok("play", 0, "02")
    table.ok("play", 1, "14")
    assert table.state()["ends"] == [["L", 4], ["R", 2]]
    table = rows("33 23 12", "04 13 55")
    table.ok("play", 0, "12")
    table.ok("turn_up", 1, "55")
    table.ok("play", 0, "23")
    table.refused("ambiguous_end", "play", 1, "13")
    table.ok("play", 1, "13", "L")
    assert table.state()["ends"] == [["L", 3], ["R", 3]]


def V_04_start():
    """By agreement only a double begins a sausage, others are put aside on the left; without one it is a fish."""
    table = rows("33 15 01", "13 55 24", start="double")
    table.refused("wrong_opening", "play", 0, "01")
    table.ok("turn_up", 0, "01")
    assert (table.turn, table.state()["rows"][0]) == (1, tiles("01 33 15"))
    table.ok("turn_up", 1, "24")
    table.ok("turn_up", 0, "15")
    table.ok("play", 1, "55")
    assert table.state()["ends"] == [["L", 5], ["R", 5]]
    out = Table("kolbasa", 2, params={"hand": 2, "start": "double"}).deal("15 01", "13 24")
    assert [(line["type"], line["reason"]) for line in out] == [("round_end", "fish")]


def V_05_continue():
    """By agreement who fitted goes on, until a misfit or a cut."""
    table = rows("33 06 12 01", "13 55 04 24", continue_on_fit=True)
    table.ok("play", 0, "01")
    assert table.turn == 0
    table.refused("wrong_turn", "play", 1, "24")
    table.ok("play", 0, "12")
    table.ok("turn_up", 0, "06")
    table.ok("play", 0, "06")
    table.ok("turn_up", 0, "33")
    assert table.turn == 1
    table.ok("play", 1, "24")
    assert table.turn == 1


def V_06_shown():
    """A row is shown as it lies: known tiles keep their place."""
    table = Table("kolbasa", 2, params={"hand": 3})
    table.deal(3, 3)
    table.ok("play", 0, "01")
    table.ok("turn_up", 1, "55")
    table.refused("misdeal", "reveal", 1, hand=tiles("55 12"))
    table.refused("wrong_hand", "reveal", 1, hand=tiles("12 55 13"))
    table.refused("wrong_hand", "reveal", 1, hand=tiles("12 14 13"))
    table.refused("duplicate_tile", "reveal", 1, hand=tiles("55 01 13"))
    table.ok("reveal", 1, hand=tiles("55 12 14"))
    assert table.state()["rows"] == [[None, None], tiles("55 12 14")]
    table.refused("wrong_hand", "reveal", 1, hand=tiles("55 14 12"))


def T_00_accounts():
    """Tennis goes on from any score; what is none is refused."""
    for accounts, good in (
        ([{"sets": 1, "games": 2, "points": "69/2"}, {"sets": 0, "games": 0, "points": 7}], True),
        ([{"sets": 1, "games": 2, "points": "69"}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": 1, "games": 2, "points": "69/0"}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": 1, "games": 2, "points": "a/2"}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": 1, "games": 2, "points": "69/x"}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": 1, "games": 2, "points": None}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": -1, "games": 2, "points": 0}, {"sets": 0, "games": 0, "points": 7}], False),
        ([{"sets": 0, "games": 6, "tiebreak": 3}, {"sets": 0, "games": 6, "tiebreak": "x"}], False),
        ([{"sets": 0, "games": 6, "tiebreak": 3}, {"sets": 0, "games": 6, "tiebreak": 5}], True),
    ):
        out = Table("domino_tennis", 2, accounts=accounts).opening_line
        assert out[0]["ok"] is good, accounts
    table = Table("domino_tennis", 2, accounts=[{"sets": 0, "games": 0, "points": "138/4"}, {"sets": 0, "games": 0}])
    assert table.state()["accounts"][0]["points"] == "69/2"
    for own, other, hand, games in (
        (30, 0, 19, [0, 0]),
        (30, 0, 20, [0, 1]),
        (30, 39, 20, [0, 1]),
        (30, 41, 20, [0, 0]),
        (30, 40, 20, [0, 1]),
        (39, 40, 10, [0, 0]),
        (39, 40, 11, [0, 1]),
    ):
        accounts = [{"sets": 0, "games": 0, "points": own}, {"sets": 0, "games": 0, "points": other}]
        table = Table("domino_tennis", 2, accounts=accounts)
        table.ok("result", reason="exit", by=1, points=[hand, 0], counts=[4, 0], opener=0)
        assert [account["games"] for account in table.state()["accounts"]] == games, (own, other, hand)


def T_09_fractions():
    """Divided points go on as exact fractions: added to, compared with 50, 40 and a lead of 10."""
    for other, games in ((44, [0, 1]), ("89/2", [0, 1]), (45, [0, 0]), (39, [0, 1])):
        accounts = [{"sets": 0, "games": 0, "points": "69/2"}, {"sets": 0, "games": 0, "points": other}]
        table = Table("domino_tennis", 2, accounts=accounts)
        end = table.ok("result", reason="exit", by=1, points=[20, 0], counts=[3, 0], opener=0)[0]
        assert [account["games"] for account in end["accounts"]] == games, other
        assert end["recorded"] == [20, 0]
        if games == [0, 0]:
            assert [account["points"] for account in end["accounts"]] == ["109/2", other]
    table = Table("domino_tennis", 2, accounts=[{"sets": 0, "games": 0, "points": 7}, {"sets": 0, "games": 0}])
    end = table.ok("result", reason="exit", by=1, points=[3, 0], counts=[3, 0], opener=0)[0]
    assert (end["recorded"], end["accounts"][0]["points"]) == (["-14/3", 0], "7/3")
    end = table.ok("result", reason="exit", by=1, points=[5, 0], counts=[2, 0], opener=0)[0]
    assert end["accounts"][0]["points"] == "22/3"


def T_10_carry():
    """A lone 6-6 that loses the game is carried by either player, and into the next set."""
    for loser in (0, 1):
        for games, sets in ((0, 0), (5, 1)):
            accounts = [{"sets": 0, "games": games, "points": 0}, {"sets": 0, "games": games, "points": 0}]
            accounts[loser]["games"] = 0
            table = Table("domino_tennis", 2, accounts=accounts)
            values, counts = [0, 0], [0, 0]
            values[loser], counts[loser] = 75, 1
            table.ok("result", reason="exit", by=1 - loser, points=values, counts=counts, opener=0)
            after = table.state()["accounts"]
            assert (after[loser]["points"], after[1 - loser]["points"]) == (25, 0)
            assert (after[1 - loser]["sets"], after[loser]["sets"]) == (sets, 0)
    accounts = [{"sets": 0, "games": 5, "points": 0}, {"sets": 0, "games": 6, "points": 0}]
    table = Table("domino_tennis", 2, accounts=accounts)
    table.ok("result", reason="exit", by=0, points=[0, 75], counts=[0, 1], opener=0)
    assert table.state()["accounts"] == [{"sets": 0, "games": 6, "tiebreak": 0}] * 2


def W_07_openers():
    """Who opens after a fish, by every rule and where it is tied."""
    hands = ("66 12 34", "11 13 35", "00 14 25")
    for rule, tie, values, opener, opening in (
        ("round_winner", "opener_rule", [9, 5, 8], 1, None),
        ("round_winner", "opener_rule", [5, 5, 8], None, "6-6"),
        ("round_winner", "fisherman", [5, 5, 8], 2, None),
        ("round_winner", "lot", [5, 5, 8], None, None),
        ("fisherman", "lot", [5, 5, 8], 2, None),
        ("opener_rule", "lot", [9, 5, 8], None, "6-6"),
        ("lot", "fisherman", [9, 5, 8], None, None),
    ):
        params = {"hand": 3, "fish_opener": rule, "fish_opener_tie": tie}
        table = Table("block_draw", 3, params=params)
        assert table.fish(values, 2)[0]["opener"] == opener, (rule, tie)
        table.deal(*hands)
        state = table.state()
        assert state["opening"] == opening
        assert state["turn"] == (0 if opening else opener)
    for rule, opening in (("lowest_double", "1-1"), ("same_tile", "6-6")):
        table = Table("block_draw", 3, params={"hand": 3, "opener_next": rule})
        assert table.exit([0, 5, 8])[0]["opener"] is None
        table.deal(*hands)
        assert table.state()["opening"] == opening
    table = Table("block_draw", 3, params={"opener_next": "rotate"})
    assert table.exit([0, 5, 8], opener=2)[0]["opener"] == 0


def W_08_rating():
    """Remembered points lower the rating where a club counts them."""
    accounts = [{"opened": True, "score": 32, "remembered": 0}, {"opened": False, "score": 0, "remembered": 12}]
    for counted, told in ((False, 3), (True, 2)):
        table = Table("kozel", 2, accounts=accounts, params={"rating_counts_remembered": counted})
        verdict, over = table.say({"type": "timeout", "seat": 0})
        assert (verdict["code"], over["rating"]) == ("timeout", [0, told])


def M_20_limits():
    """The sea goat's 25 is meant exactly, at a fish too; who goes for a hundred may win it by a fish."""
    end = Table("morskoy_kozel", 3).fish([25, 30, 40], 0)[0]
    assert (end["recorded"], end["hundred"], end["debt"]) == ([70, 0, 0], None, None)
    end = Table("morskoy_kozel", 3).fish([24, 30, 40], 0)[0]
    assert (end["recorded"], end["hundred"]) == ([70, 0, 0], 0)
    end = Table("morskoy_kozel", 2).fish([25, 24], 0)[0]
    assert (end["debt"], end["recorded"]) == ({"seat": 0, "tries": 3, "stake": 25, "creditor": 1}, [0, 0])
    end = Table("morskoy_kozel", 2).fish([24, 23], 0)[0]
    assert (end["debt"], end["recorded"]) == (None, [0, 24])
    table = Table("morskoy_kozel", 2, hundred=0)
    over = table.fish([10, 20], 0, opener=0, first="6-6")[1]
    assert (over["reason"], over["winners"], over["titles"]) == ("special", [0], {"1": "kozel"})
    table = Table("morskoy_kozel", 2, hundred=0)
    over = table.fish([30, 20], 1, opener=0, first="6-6")[1]
    assert (over["reason"], over["winners"], over["titles"]) == ("special", [1], {"0": "svoyak"})
    table = Table("morskoy_kozel", 2, params={"small_win": "remember"})
    table.exit([0, 10])
    assert table.exit([0, 30])[0]["accounts"] == [{"score": 40}, {"score": 0}]
    table.exit([30, 0])
    assert table.exit([0, 30])[0]["accounts"] == [{"score": 30}, {"score": 0}]
