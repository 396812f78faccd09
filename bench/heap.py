"""The heap that the firmware needs on a 32-bit MicroPython, while it runs against the same chips as ever.

``node`` runs the interpreter (``bench/wasm``, installed by ``npm ci`` there). The simulation's own modules are measured
alone and subtracted. Live heap is what is left after a collection between two stretches of the run.
"""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domino_table.device.bundle import firmware_code, on_board
from domino_table.device.flat import Flat
from domino_table.device.inline import module_name, source_of
from domino_table.resources import firmware_dir
from domino_table.virtual.board import PRELUDE, Board, BoardFailed
from domino_table.virtual.bus import Wiring
from domino_table.virtual.limit import NoWires, simulation_heap

WASM = Path(__file__).with_name("wasm")
_NOTE_HEAP = 6


@dataclass
class Heap:
    """Bytes in use by the firmware alone, over a run."""

    alone: int = 0
    """What the simulation's modules take; already subtracted below."""
    live: int = 0
    """The highest live heap after a collection."""
    peak: int = 0
    """The highest heap with all garbage of one stretch, which no collecting board needs in full."""
    samples: list[int] = field(default_factory=list)

    def take(self, stage: str, live: int, peak: int) -> None:
        if stage == "alone":
            self.alone = live
            return
        self.samples.append(live - self.alone)
        self.live = max(self.live, live - self.alone)
        self.peak = max(self.peak, peak - self.alone)


def install() -> None:
    """Fetch the pinned interpreter with npm if it is not there yet. Raises :class:`BoardFailed` when that fails."""
    if (WASM / "node_modules" / ".package-lock.json").is_file():  # npm writes it last
        return
    if not shutil.which("node") or not shutil.which("npm"):
        raise BoardFailed("the heap is measured with node: install nodejs and npm")
    done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=WASM, capture_output=True, text=True)
    if done.returncode:
        raise BoardFailed(f"npm ci in {WASM} failed: {done.stderr.strip()[-500:]}")


class HeapBoard(Board):
    """A headless board whose interpreter is the 32-bit one. It has files but no flash, and does not survive a reset."""

    def __init__(self, files: dict[str, bytes], wiring: Wiring, *, slice_ms: int = 50, **settings: Any) -> None:
        """``files``: by their paths on the board. ``slice_ms``: virtual time between two collections."""
        install()
        self._folder = tempfile.TemporaryDirectory(prefix="heap")
        self._slice_us = slice_ms * 1000
        self.heap_use = Heap()
        self._write({f"/prelude/{path.name}": path.read_bytes() for path in PRELUDE.glob("*.py")})
        self._write({f"/prelude/{name}": (WASM / name).read_bytes() for name in ("core.py", "start32.py")})
        self._write(files)
        image = Path(self._folder.name, "flash.img")
        image.touch()
        super().__init__(image, wiring, **settings)

    def stop(self) -> None:
        super().stop()
        self._folder.cleanup()

    def _write(self, files: dict[str, bytes]) -> None:
        for path, data in files.items():
            target = Path(self._folder.name, "files", path.lstrip("/"))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)

    def _command(self, answers: int, requests: int) -> list[str]:
        folder = str(Path(self._folder.name, "files"))
        return ["node", str(WASM / "stepper.mjs"), folder, str(answers), str(requests)]

    def _config(self, cause: int, raw: bool) -> dict[str, object]:
        return {**super()._config(cause, raw), "slice_us": self._slice_us}

    def _noted(self, t: int, kind: int, text: bytes) -> None:
        if kind == _NOTE_HEAP:
            self.heap_use.take(*json.loads(text))
        else:
            super()._noted(t, kind, text)


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
    from naive.generate import record

    from bench._application import round_heap, smallest_cap

    use = round_heap()
    cap = smallest_cap(_BAR, _TOO_LITTLE, _ENOUGH)
    whole = [_figure("32-bit heap of the running application over a round", use.live, _BAR)]
    whole += _capped(cap)
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
