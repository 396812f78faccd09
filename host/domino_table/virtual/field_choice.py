"""Which model of the field a virtual table stands on."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from domino_table.hardware import Build
from domino_table.physics.errors import SettingError
from domino_table.virtual.field import Field

SIMPLE, PHYSICAL = "simple", "physical"
KINDS: Final = (SIMPLE, PHYSICAL)


def make(build: Build, seed: int, kind: str = SIMPLE, measured: str | Path | None = None) -> Field:
    """The field of a table.

    Args:
        build: of the table.
        seed: decides the parts of which loops and tags are made, and noise.
        kind: "simple": a loop hears what lies over its rectangle; "physical": after the laws of physics.
        measured: a club's ``measured.toml``, for the physical field.

    Raises:
        SettingError: the build's section [field] or the club's file makes no sense, or the latter is of no use.
    """
    if kind == SIMPLE:
        if measured:
            raise SettingError(f"{measured}: the simple field takes no measurements: add --field {PHYSICAL}")
        return Field(build.loops(), build.data["tile"]["tag_distance"])
    # Here, not above: NumPy takes as long to load as all other commands take to answer.
    from domino_table.virtual.field_measured import load
    from domino_table.virtual.field_physical import PhysicalField

    return PhysicalField(build, seed, load(Path(measured), build) if measured else None)
