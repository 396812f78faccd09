"""Vectors D-*: domino tennis (rules.md §7.11)."""

from domino_rules.books.tennis import MINIMAL

from kit import Table, tiles


def tennis(first, second, **more):
    """A match with these points on both accounts; P0 serves."""
    accounts = [{"sets": 0, "games": 0, "points": first}, {"sets": 0, "games": 0, "points": second}]
    table = Table("domino_tennis", 2, accounts=accounts, **more)
    table.ok("claim", 0, what="serve")
    return table


def tiebreak(first, second, games=6, **more):
    """Six games all, these penalty units; P0 serves."""
    accounts = [{"sets": 0, "games": games, "tiebreak": units} for units in (first, second)]
    table = Table("domino_tennis", 2, accounts=accounts, **more)
    table.ok("claim", 0, what="serve")
    return table


def lost(table, seat, text):
    """A rally lost by a seat that is left with these tiles."""
    hands = [[], []]
    hands[seat] = tiles(text)
    return table.ok("result", reason="exit", by=1 - seat, hands=hands)


def fish(table, *hands):
    """A rally that ends in a fish."""
    return table.ok("result", reason="fish", fisherman=0, hands=[tiles(text) for text in hands])


def points(table):
    """Points of both players."""
    return [account.get("points", account.get("tiebreak")) for account in table.state()["accounts"]]


def games(table):
    """Games of both players."""
    return [account["games"] for account in table.state()["accounts"]]


def D_01():
    """A game is lost with 50 and more, while the other has under 40 or ten less."""
    for before, hand, told in (
        ((43, 49), "02", [0, 0]),
        ((59, 51), "02", [0, 1]),
        ((43, 51), "02", [1, 0]),
    ):
        table = tennis(*before)
        lost(table, 0 if before[0] == 59 else 1, hand)
        assert games(table) == told, (before, games(table))


def D_02():
    """The cheapest hand of its size divides the old points and is not added."""
    table = tennis(64, 69)
    end = lost(table, 1, "00 01")
    assert (games(table), end[0]["recorded"]) == ([0, 1], [0, "-69/2"])
    table = tennis(64, 69)
    lost(table, 1, "05")
    assert games(table) == [1, 0]


def D_03():
    """6-6 alone loses the game and is carried as 25; 0-0 alone counts 50."""
    table = tennis(0, 0)
    end = lost(table, 1, "66")
    assert (games(table), points(table), end[0]["recorded"]) == ([1, 0], [0, 25], [0, 75])
    table = tennis(0, 45)
    assert lost(table, 0, "00")[0]["recorded"] == [50, 0]
    assert points(table) == [50, 45]


def D_03_carried_into_a_set():
    """The 25 go into the first game of the next set, never into a tie-break."""
    accounts = [{"sets": 0, "games": 5, "points": 0}, {"sets": 0, "games": 3, "points": 0}]
    table = Table("domino_tennis", 2, accounts=accounts)
    lost(table, 1, "66")
    told = table.state()["accounts"]
    assert told == [{"sets": 1, "games": 0, "points": 0}, {"sets": 0, "games": 0, "points": 25}]
    accounts = [{"sets": 0, "games": 5, "points": 0}, {"sets": 0, "games": 6, "points": 0}]
    table = Table("domino_tennis", 2, accounts=accounts)
    lost(table, 1, "66")
    assert points(table) == [0, 0]
    assert "tiebreak" in table.state()["accounts"][0]


def D_03_not_out_of_a_tiebreak():
    """A tie-break lost with 6-6 alone, or with 0-0, or by units: the first game of the next set begins at 0:0."""
    for first, second, hand in ((0, 0, "66"), (0, 5, "00"), (0, 6, "12")):
        table = tiebreak(first, second)
        lost(table, 1, hand)
        assert (games(table), points(table)) == ([0, 0], [0, 0]), hand
        assert [account["sets"] for account in table.state()["accounts"]] == [1, 0]


def D_04():
    """Units of the tie-break."""
    for play, told in (
        (lambda table: lost(table, 1, "00"), [0, 2]),
        (lambda table: lost(table, 1, "12 34"), [0, 1]),
        (lambda table: fish(table, "12", "34"), [0, 1]),
        (lambda table: fish(table, "12", "03"), [1, 1]),
        (lambda table: fish(table, "00", "12"), [2, 0]),
    ):
        table = tiebreak(0, 0)
        end = play(table)
        assert (points(table), end[0]["recorded"]) == (told, told)
    table = tiebreak(0, 5)
    lost(table, 0, "66")
    assert table.state()["accounts"][1] == {"sets": 1, "games": 0, "points": 0}
    table = tiebreak(0, 0)
    fish(table, "66", "00")
    assert [account["sets"] for account in table.state()["accounts"]] == [0, 1]
    table = tiebreak(6, 6)
    lost(table, 0, "12")
    assert points(table) == [7, 6]
    lost(table, 0, "12")
    assert [account["sets"] for account in table.state()["accounts"]] == [0, 1]


def D_05():
    """Cheapest hands, by number of tiles."""
    assert MINIMAL[2:9] == (1, 3, 5, 8, 11, 15, 19)
    assert (MINIMAL[15], MINIMAL[21]) == (56, 99)
    for hand, told in (("00 01", 5), ("00 01 02", "10/3"), ("00 01 11", "10/3"), ("00 01 11 02", "5/2")):
        table = tennis(0, 10)
        lost(table, 1, hand)
        assert points(table) == [0, told]


def D_06():
    """Where a game is lost and where it goes on."""
    for before, play, told in (
        ((39, 45), lambda table: lost(table, 1, "05"), [1, 0]),
        ((45, 38), lambda table: lost(table, 1, "66 00"), [0, 0]),
        ((50, 35), lambda table: lost(table, 1, "05"), [0, 1]),
        ((49, 34), lambda table: lost(table, 1, "05"), [0, 0]),
    ):
        table = tennis(*before)
        play(table)
        assert games(table) == told
    table = tennis(35, 20)
    table.ok("result", reason="fish", fisherman=0, points=[20, 32], counts=[3, 4])
    assert (points(table), games(table)) == ([55, 52], [0, 0])


def D_07():
    """Division is exact."""
    table = tennis(30, 0)
    lost(table, 0, "00 01 11")
    assert points(table) == [10, 0]
    table = tennis(10, 0)
    lost(table, 0, "00 01 02")
    assert points(table) == ["10/3", 0]


def D_08():
    """Sets: six games with two ahead, 6:5 plays one more, 6:6 a tie-break that ends 7:6."""
    for before, sets, told in (((5, 4), 1, [0, 0]), ((5, 5), 0, [6, 5]), ((6, 5), 1, [0, 0]), ((5, 6), 0, [6, 6])):
        accounts = [{"sets": 0, "games": n, "points": 0} for n in before]
        table = Table("domino_tennis", 2, accounts=accounts)
        table.ok("claim", 0, what="serve")
        lost(table, 1, "00")
        assert (table.state()["accounts"][0]["sets"], games(table)) == (sets, told)
    accounts = [{"sets": 1, "games": 5, "points": 0}, {"sets": 1, "games": 0, "points": 0}]
    table = Table("domino_tennis", 2, accounts=accounts)
    end = lost(table, 1, "00")
    assert (end[1]["winners"], end[1]["reason"]) == ([0], "score")


def D_08_serve():
    """The serve passes after a game; in a tie-break 1, 2, 2 …; then to the receiver of its first rally."""
    table = tennis(0, 45)
    assert lost(table, 0, "12")[0]["opener"] == 0
    assert lost(table, 1, "05")[0]["opener"] == 1
    table = tiebreak(0, 0)
    assert [lost(table, 0, "12")[0]["opener"] for _ in range(5)] == [1, 1, 0, 0, 1]
    table = tiebreak(0, 0, params={"tb_serve": "single"})
    assert [lost(table, 0, "12")[0]["opener"] for _ in range(3)] == [1, 0, 1]
    table = tiebreak(6, 0)
    assert lost(table, 0, "12")[0]["opener"] == 1


def D_09():
    """The first serve: lower pips chooses; without a choice whoever plays first serves."""
    table = Table("domino_tennis", 2)
    for seat, tile in ((0, "12"), (1, "03"), (0, "03"), (1, "11")):
        table.ok("lot", seat, tile)
    table.ok("claim", 0, what="serve")
    table.deal(7, 7)
    assert table.turn == 0
    table = Table("domino_tennis", 2)
    table.deal(7, 7)
    table.ok("play", 1, "33")
    assert table.turn == 0


def D_10():
    """A server without a double draws until one comes; a receiver who must draw on the serve suffers an ace."""
    table = tennis(0, 0)
    table.deal("01 02 03 04 05 06 12", "13 14 15 16 23 24 25")
    table.refused("wrong_opening", "play", 0, "01")
    assert table.ok("draw", 0, "26") == [{"type": "event", "what": "double_fault", "seat": 0}]
    assert table.ok("draw", 0, "66") == []
    table.refused("false_draw", "draw", 0, "34")
    table.ok("play", 0, "66")
    table.ok("play", 1, "16", "L")
    table = tennis(0, 0)
    table.deal("01 02 03 04 05 06 44", "13 11 15 16 23 12 25")
    table.refused("false_draw", "draw", 0, "34")
    table.ok("play", 0, "44")
    assert table.ok("draw", 1, "22") == [{"type": "event", "what": "ace", "seat": 0}]
    assert table.ok("draw", 1, "33") == []


def D_players():
    """Two players only, two or three sets."""
    assert Table("domino_tennis", 3).opening_line[0]["code"] == "bad_params"
    assert Table("domino_tennis", 2, params={"sets_to_win": 4}).opening_line[0]["code"] == "bad_params"
