"""The wire of a public page, compared with the truth all through a match: no tile of a hand before it is laid."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from domino_table.device.bundle import bundle
from domino_table.device.link import LinkClient
from domino_table.hardware import load
from domino_table.virtual import lore
from domino_table.virtual.board import Board
from domino_table.virtual.flash import build_image
from domino_table.virtual.guests import Guests
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import tile_map
from domino_table.web.feed import Event, Feed, sse
from domino_table.web.hands import Hands

MS = 1_000
GAMES: dict[str, tuple[str | None, int, dict[str, Any], int]] = {
    "kozel": ("graa", 3, {"target": 40}, 5),
    "osyol": (None, 3, {"target": 40}, 3),
    "kolbasa": (None, 2, {"target": 40}, 0),
}
"""Preset, players and parameters; and how many mistakes people make in such a match at least."""
LONGEST = 1500
"""Virtual seconds that a match may take."""
NAME = re.compile(r"(?<![0-9a-f])([0-6])-([0-6])(?![0-9])")


class Console:
    """The serial line of a headless board as a stream: reading lets the board run."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._come = b""
        self.in_waiting = 0

    def write(self, data: bytes) -> int:
        self._board.serial.write(self._board.now, data)
        return len(data)

    def read(self, size: int = 1) -> bytes:
        if not self._come:
            self._board.run_until(self._board.now + 5 * MS)
            self._come = b"".join(piece for _, piece in self._board.serial.output)
            self._board.serial.output.clear()
        taken, self._come = self._come[:size], self._come[size:]
        self.in_waiting = len(self._come)
        return taken

    def close(self) -> None:
        pass


class Watched(Feed):
    """A feed in the thread of the board; everything it sends is looked through the moment it is sent."""

    def __init__(self, board: Board, table: VirtualTable, game: str) -> None:
        super().__init__(lambda: LinkClient(Console(board)))
        self.board, self.world = board, table.world
        self.shown: set[str] = set()
        self.matches = self.lines = 0
        preset, players, params, self.mistakes = GAMES[game]
        rules = lore.lore(game, preset, params, players)
        assert rules
        self.company = Guests(table, rules, players, 4, 0.4, 0.1)
        self.hands = Hands(self.company, players, lambda action: action(0))
        self.leaks: list[str] = []

    def play(self) -> None:
        """One match, followed until the next one begins."""
        self._running = True
        self._run()

    def _wait(self, seconds: float) -> None:
        assert self.board.now < LONGEST * 1000 * MS, "people and table wait for each other"
        self.board.run_until(self.board.now + int(seconds * 1e6))
        self.world.run_until(self.board.now)
        self.shown |= self._cloth()
        self.look(json.dumps(self.hands.snapshot(0, "no secret")))

    def _tell(self, kind: str, data: dict[str, Any], at: float | None = None) -> None:
        before = self._count
        super()._tell(kind, data, at)
        if self._count == before:
            return
        self.matches += kind == "match"
        self.lines += kind == "line"
        self._running = self.matches < 2
        if kind == "line" and data["line"]["type"] == "deal":
            self.shown = self._cloth()  # what was laid in the last round says nothing any more
        if self._referee.state()["phase"] == "play":
            self.look(sse(Event(self._count, kind, self._latest_text(kind)), self.run_id))
        elif kind == "state":
            self.look(json.dumps(data["table"]))

    def _latest_text(self, kind: str) -> str:
        return self._lines[-1].data if kind == "line" else self._latest[kind].data

    def _cloth(self) -> set[str]:
        return {self.world.pieces[tile].name for tile in self.world.cloth()}

    def look(self, wire: str) -> None:
        """Note each tile in it that nobody but its owner has seen since the deal."""
        cloth = self._cloth()
        for a, b in NAME.findall(wire):
            name = f"{min(a, b)}-{max(a, b)}"
            if name not in self.shown | cloth:
                self.leaks.append(f"{name} at {self.board.now / 1e6:.1f} s in {wire[:300]}")


@pytest.fixture(params=list(GAMES))
def watched(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Watched]:
    build = load("grid40")
    preset, players, params, _ = GAMES[request.param]
    build.data["game"] = {"game": request.param, "players": players, "params": params, "language": "ru"}
    build.data["game"] |= {"preset": preset} if preset else {}
    table = VirtualTable(build, seed=4)
    image = tmp_path / "board.img"
    image.write_bytes(build_image(bundle(build, tile_map([piece.tags for piece in table.world.pieces]))))
    with Board(image, table, seed=4) as board:
        board.start()
        board.run_until(4_000 * MS)
        board.serial.output.clear()
        yield Watched(board, table, request.param)


def test_no_byte_of_a_public_page_tells_a_tile_that_is_still_in_a_hand(watched: Watched) -> None:
    watched.play()
    assert watched.leaks == []
    assert watched.matches == 2
    assert watched.company.party.disputes == []
    assert watched.company.party.mistakes.total() >= watched.mistakes
    assert watched.lines > 40, "the match was too short to prove anything"
    watched.shown.clear()
    secret = next(piece.name for piece in watched.world.pieces if piece.index not in watched.world.cloth())
    watched.look(f'data: {{"hands":[["{secret}"]]}}')
    assert len(watched.leaks) == 1, "a leak would not be seen"
