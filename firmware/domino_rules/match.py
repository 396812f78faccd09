"""A match: the mechanics that all games with hands and a chain share (rules.md §1.3-1.5).

``Match`` is used in the manner of a chess board: ``deal``, then ``legal_plays``, ``play``, ``draw``, ``pass_`` until
``phase`` says that the round or the match is over. A refused action returns its foul or error code and changes
nothing. Games are subclasses; their hooks stand at the end of the class.
"""

from domino_rules import evidence, packed
from domino_rules.layout.line import Line
from domino_rules.shelf import put_back, take
from domino_rules.tiles import count, tile_set


class Match:
    """State of one match. Tiles are numbers, hands are masks (``tiles``), arms are letters.

    Attributes:
        phase: "await_deal", "play", "round_over" or "match_over".
        seats, sides: how many; ``side_of(seat)`` joins them.
        turn: the seat that must act; None while an unseen tile or a lot decides who opens, or hands must be shown.
        opening: the tile that must open the round, or None.
        hands, unseen: per seat the mask of known tiles and the number of unknown ones.
        stock, stock_count: mask of the bazaar (None: unknown), tiles in it.
        table: mask of all tiles laid.
        layout: the chain.
        news: derived lines (dicts) that the last actions caused; the caller takes and clears them.
    """

    # The module under ``books`` that scores it, and what an account of it holds.
    BOOK = "penalty"
    ACCOUNT = ("score",)
    # Attributes that outlive a round; clone() copies them.
    KEPT = ("round", "opener", "opener_rule", "accounts", "carry", "lots", "phase")

    def __init__(self, seats, params, tape=None):
        self.seats = seats
        self.params = params
        self.sides = 2 if params["pairs"] else seats
        self.tiles = tile_set(params["set_max"])
        self.tape = tape
        self.news = []
        self.phase = "await_deal"
        self.round = 0
        self.opener = None
        self.opener_rule = params["opener_first"]
        self.lots = [None] * seats
        self.carry = 0
        self.accounts = []
        self._detect = params["fish_detect"]
        self._reserve = params["bazaar_reserve"]
        self._one_draw = params["draw_mode"] == "one"
        self.clear()

    def clone(self):
        """A copy that shares nothing; only between rounds."""
        other = type(self)(self.seats, self.params)
        for name in self.KEPT:
            setattr(other, name, _copy(getattr(self, name)))
        return other

    def side_of(self, seat):
        """The side of a seat: itself, or its pair (rules.md §1.4)."""
        return seat % self.sides

    def clear(self):
        """Forget the round."""
        self.layout = self.new_layout()
        self.hands = [0] * self.seats
        self.unseen = [0] * self.seats
        self.in_hands = self.table = self.stock_count = 0
        self.stock = self.turn = self.opening = self.last = self.fisherman = self.just_played = self.ending = None
        self.opened_by = None
        self.passes = 0
        self.drawn = False
        self.claims = []

    # --- the deal -----------------------------------------------------------------------------------------------

    def deal(self, hands, unseen, stock, stock_count):
        """Start a round.

        Args:
            hands: per seat the mask of known tiles; unseen: per seat the number of unknown ones.
            stock: mask of the bazaar, or None; stock_count: its tiles.

        A deal with too many doubles or too much of one value only causes a ``redeal`` (S0; rules.md §1.8).
        """
        opening = take("opening")
        again = opening.redeal(self, hands)
        if again:
            self.news.append(again)
            self.phase = "await_deal"
            return
        self.clear()
        self.hands = list(hands)
        self.unseen = list(unseen)
        for hand in hands:
            self.in_hands |= hand
        self.stock, self.stock_count = stock, stock_count
        if stock is None and not sum(unseen):
            self.stock = self.tiles.all & ~self.in_hands
        self.round += 1
        self.phase = "play"
        self.open_round(opening)
        put_back()

    def open_round(self, opening):
        """Set ``turn`` and ``opening`` as far as what is known decides them."""
        opening.open_round(self)

    # --- what may be done ---------------------------------------------------------------------------------------

    def legal_plays(self, seat):
        """Single placements that the known tiles of a seat allow, as (tile, arm); arm None opens the round."""
        if seat != self.turn or self.ending:
            return []
        layout = self.layout
        if not layout.count:
            mask = self.hands[seat] if self.opening is None else self.tiles.bit[self.opening]
            return [(tile, None) for tile in self.tiles.members(mask)]
        found = []
        members = self.tiles.members(self.hands[seat] & layout.fit)
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
        return bool(self.hands[seat] & self.layout.fit)

    def can_draw(self):
        """Whether the bazaar has a tile for the seat on turn."""
        return self.stock_count > self._reserve and not (self._one_draw and self.drawn)

    def must_draw(self, seat):
        """Whether a seat whose hand is known must take a tile now."""
        return seat == self.turn and self.layout.count > 0 and not self.can_play(seat) and self.can_draw()

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
        if seat != self.turn or not self.hands[seat] & bit:
            code = self.misplaced(seat, bit, force)
            if code:
                return code
        layout = self.layout
        if not layout.count:
            code = self.first_fault(seat, tile, closed)
            if code and not force:
                return code
            a, b = self.tiles.low[tile], self.tiles.high[tile]
            if self.turn is None and self.opener_rule != "lot":
                take("opening").claim(self, seat, tile)
                put_back()
            self.opened_by = seat
            self._took(seat, bit)
            if flip:
                a, b = b, a
            layout.start(a, b)
        else:
            if not layout.fit & bit:
                return "wrong_tile"
            arms = [name for name, value in layout.ends() if self.tiles.fits[value] & bit]
            if arm is not None and arm not in arms:
                return "wrong_tile"
            if closed and not self.may_close(tile):
                return "illegal_close"
            if arm is None:
                if len(arms) > 1:
                    return "ambiguous_end"
                arm = arms[0]
            self._took(seat, bit)
            layout.place(tile, arm, closed)
        if self.tape is not None:
            self._tape_play(seat, tile, arm, flip)
        self.after_play(seat, tile, closed)
        return None

    def _tape_play(self, seat, tile, arm, flip):
        a, b = self.tiles.low[tile], self.tiles.high[tile]
        self.tape.append(packed.play(seat, b, a, arm) if flip else packed.play(seat, a, b, arm))

    def lay(self, seat, moves, force=False):
        """Lay the tiles of one turn: [(tile, arm, closed, flip), …]. Returns None or a code."""
        if len(moves) == 1:
            tile, arm, closed, flip = moves[0]
            return self.play(seat, tile, arm, closed, flip, force)
        for move in moves:
            code = self.misplaced(seat, self.tiles.bit[move[0]], False)
            if code:
                return code
        return "too_many_tiles"

    def misplaced(self, seat, bit, force):
        """Code of a play of this tile that is wrong whatever the ends are: where the tile is, whose turn it is."""
        if self.turn is None and self.idle():
            return self.idle()
        hand = self.hands[seat]
        if self.table & bit or self.in_hands & bit and not hand & bit:
            return "duplicate_tile"
        if self.turn is not None and seat != self.turn and not force:
            return "too_many_tiles" if seat == self.just_played else "wrong_turn"
        if self.turn is None and not self.layout.count and not force:
            tile = self.tiles.tile[bit]
            if self.opening_fault(seat, tile) == "wrong_turn":
                return "wrong_turn"
        if not hand & bit:
            if self.stock is not None and self.stock & bit:
                return "wrong_hand"
            if not self.unseen[seat]:
                return "wrong_hand" if self.stock_count and self.stock is None else "duplicate_tile"
        return None

    def first_fault(self, seat, tile, closed):
        """Code of a first tile that may not open the round."""
        return self.opening_fault(seat, tile) or ("illegal_close" if closed else None)

    def opening_fault(self, seat, tile):
        """ "wrong_turn" or "wrong_opening" where this tile of this seat may not open the round, else None."""
        if self.opening is not None:
            return None if tile == self.opening else "wrong_opening"
        if self.turn is not None or self.opener_rule == "lot":
            return None
        code = take("opening").unseen_fault(self, seat, tile)
        put_back()
        return code

    def may_close(self, tile):
        """Whether this tile may be laid face down (osyol alone allows it)."""
        return False

    def _took(self, seat, bit):
        """Move a tile from a hand to the table."""
        if self.hands[seat] & bit:
            self.hands[seat] ^= bit
            self.in_hands ^= bit
        else:
            self.unseen[seat] -= 1
            if self.claims:
                evidence.shown(self, seat, bit)
        self.table |= bit

    def after_play(self, seat, tile, closed):
        """Who comes next, and whether the round is over: exit before fish (rules.md §1.5)."""
        self.last = self.just_played = seat
        self.passes = 0
        self.drawn = False
        tiles = self.tiles
        if closed or not (tiles.doubles >> tile & 1 and self.params["fisherman_ignores_double"]):
            self.fisherman = seat
        self.turn = (seat + 1) % self.seats
        if not self.hands[seat] and not self.unseen[seat]:
            self.end_round("exit", seat, None)
            return
        rest = self.layout.fit & ~self.table
        if not self.layout.fit:
            self.end_round("closed", None, self.fisherman)
        elif not rest and self._detect != "no_move" or not rest & ~tiles.doubles and self._detect == "immediate":
            self.end_round("fish", None, self.fisherman)
        else:
            self._nobody_moves()

    def _nobody_moves(self):
        """Fish N, where every hand is known."""
        if self.stock_count <= self._reserve and not self.layout.fit & self.in_hands and self.seen():
            self.end_round("fish", None, self.fisherman)

    def draw(self, seat, tile=None, force=False):
        """Take one tile from the bazaar (None: unseen). Returns None or a code."""
        if self.turn is None and self.idle():
            return self.idle()
        bit = 0 if tile is None else self.tiles.bit[tile]
        if bit & (self.table | self.in_hands) or bit and self.stock is not None and not bit & self.stock:
            return "duplicate_tile"
        if not force:
            if self.turn is not None and seat != self.turn:
                return "wrong_turn"
            if not self.layout.count or self.can_play(seat) or self._one_draw and self.drawn:
                return "false_draw"
        if self.stock_count <= (0 if force else self._reserve):
            return "overdraw"
        if self.unseen[seat] and not force:
            evidence.claim(self, "false_draw", seat, self.layout.fit & ~self.table, 1 << seat)
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
        self._nobody_moves()
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
        if self.claims:
            evidence.drawn(self, seat, bit)

    def pass_(self, seat, force=False):
        """The seat declares that it can neither play nor draw. Returns None or a code."""
        if self.turn is None and self.idle():
            return self.idle()
        if not force:
            if self.turn is not None and seat != self.turn:
                return "wrong_turn"
            if not self.layout.count or self.can_play(seat) or self.can_draw():
                return "false_pass"
        elif not self.layout.count:
            return "false_pass"
        if self.unseen[seat] and not force:
            evidence.claim(self, "false_pass", seat, self.layout.fit & ~self.table, 1 << seat)
        if self.tape is not None:
            self.tape.append(packed.pass_(seat))
        self.turn = (seat + 1) % self.seats
        self.just_played = None
        self.drawn = False
        self.passes += 1
        if self.passes >= self.seats and not self.layout.fit & self.in_hands:
            self.end_round("fish", None, self.fisherman)
        return None

    def reveal(self, seat, mask):
        """A hand is shown. Returns None or a code."""
        if self.phase != "play":
            return self.idle()
        hand = self.hands[seat]
        if mask & self.table or mask & self.in_hands & ~hand:
            return "duplicate_tile"
        if mask & (self.stock or 0) or hand & ~mask:
            return "wrong_hand"
        if count(mask) != count(hand) + self.unseen[seat]:
            return "misdeal"
        self.hands[seat] = mask
        self.in_hands |= mask
        self.unseen[seat] = 0
        if self.claims:
            evidence.shown(self, seat, mask)
        if self.seen():
            self.stock = self.tiles.all & ~self.in_hands & ~self.table
            if self.ending:
                self._settle()
        return None

    # --- hooks: what the games replace --------------------------------------------------------------------------

    def new_layout(self):
        """An empty chain."""
        return Line(self.tiles)

    def turn_up(self, seat, tile):
        """A tile turned up from a row; only kolbasa has rows."""
        return "bad_line"

    def claim(self, seat, what):
        """A declaration; only tennis knows one that has an effect."""

    # --- the end of a round -------------------------------------------------------------------------------------

    def end_round(self, reason, by, fisherman):
        """Play has stopped; the round is settled as soon as every hand is known."""
        self.turn = None
        self.ending = (reason, by, fisherman)
        if self.seen():
            self._settle()

    def _settle(self):
        reason, by, fisherman = self.ending
        values = [self.hand_value(hand) for hand in self.hands]
        self.book().settle(reason, by, fisherman, values)
        put_back()

    def book(self):
        """Who scores rounds and ends the match; taken from the shelf, the caller puts it back."""
        return take("books." + self.BOOK).BOOK(self)

    def account_lines(self):
        """Accounts as a record shows them."""
        return [{self.ACCOUNT[i]: account[i] for i in range(len(account))} for account in self.accounts]

    def hand_value(self, hand):
        """What a hand counts (rules.md §1.2)."""
        lone = self.params["lone"]
        if lone != "plain":
            six = self.tiles.bit[self.tiles.number(6, 6)]
            which = 0 if hand == 1 else 1 if hand == six else 2 if hand == 1 | six else 3
            if which < len(_LONE[lone]):
                return _LONE[lone][which]
        return self.tiles.pip_sum(hand)


# What 0-0 alone, 6-6 alone, and these two together count (rules.md §1.2).
_LONE = {"graa": (10,), "sea": (25, 50, 75), "k125": (50, 75)}


def _copy(value):
    return [_copy(item) for item in value] if type(value) is list else value
