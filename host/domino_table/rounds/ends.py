"""Rules of how rounds and matches end in all games: exits, fishes, the fisherman, the next opener, targets."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rounds.round import Line, Round
from domino_table.rounds.rule import rules

RULES = rules("""
redeal.doubles       | 1.8 | too many doubles in a hand: the deal is repeated               | redeal
redeal.same_value    | 1.8 | too many tiles of one value in a hand: the deal is repeated    | redeal
exit                 | 1.5 | a hand becomes empty                                           | all
exit.dead            | 1.5 | an exit that would have been a fish                            | -kolbasa
closed               | 1.5 | no open end is left                                            | osyol, after_cut=end_round
fish.dead            | 1.5 | no tile outside the chain fits                                 | fish_detect=dead
fish.immediate       | 1.5 | every fitting tile that is no double lies on the table         | fish_detect=immediate
fish.no_move         | 1.5 | no hand has a fitting tile, nothing can be drawn               | fish_detect=no_move
fish.reserve         | 1.5 | the reserved tiles would fit, but nobody may draw them         | fish_detect=dead
fish.draw            | 1.5 | a fish told by a draw                                          | draw_mode
fish.passes          | 1.5 | a fish told by passes, hands being hidden                      | -kolbasa
fish.two_values      | 1.5 | a fish of a line with two different ends                       | spinner_rule=none -kolbasa
fisherman.before     | 1.5 | a double came last: who laid before it is the fisherman        | fisherman_ignores_double=True
fisherman.last       | 1.5 | a double came last, and counts                                 | fisherman_ignores_double=False
fisherman.closer     | 1.5 | who closed a double with the last turn is the fisherman        | close_doubles=True
next.winner          | 3.1 | the exiter opens the next round                                | opener_next=winner
next.rotate          | 2.5 | the opening goes round                                         | opener_next=rotate
next.fisherman       | 3.1 | the fisherman opens the next round                             | fish_opener=fisherman
next.round_winner    | 3.1 | the winner of the fish opens the next round                    | fish_opener=round_winner
next.opener_rule     | 3.1 | after a fish the first round's rule opens                      | fish_opener=opener_rule
next.lot             | 3.1 | after a fish a lot opens                                       | fish_opener=lot
tie.opener_rule      | 3.1 | no one winner of the fish: the first round's rule opens        | fish_opener_tie=opener_rule
tie.fisherman        | 3.1 | no one winner of the fish: the fisherman opens                 | fish_opener_tie=fisherman
tie.lot              | 3.1 | no one winner of the fish: a lot opens                         | fish_opener_tie=lot
lone.graa.blank      | 1.2 | 0-0 alone counts 10                                            | lone=graa
lone.sea.blank       | 1.2 | 0-0 alone counts 25                                            | lone=sea
lone.sea.six         | 1.2 | 6-6 alone counts 50                                            | lone=sea
lone.sea.both        | 1.2 | 0-0 and 6-6 alone count 75                                     | lone=sea
lone.k125.blank      | 1.2 | 0-0 alone counts 50                                            | lone=k125
lone.k125.six        | 1.2 | 6-6 alone counts 75                                            | lone=k125
partner              | 1.6 | the exiter's partner counts for nobody                         | pair_count_partner=False -telefon -muggins
partner.counts       | 1.6 | the exiter's partner counts                                    | pair_count_partner=True -telefon -muggins
timeout              | 1.9 | a clock runs out: its side loses the match                     | all
match.loses          | 1.6 | who reaches the target loses                                   | target_side=loses
match.wins           | 1.6 | who reaches the target wins                                    | target_side=wins
match.goats          | 2.2 | several reach the target and lose                              | several_goats=all
match.highest        | 2.2 | several reach the target: the highest loses                    | several_goats=highest
match.highest_shared | 2.2 | several reach the target: the highest share it                 | several_goats=highest
match.immediate      | 1.6 | the target ends the match in mid-round                         | fives end_check=immediate
match.play_on        | 2.7 | the target is reached in mid-round, the round is played out    | fives end_check=round
match.draw           | 2.7 | both sides reach the target, or their totals are equal: a draw | telefon, sport
match.level          | 1.6 | all sides reach the target with equal scores: a draw           | fives end_check=round -telefon
""")  # noqa: E501

_NEXT = ("fisherman", "round_winner", "opener_rule", "lot")


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that the end of a round shows."""
    if played.redeal:
        yield f"redeal.{played.redeal['reason']}"
    if played.over:
        yield from _match_over(played, played.over)
    end = played.scored()
    if not end:
        return
    if end["reason"] == "exit":
        yield "exit"
        if played.game != "kolbasa" and not played.match.layout.fit & ~played.match.table:
            yield "exit.dead"
    elif end["reason"] == "closed":
        yield "closed"
    elif played.game != "kolbasa":
        yield from _fish(played)
    if end["reason"] != "exit":
        yield from _fisherman(played, end)
    if not played.over:
        yield from _next(played, end)
    yield from _lone(played)
    if end["reason"] == "exit" and len(end["hands"]) == 4 and "pair_count_partner" in played.params:
        yield from _partner(played, end)


def _fish(played: Round) -> Iterator[str]:
    match = played.match
    rest = match.layout.fit & ~match.table
    if match.params["fish_detect"] == "no_move":
        yield "fish.no_move"
    elif not rest:
        yield "fish.dead" if match.params["fish_detect"] == "dead" else "fish.immediate"
    elif match.params["fish_detect"] == "immediate" and not rest & ~match.tiles.doubles:
        yield "fish.immediate"
    elif match.params["fish_detect"] == "dead":
        yield "fish.reserve"
    if played.turns[-1].kind == "draw":
        yield "fish.draw"
    if played.turns[-1].kind == "pass":
        yield "fish.passes"
    if match.params["spinner_rule"] == "none" and len({value for _, value in played.turns[-1].ends}) > 1:
        yield "fish.two_values"


def _fisherman(played: Round, end: Line) -> Iterator[str]:
    groups = played.groups()
    if not groups:
        return
    last = groups[-1][-1]
    tile, _, _ = last.moves[-1]
    if any(closed for _, _, closed in played.last_tiles()):
        yield "fisherman.closer"
    elif played.match.tiles.doubles >> tile & 1:
        if end["fisherman"] != last.seat:
            yield "fisherman.before"
        elif not played.params["fisherman_ignores_double"]:
            yield "fisherman.last"


def _next(played: Round, end: Line) -> Iterator[str]:
    """Who opens the next round, where that follows from the parameters alone."""
    params, opener = played.params, end["opener"]
    rule = params["opener_next"]
    if rule == "rotate":
        yield "next.rotate"
    if rule != "winner" or played.game == "morskoy_kozel" and _sea_decides(played, end):
        return
    if end["reason"] == "exit":
        yield "next.winner"
        return
    name = params.get("fish_opener", "fisherman")
    if name == "round_winner" and not _one_winner(played, end, opener):
        if params.get("fish_opener_tie"):
            yield f"tie.{params['fish_opener_tie']}"
    elif "fish_opener" in params and name in _NEXT:
        yield f"next.{name}"


def _sea_decides(played: Round, end: Line) -> bool:
    """Whether the sea goat's own rules name the next opener."""
    after_eggs = played.match.opener_rule == "11"
    return after_eggs or end["hundred"] is not None or end["debt"] is not None or played.before["debt"] is not None


def _one_winner(played: Round, end: Line, opener: int | None) -> bool:
    if played.params["fish_variant"] == "leader_diff":
        return opener is not None
    if played.params.get("fish_winner") == "last_mover" and opener is not None:
        return True
    sums = side_sums(played, end)
    return sums.count(min(sums)) == 1


def side_sums(played: Round, end: Line) -> list[int]:
    """Hand values per side."""
    sums = [0] * played.match.sides
    for seat, value in enumerate(end["hands"]):
        sums[played.match.side_of(seat)] += value
    return sums


def _lone(played: Round) -> Iterator[str]:
    kind = played.params.get("lone", "plain")
    if kind == "plain":
        return
    six = 1 << played.match.tiles.number(6, 6)
    names = {1: "blank"} if kind == "graa" else {1: "blank", six: "six"}
    if kind == "sea":
        names[1 | six] = "both"
    for hand in played.match.hands:
        if hand in names:
            yield f"lone.{kind}.{names[hand]}"


def _partner(played: Round, end: Line) -> Iterator[str]:
    if not played.params["pairs"] or played.game in ("telefon", "muggins"):
        return
    if end["hands"][(end["by"] + 2) % 4]:
        yield "partner.counts" if played.params["pair_count_partner"] else "partner"


def _match_over(played: Round, over: Line) -> Iterator[str]:
    params = played.params
    if over["reason"] == "timeout":
        yield "timeout"
        return
    if over["draw"]:
        yield "match.draw" if played.game in ("telefon", "sport") else "match.level"
    elif over["reason"] == "score" and params.get("target"):
        yield f"match.{params['target_side']}"
        if params["target_side"] == "loses" and "several_goats" in params:
            yield from _goats(played, over)
    if played.end is None:
        yield "match.immediate"


def _goats(played: Round, over: Line) -> Iterator[str]:
    scores = [account["score"] for account in over["accounts"]]
    reached = [score for score in scores if score >= played.params["target"]]
    if len(reached) > 1 and played.params["several_goats"] == "all":
        yield "match.goats"
    elif len(reached) > 1:
        yield "match.highest_shared" if reached.count(max(reached)) > 1 else "match.highest"
