"""Opening the store, and what is said when it cannot be used. Nothing is ever lost by a refusal."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from domino_table.club.store import Store, StoreError
from domino_table.club.tables import Base, Player
from host.unprivileged import tool
from sqlalchemy import event, inspect, text


def add_player(store: Store, name: str) -> None:
    with store.session() as session:
        session.add(Player(name=name))


def names(store: Store) -> list[str]:
    with store.session() as session:
        return [player.name for player in session.query(Player)]


def test_a_new_file_gets_the_tables_of_the_models(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "club.sqlite"
    with Store(str(path)) as store, store.engine.connect() as connection:
        made = inspect(connection)
        assert set(made.get_table_names()) == {*Base.metadata.tables, "alembic_version"}
        for table in Base.metadata.sorted_tables:
            assert {each["name"] for each in made.get_columns(table.name)} == set(table.columns.keys())
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_the_migrations_make_exactly_what_the_models_say(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_it_is_found_again_with_what_it_held(tmp_path: Path) -> None:
    for _ in range(2):
        with Store(str(tmp_path / "a.sqlite")) as store:
            if not names(store):
                add_player(store, "Аня")
    with Store(f"sqlite:///{tmp_path}/a.sqlite", write=False) as store:
        assert names(store) == ["Аня"]


def test_an_exception_leaves_nothing_of_its_transaction(store: Store) -> None:
    def breaks() -> None:
        with store.session() as session:
            session.add(Player(name="half"))
            session.flush()
            raise RuntimeError

    with pytest.raises(RuntimeError):
        breaks()
    assert names(store) == []


def test_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    Store(str(path)).close()
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    before = path.read_bytes()
    with pytest.raises(StoreError, match=r"newer domino-table \(version 9999\): update domino-table"):
        Store(str(path))
    assert path.read_bytes() == before


def test_the_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "other.sqlite") as connection:
        connection.execute("CREATE TABLE recipe (id)")
    with pytest.raises(StoreError, match="tables of another program"):
        Store(str(tmp_path / "other.sqlite"))


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("no database at all, only text " * 100)
    with pytest.raises(StoreError, match="is not a database"):
        Store(str(tmp_path / "a.txt"))


def test_a_read_only_database_can_be_read_but_says_why_it_cannot_be_written(tmp_path: Path) -> None:
    with Store(str(tmp_path / "a.sqlite")) as store:
        add_player(store, "Аня")
    url = f"sqlite:///file:{tmp_path}/a.sqlite?mode=ro&uri=true"
    with Store(url, write=False) as store:
        assert names(store) == ["Аня"]
    with Store(url) as store, pytest.raises(StoreError, match="is read-only: .*; the records stay on the table"):
        add_player(store, "Боря")


def test_a_database_with_something_in_its_log_is_not_read_without_it(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "club.sqlite")) as other:
        other.execute("BEGIN")
        other.execute("SELECT * FROM player").fetchall()  # keeps the log from being taken up
        add_player(store, "Аня")
        for name in ("club.sqlite", "club.sqlite-wal"):
            (tmp_path / f"copy.{name}").write_bytes((tmp_path / name).read_bytes())
    done = tool("export", "--format", "json", "--db", tmp_path / "copy.club.sqlite", largest=0)
    assert done.returncode == 1
    assert "cannot be written, the disk fails or is full" in done.stderr


def test_a_database_that_another_program_writes(store: Store, tmp_path: Path) -> None:
    other = sqlite3.connect(tmp_path / "club.sqlite")
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="in use by another program"):
        add_player(store, "Аня")
    other.rollback()
    add_player(store, "Аня")
    assert names(store) == ["Аня"]


def test_a_full_disk_loses_nothing_that_was_there(store: Store) -> None:
    add_player(store, "Аня")

    @event.listens_for(store.engine, "connect")
    def _limit(connection: sqlite3.Connection, _record: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # rounds up to the pages there are

    store.engine.dispose()
    with pytest.raises(StoreError, match="the disk is full"), store.session() as session:
        session.add_all([Player(name=f"{n} " + "x" * 150) for n in range(500)])
    assert names(store) == ["Аня"]


def test_on_a_full_disk_no_half_of_a_new_file_is_left(tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))"
    make = f"from domino_table.club.store import Store, StoreError\ntry: Store({str(path)!r})"
    program = f"{limit}\n{make}\nexcept StoreError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert f"the database {path} " in done.stdout, done.stderr
    assert "full" in done.stdout
    assert list(tmp_path.iterdir()) == []
    Store(str(path)).close()
    assert [each.name for each in tmp_path.iterdir()] == ["club.sqlite"]


def test_a_missing_database_is_not_made_to_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="run `domino-table sync` first"):
        Store(str(tmp_path / "none.sqlite"), write=False)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made"):
        Store(str(tmp_path / "file" / "club.sqlite"))


@pytest.mark.parametrize("url", ["nosuch://x", "sqlite+nosuch:///x"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(StoreError, match="no address of a database"):
        Store(url)


def test_a_database_whose_driver_is_missing_is_told_so_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match="needs the Python package psycopg") as refused:
        Store("postgresql+psycopg://club:hush@nowhere/results")
    assert "hush" not in str(refused.value)
