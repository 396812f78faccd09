"""Fetching what is new on a table into the store. Cut anywhere and repeated, it loses nothing and doubles nothing."""

from __future__ import annotations

from binascii import crc32
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from domino_table.club import results
from domino_table.club.store import Store
from domino_table.club.tables import Journal, Record
from domino_table.device.link import Hello, LinkClient
from domino_table.device.record import Record as Fetched

_BATCH = 100  # records in one transaction


class SyncError(Exception):
    """Table and store contradict each other; the message says what to do."""


@dataclass
class SyncReport:
    """What a sync did. missing: records that the table had removed or lost before they were fetched."""

    device: str
    head: int
    new: int
    missing: int
    matches: int


def sync(client: LinkClient, store: Store, progress: Callable[[int, int], None] | None = None) -> SyncReport:
    """Store all confirmed records of a table, derive the results, then tell the table that they are safe.

    progress: called with (records fetched, records to fetch). Raises LinkError, StoreError, SyncError.
    """
    hello = client.hello()
    with store.session() as session:
        journal = _journal(session, hello)
        number, after = journal.id, journal.head
    report = SyncReport(hello.device, after, 0, 0, 0)
    records = client.records(after)
    while batch := list(islice(records, _BATCH)):
        with store.session() as session:
            fresh, missing = _store(session, session.get_one(Journal, number), batch, hello)
        report.new += fresh
        report.missing += missing
        if progress:
            progress(report.new, max(hello.head - after, report.new))
    with store.session() as session:
        journal = session.get_one(Journal, number)
        report.matches = results.update(session, journal)
        journal.synced = results.now()
        report.head = journal.head
    if report.head > hello.acked:
        client.acknowledge(hello.epoch, report.head)
    return report


def _journal(session: Session, hello: Hello) -> Journal:
    """The store's side of the table's journal, made at the first meeting."""
    journal = session.scalar(select(Journal).where(Journal.device == hello.device, Journal.epoch == hello.epoch))
    if journal is None:
        journal = Journal(device=hello.device, epoch=hello.epoch, build=hello.build, head=0, hash=0, folded=0)
        session.add(journal)
        session.flush()
    journal.build = hello.build
    if hello.head < journal.head or (hello.head == journal.head and journal.hash not in (None, hello.hash)):
        raise _contradiction(hello)
    return journal


def _contradiction(hello: Hello) -> SyncError:
    return SyncError(
        f"the records of table {hello.device} are not those stored before: sync it into another file with --db, "
        "and keep both"
    )


def _store(session: Session, journal: Journal, batch: list[Fetched], hello: Hello) -> tuple[int, int]:
    """Add the records that are not there yet; returns how many, and how many numbers are missing among them."""
    fresh = [record for record in batch if record.seq > journal.head]
    missing = 0
    for record in fresh:
        gap = record.seq - journal.head - 1
        missing += gap
        journal.hash = None if gap or journal.hash is None else crc32(record.raw, journal.hash)
        journal.head = record.seq
        if record.seq == hello.head:
            if journal.hash not in (None, hello.hash):
                raise _contradiction(hello)
            journal.hash = hello.hash
    rows = [
        {"journal_id": journal.id, "seq": each.seq, "kind": each.kind, "ticks": each.ticks, "payload": each.payload}
        for each in fresh
    ]
    if rows:
        session.execute(insert(Record), rows)
    return len(fresh), missing
