"""What people see of the rim: lights told apart by colour, and the six signals by place and pattern.

The patterns are those of the firmware's user documentation (docs/signals.md). Only what the lights show is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from domino_table.virtual.course import MS
from domino_table.virtual.tags import Pose

OFF, WHITE, BLUE, ORANGE, OTHER = range(5)
LONG_AGO = -(1 << 60)
MIDDLE = 4  # lights in the middle of a side that stand for the seat
WAVE = 6  # blue lights together that nobody takes for one tile's cross-hair
MEMORY_US = 1_200 * MS
"""Longest pause of a blinking signal that people still take for blinking."""
STEADY_US = 150 * MS
FLASH_US = 600 * MS
"""The same blue lights for so long are one flash, whatever else is lit or goes dark meanwhile."""
BLINK_US = 1_000 * MS
"""A foul that has not blinked for so long is over."""


def colour(red: int, green: int, blue: int) -> int:
    """The hue of one light, however dim."""
    most = max(red, green, blue)
    if most < 8:
        return OFF
    if min(red, green, blue) * 4 > most * 3:
        return WHITE
    if blue == most and red * 4 < most:
        return BLUE
    return ORANGE if red == most and most >= green > blue else OTHER


@lru_cache(maxsize=4096)
def colours(data: bytes) -> bytes:
    """Hues of a chain of WS2812 whose bytes (green, red, blue) were sent."""
    return bytes(colour(data[i + 1], data[i], data[i + 2]) for i in range(0, len(data) - 2, 3))


@dataclass
class Question:
    """A question to a seat: the rim lights that blink together with its lamp, and those that blink against it."""

    first: frozenset[int] = frozenset()
    second: frozenset[int] = frozenset()
    begun: int = 0


@dataclass
class Eyes:
    """Sees the rim of one table. ``layout`` is the build's ``[rim]``, ``area`` the size of the cloth in mm."""

    layout: dict[str, object]
    area: tuple[float, float]
    lights: bytes = b""
    changed: int = 0
    turn: int | None = None
    turn_since: int = LONG_AGO
    fish: int = LONG_AGO
    trouble: int = LONG_AGO
    _lamp: dict[int, int] = field(default_factory=dict)
    _fouls: dict[int, list[tuple[int, frozenset[int]]]] = field(default_factory=dict)
    _steady: dict[int, frozenset[int]] = field(default_factory=dict)
    """Per seat what is orange when its side is not, or becomes it in between: no part of a foul that blinks there."""
    _orange: frozenset[int] = frozenset()
    _heard: dict[int, int] = field(default_factory=dict)
    _accepted: list[tuple[int, frozenset[int]]] = field(default_factory=list)
    questions: dict[int, Question] = field(default_factory=dict)
    shows: list[int] = field(default_factory=list)
    """Seats whose lamps are lit without their sides: they are asked to show their hands."""
    shows_since: int = LONG_AGO

    def __post_init__(self) -> None:
        self._side = int(str(self.layout["per_side"]))
        self._rim = int(str(self.layout["leds"]))
        lamps = self.layout["lamps"]
        assert isinstance(lamps, list)
        self._lamps: list[int] = lamps

    def show(self, t: int, data: bytes) -> bool:
        """The chain shows ``data`` from ``t`` on; whether anything changed."""
        lights = colours(data)
        if len(lights) < self._rim:
            return False
        if lights == self.lights:  # sent again: what has blinked may have stopped
            return self._look_at_lamps(t)
        orange = frozenset(light for light in range(self._rim) if lights[light] == ORANGE)
        for seat in range(len(self._lamps)):
            self._look_at(seat, t, lights, orange)
        self.lights, self.changed, self._orange = lights, t, orange
        self._look_at_lamps(t)
        blue = frozenset(light for light in range(self._rim) if lights[light] == BLUE)
        if len(blue) >= WAVE:
            self.fish = t
        elif blue and not any(t - seen < FLASH_US and blue <= flash for seen, flash in self._accepted):
            self._accepted = [*self._accepted[-7:], (t, blue)]
        if all(lights[light] == ORANGE for light in range(0, self._rim, self._side)):
            self.trouble = t
        return True

    def _look_at_lamps(self, t: int) -> bool:
        """Who is on turn, or must show his hand: only the latter can be several at once. Whether that has changed."""
        before, white = (self.turn, self.shows), [n for n, lamp in enumerate(self._lamps) if self.lights[lamp] == WHITE]
        shows = white if len(white) > 1 else [seat for seat in white if self._side_is_dark(seat, t, self.lights)]
        if shows != self.shows:
            self.shows, self.shows_since = shows, t
        turn = next((seat for seat in white if seat not in shows), None)
        if turn != self.turn:
            self.turn, self.turn_since = turn, t
        return before != (turn, shows)

    def _side_is_dark(self, seat: int, t: int, lights: bytes) -> bool:
        """Whether the side of a seat is not lit and no foul blinks there, as none does once a tile was accepted."""
        first = seat * self._side + (self._side - MIDDLE) // 2
        blinked = self._fouls.get(seat, [(LONG_AGO, frozenset())])[-1][0]
        middle = lights[first : first + MIDDLE]
        blinks = t - blinked <= MEMORY_US and not (self._accepted and self._accepted[-1][0] > blinked)
        return WHITE not in middle and set(middle) != {BLUE} and not blinks

    def _look_at(self, seat: int, t: int, lights: bytes, orange: frozenset[int]) -> None:
        first = seat * self._side + (self._side - MIDDLE) // 2
        middle = range(first, first + MIDDLE)
        if orange.issuperset(middle):
            steady = self._steady.get(seat, frozenset())
            if self._orange.issuperset(middle):
                self._steady[seat] = steady = steady | orange - self._orange
            self._fouls[seat] = [*self._fouls.get(seat, [])[-7:], (t, orange - steady)]
        else:
            self._steady[seat] = orange
        if set(lights[first : first + MIDDLE]) == {BLUE}:
            self._heard[seat] = t
        lamp_on = lights[self._lamps[seat]] == ORANGE
        asked = self._lamp.get(seat, LONG_AGO)
        if lamp_on:
            if t - asked > MEMORY_US:
                self.questions[seat] = Question(begun=t)
            self._lamp[seat] = t
            self.questions[seat].first = orange
        elif t - asked <= MEMORY_US and orange:
            self.questions[seat].second = orange

    def is_turn(self, seat: int, now: int) -> bool:
        """Whether the lamp of ``seat`` has been lit steadily for a moment."""
        return self.turn == seat and now - self.turn_since >= STEADY_US

    def lit_alone(self, seat: int) -> bool:
        """Whether the lamp of ``seat`` is white and nothing else is lit."""
        on = [light for light, hue in enumerate(self.lights) if hue != OFF]
        return on == [self._lamps[seat]] and self.lights[on[0]] == WHITE

    def asks(self, seat: int, now: int) -> bool:
        """Whether the lamp of ``seat`` blinks a question."""
        return now - self._lamp.get(seat, LONG_AGO) <= MEMORY_US and self.turn != seat

    def anybody_asked(self, now: int) -> bool:
        return any(self.asks(seat, now) for seat in range(len(self._lamps)))

    def foul_since(self, seat: int, t: int, pose: Pose | None = None, but: frozenset[int] | None = None) -> bool:
        """Whether the side of ``seat`` has blinked a foul since ``t``, together with the place ``pose`` if given.

        A blink of just the lights ``but`` is taken for one of a foul before.
        """
        blinks = self._fouls.get(seat, [])
        return any(seen >= t and lit != but and (pose is None or self.matches(pose, lit) >= 3) for seen, lit in blinks)

    def foul_at(self, seat: int, t: int, pose: Pose | None = None) -> frozenset[int] | None:
        """Lights of the foul of ``seat`` that was blinking at ``t`` already, at the place ``pose`` if given."""
        blinks = [lit for seen, lit in self._fouls.get(seat, []) if 0 < t - seen < BLINK_US]
        return next((lit for lit in reversed(blinks) if pose is None or self.matches(pose, lit) >= 3), None)

    def heard_since(self, seat: int, t: int) -> bool:
        """Whether the side of ``seat`` has flashed since ``t``: its button was heard."""
        return self._heard.get(seat, LONG_AGO) >= t

    def accepted_since(self, pose: Pose, t: int) -> bool:
        """Whether there has been a flash at a tile's place since ``t``."""
        return any(seen >= t and self.matches(pose, blue) >= 3 for seen, blue in self._accepted)

    def matches(self, pose: Pose, lit: frozenset[int], near: int = 1) -> int:
        """On how many of the four sides the light beside ``pose``, or one of its ``near`` neighbours, is in ``lit``."""
        last = self._side - 1
        column = min(max(int(pose.x * self._side / self.area[0]), 0), last)
        row = min(max(int(pose.y * self._side / self.area[1]), 0), last)
        cross = (last - column, 2 * self._side - 1 - row, 2 * self._side + column, 3 * self._side + row)
        return sum(any(light + by in lit for by in range(-near, near + 1)) for light in cross)

    def nearness(self, pose: Pose, lit: frozenset[int]) -> int:
        """How well ``lit`` points at ``pose``: to tell two places from one another that are hardly a light apart."""
        return self.matches(pose, lit) + self.matches(pose, lit, 0)

    def is_second(self, meant: Pose, others: tuple[Pose, ...], first: frozenset[int], second: frozenset[int]) -> bool:
        """Whether the second of two sets of lights stands for the place meant, the first for one of the others.

        A light is nearly as long as a tile: of two places side by side only that tells which is which.
        """
        if not others:
            return self.nearness(meant, second) > self.nearness(meant, first)
        straight = min(self._off(meant, first) + self._off(other, second) for other in others)
        return min(self._off(meant, second) + self._off(other, first) for other in others) < straight

    def _off(self, pose: Pose, lit: frozenset[int]) -> float:
        """How many mm ``lit`` points past ``pose``: the nearest light of each side that has one, all sides together."""
        side, (width, height) = self._side, self.area
        across, down = pose.x * side / width, pose.y * side / height
        places = ((side - across, width), (side - down, height), (across, width), (down, height))
        found = 0.0
        for n, (place, length) in enumerate(places):
            gaps = [abs(light % side + 0.5 - place) for light in lit if light // side == n]
            found += min(gaps, default=0.0) * length / side
        return found
