"""What follows from breaches: profiles, an arbiter's rulings, what stands, what is written on accounts."""

from domino_rules import profiles

from kit import Table, opened, tiles

HANDS = ("11 05 24 25 36 45 66", "12 13 14 15 16 55 56")
CODES = ("wrong_tile wrong_turn false_pass false_draw wrong_opening too_many_tiles overdraw illegal_close wrong_hand "
         "misdeal")  # fmt: skip
KINDS = ["retract", "stand", "must_play_open_tile", "points", "annul_hand", "lose_lead", "lose_game", "arbiter"]


def on(profile, game="block_draw", **more):
    """Two seats after the first tile, 1-1; seat 1 is on turn and holds five tiles with a 1."""
    table = begun(game, 2, profile, **more)
    table.deal(*HANDS)
    table.ok("play", 0, "11")
    return table


def begun(game, seats, profile, params=None, **more):
    """A match in which the lowest double opens, whatever the game's custom."""
    values = {} if game in ("domino_tennis", "kolbasa") else {"opener_first": "lowest_double"}
    values.update(params or {})
    return Table(game, seats, profile=profile, params=values, **more)


def rule(table, ref, **remedy):
    return table.say({"type": "rule", "ref": ref, "remedy": remedy, "by": "arbiter"})


def F_001_no_profile():
    """Without a profile, or under one that nobody knows, what was done is taken back and nothing else follows."""
    for profile in (None, "house", "training", "nobody's", "wrong_tile", "", 7, ["house"], {"kind": "stand"}, "a b"):
        table = on(profile, "kozel", preset="yard")
        assert table.refused("false_pass", "pass", 1)["remedy"] == {"kind": "retract"}
        assert table.refused("wrong_tile", "play", 1, "55", "L")["remedy"] == {"kind": "retract"}
        assert table.turn == 1


def F_002_every_profile_reads():
    """Every entry of every profile is one of the kinds, with points that are numbers; choices have two options."""
    assert len(profiles.names()) > 10
    for name in profiles.names():
        for code in CODES.split(" "):
            spec = profiles.spec(name, code)
            for option in (spec or "retract").split(" / "):
                words = option.split(" ")
                assert words[0] in KINDS, (name, code)
                assert len(words) in (1, 3), (name, code)
                assert words[0] != "points" or len(words) == 3
                if len(words) == 3:
                    assert all([amount.rstrip("%").isdigit() for amount in words[1].split("|")])
                    assert words[2] in ("opponents", "self")
    assert profiles.spec("strict", "no code") is None
    assert profiles.spec("strict", "") is None


def F_010_points_to_opponents():
    """Mexico's cantinera: a false pass gives the other side 25 at once; the offender stays on turn."""
    table = on("cantinera")
    out = table.say({"type": "pass", "seat": 1})
    assert out[0]["remedy"] == {"kind": "points", "points": 25, "to": "opponents"}
    assert out[1] == {"type": "penalty", "seat": 1, "points": 25, "to": "opponents", "code": "false_pass",
                      "accounts": [{"score": 25}, {"score": 0}]}  # fmt: skip
    assert (table.turn, table.accounts()) == (1, ["25", "0"])


def F_011_points_count_against():
    """Where points are bad to have, they are written on the offender; the threshold of the account holds for them."""
    table = on("dominican", "kozel", preset="yard")
    assert table.refused("false_pass", "pass", 1)["remedy"] == {"kind": "points", "points": 30, "to": "self"}
    assert table.accounts() == ["+0", "30"]
    table = on("brazil", "kozel", preset="yard")
    table.refused("wrong_tile", "play", 1, "55", "L")
    assert table.accounts() == ["+0", "+10"]


def F_012_percent_of_target():
    """The larger of 30 and 20 % of the target; a match without a target leaves the fixed number."""
    for target, points in ((100, 30), (500, 100), (502, 100), (503, 101), (None, 30)):
        table = on("rocoh", params={"target": target})
        assert table.refused("false_pass", "pass", 1)["remedy"]["points"] == points


def F_013_three_sides():
    """Every other side gains."""
    table = begun("block_draw", 3, "dominican")
    table.deal("11 05 24 25 36", "12 13 14 15 16", "00 01 02 03 04")
    table.ok("play", 0, "11")
    table.refused("false_pass", "pass", 1)
    assert table.accounts() == ["30", "0", "30"]


def F_014_points_end_the_match():
    """A penalty that reaches the target counts at the end of the round; where awards end a match at once, at once."""
    table = on("dominican", params={"target": 25})
    table.refused("false_pass", "pass", 1)
    assert table.phase == "play"
    table = on("dominican", "muggins", params={"target": 25})
    out = table.say({"type": "pass", "seat": 1})
    assert [line["type"] for line in out] == ["verdict", "penalty", "match_end"]
    assert out[2]["winners"] == [0]


def F_015_games_without_points():
    """Tennis, the General and the sea goat have no points to give: an arbiter decides, and cannot write any either."""
    for game, seats in (("domino_tennis", 2), ("general_kozel", 4), ("morskoy_kozel", 2)):
        table = begun(game, seats, "dominican")
        hands = [" ".join(HANDS).split(" ")[i * 7 : i * 7 + 7] for i in (0, 1)]
        rest = ["00 01 02 03 04 06 22", "23 26 33 34 35 44 46"] if seats == 4 else []
        table.deal(*[" ".join(hand) for hand in hands] + rest)
        if game == "domino_tennis":
            table.ok("claim", 0, what="serve")
        table.ok("play", 0, "11")
        assert table.refused("false_pass", "pass", 1)["remedy"] == {"kind": "arbiter"}
        for remedy in ({"kind": "points", "points": 10}, {"kind": "retract", "points": 10, "to": "self"}):
            out = rule(table, table.n, **remedy)
            assert out[0]["code"] == "bad_line"
            assert out[0]["detail"]["field"] == "remedy"
            assert "not points" in out[0]["detail"]["allowed"]


def F_020_annulled_hand():
    """The hand does not count: nobody records, the same seat opens again, the agreed rounds are not fewer."""
    table = on("brazil")
    out = table.say({"type": "pass", "seat": 1})
    assert [line["type"] for line in out] == ["verdict", "penalty", "round_end"]
    end = out[2]
    assert (end["reason"], end["void"], end["recorded"], end["opener"]) == ("annulled", True, [0, 0], None)
    assert end["accounts"] == [{"score": 50}, {"score": 0}]
    assert (table.phase, table.state()["round"]) == ("round_over", 0)
    table.refused("round_over", "play", 1, "12", "L")
    table.deal(*HANDS)
    assert (table.turn, table.state()["round"]) == (0, 1)


def F_021_lost_lead():
    """The hand does not count and the next player opens."""
    table = on("rocoh")
    out = table.say({"type": "pass", "seat": 1})
    assert (out[2]["reason"], out[2]["opener"]) == ("annulled", 0)
    table = begun("block_draw", 2, "rocoh")
    table.deal(*HANDS)
    table.ok("play", 0, "11")
    table.ok("play", 1, "12", "L")
    assert table.say({"type": "pass", "seat": 0})[2]["opener"] == 1
    table.deal(*HANDS)
    assert table.turn == 1
    table.ok("play", 1, "55")


def F_022_lost_game():
    """The side of the offender loses the match."""
    out = on("brazil_game").say({"type": "pass", "seat": 1})
    assert [line["type"] for line in out] == ["verdict", "round_end", "match_end"]
    assert (out[2]["reason"], out[2]["winners"], out[2]["losers"], out[2]["titles"]) == ("foul", [0], [1], {})


def F_030_open_tile():
    """A refused tile stays open: it is played as soon as it fits, and nothing else before."""
    table = on("parish")
    assert table.refused("wrong_tile", "play", 1, "55", "L")["remedy"] == {"kind": "must_play_open_tile"}
    assert (table.turn, table.state()["open"]) == (1, ["5-5"])
    table.ok("play", 1, "15", "L")  # 5-5 fits nowhere yet
    table.ok("draw", 0, "01") if table.must_draw(0) else table.ok("play", 0, "05", "L")
    table.ok("play", 1, "12", "R")
    table.ok("play", 0, "25", "R")  # now it fits at R
    assert [table.match.tiles.name(tile) for tile, _ in table.legal_plays(1)] == ["5-5"]
    table.refused("wrong_tile", "play", 1, "56", "R")
    table.refused("false_pass", "pass", 1)
    table.refused("false_draw", "draw", 1)
    table.ok("play", 1, "55", "R")
    assert table.state()["open"] == ["5-6"]  # refused in its turn
    table.ok("play", 0, "45", "R")
    table.ok("play", 1, "14", "R")


def F_031_open_tile_of_a_hidden_hand():
    """The tile of an unseen hand is known from then on: passing while it fits is certain."""
    table = begun("block_draw", 2, "parish")
    table.deal(HANDS[0], 7)
    table.ok("play", 0, "11")
    table.refused("wrong_tile", "play", 1, "55", "L")
    assert table.match.unseen[1] == 6
    table.ok("play", 1, "15", "L")
    table.refused("wrong_tile", "play", 0, "66", "L")
    table.ok("play", 0, "25", "L")
    table.ok("play", 1, "12", "R")
    assert table.state()["counts"] == [5, 5]
    table.refused("duplicate_tile", "play", 0, "55", "R")


def F_032_open_tile_kolbasa():
    """Nobody chooses a tile at kolbasa."""
    table = begun("kolbasa", 2, "parish")
    row = "12 13 14 15 16 55 56"
    table.deal(" ".join([name.replace("-", "") for name in rest() if name not in tiles(row + " 11 22 33 44 00 02 03")]),
               row + " 11 22 33 44 00 02 03")  # fmt: skip
    table.ok("play", 0, "66")
    assert table.refused("wrong_tile", "play", 1, "03", "L")["remedy"] == {"kind": "retract"}
    assert rule(table, table.n, kind="must_play_open_tile")[0]["code"] == "bad_line"


def F_040_opponents_choose():
    """Nothing has happened until they do; their choice is a ruling like any other."""
    table = on("cantinera")
    verdict = table.refused("wrong_tile", "play", 1, "55", "L")
    points = {"kind": "points", "points": 25, "to": "opponents"}
    assert verdict["remedy"] == {"kind": "opponent_choice", "options": [points, {"kind": "retract"}]}
    assert table.accounts() == ["0", "0"]
    out = table.say({"type": "rule", "ref": verdict["n"], "remedy": points, "by": "seat 0"})
    assert [(line["type"], line.get("rederived")) for line in out[1:]] == [("penalty", 4)]
    assert (table.accounts(), table.turn) == (["25", "0"], 1)
    table = on("newsome")
    verdict = table.refused("wrong_tile", "play", 1, "56", "L")
    rule(table, verdict["n"], kind="stand")
    assert (table.turn, table.state()["ends"]) == (0, [["L", 6], ["R", 1]])


def F_050_overruled():
    """The arbiter's remedy takes the place of the profile's, its effects are derived again; struck, they are gone."""
    table = on("brazil")
    table.say({"type": "pass", "seat": 1})
    assert table.phase == "round_over"
    rule(table, 4, kind="retract")
    assert (table.phase, table.turn, table.accounts()) == ("play", 1, ["0", "0"])
    rule(table, 4, kind="points", points=7, to="opponents")
    assert (table.phase, table.accounts()) == ("play", ["7", "0"])
    rule(table, 4, kind="points", points=5, to="self")
    assert table.accounts() == ["0", "-5"]
    rule(table, 4, kind="lose_game")
    assert table.phase == "match_over"
    table.say({"type": "correct", "ref": table.n, "to": None, "by": "x", "reason": "y"})
    assert (table.phase, table.accounts()) == ("play", ["0", "-5"])
    table.ok("play", 1, "12", "L")


def F_051_nonsense_is_refused():
    """Points that are no number, or for nobody: the line says what is allowed and nothing changes."""
    table = on("brazil_game")
    before = table.n
    for remedy in ({"kind": "points"}, {"kind": "points", "points": 0}, {"kind": "points", "points": "7"},
                   {"kind": "points", "points": 10000}, {"kind": "stand", "points": True},
                   {"kind": "points", "points": 7, "to": "me"}):  # fmt: skip
        out = rule(table, before, **remedy)
        assert out[0]["code"] == "bad_line"
        assert out[0]["detail"]["field"] == "remedy"
    for remedy in ("retract", 7, None, [], {"kind": 9}, {}):
        out = table.say({"type": "rule", "ref": 3, "remedy": remedy, "by": "x"})
        assert (out[0].get("code") == "bad_line") == (remedy is None)
    assert (table.turn, table.phase) == (1, "play")


def F_052_what_only_an_arbiter_sees():
    """Talk, signals, leaving: a note with the seat, and a ruling on it."""
    table = on(None)
    table.ok("note", 1, text="signals", infraction="I10")
    rule(table, 4, kind="points", points=30, to="opponents")
    assert (table.accounts(), table.turn) == (["30", "0"], 1)
    table.ok("note", 0, text="a tile shown", infraction="I5", tile="2-5")
    rule(table, table.n, kind="must_play_open_tile")
    table.ok("play", 1, "12", "R")
    table.refused("wrong_tile", "play", 0, "24", "R")
    table.ok("play", 0, "25", "R")
    table.ok("note", 1, text="left", infraction="I16")
    out = rule(table, table.n, kind="lose_game")
    assert [line["type"] for line in out[1:]] == ["round_end", "match_end"]
    assert out[2]["losers"] == [1]
    for seat in (9, -1, "1", None, True):
        table = on(None)
        table.say({"type": "note", "seat": seat, "text": "?"})
        rule(table, 4, kind="lose_game")
        assert table.phase == "play"


def F_053_timeout():
    """A clock that ran out loses the match, unless an arbiter says otherwise."""
    table = on("strict")
    assert table.refused("timeout", "timeout", 1)["remedy"] == {"kind": "loss"}
    assert table.phase == "match_over"
    rule(table, 4, kind="points", points=20, to="self")
    assert (table.phase, table.turn, table.accounts()) == ("play", 1, ["0", "-20"])
    rule(table, 4, kind="retract")
    assert (table.phase, table.accounts()) == ("play", ["0", "0"])


def F_060_late():
    """A pass that the shown hand disproves costs its points before the round is scored; what else, an arbiter says."""
    for profile, remedy, account in (("dominican", {"kind": "points", "points": 30, "to": "opponents"}, "30"),
                                     ("brazil", {"kind": "arbiter"}, "0"), (None, None, "0"),
                                     ("house", None, "0")):  # fmt: skip
        table = begun("block_draw", 2, profile)
        table.deal(HANDS[0], 7, stock=14)
        table.ok("play", 0, "11")
        for _ in range(14):
            table.ok("draw", 1)
        table.ok("pass", 1)
        ref = table.n
        out = table.ok("reveal", 1, hand=[name for name in rest() if name not in tiles(HANDS[0])])
        late = [line for line in out if line["type"] == "late"]
        assert [(line["ref"], line.get("remedy")) for line in late] == [(ref, remedy)]
        assert table.accounts()[0] == account
        # Ruled on, the pass has its remedy, and the late line no other
        rule(table, ref, kind="points", points=5, to="self")
        assert table.accounts() == ["0", "-5"]


def rest():
    return ["%d-%d" % (a, b) for b in range(7) for a in range(b + 1)]


def F_070_what_stands():
    """Under ``stand`` the game goes on from what lies there: a tile that fits nowhere touches with its first half."""
    table = on("stand")
    verdict = table.refused("wrong_tile", "play", 1, "56", "L")
    assert verdict["remedy"] == {"kind": "stand"}
    state = table.state()
    assert (state["ends"], state["turn"]) == ([["L", 6], ["R", 1]], 0)
    assert state["layout"]["arms"]["L"] == {"tiles": ["5-6"], "open": 6}
    table.ok("play", 0, "66", "L")
    table.ok("play", 1, "16", "L")
    table.refused("wrong_tile", "play", 0, "42", "R")
    assert table.state()["layout"]["arms"]["L"]["tiles"] == ["5-6", "6-6", "6-1"]
    assert table.state()["layout"]["arms"]["R"] == {"tiles": ["4-2"], "open": 2}
    table.ok("play", 1, "12", "R")
    assert table.refused("too_many_tiles", "play", 1, "13", "R")["remedy"] == {"kind": "stand"}
    assert table.turn == 0


def F_071_what_cannot_stand():
    """A tile at no end, a pass before the first tile: taken back, and the verdict says so."""
    table = begun("block_draw", 2, "stand")
    table.deal(*HANDS)
    assert table.refused("false_pass", "pass", 0)["remedy"] == {"kind": "retract"}
    table.ok("play", 0, "11")
    assert table.refused("wrong_tile", "play", 1, "56", "U")["remedy"] == {"kind": "retract"}
    assert table.refused("wrong_tile", "play", 1, "56")["remedy"] == {"kind": "retract"}
    assert table.refused("illegal_close", "play", 1, "13", "L", closed=True)["remedy"] == {"kind": "retract"}
    assert table.turn == 1


def F_072_from_the_bazaar():
    """A tile of the bazaar laid without need: it was drawn, and it lies there."""
    table = begun("block_draw", 2, "stand")
    table.deal(*HANDS, stock=[name for name in rest() if name not in tiles(" ".join(HANDS))])
    table.ok("play", 0, "11")
    assert table.refused("wrong_hand", "play", 1, "01", "L")["remedy"] == {"kind": "stand"}
    state = table.state()
    assert (state["stock_count"], state["counts"], state["turn"]) == (13, [6, 7], 0)
    assert state["ends"] == [["L", 0], ["R", 1]]
    assert table.refused("false_draw", "draw", 0, "00")["remedy"] == {"kind": "stand"}
    assert (table.turn, table.state()["counts"]) == (0, [7, 7])


def F_073_a_wrong_deal_stands():
    """Hands of unequal size are played where people say so."""
    table = begun("block_draw", 2, "stand")
    out = table.say({"type": "deal", "hands": [tiles("11 05 24"), tiles(HANDS[1])]})
    assert (out[0]["code"], out[0]["remedy"]) == ("misdeal", {"kind": "stand"})
    state = table.state()
    assert (state["phase"], state["counts"], state["stock_count"]) == ("play", [3, 7], 18)
    table.refused("bad_line", "deal", hands=[7, 7])
    assert begun("block_draw", 2, "stand").refused("misdeal", "deal", hands=[7, 7], stock=3)["remedy"] == {
        "kind": "retract"
    }


def F_074_misfit_on_a_cross():
    """A spinner has its value whatever was laid beside it; a double that a misfit makes is a tip like any other."""
    table = begun("muggins", 2, "stand")
    table.deal(*HANDS)
    table.ok("play", 0, "11")
    table.refused("wrong_tile", "play", 1, "55", "L")
    state = table.state()
    assert state["layout"]["arms"]["L"] == {"tiles": ["5-5"], "open": 5}
    assert state["layout"]["spinner"] == [None, 0]
    table.refused("wrong_tile", "play", 0, "24", "R")
    assert table.state()["layout"]["arms"]["R"] == {"tiles": ["2-4"], "open": 4}
    table = begun("muggins", 2, "stand", {"spinner_rule": "first_double_closed"})
    table.deal(*HANDS)
    table.ok("play", 0, "11")
    assert table.refused("wrong_tile", "play", 1, "56", "L")["remedy"] == {"kind": "retract"}
    table.ok("play", 1, "13", "L")
    assert table.refused("wrong_tile", "play", 0, "24", "L")["remedy"] == {"kind": "stand"}


def F_080_stood_and_overruled():
    """At a table that only records, an arbiter takes back what stood."""
    table = on("stand", "kozel", accounts=opened(10, 20))
    table.refused("false_pass", "pass", 1)
    assert table.turn == 0
    rule(table, 4, kind="retract", points=9)
    assert (table.turn, table.accounts()) == (1, ["10", "29"])
