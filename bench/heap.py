"""The heap that the firmware needs on a 32-bit MicroPython (``bench._heap_board``), against the same chips as ever.

Of every game a round is played on the whole table, from its start to the round's end. What each part keeps is measured
by loading its modules one part after the other.
"""

from __future__ import annotations

import ast
import json
from typing import Any

from domino_table.device.bundle import firmware_code, on_board
from domino_table.device.flat import Flat
from domino_table.device.inline import module_name, source_of
from domino_table.resources import firmware_dir
from domino_table.virtual.board import BoardFailed
from domino_table.virtual.limit import NoWires, simulation_heap
from domino_table.virtual.lore import DEFAULT_PRESETS, GAMES, SEATED
from naive.generate import record

from bench._application import round_heap, smallest_cap
from bench._heap_board import HeapBoard

_STAGES = """
import asyncio

async def main():
    from domino_rules.referee import Referee
    from domino_rules.games import {rules}
    referee, most = Referee(), 0
    with open('/record.jsonl') as lines:
        for line in lines:
            referee.feed_text(line)
            await asyncio.sleep_ms(50)
    await asyncio.sleep_ms(200)
    for modules in {table}:
        print('stage')
        for module in modules:
            __import__(module)
        await asyncio.sleep_ms(200)
    print('stage')
    await asyncio.sleep(100)

asyncio.run(main())
"""
_PARTS = (
    ("drivers and sensing", ("table.config", "table.drivers", "table.sensing", "table.inputs")),
    (
        "referee, journal, link and application",
        ("table.app", "table.referee", "table.journal", "table.link", "table.seal"),
    ),
    ("panel", ("table.panel",)),
)
_STAYING = ("table.app", "table.config", "table.setup", "table.panel.build", "table.referee.snapshot")
"""What :mod:`table.app` loads at its start, in a function or at the top; what these import stays."""
_GAME = "kozel"
_LARGE = (("telefon", "telefon_gosha"),)
"""Presets that need more than their game's default: a cross and several doubles at once."""
_BAR = 100
_TOO_LITTLE, _ENOUGH = 80, 200


def _staying(sources: dict[str, str]) -> set[str]:
    """The modules that are always loaded: those that :data:`_STAYING` import at their tops, and so on.

    ``sources``: path by the module's name. What is imported in a function is loaded for one game or one rare occasion.
    """
    found: set[str] = set()
    waiting = list(_STAYING)
    while waiting:
        name = waiting.pop()
        if name in found or name not in sources:
            continue
        found.add(name)
        for node in ast.parse((firmware_dir() / sources[name]).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                source = source_of(sources[name], node)
                waiting += [source, *(f"{source}.{alias.name}" for alias in node.names)]
    return found


def _modules(files: dict[str, bytes], roots: tuple[str, ...]) -> tuple[str, ...]:
    """What the board calls the modules of some packages that stay, as far as they are no part of others there."""
    paths = sorted(path.relative_to(firmware_dir()).as_posix() for path in firmware_dir().glob("table/**/*.py"))
    flat = Flat(paths)
    staying = _staying({module_name(path): path for path in paths})
    chosen = [
        p for p in paths if module_name(p) in staying and f"{module_name(p)}.".startswith(tuple(f"{r}." for r in roots))
    ]
    return tuple(flat.name(path) for path in chosen if f"/lib/{flat.name(path)}.mpy" in files)


def _stages(board: HeapBoard, count: int) -> list[int]:
    """The highest live heap in each of ``count`` stretches of the run; "stage" on the console ends each of them.

    The firmware rests for a few samples before it ends a stretch, and the last two may belong to the next.
    """
    heaps: list[int] = []
    with board:
        board.start()
        seen = 0
        while len(heaps) < count:
            board.run_until(board.now + 50_000)
            if board.crashes:
                raise BoardFailed(board.crashes[0].traceback)
            if board.serial.text.count("stage") > len(heaps):
                heaps.append(max(board.heap_use.samples[seen:-2]))
                seen = len(board.heap_use.samples)
    return heaps


def run() -> list[dict[str, Any]]:
    """Live heap of the application over a round, the least cap for a match, and what each part's modules take."""
    whole = [*_rounds(), *_capped(smallest_cap(_BAR, _TOO_LITTLE, _ENOUGH))]
    files = firmware_code()
    lines = "\n".join(json.dumps(line) for line in record(_GAME, 3, 1)) + "\n"
    parts = [_modules(files, roots) for _, roots in _PARTS]
    main = _STAGES.format(rules=_GAME, table=repr(tuple(parts)))
    files |= {"/main.py": on_board(main).encode(), "/record.jsonl": lines.encode()}
    heaps = _stages(HeapBoard(files, NoWires()), len(parts) + 1)
    used = [later - sooner for sooner, later in zip([0, *heaps], heaps, strict=False)]
    rules = _figure("32-bit heap, rules with one game, over rounds", used[0], 36)
    shares = [
        {"name": f"32-bit heap, {name}, as far as it stays", "value": round(taken / 1024, 1), "unit": "KB"}
        for (name, _), taken in zip(_PARTS, used[1:], strict=True)
    ]
    return [*whole, rules, *shares]


def _rounds() -> list[dict[str, Any]]:
    """The live heap over a round of each game, the one that takes most last and with the bar."""
    taken = {}
    for game, preset in [*((game, DEFAULT_PRESETS.get(game)) for game in GAMES), *_LARGE]:
        taken[preset or game] = round_heap(game, preset, min(max(GAMES[game]), SEATED)).live
    worst = max(taken, key=lambda name: taken[name])
    name = "32-bit heap of the running application over a round"
    figures = [
        {"name": f"{name} of {game}", "value": round(live / 1024, 1), "unit": "KB"} for game, live in taken.items()
    ]
    return [*figures, _figure(f"{name}, worst game: {worst}", taken[worst], _BAR)]


def _capped(least: int) -> list[dict[str, Any]]:
    """A match under ``-X heapsize=100wK`` and what the simulation's modules take, which are measured alone."""
    words, own = f"{_BAR}wK", round(simulation_heap() / 1024, 1)
    return [
        {"name": "64-bit heap of the simulation's own modules, alone", "value": own, "unit": "KB"},
        {
            "name": f"a match with -X heapsize={words} and that",
            "value": "passes" if least <= _BAR else "fails",
            "bar": "passes",
            "ok": least <= _BAR,
        },
        _figure("least such words with which a match passes", least * 1024, _BAR),
    ]


def _figure(name: str, taken: int, kilobytes: int) -> dict[str, Any]:
    ok = taken <= kilobytes * 1024
    return {"name": name, "value": round(taken / 1024, 1), "unit": "KB", "bar": f"<= {kilobytes}", "ok": ok}
