"""A match: the mechanics that all games with hands and a chain share (rules.md §1.3-1.5).

``Match`` is used in the manner of a chess board: ``deal``, then ``legal_plays``, ``play``, ``draw``, ``pass_`` until
``phase`` says that the round or the match is over. A refused action returns its foul or error code and changes
nothing. Games are subclasses; their hooks stand at the end of the class.
"""

from domino_rules import packed
from domino_rules.shelf import put_back, seldom, take
from domino_rules.tiles import tile_set


class Match:
    """State of one match. Tiles are numbers, hands are masks (``tiles``), arms are letters.

    Attributes:
        phase: "await_deal", "play", "round_over" or "match_over".
        seats, sides: how many; ``side_of(seat)`` joins them.
        turn_tiles: mask of the tiles of the last turn; first_tile: the tile that opened; counts: tiles per seat at the
            end, where a scorekeeper tells them.
        turn: the seat that must act; None while an unseen tile or a lot decides who opens, or hands must be shown.
        opening: the tile that must open the round, or None.
        hands, unseen: per seat the mask of known tiles and the number of unknown ones.
        stock, stock_count: mask of the bazaar (None: unknown), tiles in it.
        dealt: mask of the tiles that the deal put into hands, 0 where the bazaar was not listed; blind: mask of the
            seats that have drawn unseen tiles since.
        table: mask of all tiles laid.
        exposed: mask of the tiles that a remedy left open: each is played as soon as it fits.
        profile: id of the profile of remedies, or None.
        layout: the chain.
        line: number of the record line being judged.
        news: derived lines (dicts) that the last actions caused; the caller takes and clears them.
    """

    # The module under ``books`` that scores it, and what an account of it holds.
    BOOK = "penalty"
    ACCOUNT = ("score",)
    # What the losers are called, if anything.
    TITLE = None
    # Whether the opener may have to draw before the first tile (tennis).
    SERVE = False
    profile = None
    # Attributes that outlive a round.
    KEPT = ("round", "opener", "opener_rule", "accounts", "carry", "lots", "phase")

    @seldom
    def __init__(self, seats, params, tape=None):
        self.seats = seats
        self.params = params
        self.sides = 2 if params["pairs"] else seats
        self.tiles = tile_set(params["set_max"])
        self.tape = tape
        self.line = 0
        self.news = []
        self.phase = "await_deal"
        self.round = 0
        self.opener = None
        self.opener_rule = params["opener_first"]
        self.lots = [None] * seats
        self.carry = 0
        self.accounts = []
        self._detect = params["fish_detect"]
        self._reserve = params.get("bazaar_reserve", self.tiles.size)
        self._one_draw = params.get("draw_mode") == "one"
        self._double_blind = params["fisherman_ignores_double"]
        self.compound = params.get("multi_double", "none") != "none"
        self.clear()

    def kept(self):
        """What outlives a round, as a list that shares nothing with the match; only between rounds."""
        return [copy(getattr(self, name)) for name in self.KEPT]

    def side_of(self, seat):
        """The side of a seat: itself, or its pair (rules.md §1.4)."""
        return seat % self.sides

    @seldom
    def clear(self):
        """Forget the round."""
        self.layout = self.new_layout()
        self.hands = [0] * self.seats
        self.unseen = [0] * self.seats
        self.in_hands = self.table = self.stock_count = self.dealt = self.blind = self.exposed = 0
        self.stock = self.turn = self.opening = self.last = self.blocker = self.just_played = self.ending = None
        self.opened_by = self.first_tile = self.counts = None
        self.turn_tiles = 0
        self.passes = 0
        self.drawn = self.closed = False
        self.claims = []

    # --- the deal -----------------------------------------------------------------------------------------------

    def deal(self, hands, unseen, stock, stock_count):
        """Start a round.

        Args:
            hands: per seat the mask of known tiles; unseen: per seat the number of unknown ones.
            stock: mask of the bazaar, or None; stock_count: its tiles.

        A deal with too many doubles or too much of one value only causes a ``redeal`` (S0; rules.md §1.8).
        """
        take("opening").deal(self, hands, unseen, stock, stock_count)
        put_back()

    def open_round(self):
        """Set ``turn`` and ``opening`` as far as what is known decides them."""
        take("opening").open_round(self)

    # --- what may be done ---------------------------------------------------------------------------------------

    @seldom  # a table needs no list of them
    def legal_plays(self, seat):
        """Single placements that the known tiles of a seat allow, as (tile, arm); arm None opens the round."""
        if seat != self.turn or self.ending:
            return []
        layout = self.layout
        if not layout.count:
            mask = self.hands[seat] & self.playable() if self.opening is None else self.tiles.bit[self.opening]
            return [(tile, None) for tile in self.tiles.members(mask)]
        found = []
        mask = self.hands[seat] & layout.fit
        members = self.tiles.members(self.exposed & mask or mask)
        if members:
            fits = self.tiles.fits
            for arm, value in layout.ends():
                fit = fits[value]
                for tile in members:
                    if fit >> tile & 1:
                        found.append((tile, arm))
        return found

    def can_play(self, seat):
        """Whether a known tile of the seat fits, whoever's turn it is."""
        return bool(self.hands[seat] & self.playable())

    def playable(self):
        """Mask of the tiles of the set that may be laid next."""
        return self.layout.fit

    def can_draw(self):
        """Whether the bazaar has a tile for the seat on turn."""
        return self.stock_count > self._reserve and self.may_go_on()

    def may_go_on(self):
        """Whether ``draw_mode`` allows one more tile in this turn; a server draws until he has a double."""
        return not (self._one_draw and self.drawn and self.layout.count)

    def must_draw(self, seat):
        """Whether a seat whose hand is known must take a tile now."""
        opened = self.layout.count > 0 or self.SERVE
        return opened and seat == self.turn and not self.can_play(seat) and self.can_draw()

    def seen(self):
        """Whether every hand is known."""
        return not any(self.unseen)

    def idle(self):
        """Code for an action that comes while nobody may act, or None."""
        if self.phase == "play":
            return "round_over" if self.ending else None
        return "no_round" if self.phase == "await_deal" else self.phase

    # --- actions ------------------------------------------------------------------------------------------------

    def play(self, seat, tile, arm=None, closed=False, flip=False, force=False):
        """Lay one tile.

        Args:
            arm: letter of the arm; None where only one fits, or for the first tile.
            closed: face down.
            flip: the first tile lies higher half first (its higher half is the end of arm L).
            force: the arbiter lets the play stand: only what cannot be laid at all is refused.

        Returns:
            None, or the code of the first rule it breaks.
        """
        bit = self.tiles.bit[tile]
        if self.compound and seat == self.just_played and self.turn is not None and not force:
            code = take("compound").later_halves(self, seat, [(tile, arm, closed, flip)])
            put_back()
            return code
        if seat != self.turn or not self.hands[seat] & bit:
            code = self.misplaced(seat, bit, force)
            if code:
                return code
        layout = self.layout
        if not layout.count:
            code = self.first_fault(seat, tile, closed)
            if code and not force:
                return code
            self.claim_opening(seat, tile)
            self.begin_turn(seat)
            self.took(seat, bit)
            self.first_tile = tile
            a, b = self.tiles.low[tile], self.tiles.high[tile]
            self.opened_by = seat
            if flip:
                a, b = b, a
            layout.start(a, b, closed)
        else:
            code, arm = self.where(tile, arm, closed, layout.ends())
            if code:
                return code
            self.begin_turn(seat)
            self.took(seat, bit)
            layout.place(tile, arm, closed)
        if self.tape is not None:
            self._tape_play(seat, tile, arm, flip)
        self.laid(seat, tile, arm, closed)
        self.after_turn(seat)
        return None

    def where(self, tile, arm, closed, ends):
        """(None, arm) where a tile may be laid on one of the ends, or (code, None)."""
        bit = self.tiles.bit[tile]
        fits = self.tiles.fits
        arms = [name for name, value in ends if fits[value] & bit]
        if not arms or arm is not None and arm not in arms:
            return "wrong_tile", None
        if closed and not self.may_close(tile):
            return "illegal_close", None
        if arm is None:
            if len(arms) > 1:
                return "ambiguous_end", None
            arm = arms[0]
        return None, arm

    def begin_turn(self, seat):
        """Note that a turn begins with the tile about to be laid."""
        self.passes = 0
        self.drawn = self.closed = False
        self.turn_tiles = 0
        if self.compound:
            self.turn_ends = self.layout.ends()
            self.turn_laid = []

    def laid(self, seat, tile, arm, closed):
        """Note a tile just laid: who laid last, and whose fish it would be (rules.md §1.5)."""
        self.last = self.just_played = seat
        self.turn_tiles |= self.tiles.bit[tile]
        if closed:
            self.closed = True
        if not (self.tiles.doubles >> tile & 1 and self._double_blind):
            self.blocker = seat
        if self.compound:
            self.turn_laid.append((tile, arm))

    def _tape_play(self, seat, tile, arm, flip):
        a, b = self.tiles.low[tile], self.tiles.high[tile]
        self.tape.append(packed.play(seat, b, a, arm) if flip else packed.play(seat, a, b, arm))

    def lay(self, seat, moves, force=False):
        """Lay the tiles of one turn: [(tile, arm, closed, flip), …]. Returns None or a code."""
        if len(moves) == 1:
            tile, arm, closed, flip = moves[0]
            return self.play(seat, tile, arm, closed, flip, force)
        if self.compound:
            code = take("compound").lay(self, seat, moves, force)
            put_back()
            return code
        return take("faults").misplaced_all(self, seat, moves, False) or "too_many_tiles"

    def misplaced(self, seat, bit, force):
        """Code of a play of this tile that is wrong whatever the ends are, see ``faults.misplaced``."""
        return take("faults").misplaced(self, seat, bit, force)

    def first_fault(self, seat, tile, closed):
        """Code of a first tile that may not open the round."""
        return self.opening_fault(seat, tile) or ("illegal_close" if closed and not self.may_close(tile) else None)

    def opening_fault(self, seat, tile):
        """Code where this tile of this seat may not open the round, see ``faults.opening_fault``."""
        if self.opening is None and self.turn is not None or tile == self.opening:
            return None
        return take("faults").opening_fault(self, seat, tile)

    def claim_opening(self, seat, tile):
        """Keep what an opening says that nobody could check yet."""
        if self.turn is None and self.opener_rule != "lot":
            take("opening").claim(self, seat, tile)
            put_back()

    def may_close(self, tile):
        """Whether this tile may be laid face down (osyol alone allows it)."""
        return False

    def took(self, seat, bit):
        """Move a tile from a hand to the table."""
        if self.hands[seat] & bit:
            self.hands[seat] ^= bit
            self.in_hands ^= bit
        else:
            self.unseen[seat] -= 1
            if self.claims:
                take("evidence").shown(self, seat, bit)
        self.table |= bit

    def after_turn(self, seat):
        """Who comes next, and whether the round is over: exit before fish (rules.md §1.5)."""
        self.turn = (seat + 1) % self.seats
        if not self.hands[seat] and not self.unseen[seat]:
            self.end_round("exit", seat, None)
            return
        fit = self.layout.fit
        rest = fit & ~self.table
        if not fit:
            self.end_round("closed", None, self.fisherman())
        elif not rest and self._detect != "no_move" or not rest & ~self.tiles.doubles and self._detect == "immediate":
            self.end_round("fish", None, self.fisherman())
        else:
            self.nobody_moves()

    def fisherman(self):
        """Whose fish it is: who laid the last tile that counts; who closed a double with the very last turn."""
        return self.last if self.closed or self.blocker is None else self.blocker

    def nobody_moves(self):
        """Fish N, where every hand is known."""
        if self.stock_count <= self._reserve and not self.layout.fit & self.in_hands and self.seen():
            self.end_round("fish", None, self.fisherman())

    def draw(self, seat, tile=None, force=False):
        """Take one tile from the bazaar (None: unseen). Returns None or a code."""
        if self.turn is None and self.idle():
            return self.idle()
        bit = 0 if tile is None else self.tiles.bit[tile]
        if bit & (self.table | self.in_hands | self.dealt):
            return "duplicate_tile"
        if not force:
            if seat != self.turn and not take("faults").may_act(self, seat):
                return "wrong_turn"
            if not (self.layout.count or self.SERVE) or self.can_play(seat) or not self.may_go_on():
                return "false_draw"
        if self.stock_count <= (0 if force else self._reserve):
            return "overdraw"
        if self.unseen[seat] and not force:
            take("evidence").claim(self, "false_draw", seat, self.playable() & ~self.table, 1 << seat)
        self.stock_count -= 1
        self.took_from_stock(seat, bit)
        if self.tape is not None:
            self.tape.append(
                packed.draw(seat, self.tiles.low[tile], self.tiles.high[tile]) if bit else bytes((2, seat))
            )
        self.turn = seat
        self.drawn = True
        self.just_played = None
        self.passes = 0
        self.nobody_moves()
        return None

    def took_from_stock(self, seat, bit):
        """Move a tile (0: unseen) from the bazaar to a hand."""
        if bit:
            self.hands[seat] |= bit
            self.in_hands |= bit
            if self.stock is not None:
                self.stock ^= bit
        else:
            self.unseen[seat] += 1
            self.stock = None
            self.blind |= 1 << seat
        if self.claims:
            take("evidence").drawn(self, seat, bit)

    def pass_(self, seat, force=False):
        """The seat declares that it can neither play nor draw. Returns None or a code."""
        if self.turn is None and self.idle():
            return self.idle()
        if not force:
            if seat != self.turn and not take("faults").may_act(self, seat):
                return "wrong_turn"
            if not self.layout.count or self.can_play(seat) or self.can_draw():
                return "false_pass"
        elif not self.layout.count:
            return "false_pass"
        if self.unseen[seat] and not force:
            take("evidence").claim(self, "false_pass", seat, self.layout.fit & ~self.table, 1 << seat)
        if self.tape is not None:
            self.tape.append(packed.pass_(seat))
        self.turn = (seat + 1) % self.seats
        self.just_played = None
        self.drawn = False
        self.passes += 1
        if self.passes >= self.seats and not self.layout.fit & self.in_hands:
            self.end_round("fish", None, self.fisherman())
        return None

    def reveal(self, seat, mask):
        """A hand is shown. Returns None or a code."""
        return take("faults").reveal(self, seat, mask)

    # --- hooks: what the games replace --------------------------------------------------------------------------

    @seldom
    def new_layout(self):
        """An empty chain of the shape that the parameters call for."""
        params = self.params
        rule = params["spinner_rule"]
        if rule == "none":
            from domino_rules.layout.line import Line

            return Line(self.tiles)
        from domino_rules.layout.cross import Cross

        return Cross(self.tiles, rule, params["spinner_arms_open"] == "immediate", params["spinner_only_opening"])

    def claim(self, seat, what):
        """A declaration; only tennis knows one that has an effect."""

    # --- the end of a round -------------------------------------------------------------------------------------

    def end_round(self, reason, by, fisherman):
        """Play has stopped; the round is settled as soon as every hand is known."""
        self.turn = None
        self.ending = (reason, by, fisherman)
        if self.seen():
            self.settle()

    def settle(self):
        """Score the round that has ended: every hand is known."""
        self.book().settle_hands()
        put_back()

    def book(self):
        """Who scores rounds and ends the match; taken from the shelf, the caller puts it back."""
        return take("books." + self.BOOK).BOOK(self)

    def account_lines(self):
        """Accounts as a record shows them."""
        return [{self.ACCOUNT[i]: account[i] for i in range(len(account))} for account in self.accounts]


def copy(value):
    """A list with copies of its lists; anything else as it is."""
    return [copy(item) for item in value] if type(value) is list else value
