"""The world around the board: tiles and where they are, and hands that move them. Nothing here knows rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import astuple, dataclass
from enum import Enum
from typing import Any

from domino_table.hardware import Build
from domino_table.virtual.chips.piezo import Piezo
from domino_table.virtual.course import MS, Course
from domino_table.virtual.field import Field
from domino_table.virtual.tags import Pose, halves, make_set
from domino_table.virtual.tags import Tile as TaggedTile

HEAP_X, HEAP_Y = 62, 36
"""From place to place in a bazaar on the cloth."""
PRESS_US = 140 * MS
BETWEEN_PRESSES_US = 130 * MS
LONG_PRESS_US = 1_100 * MS
RAISE_US = 120 * MS
"""A hand is raised before it knocks; the pads are known to be still for less than that."""
KNOCK_GAP_US = 320 * MS
RACK_ROW, LEANS = 12, 4.0
"""Tiles that stand side by side in a rack, and mm by which one that leans against them is farther from its loop."""
RIM_STEP, RIM_OUT, RIM_ROW = 58.0, 40.0, 40.0
"""mm from tile to tile of a hand that stands at the rim, out from the play area, and from row to row. From 40 mm on no
loop hears it; at 15 mm, over the loops' ends, one tile in five looks like half a tile that lies at the edge."""
KNOCK_PEAK = 36_000
KNOCK_SHAKE = 6_000
"""What a knuckle gives on its own pad and on the other three, of 65535."""


class Place(Enum):
    """Where a tile can be."""

    BAZAAR = "bazaar"
    RACK = "rack"
    CLOTH = "cloth"
    HAND = "hand"


@dataclass(slots=True)
class Piece:
    """One tile of the set: pips of its halves, its tags, where it is and, on the cloth, how it lies."""

    index: int
    low: int
    high: int
    tags: TaggedTile
    place: Place = Place.BAZAAR
    seat: int | None = None
    pose: Pose | None = None

    @property
    def name(self) -> str:
        return f"{self.low}-{self.high}"

    @property
    def double(self) -> bool:
        return self.low == self.high


class World(Course):
    """Tiles, racks, the bazaar and the controls of one table, and the events that people cause there.

    Attributes:
        pieces: all tiles by index.
        racks: per seat the tiles in its rack, in the order in which they came.
        pads: per seat the piezo disc of its knock pad.
        rim_out: how far outside the play area hands without racks stand, mm.
        rested: called with (piece, time) whenever a tile has come to rest on the cloth.
        moved: called whenever a tile is somewhere else.
    """

    def __init__(self, build: Build, field: Field, seed: int) -> None:
        super().__init__()
        self.build, self.field = build, field
        self.rng = random.Random(f"world {seed}")
        tagged = make_set(seed, build.data["tile"]["set_max"])
        self.pieces = [
            Piece(tile.index, low, high, tile)
            for tile, (low, high) in zip(tagged, halves(build.data["tile"]["set_max"]), strict=True)
        ]
        self.racks: list[list[int]] = [[] for _ in range(build.seats)]
        self.rested: Callable[[Piece, int], None] = lambda piece, t: None
        self.moved: Callable[[], None] = lambda: None
        self.rim_out = RIM_OUT
        self._slots: list[list[int | None]] = [[] for _ in range(build.seats)]
        self._heap: list[int | None] = []  # places of a bazaar on the cloth
        if build.zone:
            left, top, right, bottom = build.zone
            self._across = int((right - left) // HEAP_X)
            self._heap = [None] * (self._across * int((bottom - top) // HEAP_Y))
        self._held: dict[str, int] = {}
        self.pads = [Piezo() for _ in range(build.seats)]
        if self._heap:
            for piece in self.pieces:
                self.to_bazaar(piece.index)

    # --- hands --------------------------------------------------------------------------------------------------

    def bazaar(self) -> list[int]:
        """Tiles in the bazaar, by index."""
        return [piece.index for piece in self.pieces if piece.place is Place.BAZAAR]

    def cloth(self) -> list[int]:
        """Tiles on the cloth, by index."""
        return [piece.index for piece in self.pieces if piece.place is Place.CLOTH]

    def lift(self, tile: int) -> None:
        """A hand takes a tile from wherever it is, out of every loop's reach."""
        piece = self.pieces[tile]
        if piece.place in (Place.CLOTH, Place.RACK) or tile in self._heap:
            self.field.take(self.now, piece.tags)
        if tile in self._heap:
            self._heap[self._heap.index(tile)] = None
        if piece.place is Place.RACK and piece.seat is not None:
            self.racks[piece.seat].remove(tile)
            slots = self._slots[piece.seat]
            slots[slots.index(tile)] = None
        piece.place, piece.pose = Place.HAND, None
        self.moved()

    def lay(self, tile: int, pose: Pose, rests: bool = True) -> None:
        """A tile touches the cloth at ``pose``; without ``rests`` the hand is still on it and slides it."""
        piece = self.pieces[tile]
        if piece.place is not Place.CLOTH:
            self.lift(tile)
        piece.place, piece.seat, piece.pose = Place.CLOTH, None, pose
        self.field.put(self.now, piece.tags, pose)
        self.moved()
        if rests:
            self.rested(piece, self.now)

    def to_rack(self, tile: int, seat: int) -> None:
        """A tile comes to stand in the rack of ``seat``."""
        self.lift(tile)
        piece = self.pieces[tile]
        piece.place, piece.seat = Place.RACK, seat
        self.racks[seat].append(tile)
        slots = self._slots[seat]
        if None in slots:
            slots[slots.index(None)] = tile
        else:
            slots.append(tile)
        slot = slots.index(tile)
        self._stand(piece, seat, slot)
        self.moved()

    def to_bazaar(self, tile: int) -> None:
        """A tile goes face down to the bazaar: off the grid, or to any free place of its zone."""
        self.lift(tile)
        piece = self.pieces[tile]
        piece.place, piece.seat = Place.BAZAAR, None
        if self._heap:
            slot = self.rng.choice([n for n, other in enumerate(self._heap) if other is None])
            self._heap[slot] = tile
            self.field.put(self.now, piece.tags, self.heap_pose(slot))
        self.moved()

    def _stand(self, piece: Piece, seat: int, slot: int) -> None:
        if self.build.has_racks:
            self.field.put(self.now, piece.tags, self.rack_pose(seat, slot))
        elif self.field.feels_poses:
            self.field.put(self.now, piece.tags, self.rim_pose(seat, slot))

    # --- a table that outlives its program ----------------------------------------------------------------------

    def whereabouts(self) -> dict[str, Any]:
        """Where every tile is, as JSON for :meth:`put_back`."""
        return {
            "cloth": [[piece.index, *astuple(piece.pose)] for piece in self.pieces if piece.pose is not None],
            "hands": [[piece.index, piece.seat] for piece in self.pieces if piece.place is Place.HAND],
            "racks": self.racks,
            "slots": self._slots,
            "heap": self._heap,
        }

    def put_back(self, told: Any) -> None:
        """Put every tile where it was. Where that is no world like this nothing is moved: raises ValueError."""
        try:
            cloth = {tile: Pose(*map(float, numbers)) for tile, *numbers in told["cloth"]}
            hands, racks, slots, heap = dict(told["hands"]), told["racks"], told["slots"], told["heap"]
            held = [tile for rack in racks for tile in rack]
            standing = [sorted(tile for tile in row if tile is not None) for row in slots]
            fits = standing == [sorted(rack) for rack in racks] and {*hands.values()} <= {None, *range(len(self.racks))}
            away = [*cloth, *hands, *held, *(tile for tile in heap if tile is not None)]
            sizes = len(racks), len(slots), len(heap), len(away) if heap else len(self.pieces)
        except (KeyError, TypeError, ValueError):
            raise ValueError("this is no world") from None
        expected = len(self.racks), len(self.racks), len(self._heap), len(self.pieces)
        if not fits or sizes != expected or sorted(away) != sorted({*away} & {*range(len(self.pieces))}):
            raise ValueError("this is the world of another table")
        for tile in away:
            self.lift(tile)
        for tile, pose in cloth.items():
            self.lay(tile, pose, rests=False)
        for tile, seat in hands.items():
            self.pieces[tile].seat = seat
        self._heap, self.racks, self._slots = heap, racks, slots
        for slot, tile in enumerate(heap):
            if tile is not None:
                self.pieces[tile].place = Place.BAZAAR
                self.field.put(self.now, self.pieces[tile].tags, self.heap_pose(slot))
        for seat, row in enumerate(slots):
            for slot, tile in enumerate(row):
                if tile is not None:
                    self.pieces[tile].place, self.pieces[tile].seat = Place.RACK, seat
                    self._stand(self.pieces[tile], seat, slot)
        self.moved()

    def heap_pose(self, slot: int) -> Pose:
        """How a tile lies in one place of a bazaar on the cloth."""
        assert self.build.zone
        left, top, _, _ = self.build.zone
        return Pose(left + (slot % self._across + 0.5) * HEAP_X, top + (slot // self._across + 0.5) * HEAP_Y)

    def rack_pose(self, seat: int, slot: int) -> Pose:
        """How the tile in one slot of a rack stands: side by side, twelve in a row; more lean against two of those."""
        rack = next(rack for rack in self.build.data["racks"] if rack["seat"] == seat)
        (x, y), (width, height) = rack["centre"], rack["size"]
        behind, place = divmod(slot, RACK_ROW)
        shift = (place - 5.5 + behind / 2) * self.build.data["tile"]["width"]
        lifted = behind * LEANS
        return Pose(x + shift, y, 90, height=lifted) if width > height else Pose(x, y + shift, 0, height=lifted)

    def rim_pose(self, seat: int, slot: int) -> Pose:
        """How a tile of a hand without a rack stands: on its long edge beside the play area, from the middle outwards.

        Where the side is full, more stand in a second row.
        """
        area = self.build.data["area"]
        across, length = (area["width"], area["height"]) if seat % 2 == 0 else (area["height"], area["width"])
        places = max(1, int(across // RIM_STEP))
        place, row = slot % places, slot // places
        along = across / 2 + (place + 1) // 2 * RIM_STEP * (1 if place % 2 else -1)
        beyond = self.rim_out + row * RIM_ROW
        out = length + beyond if seat in (0, 3) else -beyond
        return Pose(along, out, 0, tilt=90) if seat % 2 == 0 else Pose(out, along, 90, tilt=90)

    # --- controls -----------------------------------------------------------------------------------------------

    def press(self, key: str, kind: str = "short") -> None:
        """Press the input ``key`` of the build ("seat0", "left", "ok"…), short, double or long, from now on."""
        if kind == "double":
            self._press(key, 0, PRESS_US)
            self._press(key, PRESS_US + BETWEEN_PRESSES_US, PRESS_US)
        else:
            self._press(key, 0, PRESS_US if kind == "short" else LONG_PRESS_US)

    def _press(self, key: str, after: int, length: int) -> None:
        fingers = self.dark_at

        def change(by: int) -> None:
            if self.dark_at == fingers:  # else they have left the buttons meanwhile
                self._held[key] = max(0, self._held.get(key, 0) + by)

        self.at(self.now + after, lambda: change(1))
        self.at(self.now + after + length, lambda: change(-1))

    def hold(self) -> None:
        """Everybody holds still, and fingers leave the buttons."""
        self._held.clear()
        super().hold()

    def pressed(self, key: str) -> bool:
        """Whether a finger is on this input now."""
        return self._held.get(key, 0) > 0

    def knock(self, seat: int) -> None:
        """A double knock on the pad of ``seat``, from now on."""

        def hit() -> None:
            for where, pad in enumerate(self.pads):
                pad.hit(self.now, KNOCK_PEAK if where == seat else KNOCK_SHAKE)

        for after in (RAISE_US, RAISE_US + KNOCK_GAP_US):
            self.at(self.now + after, hit)
