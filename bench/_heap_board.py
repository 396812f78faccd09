"""A board with the 32-bit MicroPython, on which the heap of the firmware is measured.

``node`` runs the interpreter (``bench/wasm``, installed by ``npm ci`` there). The simulation's own modules are measured
alone and subtracted. Live heap is what is left after a collection between two stretches of the run.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domino_table.virtual.board import PRELUDE, Board, BoardFailed
from domino_table.virtual.bus import Wiring

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
