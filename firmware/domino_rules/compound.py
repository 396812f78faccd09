"""Several doubles in one turn (rules.md §1.4): as one line with ``moves``, or one after another."""

from domino_rules.shelf import take
from domino_rules.tiles import count

_MOST = {"two_ends": 2, "all_ends": 4}


def lay(match, seat, moves, force):
    """Lay several tiles as one move on the ends as they are, or as halves of the last. Returns None or a code."""
    if seat == match.just_played and match.turn is not None and not force:
        return later_halves(match, seat, moves)
    own = 0
    for move in moves:
        own |= match.tiles.bit[move[0]] & match.hands[seat]
    if seat != match.turn or count(own) < len(moves):
        code = take("faults").misplaced_all(match, seat, moves, force)
        if code:
            return code
    if not match.layout.count or not may_join(match, [move[0] for move in moves]):
        return "too_many_tiles"
    code, arms = _places(match, moves, match.layout.ends())
    if code:
        return code
    match.begin_turn(seat)
    for i in range(len(moves)):
        _place(match, seat, moves[i], arms[i])
    match.after_turn(seat)
    return None


def later_halves(match, seat, moves):
    """Lay more tiles of the seat's last move, on the ends as they were before it. Returns None or a code."""
    code = take("faults").misplaced_all(match, seat, moves, True)
    if code == "duplicate_tile":
        return code
    laid = match.turn_laid
    if not match.turn_ends or not may_join(match, [tile for tile, arm in laid] + [move[0] for move in moves]):
        return "too_many_tiles"
    fault, arms = _places(match, moves, match.turn_ends, [arm for tile, arm in laid])
    if fault == "wrong_tile":
        return "too_many_tiles"
    if code or fault:
        return code or fault
    for i in range(len(moves)):
        _place(match, seat, moves[i], arms[i])
    match.after_turn(seat)
    return None


def may_join(match, tiles):
    """Whether these tiles may make one move, wherever they lie: doubles, and one other where mixing is allowed."""
    others = len([tile for tile in tiles if not match.tiles.doubles >> tile & 1])
    return len(tiles) <= _MOST[match.params["multi_double"]] and others <= match.params.get("multi_double_mix", 0)


def ways(match, moves, ends, used=()):
    """Every way to give each of the moves (tile, arm or None, …) an own one of the ends, as lists of arms.

    Args:
        used: arms that earlier halves of the move have taken.

    ``two_ends`` asks for ends of different values (rules.md §1.4).
    """
    fits = match.tiles.fits
    value_of = dict(ends)
    found = [list(used)]
    for move in moves:
        longer = []
        for way in found:
            barred = [value_of[arm] for arm in way] if match.params["multi_double"] == "two_ends" else []
            for arm, value in ends:
                if fits[value] >> move[0] & 1 and move[1] in (None, arm) and arm not in way and value not in barred:
                    longer.append(way + [arm])
        found = longer
    return [way[len(used) :] for way in found]


def _places(match, moves, ends, used=()):
    """(None, arms) where the moves have one way to lie, or (code, None)."""
    found = ways(match, moves, ends, used)
    if not found:
        return "wrong_tile", None
    for tile, _, closed, _ in moves:
        if closed and not (match.may_close(tile) and (not used or _crossed(match))):
            return "illegal_close", None
    return ("ambiguous_end", None) if len(found) > 1 else (None, found[0])


def _crossed(match):
    """Whether closing needs no cross, or had one before the move began."""
    if not match.params["close_needs_cross"]:
        return True
    cross = match.layout.spinner
    return not match.turn_tiles >> match.tiles.number(cross, cross) & 1


def _place(match, seat, move, arm):
    tile, _, closed, _ = move
    match.took(seat, match.tiles.bit[tile])
    match.layout.place(tile, arm, closed)
    match.laid(seat, tile, arm, closed)
