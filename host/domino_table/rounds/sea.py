"""Rules of the sea goat: the owner, going for a hundred, special finishes, debt and eggs."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rounds.ends import side_sums
from domino_table.rounds.round import Line, Round
from domino_table.rounds.rule import rules

RULES = rules("""
sea.owner           | 2.4 | nobody owns the account: a win of 25 opens it                 | morskoy_kozel
sea.owner_adds      | 2.4 | the owner adds any win                                        | morskoy_kozel
sea.small           | 2.4 | a win below 25 is lost                                        | morskoy_kozel
sea.small_kept      | 2.4 | a win below 25 is kept                                        | small_win=remember
sea.small_added     | 2.4 | what was kept is added when the account opens                 | small_win=remember
sea.reset_all       | 2.4 | a rival's win of 25 sets all to zero                          | rival_effect=reset_all
sea.reset_and_take  | 2.4 | a rival's win of 25 takes the account                         | rival_effect=reset_and_take
sea.void_round      | 2.4 | a rival's win of 25 changes nothing                           | rival_effect=void_round
sea.rival_small     | 2.4 | a rival's win below 25 changes nothing                        | morskoy_kozel
sea.bald            | 2.4 | the last tile is 0-0: the match is won                        | bald_title_to=winner
sea.bald_loser      | 2.4 | the last tile is 0-0: the losers are called bald              | bald_title_to=loser
sea.six_wins        | 2.4 | the last tile is 6-6 with 25 in the other hands: match won    | morskoy_kozel
sea.six_right       | 2.4 | the last tile is 6-6 with less: the right to go for a hundred | morskoy_kozel
sea.hundred_wins    | 2.4 | who goes for a hundred wins the round and the match           | morskoy_kozel
sea.svoyak          | 2.4 | who goes for a hundred loses with 25 in hand: svoyak          | morskoy_kozel
sea.hundred_lost    | 2.4 | who goes for a hundred loses with less: an ordinary round     | morskoy_kozel
sea.hundred_over    | 2.4 | eggs or a debt end going for a hundred                        | morskoy_kozel
sea.hundred_opens   | 2.4 | the holder of the right opens                                 | morskoy_kozel
sea.lapse           | 2.4 | the right lapses, 6-6 not being held                          | hundred_if_not_held=lapse
sea.persist         | 2.4 | the right stays, 6-6 not being held                           | hundred_if_not_held=persist
sea.row1            | 2.4 | a fish: fisherman under 25, all others not: he wins, a right  | morskoy_kozel
sea.row2            | 2.4 | a fish: the fisherman has 25 and the most: a debt             | morskoy_kozel
sea.row3            | 2.4 | a fish: the fisherman has the least: he wins                  | morskoy_kozel
sea.row4            | 2.4 | a fish: the least is shared: eggs                             | morskoy_kozel
sea.row5            | 2.4 | a fish: somebody else has the least and wins                  | morskoy_kozel
sea.creditors       | 2.4 | two creditors are equal: the first after the fisherman        | morskoy_kozel
sea.debt_again      | 2.4 | a second debt is only a lost try                              | morskoy_kozel
sea.debt_paid       | 2.4 | a debt is written off by a win of 25                          | morskoy_kozel
sea.debt_try        | 2.4 | a try to write a debt off is lost                             | morskoy_kozel
sea.debt_eggs       | 2.4 | a round of eggs is no try of a debt                           | morskoy_kozel
sea.debt_round      | 2.4 | the third try is lost: the creditor wins the stake            | debt_fail=round_loss
sea.debt_match      | 2.4 | the third try is lost, and the match                          | debt_fail=match_loss
sea.eggs_open       | 2.4 | after eggs 1-1 opens                                          | morskoy_kozel
sea.eggs_open_other | 2.4 | after eggs nobody has 1-1: the next tile opens                | morskoy_kozel
sea.eggs_taken      | 2.4 | a winner takes the eggs                                       | morskoy_kozel
sea.eggs_more       | 2.4 | another tied fish: more eggs                                  | morskoy_kozel
sea.eggs_rotten     | 2.4 | three more tied fishes: the eggs are rotten                   | morskoy_kozel
""")

_BLANK, _SIX, _ONES = 0, 27, 7


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that a round of the sea goat shows."""
    end = played.scored()
    if played.game != "morskoy_kozel" or not end:
        return
    match = played.match
    sums = side_sums(played, end)
    winner, q = None, 0
    if end["reason"] == "exit":
        winner = match.side_of(end["by"])
        q = sum(sums) - (0 if played.params.get("pair_count_partner") else sums[winner])
        yield from _last_tile(played, end, q)
    else:
        row = _row(played, end, sums)
        yield f"sea.row{row}"
        if row not in (2, 4):
            winner = match.side_of(end["fisherman"]) if row == 1 else sums.index(min(sums))
            q = sum(sums) - sums[winner]
    yield from _hundred(played, end, winner)
    yield from _eggs(played, end, winner)
    yield from _debt(played, end, winner, q, sums)
    special = played.over and played.over["reason"] == "special"
    if winner is not None and not special and played.before["debt"] is None:
        yield from _steps(played, end, winner, q + (played.before["eggs"]))


def _row(played: Round, end: Line, sums: list[int]) -> int:
    """The first row of the table of fishes that fits."""
    least = played.params["sea_min"]
    own = played.match.side_of(end["fisherman"])
    f, others = sums[own], [value for side, value in enumerate(sums) if side != own]
    if f < least and min(others) >= least:
        return 1
    if f >= least and f > max(others):
        return 2
    if f < min(others):
        return 3
    return 4 if sums.count(min(sums)) > 1 else 5


def _last_tile(played: Round, end: Line, q: int) -> Iterator[str]:
    last = [tile for tile, _, _ in played.last_tiles()]
    if _BLANK in last:
        yield "sea.bald" if played.params["bald_title_to"] == "winner" else "sea.bald_loser"
    elif _SIX in last and q >= played.params["sea_min"]:
        yield "sea.six_wins"
    elif _SIX in last and end["hundred"] == end["by"]:
        yield "sea.six_right"


def _hundred(played: Round, end: Line, winner: int | None) -> Iterator[str]:
    before, first = played.before, played.plays[0]
    opener, chosen = first.seat, before["opener"] is not None
    side = played.match.side_of(opener)
    if before["hundred"] == opener and chosen:
        yield "sea.hundred_opens"
        if first.moves[0][0] != _SIX and not played.match.held:
            yield "sea.lapse" if played.params["hundred_if_not_held"] == "lapse" else "sea.persist"
    if first.moves[0][0] != _SIX or not chosen or not (before["hundred"] == opener or before["owner"] == side):
        return
    if winner is None:
        yield "sea.hundred_over"
    elif winner == side:
        yield "sea.hundred_wins"
    elif played.over and "svoyak" in played.over["titles"].values():
        yield "sea.svoyak"
    elif end["hands"][opener] < played.params["sea_min"]:
        yield "sea.hundred_lost"


def _eggs(played: Round, end: Line, winner: int | None) -> Iterator[str]:
    before = played.before
    if before["opener_rule"] == "11" and before["opener"] is None:
        yield "sea.eggs_open" if played.plays[0].moves[0][0] == _ONES else "sea.eggs_open_other"
    if not before["eggs"]:
        return
    if winner is not None:
        yield "sea.eggs_taken"
    elif end["eggs"] > before["eggs"]:
        yield "sea.eggs_more"
    elif not end["eggs"]:
        yield "sea.eggs_rotten"


def _debt(played: Round, end: Line, winner: int | None, q: int, sums: list[int]) -> Iterator[str]:
    before, after = played.before["debt"], end["debt"]
    row2 = end["reason"] != "exit" and _row(played, end, sums) == 2
    if before is None:
        if row2:
            own = played.match.side_of(end["fisherman"])
            others = [value for side, value in enumerate(sums) if side != own]
            if others.count(min(others)) > 1:
                yield "sea.creditors"
        return
    if row2:
        yield "sea.debt_again"
    if after is not None:
        yield "sea.debt_eggs" if after["tries"] == before["tries"] else "sea.debt_try"
    elif winner == played.match.side_of(before["seat"]) and q >= played.params["sea_min"]:
        yield "sea.debt_paid"
    elif played.params["debt_fail"] == "round_loss":
        yield "sea.debt_round"
    elif played.over and played.over["reason"] == "special":
        yield "sea.debt_match"


def _steps(played: Round, end: Line, side: int, p: int) -> Iterator[str]:
    """What an ordinary win does to the one account."""
    owner, params = played.before["owner"], played.params
    rich = p >= params["sea_min"]
    if owner is None and rich:
        yield "sea.owner"
        if played.before["small"][side]:
            yield "sea.small_added"
    elif owner is None:
        yield "sea.small" if params["small_win"] == "discard" else "sea.small_kept"
    elif owner == side:
        yield "sea.owner_adds"
    else:
        yield f"sea.{params['rival_effect']}" if rich else "sea.rival_small"
