"""A table that exists only as lists, behind the face of LinkClient."""

from __future__ import annotations

from typing import Any

from domino_rules import packed
from domino_table.device.link import Hello
from domino_table.device.port import LinkError
from domino_table.device.record import Record

MATCH = {"v": 1, "type": "match", "game": "kozel", "preset": "graa", "seats": ["Ann", "Bob"]}
DEAL = {
    "type": "deal",
    "hands": [
        ["1-1", "0-1", "0-2", "0-3", "2-4", "5-6", "3-3"],
        ["1-2", "2-2", "0-4", "0-5", "1-6", "4-4", "3-6"],
    ],
}
PLAY = {"type": "play", "seat": 0, "tile": "1-1"}


class FakeTable:
    """Journal, snapshot and commands of a table; ``faults`` are raised by the next requests for its state."""

    def __init__(self) -> None:
        self.epoch = 7
        self.records: list[Record] = []
        self.version = 1
        self.snapshot: dict[str, Any] = {"phase": "deal", "language": "en", "turn": None, "cloth": []}
        self.faults: list[LinkError] = []
        self.commands: list[tuple[str, dict[str, Any]]] = []
        self.answer: Any = {}

    def write(self, *lines: dict[str, Any]) -> None:
        """Journal lines, and change the state."""
        for line in lines:
            self.records.append(Record(len(self.records) + 1, 1, 0, packed.encode(line), b""))
        self.version += 1

    def wipe(self) -> None:
        """Another journal: the flash was formatted."""
        self.epoch, self.records = self.epoch + 1, []
        self.version += 1


class FakeLink:
    """A connection to a FakeTable."""

    def __init__(self, table: FakeTable) -> None:
        self._table = table

    def __enter__(self) -> FakeLink:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def hello(self) -> Hello:
        return Hello(1, self._table.epoch, 1, 1, len(self._table.records), 0, 0, "abcd", "0123")

    def state(self, known: int) -> tuple[int, dict[str, Any] | None]:
        if self._table.faults:
            raise self._table.faults.pop()
        table = self._table
        return (known, None) if known == table.version else (table.version, dict(table.snapshot))

    def records(self, after: int) -> list[Record]:
        return self._table.records[after:]

    def command(self, name: str, arguments: dict[str, Any]) -> Any:
        self._table.commands.append((name, arguments))
        if isinstance(self._table.answer, Exception):
            raise self._table.answer
        return self._table.answer
