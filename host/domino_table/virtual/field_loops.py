"""The loops of a build as wires and circuits: where they run, what current each gets, how their switches behave."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Final

import numpy as np

from domino_table.hardware import Build, Loop
from domino_table.physics.circuit import LEVELS, LoopCircuit, currents, decibels, level_volts
from domino_table.physics.constants import OMEGA
from domino_table.physics.inductance import mutual
from domino_table.physics.pattern import Pattern, pattern
from domino_table.physics.setting import Setting
from domino_table.physics.wires import Array, rectangle

_WORST_PLACE: Final = 20.0
"""mm off its middle line up to which a loop must read a tag: half the pitch of a grid; a rack's tags are nearer."""

_NEAR_ENOUGH: Final = 0.2
"""dB by which another drive level has to be better."""
_DEAD: Final = 255


@dataclass
class Mux:
    """How the loops' switches misbehave. Loops by id.

    Attributes:
        stuck_on: connected whatever is selected.
        stuck_off: never connected.
        leak: part of its current that a loop gets although it is not connected, 0 to 1.
    """

    stuck_on: frozenset[int] = frozenset()
    stuck_off: frozenset[int] = frozenset()
    leak: dict[int, float] = field(default_factory=dict)

    def connected(self, selected: Iterable[int]) -> frozenset[int]:
        """The loops that are connected when these are selected."""
        return (frozenset(selected) - self.stuck_off) | self.stuck_on


class LoopSet:
    """All loops of one table, in id order.

    Attributes:
        corners: (loops, 4, 3) in mm, the cloth at z = 0.
        circuits: of the loops; their trims are drawn from the seed.
        mux: how the switches misbehave.
    """

    def __init__(self, build: Build, setting: Setting, seed: int, ampere: Mapping[int, float] | None = None) -> None:
        """``ampere``: measured currents, A rms at the strongest drive level, by loop id."""
        self.loops: Sequence[Loop] = build.loops()
        self.setting = setting
        self.mux = Mux()
        self.corners: Array = np.stack([_corners(loop, setting) for loop in self.loops])
        self.patterns = [_pattern(loop, setting) for loop in self.loops]
        rng = random.Random(f"loops {seed}")
        self.circuits = [self._circuit(number, rng) for number in range(len(self.loops))]
        usual = setting.trim_error / 2
        self._typical = [replace(circuit, trim=usual).share for circuit in self.circuits]
        self._measured = dict(ampere or {})
        self._coupled: dict[tuple[int, int], float] = {}

    def _circuit(self, number: int, rng: random.Random) -> LoopCircuit:
        inductance = self.patterns[number].inductance
        resistance = OMEGA * inductance / self.setting.loop_quality
        bus = self.setting.bus_uh * 1e-6 * number / len(self.loops)
        return LoopCircuit(inductance, resistance, bus, rng.uniform(-1, 1) * self.setting.trim_error)

    def put_metal(self, number: int, change: float) -> None:
        """Metal or people under a loop change its inductance by this part of it, 0 to -0.1."""
        self.circuits[number] = replace(self.circuits[number], metal=change)

    def ampere(self, number: int, level: int) -> float:
        """A rms in a loop that is connected alone, at a drive level."""
        supply = self.setting.supply
        if number in self._measured:
            strongest = self._measured[number]
            return strongest * level_volts(level, supply) / level_volts(0, supply)
        return self.patterns[number].current(level) * self.circuits[number].share / self._typical[number]

    def calibrated(self, level: int) -> list[int]:
        """Per loop the drive level that brings it nearest to the middle loop of its kind at ``level``; 255: dead."""
        found = []
        for number, loop in enumerate(self.loops):
            alike = [n for n, other in enumerate(self.loops) if other.kind == loop.kind]
            wanted = median(self.ampere(n, level) for n in alike)
            gaps = [abs(decibels(self.ampere(number, each) / wanted)) for each in range(LEVELS)]
            near = level if gaps[level] <= min(gaps) + _NEAR_ENOUGH else gaps.index(min(gaps))
            found.append(_DEAD if number in self.mux.stuck_off else near)
        return found

    def driven(self, connected: frozenset[int], of: frozenset[int], level: int) -> list[tuple[int, float]]:
        """Loops of one reader (its own ``of``) that carry current, as (id, A rms): the connected and the leaky ones."""
        numbers = sorted(number for number in of if number in connected or number in self.mux.leak)
        on = [number in connected for number in numbers]
        leak = [self.mux.leak.get(number, 0.0) for number in numbers]
        alone = [self.ampere(number, level) for number in numbers]
        return list(zip(numbers, currents(alone, on, leak), strict=True))

    def load(self, connected: Iterable[int], depths: Mapping[int, float]) -> float:
        """Voltage at a reader's antenna over that of an open one: a matched source, its loops in parallel.

        ``depths``: by loop, how far the tags over it damp it: the sum of their modulation depths.
        """
        admittance, matched = 0j, 0.0
        for number in connected:
            circuit = self.circuits[number]
            admittance += 1 / (circuit.impedance + circuit.resistance * depths.get(number, 0.0))
            matched = circuit.resistance
        return 1.0 if not admittance else 1 / abs(1 + matched * admittance)

    def coupling(self, first: int, second: int) -> float:
        """Coupling factor of two loops."""
        pair = (min(first, second), max(first, second))
        if pair not in self._coupled:
            one, other = self.corners[pair[0]], self.corners[pair[1]]
            product = self.circuits[pair[0]].inductance * self.circuits[pair[1]].inductance
            self._coupled[pair] = mutual(one, other) / float(np.sqrt(product))
        return self._coupled[pair]


def _corners(loop: Loop, setting: Setting) -> Array:
    return rectangle(loop.left, loop.top, loop.right, loop.bottom, -setting.depth(loop.kind))


def _pattern(loop: Loop, setting: Setting) -> Pattern:
    width, height = loop.right - loop.left, loop.bottom - loop.top
    return pattern(max(width, height), min(width, height), setting.depth(loop.kind), _WORST_PLACE, setting)
