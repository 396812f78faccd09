"""The way back: how deep a tag modulates the reader's carrier, whether that is heard, and who hides whom."""

from __future__ import annotations

import math
from typing import Final

from domino_table.physics.circuit import decibels
from domino_table.physics.coil import Coil, Parts
from domino_table.physics.constants import MU0

NOISE: Final = 0.001
"""Depth that is just decoded in a quiet table [estimate: 0.1 %]."""
CAPTURE_DB: Final = (4.0, 8.0)
"""An answer that is so much stronger than another hides it; drawn for each exchange [estimate: about 6]."""
MARGINAL_DB: Final = 0.55
"""Steepness of the decoder: one dB of noise about the threshold."""


def coupling_factor(wanted: Coil, loop_inductance: float, field: float) -> float:
    """k of a loop and a tag where one ampere makes ``field`` A/m along the tag's normal."""
    return MU0 * wanted.turns_area * abs(field) / math.sqrt(loop_inductance * wanted.inductance)


def depth(wanted: Coil, parts: Parts, loop_inductance: float, loop_quality: float, field: float) -> float:
    """Relative modulation of the carrier: k²·Q·Q, the tag's quality as far as it is in tune."""
    detuned = 1 + (2 * parts.quality * parts.detuning) ** 2
    return coupling_factor(wanted, loop_inductance, field) ** 2 * loop_quality * parts.quality / detuned


def chance(depth_: float, noise: float) -> float:
    """How likely an answer of this depth is decoded."""
    return chance_db(decibels(depth_ / noise))


def chance_db(margin: float) -> float:
    """How likely an answer is decoded that is ``margin`` dB above what is decoded every other time."""
    return 1 / (1 + math.exp(-max(-60.0, min(60.0, margin / MARGINAL_DB))))
