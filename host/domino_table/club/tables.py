"""The tables of the store. Records are kept as they came; everything from ``Match`` on is derived from them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, LargeBinary, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

_NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What all tables share: names of constraints, so that migrations can refer to them."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {dict[str, Any]: JSON, list[Any]: JSON}


class Journal(Base):
    """One journal of one table: a board formatted anew begins another epoch.

    head, hash: last record stored and CRC-32 over all up to it, None where that is not known. folded: records up to
    here have become results.
    """

    __tablename__ = "journal"
    __table_args__ = (UniqueConstraint("device", "epoch"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device: Mapped[str] = mapped_column(String(64))
    epoch: Mapped[int] = mapped_column(BigInteger)
    build: Mapped[str] = mapped_column(String(64))
    head: Mapped[int] = mapped_column(BigInteger, default=0)
    hash: Mapped[int | None] = mapped_column(BigInteger)
    folded: Mapped[int] = mapped_column(BigInteger, default=0)
    synced: Mapped[str | None] = mapped_column(String(32))


class Record(Base):
    """One journal record, as the table sent it."""

    __tablename__ = "record"

    journal_id: Mapped[int] = mapped_column(ForeignKey("journal.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    kind: Mapped[int]
    ticks: Mapped[int] = mapped_column(BigInteger)
    payload: Mapped[bytes] = mapped_column(LargeBinary)


class Player(Base):
    """A person, known by name."""

    __tablename__ = "player"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200), unique=True)


class Match(Base):
    """A match: the records ``first`` to ``last`` of a journal. ``complete``: none of them is missing."""

    __tablename__ = "match"
    __table_args__ = (UniqueConstraint("journal_id", "first"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    journal_id: Mapped[int] = mapped_column(ForeignKey("journal.id"), index=True)
    first: Mapped[int] = mapped_column(BigInteger)
    last: Mapped[int] = mapped_column(BigInteger)
    complete: Mapped[bool]
    stored: Mapped[str] = mapped_column(String(32))
    game: Mapped[str] = mapped_column(String(64))
    preset: Mapped[str | None] = mapped_column(String(64))
    params: Mapped[dict[str, Any]]
    profile: Mapped[str | None] = mapped_column(String(64))
    place: Mapped[str | None] = mapped_column(String(200))
    event: Mapped[str | None] = mapped_column(String(200))
    date: Mapped[str | None] = mapped_column(String(32))
    duration: Mapped[int | None] = mapped_column(BigInteger)
    ended: Mapped[bool]
    reason: Mapped[str | None] = mapped_column(String(32))
    draw: Mapped[bool]
    accounts: Mapped[list[Any]]

    seats: Mapped[list[Seat]] = relationship(order_by="Seat.seat", cascade="all, delete-orphan")
    rounds: Mapped[list[Round]] = relationship(order_by="Round.number", cascade="all, delete-orphan")
    fouls: Mapped[list[Foul]] = relationship(order_by="Foul.number", cascade="all, delete-orphan")


class Seat(Base):
    """Who sat where in a match, and what came of it."""

    __tablename__ = "seat"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    player_id: Mapped[int | None] = mapped_column(ForeignKey("player.id"), index=True)
    side: Mapped[int]
    outcome: Mapped[str | None] = mapped_column(String(16))
    rating: Mapped[int | None]
    title: Mapped[str | None] = mapped_column(String(64))


class Round(Base):
    """A round that was played to its end."""

    __tablename__ = "round"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[int]
    reason: Mapped[str] = mapped_column(String(32))
    void: Mapped[bool]
    by: Mapped[int | None]
    fisherman: Mapped[int | None]
    carry: Mapped[int | None]
    hands: Mapped[list[Any]]
    recorded: Mapped[list[Any]]
    accounts: Mapped[list[Any]]


class Foul(Base):
    """A breach of the rules. ``line``: where it happened; ``late``: it showed only at line ``shown``."""

    __tablename__ = "foul"

    match_id: Mapped[int] = mapped_column(ForeignKey("match.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[int]
    shown: Mapped[int]
    round: Mapped[int]
    seat: Mapped[int | None]
    code: Mapped[str] = mapped_column(String(32))
    late: Mapped[bool]
    certain: Mapped[bool]
    remedy: Mapped[str | None] = mapped_column(String(64))
