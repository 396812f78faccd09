"""Link and sync against the whole firmware on a virtual board behind its serial port."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from domino_table.club.store import Store
from domino_table.club.tables import Match
from domino_table.device.link import Hello, LinkClient
from domino_table.device.port import NoFirmware, Refused
from domino_table.device.sync import sync
from sqlalchemy import select

from .boards import HeardBoard, files_of, running, table, until

SEATS = ["Александра", "Бартоломео", "Владислава", "Геннадий"]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[HeardBoard]:
    """A Grid-40 table without people."""
    wiring = table()
    with running(tmp_path, files_of(wiring), wiring) as board:
        yield board


def ask_for_ever(client: LinkClient) -> None:
    while True:
        client.hello()


def back_again(client: LinkClient, head: int) -> Hello:
    """The table's first word after a reset, once it has journalled its start."""
    words: list[Hello] = []

    def back() -> bool:
        with contextlib.suppress(NoFirmware):  # the reset has yet to come
            words.append(client.hello())
        return bool(words) and words[-1].head > head

    until(back)
    return words[-1]


def match_of(store: Store) -> tuple[str | None, list[str]]:
    """Preset and names of the last match in a store."""
    with store.session() as session:
        match = session.scalars(select(Match).order_by(Match.id.desc())).first()
        return (match.preset, [seat.name for seat in match.seats]) if match else (None, [])


def test_a_new_match_is_ordered_shown_journalled_and_synced(board: HeardBoard, tmp_path: Path) -> None:
    with board.link() as client, Store(str(tmp_path / "club.sqlite")) as store:
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
        until(lambda: sync(client, store) and match_of(store) == ("yard", SEATS))  # its record is confirmed soon
        hello = client.hello()
        assert 0 < hello.acked <= hello.head
        with pytest.raises(Refused, match="unknown command"):
            client.command("dance")


def test_after_ctrl_c_the_prompt_is_recognised_and_after_a_reset_the_table_again(board: HeardBoard) -> None:
    with board.link() as client:
        head = client.hello().head
        client._stream.write(b"\x03")
        with pytest.raises(NoFirmware):
            ask_for_ever(client)
        board.hard_reset()
        assert back_again(client, head).boots == 2
