"""What a soak has done: a file of JSON lines, one for each step that has ended, to which is only appended."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCES = ("firmware", "host", "hardware", "bench", "tests/naive", "tests/domino_rules", "tests/soak")
SUFFIXES = (".py", ".toml", ".txt", ".mjs")


def sources() -> str:
    """A hash of everything that decides what a step finds: a result of other sources is none."""
    found = hashlib.sha256()
    for folder in SOURCES:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                found.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


class State:
    """The rows of one file, by command.

    A row: ``step`` and ``command`` (text), ``source``, ``ok``, ``seconds``, ``figures``, ``why``.

    Args:
        file: need not exist yet.
        source: of this run.
        others_count: rows of other sources count as well.

    Attributes:
        left_out: how many results of other sources there are, which do not count.
    """

    def __init__(self, file: Path, source: str, others_count: bool = False) -> None:
        self._file, self.source, self._others = file, source, others_count
        self.rows: dict[str, dict[str, Any]] = {}
        self.left_out = 0
        content = file.read_bytes() if file.exists() else b""
        self._torn = not content.endswith(b"\n") and bool(content)
        for line in content.splitlines():
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last one of a run that was killed
            if not isinstance(row, dict):
                continue
            if others_count or row.get("source") == source:
                self.rows[str(row.get("command"))] = row
            else:
                self.left_out += 1

    def done(self, command: str) -> bool:
        """Whether a step has ended well: one that has not is done again."""
        return bool(self.rows.get(command, {}).get("ok"))

    def add(self, row: dict[str, Any]) -> None:
        """Keep the result of a step."""
        row = {**row, "source": self.source}
        self.rows[row["command"]] = row
        self._file.parent.mkdir(parents=True, exist_ok=True)
        with self._file.open("a", encoding="utf-8") as out:
            out.write("\n" * self._torn + json.dumps(row, ensure_ascii=False) + "\n")
        self._torn = False
