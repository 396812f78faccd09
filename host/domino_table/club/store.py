"""Opening the store: where it is, its version, and what is said when it cannot be used."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command, util
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, inspect
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.orm import Session

_BUSY = 4  # seconds to wait for another program's transaction


class StoreError(Exception):
    """The store cannot be used; the message is one sentence that says what to do."""


def default_url() -> str:
    """The club's SQLite file in the user's data folder."""
    return str(platformdirs.user_data_path("domino-table", appauthor=False) / "club.sqlite")


class Store:
    """A database with the current tables.

    Args:
        db: path of a SQLite file, or an SQLAlchemy URL. A missing SQLite file is made when ``write`` is set.
        write: False to only read.

    Raises:
        StoreError: it cannot be opened, or is of a newer version.
    """

    def __init__(self, db: str | None = None, write: bool = True) -> None:
        self.name, self._write = db or default_url(), write
        url = _address(self.name)
        _prepare_file(url, write)
        if write:
            self._make(url)
        try:
            self._open(url)
        except StoreError:
            self.engine.dispose()
            unchanging = None if write else _unchanging(url)
            if unchanging is None:
                raise
            self._open(unchanging)

    def close(self) -> None:
        """Give up the connections."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def session(self) -> Iterator[Session]:
        """One transaction: committed at the end, rolled back by an exception. Raises StoreError."""
        with self.explained(), Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Turn what a database driver raises into a StoreError."""
        try:
            yield
        except DBAPIError as error:
            safe = "; the records stay on the table until they are stored" if self._write else ""
            raise StoreError(_explanation(self.name, str(error.orig)) + safe) from error

    def _open(self, url: URL) -> None:
        if _is_sqlite(url):
            self.engine = create_engine(url, connect_args={"timeout": _BUSY})
            _use_sqlite_transactions(self.engine, "BEGIN IMMEDIATE" if self._write else "BEGIN")
        else:
            self.engine = create_engine(url)
        with self.explained(), self.engine.begin() as connection:
            self._update(connection)

    def _make(self, url: URL) -> None:
        """Make a file that is not there yet: all of it beside its place, then moved there, or nothing at all."""
        path = _file(url)
        if path is None or path.exists():
            return
        with self._refused(path), tempfile.TemporaryDirectory(prefix=f".{path.name}.", dir=path.parent) as folder:
            new = Path(folder) / path.name
            try:
                self._open(url.set(database=str(new)))
            finally:
                self.engine.dispose()  # the last to close it leaves no log beside it
            if not path.exists():  # by another program that was faster
                new.rename(path)

    @contextmanager
    def _refused(self, path: Path) -> Iterator[None]:
        """Turn what the folder of a new file does not allow into a StoreError."""
        try:
            yield
        except OSError as error:
            raise StoreError(
                f"the database {path} cannot be made ({error.strerror}): see that its folder has space and may be "
                "written, or give another file with --db"
            ) from error

    def _update(self, connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
        config.attributes["connection"] = connection
        scripts = ScriptDirectory.from_config(config)
        revision = MigrationContext.configure(connection).get_current_revision()
        if revision == scripts.get_current_head():
            return
        if revision is None and inspect(connection).get_table_names():
            raise StoreError(f"{self.name} holds the tables of another program: give another file with --db")
        try:
            if revision is not None:
                scripts.get_revision(revision)
        except util.CommandError as error:
            raise StoreError(
                f"{self.name} was written by a newer domino-table (version {revision}): update domino-table"
            ) from error
        command.upgrade(config, "head")


def _address(db: str) -> URL:
    try:
        url = make_url(db) if "://" in db else make_url("sqlite://").set(database=db)
        url.get_dialect().import_dbapi()
    except ModuleNotFoundError as error:
        raise StoreError(
            f"{url.render_as_string()} needs the Python package {error.name}: install it, or give a file with --db"
        ) from error
    except (ArgumentError, NoSuchModuleError, ImportError, ValueError) as error:
        raise StoreError(f"{db} is no address of a database: give a file name or an SQLAlchemy URL") from error
    return url


def _is_sqlite(url: URL) -> bool:
    return url.get_backend_name() == "sqlite"


def _file(url: URL) -> Path | None:
    """The file of a database, where it has a plain one."""
    name = url.database
    return Path(name) if _is_sqlite(url) and name and name != ":memory:" and not name.startswith("file:") else None


def _prepare_file(url: URL, write: bool) -> None:
    path = _file(url)
    if path is None:
        return
    try:
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
        elif not path.exists():
            raise StoreError(f"there is no database {path} yet: run `domino-table sync` first, or give --db")
    except OSError as error:
        raise StoreError(
            f"the folder {path.parent} cannot be made ({error.strerror}): give another file with --db"
        ) from error


def _unchanging(url: URL) -> URL | None:
    """The address for reading a file as it is: SQLite makes files beside one, which no full or read-only disk takes.

    None for what may change meanwhile, or is not all: with something in its log or journal (sqlite.org/uri.html).
    """
    path = _file(url)
    if path is None or not path.is_file():
        return None
    beside = [Path(f"{path}{ending}") for ending in ("-wal", "-journal")]
    if any(each.exists() and each.stat().st_size for each in beside):
        return None
    return url.set(database=path.absolute().as_uri(), query={"mode": "ro", "immutable": "1", "uri": "true"})


def _use_sqlite_transactions(engine: Engine, begin: str) -> None:
    """Take transactions from the driver's hands: DDL is part of them, and a writer waits for the lock at once."""

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        connection.execute("PRAGMA foreign_keys = ON")
        if begin != "BEGIN":
            connection.execute("PRAGMA journal_mode = WAL")

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql(begin)


_EXPLANATIONS = (
    ("is locked", "is in use by another program: close it and try again"),
    ("readonly", "is read-only: change its permissions, or give another file with --db"),
    ("read-only", "is read-only: change its permissions, or give another file with --db"),
    ("disk is full", "cannot grow, the disk is full: free some space and try again"),
    ("disk I/O error", "cannot be written, the disk fails or is full: check it and try again"),
    ("unable to open", "cannot be opened: check that the folder is there and may be written"),
    ("not a database", "is not a database: give another file with --db"),
    ("malformed", "is damaged: restore a copy, or sync into another file with --db"),
)


def _explanation(name: str, cause: str) -> str:
    for part, sentence in _EXPLANATIONS:
        if part in cause:
            return f"the database {name} {sentence}"
    first = cause.strip().splitlines()[0] if cause.strip() else "no reason given"
    return f"the database {name} cannot be used ({first})"
