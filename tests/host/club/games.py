"""Matches to store: legal Kozel, played at random from a seed, and a table's journal that holds them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from domino_rules import packed
from domino_rules.referee import Referee
from domino_table.device.link import Hello
from domino_table.device.record import Record, take
from table.journal import BOOT, LINE, Journal

Line = dict[str, Any]
TILES = [f"{a}-{b}" for a in range(7) for b in range(a, 7)]


class Player:
    """Plays a match of Kozel at random; ``lines`` is its record so far."""

    def __init__(self, seed: int, seats: list[str], **opening: Any) -> None:
        self.dice = random.Random(seed)
        self.referee = Referee()
        self.seats = len(seats)
        self.lines: list[Line] = []
        opening = {"preset": "graa", "date": "2026-11-30", **opening}
        self.feed({"type": "match", "v": 1, "game": "kozel", "seats": seats, **opening})

    def feed(self, line: Line) -> list[Line]:
        line["t"] = len(self.lines) * 1000
        self.lines.append(line)
        return self.referee.feed(line)

    def act(self) -> None:
        """The next line of the match."""
        if self.referee.phase in ("await_deal", "round_over"):
            self.deal()
            return
        seat = self.referee.turn
        if seat is None:
            seat = self.dice.choice([seat for seat in range(self.seats) if self.referee.legal_plays(seat)])
        plays = self.referee.legal_plays(seat)
        if plays:
            tile, end = self.dice.choice(plays)
            self.feed({"type": "play", "seat": seat, "tile": TILES[tile], **({"end": end} if end else {})})
        elif self.referee.must_draw(seat):
            stock = [tile for tile in range(28) if self.referee.match.stock >> tile & 1]
            self.feed({"type": "draw", "seat": seat, "tile": TILES[self.dice.choice(stock)]})
        else:
            self.feed({"type": "pass", "seat": seat})

    def deal(self) -> None:
        tiles = TILES[:]
        self.dice.shuffle(tiles)
        hands = [tiles[7 * seat : 7 * seat + 7] for seat in range(self.seats)]
        self.feed({"type": "deal", "hands": hands, "stock": tiles[7 * self.seats :]})

    def play(self, lines: int | None = None) -> list[Line]:
        """Go on to the end of the match, or to this number of lines."""
        while self.referee.phase != "match_over" and (lines is None or len(self.lines) < lines):
            self.act()
        return self.lines


def played(seed: int, seats: list[str], lines: int | None = None, **opening: Any) -> list[Line]:
    """The record of a match, whole or its first lines."""
    return Player(seed, seats, **opening).play(lines)


class Table:
    """A table's journal, and the part of the link's client that a sync uses."""

    def __init__(self, directory: Path, device: str = "aabbccdd") -> None:
        self.journal = Journal(str(directory), ticks=lambda: 9)
        self.device = device
        self.cut_after: int | None = None  # records after which the port is gone
        self.hidden_before = 0  # records up to here are no longer on the table

    def write(self, lines: list[Line]) -> None:
        for line in lines:
            self.journal.append(LINE, packed.encode(line), mark=line["type"] == "match")
            self.journal.flush()

    def boot(self) -> None:
        self.journal.append(BOOT, b"")
        self.journal.flush()

    def hello(self) -> Hello:
        head, digest = self.journal.head
        journal = self.journal
        return Hello(1, journal.epoch, journal.boots, 1, head, digest, journal.acked, self.device, "0102")

    def records(self, after: int) -> Iterator[Record]:
        data = self.journal.read(max(after, self.hidden_before), 1 << 30)
        sent = 0
        while record := take(data):
            data = data[len(record.raw) :]
            if self.cut_after is not None and sent >= self.cut_after:
                raise ConnectionError("unplugged")
            sent += 1
            yield record

    def acknowledge(self, _: int, seq: int) -> int:
        self.journal.acknowledge(seq)
        return self.journal.acked
