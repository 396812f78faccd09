"""The loops as a circuit: each a series resonance on the reader's RF bus, driven at one of eight levels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from domino_table.physics.constants import OMEGA

LEVELS: Final = 8
"""How many drive levels a PN5180 has; 0 is the strongest."""


def level_volts(level: int, supply: float = 5.0) -> float:
    """Amplitude of the PN5180's driver (datasheet Rev 4.0, figure 35): four levels below the supply, four absolute.

    An absolute level cannot exceed what the supply leaves.
    """
    return (supply - 0.15, supply - 0.25, supply - 0.5, supply - 1.0, 3.0, 2.75, 2.5, 2.0)[level]


def decibels(ratio: float) -> float:
    """A ratio of amplitudes in dB."""
    return 20 * math.log10(max(ratio, 1e-12))


@dataclass(frozen=True)
class LoopCircuit:
    """One loop behind its diode, on the bus.

    Attributes:
        inductance: of the loop, H.
        resistance: of wire, damping and diode together, Ω.
        bus: inductance of the bus up to this loop, H.
        trim: relative error of the series capacitor against the one that resonates; 0 is perfectly trimmed.
        metal: relative change of the loop's inductance by metal or people under it, 0 to -0.1.
    """

    inductance: float
    resistance: float
    bus: float = 0.0
    trim: float = 0.0
    metal: float = 0.0

    @property
    def impedance(self) -> complex:
        """Ω seen by the bus at 13.56 MHz."""
        tuned = OMEGA * (self.inductance + self.bus)
        return complex(
            self.resistance, OMEGA * (self.inductance * (1 + self.metal) + self.bus) - tuned / (1 + self.trim)
        )

    @property
    def quality(self) -> float:
        return OMEGA * self.inductance / self.resistance

    @property
    def share(self) -> float:
        """Current over that of the loop perfectly trimmed, 0 to 1."""
        return self.resistance / abs(self.impedance)


def currents(shares: Sequence[float], connected: Sequence[bool], leak: Sequence[float]) -> list[float]:
    """Currents of the loops of one bus over that of a single perfect loop.

    Loops connected at once share what the matched source gives: two get half each. A leaky diode lets its part of the
    current through whether its loop is connected or not.

    Args:
        shares: per loop, from :attr:`LoopCircuit.share`.
        connected: per loop, whether its diode conducts.
        leak: per loop, what its diode lets through when it should not, 0 to 1.
    """
    count = max(1, sum(connected))
    return [
        share * (1.0 if on else through) / count for share, on, through in zip(shares, connected, leak, strict=True)
    ]
