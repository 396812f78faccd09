"""The figures of one table's field: the ``[field]`` section of a build, with the design's values where it is silent."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from domino_table.physics import coil, link
from domino_table.physics.circuit import LEVELS
from domino_table.physics.errors import SettingError as SettingError
from domino_table.physics.pose import TAG_DEPTH, THICKNESS, Body


@dataclass(frozen=True)
class Setting:
    """Of antennas, tags and receiver. Lengths in mm.

    Attributes:
        row_depth, column_depth, rack_depth: of the wires under the cloth.
        wire_diameter: of the loops.
        loop_quality: to which each loop is damped.
        margin, margin_level: the currents are such that at drive level ``margin_level`` the tag in the middle of a reel
            gets ``margin`` times the field it needs, at the worst place inside a typically trimmed loop (half a pitch
            off its middle).
        supply: TVDD of the readers in V.
        trim_error: the series capacitors are off by up to this part, either way.
        bus_uh: inductance of the RF bus from one end to the other, µH.
        tag_diameter: outer diameter of the tags.
        spread: how much the tags differ: 0 alike, 1 as their datasheet and reels allow.
        thickness, tag_depth: of the tiles, and of the tags above their backs.
        noise: modulation depth that is just decoded, 1 = all of the carrier.
        misses: share of answers that are lost for no reason of the field.
        temperature: of the room in °C.
    """

    row_depth: float = 8.5
    column_depth: float = 9.5
    rack_depth: float = 8.5
    wire_diameter: float = 0.8
    loop_quality: float = 15.0
    margin: float = 1.25
    margin_level: int = 5
    supply: float = 5.0
    trim_error: float = 0.05
    bus_uh: float = 0.4
    tag_diameter: float = 12.0
    spread: float = 1.0
    thickness: float = THICKNESS
    tag_depth: float = TAG_DEPTH
    noise: float = link.NOISE
    misses: float = 0.02
    temperature: float = 22.0

    @property
    def coil(self) -> coil.Coil:
        """Of the tags."""
        return coil.coil(self.tag_diameter)

    def body(self, tile: Mapping[str, Any]) -> Body:
        """A tile's shape; ``tile`` is the section [tile] of a build."""
        return Body(tile["length"], tile["width"], self.thickness, tile["tag_distance"], self.tag_depth)

    def depth(self, kind: str) -> float:
        """Of the wires of loops of one kind ("row", "column", "rack") under the cloth."""
        return {"row": self.row_depth, "column": self.column_depth, "rack": self.rack_depth}[kind]


_LIMITS: Mapping[str, tuple[float, float]] = types.MappingProxyType(
    {
        **dict.fromkeys(("row_depth", "column_depth", "rack_depth"), (1.0, 60.0)),
        "wire_diameter": (0.05, 5.0),
        "loop_quality": (2.0, 80.0),
        "margin": (0.1, 20.0),
        "margin_level": (0, LEVELS - 1),
        "supply": (3.0, 5.5),
        "trim_error": (0.0, 0.5),
        "bus_uh": (0.0, 5.0),
        "tag_diameter": (4.0, 28.0),
        "spread": (0.0, 3.0),
        "thickness": (2.0, 30.0),
        "tag_depth": (0.0, 30.0),
        "noise": (1e-6, 0.5),
        "misses": (0.0, 0.9),
        "temperature": (-20.0, 70.0),
    }
)


def read(section: Mapping[str, Any], where: str, base: Setting | None = None) -> Setting:
    """Settings from a parsed section, over ``base`` or the design's values.

    Raises:
        SettingError: naming ``where`` and the entry.
    """
    base = base or Setting()
    values = {field.name: getattr(base, field.name) for field in fields(Setting)}
    for name, value in section.items():
        if name not in _LIMITS:
            raise SettingError(f"{where}: no entry {name!r} here: choose one of {', '.join(_LIMITS)}")
        least, most = _LIMITS[name]
        values[name] = number(value, f"{where}: {name}", least, most)
    return Setting(**values | {"margin_level": int(values["margin_level"])})


def number(value: object, what: str, least: float, most: float) -> float:
    """``value`` as a number within limits. Raises SettingError, beginning with ``what``."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise SettingError(f"{what} = {value!r} is not a number")
    if not least <= value <= most:
        raise SettingError(f"{what} = {value} is not between {least:g} and {most:g}")
    return float(value)
