"""Enrolling a set on a virtual table whose tags are blank, by somebody who lays the tiles as he is told."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from domino_table.device.board_files import raw_repl
from domino_table.device.bundle import NO_TAGS
from domino_table.device.enroll import MAP, UNFINISHED, Enrolment, Seen
from domino_table.device.tile_map import TileMap
from domino_table.device.workshop import Workshop
from domino_table.hardware import firmware_config, load
from domino_table.virtual.chips.slix2 import Tag
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, block_zero, make_set, new_tag

from .boards import HeardBoard, files_of, on_flash, running, table, tiles_of

COMMAND = Path(sys.executable).with_name("domino-table")
PLACE = Pose(217, 133, 0)
OFF = Pose(460, 133, 0)
LAY = re.compile(r"Lay (\d-\d)")


def blank(wiring: VirtualTable) -> None:
    """Tags as they come from the shop."""
    for piece in wiring.world.pieces:
        for tag in piece.tags.tags:
            tag.dsfid = 0
            tag.memory[:4] = bytes(4)


def coded(tag: Tag) -> tuple[int, bytes]:
    return tag.dsfid, bytes(tag.memory[:4])


@pytest.fixture
def wiring() -> VirtualTable:
    wiring = table("grid40_mini")
    blank(wiring)
    return wiring


@pytest.fixture
def board(wiring: VirtualTable, tmp_path: Path) -> Iterator[HeardBoard]:
    with running(tmp_path, files_of(wiring) | {MAP: NO_TAGS}, wiring) as board:
        yield board


def index(wiring: VirtualTable, name: str) -> int:
    return next(piece.index for piece in wiring.world.pieces if piece.name == name)


class Enroller:
    """The command in a process of its own; ``hand`` is told each line that it prints."""

    def __init__(self, board: HeardBoard, hand: Callable[[str], object], *arguments: str) -> None:
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [COMMAND, "enroll", "--port", str(board.port.link), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={"COLUMNS": "160", "PATH": "/usr/bin:/bin", "HOME": str(Path.home()), "PYTHONUNBUFFERED": "1"},
        )
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.strip())
            hand(line)
        self.status = self.process.wait()


def hand(board: HeardBoard, wiring: VirtualTable, pose: Pose = PLACE) -> Callable[[str], None]:
    """Lays the tile that is asked for, and nothing else."""

    def act(line: str) -> None:
        if found := LAY.match(line):
            tile = index(wiring, found[1])

            def move(t: int) -> None:
                for other in wiring.world.cloth():
                    wiring.world.to_bazaar(other)
                wiring.world.lay(tile, pose)

            board.call(move)

    return act


def test_a_blank_set_is_written_tile_by_tile_and_becomes_the_board_s(
    board: HeardBoard, wiring: VirtualTable, tmp_path: Path
) -> None:
    done = Enroller(board, hand(board, wiring))
    assert done.status == 0, done.lines
    assert done.lines.count("3-5: done.") == 1
    assert done.lines[-1].startswith("The board knows all 56 tags.")
    for piece in wiring.world.pieces:
        for half, tag in enumerate(piece.tags.tags):
            assert coded(tag) == (2 * piece.index + half, block_zero(piece.index, half))
            assert not tag.locked
            assert not tag.dsfid_locked
    assert on_flash(board)[MAP] == tiles_of(wiring)
    assert UNFINISHED not in on_flash(board)

    exported = tmp_path / "set.toml"
    assert Enroller(board, print, "--export", str(exported)).status == 0
    again = Enroller(board, print)
    assert again.lines == ["The board knows the tags of all tiles: give --tile for one of them, --check, or --restart."]

    def spread(t: int) -> None:
        for piece in wiring.world.pieces:
            wiring.world.lay(piece.index, Pose(60 + 70 * (piece.index % 5), 40 + 60 * (piece.index // 5), 0))

    board.call(spread)
    check = Enroller(board, print, "--check")
    assert (check.status, check.lines) == (0, ["All 56 tags say what the map says."])
    wiring.world.pieces[4].tags.tags[1].memory[1] = 9
    board.call(lambda t: (wiring.world.lift(7), wiring.world.lift(9)))
    board.call(lambda t: wiring.field.take_tag(t, wiring.world.pieces[11].tags.tags[1]))
    check = Enroller(board, print, "--check")
    assert check.lines[0] == "the tag of 0-4, the 4 says something else: enroll that tile again"
    assert check.lines[1:] == [
        "The tag of 1-5, the 5 is not heard, its other one is.",
        "Not heard at all: 1-1, 1-3 (2 tiles). Lay them on the cloth and check again.",
    ]

    other = exported.read_text().replace('"1-1" = ["E0', '"1-1" = ["E1')
    (tmp_path / "other.toml").write_text(other)
    refused = Enroller(board, print, "--import", str(tmp_path / "other.toml"))
    assert refused.status == 1
    assert "E1" in refused.lines[-1]
    assert on_flash(board)[MAP] == tiles_of(wiring)
    with raw_repl(str(board.port.link)) as files:
        files.write_all({MAP: b"\xe0" * 80, UNFINISHED: tiles_of(wiring)[:8] * 56}, lambda _: None)
    spoilt = Enroller(board, print, "--check")
    assert (spoilt.status, "gives the tag" in spoilt.lines[-1]) == (1, True)
    assert Enroller(board, print, "--import", str(exported)).status == 0  # that mends it
    assert on_flash(board)[MAP] == tiles_of(wiring)
    assert UNFINISHED not in on_flash(board)
    nowhere = Enroller(board, print, "--export", str(tmp_path / "no folder" / "set.toml"))
    assert nowhere.status == 1
    assert "cannot be written" in nowhere.lines[-1]


def test_an_interrupted_enrolment_goes_on_where_it_was(board: HeardBoard, wiring: VirtualTable) -> None:
    lay, laid = hand(board, wiring), 0
    stop = threading.Event()

    def until_the_fourth(line: str) -> None:
        nonlocal laid
        laid += bool(LAY.match(line))
        if laid > 3:
            stop.set()
            board.hard_reset()  # the cable is pulled in the middle of it
        else:
            lay(line)

    first = Enroller(board, until_the_fourth)
    assert stop.is_set()
    assert first.status == 1
    assert len(first.lines[-1]) < 250
    assert on_flash(board)[MAP] == NO_TAGS
    assert on_flash(board)[UNFINISHED][:48] == tiles_of(wiring)[:48]
    assert on_flash(board)[UNFINISHED][48:] == bytes(400)
    second = Enroller(board, lay)
    assert second.lines[0] == "Going on: 3 tiles done before."
    assert second.lines[1].startswith("Lay 0-3 ")
    assert second.status == 0
    assert on_flash(board)[MAP] == tiles_of(wiring)


def test_a_tag_that_was_replaced_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    wiring = table("grid40_mini")
    tile = index(wiring, "3-5")
    tags = wiring.world.pieces[tile].tags
    fresh = new_tag(wiring.world.rng)
    with running(tmp_path, files_of(wiring), wiring) as board:

        def lay(line: str) -> None:
            if LAY.match(line):
                board.call(lambda t: wiring.field.put_tag(t, tags.tags[0], 200, 200))
                board.call(lambda t: wiring.field.put_tag(t, fresh, 228, 200))

        done = Enroller(board, lay, "--tile", "5-3")
        assert done.status == 0, done.lines
        found = on_flash(board)[MAP]
        assert found[16 * tile : 16 * tile + 16] == tags.tags[0].uid + fresh.uid
        assert found[: 16 * tile] == tiles_of(wiring)[: 16 * tile]
        assert coded(fresh) == (2 * tile + 1, block_zero(tile, 1))


@pytest.fixture
def enrolment(tmp_path: Path) -> Iterator[tuple[Enrolment, HeardBoard, VirtualTable]]:
    """An enrolment of a known set, with nobody who lays tiles."""
    wiring = table("grid40_mini")
    with running(tmp_path, files_of(wiring), wiring) as board, raw_repl(str(board.port.link)) as files:
        yield Enrolment(Workshop(files, "the port")), board, wiring


def lay(board: HeardBoard, wiring: VirtualTable, *places: tuple[str, Pose]) -> None:
    """These tiles lie on the cloth, and no other."""
    done = threading.Event()

    def act(t: int) -> None:
        for other in wiring.world.cloth():
            wiring.world.to_bazaar(other)
        for name, pose in places:
            wiring.world.lay(index(wiring, name), pose)
        done.set()

    board.call(act)
    assert done.wait(60)


def test_what_is_laid_wrongly_is_said(enrolment: tuple[Enrolment, HeardBoard, VirtualTable]) -> None:
    one, board, wiring = enrolment
    tile = index(wiring, "3-5")

    def said(*places: tuple[str, Pose]) -> str:
        lay(board, wiring, *places)
        found = one.choose(tile, one.look())
        return found if isinstance(found, str) else " ".join(tag.uid for tag in found)

    right = " ".join(tag.uid[::-1].hex().upper() for tag in wiring.world.pieces[tile].tags.tags)
    assert said() == ""
    assert said(("3-5", OFF)) == ""  # off this cloth
    assert said(("3-5", Pose(200, 200, 0))) == right
    assert said(("3-5", Pose(219, 207, 350))) == right
    assert said(("3-5", Pose(200, 200, 0)), ("2-2", Pose(200, 300, 90))) == right
    assert said(("3-5", Pose(200, 200, 180))).startswith("these tags are known as 3-5 the other way round: turn the")
    assert said(("3-5", Pose(200, 200, 90))).startswith("turn the tile: its halves have to lie side by side")
    assert said(("2-2", Pose(200, 200, 0))) == "this is 2-2, whose tags are known already: lay 3-5"
    assert said(("3-5", Pose(432, 200, 0))).startswith("only one tag of 3-5 is heard")
    one.map = TileMap(6)
    assert said(("2-4", Pose(200, 200, 0))).startswith("a tag of this tile says that it belongs to 2-4: lay 3-5")
    assert said(("3-5", Pose(200, 200, 0)), ("2-4", Pose(300, 300, 0))).startswith("4 tags that belong to no tile yet")
    wiring.world.pieces[tile].tags.tags[0].memory[:4] = block_zero(tile, 1)
    assert said(("3-5", Pose(200, 200, 0))).startswith("these tags are known as 3-5 the other way round")


def test_two_tags_far_apart_are_no_tile_and_other_chips_no_tags_of_ours() -> None:
    one = Enrolment.__new__(Enrolment)

    def seen(x: float | None, y: float | None = 140.0) -> Seen:
        return Seen("E00401100000000A", 0, x, y, 3)

    left, right = seen(100.0), seen(130.0)
    assert one.in_order([right, left]) == (left, right)
    assert one.in_order([right, seen(100.0, None)])[1] is right  # the weaker one is heard by no row
    assert "far from one another" in str(one.in_order([left, seen(280.0)]))
    assert "half on the cloth" in str(one.in_order([left, seen(None)]))
    assert "turn the tile" in str(one.in_order([left, seen(102.0, 170.0)]))
    assert "move it a little" in str(one.in_order([left, seen(130.0, 165.0)]))
    assert "move it a little" in str(one.in_order([left, seen(105.0)]))
    assert [
        Seen(uid, 0, None, None, 0).slix2 for uid in ("E004011000000000", "E004010000000000", "E007811000000000")
    ] == [*(True, False, False)]


def heard(field: PhysicalField, tag: Tag) -> list[int]:
    """What ``where`` on a board tells of a tag."""
    told = [0]
    for loop in range(20):
        fed = [field.feed(frozenset((loop,)), frozenset((loop,)), level).by_tag.get(id(tag)) for level in (0, 3, 5, 7)]
        strength = sum(each is not None and each.decibels > 0 for each in fed)
        told += [loop, strength] if fed[0] is not None and strength else []
    return told


@pytest.mark.parametrize("turned", [0, 90, 180])
def test_halves_are_told_apart_where_loops_cross_on_the_physical_field(turned: int) -> None:
    build = load("grid40_mini")
    grid = firmware_config(build)["grid"]
    field, one = PhysicalField(build, 4), Enrolment.__new__(Enrolment)
    for tile in make_set(4):
        field.put(0, tile, Pose(200 + tile.index % 7 - 3, 200 + tile.index % 5 - 2, turned + tile.index % 9 - 4))
        pair = [Seen.of(tag.uid[::-1].hex(), heard(field, tag), grid) for tag in tile.tags]
        field.take(0, tile)
        found = one.in_order(pair)
        if turned == 90:
            assert found == "turn the tile: its halves have to lie side by side, seen from seat 0"
        else:
            assert found == (tuple(pair) if turned == 0 else (pair[1], pair[0]))


def test_a_locked_tag_is_named_and_a_tag_of_another_tile_is_not_taken(
    enrolment: tuple[Enrolment, HeardBoard, VirtualTable],
) -> None:
    one, board, wiring = enrolment
    tile = index(wiring, "3-5")
    tag = wiring.world.pieces[tile].tags.tags[1]
    tag.dsfid, tag.dsfid_locked = 0, True
    lay(board, wiring, ("3-5", Pose(200, 200, 0)))
    found = one.choose(tile, one.look())
    assert isinstance(found, tuple)
    with pytest.raises(Exception, match=r"\(3-5, the 5\) cannot be written: it is locked, or too weak"):
        one.take(tile, found)
    lay(board, wiring)
    with pytest.raises(Exception, match="the tag of 3-5, the 3 fell silent: leave the tile where it lies"):
        one.take(tile, found)
    other = tag_of(wiring, "2-2", 1)
    with pytest.raises(Exception, match=f"the tag {other} belongs to 2-2, its second half already"):
        one.enter(tile, 0, other)


def tag_of(wiring: VirtualTable, name: str, half: int) -> str:
    return wiring.world.pieces[index(wiring, name)].tags.tags[half].uid[::-1].hex().upper()


def test_on_a_single_loop_the_halves_are_taken_one_by_one(tmp_path: Path) -> None:
    wiring = table("first_loop")
    blank(wiring)
    with running(tmp_path, files_of(wiring) | {MAP: NO_TAGS}, wiring) as board:
        half = re.compile(r"Lay (\d-\d), (?:the (\d)|its (\w+) half), on")

        def lay(line: str) -> None:
            if found := half.match(line):
                piece = wiring.world.pieces[index(wiring, found[1])]
                which = int(found[3] == "second" or found[2] == str(piece.high) and not piece.double)

                def move(t: int) -> None:
                    for each in wiring.world.pieces:
                        wiring.field.take(t, each.tags)
                    wiring.field.put_tag(t, piece.tags.tags[which], 28, 28)

                board.call(move)

        assert Enroller(board, lay).status == 0
        assert on_flash(board)[MAP] == tiles_of(wiring)
