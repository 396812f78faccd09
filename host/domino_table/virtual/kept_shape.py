"""The shape of what a kept table's folder holds: each file is read whole and held against it before anything is used.

A check is called with the name of an entry and its value, and returns the value or raises :class:`Damaged`. Numbers are
what their options allow; whether the rules allow the game so is asked where the table is set up.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from littlefs import LittleFSError

from domino_table.virtual import flash

VERSION: Final = 1
Check = Callable[[str, Any], Any]
_SHOWN = 40
"""So many characters of a wrong value are repeated."""
_TILES, _FAR_MM, _ROUNDS = 28, 10_000, 2**31


class Damaged(ValueError):
    """The content is none that this program writes; the message says which entry, and what it must be."""


def _wrong(name: str, value: Any, wanted: str) -> Damaged:
    try:
        shown = repr(value)
    except (ValueError, RecursionError):  # a number of thousands of digits, lists within lists without end
        shown = "something"
    return Damaged(f"{name} = {shown if len(shown) <= _SHOWN else shown[:_SHOWN] + '…'} must be {wanted}")


def whole(least: int, most: int) -> Check:
    """A whole number from ``least`` to ``most``."""

    def check(name: str, value: Any) -> int:
        if type(value) is int and least <= value <= most:
            return value
        raise _wrong(name, value, f"a whole number from {least} to {most}")

    return check


def number(least: float, most: float) -> Check:
    """A number from ``least`` to ``most``; what is no number is not."""

    def check(name: str, value: Any) -> float:
        if type(value) in (int, float) and least <= value <= most:
            return float(value)
        raise _wrong(name, value, f"a number from {least} to {most}")

    return check


def text(name: str, value: Any) -> str:
    """Text that can be shown, and be the name of a file."""
    if isinstance(value, str) and value and value.isprintable():
        return value
    raise _wrong(name, value, "text")


def one_of(*choices: str) -> Check:
    """One of these texts."""

    def check(name: str, value: Any) -> str:
        if isinstance(value, str) and value in choices:
            return value
        raise _wrong(name, value, f"one of {', '.join(choices)}")

    return check


def none_or(inner: Check) -> Check:
    """Nothing, or what ``inner`` wants."""
    return lambda name, value: None if value is None else inner(name, value)


def items(inner: Check, most: int, distinct: bool = False) -> Check:
    """A list of at most so many, with ``distinct`` none of them twice."""

    def check(name: str, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) > most:
            raise _wrong(name, value, f"a list of at most {most}")
        found = [inner(f"{name}[{place}]", each) for place, each in enumerate(value)]
        if distinct and len({*found}) < len(found):
            raise _wrong(name, value, "a list without repetition")
        return found

    return check


def row(*inner: Check) -> Check:
    """A list of exactly these."""

    def check(name: str, value: Any) -> list[Any]:
        if not isinstance(value, list) or len(value) != len(inner):
            raise _wrong(name, value, f"a list of {len(inner)}")
        return [one(f"{name}[{place}]", each) for place, (one, each) in enumerate(zip(inner, value, strict=True))]

    return check


def entries(**inner: Check) -> Check:
    """An object with these entries; others are left out."""

    def check(name: str, value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wrong(name or "the whole", value, "an object {…}")
        dot = f"{name}." if name else ""
        for key in inner:
            if key not in value:
                raise Damaged(f"the entry {dot}{key} is missing")
        return {key: one(f"{dot}{key}", value[key]) for key, one in inner.items()}

    return check


def _parameters(name: str, value: Any) -> dict[str, Any]:
    """Those of a match: numbers, texts, true, false, null and lists of numbers; the rules know them by name."""
    if not isinstance(value, dict):
        raise _wrong(name, value, "an object {…}")
    for key, each in value.items():
        for one in each if isinstance(each, list) else [each]:
            if isinstance(one, (list, dict)) or (isinstance(one, float) and not abs(one) < _ROUNDS):
                raise _wrong(f"{name}.{text(name, key)}", each, "a number, a text, true, false, null or a list of them")
    return value


_tile = whole(0, _TILES - 1)
_mm = number(-_FAR_MM, _FAR_MM)
_SEATS = 8
_SETTINGS = entries(
    build=text,
    game=text,
    preset=none_or(text),
    players=whole(2, 8),
    params=_parameters,
    seed=whole(0, 2**32 - 1),
    pace=number(0.2, 60),
    mistakes=number(0, 0.5),
    language=one_of("ru", "en", "es"),
    rate=number(0.01, 1000),
    field_kind=one_of("simple", "physical"),
    measured=none_or(text),
    board=whole(0, 2**24 - 1),
)
TABLE: Final = entries(starts=whole(1, _ROUNDS), settings=_SETTINGS)
"""What the table was made of, and how often it was started."""
WORLD: Final = entries(
    tiles=entries(
        cloth=items(row(_tile, *[_mm] * 6), _TILES),
        hands=items(row(_tile, none_or(whole(0, _SEATS - 1))), _TILES),
        racks=items(items(_tile, _TILES), _SEATS),
        slots=items(items(none_or(_tile), 4 * _TILES), _SEATS),
        heap=items(none_or(_tile), 1000),
    ),
    people=entries(rows=items(items(_tile, _TILES, True), _SEATS), turned_up=items(_tile, _TILES, True)),
)
"""Where every tile is, and what people know; whether it is the world of this very table, the table says."""


def read(shape: Check, data: bytes) -> Any:
    """What ``data`` holds, when it has this shape. Raises Damaged."""
    return shape("", _json(data))


def _json(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        raise Damaged("it is not JSON, or was cut off") from None


def version(data: bytes) -> Any:
    """The version that wrote it; 0 where it does not tell. Raises Damaged."""
    found = _json(data)
    return found.get("version", 0) if isinstance(found, dict) else 0


def check_flash(image: bytes) -> None:
    """Raises Damaged unless a board can start from this flash: a board formats one that it cannot read."""
    if len(image) != flash.DEFAULT_SIZE:
        raise Damaged(f"it has {len(image)} bytes, the flash of a board has {flash.DEFAULT_SIZE}")
    try:
        files = flash.read_image(image)
    except (LittleFSError, UnicodeDecodeError, MemoryError) as error:
        raise Damaged(f"its file system cannot be read ({error})") from None
    if not files:
        raise Damaged("its file system holds no file")


def check_storage(data: bytes) -> None:
    """Raises Damaged unless a board can read this storage beside its flash, which may be empty."""
    if data.strip() and not isinstance(_json(data), dict):
        raise Damaged("it is not JSON, or was cut off")
