"""What a person learns from the rim about the own last act: verdicts watched for, questions answered.

Whether a play was accepted and what is asked is learnt from the lights alone.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domino_table.virtual.chain import Spot
from domino_table.virtual.course import MS, SECOND, Behaviour, Step, Until
from domino_table.virtual.tags import Pose

if TYPE_CHECKING:
    from domino_table.virtual.people import Party

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


class Attention:
    """The eyes of the person at one seat of a party, and the button that answers what the rim asks."""

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
