"""Have a board test itself (``firmware/table/workshop/selftest.py``), and what came of it as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from domino_table.device.board_files import BoardFiles
from domino_table.device.tile_map import TileMap, TileMapError
from domino_table.device.workshop import Workshop, WorkshopError

FOUND: Final = "/selftest.json"
STEPS: Final = {
    "loops": "Every loop: does it carry current?",
    "lights": "Are all lights white? OK under the display: yes, <: no.",
    "buttons": "Press each button as its lamp is lit, then < > OK as the display says (< held ends the test).",
    "knocks": "Knock twice on each pad as the seat's lamp is lit.",
    "tags": "Every tag of the tiles that lie on cloth and racks, twenty times.",
}
"""The steps with what people have to do, in their order."""
BY_HAND: Final = ("lights", "buttons", "knocks")
_PATIENCE_S = 200.0


def test(workshop: Workshop, steps: list[str], begin: Callable[[str], object]) -> tuple[dict[str, Any], list[str]]:
    """Do these steps; what they found, and its lines in the table's language, which the display shows too.

    begin: told the name of each step before it is done. A reader that fails ends its step, not the test; a person who
    holds ``<`` ends the test.
    """
    found: dict[str, Any] = {}
    for name in steps:
        begin(name)
        try:
            found[name] = workshop.ask("selftest", "step", name, timeout=_PATIENCE_S)
        except WorkshopError as error:
            found[name] = {"error": str(error)}
        if "ended" in found[name]:
            break
    lines: list[str] = workshop.ask("selftest", "tell", found)
    return found, lines


def last(board: BoardFiles) -> dict[str, Any] | None:
    """What the last test of a board found, None where there was none."""
    data = board.read(FOUND)
    try:
        found = json.loads(data or b"")
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def complaints(found: dict[str, Any], config: dict[str, Any]) -> list[str]:
    """What is wrong, a sentence each, in English; empty if all is well."""
    try:
        tiles = TileMap(int(config.get("set_max", 6)))
    except (TypeError, ValueError) as error:
        raise TileMapError(f"the board's configuration has no set ({error})") from None
    sentences = [f"{name}: {result['error']}" for name, result in found.items() if "error" in result]
    sentences += [f"{_loop(loop, config)} is dead: check its switch" for loop in _of(found, "loops", "dead")]
    sentences += [f"the tag of {tiles.half(tag)} is not heard" for tag in _of(found, "tags", "lost")]
    sentences += [
        f"the tag of {tiles.half(tag)} is weak: it answered {answers} of 20 times"
        for tag, answers in _of(found, "tags", "weak")
    ]
    if found.get("lights", {}).get("good") is False:
        sentences.append("not all lights are white")
    elif "late" in found.get("lights", {}):
        sentences.append("nobody said whether all lights are white")
    sentences += [f"the button or key {name} is stuck: pressed all the time" for name in _of(found, "buttons", "stuck")]
    sentences += [f"the button or key {name} was not pressed in time" for name in _of(found, "buttons", "silent")]
    sentences += [f"no knock was heard on the pad of seat {seat}" for seat in _of(found, "knocks", "silent")]
    sentences += [f"the test was ended by hand: {name} not tested" for name in found if "ended" in found[name]]
    return sentences


def _of(found: dict[str, Any], step: str, key: str) -> list[Any]:
    return list(found.get(step, {}).get(key, []))


def _loop(loop: int, config: dict[str, Any]) -> str:
    rows, columns = config["grid"]["rows"], config["grid"]["columns"]
    if loop < rows:
        return f"loop {loop} (row {loop})"
    if loop < rows + columns:
        return f"loop {loop} (column {loop - rows})"
    return f"loop {loop} (rack of seat {config['racks'][loop - rows - columns]})"
