"""Who opens a round, and what the record proves about it while some hands are unseen (rules 2, openings)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .hands import Holdings
from .tiles import Tile, is_double, opening_key


@dataclass
class Opening:
    """Who opens: a seat with any tile, the holder of a tile (``rule``), the server, or whoever lays first (lot)."""

    kind: str  # "seat", "rule", "server" or "lot"
    seats: tuple[int, ...] = ()
    rule: str = ""

    @property
    def seat(self) -> int | None:
        """The seat, where it is known without looking at tiles."""
        return self.seats[0] if self.seats else None


@dataclass
class Evidence:
    """An opening and the hands as far as they are known."""

    opening: Opening
    holdings: Holdings
    params: dict[str, Any]
    reserve: int

    def key(self, tile: Tile) -> tuple[int, ...]:
        """The rank of a tile for the opening; the smallest opens."""
        return opening_key(tile, self.opening.rule, self.params["double_order"], self.params["set_max"])

    def better_than(self, tile: Tile) -> set[Tile]:
        """The tiles whose holder would have to open instead."""
        return {t for t in self.holdings.whole if self.key(t) < self.key(tile)}

    def beaten(self, tile: Tile) -> bool:
        """Whether some hand certainly holds a better opening tile: a known one, or one for which no bazaar has room."""
        known = set().union(*(h.known for h in self.holdings.hands))
        better = self.better_than(tile)
        return bool(better & known) or len(better - self.holdings.bazaar()) > self.holdings.bazaar_room()

    def may_open(self, seat: int) -> bool:
        """Whether the record leaves it possible that this seat opens."""
        if self.opening.kind != "rule":
            return not self.opening.seats or seat in self.opening.seats
        return any(
            self.holdings.may_hold(seat, t) and not self.beaten(t)
            for t in self.holdings.whole
            if not self.holdings.placed_elsewhere(seat, t)
        )

    def may_open_with(self, seat: int, tile: Tile) -> bool:
        """The same for a seat that lays ``tile``: wrong if the one opening tile is better and in another hand."""
        if not self.may_open(seat):
            return False
        held = [(self.key(t), t, s) for s, h in enumerate(self.holdings.hands) for t in h.known]
        if self.opening.kind != "rule" or not held or self.beaten(min(held)[1]):
            return True
        return min(held)[2] == seat or min(held)[0] >= self.key(tile)

    def opens_right(self, seat: int, tile: Tile) -> bool:
        """Whether ``tile`` may be the first one, as far as the record proves."""
        if self.opening.kind == "rule":
            return not self.beaten(tile)
        if self.opening.kind == "server" and not is_double(tile):
            held = any(is_double(t) for t in self.holdings.hands[seat].known)
            return not held and self.holdings.stock_count <= self.reserve
        return True
