"""Faults of the air between readers and tags. Each has the face of an antenna connector (``AirPort``)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from domino_table.virtual import airtime
from domino_table.virtual.chips.iso15693 import INVENTORY_FLAG, with_crc
from domino_table.virtual.faults.shell import Shell
from domino_table.virtual.field import Reception

_UID = slice(-10, -2)
"""Where the UID stands in an inventory answer with its CRC."""
_ONE_SLOT = b"\x26\x01\x00"
"""How an inventory of one slot without a mask begins: flags, command, bits of the mask."""


class Air(Shell):
    """Air in which a share of the exchanges goes wrong."""

    own: tuple[str, ...] = ("rng", "share")

    def __init__(self, inner: object, rng: random.Random, share: float = 1.0) -> None:
        super().__init__(inner)
        self.rng, self.share = rng, share

    def strikes(self) -> bool:
        """Whether this exchange is one of those."""
        return self.rng.random() < self.share

    def transmit(self, start: int, end: int, frame: bytes | None) -> Reception | None:
        """As :meth:`AirPort.transmit`."""
        heard = self.inner.transmit(start, end, self.sent(frame))
        return self.heard(heard, end, frame)

    def sent(self, frame: bytes | None) -> bytes | None:
        """What tags hear of a request."""
        return frame

    def heard(self, reception: Reception | None, end: int, frame: bytes | None) -> Reception | None:
        """What the reader hears of the answer to a request that ended at ``end``."""
        return reception


class Ghosts(Air):
    """Noise that looks like a collision of no bytes where nothing answers."""

    def heard(self, reception: Reception | None, end: int, frame: bytes | None) -> Reception | None:
        if reception is not None or not self.strikes():
            return reception
        begin = end + airtime.us(airtime.T1)
        return Reception(begin, begin + airtime.us(airtime.RESPONSE_EDGE), b"", collision=0)


class Merging(Air):
    """Answers on top of one another come as one, their bitwise OR, without a word of collision."""

    def heard(self, reception: Reception | None, end: int, frame: bytes | None) -> Reception | None:
        if reception is None or reception.collision < 0 or not self.strikes():
            return reception
        return replace(reception, data=with_crc(reception.data[:-2]), collision=-1)


class Garbling(Air):
    """Answers with a wrong bit: the checksum does not agree."""

    def heard(self, reception: Reception | None, end: int, frame: bytes | None) -> Reception | None:
        if reception is None or not reception.data or not self.strikes():
            return reception
        data = bytearray(reception.data)
        data[self.rng.randrange(len(data))] ^= 1 << self.rng.randrange(8)
        return replace(reception, data=bytes(data))


class Strangers(Air):
    """Cross-talk of another antenna: names shifted by a bit, or of tags that are not here, with a good checksum."""

    own = (*Air.own, "_others")

    def __init__(self, inner: object, rng: random.Random, share: float, others: Sequence[bytes]) -> None:
        """``others``: the UIDs that may be heard."""
        super().__init__(inner, rng, share)
        self._others = others

    def heard(self, reception: Reception | None, end: int, frame: bytes | None) -> Reception | None:
        if frame is None or not frame.startswith(_ONE_SLOT) or not self.strikes():
            return reception
        if reception is None:
            data = with_crc(b"\0\0" + self.rng.choice(self._others))
            begin = end + airtime.us(airtime.T1)
            return Reception(begin, begin + airtime.response(len(data), False), data)
        shifted = int.from_bytes(reception.data[_UID], "little") << 1 & (1 << 64) - 1
        data = reception.data[: _UID.start] + shifted.to_bytes(8, "little")
        return replace(reception, data=with_crc(data), collision=-1)


class Jammed(Air):
    """Another strong field: no request is understood and no answer is heard."""

    own = (*Air.own, "foreign_field")

    def __init__(self, inner: object, rng: random.Random, share: float = 1.0) -> None:
        super().__init__(inner, rng, share)
        self.foreign_field = True

    def sent(self, frame: bytes | None) -> bytes | None:
        return b"" if self.strikes() else frame


class LostEnds(Air):
    """Tags do not hear an EOF now and then: their slots are counted wrong."""

    def transmit(self, start: int, end: int, frame: bytes | None) -> Reception | None:
        if frame is None and self.strikes():
            return None
        return super().transmit(start, end, frame)


class DrownedCommands(Air):
    """Commands to one tag are lost among many tags in the field."""

    def sent(self, frame: bytes | None) -> bytes | None:
        return b"" if frame and not frame[0] & INVENTORY_FLAG and self.strikes() else frame
