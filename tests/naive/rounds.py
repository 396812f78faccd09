"""One round of any game that is played by turns: who may do what, and when play stops (rules 1.4, 1.5)."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from .hands import Doubt, Holdings
from .layout import Layout, Placed
from .openings import Evidence, Opening
from .tiles import Tile, full_set, is_double

LONGEST = {"none": 1, "two_ends": 2, "all_ends": 4}


@dataclass
class Stop:
    """How play stopped."""

    reason: str
    by: int | None = None
    fisherman: int | None = None


class Round:
    """State of a round. Every method answers with a code (refused, nothing changed) or None (accepted)."""

    def __init__(
        self, params: dict[str, Any], opening: Opening, hands: list[list[Tile] | int], stock: list[Tile] | int | None
    ) -> None:
        self.params = params
        self.opening = opening
        self.seats = len(hands)
        self.holdings = Holdings(full_set(params["set_max"]), hands, stock)
        self.evidence = Evidence(opening, self.holdings, params, self.reserve)
        self.layout = Layout(params)
        self.before = self.layout.copy()
        self.turn: int | None = opening.seat
        self.opener: int | None = None
        self.first: Tile | None = None
        self.mover: int | None = None  # the seat whose move may still get a second half
        self.moves: list[Placed] = []  # of the last move
        self.last_mover: int | None = None
        self.last_plain: int | None = None  # who laid the last tile that is no double
        self.drawn = 0
        self.draws = 0
        self.passes = 0
        self.shown_draws: dict[Tile, int] = {}  # tiles seen when drawn
        self.laid_by: dict[Tile, int] = {}
        self.stop: Stop | None = None
        self.news: list[dict[str, Any]] = []  # derived lines of the last accepted action

    # What is allowed

    @property
    def reserve(self) -> int:
        """Tiles that nobody may draw; all of them where the game has no bazaar."""
        return int(self.params.get("bazaar_reserve", len(self.holdings.whole)))

    def may_draw(self) -> bool:
        """Whether the bazaar still gives a tile in this turn."""
        return self.holdings.stock_count > self.reserve and not self.drawn_enough()

    def drawn_enough(self) -> bool:
        """Whether ``draw_mode`` one forbids another tile; the server draws until a double appears (2.12)."""
        return self.params.get("draw_mode") == "one" and self.drawn > 0 and bool(self.layout.tiles)

    def playable(self, seat: int) -> list[Tile]:
        """Known tiles of the seat that fit the table."""
        return sorted(t for t in self.holdings.hands[seat].known if self.layout.fits(t))

    def may_open(self, seat: int) -> bool:
        """Whether the record leaves it possible that this seat opens."""
        return self.evidence.may_open(seat)

    # Actions

    def play(self, n: int, seat: int, moves: list[Placed]) -> str | None:
        """Lay one tile or a compound move, or the second half of one."""
        code = self.refuse_play(seat, moves)
        if code is not None:
            return code
        half = self.mover == seat
        if half:
            moves = self.moves + moves
        else:
            self.before = self.layout.copy()
        new = [m for m in moves if m.tile not in self.holdings.table]
        if self.layout.tiles:
            moves = resolve(self.before, moves)[0]
        self.news = []
        for move in new:
            self.tell(n, self.holdings.lay(seat, move.tile))
            self.laid_by[move.tile] = seat
        if not self.layout.tiles and self.opening.kind == "rule":
            self.doubt_opening(n, seat, moves[0].tile)
        self.layout = self.before.copy()
        for move in moves:
            self.layout.place(move)
        self.after_play(seat, moves)
        return None

    def refuse_play(self, seat: int, moves: list[Placed]) -> str | None:
        """The first code that applies to a play, in the order of the format."""
        tiles = [m.tile for m in moves]
        if len(set(tiles)) < len(tiles) or any(self.holdings.placed_elsewhere(seat, t) for t in tiles):
            return "duplicate_tile"
        opened = bool(self.layout.tiles)
        half = opened and self.mover == seat
        code = None
        if half:
            code = self.refuse_moves(self.before, self.moves + moves) if self.before.tiles else "too_many_tiles"
            if code in ("too_many_tiles", "wrong_tile"):
                return "too_many_tiles"
        elif (seat != self.turn) if opened else not self.evidence.may_open_with(seat, tiles[0]):
            return "wrong_turn"
        hand = self.holdings.hands[seat]
        if not all(self.holdings.may_hold(seat, t) for t in tiles) or len(set(tiles) - hand.known) > hand.unseen:
            return "wrong_hand"
        if half:
            return code
        return self.refuse_moves(self.layout, moves) if opened else self.refuse_first(seat, moves)

    def refuse_first(self, seat: int, moves: list[Placed]) -> str | None:
        """What is wrong with the first tile of a round."""
        if len(moves) > 1:
            return "too_many_tiles"
        if not self.evidence.opens_right(seat, moves[0].tile):
            return "wrong_opening"
        if moves[0].closed and not (
            self.params["close_doubles"]
            and self.params["close_first"]
            and is_double(moves[0].tile)
            and not self.params["close_needs_cross"]
        ):
            return "illegal_close"
        return None

    def refuse_moves(self, layout: Layout, moves: list[Placed]) -> str | None:
        """What is wrong with a move on ``layout``, seen as one whole."""
        plain = [m for m in moves if not is_double(m.tile)]
        allowed = 1 if self.params["multi_double_mix"] else 0
        if len(moves) > 1 and (len(moves) > LONGEST[self.params["multi_double"]] or len(plain) > allowed):
            return "too_many_tiles"
        ways = resolve(layout, moves, differ=self.params["multi_double"] == "two_ends")
        if not ways:
            return "wrong_tile"
        if any(m.closed and not self.may_close(layout, m) for m in moves):
            return "illegal_close"
        return "ambiguous_end" if len(ways) > 1 else None

    def may_close(self, layout: Layout, move: Placed) -> bool:
        """Whether this tile may lie face down."""
        return (
            is_double(move.tile)
            and self.params["close_doubles"]
            and (layout.spinner is not None or not self.params["close_needs_cross"])
        )

    def after_play(self, seat: int, moves: list[Placed]) -> None:
        """Keep what later rules ask about the move, and end the round or pass the turn."""
        if self.opener is None:
            self.opener, self.first = seat, moves[0].tile
        self.mover, self.moves, self.last_mover = seat, moves, seat
        if any(not is_double(m.tile) for m in moves):
            self.last_plain = seat
        self.drawn = self.passes = 0
        self.turn = (seat + 1) % self.seats
        if self.holdings.hands[seat].count == 0:
            self.stop = Stop("exit", by=seat)
        elif not self.layout.ends():
            self.stop = Stop("closed", fisherman=self.fisherman())
        elif self.is_fish():
            self.stop = Stop("fish", fisherman=self.fisherman())

    def draw(self, n: int, seat: int, tile: Tile | None) -> str | None:
        """Take a tile from the bazaar."""
        if tile is not None and not self.holdings.drawable(tile):
            return "duplicate_tile"
        opened = bool(self.layout.tiles)
        if (seat != self.turn) if opened else not self.may_open(seat):
            return "wrong_turn"
        hand = self.holdings.hands[seat]
        if opened and (self.playable(seat) or self.drawn_enough()):
            return "false_draw"
        if not opened and (self.opening.kind != "server" or any(is_double(t) for t in hand.known)):
            return "false_draw"
        if self.holdings.stock_count <= self.reserve:
            return "overdraw"
        self.news = []
        self.tell_tennis(seat)
        fitting = {
            t for t in self.holdings.whole - self.holdings.table if (self.layout.fits(t) if opened else is_double(t))
        }
        if hand.unseen and tile is not None:
            hand.doubts.append(Doubt(n, "false_draw", seat, fitting))
        self.holdings.draw(seat, tile)
        if tile is not None:
            self.shown_draws[tile] = seat
        self.turn, self.mover = seat, None
        if not opened:
            self.opening.seats = (seat,)
        self.drawn, self.draws, self.passes = self.drawn + 1, self.draws + 1, 0
        if opened and self.nobody_can_move():
            self.stop = Stop("fish", fisherman=self.fisherman())
        return None

    def tell_tennis(self, seat: int) -> None:
        """Tennis only: the server without a double, and the receiver who cannot answer the serve."""
        if self.opening.kind != "server" or self.drawn:
            return
        if not self.layout.tiles:
            self.news.append({"type": "event", "what": "double_fault", "seat": seat})
        elif len(self.layout.tiles) == 1 and not self.passes:
            self.news.append({"type": "event", "what": "ace", "seat": self.opener})

    def knock(self, n: int, seat: int) -> str | None:
        """Pass the turn."""
        opened = bool(self.layout.tiles)
        if (seat != self.turn) if opened else not self.may_open(seat):
            return "wrong_turn"
        if not opened or self.playable(seat) or self.may_draw():
            return "false_pass"
        hand = self.holdings.hands[seat]
        if hand.unseen:
            fitting = {t for t in self.holdings.whole if self.layout.fits(t)}
            hand.doubts.append(Doubt(n, "false_pass", seat, fitting))
        self.news = []
        self.passes += 1
        self.mover, self.drawn = None, 0
        self.turn = (seat + 1) % self.seats
        stuck = self.passes >= self.seats and self.holdings.stock_count <= self.reserve
        if stuck and not any(self.playable(s) for s in range(self.seats)):  # a hand shown since may still fit
            self.stop = Stop("fish", fisherman=self.fisherman())
        return None

    def reveal(self, n: int, seat: int, tiles: list[Tile]) -> str | None:
        """Show a hand."""
        hand = self.holdings.hands[seat]
        if len(set(tiles)) < len(tiles) or any(self.holdings.placed_elsewhere(seat, t) for t in tiles):
            return "duplicate_tile"
        if not hand.known <= set(tiles) or not all(self.holdings.may_hold(seat, t) for t in tiles):
            return "wrong_hand"
        if len(tiles) != hand.count:
            return "misdeal"
        self.news = []
        disproved = [d for t in sorted(tiles) if t not in hand.known for d in hand.show(t)]
        self.tell(n, disproved)
        return None

    def tell(self, n: int, disproved: list[Doubt]) -> None:
        """Report breaches that show only now, each once."""
        for doubt in sorted(disproved, key=lambda d: d.ref):
            if any(doubt.ref == line["ref"] for line in self.news):
                continue
            self.news.append({"type": "late", "n": n, "ref": doubt.ref, "code": doubt.code, "seat": doubt.seat})
            for hand in self.holdings.hands:
                hand.doubts = [d for d in hand.doubts if d.ref != doubt.ref]

    def doubt_opening(self, n: int, seat: int, tile: Tile) -> None:
        """A tile of an unseen hand may show later that another one had to open."""
        better = self.evidence.better_than(tile)
        for hand in self.holdings.hands:
            if hand.unseen:
                hand.doubts.append(Doubt(n, "wrong_opening", seat, better))

    def opener_had(self, tile: Tile) -> bool:
        """Whether the opener held the tile when the round began, as far as the record shows."""
        if self.opener is None or tile in self.shown_draws:
            return False
        return self.laid_by.get(tile) == self.opener or tile in self.holdings.hands[self.opener].known

    def all_known(self) -> bool:
        """Whether every hand has been seen."""
        return self.holdings.all_known()

    def hands(self) -> list[set[Tile]]:
        """The known tiles of each hand."""
        return [set(h.known) for h in self.holdings.hands]

    # Fish

    def is_fish(self) -> bool:
        """Whether a play just made the round a fish, by ``fish_detect``."""
        detect = self.params["fish_detect"]
        if detect == "immediate" and self.plain_tiles_out():
            return True
        if detect in ("immediate", "dead") and self.is_dead():
            return True
        return self.nobody_can_move()

    def plain_tiles_out(self) -> bool:
        """Test S0: every tile with an end's value that is no double lies on the table."""
        values = set(self.layout.ends().values())
        return all(is_double(t) or t in self.holdings.table for t in self.holdings.whole if values & set(t))

    def is_dead(self) -> bool:
        """Test D: no tile outside the layout fits."""
        return not any(self.layout.fits(t) for t in self.holdings.whole - self.holdings.table)

    def nobody_can_move(self) -> bool:
        """Test N, where every hand is known."""
        return (
            self.holdings.all_known()
            and self.holdings.stock_count <= self.reserve
            and not any(self.playable(s) for s in range(self.seats))
        )

    def fisherman(self) -> int | None:
        """Who caught the fish: doubles do not count, a face-down double in the last move does (rules 1.5)."""
        if any(m.closed for m in self.moves) or not self.params["fisherman_ignores_double"]:
            return self.last_mover
        return self.last_mover if self.last_plain is None else self.last_plain


def resolve(layout: Layout, moves: list[Placed], differ: bool = False) -> list[list[Placed]]:
    """Every way to lay the moves, each on its own end of ``layout``; ``differ``: on ends of different values."""
    ends = layout.ends()
    arms = [[arm for arm in layout.fitting(m.tile) if m.end in (None, arm)] for m in moves]
    ways = [way for way in itertools.product(*arms) if len(set(way)) == len(way)]
    if differ:
        ways = [way for way in ways if len({ends[arm] for arm in way}) == len(way)]
    return [[Placed(m.halves, arm, m.closed) for m, arm in zip(moves, way, strict=True)] for way in ways]
