"""What a loop hears: tags, where they are, which of them a reader feeds and what comes back through the air.

The geometry hides behind :meth:`Field.audible`. This simple model hears a tag whose centre lies in the rectangle of the
loop; a model of the magnetic field can take its place without anything else changing. A selected loop changes nothing
for the other loops, and several selected at once hear all that each of them hears.

Answers are those of the moment the request begins: what a hand moves during one exchange (4 ms) counts from the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from domino_table.hardware import Loop
from domino_table.physics.circuit import level_volts
from domino_table.virtual import airtime
from domino_table.virtual.chips.iso15693 import Answer, well_formed, with_crc
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.tags import Pose, Tile, tag_centres

AGC_LOADED, AGC_OPEN = 0x1C0, 0x380
"""At the strongest drive level: a loop in resonance takes half of the matched source's voltage, nothing takes none.
The scale is an estimate."""


@dataclass(frozen=True, slots=True)
class Reception:
    """What reaches a reader's antenna: times in µs of SOF and of the end, bytes with CRC, first differing bit or -1."""

    start: int
    end: int
    data: bytes
    collision: int = -1
    fast: bool = False


@dataclass(slots=True)
class _Placed:
    tag: Tag
    x: float
    y: float


class Field:
    """Tags on and around the table, and the loops under them.

    Attributes:
        feels_poses: it matters how a tile stands or is held, not only where.
    """

    feels_poses = False

    def __init__(self, loops: Sequence[Loop], tag_distance: float = 28.0) -> None:
        """``loops`` in id order, as :meth:`domino_table.hardware.Build.loops` gives them; the distance is in mm."""
        self._loops = list(loops)
        self._tag_distance = tag_distance
        self._placed: list[_Placed] = []
        self._audible: dict[int, list[Tag]] = {}
        self._driven: dict[int, frozenset[int]] = {}
        self._ports: list[AirPort] = []
        self._selected: frozenset[int] = frozenset()

    def port(self, loops: Iterable[int]) -> AirPort:
        """The antenna connector of a reader whose field goes through whichever of ``loops`` is selected."""
        port = AirPort(self, frozenset(loops))
        self._ports.append(port)
        return port

    def audible(self, loop_id: int) -> list[Tag]:
        """Tags that a reader on this loop feeds and hears. The list is kept until something moves: do not change it."""
        found = self._audible.get(loop_id)
        if found is None:
            covers = self._loops[loop_id].covers
            found = self._audible[loop_id] = [placed.tag for placed in self._placed if covers(placed.x, placed.y)]
        return found

    def loops_hearing(self, tile: Tile) -> list[tuple[int, int]]:
        """The loops that hear a tile where it lies, as (loop, how many of its tags), in id order."""
        found = []
        for loop in self._loops:
            count = sum(any(tag is own for own in tile.tags) for tag in self.audible(loop.id))
            if count:
                found.append((loop.id, count))
        return found

    def put_tag(self, t: int, tag: Tag, x: float, y: float) -> None:
        """A tag comes to lie at (x, y) in mm, from wherever it was."""
        self._take(tag)
        self._placed.append(_Placed(tag, x, y))
        self._changed(t)

    def take_tag(self, t: int, tag: Tag) -> None:
        """A tag is lifted out of every loop's reach."""
        self._take(tag)
        self._changed(t)

    def put(self, t: int, tile: Tile, pose: Pose) -> None:
        """A tile comes to rest at ``pose``."""
        for tag, (x, y) in zip(tile.tags, tag_centres(pose, self._tag_distance), strict=True):
            self._take(tag)
            self._placed.append(_Placed(tag, x, y))
        self._changed(t)

    def take(self, t: int, tile: Tile) -> None:
        """A tile is lifted out of every loop's reach."""
        for tag in tile.tags:
            self._take(tag)
        self._changed(t)

    def select(self, t: int, loops: Iterable[int]) -> None:
        """The selector connects exactly these loops, each to its own reader."""
        self._selected = loops if isinstance(loops, frozenset) else frozenset(loops)
        for port in self._ports:
            port.refresh(t, self._selected)

    def drive(self, t: int, outputs: int) -> None:
        """The outputs of the selector chain change (bit n = output n is on): a loop needs all of its outputs."""
        on = self._driven.get(outputs)
        if on is None:
            on = self._driven[outputs] = frozenset(
                loop.id for loop in self._loops if loop.outputs and all(outputs >> bit & 1 for bit in loop.outputs)
            )
        self.select(t, on)

    def calibration(self, tiles: Sequence[Tile]) -> dict[str, bytes]:
        """What calibrating the table would write to the board's flash: nothing here, all tags are alike."""
        return {}

    def shine(self, t: int, until: int) -> None:
        """The lights get their data up to ``until``: that disturbs nobody here."""

    def _take(self, tag: Tag) -> None:
        self._placed = [placed for placed in self._placed if placed.tag is not tag]

    def _changed(self, t: int) -> None:
        self._audible.clear()
        for port in self._ports:
            port.refresh(t, self._selected)


class AirPort:
    """One reader's antenna: its field feeds the tags of the selected loops, its requests reach those that are awake.

    Attributes:
        disturbed: called with the time when the antenna is switched or its field goes: an answer on its way is lost.
        foreign_field: another field is there (a phone on the table); RF collision avoidance finds it.
        ghosts: so many of the next unanswered requests meet a collision of no bytes made by noise (fault F13).
        silent_merge: answers that overlap merge by OR into one with a valid CRC and no collision flag (fault F14).
    """

    def __init__(self, field: Field, loops: frozenset[int]) -> None:
        self._field, self._loops = field, loops
        self._on = False
        self._level = 0
        self._active: frozenset[int] = frozenset()
        self._fed: list[Tag] = []
        self.disturbed: Callable[[int], None] | None = None
        self.foreign_field = False
        self.ghosts = 0
        self.silent_merge = False

    def rf(self, t: int, on: bool) -> None:
        """The reader switches its field."""
        if on != self._on:
            self._on = on
            self._disturb(t)
            self._feed(t)

    def level(self, t: int, level: int) -> None:
        """The reader drives its antenna at one of eight levels, 0 the strongest. Here that changes nothing for tags."""
        self._level = level

    def agc(self) -> int:
        """What the reader's receiver measures of its own field, 0 to 1023: high when nothing loads the antenna."""
        return round((AGC_LOADED if self._active else AGC_OPEN) * level_volts(self._level) / level_volts(0))

    def refresh(self, t: int, selected: frozenset[int]) -> None:
        """Loops were switched or tags moved."""
        active = selected & self._loops
        if active != self._active:
            self._active = active
            self._disturb(t)
        self._feed(t)

    def transmit(self, start: int, end: int, frame: bytes | None) -> Reception | None:
        """A request with CRC from ``start`` to ``end`` (µs), or a bare EOF (None). What comes back, or None."""
        listening = [tag for tag in self._fed if tag.hears(start)] if self._on else []
        if frame is None:
            answers = [tag.next_slot() for tag in listening]
        elif well_formed(frame):
            flags, command, body = frame[0], frame[1], frame[2:-2]
            answers = [tag.obey(flags, command, body) for tag in listening]
        else:
            for tag in listening:
                tag.broken_frame()
            answers = []
        both = zip(listening, answers, strict=False)
        heard = [(tag, answer) for tag, answer in both if answer is not None and answer.readable]
        if heard:
            return self._receive(end, heard)
        if self.ghosts and self._on:
            self.ghosts -= 1
            begin = end + airtime.us(airtime.T1)
            return Reception(begin, begin + airtime.us(airtime.RESPONSE_EDGE), b"", collision=0)
        return None

    def _disturb(self, t: int) -> None:
        if self.disturbed is not None:
            self.disturbed(t)

    def _powered(self) -> list[Tag]:
        """Tags that the field feeds while it is on; the same list as long as nothing changes."""
        if len(self._active) == 1:
            (loop,) = self._active
            return self._field.audible(loop)
        fed: list[Tag] = []
        for loop in sorted(self._active):
            fed = fed + [tag for tag in self._field.audible(loop) if not any(tag is other for other in fed)]
        return fed

    def _wake(self, t: int, tag: Tag) -> None:
        """A tag that nothing fed gets power."""
        tag.power(t, self)

    def _feed(self, t: int) -> None:
        fed = self._powered() if self._on else []
        if fed is self._fed:
            return
        kept = {id(tag) for tag in fed}
        for tag in self._fed:
            if id(tag) not in kept and tag.powered_by is self:
                tag.power(t, None)
        for tag in fed:
            if tag.powered_by is None:
                self._wake(t, tag)
        self._fed = fed

    def _receive(self, end: int, answers: list[tuple[Tag, Answer]]) -> Reception | None:
        """What the reader makes of answers to a request that ended at ``end``: here all arrive equally strong."""
        return self._superpose(end, [answer for _, answer in answers])

    def _superpose(self, end: int, answers: list[Answer]) -> Reception:
        first = answers[0]
        start = end + airtime.us(airtime.T1) + max(answer.delay_us for answer in answers)
        merged = superpose([answer.data for answer in answers])
        data, collision = merged
        if self.silent_merge and collision >= 0:
            data, collision = with_crc(data[:-2]), -1
        reception = Reception(start, start, data, collision, first.fast)
        return replace(reception, end=start + airtime.response(len(data), first.fast))


def superpose(frames: Sequence[bytes]) -> tuple[bytes, int]:
    """Frames sent at the same time: what is received, and the position of the first bit in which they differ, or -1.

    Bits count from the first data bit on the air. A one wins over a zero, as reported of real readers that checked no
    CRC; where only the lengths differ the collision is at the end of the shortest.
    """
    merged, differing = 0, 0
    shortest, longest = min(map(len, frames)), max(map(len, frames))
    first = int.from_bytes(frames[0], "little")
    for frame in frames:
        value = int.from_bytes(frame, "little")
        merged |= value
        differing |= value ^ first
    if shortest != longest:
        differing |= 1 << 8 * shortest
    return merged.to_bytes(longest, "little"), (differing & -differing).bit_length() - 1
