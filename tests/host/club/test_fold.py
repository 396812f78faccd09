"""Results of a record: rounds, accounts, fouls, and what an arbiter's corrections make of them."""

from __future__ import annotations

from domino_table.club.fold import fold

from .games import Player, played

FOUR = ["Аня", "Боря", "Вера", "Гена"]


def test_a_whole_match_has_rounds_accounts_and_an_end() -> None:
    lines = played(3, FOUR)
    result = fold(lines)
    assert result.end
    assert len(result.rounds) > 3
    assert sum(line["type"] == "deal" for line in lines) >= len(result.rounds)
    assert result.accounts == result.end["accounts"]
    assert result.sides == 4
    assert result.fouls == []
    assert result.duration == (len(lines) - 1) * 1000
    assert [lines[each.line - 1]["type"] for each in result.rounds].count("deal") == 0


def test_a_match_that_is_on_has_no_end() -> None:
    result = fold(played(3, FOUR, lines=10))
    assert result.end is None
    assert result.rounds == []


def broken_off(round_: int) -> Player:
    """A match with one tile played in this round."""
    player = Player(6, FOUR)
    while sum(line["type"] == "deal" for line in player.lines) < round_:
        player.act()
    player.act()
    return player


def test_a_foul_knows_its_line_seat_and_round() -> None:
    player = broken_off(2)
    seat = (player.referee.turn + 1) % 4
    player.feed({"type": "pass", "seat": seat})
    number = len(player.lines)
    (foul,) = fold(player.play()).fouls
    assert (foul.line, foul.shown, foul.round) == (number, number, 2)
    assert (foul.verdict["code"], foul.verdict["seat"]) == ("wrong_turn", seat)


def test_a_line_the_arbiter_strikes_out_is_no_foul_and_keeps_the_numbers() -> None:
    player = broken_off(2)
    seat = (player.referee.turn + 1) % 4
    player.feed({"type": "pass", "seat": seat})
    struck = len(player.lines)
    player.act()
    player.feed({"type": "correct", "ref": struck, "to": None, "by": "arbiter", "reason": "misread"})
    later = (player.referee.turn + 1) % 4
    player.feed({"type": "pass", "seat": later})
    second = len(player.lines)
    result = fold(player.play())
    assert [(foul.line, foul.verdict["seat"]) for foul in result.fouls] == [(second, later)]
    assert result.end


def test_striking_out_a_correction_brings_the_line_back() -> None:
    player = broken_off(1)
    player.feed({"type": "pass", "seat": (player.referee.turn + 1) % 4})
    struck = len(player.lines)
    player.feed({"type": "correct", "ref": struck, "to": None, "by": "arbiter", "reason": "misread"})
    player.feed({"type": "correct", "ref": struck + 1, "to": None, "by": "arbiter", "reason": "no, it was so"})
    assert [foul.line for foul in fold(player.play()).fouls] == [struck]


def test_the_last_correction_of_a_line_wins() -> None:
    player = broken_off(1)
    seat = player.referee.turn
    player.feed({"type": "pass", "seat": (seat + 1) % 4})
    number = len(player.lines)
    for other in (2, 3):
        to = {"type": "pass", "seat": (seat + other) % 4}
        player.feed({"type": "correct", "ref": number, "to": to, "by": "arbiter", "reason": "seat"})
    assert [foul.verdict["seat"] for foul in fold(player.play()).fouls] == [(seat + 3) % 4]


def test_a_ruling_is_the_remedy_of_its_foul_and_no_round_counts_twice() -> None:
    player = broken_off(2)
    player.feed({"type": "pass", "seat": (player.referee.turn + 1) % 4})
    struck = len(player.lines)
    while len(fold(player.lines).rounds) < 3:
        player.act()
    plain = fold(player.lines)
    player.feed({"type": "rule", "ref": struck, "remedy": {"kind": "points", "points": 7}, "by": "arbiter"})
    result = fold(player.lines)
    assert [each.line for each in result.rounds] == [each.line for each in plain.rounds]
    assert [foul.verdict["remedy"] for foul in result.fouls] == [{"kind": "points", "points": 7, "to": "self"}]
    assert result.accounts == player.referee.match.account_lines()
    assert result.accounts != plain.accounts
    player.feed({"type": "rule", "ref": struck, "remedy": {"kind": "annul_hand"}, "by": "arbiter"})
    annulled = fold(player.lines)
    assert (annulled.rounds[1].end["reason"], annulled.rounds[1].line) == ("annulled", struck)
    assert annulled.accounts == player.referee.match.account_lines()
