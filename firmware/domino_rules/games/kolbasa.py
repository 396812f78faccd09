"""Kolbasa: two rows face down, two lines, and the cut (S2; rules.md §2.10)."""

from domino_rules.layout.two_lines import TwoLines
from domino_rules.match import Match
from domino_rules.shelf import put_back, seldom, take


class Kolbasa(Match):
    """Nobody chooses a tile: each turn reveals the last one of the own row.

    Attributes:
        rows: per seat its tiles from left to right, None where a tile is not known.
        new_rows: rows of the deal about to start. shown_row: the one that is shown at the end, from left to right.
        turned: whether the seat on turn has turned up a tile that fits and must lay it now.
        misses: tiles turned up without a fit since the last one laid.
    """

    BOOK = "penalty"
    layout: TwoLines
    new_rows = shown_row = None

    @seldom
    def clear(self):
        """Forget the round."""
        Match.clear(self)
        self.rows = [[] for _ in range(self.seats)]
        self.turned = False
        self.misses = 0

    def new_layout(self):
        """An empty table."""
        return TwoLines(self.tiles, self.params["cut_needs"] == "one_end")

    @seldom
    def open_round(self):
        """Take the rows; who opens is decided by lot, or the last winner does."""
        Match.open_round(self)
        self.rows = self.new_rows
        self._stop_if_nothing_fits()

    def can_draw(self):
        """There is no bazaar."""
        return False

    def legal_plays(self, seat):
        """Where the last tile of the row may go, if it is known."""
        row = self.rows[seat] if self.phase == "play" else []
        if seat != self.turn or not row or row[-1] is None:
            return []
        return [(row[-1], arm) for arm in self._arms(row[-1])]

    def can_play(self, seat):
        """Whether the last tile of the row is known to fit."""
        return bool(self.legal_plays(seat))

    def _arms(self, tile):
        """Arms and cuts open to a tile; [None] for one that may begin a sausage."""
        layout = self.layout
        if not layout.count:
            return [None] if self.params["start"] == "any" or self.tiles.doubles >> tile & 1 else []
        fits = self.tiles.fits
        return [arm for arm, value in layout.ends() if fits[value] >> tile & 1] + layout.cuts(tile)

    # --- actions ------------------------------------------------------------------------------------------------

    def misplaced(self, seat, bit, force):
        """As in every game; and the tile must be the last of the row."""
        row, hand = self.rows[seat], self.hands[seat]
        last = row[-1] if row else None
        if seat == self.turn and row:  # nearly always; what ``super()`` reads from flash is not needed then
            elsewhere = bit & (self.table | self.in_hands) or self.stock or self.dealt
            if self.tiles.bit[last] & bit & hand if last is not None else self.unseen[seat] and not elsewhere:
                return None
        code = super().misplaced(seat, bit, force)
        put_back()
        if code is None and row:
            good = self.tiles.bit[last] == bit if last is not None else not hand & bit
            code = None if good else "wrong_hand"
        return code

    def play(self, seat, tile, arm=None, closed=False, flip=False, force=False):
        """Lay the last tile of the row, or cut with it. Returns None or a code."""
        code = self.misplaced(seat, self.tiles.bit[tile], force)
        if code:
            return code
        layout = self.layout
        arms = self._arms(tile)
        if not layout.count:
            if not arms and not force:
                return "wrong_opening"
            code = "illegal_close" if closed else None
        elif not arms or arm is not None and arm not in arms:
            code = "wrong_tile"
        elif closed:
            code = "illegal_close"
        elif arm is None and len(arms) > 1:
            code = "ambiguous_end"
        if code:
            return code
        self._lay(seat, tile, (arm or arms[0]) if layout.count else None, flip)
        return None

    def _lay(self, seat, tile, arm, flip):
        layout = self.layout
        opens = not layout.count
        self.begin_turn(seat)
        self._leaves(seat, tile)
        if opens:
            a, b = self.tiles.low[tile], self.tiles.high[tile]
            if self.opened_by is None:
                self.opened_by, self.first_tile = seat, tile
            layout.start(b, a) if flip else layout.start(a, b)
        elif arm in ("L", "R"):
            layout.place(tile, arm)
        else:
            layout.cut(arm)
        if self.tape is not None:
            self._tape_play(seat, tile, arm, flip)
        self.laid(seat, tile, arm, False)
        self.misses = 0
        self.turned = False
        self.turn = seat if self.params["continue_on_fit"] else (seat + 1) % self.seats
        if not self.rows[seat]:
            self.end_round("exit", seat, None)
        elif not layout.fit:
            self._sausage_closed(seat)
        else:
            self._stop_if_nothing_fits()

    @seldom
    def _sausage_closed(self, seat):
        if self.params["after_cut"] == "end_round":
            self.end_round("closed", None, self.fisherman())
            return
        self.layout.clear()
        self.turn = (seat + 1) % self.seats
        self._stop_if_nothing_fits()

    def _leaves(self, seat, tile):
        """The last tile of a row goes to the table."""
        self.rows[seat].pop()
        self.took(seat, self.tiles.bit[tile])

    @seldom
    def turn_up(self, seat, tile):
        """Turn up the last tile of the row: one that fits must be laid next, another goes to the left."""
        bit = self.tiles.bit[tile]
        code = self.misplaced(seat, bit, False)
        if self.turned and code in (None, "wrong_hand"):
            code = "wrong_turn"
        if code:
            return code
        row = self.rows[seat]
        if row[-1] is None:
            row[-1] = tile
            self.unseen[seat] -= 1
            self.hands[seat] |= bit
            self.in_hands |= bit
        self.turn = seat
        self.just_played = None
        if self._arms(tile):
            self.turned = True
            return None
        self._miss(seat, row.pop(), bit)
        return None

    @seldom
    def _miss(self, seat, tile, bit):
        goes = seat if self.params["miss_goes_to"] == "own_left" else (seat + 1) % self.seats
        self.rows[goes].insert(0, tile)
        self.hands[seat] &= ~bit
        self.hands[goes] |= bit
        self.turn = (seat + 1) % self.seats
        self.misses += 1
        if not self.rows[seat]:
            self.end_round("exit", seat, None)
        elif self.misses >= 2 * max([len(row) for row in self.rows]):
            self.end_round("fish", None, self.fisherman())
        else:
            self._stop_if_nothing_fits()

    def _stop_if_nothing_fits(self):
        """Fish at once where all rows are known, dealt open or turned up since, and no tile of either fits."""
        if self.seen() and self.phase == "play" and not self.ending:
            for row in self.rows:
                for tile in row:
                    if self._arms(tile):
                        return
            self.end_round("fish", None, self.fisherman())

    @seldom
    def draw(self, seat, tile=None, force=False):
        """There is no bazaar: wrong_turn or overdraw."""
        if self.idle():
            return self.idle()
        if tile is not None and self.tiles.bit[tile] & (self.table | self.in_hands):
            return "duplicate_tile"
        return "wrong_turn" if self.turn is not None and seat != self.turn else "overdraw"

    @seldom
    def pass_(self, seat, force=False):
        """Nobody passes: every turn reveals a tile."""
        if self.idle():
            return self.idle()
        return "wrong_turn" if self.turn is not None and seat != self.turn else "false_pass"

    @seldom
    def reveal(self, seat, mask):
        """A row is shown, from left to right (``shown_row``). Returns None or a code."""
        code = take("faults").reveal_fault(self, seat, mask)
        row = self.shown_row
        if code is None:
            for known, shown in zip(self.rows[seat], row):
                if known is not None and known != shown:
                    return "wrong_hand"
            code = Match.reveal(self, seat, mask)
        if code is None:
            self.rows[seat] = list(row)
        return code


GAME = Kolbasa
