"""What a club has measured at its own table, in place of what the model assumes: ``measured.toml``.

::

    [field]                    # any entry of a build's [field]: noise, temperature, margin …
    noise = 0.0015
    [loops]
    dead = ["row 3"]           # never connected
    stuck = ["column 12"]      # always connected
    [loops.ampere]             # A rms at the strongest drive level
    "row 7" = 0.094
    [loops.leak]               # part of the current when not connected
    "column 2" = 0.1
    [tags]                     # A/m at which each half just answers, lower half first
    "6-6" = [0.52, 0.61]
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domino_table.hardware import Build
from domino_table.physics.setting import Setting, SettingError, number, read
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.field_loops import Mux
from domino_table.virtual.tags import halves

_SECTIONS = ("field", "loops", "tags")
_LOOPS = ("dead", "stuck", "ampere", "leak")
_FIELD_LIMITS = (0.01, 20.0)
_AMPERE_LIMITS = (0.0, 2.0)


@dataclass(frozen=True)
class Measured:
    """A club's measurements; empty: all is as the model has it.

    Attributes:
        figures: entries of [field], and the file that they come from.
        dead, stuck: loops by id.
        ampere, leak: by loop id.
        thresholds: A/m by the tag's code, 2 · tile + half.
    """

    figures: Mapping[str, Any] = field(default_factory=dict)
    where: str = ""
    dead: frozenset[int] = frozenset()
    stuck: frozenset[int] = frozenset()
    ampere: Mapping[int, float] = field(default_factory=dict)
    leak: Mapping[int, float] = field(default_factory=dict)
    thresholds: Mapping[int, float] = field(default_factory=dict)

    def setting(self, base: Setting) -> Setting:
        """The table's figures with those that were measured. Raises SettingError."""
        return read(self.figures, f"{self.where}, [field]", base)

    def mux(self) -> Mux:
        """The switches as they were found."""
        return Mux(self.stuck, self.dead, dict(self.leak))

    def threshold(self, tag: Tag) -> float | None:
        """A/m that this tag needs, if it was measured."""
        return self.thresholds.get(tag.dsfid)


def load(path: Path, build: Build) -> Measured:
    """Read a club's file for its build.

    Raises:
        SettingError: no file, not TOML, an unknown section, loop or tile, or a figure out of range; names file and
            entry.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingError(f"{path}: {getattr(error, 'strerror', None) or error}") from None
    where = str(path)
    _known(data, _SECTIONS, where)
    loops = _table(data, "loops", where)
    _known(loops, _LOOPS, f"{where}, [loops]")
    ids = {f"{loop.kind} {loop.index}": loop.id for loop in build.loops()}
    found = Measured(
        figures=_table(data, "field", where),
        where=where,
        dead=_loops(loops, "dead", ids, where),
        stuck=_loops(loops, "stuck", ids, where),
        ampere=_by_loop(loops, "ampere", ids, where, _AMPERE_LIMITS),
        leak=_by_loop(loops, "leak", ids, where, (0.0, 1.0)),
        thresholds=_thresholds(_table(data, "tags", where), build.data["tile"]["set_max"], where),
    )
    found.setting(Setting())
    return found


def _known(section: Mapping[str, Any], names: tuple[str, ...], where: str) -> None:
    for name in section:
        if name not in names:
            raise SettingError(f"{where}: no entry {name!r} here: choose one of {', '.join(names)}")


def _table(section: Mapping[str, Any], name: str, where: str) -> dict[str, Any]:
    value = section.get(name, {})
    if not isinstance(value, dict):
        raise SettingError(f"{where}: {name} = {value!r} is not a section")
    return value


def _loop(name: object, ids: Mapping[str, int], where: str) -> int:
    if name not in ids:
        raise SettingError(f'{where}: no loop {name!r} in this build: loops are called "row 0", "column 3", "rack 1"')
    return ids[str(name)]


def _loops(section: Mapping[str, Any], name: str, ids: Mapping[str, int], where: str) -> frozenset[int]:
    value, here = section.get(name, []), f"{where}, [loops]"
    if not isinstance(value, list):
        raise SettingError(f"{here}: {name} = {value!r} is not a list of loops")
    return frozenset(_loop(each, ids, f"{here} {name}") for each in value)


def _by_loop(
    section: Mapping[str, Any], name: str, ids: Mapping[str, int], where: str, limits: tuple[float, float]
) -> dict[int, float]:
    here = f"{where}, [loops.{name}]"
    figures = _table(section, name, f"{where}, [loops]")
    return {_loop(each, ids, here): number(value, f"{here}: {each!r}", *limits) for each, value in figures.items()}


def _thresholds(section: Mapping[str, Any], set_max: int, where: str) -> dict[int, float]:
    here, found = f"{where}, [tags]", {}
    indices = {f"{low}-{high}": index for index, (low, high) in enumerate(halves(set_max))}
    for name, value in section.items():
        if name not in indices:
            raise SettingError(f"{here}: no tile {name!r} in this set: tiles are called 0-0 to {set_max}-{set_max}")
        if not isinstance(value, list) or len(value) != 2:
            raise SettingError(f"{here}: {name!r} = {value!r} is not a pair of figures, lower half first")
        for half, figure in enumerate(value):
            found[2 * indices[name] + half] = number(figure, f"{here}: {name!r}", *_FIELD_LIMITS)
    return found
