"""What lies on the table: a line or a cross, its open ends and their sum (rules 1.3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .tiles import Tile, is_double, tile_of

OPPOSITE = {"L": "R", "R": "L"}


@dataclass
class Tip:
    """The outermost tile of an arm: which tile, and the value that it offers (None when it lies face down)."""

    tile: Tile
    value: int | None


@dataclass
class Placed:
    """A tile as somebody wants to lay it: its halves in the order written."""

    halves: tuple[int, int]
    end: str | None = None
    closed: bool = False

    @property
    def tile(self) -> Tile:
        """The tile without regard to the way it was written."""
        return tile_of(self.halves)


@dataclass
class Layout:
    """A line of two arms L and R; on a cross the spinner adds U and D."""

    params: dict[str, Any]
    tiles: list[Tile] = field(default_factory=list)
    tips: dict[str, Tip] = field(default_factory=dict)
    neighbours: dict[Tile, set[str]] = field(default_factory=dict)  # sides of each double that are covered
    spinner: Tile | None = None

    def copy(self) -> Layout:
        """An independent layout in the same state."""
        covered = {double: set(sides) for double, sides in self.neighbours.items()}
        return Layout(self.params, list(self.tiles), dict(self.tips), covered, self.spinner)

    def ends(self) -> dict[str, int]:
        """Arm -> value of every open end."""
        return {arm: tip.value for arm, tip in self.tips.items() if tip.value is not None and self.is_open(arm)}

    def is_open(self, arm: str) -> bool:
        """The tips of a spinner wait for its sides where the parameter says so."""
        if arm in ("L", "R") or self.spinner is None or self.params["spinner_arms_open"] == "immediate":
            return True
        return {"L", "R"} <= self.neighbours[self.spinner]

    def fitting(self, tile: Tile) -> list[str]:
        """The arms that ``tile`` fits."""
        return [arm for arm, value in sorted(self.ends().items()) if value in tile]

    def fits(self, tile: Tile) -> bool:
        """Whether ``tile`` fits any open end."""
        return bool(self.fitting(tile))

    def place(self, move: Placed) -> None:
        """Lay a tile that is known to be legal, its arm already named (the first tile has none)."""
        if not self.tiles:
            self.place_first(move)
            return
        tile, arm = move.tile, move.end
        assert arm is not None
        under = self.tips[arm]
        if is_double(under.tile):
            self.neighbours[under.tile].add(arm)
            self.maybe_house(under.tile)
        self.tiles.append(tile)
        a, b = tile
        self.tips[arm] = Tip(tile, None if move.closed else (b if a == under.value else a))
        if is_double(tile) and not move.closed:
            self.neighbours[tile] = {OPPOSITE[arm]} if arm in OPPOSITE else set()
            if self.params["spinner_rule"] == "first_double_played":
                self.maybe_spinner(tile)

    def place_first(self, move: Placed) -> None:
        """The first tile: both halves are ends."""
        a, b = move.halves
        self.tiles.append(move.tile)
        self.tips = {"L": Tip(move.tile, None if move.closed else a), "R": Tip(move.tile, None if move.closed else b)}
        if a == b and not move.closed:
            self.neighbours[move.tile] = set()
            if self.params["spinner_rule"] == "first_double_played":
                self.maybe_spinner(move.tile)

    def maybe_spinner(self, double: Tile) -> None:
        """Make ``double`` the spinner if there is none yet and it may be one."""
        if self.spinner is not None or (self.params["spinner_only_opening"] and self.tiles[0] != double):
            return
        self.spinner = double
        for side in ("U", "D"):
            self.tips[side] = Tip(double, double[0])

    def maybe_house(self, double: Tile) -> None:
        """``first_double_closed``: a double covered on both sides becomes the spinner."""
        if self.params["spinner_rule"] == "first_double_closed" and {"L", "R"} <= self.neighbours[double]:
            self.maybe_spinner(double)

    def ends_sum(self) -> int:
        """The sum of the ends as the fives games count it; each double tip once, with both halves."""
        total = 0
        counted: set[Tile] = set()
        for tip in self.tips.values():
            if not is_double(tip.tile):
                total += tip.value or 0
            elif tip.value is not None and tip.tile not in counted:
                counted.add(tip.tile)
                if tip.tile != self.spinner or len(self.neighbours[tip.tile]) < 2:
                    total += 2 * tip.value
        return total
