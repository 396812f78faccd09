"""Faults of what stands around the readers: the selector, tags, lights, power."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from domino_table.device.frame import encode
from domino_table.device.link import HELLO, PROTOCOL
from domino_table.virtual.chips.pn5180 import PN5180
from domino_table.virtual.chips.pn5180 import registers as r
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.faults.shell import Shell
from domino_table.virtual.faults.site import Site
from domino_table.virtual.tags import Pose, Tile


class StuckLoop(Shell):
    """A field whose selector has one diode that always conducts, or never."""

    own = ("_loop", "_closed")

    def __init__(self, inner: object, loop: int, closed: bool) -> None:
        super().__init__(inner)
        self._loop, self._closed = loop, closed

    def select(self, t: int, loops: Iterable[int]) -> None:
        """As :meth:`Field.select`."""
        selected = frozenset(loops)
        if selected:
            selected = selected | {self._loop} if self._closed else selected - {self._loop}
        self.inner.select(t, selected)


def mute(tags: Iterable[Tag]) -> Callable[[], None]:
    """Shade some tags, others may shade them, too. Returns what ends that."""
    shaded = list(tags)
    for tag in shaded:
        tag.shades += 1

    def end() -> None:
        for tag in shaded:
            tag.shades -= 1

    return end


class Glitch(Shell):
    """A chain of lights that takes a spike on its line for data: from some light on everything is shifted."""

    own = ("_rng", "_share")

    def __init__(self, inner: object, rng: random.Random, share: float) -> None:
        """``inner``: what the chain makes of bytes anyway. ``share``: of the transmissions that are hit."""
        super().__init__(inner)
        self._rng, self._share = rng, share

    def __call__(self, data: bytes) -> bytes:
        """What the lights take in."""
        data = self.inner(data)
        if not data or self._rng.random() >= self._share:
            return data
        at = self._rng.randrange(len(data))
        return (data[:at] + bytes((self._rng.randrange(64),)) + data[at:])[: len(data)]


class Startled(Shell):
    """A field in which a reader freezes when a hand moves a tile while it has an exchange on air."""

    own = ("_chip",)

    def __init__(self, inner: object, chip: PN5180) -> None:
        super().__init__(inner)
        self._chip = chip

    def put(self, t: int, tile: Tile, pose: Pose) -> None:
        """As :meth:`Field.put`."""
        self.inner.put(t, tile, pose)
        self._startle(t)

    def take(self, t: int, tile: Tile) -> None:
        """As :meth:`Field.take`."""
        self.inner.take(t, tile)
        self._startle(t)

    def _startle(self, t: int) -> None:
        if self._chip.radio.state(t) not in (r.IDLE, r.WAIT_TRANSMIT):
            self._chip.busy_stuck = True


class Visitor:
    """A PC on the serial line that asks for the head of the journal, and whose cable is pulled in mid-sentence."""

    def __init__(self, site: Site, us: int) -> None:
        """Plugged in now, pulled after ``us``."""
        assert site.board is not None
        self._site, self._line, self._until = site, site.board.serial, site.now() + us
        self._number = 0
        self._ask()

    def _ask(self) -> None:
        now, request = self._site.now(), encode(HELLO, self._number % 256, bytes((PROTOCOL,)))
        self._number += 1
        if now < self._until:
            self._line.write(now, request)
            self._site.after(_ASK_US, self._ask)
        else:
            self._line.write(now, request[: self._site.rng.randrange(len(request))] + bytes(3))


_ASK_US = 60_000
