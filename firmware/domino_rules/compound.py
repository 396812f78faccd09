"""Several doubles in one turn (rules.md §1.4): as one line with ``moves``, or one after another."""

from domino_rules.shelf import take
from domino_rules.tiles import count

_MOST = {"two_ends": 2, "all_ends": 4}


def lay(match, seat, moves, force):
    """Lay several tiles as one move on the ends as they are. Returns None or a code."""
    own = 0
    for move in moves:
        own |= match.tiles.bit[move[0]] & match.hands[seat]
    if seat != match.turn or count(own) < len(moves):
        code = take("faults").misplaced_all(match, seat, moves, force)
        if code:
            return code
    if not match.layout.count or not may_join(match, [move[0] for move in moves]):
        return "too_many_tiles"
    code, arms = _places(match, moves, match.layout.ends(), [])
    if code:
        return code
    match.begin_turn(seat)
    for i in range(len(moves)):
        _place(match, seat, moves[i], arms[i])
    match.after_turn(seat)
    return None


def later_half(match, seat, move):
    """Lay one more tile of the seat's last move, on the ends as they were before it. Returns None or a code."""
    bit = match.tiles.bit[move[0]]
    code = match.misplaced(seat, bit, True)
    if code == "duplicate_tile":
        return code
    if not match.turn_ends or not may_join(match, [tile for tile, arm in match.turn_laid] + [move[0]]):
        return "too_many_tiles"
    fault, arms = _places(match, [move], match.turn_ends, [arm for tile, arm in match.turn_laid])
    if fault == "wrong_tile":
        return "too_many_tiles"
    if code or fault:
        return code or fault
    _place(match, seat, move, arms[0])
    match.after_turn(seat)
    return None


def may_join(match, tiles):
    """Whether these tiles may make one move, wherever they lie: doubles, and one other where mixing is allowed."""
    others = len([tile for tile in tiles if not match.tiles.doubles >> tile & 1])
    return len(tiles) <= _MOST[match.params["multi_double"]] and others <= match.params.get("multi_double_mix", 0)


def _places(match, moves, ends, used):
    """(None, arms) with an own end for each tile, or (code, None)."""
    arms = []
    code = None
    for tile, arm, closed, _ in moves:
        fault, arm = match.where(tile, arm, closed, ends)
        if fault is None and (arm in arms or arm in used):
            fault = "wrong_tile"
        if fault and (code is None or _ORDER.index(fault) < _ORDER.index(code)):
            code = fault
        arms.append(arm)
    return code, arms


_ORDER = ("wrong_tile", "illegal_close", "ambiguous_end")


def _place(match, seat, move, arm):
    tile, _, closed, _ = move
    match.took(seat, match.tiles.bit[tile])
    match.layout.place(tile, arm, closed)
    match.laid(seat, tile, arm, closed)
