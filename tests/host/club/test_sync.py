"""Sync: once or ten times, cut anywhere, the store holds each record once, and the same results."""

from __future__ import annotations

from pathlib import Path

import pytest
from domino_rules import packed
from domino_table.club import results
from domino_table.club.store import Store
from domino_table.club.tables import Foul, Journal, Match, Player, Record, Round, Seat
from domino_table.device.sync import SyncError, sync
from sqlalchemy import select

from .dump import dump
from .games import Table, played

FOUR = ["Аня", "Боря", "Вера", "Гена"]
TWO = ["Боря", "Дима"]


def test_what_the_table_journalled_becomes_matches_and_players(store: Store, table: Table) -> None:
    table.boot()
    table.write(played(1, FOUR))
    table.write(played(2, TWO))
    report = sync(table, store)
    assert (report.new, report.missing, report.matches, report.head) == (table.journal.head[0], 0, 2, report.new)
    with store.session() as session:
        first, second = session.scalars(select(Match).order_by(Match.id))
        assert [seat.name for seat in first.seats] == FOUR
        assert (first.game, first.preset, first.ended, first.complete, first.date) == (
            "kozel",
            "graa",
            True,
            True,
            "2026-11-30",
        )
        assert {seat.outcome for seat in first.seats} == {"won", "lost"}
        assert len(second.rounds) == max(each.number for each in second.rounds) > 1
        assert sorted(player.name for player in session.scalars(select(Player))) == [*FOUR, "Дима"]
        assert first.seats[1].player_id == second.seats[0].player_id
        assert results.match_lines(session, first) == played(1, FOUR)


def test_a_second_sync_adds_nothing(store: Store, table: Table) -> None:
    table.write(played(1, FOUR))
    sync(table, store)
    before = dump(store)
    report = sync(table, store)
    assert (report.new, report.matches) == (0, 0)
    assert dump(store) == before


def test_the_table_is_told_what_is_safe(store: Store, table: Table) -> None:
    table.write(played(1, FOUR))
    sync(table, store)
    assert table.journal.acked == table.journal.head[0]


@pytest.mark.parametrize("cut", [0, 1, 99, 100, 101, 250])
def test_a_port_that_goes_away_loses_nothing_and_doubles_nothing(store: Store, tmp_path: Path, cut: int) -> None:
    table = Table(tmp_path / "flash")
    table.write(played(1, FOUR))
    table.cut_after = cut
    with pytest.raises(ConnectionError):
        sync(table, store)
    assert table.journal.acked == 0
    table.cut_after = None
    sync(table, store)
    with Store(str(tmp_path / "straight.sqlite")) as straight:
        sync(table, straight)
        assert dump(store) == dump(straight)


def test_a_match_that_is_on_grows_under_its_number(store: Store, table: Table) -> None:
    lines = played(1, FOUR)
    for part in (lines[:5], lines[5:90], lines[90:]):
        table.write(part)
        sync(table, store)
        with store.session() as session:
            (match,) = session.scalars(select(Match))
            assert match.id == 1
            assert match.ended == (part[-1] is lines[-1])
    with store.session() as session:
        assert results.match_lines(session, session.get_one(Match, 1)) == lines


def test_results_that_were_not_derived_in_time_are_derived_by_the_next_sync(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.write(played(1, FOUR))
    with monkeypatch.context() as patch:
        patch.setattr(results, "update", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            sync(table, store)
    report = sync(table, store)
    assert (report.new, report.matches) == (0, 1)


def test_results_rebuilt_from_the_records_are_the_same(store: Store, table: Table) -> None:
    table.write(played(1, FOUR))
    table.write(played(2, TWO))
    sync(table, store)
    before = dump(store)
    with store.session() as session:
        for each in (Foul, Round, Seat):
            session.query(each).delete()
        assert results.rebuild(session) == 2
    assert dump(store) == before


def test_two_tables_and_a_new_flash_do_not_mix(store: Store, tmp_path: Path) -> None:
    tables = [Table(tmp_path / "a"), Table(tmp_path / "b"), Table(tmp_path / "c", device="11223344")]
    for seed, table in enumerate(tables):
        table.write(played(seed, FOUR))
        assert sync(table, store).new == table.journal.head[0]
    with store.session() as session:
        assert len(session.scalars(select(Journal)).all()) == len(session.scalars(select(Match)).all()) == 3


def test_records_that_the_table_had_removed_are_reported(store: Store, table: Table) -> None:
    table.write(played(1, FOUR))
    table.write(played(2, TWO))
    table.hidden_before = 50
    report = sync(table, store)
    assert report.missing == 50
    assert report.matches == 1  # the first match has lost its beginning
    assert sync(table, store).missing == 0


def test_a_match_with_a_gap_is_marked(store: Store, table: Table) -> None:
    lines = played(1, FOUR)
    table.write(lines[:20])
    sync(table, store)
    table.write(lines[20:])
    table.hidden_before = 30
    sync(table, store)
    with store.session() as session:
        assert not session.get_one(Match, 1).complete


def test_a_journal_that_is_not_the_one_stored_before_is_refused(store: Store, tmp_path: Path) -> None:
    table = Table(tmp_path / "a")
    table.write(played(1, FOUR, lines=20))
    sync(table, store)
    other = Table(tmp_path / "b")
    other.journal.epoch = table.journal.epoch
    other.write(played(2, FOUR, lines=20))
    before = dump(store)
    with pytest.raises(SyncError, match="not those stored before"):
        sync(other, store)
    other.write(played(3, FOUR, lines=20))
    with pytest.raises(SyncError):
        sync(other, store)
    assert other.journal.acked == 0
    assert dump(store) == before


def test_a_line_nobody_can_read_keeps_its_place(store: Store, table: Table) -> None:
    lines = played(1, FOUR)
    table.write(lines[:40])
    table.journal.append(1, b"\x63 from a newer table")
    table.write(lines[40:])
    sync(table, store)
    with store.session() as session:
        (match,) = session.scalars(select(Match))
        assert match.ended
        assert len(results.match_lines(session, match)) == len(lines) + 1


def test_the_store_keeps_the_packed_bytes(store: Store, table: Table) -> None:
    lines = played(1, FOUR, lines=10)
    table.write(lines)
    sync(table, store)
    with store.session() as session:
        assert [packed.decode(row.payload) for row in session.scalars(select(Record))] == lines
