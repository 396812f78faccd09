"""A round as the table has it in its record, and people who set the tiles out as it says.

A table that was tested, deployed or reset while people played knows no more than its record; its page and display tell
people what that is, and they go on from there.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from domino_table.virtual.chain import Halves, Layout
from domino_table.virtual.rows import CUT
from domino_table.virtual.tags import Pose
from domino_table.virtual.world import Piece, Place, World


@dataclass(frozen=True)
class Laid:
    """A tile that counts: its pips as the record names them, the first of a round from left to right; its end."""

    tile: Halves
    end: str = ""
    face_down: bool = False

    @property
    def halves(self) -> Halves:
        """The pips, the lower first."""
        low, high = sorted(self.tile)
        return low, high


@dataclass(frozen=True)
class Recorded:
    """Where a match stands.

    Attributes:
        playing: a round is being played, or its last hands are being shown; round: its number, from 1.
        laid: the tiles of the round that count, in their order.
        hands: per seat the tiles that the table knows. counts: per seat how many tiles there are.
        rows: per seat the row from left to right, None for a tile that nobody has seen; empty where there are no rows.
    """

    playing: bool
    round: int
    laid: tuple[Laid, ...]
    hands: tuple[tuple[Halves, ...], ...]
    counts: tuple[int, ...]
    rows: tuple[tuple[Halves | None, ...], ...] = ()

    @property
    def lying(self) -> tuple[Laid, ...]:
        """Of what is laid, what lies on the cloth: what a cut has closed was taken away."""
        cuts = [number for number, laid in enumerate(self.laid, 1) if laid.end == CUT]
        return self.laid[cuts[-1] :] if cuts else self.laid


class SettingOut:
    """Hands that set out a round: what counts lies on the cloth, everybody holds what the table knows him to hold.

    untouched: tiles that belong to others' hands, which are left where they are. laid_by: {tile: seat} of tiles whose
    owner people remember.
    """

    def __init__(self, world: World, recorded: Recorded, untouched: Collection[int], laid_by: dict[int, int]) -> None:
        self._world, self._recorded = world, recorded
        self._untouched, self._laid_by = untouched, laid_by
        self._pieces: dict[Halves, Piece] = {(piece.low, piece.high): piece for piece in world.pieces}

    def line(self, empty: Layout) -> Layout:
        """The line as it grew, on an ``empty`` layout; what counts and does not lie there is laid."""
        layout = empty.emptied()
        for laid in self._recorded.lying:
            self._add(layout, laid)
        return layout

    def _add(self, layout: Layout, laid: Laid) -> None:
        piece, (low, high) = self._pieces[laid.halves], laid.halves
        end = laid.end if layout.tiles else ""
        if layout.tiles and end not in layout.arms:
            fitting = layout.fits(low, high)
            if not fitting:
                return  # people see another line than the table: they go by its lights
            end = fitting[0] if piece.pose is None or len(fitting) == 1 else ""
        found = layout.read(low, high, piece.pose, end) if piece.pose else None
        name, spot = found or (end, layout.spot(low, high, end))
        if piece.pose is None:
            angle = spot.pose.angle % 360
            if not layout.tiles and (angle < 180) != (laid.tile == laid.halves):
                angle = (angle + 180) % 360
            self._world.lay(piece.index, Pose(spot.pose.x, spot.pose.y, angle))
        assert piece.pose is not None
        layout.add(low, high, name, spot, piece.pose, laid.face_down)

    def hands(self) -> None:
        """Give everybody what he holds; what is too much goes to the bazaar, and what nobody knows comes from there."""
        world, known = self._world, self._recorded.hands
        on_table = {self._pieces[laid.halves].index for laid in self._recorded.lying}
        held = [{self._pieces[halves].index for halves in hand} for hand in known]
        for seat, hand in enumerate(held):
            for tile in sorted(hand - set(world.racks[seat]) - set(self._untouched)):
                world.to_rack(tile, seat)
        everybodys = set().union(*held)
        loose = [
            piece.index
            for piece in world.pieces
            if piece.place in (Place.CLOTH, Place.HAND) and piece.index not in on_table | everybodys
        ]
        loose = [tile for tile in loose if tile not in self._untouched]
        for seat, count in enumerate(self._recorded.counts):
            loose += [tile for tile in world.racks[seat] if tile not in held[seat]][max(0, count - len(held[seat])) :]
        for tile in loose:
            world.to_bazaar(tile)
        for seat in range(len(self._recorded.counts)):
            self._fill(seat, loose)

    def _fill(self, seat: int, loose: list[int]) -> None:
        """Tiles into a rack that is short of them: first those that came from it, last those that came from others'."""
        world = self._world
        own = [tile for tile in self._untouched if self._laid_by.get(tile) == seat]
        missing = self._recorded.counts[seat] - len(world.racks[seat]) - len(own)
        others = [tile for tile in world.bazaar() if tile not in loose]
        rank = {seat: 0, None: 1}
        for tile in sorted(loose + others, key=lambda tile: rank.get(self._laid_by.get(tile), 2)):
            if missing <= 0:
                return
            if world.pieces[tile].place is Place.BAZAAR:
                world.to_rack(tile, seat)
                missing -= 1

    def row(self, seat: int, before: list[int]) -> list[int]:
        """The row of a seat from left to right: what was turned up in its place, the rest as it stood ``before``."""
        if not self._recorded.rows:
            return []
        rack = self._world.racks[seat]
        places = [None if halves is None else self._pieces[halves].index for halves in self._recorded.rows[seat]]
        rest = [tile for tile in before if tile in rack and tile not in places]
        rest += [tile for tile in rack if tile not in rest and tile not in places]
        return [rest.pop(0) if tile is None else tile for tile in places if tile is not None or rest]
