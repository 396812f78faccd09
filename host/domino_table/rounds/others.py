"""Rules of General Kozel and of Kolbasa."""

from __future__ import annotations

from collections.abc import Iterator

from domino_table.rounds.round import Line, Round, Turn
from domino_table.rounds.rule import rules

RULES = rules("""
exit.general        | 2.9  | an exit: the next seat is General                        | general_kozel
general.double      | 2.9  | only an exit with 0-0 or 6-6 makes a General             | general_on=special_double_only
general.no_double   | 2.9  | an exit without 0-0 and 6-6 is void                      | general_on=special_double_only
general.blank       | 2.9  | only an exit with 0-0 makes a General                    | general_on=only_00
general.no_blank    | 2.9  | an exit without 0-0 is void                              | general_on=only_00
general.both        | 2.9  | a round ends with 6-6 and 0-0 in one turn                | general_kozel
general.rotate_3    | 2.9  | of three teams, the General's makes room                 | teams=3
general.rotate_4    | 2.9  | of four teams, the General's makes room                  | teams=4
general.limit       | 2.9  | the agreed number of Generals loses                      | generals_limit
fish.no_fit         | 2.10 | no tile of the known rows fits                           | kolbasa
fish.turned         | 2.10 | every tile of hidden rows was turned up in vain          | kolbasa
fish.no_start       | 2.10 | a new sausage needs a double, and there is none          | start=double
kolbasa.miss        | 2.10 | a tile that fits nowhere goes to the left of the own row | miss_goes_to=own_left
kolbasa.miss_over   | 2.10 | a tile that fits nowhere goes to the opponent's row      | miss_goes_to=opponent_left
kolbasa.last_over   | 2.10 | the last tile of a row goes to the opponent's: an exit   | miss_goes_to=opponent_left
kolbasa.choice      | 2.10 | a tile fits both lines                                   | kolbasa
kolbasa.goes_on     | 2.10 | who has laid a tile turns up another                     | continue_on_fit=True
kolbasa.start_miss  | 2.10 | a tile that is no double does not begin a sausage        | start=double
kolbasa.cut         | 2.10 | both lines are equally long: the sausage is cut          | cut_needs=both_ends
kolbasa.cut_double  | 2.10 | a double cuts between two equal tips                     | cut_needs=both_ends
kolbasa.cut_left    | 2.10 | a cut closes the left line                               | cut_needs=one_end
kolbasa.cut_right   | 2.10 | a cut closes the right line                              | cut_needs=one_end
kolbasa.new_sausage | 2.10 | after a cut the next player begins a new sausage         | after_cut=new_sausage
kolbasa.cut_ends    | 2.10 | a cut ends the round                                     | after_cut=end_round
""")

_BLANK, _SIX = 0, 27


def seen(played: Round) -> Iterator[str]:
    """Names of the rules that a round of these games shows."""
    if played.game == "general_kozel":
        yield from _general(played)
    elif played.game == "kolbasa":
        yield from _rows(played)


def _general(played: Round) -> Iterator[str]:
    end = played.scored()
    if not end:
        return
    if end["reason"] != "exit":
        yield "fish.void"
        return
    last = [tile for tile, _, _ in played.last_tiles()]
    rule, void = played.params["general_on"], end.get("void")
    if not void:
        yield "exit.general"
        if played.match.sides > 2:
            yield f"general.rotate_{played.match.sides}"
    if rule == "special_double_only":
        yield "general.no_double" if void else "general.double"
    elif rule == "only_00":
        yield "general.no_blank" if void else "general.blank"
    if _BLANK in last and _SIX in last:
        yield "general.both"
    if played.over and played.over["reason"] == "score":
        yield "general.limit"


def _rows(played: Round) -> Iterator[str]:
    ends: list[tuple[str, int]] = []
    for turn, after in zip(played.turns, [*played.turns[1:], None], strict=True):
        if turn.kind == "play":
            yield from _laid(played, turn, ends)
            if after and after.seat == turn.seat and played.params["continue_on_fit"]:
                yield "kolbasa.goes_on"
        elif not turn.moves[0][2]:
            yield "kolbasa.miss" if played.params["miss_goes_to"] == "own_left" else "kolbasa.miss_over"
            if not ends:
                yield "kolbasa.start_miss"
        ends = turn.ends
    end = played.scored()
    if end:
        yield from _stopped(played, end)


def _laid(played: Round, turn: Turn, ends: list[tuple[str, int]]) -> Iterator[str]:
    tile, arm, _ = turn.moves[0]
    tiles = played.match.tiles
    fitting = [name for name, value in ends if tiles.fits[value] >> tile & 1]
    if arm in ("L", "R") and len(fitting) > 1:
        yield "kolbasa.choice"
    if arm == "cut":
        yield "kolbasa.cut_double" if tiles.doubles >> tile & 1 else "kolbasa.cut"
    elif arm in ("cutL", "cutR"):
        yield "kolbasa.cut_left" if arm == "cutL" else "kolbasa.cut_right"
    if arm in ("cut", "cutL", "cutR") and not turn.ends:
        yield "kolbasa.cut_ends" if played.params["after_cut"] == "end_round" else "kolbasa.new_sausage"


def _stopped(played: Round, end: Line) -> Iterator[str]:
    last = played.turns[-1] if played.turns else None
    if end["reason"] == "exit" and last and last.kind == "turn_up":
        yield "kolbasa.last_over"
    elif end["reason"] == "fish":
        if not played.match.layout.count:
            yield "fish.no_start"
        else:
            yield "fish.turned" if last and last.kind == "turn_up" else "fish.no_fit"
