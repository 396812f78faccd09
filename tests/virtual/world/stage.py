"""A whole virtual table on which a test moves the tiles: real firmware below, known hands, no people that act alone."""

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
from domino_table.virtual.course import MS, SECOND
from domino_table.virtual.flash import build_image
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, tile_map

# Seat 0 opens with 1-1. No hand has five doubles or six tiles of one value.
FOUR = (
    "1-1 1-2 1-3 0-4 5-6 2-2 3-6",
    "0-1 1-4 2-3 2-6 3-5 4-4 6-6",
    "1-5 0-2 0-3 4-5 4-6 3-3 2-5",
    "1-6 0-0 0-5 0-6 2-4 3-4 5-5",
)
QUIET = ("match", "deal", "note")


class Stage:
    """The table of a test. Places are mm and degrees; ``seat.button`` presses are those of the build's keys.

    Attributes:
        table, world, eyes: as in ``domino_table.virtual``. board: the running firmware.
    """

    def __init__(self, folder: Path, players: int = 4, build: str = "grid40", **game: Any) -> None:
        made = load(build)
        made.data["game"] = {"game": "kozel", "preset": "graa", "language": "en", "players": players} | game
        self.build = made
        self.table = VirtualTable(made, seed=6)
        self.world, self.eyes = self.table.world, self.table.eyes
        self._image = folder / "board.img"
        self._image.write_bytes(build_image(bundle(made, tile_map([piece.tags for piece in self.world.pieces]))))
        self.board = Board(self._image, self.table, seed=6)

    def __enter__(self) -> Stage:
        self.board.__enter__()
        self.board.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.board.__exit__(*error)

    # --- time ---------------------------------------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.board.run_until(self.board.now + int(seconds * SECOND))
        self.world.run_until(self.board.now)
        assert self.board.crashes == []

    def until(self, seen: Callable[[], bool], seconds: float = 20) -> None:
        """Let time pass until ``seen()``, which must come, and so long that what the rim has shown is in the flash."""
        began = self.board.now
        while not seen():
            assert self.board.now - began < seconds * SECOND, f"not seen in {seconds} s: {self.lines()}"
            self.wait(0.1)
        self.wait(0.3)

    def later(self, ms: int, deed: Any, *arguments: Any) -> None:
        """Have a deed done in so many ms, while time passes."""
        self.world.at(self.world.now + ms * MS, lambda: deed(*arguments))

    # --- hands --------------------------------------------------------------------------------------------------

    def tile(self, name: str) -> int:
        """Index of a tile."""
        return next(piece.index for piece in self.world.pieces if name in (piece.name, piece.name[::-1]))

    def deal(self, *hands: str) -> None:
        """Everybody takes these tiles; until somebody is on turn."""
        for seat, hand in enumerate(hands):
            for name in hand.split():
                self.world.to_rack(self.tile(name), seat)
        self.until(lambda: self.eyes.turn is not None)

    def lay(self, name: str, x: float, y: float, angle: float = 0) -> None:
        """A tile comes to rest; it is judged later."""
        self.world.lay(self.tile(name), Pose(x, y, angle))

    def play(self, name: str, x: float, y: float, angle: float = 0) -> None:
        """A tile is laid, and the table says something about it: another line is in the record."""
        before = len(self.lines())
        self.lay(name, x, y, angle)
        self.until(lambda: len(self.lines()) > before)

    def lift(self, name: str) -> None:
        """A hand takes a tile, out of reach of every loop."""
        self.world.lift(self.tile(name))

    def rack(self, name: str, seat: int) -> None:
        """A tile is put into a rack."""
        self.world.to_rack(self.tile(name), seat)

    def press(self, key: int | str, kind: str = "short") -> None:
        """A seat's button, or a key by its name."""
        self.world.press(f"seat{key}" if isinstance(key, int) else key, kind)

    def silence(self, name: str) -> None:
        """Both tags of a tile fall silent where it lies: a bad contact, metal, a hand that detunes them."""
        self.world.field.take(self.world.now, self.world.pieces[self.tile(name)].tags)

    def wake(self, name: str) -> None:
        """The tags of a silent tile answer again."""
        piece = self.world.pieces[self.tile(name)]
        assert piece.pose is not None
        self.world.field.put(self.world.now, piece.tags, piece.pose)

    def pose(self, name: str) -> Pose:
        """How a tile on the cloth lies."""
        pose = self.world.pieces[self.tile(name)].pose
        assert pose is not None, f"{name} does not lie on the cloth"
        return pose

    @staticmethod
    def at(x: float, y: float, angle: float = 0) -> Pose:
        """A pose."""
        return Pose(x, y, angle)

    # --- what the table made of it ------------------------------------------------------------------------------

    def record(self) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
        """Lines of the last match in the journal, with what the referee answered."""
        found: list[tuple[dict[str, Any], list[dict[str, Any]]]] = []
        referee = Referee()
        for entry in flashed.journal(self._image.read_bytes()):
            assert entry.kind != flashed.TRACE, entry.payload.decode()
            if entry.kind == flashed.LINE:
                line = packed.decode(entry.payload)
                if line["type"] == "match":
                    referee, found = Referee(), []
                found.append((line, referee.feed(dict(line))))
        return found

    def lines(self) -> list[str]:
        """The record in short: "play 0 1-1", "pass 2 false_pass" for a refused one; without match, deals and notes."""
        short = []
        for line, outs in self.record():
            if line["type"] in QUIET:
                continue
            words = [line["type"]] + [str(line[name]) for name in ("seat", "tile", "end") if name in line]
            if line["type"] == "correct":
                words.append("null" if line["to"] is None else line["to"].get("end", line["to"]["type"]))
            short.append(" ".join(words if outs[0]["ok"] else [*words, outs[0]["code"]]))
        return short

    def stands(self) -> list[str]:
        """The plays, draws and passes that count, in short, corrections done."""
        told: dict[int, str] = {}
        for n, (line, outs) in enumerate(self.record(), 1):
            if line["type"] == "correct" and outs[0]["ok"]:
                told.pop(line["ref"], None)
                line, n = line["to"], line["ref"]
            if line and line["type"] in ("play", "draw", "pass") and outs[0]["ok"]:
                told[n] = " ".join([line["type"]] + [str(line[k]) for k in ("seat", "tile", "end") if k in line])
        return [told[n] for n in sorted(told)]

    def deals(self) -> int:
        """How many deals the record has, good ones and bad ones."""
        return sum(line["type"] == "deal" for line, _ in self.record())
