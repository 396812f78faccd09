"""All that a store holds, to compare stores."""

from __future__ import annotations

from typing import Any

from domino_table.club.store import Store
from domino_table.club.tables import Foul, Journal, Match, Player, Record, Round, Seat
from sqlalchemy import select


def dump(store: Store) -> dict[str, list[Any]]:
    """All rows but times of storing."""
    with store.session() as session:
        return {
            each.__tablename__: sorted(
                repr([getattr(row, name) for name in each.__table__.columns.keys() if name not in ("stored", "synced")])  # noqa: SIM118
                for row in session.scalars(select(each))
            )
            for each in (Journal, Record, Match, Seat, Round, Foul, Player)
        }
