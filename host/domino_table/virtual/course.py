"""The course of time around a table: what happens when, and people who act and wait. Times are µs, virtual.

People are generators: they yield how long they wait, or :class:`Until` something can be seen.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Generator
from dataclasses import dataclass

from domino_table.virtual.bus import NEVER

MS = 1_000
SECOND = 1_000_000


@dataclass(frozen=True)
class Until:
    """Wait until ``seen()`` is true, which is looked at whenever something can have changed; at most ``timeout`` µs.

    The generator is resumed with True when it was seen (``reaction`` µs later), with False when time ran out.
    """

    seen: Callable[[], bool]
    timeout: int = NEVER
    reaction: int = 0


Step = int | Until
Behaviour = Generator[Step, bool, None]

_Due = tuple[int, int, Callable[[], None], bool]
"""When something happens, its number, what it is, and whether it needs nobody's hands."""


class Course:
    """Events in the order of their times.

    Attributes:
        now: the time; between events that of the last one, or of the last message of the board.
        dark_at: when people last held still because the table had gone dark.
    """

    def __init__(self) -> None:
        self.now = self.dark_at = 0
        self._due: list[_Due] = []
        self._held_still: tuple[int, list[_Due]] | None = None
        self._watchers: list[_Actor] = []
        self._count = 0

    def at(self, t: int, action: Callable[[], None], by_itself: bool = False) -> None:
        """Let ``action`` happen at ``t``; at equal times first come, first served.

        It waits while people hold still (:meth:`hold`), unless it happens ``by_itself``.
        """
        self._count += 1
        due = max(t, self.now), self._count, action, by_itself
        if self._held_still is None or by_itself:
            heapq.heappush(self._due, due)
        else:
            since, waiting = self._held_still
            waiting.append((due[0] - self.now + since, *due[1:]))

    def run_until(self, t: int) -> None:
        """Let everything up to and including ``t`` happen."""
        while self._due and self._due[0][0] <= t:
            self.now, _, action, _ = heapq.heappop(self._due)
            action()
            self.look()
        self.now = max(self.now, t)

    def next_event(self) -> int:
        """Time of the next event that is known of."""
        return self._due[0][0] if self._due else NEVER

    def live(self, behaviour: Behaviour) -> Callable[[], None]:
        """Let somebody act from now on. Returns a function that stops him for good."""
        actor = _Actor(self, behaviour)
        actor.resume(False)
        return actor.stop

    def hold(self) -> None:
        """Everybody holds still from now on, as people do when the table has gone dark."""
        if self._held_still is not None:
            return
        self.dark_at = self.now
        self._held_still = self.now, [due for due in self._due if not due[3]]
        self._due = [due for due in self._due if due[3]]
        heapq.heapify(self._due)

    def go_on(self) -> None:
        """Everybody goes on where :meth:`hold` stopped them, so much later."""
        if self._held_still is None:
            return
        since, due = self._held_still
        self._held_still = None
        for t, _, action, _ in sorted(due):
            self.at(t + self.now - since, action)
        self.look()

    def look(self) -> None:
        """Everybody who waits to see something looks up: something has changed."""
        if self._held_still is not None:
            return
        for actor in list(self._watchers):
            actor.look()


class _Actor:
    """Somebody's generator and what it waits for."""

    def __init__(self, course: Course, behaviour: Behaviour) -> None:
        self._course, self._behaviour = course, behaviour
        self._wish: Until | None = None
        self._turn = 0
        self._started = self._stopped = False

    def stop(self) -> None:
        self._stopped = True
        if self._wish is not None:
            self._wish = None
            self._course._watchers.remove(self)

    def resume(self, seen: bool) -> None:
        if self._stopped:
            return
        try:
            wish = self._behaviour.send(seen) if self._started else next(self._behaviour)
        except StopIteration:
            return
        finally:
            self._started = True
        self._turn += 1
        if isinstance(wish, int):
            self._course.at(self._course.now + wish, lambda: self.resume(True))
            return
        self._wish = wish
        self._course._watchers.append(self)
        if wish.timeout < NEVER:
            turn = self._turn
            self._course.at(self._course.now + wish.timeout, lambda: self._tired(turn))
        self.look()

    def look(self) -> None:
        wish = self._wish
        if wish is not None and wish.seen():
            self._wish = None
            self._course._watchers.remove(self)
            self._course.at(self._course.now + wish.reaction, lambda: self.resume(True))

    def _tired(self, turn: int) -> None:
        if self._wish is not None and turn == self._turn:
            self._wish = None
            self._course._watchers.remove(self)
            self.resume(False)
