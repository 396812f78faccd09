"""Rules of domino tennis: serves, rallies, games, sets and tie-breaks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from domino_table.rounds.round import Line, Round
from domino_table.rounds.rule import rules

RULES = rules("""
tennis.lots          | 2.12 | the lower lot chooses who serves                         | domino_tennis
tennis.lots_again    | 2.12 | equal lots are drawn again                               | domino_tennis
tennis.gives_serve   | 2.12 | who chooses lets the other serve                         | domino_tennis
tennis.serve         | 2.12 | a double serves                                          | domino_tennis
tennis.serve_any     | 2.12 | no double is to be had: any tile serves                  | domino_tennis
tennis.double_fault  | 2.12 | the server draws for a double                            | domino_tennis
tennis.ace           | 2.12 | the receiver must draw on the serve                      | domino_tennis
tennis.serve_passes  | 2.12 | after a game the other serves                            | domino_tennis
exit.rally           | 2.12 | the loser of a rally adds the hand                       | domino_tennis
fish.tennis_all      | 2.12 | a fish: both add the hand                                | domino_tennis
tennis.minimal       | 2.12 | the cheapest hand divides the points                     | domino_tennis
tennis.minimal_fish  | 2.12 | the cheapest hand at a fish divides the points           | domino_tennis
tennis.game_40       | 2.12 | a game is lost with 50 while the other has under 40      | domino_tennis
tennis.game_10       | 2.12 | a game is lost with 50 and ten more than the other       | domino_tennis
tennis.balance       | 2.12 | 50 or more, and the game goes on                         | domino_tennis
tennis.divided       | 2.12 | a division of the other's points ends the balance        | domino_tennis
tennis.carried       | 2.12 | a game lost by 6-6 alone: 25 in the next one             | domino_tennis
tennis.carried_set   | 2.12 | the 25 go into the first game of the next set            | domino_tennis
tennis.carry_dropped | 2.12 | the 25 are dropped before a tie-break or after the match | domino_tennis
tennis.set           | 2.12 | a set to six, two ahead                                  | domino_tennis
tennis.six_five      | 2.12 | six to five: one more game                               | domino_tennis
tennis.set_7_5       | 2.12 | a set of seven to five                                   | domino_tennis
tennis.tiebreak      | 2.12 | six all: a tie-break                                     | domino_tennis
tennis.set_7_6       | 2.12 | a set by tie-break                                       | domino_tennis
tb.exit              | 2.12 | tie-break: the loser of a rally gets one                 | domino_tennis
tb.blank             | 2.12 | tie-break: 0-0 alone counts two                          | domino_tennis
tb.six               | 2.12 | tie-break: 6-6 alone loses it at once                    | domino_tennis
tb.fish_higher       | 2.12 | tie-break: a fish gives the higher hand one              | domino_tennis
tb.fish_equal        | 2.12 | tie-break: equal hands of a fish give both one           | domino_tennis
tb.fish_blank        | 2.12 | tie-break: 0-0 alone at a fish counts two                | domino_tennis
tb.fish_six          | 2.12 | tie-break: 6-6 alone at a fish loses it at once          | domino_tennis
tb.fish_six_blank    | 2.12 | tie-break: 6-6 alone against 0-0 alone loses             | domino_tennis
tb.minimal           | 2.12 | tie-break: the cheapest hand has no effect               | domino_tennis
tb.seven             | 2.12 | tie-break: seven, two apart                              | domino_tennis
tb.beyond            | 2.12 | tie-break: seven, but not two apart: it goes on          | domino_tennis
tb.serve_tennis      | 2.12 | tie-break: the serve goes 1, 2, 2                        | tb_serve=tennis
tb.serve_single      | 2.12 | tie-break: the serve changes after every rally           | tb_serve=single
tb.serve_after       | 2.12 | after a tie-break its first receiver serves              | domino_tennis
tennis.match_2       | 2.12 | a match of two sets                                      | domino_tennis
tennis.match_3       | 2.12 | a match of three sets                                    | domino_tennis
""")

_BLANK, _SIX = 1, 1 << 27


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that a rally shows."""
    if played.game != "domino_tennis":
        return
    yield from _serve(played)
    end = played.scored()
    if not end:
        return
    yield "exit.rally" if end["reason"] == "exit" else "fish.tennis_all"
    if "tiebreak" in played.opened[0]:
        yield from _tiebreak(played, end)
    else:
        yield from _rally(played, end)
    if played.over and played.over["reason"] == "score":
        yield f"tennis.match_{played.params['sets_to_win']}"


def _serve(played: Round) -> Iterator[str]:
    if played.lots:
        yield "tennis.lots"
        if len(played.lots) > 2:
            yield "tennis.lots_again"
        if played.claims and not _chose_self(played):
            yield "tennis.gives_serve"
    for turn in played.turns:
        for line in turn.out:
            if line["type"] == "event":
                yield f"tennis.{line['what']}"
    if played.plays:
        double = played.match.tiles.doubles >> played.plays[0].moves[0][0] & 1
        yield "tennis.serve" if double else "tennis.serve_any"


def _chose_self(played: Round) -> bool:
    """Whether the lower of the last two lots took the serve."""
    pips = [sum(map(int, lot["tile"].split("-"))) for lot in played.lots[-2:]]
    return bool(played.claims[0]["seat"] == pips.index(min(pips)))


def _points(account: Line) -> Fraction:
    return Fraction(account.get("points", 0))


def _losers(end: Line) -> list[int]:
    return [1 - end["by"]] if end["reason"] == "exit" else [0, 1]


def _minimal(played: Round, side: int) -> bool:
    """Whether a hand of two or more is as cheap as can be."""
    tiles = played.match.tiles
    hand = tiles.members(played.match.hands[side])
    cheapest = sorted(tiles.pips)[: len(hand)]
    return len(hand) >= 2 and sum(tiles.pips[tile] for tile in hand) == sum(cheapest)


def _rally(played: Round, end: Line) -> Iterator[str]:
    """A rally of a normal game, and what it decides."""
    divides = [side for side in _losers(end) if _minimal(played, side)]
    if divides:
        yield "tennis.minimal" if end["reason"] == "exit" else "tennis.minimal_fish"
    points = [_points(account) + Fraction(added) for account, added in zip(played.opened, end["recorded"], strict=True)]
    winner = _won(played.opened, end["accounts"])
    if winner is None:
        if max(points) >= 50:
            yield "tennis.balance"
        return
    loser = 1 - winner
    yield "tennis.game_40" if points[winner] < 40 else "tennis.game_10"
    if winner in divides and points[loser] == _points(played.opened[loser]):
        yield "tennis.divided"
    if not played.over:
        yield "tennis.serve_passes"
    yield from _games(played, end, winner)
    if loser in _losers(end) and played.match.hands[loser] == _SIX:
        yield from _carry(played, end, loser)


def _won(before: list[Line], after: list[Line]) -> int | None:
    """Who won the game or set that a rally ended."""
    for side in (0, 1):
        if (after[side]["sets"], after[side]["games"]) > (before[side]["sets"], before[side]["games"]):
            return side
    return None


def _games(played: Round, end: Line, winner: int) -> Iterator[str]:
    before, after = played.opened, end["accounts"]
    lost = before[1 - winner]["games"]
    if after[winner]["sets"] > before[winner]["sets"]:
        yield "tennis.set_7_5" if lost == 5 else "tennis.set"
    elif "tiebreak" in after[0]:
        yield "tennis.tiebreak"
    elif before[winner]["games"] == 5 and lost == 5:
        yield "tennis.six_five"


def _carry(played: Round, end: Line, loser: int) -> Iterator[str]:
    if _points(end["accounts"][loser]) != 25:
        yield "tennis.carry_dropped"
        return
    yield "tennis.carried"
    if end["accounts"][1 - loser]["sets"] > played.opened[1 - loser]["sets"]:
        yield "tennis.carried_set"


def _tiebreak(played: Round, end: Line) -> Iterator[str]:
    fish = end["reason"] != "exit"
    losers, hands = _losers(end), played.match.hands
    sixes = [side for side in losers if hands[side] == _SIX]
    blanks = [side for side in losers if hands[side] == _BLANK]
    yield _units(fish, sixes, blanks, end["recorded"])
    if any(_minimal(played, side) for side in losers):
        yield "tb.minimal"
    if played.before["rally"] >= 1:
        yield f"tb.serve_{played.params['tb_serve']}"
    if _won(played.opened, end["accounts"]) is not None:
        yield "tennis.set_7_6"
        if not played.over and played.match.server == 1 - _first_server(played):
            yield "tb.serve_after"
        if not sixes:
            yield "tb.seven"
    elif max(account["tiebreak"] for account in end["accounts"]) >= 7:
        yield "tb.beyond"


def _first_server(played: Round) -> int:
    """Who served the first rally of the tie-break that is on."""
    before = played.before
    known = [seat for seat in (before["tb_first"], before["server"]) if seat is not None]
    return known[0] if known else played.plays[0].seat


def _units(fish: bool, sixes: list[int], blanks: list[int], recorded: list[Any]) -> str:
    if sixes:
        return ("tb.fish_six_blank" if blanks else "tb.fish_six") if fish else "tb.six"
    if blanks:
        return "tb.fish_blank" if fish else "tb.blank"
    if not fish:
        return "tb.exit"
    return "tb.fish_equal" if recorded[0] == recorded[1] else "tb.fish_higher"
