"""Who holds what, as far as the record proves it: hands and bazaar may be listed, counted or in between."""

from __future__ import annotations

from dataclasses import dataclass, field

from .tiles import Tile


@dataclass
class Doubt:
    """A line of ``seat`` that was a breach if the hand which keeps this doubt held one of ``tiles`` all along."""

    ref: int
    code: str
    seat: int
    tiles: set[Tile]


@dataclass
class Hand:
    """The tiles known to be in a hand, the number of unknown ones, and what would disprove earlier lines."""

    known: set[Tile] = field(default_factory=set)
    unseen: int = 0
    doubts: list[Doubt] = field(default_factory=list)

    @property
    def count(self) -> int:
        """How many tiles the hand has."""
        return len(self.known) + self.unseen

    def show(self, tile: Tile) -> list[Doubt]:
        """An unknown tile of the hand becomes known; returns the claims that it disproves."""
        self.unseen -= 1
        self.known.add(tile)
        disproved = [d for d in self.doubts if tile in d.tiles]
        self.doubts = [d for d in self.doubts if d not in disproved]
        return disproved


class Holdings:
    """All tiles of a round that do not lie on the table."""

    def __init__(self, whole: set[Tile], hands: list[list[Tile] | int], stock: list[Tile] | int | None) -> None:
        self.whole = whole
        self.hands = [Hand(set(), h) if isinstance(h, int) else Hand(set(h)) for h in hands]
        dealt = sum(h.count for h in self.hands)
        self.stock_count = len(whole) - dealt
        self.listed = set(stock) if isinstance(stock, list) else None
        self.blind: set[int] = set()  # seats that have drawn an unseen tile
        self.table: set[Tile] = set()

    def all_known(self) -> bool:
        """Whether no hand has an unknown tile."""
        return all(h.unseen == 0 for h in self.hands)

    def bazaar(self) -> set[Tile]:
        """The tiles that are certainly in the bazaar."""
        if self.all_known():
            return self.whole - self.table - set().union(*(h.known for h in self.hands))
        return set() if self.listed is None or self.blind else self.listed

    def placed_elsewhere(self, seat: int, tile: Tile) -> bool:
        """Whether the tile is on the table or certainly in another hand."""
        own = self.hands[seat]
        if own.unseen == 0 and tile not in own.known and tile not in self.bazaar() and not self.bazaar_room():
            return True
        return tile in self.table or any(tile in h.known for s, h in enumerate(self.hands) if s != seat)

    def bazaar_room(self) -> int:
        """How many tiles of the bazaar nobody knows."""
        return self.stock_count - len(self.bazaar())

    def may_hold(self, seat: int, tile: Tile) -> bool:
        """Whether the seat may hold the tile, given that nobody else does."""
        hand = self.hands[seat]
        if tile in hand.known:
            return True
        undrawn = self.listed is not None and tile in self.listed and seat not in self.blind
        return hand.unseen > 0 and not undrawn and tile not in self.bazaar()

    def drawable(self, tile: Tile) -> bool:
        """Whether the tile may be in the bazaar."""
        if tile in self.table or any(tile in h.known for h in self.hands):
            return False
        return self.listed is None or tile in self.listed

    def draw(self, seat: int, tile: Tile | None) -> None:
        """Move a tile, perhaps an unseen one, from the bazaar to a hand."""
        self.stock_count -= 1
        hand = self.hands[seat]
        if tile is None:
            hand.unseen += 1
            hand.doubts = []
            self.blind.add(seat)
        else:
            hand.known.add(tile)
            if self.listed is not None:
                self.listed = self.listed - {tile}

    def lay(self, seat: int, tile: Tile) -> list[Doubt]:
        """Move a tile from a hand to the table; returns the claims that it disproves."""
        hand = self.hands[seat]
        disproved = [] if tile in hand.known else hand.show(tile)
        hand.known.remove(tile)
        self.table.add(tile)
        return disproved
