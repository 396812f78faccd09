"""The company at a table in real time: match after match, and what it does while the table does not look.

A table in real time is tested, deployed, reset and corrected while people play; they rest meanwhile and go on from its
record. Everything here runs in the thread of the board.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

from domino_table.virtual.chain import Halves, Layout
from domino_table.virtual.lore import Lore, Plan
from domino_table.virtual.people import Party
from domino_table.virtual.recorded import Recorded, SettingOut
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.trial import take_part
from domino_table.virtual.world import Piece, Place


class Company:
    """People at one table; matches follow one another without end.

    Attributes:
        party: the people of this match. resting: they have got up, because the table does not see what is done.
    """

    def __init__(
        self,
        table: VirtualTable,
        lore: Lore,
        players: int,
        seed: int | str,
        pace: float,
        mistakes: float,
        kept: dict[str, Any] | None = None,
    ) -> None:
        """``pace``: seconds an action of the simulated people; ``mistakes``: the share of their actions.

        kept: what :meth:`memory` told of people at this very table, who rest until :meth:`resume`.
        """
        self.table, self.world = table, table.world
        self._habits = seed, pace, mistakes
        self._matches = 0
        self._laid: dict[int, int] = {}  # tile -> seat of the guest whose hand it was
        self._rules: tuple[Lore, int] = lore, players  # of the match on the table
        self.resting = False
        self._trials: list[Callable[[], None]] = []  # ends what people do for the self-test
        self.party = self._company(lore, players)
        self.party.sit_down(players, midway=kept is not None)
        if kept is not None:
            self._remember(kept)
            self.rest()

    def memory(self) -> dict[str, Any]:
        """What people know that no record and no light tells them, as JSON: in a game with rows how those stand."""
        return {"rows": [person.row for person in self.party.people], "turned_up": sorted(self.party.turned_up)}

    def _remember(self, kept: dict[str, Any]) -> None:
        self.party.turned_up = set(kept.get("turned_up", ()))
        for person, row in zip(self.party.people, kept.get("rows", ()), strict=False):
            person.row = row

    def _company(self, lore: Lore, players: int) -> Party:
        """People who are going to play by these rules."""
        seed, pace, mistakes = self._habits
        number = f" {self._matches}" if self._matches else ""
        self._matches += 1
        self._players = players
        return Party(
            self.world,
            self.table.eyes,
            lore,
            Plan(f"{seed}{number}", mistakes),
            random.Random(f"people {seed}{number}"),
            did=self._did,
            over=self._next_match,
            pace=pace,
            patient=True,
        )

    def begin(self, lore: Lore, players: int) -> None:
        """Another match has begun at the table: in the middle of a round, or by other rules, people start anew.

        Who has taken a seat keeps it, if there is such a seat.
        """
        self._rules = lore, players
        if self.resting:
            return  # who comes back to the table plays by these
        party = self.party
        if lore == party.lore and players == self._players and not party.playing:
            party.first_round = True
            return
        away = self._away()
        party.get_up()
        self._laid.clear()
        self._forget()
        self._sit_down(self._company(lore, players), away)

    def _did(self, line: dict[str, Any]) -> None:
        """Once tiles are dealt, whose they were in the round before is forgotten."""
        if line["type"] == "deal":
            out = (Place.CLOTH, Place.HAND)
            self._laid = {tile: seat for tile, seat in self._laid.items() if self.world.pieces[tile].place in out}

    def _away(self) -> list[int]:
        return [person.seat for person in self.party.people if person.away]

    def _sit_down(self, party: Party, away: list[int], midway: bool = False) -> None:
        self.party = party
        party.sit_down(self._players, midway)
        for person in party.people:
            person.away = person.seat in away and not party.lore.rows

    # --- a table that does not look -------------------------------------------------------------------------------

    def rest(self) -> None:
        """The table does not see what is done: the company leaves everything as it is until :meth:`resume`."""
        if self.resting:
            return
        self.resting = True
        for piece in self.world.pieces:
            owner = self._laid.get(piece.index, piece.seat)
            if piece.place is Place.HAND and owner is not None:
                self._stand(piece, owner)
        self.party.get_up()

    def test(self, begins: bool) -> None:
        """The table tests itself from now on, or does not any more.

        Simulated people see to the seats that nobody plays at, too; who has taken a seat presses for himself.
        """
        for stop in self._trials:
            stop()
        world, eyes, seats = self.world, self.table.eyes, range(self.table.build.seats if begins else 0)
        self._trials = [world.live(take_part(world, eyes, seat, partial(self._minds, seat))) for seat in seats]

    @property
    def testing(self) -> bool:
        """Whether the table tests itself, and people press and knock as it asks them to."""
        return bool(self._trials)

    def _minds(self, seat: int) -> bool:
        people = self.party.people
        return any(not person.away for person in (people[seat : seat + 1] or people))

    def set_out(self, recorded: Recorded) -> Layout:
        """Set the tiles out as the table's record has them; what a guest has laid besides stays his affair.

        What was swept together already, because the round was over, comes back from where it was. The line as all see
        it.
        """
        party, pieces = self.party, self.world.pieces
        laid_by = {person.last_tile: person.seat for person in party.people if person.last_tile is not None}
        lying = {laid.halves for laid in recorded.lying}
        laid_by = party.swept | laid_by | self._laid
        for tile in list(self._laid):
            if party.halves(tile) in lying or pieces[tile].place is not Place.CLOTH:
                del self._laid[tile]
        setting = SettingOut(self.world, recorded, list(self._laid), laid_by)
        layout = setting.line(party.layout)
        setting.hands()
        return layout

    def resume(self, recorded: Recorded, closing: int | None = None) -> None:
        """The company goes on with the match as the table has it: in the middle of a round, or with a new deal.

        closing: the seat that has announced to lay its next double face down; it says so anew when it does.
        """
        self.rest()
        self.resting = False
        before, away, (lore, players) = self.party, self._away(), self._rules
        fits = lore == before.lore and len(recorded.counts) == players
        if closing is not None:
            self.world.press(f"seat{closing}", "double")
        layout = self.set_out(recorded) if recorded.playing and fits else None
        self._forget()
        party = self._company(lore, players)
        party.first_round, party.rounds = recorded.round <= 1, max(0, recorded.round - 1)
        if layout is not None:
            party.layout, party.begun = layout, bool(recorded.laid)
        else:
            self._laid.clear()
            self._next_match()
        self._sit_down(party, away, midway=layout is not None)
        if layout is not None:
            self._stand_in_rows(before, recorded)
        self._go_on()
        self.world.look()  # the light that calls one of them has been lit before

    def _forget(self) -> None:
        """Another match, or another view of this one: what guests have said of it is over."""

    def _go_on(self) -> None:
        """The match goes on: look at what guests have on the cloth."""

    def _stand_in_rows(self, before: Party, recorded: Recorded) -> None:
        """In kolbasa everybody's row stands as it stood; what the table has seen of it is in its place."""
        self.party.turned_up = before.turned_up
        setting = SettingOut(self.world, recorded, (), {})
        for person, known in zip(self.party.people, before.people, strict=True):
            person.row = setting.row(person.seat, known.row)

    def differs(self, lying: set[Halves]) -> bool:
        """Whether people see other tiles in the line than these, which the table has in it."""
        return not self.resting and self.party.playing and set(self.party.layout.tiles) != lying

    def _next_match(self) -> bool:
        """Ask the table for another match: where the last one is not over, that does nothing."""
        self.world.press("ok")
        return False

    def _stand(self, piece: Piece, seat: int) -> None:
        self._laid.pop(piece.index, None)
        if piece.place is Place.HAND:
            self.world.to_rack(piece.index, seat)
