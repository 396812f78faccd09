"""One simulated person: decides what to do when the own light is lit, errs as planned and obeys the table.

A person sees the own rack, the layout on the cloth, how many tiles the bazaar has, and the lights of the rim. Whose
turn it is is learnt from the lights alone. Where a table has no racks a drawn tile is told with the button, and the
person knows that the table believes whatever could be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domino_table.virtual import lore
from domino_table.virtual.acts import NOTHING, Acts
from domino_table.virtual.attention import ACCEPTED, PATIENCE_US, REFUSED
from domino_table.virtual.course import MS, SECOND, Behaviour, Until

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

REACTION_US = 220 * MS
UNMOVED_US = 3 * SECOND
"""So long people watch whether a table accuses that should not."""


class Person(Acts):
    """One person.

    Attributes:
        away: somebody else (a user of the page) plays this seat.
    """

    def __init__(self, party: Party, seat: int) -> None:
        super().__init__(party, seat)
        self.away = False

    @property
    def last_tile(self) -> int | None:
        """The tile that was laid last."""
        return None if self._last is None else self._last.tile

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
        """Lay a tile that may not be laid, at any end, and take it back when the rim blinks.

        Out of turn in a game with rows it is put back if the table has been dark meanwhile: the rim, lit again, shows
        whose turn it is, and no record tells such a table whose tile came out of no rack.
        """
        party = self.party
        if not (yield from self._calm()):
            return
        end = party.rng.choice(list(party.layout.arms) or [""])
        spot, lifted_at = party.layout.spot(*party.halves(tile), end), self.world.now
        self.world.lift(tile)
        yield party.us(0.55)
        if self.row and self.world.dark_at > lifted_at:
            self.world.to_rack(tile, self.seat)
            return
        play = yield from self._lay(tile, end, held_over=spot)
        stands = party.unseen and play.code is None  # nobody can know that it is wrong
        as_expected = yield from self._expect(ACCEPTED if stands else REFUSED, play)
        if stands and as_expected:
            party.layout.add(*party.halves(tile), end, play.spot, play.pose)
        else:
            yield from self._take_back(tile)

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
