"""Where faults strike: the parts of one table, and the clock on which a fault begins and ends."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from domino_table.virtual.board import Board
from domino_table.virtual.chips.pn5180 import PN5180
from domino_table.virtual.faults.shell import Shell, Socket
from domino_table.virtual.table import VirtualTable
from domino_table.virtual.tags import Pose, Tile

GRID, RACKS = 0, 1
AWAKE_US, LOOK_US, PATIENT_US, IN_ROUND_US = 4_000_000, 500_000, 25_000_000, 120_000_000
"""After a start people wait so long at least, look up so often, and go on after so long whatever the table shows; in
the middle of a round they know that somebody is on turn, and wait longer for his light: a long match takes long to be
read back."""


@dataclass
class Site:
    """The parts of a table. Times are µs of the virtual clock.

    Attributes:
        chips: the readers, the grid's first.
        leads: what the board's wires to each reader lead to; faults of wires put shells around these.
        tiles: all tiles with their tags.
        at: lets something happen at a time. now: the time.
        rng: the faults' own stream of chance.
        selector: the field as the loop selector finds it. hands: the field as hands that move tiles find it.
        lying: the tiles on the cloth and how they lie.
        with_people: as ``at``, but not while people hold still at a dark table; None where there are none.
        playing: whether people are in the middle of a round, and know that somebody is on turn, or of showing hands.
        back: called when the table is there again, before people go on.
        restarts: how often a fault has made the board start again.
        table, board: of a whole table; None where there is only the sensing part of one.
    """

    chips: Sequence[PN5180]
    leads: list[Any]
    tiles: Sequence[Tile]
    at: Callable[[int, Callable[[], None]], None]
    now: Callable[[], int]
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    selector: Socket | None = None
    hands: Socket | None = None
    lying: Callable[[], Sequence[tuple[Tile, Pose]]] = tuple
    with_people: Callable[[int, Callable[[], None]], None] | None = None
    playing: Callable[[], bool] = lambda: False
    back: Callable[[], None] = lambda: None
    restarts: int = 0
    _waits: int = 0
    table: VirtualTable | None = None
    board: Board | None = None

    @classmethod
    def whole(cls, table: VirtualTable, board: Board, rng: random.Random) -> Site:
        """A whole virtual table."""
        world = table.world
        return cls(
            table.readers,
            table.leads,
            [piece.tags for piece in world.pieces],
            lambda t, action: world.at(t, action, by_itself=True),
            lambda: world.now,
            rng,
            with_people=world.at,
            selector=Socket.attribute(table, "field"),
            hands=Socket.attribute(world, "field"),
            lying=lambda: [(piece.tags, piece.pose) for piece in world.pieces if piece.pose is not None],
            table=table,
            board=board,
        )

    def wire(self, reader: int) -> Socket:
        """The wires between the board and a reader."""
        return Socket.entry(self.leads, reader)

    def radio(self, reader: int) -> Socket:
        """The radio half of a reader."""
        return Socket.attribute(self.chips[reader], "radio")

    def air(self, reader: int) -> Socket:
        """What a reader's radio works on."""
        return Socket.attribute(self.chips[reader].radio, "antenna")

    def cover(self, socket: Socket, make: Callable[[Any], Shell], us: int) -> Shell:
        """Put a shell around a part for ``us``."""
        shell = socket.cover(make)
        self.after(us, lambda: socket.uncover(shell))
        return shell

    def after(self, us: int, action: Callable[[], None]) -> None:
        """Let something happen ``us`` from now."""
        self.at(self.now() + us, action)

    def later(self, us: int, action: Callable[[], None]) -> None:
        """As :meth:`after`, of time in which people play."""
        (self.with_people or self.at)(self.now() + us, action)

    def restart(self) -> None:
        """Reset the board; people see the table go dark and hold still until it is back."""
        assert self.table is not None
        assert self.board is not None
        world = self.table.world
        self.restarts += 1
        world.hold()
        self.board.hard_reset()
        self.wait_for_table()

    def wait_for_table(self) -> None:
        """Let people who hold still go on as soon as the table says whose turn it is again, or when they tire of it.

        Lights that were lit when a board was reset stay as they are until it has started: they tell nothing.
        """
        assert self.table is not None
        world, eyes = self.table.world, self.table.eyes
        self._waits += 1
        number, began = self._waits, self.now()
        patience = IN_ROUND_US if self.playing() else PATIENT_US

        def look() -> None:
            if number != self._waits:
                return  # dark again since
            says = eyes.turn is not None or bool(eyes.shows) or eyes.anybody_asked(self.now())
            lit_anew = eyes.changed > began and says
            if lit_anew or self.now() - began >= patience:
                self.back()
                world.go_on()
            else:
                self.after(LOOK_US, look)

        self.after(AWAKE_US, look)
