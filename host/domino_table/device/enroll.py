"""Make a set of tiles known to a board: its tags written tile by tile, read back, and entered in the board's tile map.

What is done is on the board after every tile (``/tiles.new``, complete it becomes ``/tiles.bin``), so an interrupted
call goes on from there with any PC.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from domino_table.device.tile_map import TileMap, TileMapError
from domino_table.device.workshop import Workshop, WorkshopError

MAP, UNFINISHED = "/tiles.bin", "/tiles.new"
_SPARE = "/tiles.tmp"
_SWEEP_S = 30.0
_MARK, _CHECK = 0xD0, 0xA5
_FAR = 70.0
"""Two tags of one tile are 28 mm apart: loops at a pitch of 40 mm never make that more than this (mm)."""
_APART, _CLEARLY = 8.0, 1.4
"""Halves lie side by side if their tags seem to be this far apart (mm) along x, and so much farther than along y."""
_EMPHASIS = 2
_SLIX2 = 0x10
"""Bits 37:36 of the UID: 01 is an ICODE SLIX2 (SL2S2602 rev 4.1), which alone stays quiet persistently."""


class EnrollError(WorkshopError):
    """A tag cannot become that of this tile; the message is one sentence."""


@dataclass(frozen=True)
class Seen:
    """A tag on the cloth: its UID as printed, DSFID, about where it lies in mm (None: no loop of that axis hears it),
    and the loop that hears it best.
    """

    uid: str
    dsfid: int
    x: float | None
    y: float | None
    loop: int

    @classmethod
    def of(cls, uid: str, told: list[int], grid: Mapping[str, Any]) -> Seen:
        """From what ``where`` of the board's tools tells of a tag; ``grid``: section of the board's configuration."""
        loops = list(zip(told[1::2], told[2::2], strict=True))
        rows = [each for each in loops if each[0] < grid["rows"]]
        columns = [(loop - grid["rows"], strength) for loop, strength in loops if loop >= grid["rows"]]
        best = max(loops, key=lambda each: each[1])[0]
        return cls(uid.upper(), told[0], _middle(columns, grid), _middle(rows, grid), best)

    @property
    def slix2(self) -> bool:
        """Whether the UID is that of an NXP ICODE SLIX2."""
        raw = bytes.fromhex(self.uid)
        return raw[:3] == b"\xe0\x04\x01" and raw[3] & 0x30 == _SLIX2


def _middle(loops: list[tuple[int, int]], grid: Mapping[str, Any]) -> float | None:
    """The middle of some loops (number, strength) of an axis in mm, the strongest counting far more than others."""
    weights = [(loop, strength**_EMPHASIS) for loop, strength in loops]
    total = sum(weight for _, weight in weights)
    if not total:
        return None
    return float(grid["first"] + grid["pitch"] * sum(loop * weight for loop, weight in weights) / total)


def said_by(block: str | None) -> tuple[int, int] | None:
    """(tile, half) that a tag's block 0 (hexadecimal) names, None where it names none."""
    if not block or len(block) != 8:
        return None
    mark, tile, half, check = bytes.fromhex(block)
    if mark != _MARK or half > 1 or check != _MARK ^ tile ^ half ^ _CHECK:
        return None
    return tile, half


class Enrolment:
    """The enrolment of a set at one board.

    Args:
        workshop: the board's tools.
        rewrite: whether tags that say another tile or half are written over.
        anew: whatever the board has is not looked at: it may be no map at all.

    Attributes:
        map: the tags known so far. by_halves: whether the build has too few loops to tell which half lies where.

    Raises TileMapError where what the board has is no map of its set.
    """

    def __init__(self, workshop: Workshop, rewrite: bool = False, anew: bool = False) -> None:
        self._workshop, self._rewrite = workshop, rewrite
        config = workshop.config
        set_max, self._grid = int(config.get("set_max", 6)), config["grid"]
        self.by_halves = self._grid["columns"] < 2
        self.map, self.unfinished = TileMap(set_max), None
        if not anew:
            self.unfinished = workshop.board.read(UNFINISHED)
            known = workshop.board.read(MAP) if self.unfinished is None else self.unfinished
            self.map = TileMap.of_board(known, set_max)

    # What lies there

    def look(self) -> list[Seen]:
        """The tags on the cloth now. Takes a second."""
        found: dict[str, list[int]] = self._workshop.ask("tags", "where", timeout=_SWEEP_S)
        return [Seen.of(uid, found[uid], self._grid) for uid in sorted(found)]

    def choose(self, tile: int, seen: Iterable[Seen], only: int | None = None) -> tuple[Seen, ...] | str:
        """The tags that become those of ``tile``, that of half 0 first, or what the person has to do about them.

        ``only``: the half whose single tag is looked for, where the build cannot tell the two apart. An empty text:
        nothing of interest lies there. Tags of other tiles of the map count only where nothing else lies there.
        """
        mine: list[Seen] = []
        others: list[Seen] = []
        for tag in seen:
            owner = self.map.tag_of(tag.uid)
            of_this = owner is None or owner // 2 == tile
            if only is not None and owner == 2 * tile + 1 - only and not self._rewrite:
                of_this = False  # the half that is known already may lie near
            (mine if of_this else others).append(tag)
        if not mine:
            return self._taken(tile, others, only)
        for tag in mine:
            if not tag.slix2:
                return f"{tag.uid} is no ICODE SLIX2: only those can be told to stay quiet through a sweep"
        wanted = 2 if only is None else 1
        if len(mine) < wanted:
            return f"only one tag of {self.map.names[tile]} is heard: is the other one dead, or too far from the cloth?"
        if len(mine) > wanted:
            where = "take the other tiles away" if wanted == 2 else "move the other half away from the loop"
            return f"{len(mine)} tags that belong to no tile yet are heard: {where}"
        found = tuple(mine) if only is not None else self.in_order(mine)
        return found if isinstance(found, str) else self._agreeing(tile, found, only)

    def _taken(self, tile: int, others: list[Seen], only: int | None) -> str:
        owners = {self.map.tag_of(tag.uid) or 0 for tag in others}
        if len({owner // 2 for owner in owners}) != 1:
            return ""
        owner = min(owners)
        if owner // 2 == tile:
            return f"this is {self.map.half(owner)}: lay {self.map.half(2 * tile + (only or 0))}, on the loop"
        return f"this is {self.map.names[owner // 2]}, whose tags are known already: lay {self.map.names[tile]}"

    def in_order(self, pair: Sequence[Seen]) -> tuple[Seen, ...] | str:
        """Two tags by their places, from left to right, or what the person has to do."""
        one, other = pair
        if one.x is None or other.x is None:
            return "the tile is only half on the cloth: move it inwards"
        dx = other.x - one.x
        dy = 0.0 if one.y is None or other.y is None else other.y - one.y
        if max(abs(dx), abs(dy)) > _FAR:
            return "two tags far from one another are heard: lay one tile only"
        if abs(dy) > _CLEARLY * abs(dx):
            return "turn the tile: its halves have to lie side by side, seen from seat 0"
        if abs(dx) < max(_APART, _CLEARLY * abs(dy)):
            return "it cannot be told how the tile lies: move it a little"
        return (one, other) if dx > 0 else (other, one)

    def _agreeing(self, tile: int, found: tuple[Seen, ...], only: int | None) -> tuple[Seen, ...] | str:
        """The same tags, unless what is known of them contradicts."""
        for place, tag in enumerate(found):
            half = place if only is None else only
            owner = self.map.tag_of(tag.uid)
            said = said_by(self._read(tag)[1])
            if owner is not None and owner % 2 != half or said == (tile, 1 - half):
                if not self._rewrite and not self._double(tile):
                    return (
                        f"these tags are known as {self.map.names[tile]} the other way round: turn the tile by half a "
                        "turn (or call enroll with --rewrite if its halves were taken for one another)"
                    )
            elif said is not None and said[0] != tile and not self._rewrite:
                other = self.map.names[said[0]] if said[0] < len(self.map.names) else f"number {said[0]}"
                return (
                    f"a tag of this tile says that it belongs to {other}: lay {self.map.names[tile]} "
                    "(or call enroll with --rewrite if the tag goes to another tile)"
                )
        return found

    def _double(self, tile: int) -> bool:
        low, high = self.map.names[tile].split("-")
        return low == high

    def _read(self, tag: Seen) -> list[Any]:
        told: list[Any] = self._workshop.ask("tags", "read", tag.uid, tag.loop)
        return told

    # What is done

    def write(self, tile: int, half: int, tag: Seen) -> None:
        """Write a tag and read it back. Raises EnrollError."""
        went_wrong = self._workshop.ask("tags", "write", tag.uid, tile, half, tag.loop)
        if went_wrong == "silent":
            raise EnrollError(f"the tag of {self.map.half(2 * tile + half)} fell silent: leave the tile where it lies")
        if went_wrong:
            raise EnrollError(
                f"the tag {tag.uid} ({self.map.half(2 * tile + half)}) cannot be written: it is locked, or too weak"
            )

    def enter(self, tile: int, half: int, uid: str) -> None:
        """Enter a tag in the map. Raises EnrollError if it belongs to another half."""
        owner = self.map.tag_of(uid)
        if owner is not None and owner != 2 * tile + half and owner // 2 != tile:
            raise EnrollError(f"the tag {uid} belongs to {self.map.half(owner)} already")
        pair = self.map.uids[tile]
        if pair[1 - half] == uid:
            pair[1 - half] = None
        pair[half] = uid

    def take(self, tile: int, found: tuple[Seen, ...], only: int | None = None) -> None:
        """Write the chosen tags, enter them and keep that on the board. Raises EnrollError."""
        for place, tag in enumerate(found):
            half = place if only is None else only
            self.write(tile, half, tag)
            self.enter(tile, half, tag.uid)
        self.keep()
        self._workshop.ask("tags", "beep", 1760, 60)

    def replace(self, known: TileMap) -> None:
        """Put another map in the place of the board's. Raises TileMapError for one of another set."""
        if known.set_max != self.map.set_max:
            raise TileMapError(
                f"the map is that of a set up to {known.names[-1]}, the board's set goes up to {self.map.names[-1]}"
            )
        self.map = known
        self.keep()

    def keep(self) -> None:
        """Write the map to the board: a complete one takes the place of that with which the table plays.

        Either file is whole at any moment: the new one is written beside it and renamed.
        """
        board, data = self._workshop.board, self.map.to_board()
        complete = not self.map.missing()
        board.write_all({_SPARE: data}, lambda _: None)
        board.run(f"import os; os.rename({_SPARE!r}, {MAP if complete else UNFINISHED!r})")
        if complete:
            board.run(f"import os\ntry: os.remove({UNFINISHED!r})\nexcept OSError: pass")


class Check:
    """Every tag of a map heard and read once, wherever the tiles lie: are they what the map says?

    Attributes:
        left: tags (``2 * tile + half``) not heard yet. wrong: sentences about those that say something else.
    """

    def __init__(self, enrolment: Enrolment) -> None:
        if enrolment.map.missing():
            enrolment.map.to_text()  # says which
        self._enrolment = enrolment
        self.left = set(range(2 * len(enrolment.map.names)))
        self.wrong: list[str] = []
        self._strangers: set[str] = set()

    def look(self) -> int:
        """Hear the cloth once more; how many tags were checked in it."""
        enrolment, known = self._enrolment, self._enrolment.map
        before = len(self.left)
        for tag in enrolment.look():
            owner = known.tag_of(tag.uid)
            if owner is None:
                if tag.uid not in self._strangers:
                    self._strangers.add(tag.uid)
                    self.wrong.append(f"{tag.uid} lies on the cloth and belongs to no tile of the map")
            elif owner in self.left:
                dsfid, block = enrolment._read(tag)
                if block is None or dsfid is None:
                    continue  # the next look may read it
                self.left.discard(owner)
                if said_by(block) != divmod(owner, 2) or dsfid != owner & 0xFF:
                    self.wrong.append(f"the tag of {known.half(owner)} says something else: enroll that tile again")
        return before - len(self.left)
