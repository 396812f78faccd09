"""Power cuts at every flash operation of a match: what the firmware holds after the next start.

A match of two rounds on the whole virtual table leaves a trace of its flash operations. The image after each of them,
and the image with the next one half done, is booted, and the table is asked over its link for its record and its
state. Meanwhile in the match a PC had asked for the journal's head twenty times a second: what the table had then
called confirmed (flushed, see docs/design.md) must be in the record, whatever operation the power went in after that.

From twenty of the cuts people and table play on, with the tiles as they lay.
"""

from __future__ import annotations

import multiprocessing
import os
import struct
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from domino_rules import packed
from domino_rules.referee import Referee
from domino_table.device.frame import Splitter, encode
from domino_table.device.link import ANSWER, HELLO, PROTOCOL, LinkClient
from domino_table.device.record import Record
from domino_table.hardware import load
from domino_table.virtual import flashed
from domino_table.virtual.board import Board
from domino_table.virtual.course import MS, SECOND
from domino_table.virtual.flash import Operation, images, read_trace
from domino_table.virtual.report import Settings
from domino_table.virtual.simulate import Simulation, SimulationFailed
from domino_table.virtual.table import VirtualTable

SETTINGS = Settings(players=3, seed=9, rounds=2)
"""Two rounds, with draws, mistakes and what is taken back."""
HONEST = Settings(players=2, seed=3, mistakes=0.0, params={"target": 30})
"""The match that is played on: a foul of which the table had not yet heard is after the cut a tile that lies astray."""
PLAYED_ON = 20
_ASK_US = 50 * MS
_OFF_US = 2 * SECOND
_RESUME_US = 8 * SECOND
"""So long people wait when the power is back, until the table has looked at the cloth and said what it makes of it."""


@dataclass(frozen=True)
class Cut:
    """One cut: in operation ``number`` (from 0), which is not done, or by half; ``confirmed`` records stand before."""

    number: int
    torn: bool
    confirmed: int


@dataclass(frozen=True)
class Played:
    """The match whose power is cut: the flash before it, its operations, its records, and what was said of the journal.

    ``heads``: (µs, number of the last confirmed record), as the table answered over its link.
    """

    base: bytes
    operations: list[Operation]
    records: list[Record]
    heads: list[tuple[int, int]]
    rounds: int

    def cuts(self, step: int = 1) -> Iterator[tuple[Cut, bytes]]:
        """Every ``step``-th cut, whole and half, with the image that it leaves."""
        whole = images(self.base, self.operations, torn=False)
        half = images(self.base, self.operations, torn=True)
        readable = 0
        for number in range(len(self.operations)):
            image, torn = next(whole), next(half)
            if number % step:
                continue
            now = self.operations[number].t - _ASK_US  # the board may be so far ahead of what was heard of it
            readable = max(readable, len(flashed.journal(image)))
            confirmed = max([readable, *(head for at, head in self.heads if at <= now)])
            yield Cut(number, False, confirmed), image
            yield Cut(number, True, confirmed), torn


def play(settings: Settings = SETTINGS) -> Played:
    """Play the match without a cut, with a PC that asks for the journal's head."""
    with tempfile.TemporaryDirectory() as name:
        image, trace = Path(name, "flash.img"), Path(name, "trace")
        run = Simulation(settings, image)
        base = image.read_bytes()
        run.board.trace = trace
        _ask_again_and_again(run)
        report = run.run()
        heads = []
        splitter = Splitter()
        for t, data in run.board.serial.output:
            for kind, _, payload in splitter.feed(data):
                if kind == HELLO | ANSWER:
                    heads.append((t, struct.unpack_from("<BIIII", payload)[4]))
        operations = read_trace(trace.read_bytes())
        return Played(base, operations, flashed.journal(image.read_bytes()), heads, report.rounds)


def _ask_again_and_again(run: Simulation) -> None:
    def ask() -> None:
        run.board.serial.write(run.world.now, encode(HELLO, 1, bytes((PROTOCOL,))))
        run.world.at(run.world.now + _ASK_US, ask)

    run.world.at(3 * SECOND, ask)


# One start after a cut


class _Wire:
    """The link's stream to a headless board: time passes when one reads, which takes all there is."""

    def __init__(self, board: Board) -> None:
        self._board, self._read = board, 0

    in_waiting = 1

    def read(self, size: int = 1) -> bytes:
        self._board.run_until(self._board.now + 10 * MS)
        new = self._board.serial.output[self._read :]
        self._read += len(new)
        return b"".join(data for _, data in new)

    def write(self, data: bytes) -> int:
        self._board.serial.write(self._board.now, data)
        return len(data)

    def close(self) -> None:
        pass


def boot(image: bytes, settings: Settings = SETTINGS) -> tuple[list[Record], dict[str, Any]]:
    """What the firmware holds when it has started on an image, by its own word: its records and its state."""
    with tempfile.TemporaryDirectory() as name:
        file = Path(name, "flash.img")
        file.write_bytes(image)
        with Board(file, VirtualTable(load(settings.build), settings.seed)) as board:
            board.start()
            board.run_until(SECOND)
            with LinkClient(_Wire(board), "the board", timeout=0.3, patience=60) as link:
                link.hello()
                records = list(link.records(0))
                _, state = link.state()
            if board.crashes:
                raise AssertionError(board.crashes[0].traceback)
            assert state
            return records, state


def problem(cut: Cut, image: bytes, played: list[Record]) -> str | None:
    """What is wrong with the start after a cut; None if the table holds the fold of a prefix with all that it must."""
    records, state = boot(image)
    kept = 0
    while kept < min(len(records), len(played)) and records[kept].raw == played[kept].raw:
        kept += 1
    begun = any(record.kind == flashed.LINE for record in played[:kept])
    added = [record.kind for record in records[kept:]]
    if kept < cut.confirmed:
        return f"{cut.confirmed} records were confirmed, {kept} are left"
    if added not in ([], [flashed.BOOT]) and (begun or added != [flashed.LINE, flashed.BOOT]):
        return f"after {kept} records of the match there are others, of kinds {added}"
    if [record.seq for record in records] != list(range(1, len(records) + 1)):
        return "there is a gap in the numbers"
    return _unlike(state, fold(records))


def fold(records: Iterable[Record]) -> Referee:
    """The rules' state after the lines among the records."""
    referee = Referee()
    for record in records:
        if record.kind == flashed.LINE:
            line = packed.decode(record.payload)
            if line["type"] == "match":
                referee = Referee()
            referee.feed(line)
    return referee


def _unlike(state: dict[str, Any], referee: Referee) -> str | None:
    """How the state that the table shows differs from the fold of its lines; ends without a known pose do not show."""
    match = referee.match
    ends = {(name, value) for name, value in match.layout.ends()} if match.layout.count else set()
    shown = {(end["name"], end["value"]) for end in state["ends"]}
    if state["turn"] != match.turn:
        return f"the turn is {state['turn']}, by the record {match.turn}"
    return None if shown <= ends else f"the ends are {sorted(shown)}, by the record {sorted(ends)}"


# Playing on


class Interrupted(Simulation):
    """A match whose power goes in one flash operation and comes back two seconds later; people wait meanwhile."""

    def __init__(self, settings: Settings, image: Path, cut: Cut) -> None:
        super().__init__(settings, image)
        self.board.cut_at, self.board.torn = cut.number, cut.torn
        _ask_again_and_again(self)

    def _let_pass(self, us: int) -> None:
        if not self.board.run_until(self.board.now + us):
            self._power_returns()
        self.world.run_until(self.board.now)
        if self.board.crashes:
            raise SimulationFailed(self.board.crashes[0].traceback)
        if len(self.board.boots) > 2:
            raise SimulationFailed(f"the board started again by itself: {self.board.serial.text[-1000:]}")

    def _power_returns(self) -> None:
        board, table, pins = self.board, self.table, self.table.build.pins
        self.world.run_until(board.now)
        self.world.hold()
        table.pin(board.now, pins["reader_reset"], 0)
        table.strip(board.now, pins["rim_data"], bytes(len(table.rim)))
        board.now += _OFF_US
        board.start()
        board.run_until(board.now + _RESUME_US)
        self.world.go_on()


def play_on(cut: Cut, settings: Settings = HONEST) -> str | None:
    """Cut the power once and play to the end of the match: what went wrong, or None."""
    with tempfile.TemporaryDirectory() as name:
        run = Interrupted(settings, Path(name, "flash.img"), cut)
        try:
            report = run.run()
        except SimulationFailed as failure:
            return str(failure)
        if len(run.board.boots) != 2:
            return "the power was never cut"
        if report.matches != 1:
            return "the match has no end"
        return "; ".join(report.differences) or None


# All of it


def _tried(job: tuple[Cut, bytes, list[Record]]) -> tuple[Cut, str | None]:
    cut, image, records = job
    try:
        return cut, problem(cut, image, records)
    except Exception as error:
        return cut, f"{type(error).__name__}: {error}"


def _played_on(cut: Cut) -> tuple[Cut, str | None]:
    return cut, play_on(cut)


def sweep(played: Played, step: int = 1) -> Iterator[tuple[Cut, str | None]]:
    """Boot after every ``step``-th cut, on all cores. Yields each cut with what is wrong."""
    jobs = ((cut, image, played.records) for cut, image in played.cuts(step))
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        yield from pool.imap(_tried, jobs)


def chosen(played: Played, count: int) -> list[Cut]:
    """Cuts spread over the match, whole and half by turns."""
    last = len(played.operations) - 1
    return [Cut(last * (2 * n + 1) // (2 * count), bool(n % 2), 0) for n in range(count)]


def run() -> list[dict[str, Any]]:
    """The figures, over all cuts. Prints each cut that goes wrong and how far it has come."""
    played = play()
    tried = wrong = 0
    for cut, found in sweep(played):
        tried += 1
        if found:
            wrong += 1
            print(f"cut {cut}: {found}", flush=True)
        if tried % 100 == 0:
            print(f"{tried} of {2 * len(played.operations)} cuts tried, {wrong} wrong", flush=True)
    with multiprocessing.get_context("spawn").Pool(os.cpu_count()) as pool:
        ended = 0
        for cut, found in pool.imap(_played_on, chosen(play(HONEST), PLAYED_ON)):
            ended += found is None
            print(f"played on from {cut}: {found or 'to the end'}", flush=True)
    return [
        _figure("rounds of the match that is cut", played.rounds, "rounds", None, None),
        _figure("its flash operations", len(played.operations), "operations", None, None),
        _figure("power cuts tried, whole and half done", tried, "cuts", None, None),
        _figure("starts that lose or add something", wrong, "starts", "0", wrong == 0),
        _figure("matches played on to the end", ended, "matches", str(PLAYED_ON), ended == PLAYED_ON),
    ]


def _figure(name: str, value: float, unit: str, bar: str | None, ok: bool | None) -> dict[str, Any]:
    return {"name": name, "value": value, "unit": unit, "bar": bar, "ok": ok}
