"""One simulated person: watches the rim, plays tiles by hand, errs as planned and obeys the table.

A person sees the own rack, the layout on the cloth, how many tiles the bazaar has, and the lights of the rim. Whose
turn it is, whether a play was accepted and what is asked is learnt from the lights alone.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domino_table.virtual import lore
from domino_table.virtual.chain import Spot
from domino_table.virtual.choice import Move, choose
from domino_table.virtual.rows import CUT, before
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import MS, SECOND, Behaviour, Step, Until

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

PLACE_SD = 2.5
ANGLE_SD = 3.0
"""How exactly a hand lays a tile: standard deviations in mm and degrees."""
SLIDES, DRAWS_TO_CLOTH, KNOCKS = 0.12, 0.25, 0.15
"""Shares of plays slid into place, of drawn tiles laid without touching the rack, of passes knocked, not pressed."""
SLIDE_STEPS = 6
CUTS = 0.6
"""Share of chances to cut that are taken for certain."""
REACTION_US = 220 * MS
PATIENCE_US = 6 * SECOND
"""After so long without an answer of the table a person does it again, more clearly."""
LINGER_US = 1_500 * MS
"""So long a blink is taken for the last foul's that was blinking there before: the table sees late what is gone."""
DISPUTE_US = 60 * SECOND
SEE_BOTH_US = 1_400 * MS
"""A question shows its two places in turn, half a second each."""
ACCEPTED, REFUSED, SILENT = "accepted", "refused", "silent"


@dataclass
class Played:
    """A play in progress: which tile, at which end it is meant, where it belongs, where and when it came to lie."""

    tile: int
    end: str
    spot: Spot
    pose: Pose
    rested: int
    touched: int
    """When it first touched the cloth: the table may have its verdict before a sliding tile rests."""
    face_down: bool = False


class Person:
    """One person.

    Attributes:
        away: somebody else (a user of the page) plays this seat.
        row: own tiles from left to right, in a game with rows.
    """

    def __init__(self, party: Party, seat: int) -> None:
        self.party, self.world, self.eyes, self.seat = party, party.world, party.eyes, seat
        self.away = False
        self._answered = 0
        self._declared = False
        self._drew = -1
        self.row: list[int] = []
        self._patient_until = 0

    @property
    def hand(self) -> list[int]:
        """Tiles in the own rack."""
        return list(self.world.racks[self.seat])

    def live(self) -> Behaviour:
        """Wait for the own light, act, and again."""
        while True:
            yield Until(self._called, reaction=self.party.us(0.15) + REACTION_US)
            if not self._called():
                continue
            if self.eyes.is_turn(self.seat, self.world.now):
                yield from self._err_or_act()
            elif self.party.lot == self.seat:
                self.party.lot = None
                yield from self._claim_serve() if self.party.lore.serves else self._act()

    def _called(self) -> bool:
        party, turn = self.party, self.eyes.turn
        mine = turn == self.seat or turn is None and party.lot == self.seat
        return party.playing and not self.away and not party.stuck and mine and party.laying in (None, self.seat)

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
        party, rules = self.party, self.party.lore
        named = rules.every_round or party.named_opening() or party.first_round and not rules.lots
        if not named or party.layout.tiles:
            return None
        halves = lore.opening(map(party.halves, self.hand), rules.rule, rules.double_order)
        return next(tile for tile in self.hand if party.halves(tile) == halves)

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
        party = self.party
        play = yield from self._lay(tile, end, face_down)
        accepted = yield from self._expect(ACCEPTED, play)
        if accepted:
            party.layout.add(*party.halves(tile), end, play.spot, play.pose, face_down)
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

    def _claim_serve(self) -> Behaviour:
        """Say with the button that this seat serves; the own light is the answer."""
        yield self.party.us(0.5)
        self.world.press(f"seat{self.seat}")
        yield 150 * MS
        self.party.did({"type": "claim", "seat": self.seat, "what": "serve"})
        while not (yield Until(lambda: self.eyes.turn == self.seat, timeout=PATIENCE_US)):
            self.party.nudges += 1
            self.world.press(f"seat{self.seat}")

    def _draw(self) -> Behaviour:
        """Take a tile; lay it at once where it fits, now and then without setting it into the rack first."""
        party = self.party
        yield from self._calm()
        tile, began = party.rng.choice(self.world.bazaar()), self.world.now
        self.world.lift(tile)
        yield party.us(0.7)
        self._did_draw(tile)
        self._drew = self.eyes.turn_since
        ends = party.layout.fits(*party.halves(tile))
        serve = not party.layout.tiles and self.world.pieces[tile].double
        if (serve or party.layout.tiles and ends) and party.rng.random() < DRAWS_TO_CLOTH:
            yield from self._play(tile, party.rng.choice(ends))
            return
        self.world.to_rack(tile, self.seat)
        yield party.us(0.3)
        if self.eyes.foul_since(self.seat, began):
            party.disputes.append(f"the draw of {self.world.pieces[tile].name} by seat {self.seat} was refused")

    def _did_draw(self, tile: int) -> None:
        self.party.did({"type": "draw", "seat": self.seat, "tile": self.world.pieces[tile].name})

    def _pass(self) -> Behaviour:
        yield from self._declare()
        yield from self._expect(ACCEPTED, None)

    def _declare(self) -> Behaviour:
        """Press the own button or, on turn, knock twice now and then."""
        party = self.party
        yield from self._calm()
        yield party.us(0.5)
        self._declared = True
        if self.eyes.turn == self.seat and party.rng.random() < KNOCKS:
            self.world.knock(self.seat)
            yield 450 * MS
        else:
            self.world.press(f"seat{self.seat}")
            yield 150 * MS
        party.did({"type": "pass", "seat": self.seat})

    def _calm(self) -> Behaviour:
        """Wait until the last foul has stopped blinking: a new one could not be told from it."""
        while self.eyes.foul_since(self.seat, self.world.now - SECOND):
            yield 500 * MS

    # --- mistakes -----------------------------------------------------------------------------------------------

    def _mistake(self, kind: str) -> Behaviour | None:
        """The mistake of this kind if it is possible now: by this person, or by another out of turn."""
        rng, opened = self.party.rng, bool(self.party.layout.tiles)
        playable, others = self._playable(), [p for p in self.party.people if p is not self and not p.away]
        if kind == lore.WRONG_TILE and opened and not self.row and (wrong := self._fitting(False)):
            return self._lay_wrongly(rng.choice(wrong))
        if kind == lore.WRONG_OPENING and not opened and (wrong := self._no_openings(playable)):
            return self._lay_wrongly(rng.choice(wrong))
        if kind == lore.FALSE_PASS and (playable or self._may_draw()):
            return self._pass_wrongly()
        if kind == lore.FALSE_DRAW and opened and playable and self._may_draw():
            return self._draw_wrongly()
        if kind == lore.OVERDRAW and not playable and not self._may_draw() and self.world.bazaar():
            return self._draw_wrongly()
        if kind == lore.WRONG_TURN and others:
            culprit = rng.choice(others)
            tiles = culprit._tiles_out_of_turn()
            return culprit._lay_wrongly(rng.choice(tiles)) if tiles else None
        if kind == lore.PASS_OUT_OF_TURN and others:
            return rng.choice(others)._pass_wrongly()
        return None

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
        yield from self._calm()
        ends = list(party.layout.arms) or [""]
        play = yield from self._lay(tile, party.rng.choice(ends))
        yield from self._expect(REFUSED, play)
        yield from self._take_back(tile)

    def _take_back(self, tile: int) -> Behaviour:
        yield self.party.us(0.4)
        self.world.lift(tile)
        yield self.party.us(0.5)
        self.world.to_rack(tile, self.seat)

    def _pass_wrongly(self) -> Behaviour:
        yield from self._declare()
        yield from self._expect(REFUSED, None)

    def _draw_wrongly(self) -> Behaviour:
        party = self.party
        yield from self._calm()
        self._declared = False
        tile = party.rng.choice(self.world.bazaar())
        self.world.lift(tile)
        yield party.us(0.7)
        self.world.to_rack(tile, self.seat)
        self._did_draw(tile)
        yield from self._expect(REFUSED, None)
        yield party.us(0.4)
        self.world.lift(tile)
        yield party.us(0.5)
        self.world.to_bazaar(tile)

    # --- hands --------------------------------------------------------------------------------------------------

    def _lay(self, tile: int, end: str, face_down: bool = False) -> Generator[Step, bool, Played]:
        """Carry a tile to the cloth and lay it with a hand's error, sometimes sliding it into place."""
        party = self.party
        if face_down:
            self.world.press(f"seat{self.seat}", "double")
            yield 700 * MS
        spot = party.layout.spot(*party.halves(tile), end)
        self.world.lift(tile)
        yield party.us(0.55)
        pose, touched = self._placed(spot), self.world.now
        if party.rng.random() < SLIDES:
            length = party.rng.uniform(15, 45)
            for step in range(SLIDE_STEPS, 0, -1):
                x, y = (way * length * step / SLIDE_STEPS for way in spot.way)
                self.world.lay(tile, self._inside(pose.x + x, pose.y + y, pose.angle), rests=False)
                yield 40 * MS
        self.world.lay(tile, pose)
        play = Played(tile, end, spot, pose, self.world.now, touched, face_down)
        party.did(self._line(play))
        return play

    def _placed(self, spot: Spot) -> Pose:
        """Where the tile really comes to lie: with a hand's error, but never on top of the tile it touches."""
        rng, (dx, dy) = self.party.rng, spot.way
        along, across = abs(rng.gauss(0, PLACE_SD)), rng.gauss(0, PLACE_SD)
        angle = (spot.pose.angle + rng.gauss(0, ANGLE_SD)) % 360
        return self._inside(spot.pose.x + dx * along - dy * across, spot.pose.y + dy * along + dx * across, angle)

    def _inside(self, x: float, y: float, angle: float) -> Pose:
        width, height = self.party.area
        return Pose(min(max(x, 16), width - 16), min(max(y, 16), height - 16), angle)

    def _line(self, play: Played) -> dict[str, Any]:
        low, high = self.party.halves(play.tile)
        line: dict[str, Any] = {"type": "play", "seat": self.seat, "tile": f"{low}-{high}"}
        if play.end:
            line["end"] = play.end
        elif 100 < play.pose.angle < 280:
            line["tile"] = f"{high}-{low}"  # read from left to right, or downwards
        if play.face_down:
            line["closed"] = True
        return line

    # --- the table's answer -------------------------------------------------------------------------------------

    def _expect(self, expected: str, play: Played | None) -> Generator[Step, bool, bool]:
        """Watch for the verdict; whether it is the expected one. Anything else is a dispute."""
        answer = yield from self._verdict(play)
        if answer != expected:
            what = f"{self.world.pieces[play.tile].name} at {play.end or 'the beginning'}" if play else "its act"
            self.party.disputes.append(f"seat {self.seat}, {what}: expected {expected}, the rim says {answer}")
        return answer == expected

    def _verdict(self, play: Played | None) -> Generator[Step, bool, str]:
        """Watch the rim until it answers; answer what it asks; set the tile right when it says nothing."""
        began, waited, told = play.touched if play else self.world.now, 0, False
        lingers = self.eyes.foul_at(self.seat, began, play.pose if play else None)
        self._patient_until = began + lingers * LINGER_US
        while waited < DISPUTE_US:
            seen = yield Until(lambda: self._says(play, began) is not None or self._asked_anew(), timeout=PATIENCE_US)
            if seen and play and not told:
                told = True
                self.party.verdicts.append((play, self.world.now))
            answer = self._says(play, began)
            if answer:
                return answer
            if seen:
                yield from self._answer(play)
                continue
            waited += PATIENCE_US
            self._insist(play)
        return SILENT

    def _insist(self, play: Played | None) -> None:
        """The table says nothing: set the tile right, press where a knock or press was not heard, answer once more."""
        self._answered = 0
        if play:
            self.party.nudges += 1
            play.pose = play.spot.pose
            self.world.lay(play.tile, play.pose)
        elif self._declared:
            self.party.nudges += 1
            self.world.press(f"seat{self.seat}")

    def _says(self, play: Played | None, began: int) -> str | None:
        """What the rim has said about an act since it was complete."""
        eyes = self.eyes
        if play and eyes.accepted_since(play.pose, began):
            return ACCEPTED
        if eyes.foul_since(self.seat, self._patient_until, play.pose if play else None):
            return REFUSED
        moved_on = eyes.turn != self.seat and eyes.turn_since > began and not self._asked()
        return ACCEPTED if moved_on and (play is None or eyes.turn is not None) else None

    def _asked(self) -> bool:
        return self.eyes.asks(self.seat, self.world.now)

    def _asked_anew(self) -> bool:
        """Whether a question is asked that has not been answered yet."""
        return self._asked() and self.eyes.questions[self.seat].begun != self._answered

    def _answer(self, play: Played | None) -> Behaviour:
        """The rim blinks at two places: wait to see both, then press for the one that was meant."""
        yield SEE_BOTH_US
        question = self.eyes.questions.get(self.seat)
        if question is None or not self._asked():
            return
        self.party.answers += 1
        kind = "short"
        if play and play.end and question.second:
            place = Pose(*self.party.layout.arms[play.end].point)
            if self.eyes.nearness(place, question.second) > self.eyes.nearness(place, question.first):
                kind = "double"
        self.world.press(f"seat{self.seat}", kind)
        self._answered = question.begun
