"""``domino-table sync`` as a process, over a pty, against the firmware's journal and link."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from domino_rules import packed
from domino_table.club.store import Store
from domino_table.club.tables import Record
from domino_table.device.link import LinkClient
from sqlalchemy import func, select
from table.journal import LINE, Journal

from .conftest import HERE, MICROPYTHON, Running, Start

COMMAND = Path(sys.executable).with_name("domino-table")
RECORDS = 350


@pytest.fixture
def filled(start: Start, tmp_path: Path) -> Running:
    """A table that has journalled many notes before it was plugged in."""
    journal = Journal(str(tmp_path / "flash"), ticks=lambda: 1)
    journal.append(LINE, packed.encode({"type": "match", "v": 1, "game": "kozel", "seats": ["Аня", "Боря"]}), mark=True)
    for n in range(RECORDS - 2):
        journal.append(LINE, packed.encode({"type": "note", "text": f"{n}" + "." * 60}))
    journal.flush()
    return start(MICROPYTHON, "-X", "heapsize=4M", HERE / "table_main.py", tmp_path / "flash")


def run_sync(port: str, db: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [COMMAND, "sync", "--port", port, "--db", db], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )


def stored(db: Path) -> int:
    if not db.exists():
        return 0
    try:
        with Store(str(db), write=False) as store, store.session() as session:
            return session.scalar(select(func.count()).select_from(Record)) or 0
    except Exception:  # the tables are being made
        return 0


def wait_for(db: Path, process: subprocess.Popen[str]) -> None:
    """Until some records are stored, but not all."""
    while stored(db) == 0:
        assert process.poll() is None, process.communicate()[0]
        time.sleep(0.02)


def test_killed_in_the_middle_and_repeated_it_stores_each_record_once(filled: Running, tmp_path: Path) -> None:
    db = tmp_path / "club.sqlite"
    process = run_sync(filled.port, db)
    wait_for(db, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    part = stored(db)
    assert 0 < part < RECORDS
    process = run_sync(filled.port, db)
    assert f"{RECORDS - part} new records from table aabbccdd, 1 matches updated" in process.communicate()[0]
    assert process.returncode == 0
    assert stored(db) == RECORDS
    process = run_sync(filled.port, db)
    assert "0 new records" in process.communicate()[0]
    assert stored(db) == RECORDS


def test_a_table_unplugged_in_the_middle_is_one_sentence_and_the_rest_comes_later(
    filled: Running, start: Start, tmp_path: Path
) -> None:
    db = tmp_path / "club.sqlite"
    process = run_sync(filled.port, db)
    wait_for(db, process)
    filled.unplug()
    begun = time.monotonic()
    output = process.communicate()[0]
    assert time.monotonic() - begun < 10
    assert process.returncode == 1
    assert output.strip().splitlines()[-1].startswith(f"Error: {filled.port} has gone: plug the table in again")
    assert "Traceback" not in output
    again = start(MICROPYTHON, "-X", "heapsize=4M", HERE / "table_main.py", tmp_path / "flash")
    process = run_sync(again.port, db)
    process.communicate()
    assert process.returncode == 0
    assert stored(db) == RECORDS + 1  # and the second start


def test_a_port_that_is_not_there_makes_no_database(tmp_path: Path) -> None:
    process = run_sync("/dev/ttyNOPE", tmp_path / "club.sqlite")
    output = process.communicate()[0]
    assert process.returncode == 1
    assert "there is no port /dev/ttyNOPE" in output
    assert not (tmp_path / "club.sqlite").exists()


def test_a_database_of_a_newer_version_is_one_sentence_and_the_table_keeps_its_records(
    filled: Running, tmp_path: Path
) -> None:
    db = tmp_path / "club.sqlite"
    Store(str(db)).close()
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    process = run_sync(filled.port, db)
    output = process.communicate()[0]
    assert process.returncode == 1
    assert "newer domino-table (version 9999): update domino-table" in output
    assert "Traceback" not in output
    with LinkClient.open(filled.port) as client:
        assert client.hello().acked == 0
