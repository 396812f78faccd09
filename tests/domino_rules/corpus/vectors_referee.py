"""Vectors R_*: the referee itself (record-format.md): codes, precedence, corrections, late verdicts, rulings, views."""

from domino_rules import packed, record, view
from domino_rules.referee import Referee
from domino_rules.tape import Tape

from kit import LOG, Table, tiles


def kozel(**more):
    """Two players of the yard, P0 about to open with 1-1; the bazaar has 14 tiles."""
    table = Table("kozel", 2, "yard", **more)
    table.deal("11 12 23 34 45 56 06", "13 22 01 02 03 44 05")
    return table


def codes(lines):
    """Codes of a record of dicts or texts, None for an accepted line."""
    referee = Referee()
    found = []
    for line in lines:
        out = referee.feed(line) if type(line) is dict else referee.feed_text(line)
        for answer in out:
            LOG.append(record.text(answer))
        found.append(out[0].get("code") if out else "")
    return found


MATCH = {"type": "match", "v": 1, "game": "kozel", "seats": ["A", "B"], "preset": "yard"}
DEAL = {"type": "deal", "hands": [tiles("11 12 23 34 45 56 06"), tiles("13 22 01 02 03 44 05")]}


def R_001_not_json():
    """Text that is no JSON, is no object, or no line of the format."""
    assert codes(["{", "[1]", "7", "", "   ", '{"type":"verdict"}', '{"type":"play"}', "{}", '{"a":01}', "\ufeff"]) == [
        "bad_json",
        "bad_line",
        "bad_line",
        "",
        "",
        "bad_line",
        "bad_line",
        "bad_line",
        "bad_json",
        "bad_json",
    ]
    lax = [b"\xed\xa0\x80", b"\xc0\xaf", b"\xe0\x80\xaf", b"\xf4\x90\x80\x80", b"\xff", b"\xe2\x82"]
    notes = [b'{"type":"note","text":"' + data + b'"}' for data in lax + [b"\xf0\x9f\x98\x80"]]
    assert codes(notes) == ["bad_json"] * 6 + ["bad_line"]
    deep = "[" * 5000
    assert codes([deep, '{"type":"note","text":' + "[" * 20 + "]" * 20 + "}"]) == ["bad_json", "bad_json"]


def R_002_match_lines():
    """A match line that cannot be: each fault has its code, and nothing else is understood without a match."""
    assert codes([DEAL, MATCH, MATCH]) == ["bad_line", None, "bad_line"]
    for change, code in (
        ({"game": "chess"}, "unknown_game"),
        ({"preset": "fid"}, "bad_params"),
        ({"params": {"spin": 1}}, "bad_params"),
        ({"params": {"target": 0}}, "bad_params"),
        ({"params": {"target": True}}, "bad_params"),
        ({"params": {"layout": "cross"}}, "bad_params"),
        ({"params": {"rounds": 4}}, "bad_params"),
        ({"params": {"redeal": {"doubles_ge": 5}}}, "bad_params"),
        ({"params": {"fish_variant": "loser_own"}, "seats": ["A", "B", "C"]}, "bad_params"),
        ({"params": []}, "bad_line"),
        ({"set": 9}, "bad_params"),
        ({"seats": ["A"]}, "bad_params"),
        ({"seats": ["A", 2]}, "bad_line"),
        ({"seats": "AB"}, "bad_line"),
        ({"v": 2}, "bad_line"),
        ({"v": "1"}, "bad_line"),
        ({"accounts": [{"opened": False, "score": 3, "remembered": 0}] * 2}, "bad_params"),
        ({"accounts": [1, 2]}, "bad_params"),
        ({"accounts": []}, "bad_params"),
        ({"carry": -1}, "bad_params"),
        ({"carry": "1"}, "bad_line"),
        (
            {"params": {"redeal": {"doubles_ge": 4, "same_value_ge": 5}}, "event": "x", "unknown": {"kept": [1, None]}},
            None,
        ),
    ):
        line = dict(MATCH)
        line.update(change)
        assert codes([line]) == [code], change


def R_003_time():
    """Time is an integer that never decreases; a line that is not understood does not move it."""
    lines = [
        dict(MATCH, t=5),
        dict(DEAL, t=4),
        dict(DEAL, t="6"),
        dict(DEAL, t=9),
        {"type": "pass", "seat": 7, "t": 20},
    ]
    assert codes(lines + [{"type": "note", "text": "", "t": 19}, {"type": "note", "text": "", "t": 20}]) == [
        None,
        "bad_line",
        "bad_line",
        None,
        "bad_seat",
        "bad_line",
        None,
    ]


def play(seat, tile, end=None, **more):
    """A play line."""
    line = {"type": "play", "seat": seat, "tile": tile}
    if end:
        line["end"] = end
    line.update(more)
    return line


def R_004_precedence():
    """Of several codes that fit a line the first counts."""
    table = kozel()
    table.refused("bad_line", "play", 9)
    table.refused("bad_seat", "play", 9, "7-9")
    table.refused("bad_tile", "play", 1, "7-9")
    table.refused("bad_line", "deal", hands=[["9-9"], 7])
    table.refused("duplicate_tile", "play", 1, "11")
    table.refused("wrong_turn", "play", 1, "66")
    table.refused("wrong_hand", "play", 0, "66")
    table.refused("too_many_tiles", "play", 0, moves=[{"tile": "1-2"}, {"tile": "2-3"}])
    table.refused("wrong_opening", "play", 0, "12", closed=True)
    table.refused("illegal_close", "play", 0, "11", closed=True)
    table.refused("false_pass", "pass", 0)
    table.refused("false_draw", "draw", 0, "66")
    table.refused("wrong_turn", "draw", 1, "66")
    table.refused("duplicate_tile", "draw", 1, "11")
    table.ok("play", 0, "11")
    table.refused("duplicate_tile", "play", 0, "11")
    table.refused("too_many_tiles", "play", 0, "12", "L")
    table.refused("wrong_turn", "pass", 0)
    table.refused("duplicate_tile", "play", 1, "12")
    table.refused("wrong_hand", "play", 1, "66")
    table.refused("too_many_tiles", "play", 1, moves=[{"tile": "2-2"}, {"tile": "4-4"}])
    table.refused("wrong_tile", "play", 1, "22", closed=True)
    table.refused("wrong_tile", "play", 1, "13", "U")
    table.refused("illegal_close", "play", 1, "13", closed=True)
    table.refused("ambiguous_end", "play", 1, "13")
    table.ok("play", 1, "13", "L")


def R_005_when_nobody_plays():
    """Before the first deal, after a redeal, after the round and after the match."""
    match = dict(MATCH, preset="graa")
    redealt = dict(DEAL, hands=[tiles("00 11 22 33 44 01 56"), tiles("12 23 34 45 66 06 05")])
    assert codes([match, play(0, "1-1"), redealt, play(0, "1-1"), {"type": "reveal", "seat": 0, "hand": []}, DEAL]) == [
        None,
        "no_round",
        None,
        "no_round",
        "no_round",
        None,
    ]
    over = {"type": "result", "reason": "exit", "by": 0, "points": [0, 101]}
    small = {"type": "result", "reason": "exit", "by": 0, "points": [0, 5]}
    assert codes([MATCH, small, play(0, "1-1"), {"type": "pass", "seat": 0}, {"type": "draw", "seat": 0}, over]) == [
        None,
        None,
        "round_over",
        "round_over",
        "round_over",
        None,
    ]
    after = [play(0, "1-1"), DEAL, over, {"type": "timeout", "seat": 0}, {"type": "lot", "seat": 0, "tile": "1-1"}]
    assert codes([MATCH, over] + after + [play(5, "1-1"), play(0, "9-1")]) == [None, None] + ["match_over"] * 5 + [
        "bad_seat",
        "bad_tile",
    ]


def R_006_deals():
    """A wrong number of tiles, a wrong bazaar, a tile twice."""
    hands = DEAL["hands"]
    for dealt, stock, code, seat in (
        ([hands[0], hands[1][:6]], None, "misdeal", 1),
        ([hands[0], 8], None, "misdeal", 1),
        ([hands[0], hands[1]], 13, "misdeal", None),
        ([hands[0], hands[1]], ["6-6"], "misdeal", None),
        ([hands[0], hands[0]], None, "duplicate_tile", None),
        ([hands[0], 7], ["1-1"] * 14, "duplicate_tile", None),
        ([hands[0]], None, "bad_line", None),
        ([hands[0], "7"], None, "bad_line", None),
        ([hands[0], hands[1]], "14", "bad_line", None),
        ([hands[0], hands[1]], 14, None, None),
    ):
        referee = Table("kozel", 2, "yard")
        line = {"type": "deal", "hands": dealt}
        if stock is not None:
            line["stock"] = stock
        verdict = referee.say(line)[0]
        assert (verdict.get("code"), verdict.get("seat")) == (code, seat)


def R_007_results():
    """What a scorekeeper may write, and not."""
    for change, code in (
        ({"reason": "nap"}, "bad_line"),
        ({"by": None}, "bad_line"),
        ({"by": 2}, "bad_seat"),
        ({"points": [0]}, "bad_line"),
        ({"points": [0, -1]}, "bad_line"),
        ({"points": [3, 5]}, "bad_line"),
        ({"points": None}, "bad_line"),
        ({"points": None, "hands": [[], ["7-7"]]}, "bad_tile"),
        ({"points": None, "hands": [["1-1"], ["2-2"]]}, "bad_line"),
        ({"reason": "fish"}, "bad_line"),
        ({"reason": "fish", "fisherman": 2}, "bad_seat"),
        ({"reason": "fish", "fisherman": 1, "points": None, "hands": [["1-1"], ["1-1"]]}, "duplicate_tile"),
        ({"last": ["7-7"]}, "bad_tile"),
        ({"points": None, "hands": [[], ["2-2"]]}, None),
    ):
        line = {"type": "result", "reason": "exit", "by": 0, "points": [0, 5]}
        line.update(change)
        assert codes([MATCH, line])[1] == code, change


def R_010_unseen_hands():
    """Of unseen hands only what the table proves is judged; hands shown complete the round."""
    table = Table("kozel", 2, "yard", params={"hand": 2})
    table.deal(2, 2)
    table.ok("play", 1, "11")
    table.ok("play", 0, "12", "R")
    table.refused("duplicate_tile", "play", 1, "12", "L")
    table.refused("wrong_tile", "play", 1, "34", "L")
    assert table.ok("play", 1, "13", "L") == []
    table.refused("round_over", "play", 0, "23", "L")
    table.refused("bad_line", "deal", hands=[2, 2])
    table.refused("misdeal", "reveal", 0, hand=tiles("26 66"))
    table.refused("duplicate_tile", "reveal", 0, hand=tiles("13"))
    end = table.ok("reveal", 0, hand=tiles("26"))
    assert (end[0]["type"], end[0]["hands"], end[0]["by"]) == ("round_end", [8, 0], 1)


def R_011_late_pass():
    """A pass is disproved by the hand shown, or by a later play, unless an unseen tile was drawn since."""
    table = Table("kozel", 3, "yard", params={"hand": 9})
    table.deal(9, 9, 9)
    table.ok("play", 0, "11")
    table.ok("pass", 1)
    claim = table.n
    table.ok("play", 2, "12", "R")
    table.ok("play", 0, "25", "R")
    out = table.ok("play", 1, "13", "L")
    assert out == [
        {"type": "late", "n": table.n, "ref": claim, "code": "false_pass", "seat": 1, "detail": {"playable": ["1-3"]}}
    ]


def R_012_late_by_reveal():
    """The hand shown disproves a pass; a tile drawn since, seen or not, proves nothing."""
    for drawn, told in (("", 1), ("14", 0), ("?", 0)):
        table = Table("kozel", 2, "yard", params={"hand": 3, "draw_mode": "one"})
        table.deal(3, 3)
        table.ok("play", 0, "11")
        table.ok("draw", 1)
        table.ok("pass", 1)
        table.ok("play", 0, "15", "R")
        if drawn:
            table.ok("draw", 1, None if drawn == "?" else drawn)
        hand = {"": "14 22 33 44", "14": "14 22 33 44 66", "?": "14 22 33 44 66"}[drawn]
        out = table.ok("reveal", 1, hand=tiles(hand))
        assert len([line for line in out if line["type"] == "late"]) == told


def R_060_no_figures():
    """Signs that Unicode calls digits are no halves, no points, and never raise."""
    table = kozel()
    for text in ("1\u00b2-3", "\u0661-2", "1-\u0665", "\uff11-3", "1-1\u00b9", "\ud800-1"):
        table.refused("bad_tile", "play", 0, text)
        table.refused("bad_tile", "draw", 0, text)
        table.refused("bad_tile", "reveal", 0, hand=[text])
        assert codes([MATCH, {"type": "deal", "hands": [[text], 7]}]) == [None, "bad_tile"]
    account = {"sets": 0, "games": 0, "points": "\u00b2/1"}
    match = {"type": "match", "v": 1, "game": "domino_tennis", "seats": ["A", "B"], "accounts": [account, account]}
    assert codes([match]) == ["bad_params"]


def R_061_precedence_elsewhere():
    """A line that cannot be understood is told before its seat, and a missing round before a tile named twice."""
    table = kozel()
    table.refused("bad_line", "reveal", 9, hand=[11])
    table.refused("bad_line", "turn_up", 9, "1-1")
    table.refused("duplicate_tile", "reveal", 0, hand=["1-1", "1-1"])
    twice = {"type": "reveal", "seat": 0, "hand": ["1-1", "1-1"]}
    turned = {"type": "turn_up", "seat": 0, "tile": "1-1"}
    assert codes([MATCH, twice, turned]) == [None, "no_round", "bad_line"]
    strike = {"type": "correct", "ref": 1, "to": None, "by": "x", "reason": "y"}
    assert codes([DEAL, dict(strike, ref=9), dict(strike, reason=[]), strike]) == [
        "bad_line",
        "no_such_line",
        "bad_line",
        None,
    ]


def R_062_null_fields():
    """A field that may be left out may be null as well; one that must be there may not."""
    match = dict(MATCH, params=None, accounts=None, carry=None, set=None, profile=None)
    move = {"tile": "1-1", "end": None, "closed": None}
    plays = [{"type": "play", "seat": 0, "tile": "1-1", "moves": None}, {"type": "play", "seat": 0, "moves": [move]}]
    for play_line in plays:
        assert codes([match, dict(DEAL, stock=None), play_line]) == [None, None, None]
    assert codes([match, DEAL, dict(plays[0], tile=None), dict(plays[0], seat=None), dict(plays[0], t=None)]) == [
        None,
        None,
        "bad_line",
        "bad_line",
        "bad_line",
    ]


def R_013_late_opening():
    """A better opening tile that shows up later proves the opening wrong."""
    table = Table("kozel", 2, "yard")
    table.deal(7, 7)
    table.ok("play", 0, "22")
    out = table.ok("play", 1, "12", "L")
    assert out == []
    table.ok("draw", 0)
    out = table.ok("reveal", 1, hand=tiles("11 03 04 05 06 34"))
    assert (out[0]["type"], out[0]["code"], out[0]["ref"], out[0]["seat"]) == ("late", "wrong_opening", 3, 0)


def R_014_proved_opening():
    """Where all tiles are dealt somebody holds 1-1, seen or not."""
    table = Table("kozel", 4, "yard")
    table.deal(7, 7, 7, 7)
    table.refused("wrong_opening", "play", 2, "22")
    table.ok("play", 2, "11")


def R_020_undo_the_first_tile():
    """The very first tile is taken back; what came after it is judged again."""
    table = kozel()
    table.ok("play", 0, "11")
    table.ok("play", 1, "13", "L")
    out = table.say({"type": "correct", "ref": 3, "to": None, "by": "arbiter", "reason": "undo"})
    assert [(line["type"], line.get("n"), line.get("code")) for line in out] == [
        ("verdict", 5, None),
        ("rejudged", 4, "wrong_turn"),
    ]
    assert table.state()["counts"] == [7, 7]
    assert table.turn == 0


def finish(table):
    """P0 opens and both play until P0 has gone out with the hands of ``short``."""
    return table.chain(0, "11 12 23")


def short(**more):
    """Two tiles each: 1-1 and 2-3 against 1-2 and 6-6."""
    params = {"hand": 2}
    params.update(more)
    table = Table("kozel", 2, "yard", params=params)
    table.deal("11 23", "12 66")
    return table


def R_021_across_rounds():
    """A correction in an earlier round changes the accounts of all later ones."""
    table = short()
    assert table.chain(0, "11 12 23")[0]["recorded"] == [0, 12]
    table.exit([0, 13])
    assert table.accounts() == ["+0", "25"]
    out = table.say({"type": "correct", "ref": 2, "to": {"type": "deal", "hands": [tiles("11 23"), tiles("12 55")]},
                     "by": "x", "reason": "misread"})  # fmt: skip
    ends = [(line["type"], line["rederived"], line["recorded"]) for line in out[1:]]
    assert ends == [("round_end", 5, [0, 10]), ("round_end", 6, [0, 13])]
    assert table.accounts() == ["+0", "23"]


def R_022_correcting_a_correction():
    """The last correction of a line wins; striking a correction undoes it; the match line can be corrected."""
    table = short()
    table.chain(0, "11 12 23")
    strike = {"type": "correct", "ref": 5, "to": None, "by": "x", "reason": "y"}
    assert table.say(strike)[0]["ok"]
    assert table.phase == "play"
    table.say(dict(strike, ref=6))
    assert table.phase == "round_over"
    out = table.say(dict(strike, ref=1, to=dict(MATCH, params={"hand": 2, "lone": "graa", "open_threshold": 12})))
    assert table.accounts() == ["+0", "12"]
    assert out[1]["rederived"] == 5
    table.refused("no_such_line", "correct", ref=99, to=None, by="x", reason="y")
    table.refused("no_such_line", "correct", ref=table.n + 1, to=None, by="x", reason="y")
    table.refused("bad_line", "correct", ref=1, by="x", reason="y")


def R_023_impossible_afterwards():
    """A correction that makes later lines impossible says which and why, and keeps them."""
    table = short()
    table.chain(0, "11 12 23")
    out = table.say({"type": "correct", "ref": 2, "to": {"type": "deal", "hands": [tiles("11 24"), tiles("12 66")]},
                     "by": "x", "reason": "y"})  # fmt: skip
    assert [(line["n"], line["code"]) for line in out if line["type"] == "rejudged"] == [(5, "wrong_hand")]
    table.say({"type": "correct", "ref": table.n, "to": None, "by": "x", "reason": "y"})
    assert table.phase == "round_over"


def R_024_like_without_it():
    """After every striking the state is that of a record without the line."""
    lines = [DEAL, play(0, "1-1"), play(1, "1-3", "L"), play(0, "1-2", "R"), play(1, "2-2", "R"), play(0, "2-3", "R")]
    for struck in range(len(lines)):
        table = Table("kozel", 2, "yard")
        plain = Table("kozel", 2, "yard")
        for i, line in enumerate(lines):
            table.say(line)
            if i != struck:
                plain.say(line)
        table.say({"type": "correct", "ref": struck + 2, "to": None, "by": "x", "reason": "y"})
        one, other = table.state(), plain.state()
        one["n"] = other["n"]
        assert one == other, struck


def R_030_ruling():
    """An arbiter lets a breach stand: the state follows; everything after it is judged again."""
    table = kozel()
    table.refused("wrong_opening", "play", 0, "12")
    out = table.say({"type": "rule", "ref": 3, "remedy": {"kind": "stand"}, "by": "arbiter"})
    assert out[0]["ok"]
    assert table.state()["ends"] == [["L", 1], ["R", 2]]
    assert table.turn == 1
    table.refused("false_pass", "pass", 1)
    table.say({"type": "rule", "ref": table.n, "remedy": {"kind": "stand"}, "by": "arbiter"})
    assert table.turn == 0
    table.refused("no_such_line", "rule", ref=77, remedy={"kind": "stand"}, by="x")
    table.say({"type": "correct", "ref": 4, "to": None, "by": "x", "reason": "y"})
    assert table.state()["ends"] == []


def R_040_views():
    """The public sees no tile of a hidden hand; a seat sees its own."""
    table = kozel()
    verdict = table.refused("false_pass", "pass", 0)
    assert view.shown(verdict, "public")["detail"] == {"playable": 7}
    assert view.shown(verdict, 1)["detail"] == {"playable": 7}
    assert view.shown(verdict, 0) == verdict
    verdict = table.refused("wrong_opening", "play", 0, "12")
    assert view.shown(verdict, "public")["detail"] == {"expected": "?"}
    assert view.shown(DEAL, "public")["hands"] == [["?"] * 7] * 2
    assert view.shown(dict(DEAL, stock=tiles("66 55")), 0) == dict(
        DEAL, hands=[DEAL["hands"][0], ["?"] * 7], stock=["?", "?"]
    )
    draw = {"type": "draw", "seat": 1, "tile": "6-6"}
    assert view.shown(draw, "public")["tile"] == "?"
    assert view.shown(draw, 1) == draw
    fix = {"type": "correct", "ref": 2, "to": draw, "by": "x", "reason": "y"}
    assert view.shown(fix, 0)["to"]["tile"] == "?"
    state = view.shown(table.state(), 1)
    assert state["hands"][0] == ["?"] * 7
    assert len(state["hands"][1]) == 7
    assert (state["opening"], state["stock"]) == ("?", ["?"] * 14)
    assert view.shown(state, "all") is state


def R_050_packed():
    """Every line goes through its bytes unchanged; plays, draws, passes and clocks take twelve at most."""
    for line, most in (
        (play(1, "5-2", "L", closed=False, t=1 << 34), 12),
        (play(1, "2-5"), 4),
        (play(3, "6-6", "cutL", t=86400000), 12),
        ({"type": "draw", "seat": 3, "tile": "6-6", "t": 86400000}, 12),
        ({"type": "draw", "seat": 3}, 2),
        ({"type": "pass", "seat": 0, "t": 0}, 12),
        ({"type": "timeout", "seat": 2, "t": 86400000}, 12),
        (dict(DEAL, t=12), 24),
        (dict(DEAL, stock=14), 24),
        ({"type": "deal", "hands": [7, 7], "stock": tiles("11 22")}, 12),
        (play(1, "02-5"), 99),
        (play(1, "18-18", "L"), 99),
        (play(1, "2-5", "X"), 99),
        (play(1, "2-5", None, who="left"), 99),
        (play(True, "2-5"), 99),
        ({"type": "pass", "seat": -1}, 99),
        ({"type": "pass", "seat": 1, "t": 1 << 50}, 99),
        ({"type": "note", "text": 'Ход «2-5» "!"\n\t\\ 😀'}, 99),
        ({"type": "deal", "hands": [200, -1], "stock": None}, 99),
        ({"type": "match", "seats": [], "deep": [{"a": [None, True, -5, "x"]}]}, 99),
    ):
        data = packed.encode(line)
        assert packed.decode(data) == line
        assert len(data) <= most, line
    for data in (b"", b"\x01", b"\x09\x00", b"\x00{", b"\x07\x00\x02\x87"):
        try:
            packed.decode(data)
            raise AssertionError("decoded")
        except ValueError:
            pass


def R_051_tape():
    """Lines come back by number, long ones too."""
    tape = Tape()
    kept = [bytes([i % 250]) * (i * 7 % 300) for i in range(200)]
    for data in kept:
        tape.append(data)
    assert [tape.get(n + 1) for n in range(200)] == kept


def R_052_canonical_text():
    """Keys by code point, no spaces, the shortest escapes; the parser is strict."""
    line = {"b": 1, "a": [True, None, {}, []], "é": '\u0001/"\\', "Z": -3}
    text = '{"Z":-3,"a":[true,null,{},[]],"b":1,"é":"\\u0001/\\"\\\\"}'
    assert record.text(line) == text
    assert record.parse(text) == line
    assert record.parse('"\\ud83d\\ude00\\u00e9"') == "😀é"
    for wrong in ("01", "-", "1.", "[1,]", "{'a':1}", "nul", '"\n"', "NaN", "[1] 2", '"\\x"', '"\\u12g4"', "", "\0"):
        try:
            record.parse(wrong)
            raise AssertionError(wrong)
        except ValueError:
            pass
    for wrong in ({1: 2}, {"a": {1, 2}}, {"a": b"x"}, {"a": (1,)}, {"a": 1e999}):
        try:
            record.text(wrong)
            raise AssertionError("written")
        except ValueError:
            pass
