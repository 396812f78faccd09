"""People who play any game by its rules, one record line after another, and close every double that they may."""

from __future__ import annotations

import random
from typing import Any

SETTINGS: dict[str, tuple[int, dict[str, Any]]] = {
    "block_draw": (3, {}),
    "kozel": (4, {"target": 40}),
    "kozel_pairs": (4, {"target": 40}),
    "morskoy_kozel": (3, {}),
    "sport": (4, {}),
    "osyol": (4, {}),
    "telefon": (2, {}),
    "muggins": (3, {}),
    "general_kozel": (6, {"teams": 3, "generals_limit": 4}),
    "kolbasa": (2, {}),
    "kozel_125": (4, {}),
    "domino_tennis": (2, {}),
    "all_fives": (2, {}),
}
"""Of every game: how many players, and parameters."""


def next_line(match: Any, rng: random.Random) -> dict[str, Any]:
    """What somebody may do now in a ``domino_rules`` match, as a record line."""
    if match.phase != "play":
        return _deal(match, rng)
    if match.turn is None and match.SERVE:
        return {"type": "claim", "seat": rng.randrange(2), "what": "serve"}
    seat = rng.randrange(match.seats) if match.turn is None else match.turn
    return {"seat": seat, **_move(match, rng, seat)}


def _deal(match: Any, rng: random.Random) -> dict[str, Any]:
    tiles = [match.tiles.name(tile) for tile in range(28)]
    rng.shuffle(tiles)
    hand = match.params["hand"]
    hands = [tiles[hand * seat : hand * (seat + 1)] for seat in range(match.seats)]
    return {"type": "deal", "hands": hands, "stock": tiles[hand * match.seats :]}


def _move(match: Any, rng: random.Random, seat: int) -> dict[str, Any]:
    name, rows = match.tiles.name, getattr(match, "rows", None)
    plays = match.legal_plays(seat)
    if match.turn is None and not rows:
        return {"type": "play", "tile": name(rng.choice(match.tiles.members(match.hands[seat])))}
    if plays:
        tile, end = rng.choice(plays)
        closed = {"closed": True} if end and match.may_close(tile) else {}
        return {"type": "play", "tile": name(tile), **({"end": end} if end else {}), **closed}
    if rows:
        return {"type": "turn_up", "tile": name(rows[seat][-1])}
    if match.can_draw():
        return {"type": "draw", "tile": rng.choice(match.tiles.names(match.stock))}
    return {"type": "pass"}
