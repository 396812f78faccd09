"""A round of kolbasa: two rows face down, two lines, the cut (rules 2.10)."""

from __future__ import annotations

from typing import Any

from .layout import Placed
from .openings import Opening
from .rounds import Stop
from .tiles import Tile, full_set, is_double

Row = list[Tile | None]  # left to right; None where nobody has seen the tile


class Sausage:
    """State of a round. Methods answer like those of Round: a code, or None when accepted."""

    def __init__(
        self,
        params: dict[str, Any],
        opening: Opening,
        rows: list[list[Tile] | int],
        stock: list[Tile] | int | None = None,
    ) -> None:
        self.params = params
        self.opening = opening
        self.seats = 2
        self.rows: list[Row] = [[None] * r if isinstance(r, int) else list(r) for r in rows]
        self.aside = set(stock) if isinstance(stock, list) else set()  # tiles that are out of play
        if self.all_known():
            self.aside = full_set(6) - set().union(*self.hands())
        self.laid: set[Tile] = set()
        self.start: Tile | None = None  # the first tile of this sausage
        self.ends: dict[str, int] = {}
        self.length = {"L": 0, "R": 0}
        self.turn = opening.seat
        self.turned: Tile | None = None  # turned up, and must be laid
        self.opener: int | None = None
        self.first: Tile | None = None
        self.mover: int | None = None
        self.moves: list[Placed] = []
        self.last_mover: int | None = None
        self.last_plain: int | None = None
        self.misses = 0
        self.stop: Stop | None = None
        self.news: list[dict[str, Any]] = []
        if self.all_known() and self.no_fit():
            self.stop = Stop("fish", fisherman=None)  # only doubles may open and there is none

    def all_known(self) -> bool:
        """Whether every tile of both rows has been seen."""
        return all(t is not None for row in self.rows for t in row)

    def hands(self) -> list[set[Tile]]:
        """The rows without their order, where they are known."""
        return [{t for t in row if t is not None} for row in self.rows]

    def my_turn(self, seat: int) -> bool:
        """Whether the seat may act; before a lot or a first tile anybody may."""
        return self.turn in (None, seat)

    def duplicate(self, seat: int, tile: Tile) -> bool:
        """Whether the tile is on the table or certainly in the other row."""
        own = self.rows[seat]
        accounted = len(self.laid) + sum(map(len, self.rows)) + len(self.aside)
        return (
            tile in self.laid
            or tile in self.rows[1 - seat]
            or (None not in own and tile not in own and tile not in self.aside and accounted == len(full_set(6)))
        )

    def not_the_last(self, seat: int, tile: Tile) -> bool:
        """Whether another tile than the last of the row is meant."""
        last = self.rows[seat][-1]
        if last is not None:
            return last != tile
        return tile in self.rows[seat] or tile in self.aside

    def ways(self, tile: Tile) -> list[str]:
        """Where the tile may go: lines, and the cut."""
        ways = [line for line, value in sorted(self.ends.items()) if value in tile]
        if not self.length["L"] == self.length["R"] >= 1:
            return ways
        if self.params["cut_needs"] == "one_end":
            return ways + ["cut" + line for line in ways]
        both = tuple(sorted(self.ends.values()))
        return [*ways, "cut"] if len(both) == 2 and both == tile else ways

    def fits(self, tile: Tile) -> bool:
        """Whether the tile may be laid at all."""
        if self.start is None:
            return self.params["start"] == "any" or is_double(tile)
        return bool(self.ways(tile))

    def turn_up(self, seat: int, tile: Tile) -> str | None:
        """Show the last tile of the row; a misfit goes to the left and the turn passes."""
        if self.duplicate(seat, tile):
            return "duplicate_tile"
        if not self.my_turn(seat):
            return "too_many_tiles" if self.mover == seat else "wrong_turn"
        if self.turned is not None:
            return "wrong_turn"  # the tile turned up must be laid now
        if self.not_the_last(seat, tile):
            return "wrong_hand"
        self.begin(seat)
        self.rows[seat][-1] = tile
        self.mover = None
        if self.fits(tile):
            self.turned = tile
            return None
        self.rows[seat].pop()
        self.rows[seat if self.params["miss_goes_to"] == "own_left" else 1 - seat].insert(0, tile)
        self.misses += 1
        self.turn = 1 - seat
        self.check(seat)
        return None

    def begin(self, seat: int) -> None:
        """The first to act is the opener."""
        self.turn = seat
        if self.opener is None:
            self.opener = seat

    def play(self, n: int, seat: int, moves: list[Placed]) -> str | None:
        """Lay the last tile of the row."""
        tile, end = moves[0].tile, moves[0].end
        if any(self.duplicate(seat, m.tile) for m in moves) or len({m.tile for m in moves}) < len(moves):
            return "duplicate_tile"
        if not self.my_turn(seat):
            return "too_many_tiles" if self.mover == seat else "wrong_turn"
        if any(self.not_the_last(seat, m.tile) for m in moves):
            return "wrong_hand"
        if len(moves) > 1:
            return "too_many_tiles"
        ways = [w for w in self.ways(tile) if end in (None, w)]
        if not self.fits(tile):
            return "wrong_opening" if self.start is None else "wrong_tile"
        if self.start is not None and not ways:
            return "wrong_tile"
        if moves[0].closed:
            return "illegal_close"
        if len(ways) > 1:
            return "ambiguous_end"
        self.begin(seat)
        self.lay(seat, moves[0], ways[0] if ways else None)
        return None

    def lay(self, seat: int, move: Placed, way: str | None) -> None:
        """An accepted tile."""
        tile = move.tile
        self.rows[seat].pop()
        self.laid.add(tile)
        self.turned = None
        self.misses = 0
        self.first = tile if self.first is None else self.first
        self.mover, self.moves, self.last_mover = seat, [move], seat
        if not is_double(tile):
            self.last_plain = seat
        if way is None:
            self.start = tile
            self.ends = {"L": move.halves[0], "R": move.halves[1]}
        elif way.startswith("cut"):
            self.cut(way)
        else:
            self.ends[way] = tile[1] if tile[0] == self.ends[way] else tile[0]
            self.length[way] += 1
        self.turn = seat if self.params["continue_on_fit"] else 1 - seat
        if self.turn == seat:
            self.mover = None
        self.check(seat)

    def cut(self, way: str) -> None:
        """Close the sausage, or one of its lines."""
        for line in ("L", "R") if way == "cut" else (way[-1],):
            self.ends.pop(line, None)

    def check(self, seat: int) -> None:
        """See whether play stops: a row is empty, no end is left, nothing fits."""
        for who in (seat, 1 - seat):
            if not self.rows[who]:
                self.stop = Stop("exit", by=who)
                return
        if self.start is not None and not self.ends:
            if self.params["after_cut"] == "end_round":
                self.stop = Stop("closed", fisherman=self.fisherman())
                return
            self.start, self.length = None, {"L": 0, "R": 0}
            self.turn, self.mover = 1 - seat, seat  # the next player starts a new one, also with continue_on_fit
        if self.no_fit():
            self.stop = Stop("fish", fisherman=self.fisherman())

    def no_fit(self) -> bool:
        """Nothing fits: seen at once in known rows, or when everything was turned up in vain."""
        if self.all_known():
            return not any(self.fits(t) for row in self.hands() for t in row)
        return self.misses >= 2 * max(len(row) for row in self.rows)

    def fisherman(self) -> int | None:
        """The last player who placed a tile that is no double."""
        if not self.params["fisherman_ignores_double"] or self.last_plain is None:
            return self.last_mover
        return self.last_plain

    def draw(self, n: int, seat: int, tile: Tile | None) -> str:
        """There is no bazaar."""
        if tile is not None and (tile in self.laid or any(tile in row for row in self.rows)):
            return "duplicate_tile"
        return "overdraw" if self.my_turn(seat) else "wrong_turn"

    def knock(self, n: int, seat: int) -> str:
        """Nobody passes: a tile can always be turned up."""
        return "false_pass" if self.my_turn(seat) else "wrong_turn"

    def reveal(self, n: int, seat: int, tiles: list[Tile]) -> str | None:
        """Show a row, left to right."""
        row = self.rows[seat]
        if any(self.duplicate(seat, t) for t in tiles) or len(set(tiles)) < len(tiles):
            return "duplicate_tile"
        if not {t for t in row if t is not None} <= set(tiles) or self.aside & set(tiles):
            return "wrong_hand"
        if len(tiles) != len(row):
            return "misdeal"
        if all(known in (None, t) for known, t in zip(row, tiles, strict=True)):
            self.rows[seat] = list(tiles)
            return None
        return "wrong_hand"
