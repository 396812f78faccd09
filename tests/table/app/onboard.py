"""A whole table on a virtual board: its flash with files of the test's choice, a world that the test moves by hand."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from domino_rules import packed
from domino_rules.referee import Referee
from domino_table.device.bundle import bundle
from domino_table.hardware import load
from domino_table.virtual import flashed
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, tile_map

SECOND = 1_000_000
HANDS = ("1-1 1-2 1-3 0-4 5-6 2-2 3-6", "0-1 0-2 0-3 2-3 2-6 3-5 4-4")
"""Hands of a round of two that seat 0 opens with 1-1; seat 1 goes on with 0-1."""


class TableOnBoard:
    """``change`` may replace, add or remove files of the flash image before it is written; ``game``: another one."""

    def __init__(
        self, folder: Path, change: Callable[[dict[str, bytes]], None] = lambda files: None, game: str = "kozel"
    ) -> None:
        build = load("grid40")
        build.data["game"] = {"game": game, "language": "en", "players": 2}
        build.data["game"] |= {"preset": "graa"} if game == "kozel" else {}
        self.table = VirtualTable(build, 5)
        self.world = self.table.world
        files = bundle(build, tile_map([piece.tags for piece in self.world.pieces]))
        change(files)
        self.image = folder / "flash.img"
        self.image.write_bytes(build_image(files))
        self.board = Board(self.image, self.table, seed=5)

    def __enter__(self) -> TableOnBoard:
        self.board.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.board.stop()

    def wait(self, seconds: float) -> None:
        self.board.run_until(self.board.now + int(seconds * SECOND))
        self.world.run_until(self.board.now)

    def type(self, data: bytes) -> None:
        self.board.serial.write(self.board.now, data)

    def ctrl_c(self) -> None:
        """Ctrl-C while a program runs: on a headless board the supervisor passes it on."""
        assert self.board._bus is not None
        self.board._bus.interrupt = True

    @property
    def printed(self) -> str:
        return self.board.serial.text

    # Deeds

    def _tile(self, name: str) -> int:
        return next(piece.index for piece in self.world.pieces if piece.name == name)

    def deal(self) -> None:
        for seat, hand in enumerate(HANDS):
            for name in hand.split():
                self.world.to_rack(self._tile(name), seat)
        self.wait(6)

    def lay(self, name: str, x: float, y: float, angle: float) -> None:
        self.world.lay(self._tile(name), Pose(x, y, angle))

    def take(self, name: str, seat: int) -> None:
        self.world.to_rack(self._tile(name), seat)

    # What is in the flash

    def journal(self, kind: int) -> list[bytes]:
        return [entry.payload for entry in flashed.journal(self.image.read_bytes()) if entry.kind == kind]

    def lines(self) -> list[str]:
        """The journalled record in short: "play 0 1-1", refused ones with their code."""
        referee, short = Referee(), []
        for payload in self.journal(flashed.LINE):
            line: dict[str, Any] = packed.decode(payload)
            outs: list[dict[str, Any]] = referee.feed(line)
            words = [line["type"]] + [str(line[name]) for name in ("seat", "tile", "end", "ref") if name in line]
            words += ["closed"] if line.get("closed") else []
            short.append(" ".join(words) + ("" if outs[0]["ok"] else "!" + str(outs[0]["code"])))
        return short

    def traces(self) -> list[str]:
        return [payload.decode() for payload in self.journal(flashed.TRACE)]
