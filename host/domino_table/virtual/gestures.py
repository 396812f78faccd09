"""What a person's hands do: carry tiles to the cloth, show a draw again that was not heard, repeat what was lost."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from domino_table.virtual.attention import ACCEPTED, PATIENCE_US, Attention, Played
from domino_table.virtual.chain import Spot
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Place

PLACE_SD = 2.5
ANGLE_SD = 3.0
"""How exactly a hand lays a tile: standard deviations in mm and degrees."""
SLIDES = 0.12
"""Share of plays slid into place."""
SLIDE_STEPS = 6
SEEN_US = 4 * SECOND
SHOWINGS = 6
"""How long a hand lies before its owner presses, and how often anybody presses at most to be heard."""


class Gestures(Attention):
    """What the hands of the person at one seat of a party do."""

    def _lay(
        self, tile: int, end: str, face_down: bool = False, held_over: Spot | None = None
    ) -> Generator[Step, bool, Played]:
        """Carry a tile to the cloth, unless ``held_over`` its place, and lay it with a hand's error, or slide it."""
        party = self.party
        spot = held_over or party.layout.spot(*party.halves(tile), end)
        announced = -1
        # A table that has been dark since tells what it knows of it, as soon as it has compared the cloth.
        while face_down and announced < self.world.dark_at and not (announced >= 0 and party.closing == self.seat):
            announced = self.world.now
            self.world.press(f"seat{self.seat}", "double")
            yield 700 * MS
            self.world.lift(tile)
            yield party.us(0.55)
        if not (face_down or held_over):
            self.world.lift(tile)
            yield party.us(0.55)
        if party.lost is self._told:
            yield from self._do_again()
        pose, touched = self._placed(spot), self.world.now
        self._light_then = self.eyes.turn
        if party.rng.random() < SLIDES:
            length = party.rng.uniform(15, 45)
            for step in range(SLIDE_STEPS, 0, -1):
                x, y = (way * length * step / SLIDE_STEPS for way in spot.way)
                self.world.lay(tile, self._inside(pose.x + x, pose.y + y, pose.angle), rests=False)
                yield 40 * MS
        self.world.lay(tile, pose)
        play = Played(tile, end, spot, pose, self.world.now, touched, face_down)
        if end:
            fits = party.layout.fits(*party.halves(tile))
            play.meant = self._place_of(tile, end) if end in [*fits, *party.layout.arms] else spot.pose
            play.others = tuple(self._place_of(tile, other) for other in fits if other not in ("", end))
        play.code = self._did(self._line(play))
        self._last = play
        return play

    def _place_of(self, tile: int, end: str) -> Pose:
        """What a question's lights stand for; of a cut, which lies between both ends, where the tile goes."""
        layout, (low, high) = self.party.layout, self.party.halves(tile)
        return layout.asked(low, high, end) if end in layout.arms else layout.spot(low, high, end).pose

    def _did(self, line: dict[str, Any]) -> str | None:
        """Tell everybody's score of an act; the code of the foul that it is, or None."""
        self._told, self.party.unsure = line, None
        return self.party.did(line)

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

    # --- after the dark -------------------------------------------------------------------------------------------

    def _do_again(self) -> Behaviour:
        """Press once more for the last act, which the table forgot when it went dark; what lies there it sees."""
        if self._told["type"] == "draw":
            yield from self._see_draw(self.world.now, again=True)
        else:
            self.party.lost, self._declared = None, True
            yield self.party.us(0.5)
            self.world.press(f"seat{self.seat}")
            yield from self._expect(ACCEPTED, None)

    def _see_draw(self, began: int, again: bool = False) -> Behaviour:
        """Wait until the side flashes; where only the button tells of a draw press it, until it is heard.

        A table that has been dark may miss a tile in its bazaar, and flash. What its display says it does not know even
        then, tell it again.
        """
        party = self.party
        if again and not party.draws_by_button:
            began = self.world.dark_at
        for attempt in range(SHOWINGS):
            if party.draws_by_button:
                self.world.press(f"seat{self.seat}")
            elif again and attempt:
                yield from self._draw_anew()
            heard = yield Until(lambda: self.eyes.heard_since(self.seat, began), timeout=PATIENCE_US)
            again = party.lost is self._told
            if heard or self.world.dark_at > began and not again:
                party.lost = None
                return
            party.nudges += 1
        party.disputes.append(f"the draw of seat {self.seat} was not heard")

    def _draw_anew(self) -> Behaviour:
        """Put a tile back that was drawn from a bazaar on the cloth, and take it again."""
        tile = next(piece.index for piece in self.world.pieces if piece.name == self._told["tile"])
        place = self.world.pieces[tile].place
        self.world.to_bazaar(tile)
        yield SEEN_US
        self.world.lift(tile)
        yield self.party.us(0.7)
        if place is Place.RACK:
            self.world.to_rack(tile, self.seat)
