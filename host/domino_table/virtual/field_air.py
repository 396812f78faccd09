"""One reader's antenna in the physical field: who wakes when, whose answer is heard, who hides or disturbs whom."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

from domino_table.physics import link
from domino_table.physics.circuit import decibels, level_volts
from domino_table.virtual import airtime
from domino_table.virtual.chips.iso15693 import Answer
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.field import AGC_OPEN, AirPort, Reception

if TYPE_CHECKING:
    from domino_table.virtual.field_physical import Feed, PhysicalField

_JAMMED_DB: Final = -20.0
"""What a phone's field on the table leaves of every answer [estimate]."""
_HARDLY_DB: Final = -3.0
"""An answer this far under the noise is not even noticed."""


class PhysicalPort(AirPort):
    """As :class:`AirPort`; what is drawn here is drawn once for each answer, from the seed.

    ``disturbed`` is not called when only the drive level changes: the carrier goes on.
    """

    def __init__(self, field: PhysicalField, loops: frozenset[int], rng: random.Random) -> None:
        super().__init__(field, loops)
        self._physics, self._rng = field, rng
        self._now: Feed | None = None
        self._sending = (0, 0)

    @property
    def connected(self) -> frozenset[int]:
        """The loops that are on this antenna now."""
        return self._active

    def level(self, t: int, level: int) -> None:
        """The reader drives its antenna at one of eight levels, 0 the strongest."""
        if level != self._level:
            super().level(t, level)
            self._feed(t)

    def agc(self) -> int:
        """High when nothing loads the antenna; a detuned loop and tags over it raise it a little."""
        depths: dict[int, float] = {}
        if self._now is not None and len(self._active) == 1:
            (loop,) = self._active
            depths[loop] = sum(fed.depth for fed in self._now.by_tag.values())
        load = self._physics.loop_set.load(self._active, depths)
        return min(0x3FF, round(AGC_OPEN * load * level_volts(self._level) / level_volts(0)))

    def transmit(self, start: int, end: int, frame: bytes | None) -> Reception | None:
        """As :meth:`AirPort.transmit`."""
        self._sending = (start, end)
        return super().transmit(start, end, frame)

    def _powered(self) -> list[Tag]:
        self._now = self._physics.feed(self._active, self._loops, self._level)
        return self._now.tags

    def _wake(self, t: int, tag: Tag) -> None:
        if self._now is not None:
            tag.wake_us = self._now.by_tag[id(tag)].wake_us
        super()._wake(t, tag)

    def _receive(self, end: int, answers: list[tuple[Tag, Answer]]) -> Reception | None:
        """The strongest answer hides those that are much weaker; near ones collide; noise takes its share."""
        now, rng = self._now, self._rng
        if now is None:
            return None
        levels = [now.by_tag[id(tag)].decibels for tag, _ in answers]
        strongest = max(levels)
        least = strongest - rng.uniform(*link.CAPTURE_DB) if len(levels) > 1 else strongest
        rivals = [answer for (_, answer), level in zip(answers, levels, strict=True) if level >= least]
        margin = strongest - self._disturbance(end)
        reception = self._superpose(end, rivals)
        if rng.random() < link.chance_db(margin):
            return reception if rng.random() >= self._physics.setting.misses else self._missed(reception)
        return self._missed(reception) if margin > _HARDLY_DB else None

    def _missed(self, reception: Reception) -> Reception | None:
        """An answer that is lost: half of those are not noticed at all, the others have a wrong bit."""
        where = self._rng.randrange(2 * 8 * len(reception.data))
        if where >= 8 * len(reception.data) or reception.collision >= 0:
            return None
        data = bytearray(reception.data)
        data[where >> 3] ^= 1 << (where & 7)
        return Reception(reception.start, reception.end, bytes(data), -1, reception.fast)

    def _disturbance(self, end: int) -> float:
        """dB by which the noise during an answer is above that of a quiet table."""
        factor = self._physics.noise_at(end)
        for other in self._physics.others(self):
            factor += other.interference(end, self)
        disturbance = decibels(factor)
        return disturbance - _JAMMED_DB if self.foreign_field else disturbance

    def interference(self, end: int, victim: PhysicalPort) -> float:
        """What this reader's requests add to the noise of another, which awaits an answer after ``end``."""
        start, stop = self._sending
        if not self._on or stop <= end or start >= end + airtime.us(airtime.T1) + airtime.response(12):
            return 0.0
        loops = self._physics.loop_set
        coupled = [loops.coupling(a, b) for a in self._active for b in victim.connected]
        setting = self._physics.setting
        return max((abs(k) for k in coupled), default=0.0) * setting.loop_quality / setting.noise
