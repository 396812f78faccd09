"""Rules of the winnings family: what an exit and a fish earn, and the ends that are counted in the fives games."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rounds.ends import side_sums
from domino_table.rounds.round import Line, Round, Turn
from domino_table.rounds.rule import FIVES, WINNINGS, rules

RULES = rules("""
exit.winner_sum      | 1.6  | an exit earns what the others hold                            | exit_score=winner_sum
exit.winner_sum_r5   | 1.6  | an exit earns what the others hold, rounded                   | exit_score=winner_sum_r5
exit.winner_fixed    | 1.6  | an exit earns a fixed sum                                     | exit_score=winner_fixed
exit.writeoff_floor5 | 1.6  | an exit: who keeps tiles writes them off, rounded down        | exit_score=writeoff_floor5
round5.none          | 1.6  | a sum is not rounded                                          | winnings round5_mode=none
round5.nearest       | 1.6  | a sum is rounded to the nearest five                          | winnings round5_mode=nearest
round5.down          | 1.6  | a sum is rounded down to a five                               | winnings round5_mode=down
round5.up            | 1.6  | a sum is rounded up to a five                                 | winnings round5_mode=up
fish.lowest_diff     | 1.7  | a fish: the lowest wins the difference                        | fish_variant=lowest_diff winnings
fish.lowest_tie      | 1.7  | a fish: the lowest is shared, nobody scores                   | fish_variant=lowest_diff winnings
fish.last_mover      | 2.1  | a fish: who laid last wins what the others hold               | fish_winner=last_mover
fish.writeoff_all    | 1.7  | a fish: everybody writes off                                  | fish_variant=writeoff_all winnings
fish.leader_score    | 2.13 | a fish: the leader of the match wins the difference           | fish_variant=leader_diff winnings
fish.leader_tiles    | 2.13 | equal scores: who has fewer tiles wins the difference         | fish_variant=leader_diff winnings
fish.leader_last     | 2.13 | equal scores, equal tiles: who laid last wins the difference  | fish_variant=leader_diff winnings
fish.leader_minus    | 2.13 | the leader holds more and loses points                        | fish_variant=leader_diff winnings
fish.leader_round5   | 2.13 | the difference is rounded                                     | blocked_round5=True
award                | 1.3  | the ends sum to a multiple of five                            | fives
award.opening        | 2.8  | the opening tile scores                                       | opening_tile_scores=all
award.55             | 2.7  | of the opening tiles only 5-5 scores                          | opening_tile_scores=only_55
award.not_55         | 2.7  | an opening tile of five or ten that is not 5-5 scores nothing | opening_tile_scores=only_55
award.none           | 2.7  | no opening tile scores                                        | opening_tile_scores=none
award.several        | 1.4  | several doubles in one turn score once                        | fives multi_double=all_ends
award.replaced       | 1.4  | a second double of the turn changes its award                 | fives multi_double=all_ends
score.minus          | 2.7  | a score below 0                                               | allow_negative=True
score.stops          | 2.7  | a score stops at 0                                            | allow_negative=False
""")  # noqa: E501


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that a round of this family shows."""
    if played.game == "morskoy_kozel" and (end := played.scored()) and end["reason"] == "exit":
        yield "exit.winner_sum"
    if played.game not in WINNINGS:
        return
    if played.game in FIVES:
        yield from _awards(played)
    end = played.scored()
    if not end:
        return
    sums = side_sums(played, end)
    if end["reason"] == "exit":
        yield from _exit(played, end, sums)
    else:
        yield from _fish(played, end, sums)
    if "allow_negative" in played.params:
        yield from _below_zero(played, end)


def _exit(played: Round, end: Line, sums: list[int]) -> Iterator[str]:
    rule = played.params["exit_score"]
    yield f"exit.{rule}"
    if rule == "winner_sum_r5":
        others = sum(sums) - sums[played.match.side_of(end["by"])]
        if others % 5:
            yield f"round5.{played.params['round5_mode']}"


def _fish(played: Round, end: Line, sums: list[int]) -> Iterator[str]:
    params = played.params
    variant = params["fish_variant"]
    if variant == "leader_diff":
        yield from _leader(played, end)
    elif variant != "lowest_diff":
        yield f"fish.{variant}"
    elif params.get("fish_winner") == "last_mover":
        yield "fish.last_mover"
    elif end.get("void"):
        yield "fish.lowest_tie"
    else:
        yield "fish.lowest_diff"
        if (sum(sums) - 2 * min(sums)) % 5:
            yield f"round5.{params['round5_mode']}"


def _leader(played: Round, end: Line) -> Iterator[str]:
    scores = [account["score"] - points for account, points in zip(end["accounts"], end["recorded"], strict=True)]
    counts = [bin(hand).count("1") for hand in played.match.hands]
    if scores[0] != scores[1]:
        yield "fish.leader_score"
    else:
        yield "fish.leader_tiles" if counts[0] != counts[1] else "fish.leader_last"
    if min(end["recorded"]) < 0:
        yield "fish.leader_minus"
    if played.params.get("blocked_round5"):
        yield "fish.leader_round5"


def _awards(played: Round) -> Iterator[str]:
    target = played.params["target"] if played.params["end_check"] == "round" else None
    for turn in played.turns:
        for award in _of(turn):
            yield "award"
            if award.get("replaces"):
                yield "award.replaced"
            if len(turn.moves) > 1 and played.params["multi_double"] == "all_ends":
                yield "award.several"
    if target and len(played.turns) > 1 and max(_scores(played, played.turns[:-1])) >= target:
        yield "match.play_on"
    if played.plays:
        yield from _opening(played, played.plays[0])


def _of(turn: Turn) -> list[Line]:
    return [line for line in turn.out if line["type"] == "award"]


def _scores(played: Round, turns: list[Turn]) -> list[int]:
    """Scores with the awards of some turns, before the round is scored."""
    scores = [account["score"] for account in played.opened]
    earned = 0
    for turn in turns:
        for award in _of(turn):
            scores[played.match.side_of(turn.seat)] += award["points"] - (earned if award.get("replaces") else 0)
            earned = award["points"]
    return scores


def _opening(played: Round, first: Turn) -> Iterator[str]:
    tile = first.moves[0][0]
    pips, rule = played.match.tiles.pips[tile], played.params["opening_tile_scores"]
    if not pips or pips % 5:
        return
    scored = any(line["type"] == "award" for line in first.out)
    if rule == "all" and scored:
        yield "award.opening"
    elif rule == "only_55":
        yield "award.55" if scored else "award.not_55"
    elif not scored:
        yield "award.none"


def _below_zero(played: Round, end: Line) -> Iterator[str]:
    scores = _scores(played, played.turns)
    for score, points, account in zip(scores, end["recorded"], end["accounts"], strict=True):
        if account["score"] < 0:
            yield "score.minus"
        elif score + points < 0:
            yield "score.stops"
