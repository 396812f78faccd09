"""``domino-table calibrate`` on the simple and on the physical field of a virtual table."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from domino_table.device.thresholds import DEAD, Cell, Loads
from domino_table.hardware import load
from domino_table.physics import coil
from domino_table.physics.circuit import decibels
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose

from .boards import HeardBoard, files_of, on_flash, running, table

COMMAND = Path(sys.executable).with_name("domino-table")
CLOSE_DB = 1.0
"""What is left of a spread of 2 dB: levels are coarse, and a tile lies up to some mm beside the mark."""


def calibrate(board: HeardBoard, hand: Callable[[str], object], *arguments: str) -> tuple[int, list[str]]:
    process = subprocess.Popen(
        [COMMAND, "calibrate", "--port", str(board.port.link), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={"COLUMNS": "160", "PATH": "/usr/bin:/bin", "HOME": str(Path.home()), "PYTHONUNBUFFERED": "1"},
    )
    lines: list[str] = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line.strip())
        hand(line)
    return process.wait(), lines


def one_by_one(
    board: HeardBoard, wiring: VirtualTable, place: tuple[float, float], tiles: list[int]
) -> Callable[[str], None]:
    """Lays the next tile whenever one was measured, some a little beside the mark or turned round."""
    waiting = iter(tiles)

    def act(line: str) -> None:
        if not (line.startswith("Lay the tiles") or re.match(r"\d-\d(:| was)", line)):
            return
        tile = next(waiting, None)

        def move(t: int) -> None:
            for other in wiring.world.cloth():
                wiring.world.to_bazaar(other)
            if tile is not None:
                x, y = place[0] + tile % 5 - 2, place[1] + tile % 3 - 1
                wiring.world.lay(tile, Pose(x, y, 180 if tile % 4 == 3 else 0))

        board.call(move)

    return act


def test_on_a_field_without_strengths_all_are_equal_and_an_interruption_costs_nothing(tmp_path: Path) -> None:
    wiring = table("grid40_mini")
    with running(tmp_path, files_of(wiring), wiring) as board:
        lay = one_by_one(board, wiring, (200, 200), list(range(3)))
        pulled = threading.Event()

        def until_the_third(line: str) -> None:
            lay(line)
            if line.startswith("0-2:"):
                pulled.set()
                board.hard_reset()

        status, lines = calibrate(board, until_the_third)
        assert (status, pulled.is_set()) == (1, True), lines
        assert lines[0] == "All 20 loops are in range."
        assert "/offsets.bin" not in on_flash(board)
        status, lines = calibrate(board, one_by_one(board, wiring, (200, 200), list(range(3, 28))))
        assert status == 0, lines
        assert "25 of 28 to go" in lines[1]
        assert lines[-1] == "All tags are equal: no drive level made a difference, as on a field without strengths."
        assert on_flash(board)["/offsets.bin"] == bytes(56)
        assert on_flash(board)["/loops.bin"] == bytes([wiring.build.data["radio"]["tx_level"]] * 20)
        status, lines = calibrate(board, one_by_one(board, wiring, (200, 200), [5, 6]), "--tile", "0-6")
        assert status == 0
        assert lines[-3:-1] == ["0-5 was measured already.", "0-6: +0.00 and +0.00 dB."]


def truth(field: PhysicalField, wiring: VirtualTable, tag: int) -> float:
    """By how many dB a tag hears better than a typical one."""
    parts = field.radio(wiring.world.pieces[tag // 2].tags.tags[tag % 2]).parts
    return decibels(coil.threshold(field.setting.coil, coil.TYPICAL) / coil.threshold(field.setting.coil, parts))


def test_on_a_physical_field_offsets_and_loops_are_near_the_truth(tmp_path: Path) -> None:
    build = load("grid40_mini")
    field = PhysicalField(build, 2)
    wiring = VirtualTable(build, 2, field)
    field.loop_set.put_metal(4, -0.1)
    field.loop_set.mux.stuck_off = frozenset({17})
    tiles = [3, 7, 12, 18, 20, 26]
    with running(tmp_path, files_of(wiring), wiring) as board:
        board_offsets = bytes(56)

        def stop_after(line: str) -> None:
            lay(line)

        lay = one_by_one(board, wiring, (200, 200), tiles)
        unfinished = bytearray(board_offsets)
        for tile in tiles:
            unfinished[2 * tile : 2 * tile + 2] = b"\x80\x80"
        write(board, "/offsets.new", bytes(unfinished))
        status, lines = calibrate(board, stop_after)
        assert status == 0, lines
        found = on_flash(board)
    assert lines[0] == "Loop 17 (column 7) carries no current: check its switch."
    assert re.fullmatch(r"Loop 4 \(row 4\) carries \d\d% of the usual current: trim its capacitor\.", lines[1])
    assert found["/loops.bin"][17] == DEAD
    assert found["/loops.bin"][4] == 0
    measured = [value - 256 if value > 127 else value for value in found["/offsets.bin"]]
    errors = [measured[tag] / 4 - truth(field, wiring, tag) for tile in tiles for tag in (2 * tile, 2 * tile + 1)]
    spread = [truth(field, wiring, tag) for tile in tiles for tag in (2 * tile, 2 * tile + 1)]
    assert float(np.sqrt(np.mean(np.square(errors)))) < CLOSE_DB < float(np.sqrt(np.mean(np.square(spread))))


def write(board: HeardBoard, path: str, data: bytes) -> None:
    """Put a file on a running board."""
    from domino_table.device.board_files import raw_repl

    with raw_repl(str(board.port.link)) as files:
        files.write(path, data, lambda _: None)


def test_the_cell_is_where_the_middle_loops_cross() -> None:
    cell = Cell(load("grid40"))
    assert (cell.x, cell.y, cell.loops) == (400, 400, [8, 9, 10, 11, 28, 29, 30, 31])
    margins = cell.margins([1.0] * 44, 0, 0, 0)
    assert np.allclose(margins[0], margins[3])  # as far from the outer rows
    assert np.all(np.diff(margins, axis=1) < 0)  # less and less field
    assert margins[5, 3] > margins[4, 3]  # the left tag lies over the left one of the two columns
    with pytest.raises(ValueError, match="first_loop has too few loops"):
        Cell(load("first_loop"))


def test_the_place_beside_the_mark_is_found_with_the_offsets() -> None:
    build = load("grid40")
    cell, shares = Cell(build), [1.0] * 44
    counts = [(cell.margins(shares, 3, -2, half) + offset > 0) * 4 for half, offset in ((0, -2.0), (1, 1.5))]
    found = cell.estimate([each.tolist() for each in counts], 4, shares)
    assert found.offsets[0] == pytest.approx(-2.0, abs=1.0)  # levels are up to 2.5 dB apart
    assert found.offsets[1] == pytest.approx(1.5, abs=1.0)
    always = [[4] * 8 if loop < 2 else [0] * 8 for loop in range(8)]
    assert cell.estimate([always, counts[1].tolist()], 4, shares).offsets[0] is None


def test_a_loop_s_load_tells_its_current() -> None:
    loads = Loads.of([448, 448, 500, 896, 448, 600], [896, 896], 4)
    assert loads.dead == [3]
    assert loads.shares[:2] == [1.0, 1.0]
    assert 0.8 < loads.shares[2] < 0.95
    assert loads.levels(3)[2:4] == [1, DEAD]  # 1.3 dB less current, 1.5 dB more voltage
    assert Loads.of([448], [], 1) == Loads([1.0], [])  # without a selector nothing can be compared
