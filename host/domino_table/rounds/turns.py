"""Rules of a turn: who opens, drawing and passing, several tiles at once, the cross, doubles that close an arm."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domino_table.rounds.round import Round, Turn
from domino_table.rounds.rule import rules

RULES = rules("""
open.lowest_double | 1.1  | the holder of the lowest double opens with it                | opener_first=lowest_double, opener_next=lowest_double
open.blank_last    | 1.1  | 0-0 opens when no other double was dealt                     | double_order -kolbasa
open.blank_first   | 1.1  | 0-0 is the lowest double                                     | double_order=0..6 -kolbasa
open.66            | 2.1  | 6-6 opens, or the highest double                             | opener_first=66
open.00            | 2.1  | 0-0 opens, or the lowest double                              | opener_first=00
open.23            | 2.7  | 2-3 opens                                                    | opener_first=23
open.23_double     | 2.7  | nobody has 2-3: the lowest double opens                      | opener_first=23
open.23_fewest     | 2.7  | neither 2-3 nor a double: the fewest pips open               | opener_first=23
open.top_rank      | 2.13 | the highest tile opens                                       | opener_first=top_rank
open.no_double     | 1.1  | nobody has a double: the most pips open                      | opener_first=lowest_double
open.lot           | 2.8  | a lot decides who opens                                      | opener_first=lot
open.partner       | 2.3  | the opener's partner opens instead                           | opener_who=either_partner
open.same_tile     | 2.9  | the rule of the first round opens each round                 | opener_next=same_tile -kolbasa
open.each_lowest   | 2.11 | the lowest double opens each round                           | opener_next=lowest_double
draw               | 1.4  | a tile is drawn                                              | bazaar_reserve
draw.several       | 1.4  | several tiles are drawn in one turn                          | draw_mode
draw.lay           | 1.4  | the tile drawn is laid in the same turn                      | draw_mode
draw.one           | 1.4  | one tile a turn: a pass though the bazaar has more           | draw_mode=one
pass.empty         | 1.4  | a pass because the bazaar is empty                           | bazaar_reserve
pass.reserve       | 1.4  | a pass because only the reserve is left                      | bazaar_reserve
pass               | 1.4  | a pass in a game without a bazaar                            | -bazaar_reserve -kolbasa
lay.two            | 1.4  | two tiles in one turn                                        | multi_double=two_ends
lay.three          | 1.4  | three doubles in one turn                                    | multi_double=all_ends spinner_arms_open
lay.four           | 1.4  | four doubles in one turn, one on each arm                    | multi_double=all_ends spinner_arms_open
lay.later          | 1.4  | a second tile laid a moment after the first is the same turn | multi_double=two_ends
lay.mix            | 1.4  | a double and another tile in one turn                        | multi_double_mix=True
cross.first        | 1.3  | the opening double becomes the spinner                       | spinner_rule=first_double_played
cross.inside       | 1.3  | a double inside the line becomes the spinner                 | spinner_rule=first_double_played
cross.house        | 1.3  | the first double with two neighbours becomes the spinner     | spinner_rule=first_double_closed
cross.at_once      | 1.3  | a tip is taken before both sides are covered                 | spinner_arms_open=immediate
cross.waits        | 1.3  | the tips wait until both sides are covered                   | spinner_arms_open=after_two_sides
cross.opened       | 1.3  | a tip is taken after both sides were covered                 | spinner_arms_open=after_two_sides
cross.four         | 1.3  | all four arms grow                                           | spinner_arms_open
cross.only_opening | 1.3  | a later double does not become the spinner                   | spinner_only_opening=True
cross.order        | 1.4  | the first face-up double of several becomes the spinner      | multi_double=all_ends spinner_rule=first_double_played
close              | 1.3  | a double is laid face down                                   | close_doubles=True
close.first        | 2.6  | the opening double is laid face down                         | close_first=True
close.no_cross     | 2.6  | a double is laid face down before there is a cross           | close_needs_cross=False
close.cross        | 2.6  | a double is laid face down once there is a cross             | close_needs_cross=True
close.each         | 2.6  | of several doubles some are laid face down                   | close_doubles=True
close.shutdown     | 2.6  | two doubles close both ends of the first tile at once        | close_doubles=True
set.9              | 1.1  | a round with the set to 9-9                                  | set_max=9
set.12             | 1.1  | a round with the set to 12-12                                | set_max=12
set.15             | 1.1  | a round with the set to 15-15                                | set_max=15
set.18             | 1.1  | a round with the set to 18-18                                | set_max=18
""")  # noqa: E501


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that the turns of a round show."""
    if not played.turns:
        return
    yield from _opening(played)
    if played.game != "kolbasa":
        yield from _drawing(played)
        yield from _several(played)
    if played.params["spinner_rule"] != "none":
        yield from _cross(played)
    if played.params["close_doubles"]:
        yield from _closing(played)
    if played.params["set_max"] > 6:
        yield f"set.{played.params['set_max']}"


def _opening(played: Round) -> Iterator[str]:
    plays, params, before = played.plays, played.params, played.before
    if not plays or played.match.SERVE:
        return
    tile, seat = plays[0].moves[0][0], plays[0].seat
    if before["opener"] is not None:
        if played.lots:
            yield "open.lot"
        if seat != before["opener"] and params.get("opener_who") == "either_partner":
            yield "open.partner"
        return
    rule = before["opener_rule"]
    if rule in ("lot", "11"):
        return
    if played.match.round > 1 and params["opener_next"] == "same_tile":
        yield "open.same_tile"
    if played.match.round > 1 and params["opener_next"] == "lowest_double":
        yield "open.each_lowest"
    yield _by_tile(played, rule, tile)


def _by_tile(played: Round, rule: str, tile: int) -> str:
    """The rule by which a tile decided the opening."""
    tiles = played.match.tiles
    double = tiles.doubles >> tile & 1
    if rule == "23" and tile != tiles.number(2, 3):
        return "open.23_double" if double else "open.23_fewest"
    if not double and rule == "lowest_double":
        return "open.no_double"
    if rule == "lowest_double" and tile == 0:
        return "open.blank_last" if played.params["double_order"] == "1..6,0" else "open.blank_first"
    return f"open.{rule}"


def _drawing(played: Round) -> Iterator[str]:
    bazaar = "bazaar_reserve" in played.params
    drawn = 0
    for turn in played.turns:
        if turn.kind == "draw":
            drawn += 1
            yield "draw"
            if drawn == 2 and bazaar:
                yield "draw.several"
            continue
        if turn.kind == "play" and drawn and not turn.later:
            yield "draw.lay"
        elif turn.kind == "pass":
            yield _passing(played, turn, drawn, bazaar)
        drawn = 0


def _passing(played: Round, turn: Turn, drawn: int, bazaar: bool) -> str:
    if not bazaar:
        return "pass"
    if drawn and turn.stock > played.params["bazaar_reserve"]:
        return "draw.one"
    return "pass.reserve" if turn.stock else "pass.empty"


def _several(played: Round) -> Iterator[str]:
    for group in played.groups():
        moves = [move for turn in group for move in turn.moves]
        if len(moves) > 1:
            two_ends = played.params["multi_double"] == "two_ends"
            if two_ends:
                yield "lay.two"
            elif len(moves) > 2:
                yield "lay.three" if len(moves) == 3 else "lay.four"
            if len(group) > 1 and two_ends:
                yield "lay.later"
            if any(not played.match.tiles.doubles >> tile & 1 for tile, _, _ in moves):
                yield "lay.mix"


def _cross(played: Round) -> Iterator[str]:
    """Follow the spinner: where it lies, and what is laid on its tips."""
    params, tiles = played.params, played.match.tiles
    where: dict[int, tuple[str | None, int]] = {}
    lengths: dict[str, int] = dict.fromkeys("LRUD", 0)
    spinner = -1
    for group in played.groups():
        fresh = [tile for turn in group for tile, _, closed in turn.moves if tiles.doubles >> tile & 1 and not closed]
        for turn in group:
            for tile, arm, _ in turn.moves:
                if arm in ("U", "D"):
                    yield _tip(params, where.get(spinner, (None, 0)), lengths)
                where[tile] = (arm, lengths[arm] if arm else 0)
                if arm:
                    lengths[arm] += 1
        after = group[-1].spinner
        if after >= 0 and spinner < 0:
            spinner = tiles.number(after, after)
            yield _spins(params, where[spinner][0])
            if len(fresh) > 1 and spinner in fresh and params["spinner_rule"] == "first_double_played":
                yield "cross.order"
        elif after < 0 and fresh and where[fresh[0]][0] and params["spinner_only_opening"]:
            yield "cross.only_opening"
        if spinner >= 0 and params["spinner_arms_open"] == "after_two_sides":
            ends = [arm for arm, _ in group[-1].ends]
            if "U" not in ends and "D" not in ends and len(ends) == 2:
                yield "cross.waits"
    if all(lengths.values()):
        yield "cross.four"


def _spins(params: dict[str, Any], arm: str | None) -> str:
    if params["spinner_rule"] == "first_double_closed":
        return "cross.house"
    return "cross.inside" if arm else "cross.first"


def _tip(params: dict[str, Any], where: tuple[str | None, int], lengths: dict[str, int]) -> str:
    if params["spinner_arms_open"] == "after_two_sides":
        return "cross.opened"
    arm, index = where
    covered = lengths["L"] and lengths["R"] if arm is None else lengths[arm] > index + 1
    return "cross.four" if covered else "cross.at_once"


def _closing(played: Round) -> Iterator[str]:
    spinner = -1
    for number, group in enumerate(played.groups()):
        faces = [closed for turn in group for _, _, closed in turn.moves]
        if any(faces):
            yield "close"
            if number == 0:
                yield "close.first"
            elif played.params["close_needs_cross"]:
                yield "close.cross"
            elif spinner < 0:
                yield "close.no_cross"
            if not all(faces):
                yield "close.each"
            if number == 1 and len(faces) == 2 and all(faces) and not group[-1].ends:
                yield "close.shutdown"
        spinner = group[-1].spinner
