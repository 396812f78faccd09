"""ISO/IEC 15693-3 on the air, as tags and readers share it: flags of a request, CRC, families, what an answer is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

SLOW_OR_DUAL_MASK: Final = 0x03
HIGH_RATE_SINGLE: Final = 0x02
INVENTORY_FLAG: Final = 0x04
EXTENSION_FLAG: Final = 0x08
SELECT_OR_AFI_FLAG: Final = 0x10
ADDRESS_OR_ONE_SLOT_FLAG: Final = 0x20
OPTION_FLAG: Final = 0x40


@lru_cache(maxsize=8192)
def crc16(data: bytes) -> bytes:
    """The CRC of ISO/IEC 13239 as sent: polynomial 0x8408 reflected, preset FFFF, inverted, low byte first."""
    crc = 0xFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ 0x8408 if crc & 1 else crc >> 1
    return (crc ^ 0xFFFF).to_bytes(2, "little")


def with_crc(data: bytes) -> bytes:
    """``data`` and its CRC, as it goes over the air."""
    return data + crc16(data)


def well_formed(frame: bytes) -> bool:
    """Whether a request is long enough and its CRC right."""
    return len(frame) >= 4 and crc16(frame[:-2]) == frame[-2:]


def afi_matches(asked: int, own: int) -> bool:
    """Whether a tag of family ``own`` answers to ``asked``; a zero nibble asks for any (ISO 15693-3 table 1)."""
    return (not asked >> 4 or asked >> 4 == own >> 4) and (not asked & 15 or asked & 15 == own & 15)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a tag sends: bytes with CRC, whether at 53 kbit/s, how long after t1, whether a reader can decode it."""

    data: bytes
    fast: bool = False
    delay_us: int = 0
    readable: bool = True
