"""One simulated person: decides what to do when the own light is lit, errs as planned and obeys the table.

A person sees the own rack, the layout on the cloth, how many tiles the bazaar has, and the lights of the rim. Whose
turn it is is learnt from the lights alone. Where a table has no racks a drawn tile is told with the button, and the
person knows that the table believes whatever could be.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING

from domino_table.virtual import lore
from domino_table.virtual.chain import Spot
from domino_table.virtual.choice import Move, choose
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.gestures import (
    ACCEPTED,
    FLICKER_US,
    PATIENCE_US,
    REFUSED,
    SEEN_US,
    SHOWINGS,
    Gestures,
    Played,
)
from domino_table.virtual.rows import CUT, before, shown

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

DRAWS_TO_CLOTH, KNOCKS = 0.25, 0.15
"""Shares of drawn tiles laid without touching the rack, of passes knocked, not pressed."""
ANNOUNCED = 0.9
"""Share of rounds, at a table without racks, of which the person who opens says so with the button."""
CUTS = 0.6
"""Share of chances to cut that are taken for certain."""
REACTION_US = 220 * MS
UNMOVED_US = 3 * SECOND
"""So long people watch whether a table accuses that should not."""
NOTHING = "nothing"
"""In place of a foul's code: it was not done."""


class Person(Gestures):
    """One person.

    Attributes:
        away: somebody else (a user of the page) plays this seat.
        row: own tiles from left to right, in a game with rows.
        shown: tiles of the hand that was shown when the round was over.
    """

    def __init__(self, party: Party, seat: int) -> None:
        super().__init__(party, seat)
        self.away = False
        self._drew = self._drawn_at = -1
        self.row: list[int] = []
        self.shown: list[int] = []

    @property
    def last_tile(self) -> int | None:
        """The tile that was laid last."""
        return None if self._last is None else self._last.tile

    @property
    def hand(self) -> list[int]:
        """Tiles in the own rack."""
        return list(self.world.racks[self.seat])

    def live(self) -> Behaviour:
        """Wait for the own light, act, and again."""
        while True:
            yield Until(lambda: self._called() or self._asked_again(), reaction=self.party.us(0.15) + REACTION_US)
            if self._asked_again():
                yield from self._answer(self._last)
            if not self._called():
                continue
            if self.party.unsure is self._told:
                yield from self._wait_to_be_seen()
            elif self.eyes.is_turn(self.seat, self.world.now) and not self.party.out:
                yield from self._do_again() if self.party.lost is self._told else self._err_or_act()
            elif self.party.lot == self.seat:
                self.party.lot = None
                yield from self._claim_serve() if self.party.lore.serves else self._open()

    def _called(self) -> bool:
        party, turn = self.party, self.eyes.turn
        mine = turn == self.seat or turn is None and party.lot == self.seat
        return party.playing and not self.away and not party.stuck and mine and party.laying in (None, self.seat)

    def _asked_again(self) -> bool:
        """Whether a table that was dark asks about the play that had been accepted before, but not written down."""
        party = self.party
        mine = party.unsure is not None and party.unsure is self._told
        return mine and party.playing and not self.away and not party.stuck and self._asked_anew()

    def _wait_to_be_seen(self) -> Behaviour:
        """The own light is lit again by a table that was dark before it had written the last play down: it will see it.

        Where it does not, set the tile right and then lay it anew, as without an answer.
        """
        play, again = self._last, False
        while self.party.unsure is self._told and not (yield Until(self._seen_or_asked, timeout=PATIENCE_US)):
            yield from self._insist(play, again, lambda: ACCEPTED if self._seen_or_asked() else None)
            again = True

    def _seen_or_asked(self) -> bool:
        return self.eyes.turn != self.seat or self._asked_anew()

    def _err_or_act(self) -> Behaviour:
        party = self.party
        for kind in party.plan.next():
            mistake = self._mistake(kind)
            if mistake is not None:
                party.mistakes[kind] += 1
                yield from mistake
                return
        yield from self._act()

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

    # --- acts ---------------------------------------------------------------------------------------------------

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

    # --- mistakes -----------------------------------------------------------------------------------------------

    def _mistake(self, kind: str) -> Behaviour | None:
        """The mistake of this kind if it is possible now: by this person, or by another out of turn."""
        if self.party.unseen and (kind == lore.WRONG_TURN or kind == lore.OVERDRAW and self.party.draws_by_button):
            return None  # such a table takes it for something else: it would not be the table that errs
        rng, opened = self.party.rng, bool(self.party.layout.tiles)
        playable, others = self._playable(), [p for p in self.party.people if p is not self and not p.away]
        if kind == lore.WRONG_TILE and opened and not self.row and (wrong := self._fitting(False)):
            return self._lay_wrongly(rng.choice(wrong))
        if kind == lore.WRONG_OPENING and not opened and (wrong := self._no_openings(playable)):
            return self._lay_wrongly(rng.choice(wrong))
        if kind == lore.FALSE_PASS and self._may_pass_wrongly(playable):
            return self._pass_wrongly()
        if kind == lore.FALSE_DRAW and opened and playable and self._may_draw():
            return self._draw() if self.party.unseen else self._draw_wrongly()
        if kind == lore.OVERDRAW and not playable and not self._may_draw() and self.world.bazaar():
            return self._draw_wrongly()
        if kind == lore.WRONG_TURN and others:
            culprit = rng.choice(others)
            tiles = culprit._tiles_out_of_turn()
            return culprit._lay_wrongly(rng.choice(tiles)) if tiles else None
        if kind == lore.PASS_OUT_OF_TURN and others:
            culprit = rng.choice(others)
            return culprit._press_in_vain() if self.party.unseen else culprit._pass_wrongly()
        return None

    def _draw_was_heard(self) -> bool:
        """Whether the table has taken the last draw, if that was the last act."""
        return self._told.get("type") != "draw" or self.eyes.heard_since(self.seat, self._drawn_at)

    def _may_pass_wrongly(self, playable: list[int]) -> bool:
        """Where the button tells of draws too, and no round before its first tile, a pass is not always one."""
        drawing = self.party.draws_by_button and self._may_draw()
        if self.party.unseen and (drawing or not self.party.layout.tiles):
            return False
        return bool(playable) or self._may_draw()

    def _no_openings(self, playable: list[int]) -> list[int]:
        """Tiles with which this person may not open a round, though another one may."""
        if self.row or not (playable or self._may_draw()):
            return []
        return [tile for tile in self.hand if tile not in playable]

    def _tiles_out_of_turn(self) -> list[int]:
        """Tiles that certainly may not be laid now by somebody else than who is on turn: no second double."""
        if self.row:
            return self.row[-1:]
        several = self.party.lore.doubles > 1
        return [tile for tile in self.hand if not (several and self.world.pieces[tile].double)]

    def _lay_wrongly(self, tile: int) -> Behaviour:
        """Lay a tile that may not be laid, at any end, and take it back when the rim blinks."""
        party = self.party
        if not (yield from self._calm()):
            return
        end = party.rng.choice(list(party.layout.arms) or [""])
        play = yield from self._lay(tile, end)
        stands = party.unseen and play.code is None  # nobody can know that it is wrong
        as_expected = yield from self._expect(ACCEPTED if stands else REFUSED, play)
        if stands and as_expected:
            party.layout.add(*party.halves(tile), end, play.spot, play.pose)
        else:
            yield from self._take_back(tile)

    def _take_back(self, tile: int) -> Behaviour:
        yield self.party.us(0.4)
        self.world.lift(tile)
        yield self.party.us(0.5)
        self.world.to_rack(tile, self.seat)

    def _pass_wrongly(self) -> Behaviour:
        code = yield from self._declare()
        if code != NOTHING:
            yield from self._expect(ACCEPTED if self.party.unseen and code is None else REFUSED, None)

    def _press_in_vain(self) -> Behaviour:
        """Press out of turn at a table that must not make anything of it."""
        if not (yield from self._calm()):
            return
        began = self.world.now
        self.world.press(f"seat{self.seat}")
        yield UNMOVED_US
        if self.eyes.foul_since(self.seat, began):
            self.party.disputes.append(f"seat {self.seat} was accused of pressing out of turn")

    def _draw_wrongly(self) -> Behaviour:
        """Not before the last draw has flashed: no rack tells which of two tiles came first."""
        party = self.party
        if not ((yield from self._calm()) and (yield Until(self._draw_was_heard, timeout=PATIENCE_US))):
            return
        tile, began = party.rng.choice(self.world.bazaar()), self.world.now
        self.world.lift(tile)
        yield party.us(0.7)
        self.world.to_rack(tile, self.seat)
        self._did_draw(tile)
        yield from self._put_back(tile, began)

    def _put_back(self, tile: int, began: int) -> Behaviour:
        """A tile that may not be drawn goes back to the bazaar when the rim says so, perhaps before it is in the hand.

        A table that sees its bazaar knows of the draw as soon as the tile is lifted.
        """
        yield from self._expect(REFUSED, None, began)
        yield self.party.us(0.4)
        self.world.lift(tile)
        yield self.party.us(0.5)
        self.world.to_bazaar(tile)
