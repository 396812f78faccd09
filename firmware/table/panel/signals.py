"""The rim's six signals, each told by place, pattern and colour (docs/signals.md).

=========  =======================================  =============================  ======
signal     place                                    pattern                        colour
=========  =======================================  =============================  ======
turn       middle of the seat's side, its lamp      steady                         white
accepted   cross-hair of the tile                   one flash of 0.4 s             blue
heard      middle of the seat's side                one flash of 0.4 s             blue
question   cross-hairs of two places, seat's lamp   slow blink, places in turn     orange
foul       middle of the seat's side, cross-hair    double blink                   orange
fish       whole rim                                a wave runs once around        blue
trouble    four corners                             steady                         orange
=========  =======================================  =============================  ======

A cross-hair is the light on each of the four sides that is nearest to the tile's row and column. In a question the lamp
blinks together with the first place; the other place is lit while the lamp is dark. Who laid a tile is asked with the
lamps of all who may have, and no place. A lamp that is lit without its side asks to show the hand and press.
"""

import asyncio
from time import ticks_add, ticks_diff, ticks_ms

from table.once import seldom

BLACK = (0, 0, 0)
WHITE = (255, 255, 255)
BLUE = (0, 114, 178)
ORANGE = (230, 159, 0)

STEP_MS = 50
REFRESH_MS = 300
ACCEPTED_MS = 400
FISH_MS = 3000
FOUL_MS = 6000
SLOW_MS = 500
_MIDDLE = 4  # lights that mark a seat
_WAVE = 12  # lights of the fish's wave


class Signals:
    """Draws the state of all signals on a :class:`Rim`; ``await run()`` is its task.

    ``layout``: ``config["rim"]``; ``area``: (width, height) of the play area in mm.
    """

    @seldom
    def __init__(self, rim, layout, area):
        self._rim = rim
        self._side = layout["per_side"]
        self._lights = layout["leds"]
        self._lamps = layout["lamps"]
        self._area = area
        self._turn = None
        self._flash = self._heard = None  # (pose, end); (seat, end)
        self._shows = ()
        self._question = None  # (seats, places, start)
        self._foul = None  # (seat, pose, start)
        self._fish = None  # start
        self._trouble = False
        self._wake = asyncio.Event()

    def turn(self, seat):
        """It is this seat's turn; None: nobody's."""
        self._turn = seat
        self._wake.set()

    def accepted(self, pose):
        """A tile was accepted where it lies; pose (x, y, angle). Shown at once, in 3 ms: people wait for it."""
        now = ticks_ms()
        self._flash = (pose, ticks_add(now, ACCEPTED_MS))
        self._at_once(now)

    def _at_once(self, now):
        self.draw(now)
        self._rim.show()
        self._wake.set()

    def heard(self, seat):
        """What this seat's button said was taken: a tile drawn that nobody can see, or what it did last is undone."""
        self._heard = (seat, ticks_add(ticks_ms(), ACCEPTED_MS))
        self._wake.set()

    @seldom
    def show(self, seats):
        """These seats must show their hands."""
        self._shows = seats
        self._wake.set()

    @seldom
    def question(self, seats, places):
        """Ask ``seats`` to choose among at most two places (x, y, …), or who it was; None ends the question."""
        self._question = None if seats is None else (seats, places, ticks_ms())
        self._at_once(ticks_ms())

    @seldom
    def foul(self, seat, pose):
        """A foul of ``seat``, at a tile's pose or with None at no tile; shown until ``foul(None, None)`` or 6 s."""
        self._foul = None if seat is None else (seat, pose, ticks_ms())
        self._at_once(ticks_ms())

    @seldom
    def undone(self):
        """What was shown last does not count: neither its flash nor its wave."""
        self._flash = self._fish = None
        self._wake.set()

    @seldom
    def fish(self):
        self._fish = ticks_ms()
        self._wake.set()

    @seldom
    def trouble(self, on):
        self._trouble = on
        self._wake.set()

    async def run(self):
        """Redraw every 50 ms while something moves, else sleep until a signal changes."""
        refresh = asyncio.create_task(self._refresh())
        try:
            while True:
                self._wake.clear()
                moving = self.draw(ticks_ms())
                self._rim.show()
                if moving:
                    await asyncio.sleep_ms(STEP_MS)
                else:
                    await self._wake.wait()
        finally:
            refresh.cancel()

    async def _refresh(self):
        """A spike on the line shifts the lights (micropython#8161): say it all again from time to time."""
        while True:
            await asyncio.sleep_ms(REFRESH_MS)
            self._rim.spoilt()
            self._wake.set()

    def draw(self, now):
        """Set all lights as they are at ``now`` (ticks_ms); returns whether they will change by themselves."""
        self._forget(now)
        self._rim.fill(BLACK)
        if self._trouble:  # below all that says something about the play
            for corner in range(0, self._lights, self._side):
                self._rim.set(corner, ORANGE)
                self._rim.set((corner - 1) % self._lights, ORANGE)
        if self._fish is not None:
            self._draw_fish(ticks_diff(now, self._fish))
        if self._turn is not None:
            self._mark(self._turn, WHITE)
            self._lamp(self._turn, WHITE)
        if self._heard:
            self._mark(self._heard[0], BLUE)
        for seat in self._shows:
            self._lamp(seat, WHITE)
        if self._question:
            self._draw_question(now)
        if self._foul:
            self._draw_foul(now)
        if self._flash:  # above a foul that has just been there: that is the news
            self._cross(self._flash[0], BLUE)
        return bool(self._flash or self._heard or self._question or self._foul or self._fish is not None)

    def _forget(self, now):
        if self._flash and ticks_diff(now, self._flash[1]) >= 0:
            self._flash = None
        if self._heard and ticks_diff(now, self._heard[1]) >= 0:
            self._heard = None
        if self._foul and ticks_diff(now, self._foul[2]) >= FOUL_MS:
            self._foul = None
        if self._fish is not None and ticks_diff(now, self._fish) >= FISH_MS:
            self._fish = None

    def _draw_fish(self, age):
        head = age * (self._lights + _WAVE) // FISH_MS
        for light in range(max(0, head - _WAVE), min(head, self._lights)):
            self._rim.set(light, BLUE)

    def _draw_question(self, now):
        seats, places, start = self._question
        second = ticks_diff(now, start) // SLOW_MS % 2
        for seat in seats:
            self._lamp(seat, BLACK if second else ORANGE)
        if second < len(places) and places[second]:
            self._cross(places[second], ORANGE)

    def _draw_foul(self, now):
        seat, pose, start = self._foul
        phase = ticks_diff(now, start) % 1000
        colour = ORANGE if phase < 150 or 300 <= phase < 450 else BLACK
        self._mark(seat, colour)
        if pose:
            self._cross(pose, colour)

    def _mark(self, seat, colour):
        first = seat * self._side + (self._side - _MIDDLE) // 2
        for light in range(first, first + _MIDDLE):
            self._rim.set(light, colour)

    def _lamp(self, seat, colour):
        self._rim.set(self._lamps[seat], colour)

    def _cross(self, pose, colour):
        last = self._side - 1
        column = min(max(pose[0] * self._side // self._area[0], 0), last)
        row = min(max(pose[1] * self._side // self._area[1], 0), last)
        self._rim.set(last - column, colour)
        self._rim.set(self._side + last - row, colour)
        self._rim.set(2 * self._side + column, colour)
        self._rim.set(3 * self._side + row, colour)
