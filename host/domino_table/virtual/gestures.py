"""What a person's hands do, and whether the rim agrees: tiles laid, verdicts watched for, questions answered.

Whether a play was accepted and what is asked is learnt from the lights alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domino_table.virtual.chain import Spot
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Place

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

PLACE_SD = 2.5
ANGLE_SD = 3.0
"""How exactly a hand lays a tile: standard deviations in mm and degrees."""
SLIDES = 0.12
"""Share of plays slid into place."""
SLIDE_STEPS = 6
PATIENCE_US = 6 * SECOND
"""After so long without an answer of the table a person does it again, more clearly."""
OFF_US = 4 * SECOND
"""So long a tile is held off the cloth for the table to see that it is gone."""
LINGER_US = 3 * SECOND
"""So long a blink is taken for the last foul's that was blinking there before: the table sees late what is gone."""
SAME_US = 5_500 * MS
"""So long it is where just the same lights go on blinking: those of a tile beside it would be others."""
FLICKER_US = 400 * MS
"""So long nobody's light must be lit to tell anything: a spike on the line of the lights darkens them until they are
sent again, three times a second."""
SEEN_US = 4 * SECOND
SHOWINGS = 6
"""How long a hand lies before its owner presses, and how often anybody presses at most to be heard."""
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
    code: str | None = None
    """Of the foul that it is, by what people know."""
    meant: Pose | None = None
    """Where the end of that name was when it was laid."""
    others: tuple[Pose, ...] = ()
    """And where it might have been laid, too."""


class Gestures:
    """What the hands of the person at one seat of a party do, and the eyes that watch what comes of it."""

    _foul_before: frozenset[int] | None
    """Lights of a foul of the same seat that was blinking there already when the last act was done."""
    _light_then: int | None
    """The seat whose light was lit when the last act was done."""
    _told: dict[str, Any]
    """The last act as a record line."""
    _last: Played | None
    """The last play."""

    def __init__(self, party: Party, seat: int) -> None:
        self.party, self.world, self.eyes, self.seat = party, party.world, party.eyes, seat
        self._answered = 0
        self._declared = False
        self._patient_until = 0
        self._foul_before = None
        self._light_then = None
        self._told = {}
        self._last = None

    def _lay(self, tile: int, end: str, face_down: bool = False) -> Generator[Step, bool, Played]:
        """Carry a tile to the cloth and lay it with a hand's error, sometimes sliding it into place."""
        party = self.party
        spot = party.layout.spot(*party.halves(tile), end)
        announced = -1
        # A table that has been dark since tells what it knows of it, as soon as it has compared the cloth.
        while face_down and announced < self.world.dark_at and not (announced >= 0 and party.closing == self.seat):
            announced = self.world.now
            self.world.press(f"seat{self.seat}", "double")
            yield 700 * MS
            self.world.lift(tile)
            yield party.us(0.55)
        if not face_down:
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
        """Where an end is; of a cut, which lies between both, where the tile goes."""
        layout = self.party.layout
        return Pose(*layout.arms[end].point) if end in layout.arms else layout.spot(*self.party.halves(tile), end).pose

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

    # --- the table's answer -------------------------------------------------------------------------------------

    def _expect(self, expected: str, play: Played | None, since: int | None = None) -> Generator[Step, bool, bool]:
        """Watch for the verdict; whether it is the expected one. Anything else is a dispute."""
        answer = yield from self._verdict(play, expected, since)
        if self.party.lost is self._told:
            self.party.lost = None  # it was still waited for, and has been done again where it had to be
        self.party.begun = self.party.begun or answer == expected == ACCEPTED
        if answer != expected:
            what = f"{self.world.pieces[play.tile].name} at {play.end or 'the beginning'}" if play else "its act"
            self.party.disputes.append(f"seat {self.seat}, {what}: expected {expected}, the rim says {answer}")
        return answer == expected

    def _verdict(self, play: Played | None, expected: str, since: int | None = None) -> Generator[Step, bool, str]:
        """Watch the rim until it answers; answer what it asks; set the tile right when it says nothing.

        ``since``: of an act without a tile laid, when the table may have seen it first; now where it is not given.
        """
        now = self.world.now if since is None else since
        began, waited, told = play.touched if play else now, 0, False
        rounds = self.party.rounds
        self._foul_before = self.eyes.foul_at(self.seat, began, play.pose if play else None)
        self._patient_until = began + (LINGER_US if self._foul_before else 0)
        while waited < DISPUTE_US:
            seen = yield Until(lambda: self._says(play, began) is not None or self._asked_anew(), timeout=PATIENCE_US)
            if seen and play and not told:
                told = True
                self.party.verdicts.append((play, self.world.now))
            answer = self._says(play, began)
            if answer == ACCEPTED and play is None and self.eyes.turn is None:
                yield FLICKER_US
                dark = self.eyes.turn is None and self.world.now - self.eyes.turn_since >= FLICKER_US
                if self._says(play, began) != ACCEPTED or not (dark or self.eyes.turn is not None):
                    continue  # it flickers, or has blinked meanwhile
            if answer:
                return answer
            if seen:
                yield from self._answer(play)
                continue
            waited += PATIENCE_US
            if not self.party.playing or self.party.rounds > rounds:
                return ACCEPTED  # everybody took the round for over meanwhile, and may have dealt the next
            if expected == REFUSED and self.world.dark_at > began:
                self.party.doubt(self._told)  # the table has been dark: nobody repeats a mistake to hear of it
                return REFUSED
            yield from self._insist(play, waited > PATIENCE_US, lambda: self._says(play, began))
        return SILENT

    def _insist(self, play: Played | None, again: bool, says: Callable[[], str | None]) -> Behaviour:
        """The table says nothing: set the tile right, press where a knock or press was not heard, answer once more.

        Where that has helped nothing either take the tile off the cloth, which a table may want clear, and lay it anew:
        at once when the table ``says`` meanwhile that it was accepted, and not at all when it was refused. Nobody else
        acts as long as it is in the hand.
        """
        self._answered = 0
        if play:
            self.party.nudges += 1
            if again:
                others, self.party.laying = self.party.laying, self.seat
                self.world.lift(play.tile)
                yield Until(lambda: says() is not None, timeout=OFF_US)
                self.party.laying = others
                if says() == REFUSED:
                    return
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
        pose, before = play.pose if play else None, self._foul_before
        if eyes.foul_since(self.seat, self._patient_until, pose, before) or (
            before and eyes.foul_since(self.seat, began + SAME_US, pose)
        ):
            return REFUSED
        return ACCEPTED if self._moved_on(play, began) else None

    def _moved_on(self, play: Played | None, began: int) -> bool:
        """Whether another light has been lit since; the same is lit again, too, by a table that has been dark."""
        eyes = self.eyes
        if eyes.turn in (self.seat, self._light_then) or eyes.turn_since <= began or self._asked():
            return False
        return play is None or eyes.turn is not None

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
        if play and play.meant and question.second:
            first, second = question.first - question.second, question.second - question.first
            if self.eyes.is_second(play.meant, play.others, first, second):
                kind = "double"
        self.world.press(f"seat{self.seat}", kind)
        self._answered = question.begun

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
