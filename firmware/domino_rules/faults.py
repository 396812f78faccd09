"""Why an action is refused: where the tile is, whose turn it is, who may open (record-format.md, Answers).

Only a breach, or a hand that is not seen, needs to look so closely; the rest of the time this lies on the shelf.
"""

from domino_rules.shelf import take
from domino_rules.tiles import count

# Codes of ``misplaced`` in their order of precedence.
PLACES = ("no_round", "round_over", "match_over", "duplicate_tile", "wrong_turn", "too_many_tiles", "wrong_hand")


def misplaced(match, seat, bit, force):
    """Code of a play of this tile that is wrong whatever the ends are: where the tile is, whose turn it is."""
    if match.turn is None and match.idle():
        return match.idle()
    hand = match.hands[seat]
    if taken(match, seat) & bit:
        return "duplicate_tile"
    if match.turn is not None and seat != match.turn and not force and not _may_open(match, seat):
        return "too_many_tiles" if seat == match.just_played else "wrong_turn"
    if match.turn is None and not match.layout.count and not force and match.opener_rule != "lot":
        tile = match.tiles.tile[bit]
        if match.opening_fault(seat, tile) == "wrong_turn":
            return "wrong_turn"
    return "wrong_hand" if not match.unseen[seat] and not hand & bit or bit & undrawn(match, seat) else None


def misplaced_all(match, seat, moves, force):
    """The first code that ``misplaced`` has for one of several tiles; a tile twice is one too many.

    Where a tile decides who opens, it is the one laid first: the others are too many, not out of turn.
    """
    code = None
    mask = 0
    for move in moves:
        bit = match.tiles.bit[move[0]]
        found = "duplicate_tile" if mask & bit else match.misplaced(seat, bit, force or mask and match.turn is None)
        if found and (code is None or PLACES.index(found) < PLACES.index(code)):
            code = found
        mask |= bit
    if code is None and count(mask & ~match.hands[seat]) > match.unseen[seat]:
        return "wrong_hand"
    return code


def taken(match, seat):
    """Mask of the tiles that lie on the table or, for all that is known, in another hand than this seat's."""
    hand = match.hands[seat]
    taken = match.table | match.in_hands & ~hand
    if not match.unseen[seat] and (match.stock is not None or not match.stock_count):
        taken |= match.tiles.all & ~hand & ~(match.stock or 0)
    return taken


def undrawn(match, seat):
    """Mask of the tiles that were in the bazaar and cannot have come to the seat since."""
    if match.dealt and not match.blind >> seat & 1:
        return match.tiles.all & ~match.dealt & ~match.hands[seat]
    return match.stock or 0


def may_act(match, seat):
    """Whether it may be the turn of a seat that is not known to be on turn: it may hold the opening tile."""
    if match.turn is not None:
        return _may_open(match, seat)
    if match.unseen[seat] or match.opener_rule == "lot":
        return True
    if match.opening is not None:
        return False
    return take("opening").may_open(match, seat)


def _may_open(match, seat):
    """Whether a seat that is not on turn may open the round: the partner, where they agree on it."""
    free = not match.layout.count and match.opening is None and match.opener is not None
    return (
        free and match.params.get("opener_who") == "either_partner" and match.side_of(seat) == match.side_of(match.turn)
    )


def opening_fault(match, seat, tile):
    """ "wrong_turn" or "wrong_opening" where this tile of this seat may not open the round, else None."""
    if match.opening is not None:
        if tile == match.opening:
            return None
        # A seat whose whole hand is known without the tile is not the one that opens.
        return (
            "wrong_opening"
            if match.unseen[seat] or match.hands[seat] & match.tiles.bit[match.opening]
            else "wrong_turn"
        )
    if match.turn is not None or match.opener_rule == "lot":
        return None
    return take("opening").unseen_fault(match, seat, tile)


def reveal_fault(match, seat, mask):
    """Code of a hand that cannot be this seat's, or None."""
    if match.phase != "play":
        return match.idle()
    hand = match.hands[seat]
    if mask < 0 or mask & taken(match, seat):
        return "duplicate_tile"
    if mask & undrawn(match, seat) or hand & ~mask or mask & ~hand and not match.unseen[seat]:
        return "wrong_hand"
    if count(mask) != count(hand) + match.unseen[seat]:
        return "misdeal"
    return None


def reveal(match, seat, mask):
    """A hand is shown. Returns None or a code."""
    code = reveal_fault(match, seat, mask)
    if code:
        return code
    match.hands[seat] = mask
    match.in_hands |= mask
    match.unseen[seat] = 0
    if match.claims:
        take("evidence").shown(match, seat, mask)
    if match.seen():
        match.stock = match.tiles.all & ~match.in_hands & ~match.table
        if match.ending:
            match.settle()
    if not (match.layout.count or match.drawn):
        _redeal(match)
    return None


def _redeal(match):
    """A hand shown before the opening may call for a new deal, as a seen one does at the deal (rules.md §1.8)."""
    again = take("opening").redeal(match, match.hands)
    if again:
        match.news.append(again)
        match.clear()
        match.round -= 1
        match.phase = "await_deal"


def detail(match, code, seat):
    """What helps a person to see why (not normative), or None."""
    if code in ("false_pass", "false_draw"):
        return {"playable": match.tiles.names(match.hands[seat] & match.layout.fit)}
    if code == "wrong_tile":
        return {"ends": dict(match.layout.ends())}
    if code in ("wrong_turn", "too_many_tiles"):
        return {"expected": match.turn}
    if code == "wrong_opening":
        return {"expected": None if match.opening is None else match.tiles.name(match.opening)}
    if code == "overdraw":
        return {"stock": match.stock_count}
    return None
