"""A tag's coil and what a field makes of it: voltage at the chip, the field it needs, tags that disturb one another."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from domino_table.physics.constants import MM, MU0, OMEGA
from domino_table.physics.wires import Array

INPUT_PF: Final = (22.3, 23.5, 24.7)
"""Capacitance of the chip between its antenna pads: least, typical, most (SL2S2602 datasheet, characteristics)."""
QUALITY: Final = (10.0, 15.0, 20.0)
"""Loaded quality of an inlay of 9-20 mm near the threshold [estimate]."""
LEAST_VOLTS: Final = (1.1, 1.2, 1.3)
"""At which the chip works, rms (SL2S2602 datasheet, minimum input voltage)."""
_INNER: Final = 0.6
"""Inner over outer diameter of the spiral [estimate]."""


@dataclass(frozen=True)
class Coil:
    """A flat spiral: mean radius in mm, turns, inductance in H."""

    radius: float
    turns: float
    inductance: float

    @property
    def turns_area(self) -> float:
        """m² of all turns together."""
        return self.turns * math.pi * (self.radius * MM) ** 2


def coil(diameter: float, capacitance_pf: float = INPUT_PF[1], inner: float = _INNER) -> Coil:
    """The spiral of an outer ``diameter`` in mm that resonates at 13.56 MHz with a chip of ``capacitance_pf``.

    Inductance of a turn by the current-sheet formula for circles (Mohan, Hershenson, Boyd and Lee 1999); ``inner`` is
    the inner over the outer diameter.
    """
    inductance = 1 / (OMEGA**2 * capacitance_pf * 1e-12)
    mean, fill = diameter * (1 + inner) / 2, (1 - inner) / (1 + inner)
    one_turn = MU0 * mean * MM / 2 * (math.log(2.46 / fill) + 0.2 * fill**2)
    return Coil(mean / 2, math.sqrt(inductance / one_turn), inductance)


@dataclass(frozen=True)
class Parts:
    """What one tag is made of: chip capacitance in pF, quality, least voltage in V, its resonance's shift beyond that.

    ``shift`` is the relative shift of the resonance by what the tag lies in: wood, paint [estimate: none].
    """

    capacitance_pf: float = INPUT_PF[1]
    quality: float = QUALITY[1]
    least_volts: float = LEAST_VOLTS[1]
    shift: float = 0.0

    @property
    def detuning(self) -> float:
        """Relative distance of the resonance from the carrier, for a coil made for the typical chip."""
        return math.sqrt(INPUT_PF[1] / self.capacitance_pf) - 1 + self.shift


NOMINAL: Final = Parts()
"""Every figure typical, in tune."""
TYPICAL: Final = Parts(capacitance_pf=(INPUT_PF[0] + INPUT_PF[1]) / 2)
"""The tag in the middle of a reel: half of all chips are farther out of tune than this one. Half a dB worse."""


def draw(rng: random.Random, spread: float = 1.0) -> Parts:
    """A tag of a real reel: capacitance, quality and least voltage evenly within their limits.

    ``spread`` narrows the limits around the typical values; at 0 all tags are alike.
    """

    def pick(limits: tuple[float, float, float]) -> float:
        least, typical, most = limits
        return typical + spread * (rng.uniform(least, most) - typical)

    return Parts(pick(INPUT_PF), pick(QUALITY), pick(LEAST_VOLTS))


def with_threshold(parts: Parts, wanted: Coil, field: float) -> Parts:
    """The same tag, but needing a field of ``field`` A/m: its least voltage is set accordingly."""
    return replace(parts, least_volts=parts.least_volts * field / threshold(wanted, parts))


def response(parts: Parts) -> float:
    """Voltage at the chip over the voltage that the field induces: quality and detuning."""
    return parts.quality / math.hypot(1, 2 * parts.quality * parts.detuning)


def volts(wanted: Coil, parts: Parts, field: float) -> float:
    """V rms at the chip in a field of ``field`` A/m along the tag's normal, averaged over its coil."""
    return response(parts) * OMEGA * MU0 * wanted.turns_area * abs(field)


def threshold(wanted: Coil, parts: Parts) -> float:
    """A/m rms along its normal that the tag needs to work, alone."""
    return parts.least_volts / volts(wanted, parts, 1.0)


def coupling(centres: Array, normals: Array, radius: float) -> Array:
    """Coupling factors (tags, tags) of equal coils: dipoles, softened so that coaxial coils are right near and far.

    Args:
        centres: (tags, 3) in mm.
        normals: (tags, 3).
        radius: mean radius in mm.
    """
    apart = centres[:, np.newaxis] - centres[np.newaxis]
    squared = np.einsum("abk,abk->ab", apart, apart)
    towards = apart / np.sqrt(np.maximum(squared, _SAME_PLACE))[..., np.newaxis]
    first = np.einsum("abk,ak->ab", towards, normals)
    second = np.einsum("abk,bk->ab", towards, normals)
    aligned = normals @ normals.T
    factor: Array = (3 * first * second - aligned) / 2 * (radius**2 / (radius**2 + squared)) ** 1.5
    np.fill_diagonal(factor, 0.0)
    return np.clip(factor, -_MOST_COUPLING, _MOST_COUPLING)


_MOST_COUPLING: Final = 0.6
"""Of coils that lie on one another [estimate]."""
_SAME_PLACE: Final = 1e-9


def voltages(parts: list[Parts], factors: Array, induced: Array) -> NDArray[np.complex128]:
    """Voltages at chips that hear one another.

    Each tag is a series circuit: what the field induces and what the currents of the others induce drive its own.

    Args:
        parts: of the tags.
        factors: (tags, tags) coupling factors, zeros on the diagonal.
        induced: (tags, loops) what the field induces in each.

    Returns:
        (tags, loops), in the unit of ``induced``.
    """
    impedance = 1j * factors.astype(np.complex128)
    impedance[np.diag_indices(len(parts))] = [1 / p.quality + 2j * p.detuning for p in parts]
    solved: NDArray[np.complex128] = np.linalg.solve(impedance, induced.astype(np.complex128)).astype(np.complex128)
    return solved
