"""``domino-table sync`` over a pty, against the firmware's journal and link."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from domino_rules import packed
from domino_table.club.store import Store
from domino_table.commands.sync import command
from domino_table.device import link
from domino_table.device.link import LinkClient
from table.journal import LINE, Journal

from ..club.dump import dump
from ..unprivileged import tool
from .conftest import HERE, MICROPYTHON, Running, Start, awake

RECORDS = 110
"""Of the table when it is plugged in: in two transactions of 100 at most; the start of the table is one of them."""


def journal(folder: Path) -> Path:
    """The flash of a table that has journalled many notes before it was plugged in."""
    written = Journal(str(folder), ticks=lambda: 1)
    opening = {"type": "match", "v": 1, "game": "kozel", "seats": ["Аня", "Боря"]}
    written.append(LINE, packed.encode(opening), mark=True)
    for n in range(RECORDS - 2):
        written.append(LINE, packed.encode({"type": "note", "text": str(n)}))
    written.flush()
    return folder


@pytest.fixture
def filled(start: Start, tmp_path: Path) -> Running:
    return plugged_in(start, journal(tmp_path / "flash"))


def plugged_in(start: Start, flash: Path) -> Running:
    return awake(start(MICROPYTHON, "-X", "heapsize=4M", HERE / "table_main.py", flash))


def sync(port: str, db: Path) -> Result:
    return CliRunner().invoke(command, ["--port", port, "--db", str(db)])


def stored(db: Path) -> dict[str, list[Any]]:
    with Store(str(db)) as store:
        return dump(store)


def sentence(done: Result) -> str:
    """What a person is told whose sync failed: one line."""
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit), done.exception
    (line,) = done.stderr.strip().splitlines()
    return line


def test_killed_anywhere_and_repeated_it_stores_each_record_once(filled: Running, tmp_path: Path) -> None:
    killer = [sys.executable, HERE / "killed_sync.py", filled.port, tmp_path, "7"]
    done = subprocess.run(killer, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    points = Counter(done.stdout.splitlines())
    # Commits: the tables of a new file, a look at them there, the journal, two parts of the records, the results.
    assert points["before a commit"] == points["after a commit"] == 6
    assert min(points["within a request"], points["after a request"]) >= 3
    whole = stored(tmp_path / f"{points.total() + 1}.sqlite")
    assert len(whole["record"]) == RECORDS
    for point in range(1, points.total() + 1):
        db = tmp_path / f"{point}.sqlite"
        again = sync(filled.port, db)
        assert again.exit_code == 0, again.output
        assert stored(db) == whole


def test_what_is_new_is_counted(filled: Running, tmp_path: Path) -> None:
    db = tmp_path / "club.sqlite"
    assert f"{RECORDS} new records from table aabbccdd, 1 match updated in {db}" in sync(filled.port, db).stdout
    assert "0 new records from table aabbccdd, 0 matches updated" in sync(filled.port, db).stdout


def test_a_table_unplugged_in_the_middle_is_one_sentence_and_the_rest_comes_later(
    filled: Running, start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = tmp_path / "club.sqlite"
    records = LinkClient.records

    def interrupted(self: LinkClient, after: int) -> Iterator[link.Record]:
        for count, record in enumerate(records(self, after)):
            if count == 105:
                filled.unplug()
            yield record

    with monkeypatch.context() as patch:
        patch.setattr(LinkClient, "records", interrupted)
        said = sentence(sync(filled.port, db))
    assert said == f"Error: {filled.port} has gone: plug the table in again and repeat the command"
    assert len(stored(db)["record"]) == 100
    again = plugged_in(start, tmp_path / "flash")
    assert sync(again.port, db).exit_code == 0
    assert len(stored(db)["record"]) == RECORDS + 1  # and the second start


def test_on_a_full_disk_it_says_so_and_what_did_not_fit_comes_later(filled: Running, tmp_path: Path) -> None:
    db = tmp_path / "club.sqlite"
    for largest, made in ((0, False), (50_000, False), (80_000, True)):  # the last takes the tables, not the records
        done = tool("sync", "--port", filled.port, "--db", db, largest=largest)
        assert any("sqlite" in each.name for each in tmp_path.iterdir()) == db.exists() == made
        assert done.returncode == 1
        assert done.stderr == (
            f"Error: the database {db} cannot be written, the disk fails or is full: check it and try again; "
            "the records stay on the table until they are stored\n"
        )
    with filled.link() as client:
        assert client.hello().acked == 0
    assert sync(filled.port, db).exit_code == 0
    assert sync(filled.port, tmp_path / "another.sqlite").exit_code == 0
    assert stored(db) == stored(tmp_path / "another.sqlite")


def test_a_port_that_is_not_there_makes_no_database(tmp_path: Path) -> None:
    assert "there is no port /dev/ttyNOPE" in sentence(sync("/dev/ttyNOPE", tmp_path / "club.sqlite"))
    assert not (tmp_path / "club.sqlite").exists()


def test_a_database_of_a_newer_version_is_one_sentence_and_the_table_keeps_its_records(
    filled: Running, tmp_path: Path
) -> None:
    db = tmp_path / "club.sqlite"
    Store(str(db)).close()
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer domino-table (version 9999): update domino-table" in sentence(sync(filled.port, db))
    with filled.link() as client:
        assert client.hello().acked == 0


def test_a_second_sync_of_a_table_is_told_to_wait_for_the_first(filled: Running, tmp_path: Path) -> None:
    with filled.link():
        assert "is in use by another program" in sentence(sync(filled.port, tmp_path / "club.sqlite"))
    assert not (tmp_path / "club.sqlite").exists()


def test_two_tables_are_synced_into_one_new_database_at_once(start: Start, tmp_path: Path) -> None:
    tables = [plugged_in(start, journal(tmp_path / name)) for name in ("a", "b")]
    db = tmp_path / "club.sqlite"
    program = [sys.executable, "-c", "from domino_table.cli import main; main()", "sync", "--db", db, "--port"]
    with ThreadPoolExecutor() as both:
        ended = list(both.map(lambda table: subprocess.run([*program, table.port], capture_output=True), tables))
    assert [(done.returncode, done.stderr) for done in ended] == [(0, b"")] * 2
    held = stored(db)
    assert (len(held["journal"]), len(held["record"]), len(held["match"])) == (2, 2 * RECORDS, 2)
    assert len(held["player"]) == 2
