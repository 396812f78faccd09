"""Tiles of the virtual table: two ICODE SLIX2 each, and where the tags are when a tile lies somewhere."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Final

from domino_table.virtual.chips.slix2 import NXP, Tag

CODE_MARK: Final = 0xD0
CODE_CHECK: Final = 0xA5
SLIX2_TYPE: Final = 0x10
"""Bits 37:36 of the UID tell the family: 01 = SLIX2 (datasheet, unique identifier)."""


@dataclass(frozen=True)
class Pose:
    """How a tile lies: centre in mm and angle in degrees of the direction from half 0 to half 1: 0 = +x, 90 = +y.

    Attributes:
        tilt: degrees rolled about its length: 0 face up, 90 on its long edge, 180 face down.
        lean: degrees raised by half 1: 90 on its short edge.
        height: of its lowest corner above the cloth, mm.
    """

    x: float
    y: float
    angle: float = 0.0
    tilt: float = 0.0
    lean: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class Tile:
    """A tile by its index in the order 0-0, 0-1, … and its tags, that of the lower half first."""

    index: int
    tags: tuple[Tag, Tag]


def halves(set_max: int = 6) -> list[tuple[int, int]]:
    """Pips of the tiles by index."""
    return [(a, b) for a in range(set_max + 1) for b in range(a, set_max + 1)]


def block_zero(tile: int, half: int) -> bytes:
    """What block 0 of a tile's tag says: mark, tile, half, check."""
    return bytes((CODE_MARK, tile, half, CODE_MARK ^ tile ^ half ^ CODE_CHECK))


def new_tag(rng: random.Random, dsfid: int = 0, blocks: tuple[bytes, ...] = ()) -> Tag:
    """A tag with a random serial number. Wake time and persistence are drawn within the spread of real tags [estimate].

    The wake time stays below the design's guard time of 1.2 ms; persistence is 2 to 10 s.
    """
    uid = rng.randbytes(4) + bytes((SLIX2_TYPE | rng.randrange(16), 0x01, NXP, 0xE0))
    return Tag(
        uid, dsfid, blocks=blocks, wake_us=rng.randrange(300, 901), persist_us=rng.randrange(2_000_000, 10_000_001)
    )


def make_set(seed: int, set_max: int = 6) -> list[Tile]:
    """One set of tiles, by index. The same seed gives the same set."""
    rng = random.Random(f"tags {seed}")
    return [Tile(index, (_half(rng, index, 0), _half(rng, index, 1))) for index in range(len(halves(set_max)))]


def tile_map(tiles: list[Tile]) -> bytes:
    """The board's ``/tiles.bin``: UIDs in the order of the air, tile by tile, half by half."""
    return b"".join(tag.uid for tile in tiles for tag in tile.tags)


def tag_centres(pose: Pose, distance: float = 28.0) -> tuple[tuple[float, float], tuple[float, float]]:
    """Centres in mm of the two tags of a tile that lies flat at ``pose``, half 0 first; ``distance`` between them."""
    angle = math.radians(pose.angle)
    dx, dy = math.cos(angle) * distance / 2, math.sin(angle) * distance / 2
    return (pose.x - dx, pose.y - dy), (pose.x + dx, pose.y + dy)


def _half(rng: random.Random, tile: int, half: int) -> Tag:
    return new_tag(rng, 2 * tile + half, (block_zero(tile, half),))
