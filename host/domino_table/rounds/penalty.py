"""Rules of the penalty family: threshold accounts, fish variants, the carry, rating."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_table.rounds.ends import side_sums
from domino_table.rounds.round import Line, Round
from domino_table.rounds.rule import PENALTY, rules

RULES = rules("""
exit.losers_record    | 1.6 | an exit: everybody else records what they hold          | exit_score=losers_record
fish.all              | 1.7 | a fish: every side records its own hand                 | penalty fish_variant=all
fish.one              | 1.7 | a fish: the highest hand records the sum of all         | penalty fish_variant=one
fish.fisherman_exempt | 1.7 | a fish: all but the fisherman record                    | penalty fish_variant=fisherman_exempt
fish.loser_own        | 1.7 | a fish: the lowest side records nothing                 | penalty fish_variant=loser_own
fish.diff             | 1.7 | a fish: the higher side records the difference          | penalty fish_variant=diff
fish.void             | 1.7 | a fish: nobody records                                  | fish_variant=void
fish.carry            | 1.7 | a tied fish: nobody records, the sum is carried         | penalty fish_variant=one -sport, fish_tie=carry
fish.tie_void         | 1.7 | a tied fish: nobody records, nothing is carried         | penalty fish_tie=void
carry.again           | 1.7 | another tied fish: the carry grows                      | carry_opens
carry.exit            | 1.7 | the highest of an exit takes the carry                  | carry_opens
carry.fish            | 1.7 | the highest of a fish takes the carry                   | carry_opens
carry.stays           | 1.7 | an exit with a shared highest leaves the carry          | carry_opens -kozel_pairs -sport
carry.opens           | 1.7 | a carry opens an account                                | carry_opens=True threshold
carry.after           | 1.7 | a carry goes onto an account after the round did        | carry_opens=False
carry.remembered      | 1.7 | a carry goes onto remembered points                     | carry_opens=False threshold
account.remembered    | 1.6 | points below the threshold are remembered               | threshold below_threshold=remember
account.over          | 1.6 | remembered points pass the threshold and open nothing   | threshold below_threshold=remember
account.discarded     | 1.6 | points below the threshold are lost                     | below_threshold=discard
account.opened        | 1.6 | a round at the threshold opens the account              | threshold
account.opened_with   | 1.6 | the account opens with the remembered points            | threshold below_threshold=remember
account.small         | 1.6 | an open account takes a small number                    | threshold
account.reset         | 1.6 | an exit forgets remembered points                       | threshold
account.reset_one     | 1.7 | a fish «one» forgets the others' remembered points      | threshold fish_variant=one
account.reset_blank   | 1.6 | a hand of 0-0 alone records nothing and forgets         | threshold three lone=plain
account.free          | 1.6 | no threshold: every point counts                        | open_threshold=None
rating                | 1.9 | survivors are rated by a tenth of their distance to 100 | rating=True -sport
rating.least          | 1.9 | a rating of at least 1                                  | rating=True -sport
rating.timeout        | 1.9 | after a timeout the lost score is the base              | rating=True
rating.remembered     | 1.9 | remembered points count in the rating                   | rating_counts_remembered=True threshold -sport
match.rounds          | 2.5 | the agreed number of rounds is over                     | rounds
match.remembered_left | 2.5 | remembered points left at the end do not count          | rounds
""")  # noqa: E501

_TIED = {"one": max, "loser_own": min, "diff": min}


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that a round of this family shows."""
    if played.game not in PENALTY:
        return
    end = played.scored()
    if end:
        if end["reason"] == "exit":
            yield "exit.losers_record"
            yield from _carry_at_exit(played, end)
        else:
            yield from _fish(played, end)
        if not end.get("void"):
            yield from _accounts(played, end)
    if played.over:
        yield from _over(played, played.over)


def _fish(played: Round, end: Line) -> Iterator[str]:
    variant, carry = played.params["fish_variant"], played.before["carry"]
    sums = side_sums(played, end)
    pivot = _TIED.get(variant)
    if variant == "void":
        yield "fish.void"
    elif pivot and sums.count(pivot(sums)) > 1:
        if played.params.get("fish_tie", "carry") == "void":
            yield "fish.tie_void"
        else:
            yield "carry.again" if carry else "fish.carry"
    elif carry and end["carry"] > carry:
        yield "carry.again"
    else:
        yield f"fish.{variant}"
        if carry and not end["carry"]:
            yield "carry.fish"
            yield from _claimed(played, end, sums)


def _carry_at_exit(played: Round, end: Line) -> Iterator[str]:
    if not played.before["carry"]:
        return
    if end["carry"]:
        yield "carry.stays"
        return
    yield "carry.exit"
    sums = side_sums(played, end)
    sums[played.match.side_of(end["by"])] = -1
    yield from _claimed(played, end, sums)


def _claimed(played: Round, end: Line, ranking: list[int]) -> Iterator[str]:
    """What the carry did to the account of the side that took it."""
    side = ranking.index(max(ranking))
    before, after = played.opened[side], end["accounts"][side]
    if not played.params["carry_opens"]:
        yield "carry.remembered" if after.get("opened") is False else "carry.after"
    elif before.get("opened") is False and after["opened"]:
        alone = end["recorded"][side] - played.before["carry"]
        yield from ["carry.opens"] * (alone < played.params["open_threshold"])


def _accounts(played: Round, end: Line) -> Iterator[str]:
    threshold = played.params["open_threshold"]
    if threshold is None:
        yield "account.free"
        return
    for side, (before, after) in enumerate(zip(played.opened, end["accounts"], strict=True)):
        points = end["recorded"][side]
        if before["opened"]:
            if 0 < points < threshold:
                yield "account.small"
        elif after["opened"]:
            yield "account.opened"
            if before["remembered"]:
                yield "account.opened_with"
        elif points == 0:
            if before["remembered"]:
                yield _forgotten(played, end, side)
        else:
            yield from _below(played.params, after, threshold)


def _forgotten(played: Round, end: Line, side: int) -> str:
    """Why remembered points were lost."""
    if end["reason"] == "exit" and played.match.side_of(end["by"]) == side:
        return "account.reset"
    holds = [seat for seat in range(played.match.seats) if played.match.side_of(seat) == side]
    if all(played.match.hands[seat] == 1 for seat in holds):
        return "account.reset_blank"
    return "account.reset_one" if played.params["fish_variant"] == "one" else "account.reset"


def _below(params: dict[str, Any], after: Line, threshold: int) -> Iterator[str]:
    if params["below_threshold"] == "discard":
        yield "account.discarded"
        return
    yield "account.remembered"
    if after["remembered"] >= threshold:
        yield "account.over"


def _over(played: Round, over: Line) -> Iterator[str]:
    if over["reason"] == "count":
        yield "match.rounds"
        if any(account["remembered"] for account in over["accounts"]):
            yield "match.remembered_left"
    rating = over["rating"]
    if not rating:
        return
    if over["reason"] == "timeout":
        yield "rating.timeout"
        return
    yield "rating"
    for seat in over["winners"]:
        account = over["accounts"][played.match.side_of(seat)]
        if account["score"] > 95 and rating[seat] == 1:
            yield "rating.least"
        if account.get("remembered") and played.params["rating_counts_remembered"]:
            yield "rating.remembered"
