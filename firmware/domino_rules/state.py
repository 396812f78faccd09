"""The state of a record as a display, a page or the table's sensing needs it (not normative)."""

from domino_rules.tiles import count


def state(n, judge):
    """A dict, JSON all through.

    ``n`` lines so far, ``phase``; and once there is a match: ``game``, ``preset``, ``params`` (resolved), ``seats``
    (names), ``round`` (from 1), ``turn`` (seat or None), ``opener`` (of this round, or the next one; None where a tile
    or a lot decides), ``opening`` (tile that must open, or None), ``hands`` (per seat its tiles, None where not all are
    known), ``counts``, ``stock`` (tiles, or None) and ``stock_count``, ``layout`` (``first`` tile as laid and per arm
    ``tiles`` from the inside outwards, inner half first, and the ``open`` value), ``ends`` ([arm, value]), ``last``
    (seat of the last placement), ``open`` (tiles that a remedy left lying open), ``fisherman``, ``pending`` (play has
    stopped, hands must be shown), ``accounts``, ``carry``, ``round_end`` and ``match_end`` (the last such lines, or
    None); kolbasa adds ``rows`` (per seat from left to right, None for an unknown tile).
    """
    match = judge.match
    if match is None:
        return {"type": "state", "n": n, "phase": "await_match"}
    tiles = match.tiles
    playing = match.phase == "play"
    names = [None if match.unseen[s] else tiles.names(match.hands[s]) for s in range(match.seats)]
    told = {
        "type": "state",
        "n": n,
        "phase": match.phase,
        "game": judge.opened["game"],
        "preset": judge.opened.get("preset"),
        "params": match.params,
        "seats": judge.opened["seats"],
        "round": match.round,
        "turn": match.turn,
        "opener": match.opened_by if playing and match.layout.count else match.turn if playing else match.opener,
        "opening": None if match.opening is None else tiles.name(match.opening),
        "hands": names,
        "counts": [count(match.hands[s]) + match.unseen[s] for s in range(match.seats)],
        "stock": None if match.stock is None else tiles.names(match.stock),
        "stock_count": match.stock_count,
        "layout": match.layout.state(),
        "ends": [[arm, value] for arm, value in match.layout.ends()],
        "last": match.last,
        "open": tiles.names(match.exposed & match.in_hands),
        "fisherman": match.fisherman(),
        "pending": bool(match.ending),
        "accounts": match.account_lines(),
        "carry": match.carry,
        "round_end": judge.round_end,
        "match_end": judge.match_end,
    }
    if hasattr(match, "rows"):
        told["rows"] = [[None if tile is None else tiles.name(tile) for tile in row] for row in match.rows]
    return told
