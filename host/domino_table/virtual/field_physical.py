"""A field after the laws of physics: what each loop makes of each tag, however its tile lies or stands.

It has the face of :class:`domino_table.virtual.field.Field`. What tags get is worked out when something has moved and
kept until the next move, per connected loops and drive level: asking tags costs no more than in the simple field.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domino_table.hardware import Build
from domino_table.physics import clock, coil, pose
from domino_table.physics.circuit import decibels
from domino_table.physics.constants import MU0, OMEGA
from domino_table.physics.disc import mean_field
from domino_table.physics.setting import Setting, read
from domino_table.physics.wires import Array
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.field import Field
from domino_table.virtual.field_air import PhysicalPort
from domino_table.virtual.field_loops import LoopSet
from domino_table.virtual.field_measured import Measured
from domino_table.virtual.tags import Pose, Tile

_POSES: Final = 4000
"""So many poses are kept with what the loops make of them: those of some matches."""
_FOUND_WITHIN: Final = 0.5
"""dB, standard deviation of a threshold that was found with the reader's eight levels [estimate]."""
_LIGHTS_NOISE: Final = 2.0
"""6 dB: the 17th harmonic of the lights' 800 kHz is 13.6 MHz [estimate]."""


@dataclass(slots=True)
class _Radio:
    """What belongs to a tag wherever it is: its parts, and the time constant of its supply in µs."""

    parts: coil.Parts
    charge_us: float


@dataclass(slots=True)
class _Spot:
    """Where a tag is: centre and normal, and what one ampere in each loop induces in it, V."""

    tag: Tag
    radio: _Radio
    centre: Array
    normal: Array
    induced: Array


@dataclass(slots=True)
class _State:
    """All tags as they are: (tags, loops) voltages of one ampere over what each needs, and modulation depths."""

    spots: list[_Spot]
    over: NDArray[np.complex128]
    depths: Array


@dataclass(slots=True)
class Fed:
    """A tag that a field feeds.

    Attributes:
        wake_us: from the moment it gets power until it hears a request.
        decibels: how far its answer is above what the receiver just decodes.
        depth: how deep its answer modulates the carrier.
    """

    tag: Tag
    wake_us: int
    decibels: float
    depth: float


class Feed:
    """The tags that a set of connected loops feeds at one drive level; ``by_tag`` by identity."""

    def __init__(self, fed: list[Fed]) -> None:
        self.tags = [each.tag for each in fed]
        self.by_tag = {id(each.tag): each for each in fed}


class PhysicalField(Field):
    """Tags on and around the table, and the loops under them, after the laws of physics.

    Attributes:
        setting: the figures of this table.
        loop_set: its loops, their circuits and switches; call :meth:`changed` after changing them.
        noise: factor on the noise of the receivers, 1 in a quiet table.
    """

    feels_poses = True

    def __init__(self, build: Build, seed: int = 0, measured: Measured | None = None) -> None:
        """Raises SettingError, naming the file, where the build's section [field] makes no sense."""
        super().__init__(build.loops(), build.data["tile"]["tag_distance"])
        base = read(build.data.get("field", {}), f"{build.path}, [field]")
        self.measured = measured or Measured()
        self.setting: Setting = self.measured.setting(base)
        self.loop_set = LoopSet(build, self.setting, seed, self.measured.ampere)
        self.loop_set.mux = self.measured.mux()
        self.noise = 1.0
        self._noisy_until = -1
        self._seed = seed
        self._level = int(build.data["radio"]["tx_level"])
        self._body = self.setting.body(build.data["tile"])
        self._coil = self.setting.coil
        self._radios: dict[int, tuple[Tag, _Radio]] = {}
        self._spots: dict[int, _Spot] = {}
        self._poses: dict[Pose, tuple[Array, Array, Array]] = {}
        self._feeds: dict[tuple[frozenset[int], frozenset[int], int], Feed] = {}
        self._state: _State | None = None
        self.select(0, ())

    # --- what the readers ask -----------------------------------------------------------------------------------

    def port(self, loops: Iterable[int]) -> PhysicalPort:
        """The antenna connector of a reader."""
        rng = random.Random(f"air {self._seed} {len(self._ports)}")
        port = PhysicalPort(self, frozenset(loops), rng)
        self._ports.append(port)
        return port

    def feed(self, connected: frozenset[int], of: frozenset[int], level: int) -> Feed:
        """What the loops ``of`` a reader feed when these are connected. Kept until something moves."""
        key = (connected, of, level)
        found = self._feeds.get(key)
        if found is None:
            found = self._feeds[key] = Feed(self._fed(connected, of, level))
        return found

    def audible(self, loop_id: int) -> list[Tag]:
        """Tags that a reader on this loop feeds and mostly hears at the build's drive level."""
        found = self._audible.get(loop_id)
        if found is None:
            one = frozenset((loop_id,))
            fed = self.feed(one, one, self._level).by_tag.values()
            found = self._audible[loop_id] = [each.tag for each in fed if each.decibels > 0]
        return found

    def noise_at(self, t: int) -> float:
        """Factor on the noise of the receivers at ``t``."""
        return self.noise * (_LIGHTS_NOISE if t < self._noisy_until else 1.0)

    def others(self, port: PhysicalPort) -> list[PhysicalPort]:
        """The other readers."""
        return [other for other in self._ports if other is not port and isinstance(other, PhysicalPort)]

    def _fed(self, connected: frozenset[int], of: frozenset[int], level: int) -> list[Fed]:
        driven = self.loop_set.driven(connected, of, level)
        if not driven or not self._spots:
            return []
        state = self._state or self._work_out()
        numbers, amperes = [number for number, _ in driven], np.array([ampere for _, ampere in driven])
        if len(numbers) == 1:
            over = np.abs(state.over[:, numbers[0]]) * amperes[0]
            reading = np.full(len(state.spots), numbers[0])
        else:
            over = np.abs(state.over[:, numbers] @ amperes)
            reading = np.array(numbers)[(np.abs(state.over[:, numbers]) * amperes).argmax(axis=1)]
        found = []
        for row in np.flatnonzero(over >= 1).tolist():
            spot, depth = state.spots[row], float(state.depths[row, reading[row]])
            wake = clock.wake_us(float(over[row]), spot.radio.charge_us)
            found.append(Fed(spot.tag, wake, decibels(depth / self.setting.noise), depth))
        return found

    def _work_out(self) -> _State:
        """Voltages at all chips, by how the tags disturb one another, and how deep each modulates each loop."""
        spots = list(self._spots.values())
        parts = [spot.radio.parts for spot in spots]
        centres, normals = np.stack([spot.centre for spot in spots]), np.stack([spot.normal for spot in spots])
        factors = coil.coupling(centres, normals, self._coil.radius)
        volts = coil.voltages(parts, factors, np.stack([spot.induced for spot in spots]))
        circuits = self.loop_set.circuits
        inductance = self._coil.inductance * np.array([circuit.inductance for circuit in circuits])
        back = np.array([circuit.quality * circuit.share for circuit in circuits]) / inductance / OMEGA**2
        quality = np.array([each.quality for each in parts])[:, np.newaxis]
        least = np.array([each.least_volts for each in parts])[:, np.newaxis]
        self._state = _State(spots, volts / least, np.abs(volts) ** 2 * back / quality)
        return self._state

    # --- what people do -----------------------------------------------------------------------------------------

    def put_tag(self, t: int, tag: Tag, x: float, y: float) -> None:
        """A bare tag comes to lie flat at (x, y) in mm, as deep as in a tile."""
        centre, normal = np.array((x, y, self._body.tag_depth)), np.array((0.0, 0.0, 1.0))
        self._set(tag, centre, normal, self._induce(centre[np.newaxis], normal[np.newaxis])[0])
        self._changed(t)

    def put(self, t: int, tile: Tile, pose: Pose) -> None:
        """A tile comes to rest at ``pose``."""
        centres, normals, induced = self._at(pose)
        for half, tag in enumerate(tile.tags):
            self._set(tag, centres[half], normals[half], induced[half])
        self._changed(t)

    def radio(self, tag: Tag) -> _Radio:
        """The tag's parts, drawn when it is first seen or as measured."""
        found = self._radios.get(id(tag))
        if found is None:
            rng = random.Random(f"parts {self._seed} {tag.uid.hex()}")
            parts = coil.draw(rng, self.setting.spread)
            charge = clock.CHARGE_US * rng.uniform(0.75, 1.25)
            needs = self.measured.threshold(tag)
            if needs is not None:
                parts = coil.with_threshold(parts, self._coil, needs)
            found = self._radios[id(tag)] = tag, _Radio(parts, charge)
            tag.persist_us = clock.persist_us(tag.persist_us, self.setting.temperature)
        return found[1]

    def calibration(self, tiles: Sequence[Tile]) -> dict[str, bytes]:
        """``/offsets.bin`` and ``/loops.bin``, what ``domino-table calibrate`` finds, within a dB or so.

        By how many quarters of a dB each tag hears better than the middle of the reel, and per loop the drive level
        that brings it nearest to the usual one.
        """
        rng, middle = random.Random(f"calibration {self._seed}"), coil.threshold(self._coil, coil.TYPICAL)
        found = []
        for tag in (tag for tile in tiles for tag in tile.tags):
            better = decibels(middle / coil.threshold(self._coil, self.radio(tag).parts)) + rng.gauss(0, _FOUND_WITHIN)
            found.append(max(-127, min(127, round(4 * better))))
        return {
            "/offsets.bin": struct.pack(f"{len(found)}b", *found),
            "/loops.bin": bytes(self.loop_set.calibrated(self._level)),
        }

    def shine(self, t: int, until: int) -> None:
        """The lights get data up to ``until``: their edges disturb the receivers."""
        self._noisy_until = until

    def select(self, t: int, loops: Iterable[int]) -> None:
        """The selector connects these loops, as far as its switches obey."""
        self._asked = frozenset(loops)
        super().select(t, self.loop_set.mux.connected(self._asked))

    def changed(self, t: int) -> None:
        """Loops, switches or noise were changed from outside."""
        self._changed(t)
        self.select(t, self._asked)

    def _at(self, where: Pose) -> tuple[Array, Array, Array]:
        found = self._poses.get(where)
        if found is None:
            if len(self._poses) >= _POSES:
                self._poses.clear()
            centres, normals = pose.tags(
                self._body, where.x, where.y, where.angle, where.tilt, where.lean, where.height
            )
            found = self._poses[where] = centres, normals, self._induce(centres, normals)
        return found

    def _induce(self, centres: Array, normals: Array) -> Array:
        """(tags, loops): V of one ampere."""
        h = mean_field(self.loop_set.corners, centres, normals, self._coil.radius)
        result: Array = OMEGA * MU0 * self._coil.turns_area * h
        return result

    def _set(self, tag: Tag, centre: Array, normal: Array, induced: Array) -> None:
        self._spots.pop(id(tag), None)
        self._spots[id(tag)] = _Spot(tag, self.radio(tag), centre, normal, induced)

    def _take(self, tag: Tag) -> None:
        self._spots.pop(id(tag), None)

    def _changed(self, t: int) -> None:
        self._state = None
        self._feeds.clear()
        super()._changed(t)
