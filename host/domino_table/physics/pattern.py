"""The pattern of one long loop across its width: what a flat tag at some distance from its middle line gets.

For likelihood tables and for readings without chips. A tag that lies flat, not near the loop's ends, sees a loop only
through its distance from the middle line; everything here is a function of that distance.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass

import numpy as np

from domino_table.physics import coil, link
from domino_table.physics.circuit import level_volts
from domino_table.physics.disc import mean_field
from domino_table.physics.inductance import self_inductance
from domino_table.physics.setting import Setting
from domino_table.physics.wires import Array, rectangle


@dataclass(frozen=True)
class Pattern:
    """Of loops of one kind.

    Attributes:
        ampere: A rms in a typically trimmed loop at ``setting.margin_level``.
        inductance: of the loop, H.
    """

    setting: Setting
    length: float
    width: float
    depth: float
    ampere: float
    inductance: float

    def field(self, distances: Array) -> Array:
        """H of one ampere along the normal of a flat tag, averaged over it, at ``distances`` mm; negative outside."""
        places = np.zeros((len(distances), 3))
        places[:, 1], places[:, 2] = distances, self.depth + self.setting.tag_depth
        normals = np.tile((0.0, 0.0, 1.0), (len(distances), 1))
        loop = rectangle(-self.length / 2, -self.width / 2, self.length / 2, self.width / 2)
        result: Array = mean_field(loop[np.newaxis], places, normals, self.setting.coil.radius)[:, 0]
        return result

    def current(self, level: int) -> float:
        """A rms in a typically trimmed loop at a drive level of the reader."""
        supply = self.setting.supply
        return self.ampere * level_volts(level, supply) / level_volts(self.setting.margin_level, supply)

    def over(self, distances: Array, level: int, parts: coil.Parts = coil.TYPICAL, share: float = 1.0) -> Array:
        """Voltage at a tag over the least it needs: powered from 1 on.

        ``share`` is the loop's current over that of a typically trimmed one: 0.8 to 1.1.
        """
        needed = coil.threshold(self.setting.coil, parts)
        result: Array = np.abs(self.field(distances)) * self.current(level) * share / needed
        return result

    def heard(self, distances: Array, level: int, parts: coil.Parts = coil.TYPICAL, share: float = 1.0) -> Array:
        """Probability that the tag, asked once, is heard: powered, decoded through the noise and not missed."""
        s = self.setting
        depths = [link.depth(s.coil, parts, self.inductance, s.loop_quality, h) for h in self.field(distances).tolist()]
        decoded = np.array([link.chance(depth, s.noise) for depth in depths])
        result: Array = np.where(self.over(distances, level, parts, share) >= 1, decoded * (1 - s.misses), 0.0)
        return result


@functools.cache
def pattern(length: float, width: float, depth: float, reach: float, setting: Setting) -> Pattern:
    """Of loops of ``length`` by ``width`` mm with wires ``depth`` mm under the cloth.

    ``reach`` is the distance from the middle line at which the setting's margin holds: half the pitch.
    """
    inductance = self_inductance(length, width, setting.wire_diameter / 2)
    bare = Pattern(setting, length, width, depth, 1.0, inductance)
    worst = float(np.abs(bare.field(np.linspace(0.0, reach, 41))).min())
    ampere = setting.margin * coil.threshold(setting.coil, coil.TYPICAL) / worst
    return Pattern(setting, length, width, depth, ampere, inductance)
