"""Hands for people at a page: who has taken which seat of a virtual table, what they see, what they may do.

The world of a virtual table lives in the thread of its board; everything here goes there and back. Requests come from
several threads at once: who looks whether a seat is free and then takes or frees it does so alone.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable
from math import ceil
from typing import Any, Protocol

from domino_table.virtual.guests import FACE_DOWN, Refusal

_WAIT_S = 3.0
_KEYS = ("left", "right", "ok")
_SEATS = ("seat0", "seat1", "seat2", "seat3")
_IDLE_S = 120.0
"""A page in the background may be silent for a minute; one silent for longer has gone without leaving its seat."""
_SILENT_S = 10.0
"""Of a page that has been silent for so long, others are told until when its seat is kept."""
_GRACE_S = 3.0
"""A page that goes may only be loaded anew: its seat waits so long for it."""


class World(Protocol):
    """What the page needs of a virtual table; all in the board's thread. Poses: (x, y, angle) in mm and degrees."""

    def take_seat(self, seat: int) -> None: ...

    def leave_seat(self, seat: int) -> None: ...

    def lay(self, seat: int, tile: str, pose: tuple[float, float, float]) -> None: ...

    def back_to_rack(self, seat: int, tile: str) -> None: ...

    def draw(self, seat: int) -> None: ...

    def press(self, seat: int, kind: str) -> None: ...

    def press_key(self, key: str, kind: str) -> None: ...

    def try_seat(self, seat: int, kind: str) -> None: ...

    def snapshot(self, seat: int | None) -> dict[str, Any]:
        """What can be seen around the table, and in its rack by the person at ``seat``."""
        ...

    def display_png(self) -> bytes: ...


class Hands:
    """Seats taken by pages, each with a secret that only its page knows.

    ``call`` has a function called in the thread of the world.
    """

    def __init__(self, world: World, seats: int, call: Callable[[Callable[[int], object]], None]) -> None:
        self._world, self._seats, self._call = world, seats, call
        self._seating = threading.RLock()  # held by whoever takes or frees a seat until the world has followed
        self._secrets: dict[int, str] = {}
        self._kept_until: dict[int, float] = {}  # by the monotonic clock, unless its page is heard again
        self._pages: dict[int, str] = {}

    def resize(self, seats: int) -> None:
        """So many seats are played from now on; a page that sits at another one has lost it."""
        with self._seating:
            self._seats = seats
            for seat in [seat for seat in self._secrets if seat >= seats]:
                self._forget(seat)

    def take(self, seat: int, page: str = "", secret: str = "") -> str:
        """Sit down; returns the secret of the seat. Raises Refusal where somebody else sits at a page.

        page: name that the page has given itself (see ``gone``). secret: of a seat that the same person still holds,
        who has loaded the page anew or opened another one.
        """
        with self._seating:
            self._check(seat)
            self.free_idle()
            if secret:
                self.must_hold(seat, secret)
            elif seat in self._secrets:
                sentence = f"seat {seat + 1} is taken by another page: choose another one"
                raise Refusal(sentence, "seat_taken", seat=seat + 1)
            else:
                secret = secrets.token_urlsafe(16)
                self._in_world(lambda: self._world.take_seat(seat))
            self._kept_until[seat] = time.monotonic() + _IDLE_S
            self._secrets[seat], self._pages[seat] = secret, page
            return secret

    def leave(self, seat: int, secret: str) -> None:
        """Stand up; the simulated player takes over again."""
        with self._seating:
            self.must_hold(seat, secret)
            self._free(seat)

    def going(self, seat: int, secret: str) -> None:
        """The page of a seat is being closed, or loaded anew: the seat is freed soon unless it is heard again."""
        with self._seating:
            self.must_hold(seat, secret)
            self._kept_until[seat] = min(self._kept_until[seat], time.monotonic() + _GRACE_S)

    def gone(self, page: str) -> None:
        """The connection to a page has ended, whether it was closed or has died. Never waits."""
        soon = time.monotonic() + _GRACE_S
        for seat in [seat for seat, name in list(self._pages.items()) if page and name == page]:
            self._kept_until[seat] = min(self._kept_until.get(seat, soon), soon)

    def holds(self, seat: int | None, secret: str | None) -> bool:
        """Whether this secret is that of the seat."""
        if seat not in self._secrets:
            return False
        return secrets.compare_digest(self._secrets[seat].encode(), (secret or "").encode())

    def must_hold(self, seat: int, secret: str) -> None:
        if not self.holds(seat, secret):
            raise Refusal("you do not sit there: take the seat first", "seat_lost")

    def act(self, seat: int, secret: str, act: dict[str, Any]) -> None:
        """Do ``{"do": "lay"|"back"|"draw"|"press", ...}`` with the hands of the seat. Raises Refusal."""
        self.must_hold(seat, secret)
        world, kind = self._world, act.get("do")
        if kind == "lay":
            tile, pose = _tile(act), _pose(act)
            self._in_world(lambda: world.lay(seat, tile, pose))
        elif kind == "back":
            tile = _tile(act)
            self._in_world(lambda: world.back_to_rack(seat, tile))
        elif kind == "draw":
            self._in_world(lambda: world.draw(seat))
        elif kind == "press":
            press = act.get("press")
            if press not in ("short", "long", "double", "knock"):
                raise Refusal(f"a button is pressed short, long or double, a pad knocked, not {press!r}")
            self._in_world(lambda: world.press(seat, press))
        else:
            raise Refusal(f"hands cannot do {kind!r}: lay, back, draw or press")

    def press_key(self, key: Any, kind: Any) -> None:
        """Press one of the keys under the display, which are everybody's, or try a seat's button or pad.

        ``key``: "left", "right" or "ok", pressed "short" or "long"; "seat0" to "seat3", "short" or "knock", only while
        nobody plays. Raises Refusal.
        """
        if key in _KEYS and kind in ("short", "long"):
            self._in_world(lambda: self._world.press_key(key, kind))
        elif key in _SEATS and kind in ("short", "knock"):
            self._in_world(lambda: self._world.try_seat(_SEATS.index(key), kind))
        else:
            raise Refusal(f"a key is left, right or ok, pressed short or long, not {key!r}, {kind!r}")

    def snapshot(self, seat: int | None, secret: str | None) -> dict[str, Any]:
        """What is to be seen; with the secret of a seat, its rack too."""
        with self._seating:
            mine = seat if self.holds(seat, secret) else None
            if mine is not None:
                self._kept_until[mine] = time.monotonic() + _IDLE_S
            self.free_idle()
        seen: dict[str, Any] = self._in_world(lambda: self._world.snapshot(mine))
        return {**seen, "taken": sorted(self._secrets), "held": self._held(), "mine": mine}

    def display_png(self) -> bytes:
        png: bytes = self._in_world(self._world.display_png)
        return png

    def free_idle(self) -> None:
        """Free the seats whose pages have gone. Raises Refusal where the virtual table does not answer."""
        with self._seating:
            now = time.monotonic()
            for seat in [seat for seat, until in list(self._kept_until.items()) if now > until]:
                self._free(seat)

    def _held(self) -> dict[int, int]:
        """Seats whose page is silent: in how many seconds they are freed."""
        now = time.monotonic()
        left = {seat: until - now for seat, until in sorted(self._kept_until.items())}
        return {seat: max(0, ceil(rest)) for seat, rest in left.items() if rest < _IDLE_S - _SILENT_S}

    def _free(self, seat: int) -> None:
        if self._forget(seat):
            self._in_world(lambda: self._world.leave_seat(seat))

    def _forget(self, seat: int) -> bool:
        """Whether the seat was taken."""
        self._kept_until.pop(seat, None)
        self._pages.pop(seat, None)
        return self._secrets.pop(seat, None) is not None

    def _check(self, seat: int) -> None:
        if not self._seats:
            raise Refusal(FACE_DOWN, "face_down")
        if not 0 <= seat < self._seats:
            sentence = f"there is no seat {seat + 1}: seats are 1 to {self._seats}"
            raise Refusal(sentence, "no_seat", seat=seat + 1)

    def _in_world(self, action: Callable[[], Any]) -> Any:
        """The action's result. Raises Refusal for it."""
        done = threading.Event()
        result: list[tuple[Any, Refusal | None]] = []

        def run(_: int) -> None:
            try:
                result.append((action(), None))
            except Refusal as error:
                result.append((None, error))
            done.set()

        self._call(run)
        if not done.wait(_WAIT_S):
            raise Refusal("the virtual table does not answer: start it again", "silent")
        value, error = result[0]
        if error:
            raise error
        return value


def _tile(act: dict[str, Any]) -> str:
    tile = act.get("tile")
    if not isinstance(tile, str):
        raise Refusal(f'a tile is written like "2-5", not {tile!r}')
    return tile


def _pose(act: dict[str, Any]) -> tuple[float, float, float]:
    pose = act.get("pose")
    if isinstance(pose, list) and len(pose) == 3 and all(isinstance(n, int | float) and abs(n) < 1e4 for n in pose):
        return float(pose[0]), float(pose[1]), float(pose[2]) % 360
    raise Refusal(f"a pose is [x, y, angle] in mm and degrees, not {pose!r}")
