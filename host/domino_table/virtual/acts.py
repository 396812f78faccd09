"""What a person does by the rules when the own light is lit: open, play, draw, pass, turn up a row, show a hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from domino_table.virtual import lore
from domino_table.virtual.attention import ACCEPTED, FLICKER_US, PATIENCE_US, REFUSED, Played
from domino_table.virtual.chain import Spot
from domino_table.virtual.choice import Move, choose
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.gestures import SEEN_US, SHOWINGS, Gestures
from domino_table.virtual.rows import CUT, before, shown

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

DRAWS_TO_CLOTH, KNOCKS = 0.25, 0.15
"""Shares of drawn tiles laid without touching the rack, of passes knocked, not pressed."""
ANNOUNCED = 0.9
"""Share of rounds, at a table without racks, of which the person who opens says so with the button."""
CUTS = 0.6
"""Share of chances to cut that are taken for certain."""
NOTHING = "nothing"
"""In place of a foul's code: it was not done."""


class Acts(Gestures):
    """What the person at one seat of a party may do, and does.

    Attributes:
        row: own tiles from left to right, in a game with rows.
        shown: tiles of the hand that was shown when the round was over.
    """

    def __init__(self, party: Party, seat: int) -> None:
        super().__init__(party, seat)
        self._drew = self._drawn_at = -1
        self.row: list[int] = []
        self.shown: list[int] = []

    @property
    def hand(self) -> list[int]:
        """Tiles in the own rack."""
        return list(self.world.racks[self.seat])

    def _act(self) -> Behaviour:
        """Play if there is a tile to play, else draw if there is one to draw, else pass."""
        party, playable = self.party, self._playable()
        if self.row:
            yield from self._turn_up()
        elif playable:
            halves = party.halves
            fitting, hand = [halves(tile) for tile in playable], [halves(tile) for tile in self.hand]
            yield from self._lay_all(choose(fitting, hand, party.layout, party.lore, party.rng))
        elif self._may_draw():
            yield from self._draw()
        else:
            yield from self._pass()

    def _playable(self) -> list[int]:
        """Tiles in the own rack that may be laid now."""
        party = self.party
        if self.row:
            return self.row[-1:]
        if party.layout.tiles:
            return self._fitting(True)
        opening = self._must_open_with()
        if opening is not None:
            return [opening]
        first = party.lore.first_tiles(map(party.halves, self.hand), self._may_draw())
        return [tile for tile in self.hand if party.halves(tile) in first]

    def _fitting(self, fits: bool) -> list[int]:
        """Tiles in the own rack that fit an open end, or that fit none."""
        ends = self.party.layout.ends()
        return [tile for tile in self.hand if bool(lore.playable([self.party.halves(tile)], ends)) == fits]

    def _may_draw(self) -> bool:
        rules = self.party.lore
        enough = rules.one_draw and self._drew == self.eyes.turn_since
        return len(self.world.bazaar()) > rules.reserve and not enough

    def _must_open_with(self) -> int | None:
        """The tile that a rule wants as the first, if one does."""
        if self.party.layout.tiles or not self.party.opens_by_tile:
            return None
        return self.party.best_opening(self.hand)

    def _lay_all(self, moves: list[Move]) -> Behaviour:
        """Lay one tile, or several one after another; the others wait as long as there is one more in the hand."""
        party = self.party
        party.laying = self.seat if len(moves) > 1 else None
        for move in moves:
            tile = next(tile for tile in self.hand if party.halves(tile) == move.tile)
            accepted = yield from self._play(tile, move.end, move.face_down)
            if not accepted or self.eyes.turn is None:
                break
        party.laying = None

    def _play(self, tile: int, end: str, face_down: bool = False) -> Generator[Step, bool, bool]:
        party, layout = self.party, self.party.layout
        play = yield from self._lay(tile, end, face_down)
        accepted = yield from self._expect(ACCEPTED, play)
        if accepted and layout is party.layout:  # nobody has begun another match meanwhile
            layout.add(*party.halves(tile), end, play.spot, play.pose, face_down)
        elif accepted:
            accepted = False
        elif party.patient:
            party.first_round = party.first_round or not party.layout.tiles  # perhaps a match has begun
            yield from self._take_back(tile)
        return accepted

    def _take_back(self, tile: int) -> Behaviour:
        yield self.party.us(0.4)
        self.world.lift(tile)
        yield self.party.us(0.5)
        self.world.to_rack(tile, self.seat)

    def _turn_up(self) -> Behaviour:
        """Turn up the last tile of the row: lay it where it fits, or show it and put it to the left."""
        party, tile = self.party, self.row.pop()
        ends = party.layout.fits(*party.halves(tile))
        if not ends:
            yield from self._show(tile)
            return
        party.turned_up.add(tile)
        end = ends[-1] if ends[-1] == CUT and party.rng.random() < CUTS else party.rng.choice(ends)
        accepted = yield from self._play(tile, end)
        if accepted and end == CUT:
            party.laying = self.seat
            yield from self._set_aside()
            party.laying = None

    def _show(self, tile: int) -> Behaviour:
        """Lay a tile that fits nowhere before oneself, for all to see, then put it to the left of the row."""
        party = self.party
        party.turned_up.add(tile)
        self.world.lift(tile)
        yield party.us(0.55)
        pose = before(self.seat, party.area, party.rng)
        self.world.lay(tile, pose)
        play = Played(tile, "", Spot(pose, (pose.x, pose.y), (1.0, 0.0), False), pose, self.world.now, self.world.now)
        party.did({"type": "turn_up", "seat": self.seat, "tile": self.world.pieces[tile].name})
        goes = party.people[1 - self.seat] if party.lore.misses_go_over else self
        goes.row.insert(0, tile)
        yield from self._expect(ACCEPTED, play)
        yield party.us(0.3)
        self.world.lift(tile)
        yield party.us(0.4)
        self.world.to_rack(tile, goes.seat)

    def _set_aside(self) -> Behaviour:
        """Take the closed sausage off the cloth; the next player begins another."""
        for tile in self.world.cloth():
            if not self.party.playing:  # the round is over: everything is taken away
                return
            self.world.to_bazaar(tile)
            yield self.party.us(0.1)
        self.party.begin_again()

    def _open(self) -> Behaviour:
        """Begin a round where no light says who does; most tell a table without racks before, as its display asks."""
        party = self.party
        if party.unseen and party.rng.random() < ANNOUNCED:
            yield party.us(0.4)
            self.world.press(f"seat{self.seat}")
            yield Until(lambda: self.eyes.turn == self.seat, timeout=PATIENCE_US)
        yield from self._act()

    def _claim_serve(self) -> Behaviour:
        """Say with the button that this seat serves; the own light is the answer."""
        yield self.party.us(0.5)
        self.world.press(f"seat{self.seat}")
        yield 150 * MS
        self.party.did({"type": "claim", "seat": self.seat, "what": "serve"})
        while not (yield Until(lambda: self.eyes.turn == self.seat, timeout=PATIENCE_US)):
            self.party.nudges += 1
            self.world.press(f"seat{self.seat}")

    def show_hand(self) -> Behaviour:
        """Lay all of the hand before the own side and press, until the lamp that asks for it is dark.

        Asked once more, by a table that has been dark, show the same tiles.
        """
        party, told = self.party, bool(self.shown)
        self.shown = self.shown or self.hand
        hand = self.row or self.shown
        for tile, pose in zip(self.shown, shown(self.seat, party.area, party.rng, len(self.shown)), strict=True):
            self.world.lay(tile, pose)
            yield party.us(0.1)
        yield SEEN_US
        if not told:
            party.did({"type": "reveal", "seat": self.seat, "hand": [self.world.pieces[tile].name for tile in hand]})
        for _ in range(SHOWINGS):
            self.world.press(f"seat{self.seat}")
            if (yield Until(lambda: self.seat not in self.eyes.shows, timeout=PATIENCE_US)):
                break
            party.nudges += 1
        else:
            party.disputes.append(f"the hand that seat {self.seat} shows was not taken")
        for tile in self.world.cloth():
            self.world.to_bazaar(tile)
        yield party.us(0.5)

    def _draw(self) -> Behaviour:
        """Take a tile; lay it at once where it fits, now and then without setting it into the rack first."""
        party = self.party
        if not (yield from self._calm()):
            return
        tile, began = party.rng.choice(self.world.bazaar()), self.world.now
        self.world.lift(tile)
        yield party.us(0.7)
        code = self._did_draw(tile)
        self._drew = self.eyes.turn_since
        if party.unseen and code:
            yield from self._put_back(tile, began)
            return
        if party.unseen:
            yield from self._see_draw(began)
        ends = party.layout.fits(*party.halves(tile))
        serve = not party.layout.tiles and self.world.pieces[tile].double
        if (serve or party.layout.tiles and ends) and party.rng.random() < DRAWS_TO_CLOTH:
            yield from self._play(tile, party.rng.choice(ends))
            return
        self.world.to_rack(tile, self.seat)
        yield party.us(0.3)
        if self.eyes.foul_since(self.seat, began):
            party.disputes.append(f"the draw of {self.world.pieces[tile].name} by seat {self.seat} was refused")

    def _did_draw(self, tile: int) -> str | None:
        self._light_then, self._drawn_at, self._declared = self.eyes.turn, self.world.now, False
        seen = {} if self.party.draws_by_button else {"tile": self.world.pieces[tile].name}
        return self._did({"type": "draw", "seat": self.seat, **seen})

    def _pass(self) -> Behaviour:
        if (yield from self._declare()) != NOTHING:
            yield from self._expect(ACCEPTED, None)

    def _declare(self) -> Generator[Step, bool, str | None]:
        """Press the own button or, on turn, knock twice now and then; the code of the foul that this is.

        NOTHING where all lights have gone out meanwhile: the last draw, seen late, has ended the round.
        """
        party = self.party
        if not (yield from self._calm()):
            return NOTHING
        yield party.us(0.5)
        if self.eyes.turn is None:
            yield FLICKER_US
        if self.eyes.turn is None:
            return NOTHING
        self._declared, self._light_then = True, self.eyes.turn
        if self.eyes.turn == self.seat and party.rng.random() < KNOCKS:
            self.world.knock(self.seat)
            yield 450 * MS
        else:
            self.world.press(f"seat{self.seat}")
            yield 150 * MS
        return self._did({"type": "pass", "seat": self.seat})

    def _calm(self) -> Generator[Step, bool, bool]:
        """Wait until the last foul has stopped blinking: a new one could not be told from it.

        Whether the round goes on as before: the same light is lit.
        """
        turn = self.eyes.turn
        while self.eyes.foul_since(self.seat, self.world.now - SECOND):
            yield 500 * MS
        return self.eyes.turn == turn and self.party.playing

    def _put_back(self, tile: int, began: int) -> Behaviour:
        """A tile that may not be drawn goes back to the bazaar when the rim says so, perhaps before it is in the hand.

        A table that sees its bazaar knows of the draw as soon as the tile is lifted.
        """
        yield from self._expect(REFUSED, None, began)
        yield self.party.us(0.4)
        self.world.lift(tile)
        yield self.party.us(0.5)
        self.world.to_bazaar(tile)
