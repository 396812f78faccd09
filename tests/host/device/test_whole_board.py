"""Link and sync against the whole firmware on a virtual board behind its serial port."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from domino_table.club.store import Store
from domino_table.club.tables import Match
from domino_table.device.bundle import bundle
from domino_table.device.link import Hello, LinkClient, NoFirmware, Refused
from domino_table.device.sync import sync
from domino_table.hardware import load
from domino_table.virtual.flash import build_image
from domino_table.virtual.live import LiveBoard
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import tile_map
from sqlalchemy import select

SEATS = ["Александра", "Бартоломео", "Владислава", "Геннадий"]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[LiveBoard]:
    """A Grid-40 table without people, five times faster than a real one."""
    build = load("grid40")
    table = VirtualTable(build, seed=1)
    image = tmp_path / "flash.img"
    image.write_bytes(build_image(bundle(build, tile_map([piece.tags for piece in table.world.pieces]))))
    board = LiveBoard(image, table, tmp_path / "tty", rate=5, seed=1)
    board.start()
    board.run_in_background()
    yield board
    board.stop()
    assert board.failure is None


def ask_for_ever(client: LinkClient) -> None:
    while True:
        client.hello()


def back_again(client: LinkClient, head: int) -> Hello:
    """The table's first word after a reset, once it has journalled its start."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        try:
            hello = client.hello()
        except NoFirmware:  # the reset has yet to come
            continue
        if hello.head > head:
            return hello
    raise AssertionError("the table did not come back")


def test_a_new_match_is_ordered_shown_journalled_and_synced(board: LiveBoard, tmp_path: Path) -> None:
    with LinkClient.open(str(board.port.link)) as client, Store(str(tmp_path / "club.sqlite")) as store:
        assert client.hello().boots == 1
        version, state = client.state()
        assert state
        assert state["language"] == "ru"
        assert client.command("language", {"name": "en"}) == {"language": "en"}
        assert client.command("new_match", {"seats": SEATS, "preset": "yard"}) == {"seats": SEATS}
        newer, state = client.state(version)
        assert newer > version
        assert state
        assert state["language"] == "en"
        sync(client, store)
        with store.session() as session:
            match = session.scalars(select(Match).order_by(Match.id.desc())).first()
            assert match
            assert match.preset == "yard"
            assert [seat.name for seat in match.seats] == SEATS
        hello = client.hello()
        assert 0 < hello.acked <= hello.head
        with pytest.raises(Refused, match="unknown command"):
            client.command("dance")


def test_after_ctrl_c_the_prompt_is_recognised_and_after_a_reset_the_table_again(board: LiveBoard) -> None:
    with LinkClient.open(str(board.port.link)) as client:
        head = client.hello().head
        client._stream.write(b"\x03")
        with pytest.raises(NoFirmware):
            ask_for_ever(client)
        board.hard_reset()
        assert back_again(client, head).boots == 2
