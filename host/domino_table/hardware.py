"""Builds of the table: read ``hardware/*.toml``, check them, and make the firmware's configuration from them."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domino_rules import profiles

from domino_table import build_shape, resources

CONFIG_VERSION = 1
LEVELS = ("record", "signal", "enforce")
_MOST_LIKE = 4


class HardwareError(ValueError):
    """A build file is missing, unreadable or contradicts itself; the message names the file and the entry."""


@dataclass(frozen=True)
class Loop:
    """One antenna: id as the firmware numbers it, rectangle in mm, outputs of the selector chain that drive it."""

    id: int
    kind: str  # "row", "column", "rack"
    index: int
    left: float
    top: float
    right: float
    bottom: float
    outputs: tuple[int, ...]

    def covers(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom


@dataclass(frozen=True)
class Build:
    """One kind of table. ``data`` is the parsed file; the properties are what several parts need from it."""

    path: Path
    data: dict[str, Any]

    @property
    def id(self) -> str:
        return str(self.data["build"]["id"])

    @property
    def title(self) -> str:
        """What it is, in a line."""
        return str(self.data["build"]["title"])

    @property
    def seats(self) -> int:
        return int(self.data["build"]["seats"])

    @property
    def pins(self) -> dict[str, Any]:
        return dict(self.data["pins"])

    @property
    def has_racks(self) -> bool:
        return bool(self.data.get("racks"))

    @property
    def zone(self) -> tuple[int, int, int, int] | None:
        """The bazaar where it is a part of the cloth: left, top, right, bottom in mm; None where it lies beside it."""
        area, bazaar = self.data["area"], self.data.get("bazaar")
        if bazaar is None or bazaar["centre"][0] >= area["width"]:
            return None
        (x, y), (width, height) = bazaar["centre"], bazaar["size"]
        return x - width // 2, y - height // 2, x + width // 2, y + height // 2

    @property
    def play_area(self) -> tuple[int, int]:
        """Width and height in mm of what is left of the cloth for playing."""
        return (self.zone[0] if self.zone else self.data["area"]["width"]), self.data["area"]["height"]

    def loops(self) -> list[Loop]:
        """All loops in id order: rows, columns, racks."""
        grid, wiring = self.data["grid"], self.data["loops"]
        half, first, pitch = grid["loop_width"] / 2, grid["first_centre"], grid["pitch"]
        rows, columns = grid["rows"], grid["columns"]
        x_margin = (grid["loop_length"] - self.data["area"]["width"]) / 2
        y_margin = (grid["loop_length"] - self.data["area"]["height"]) / 2
        width, height = self.data["area"]["width"], self.data["area"]["height"]
        found: list[Loop] = []
        for r in range(rows):
            y = first + pitch * r
            found.append(Loop(r, "row", r, -x_margin, y - half, width + x_margin, y + half, self._leaf(r, wiring)))
        for c in range(columns):
            x, number = first + pitch * c, rows + c
            found.append(
                Loop(number, "column", c, x - half, -y_margin, x + half, height + y_margin, self._leaf(number, wiring))
            )
        for i, rack in enumerate(self.data.get("racks", [])):
            (x, y), (w, h) = rack["centre"], rack["size"]
            output = (wiring["first_rack_output"] + i,)
            found.append(
                Loop(rows + columns + i, "rack", rack["seat"], x - w / 2, y - h / 2, x + w / 2, y + h / 2, output)
            )
        return found

    @staticmethod
    def _leaf(number: int, wiring: dict[str, Any]) -> tuple[int, ...]:
        """Outputs of one grid loop: none without a selector, one without a diode tree, else leaf and group."""
        if not wiring["chips"]:
            return ()
        if not wiring["group_size"]:
            return (number,)
        return (number, wiring["first_group_output"] + number // wiring["group_size"])


def names() -> list[str]:
    """Ids of the builds that came with the installation."""
    return sorted(path.stem for path in resources.hardware_dir().glob("*.toml"))


def tables() -> list[Build]:
    """Those of them at which people can sit."""
    return [each for each in map(load, names()) if each.seats]


def load(build: str | Path, seated: bool = False) -> Build:
    """Read a build by id (``"grid40"``) or by path. What it is ``like`` gives the sections that it does not have.

    seated: it must be one at which people can sit.

    Raises:
        HardwareError: no such build, not TOML, a section is missing, or nobody can sit there.
    """
    path = Path(build)
    if path.suffix != ".toml":
        path = resources.hardware_dir() / f"{build}.toml"
    data = _read(path, build, seated)
    if path.parent != resources.hardware_dir():
        known = [load(name).data for name in names()]
        if wrong := build_shape.complaint(data, known):
            raise HardwareError(f"{path}: {wrong}")
    _check_game(path, data.get("game", {}))
    found = Build(path, data)
    if seated and not found.seats:
        raise HardwareError(f"{build} seats nobody: {_choose(seated)}")
    if found.zone and found.zone[1:] != (0, data["area"]["width"], data["area"]["height"]):
        raise HardwareError(f"{path}: a [bazaar] on the cloth takes a strip along the whole right edge: {found.zone}")
    return found


def _check_game(path: Path, game: dict[str, Any]) -> None:
    """What a board would refuse when it starts is refused here."""
    for name, known in (("level", LEVELS), ("profile", profiles.names())):
        if name in game and game[name] not in known:
            raise HardwareError(f"{path}: [game] {name} = {game[name]!r} is not one of {', '.join(known)}")


def _choose(seated: bool) -> str:
    found = [each.id for each in tables()] if seated else names()
    return f"choose one of {', '.join(found)}, or give a .toml file"


def _read(path: Path, build: str | Path, seated: bool = False, depth: int = 0) -> dict[str, Any]:
    """The file's sections, and those of the build that it is like, but for what it is ``without``."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise HardwareError(f"no build {str(build)!r}: {_choose(seated)}") from None
    except OSError as error:
        raise HardwareError(f"{path} cannot be read ({error.strerror}): give another file") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise HardwareError(f"{path} is no TOML file: {error}") from None
    like = data["build"].get("like") if isinstance(data.get("build"), dict) else None
    if like is None:
        return data
    if depth == _MOST_LIKE:
        raise HardwareError(f"{path}: like = {like!r} goes round in a circle")
    base = _read(resources.hardware_dir() / f"{like}.toml", like, seated, depth + 1)
    return {name: base[name] for name in base if name not in data["build"].get("without", [])} | data


def firmware_config(build: Build) -> dict[str, Any]:
    """What the board keeps as ``/config.json``: lists by number, no floats, nothing that the firmware must derive."""
    data = build.data
    return {
        "version": CONFIG_VERSION,
        "build": build.id,
        "seats": build.seats,
        "area": [data["area"]["width"], data["area"]["height"]],
        "tile": [data["tile"]["length"], data["tile"]["width"], data["tile"]["tag_distance"]],
        "set_max": data["tile"]["set_max"],
        "grid": {
            "rows": data["grid"]["rows"],
            "columns": data["grid"]["columns"],
            "pitch": data["grid"]["pitch"],
            "first": data["grid"]["first_centre"],
            "width": data["grid"]["loop_width"],
        },
        "bazaar": build.zone and list(build.zone),
        "racks": [rack["seat"] for rack in data.get("racks", [])],
        "loops": {
            "chips": data["loops"]["chips"],
            "settle_us": data["loops"]["settle_us"],
            "outputs": [list(loop.outputs) for loop in build.loops()],
        },
        "pins": data["pins"],
        "bus": data["bus"],
        "radio": data["radio"],
        "rim": data.get("rim"),
        "display": data.get("display"),
        "keys": data.get("keys", {}).get("bits"),
        "game": data.get("game", {"game": "kozel", "preset": "graa", "language": "ru"}),
    }
