"""Tiles: sets, ranks and what a hand is worth. A tile is a pair (low, high)."""

from __future__ import annotations

Tile = tuple[int, int]


def full_set(highest: int) -> set[Tile]:
    """All tiles from 0-0 to the double of ``highest``."""
    return {(low, high) for high in range(highest + 1) for low in range(high + 1)}


def parse(text: str, highest: int) -> tuple[int, int] | None:
    """The two halves as written, or None when ``text`` is no tile of the set."""
    parts = text.split("-")
    if len(parts) != 2 or not all(p.isascii() and p.isdigit() and str(int(p)) == p for p in parts):
        return None
    a, b = int(parts[0]), int(parts[1])
    return (a, b) if max(a, b) <= highest else None


def tile_of(halves: tuple[int, int]) -> Tile:
    """The tile with these halves, whichever way it was written."""
    return (min(halves), max(halves))


def text_of(tile: Tile) -> str:
    """The tile as a record writes it."""
    return f"{tile[0]}-{tile[1]}"


def is_double(tile: Tile) -> bool:
    """Whether both halves are equal."""
    return tile[0] == tile[1]


def pips(tiles: set[Tile]) -> int:
    """The sum of all halves."""
    return sum(a + b for a, b in tiles)


def high_rank(tile: Tile) -> tuple[int, int, int]:
    """Sort key of ``rank_high``: the greatest is the best tile (rules 1.1)."""
    return (1, tile[0], 0) if is_double(tile) else (0, sum(tile), tile[1])


LONE = {
    "plain": {},
    "graa": {frozenset({(0, 0)}): 10},
    "sea": {frozenset({(0, 0)}): 25, frozenset({(6, 6)}): 50, frozenset({(0, 0), (6, 6)}): 75},
    "k125": {frozenset({(0, 0)}): 50, frozenset({(6, 6)}): 75},
}


def hand_value(hand: set[Tile], lone: str) -> int:
    """What a hand counts (rules 1.2): special only when it is the whole hand."""
    return LONE[lone].get(frozenset(hand), pips(hand))


def redeal_reason(hand: set[Tile], limits: dict[str, int]) -> str | None:
    """Why a dealt hand demands a new deal (rules 1.8), or None."""
    if sum(is_double(t) for t in hand) >= limits["doubles_ge"]:
        return "doubles"
    values = {v for t in hand for v in t}
    if any(sum(v in t for t in hand) >= limits["same_value_ge"] for v in values):
        return "same_value"
    return None


def opening_key(tile: Tile, rule: str, double_order: str, highest: int) -> tuple[int, ...]:
    """Sort key of the tile that must open: the smallest of all hands does (rules 2)."""
    a, b = tile
    descending = (2, -(a + b), -b)
    if rule == "top_rank":
        return tuple(-part for part in high_rank(tile))
    if rule == "66":
        return (1, -a) if a == b else descending
    if rule == "00":
        return (1, a) if a == b else descending
    if (rule, tile) in (("23", (2, 3)), ("eggs", (1, 1))):
        return (0,)
    if a == b:
        return (1, a if a or double_order == "0..6" else highest + 1)
    return (2, a + b, b) if rule == "23" else descending
