"""Follows one table over its link and tells browsers: a thread that asks, and a history from which a page can resume.

What leaves here is the public view (record-format.md, Command line): no tile of a hand before it is on the table or
revealed.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domino_rules import packed
from domino_rules.opening import order
from domino_rules.referee import Referee
from domino_rules.view import shown

from domino_table.device.link import LinkClient
from domino_table.device.port import LinkError, NoFirmware, OtherFirmware, Refused, Restarted, Silent

LINE_RECORD = 1  # kinds of journal records, firmware/table/journal.py
_POLL_S = 0.1
_FLUSHED_POLLS = 5  # a record may be confirmed a little later than the state that follows from it
_RETRY_S = 1.0
_HISTORY = 4000
_WORKSHOP = (Silent, NoFirmware, OtherFirmware, Restarted)
"""How a table is not to be reached while it tests itself: its link is shut then, but its port is there."""
_LONGEST_NUMBER = 15  # digits of an event's number, as a page sends it back


@dataclass(frozen=True)
class News:
    """What a table has answered: its state, that of its match, all lines of it, and how many of these are new."""

    table: dict[str, Any]
    game: dict[str, Any]
    record: list[dict[str, Any]]
    new: int


@dataclass(frozen=True)
class Event:
    """One server-sent event: its number in this run of the program, kind, JSON, and when that was so (monotonic, s)."""

    number: int
    kind: str  # "match", "line", "state", "link"
    data: str
    at: float = 0.0


class Feed:
    """Keeps the events of one table. ``connect`` opens its link and raises LinkError while it cannot be reached."""

    def __init__(self, connect: Callable[[], LinkClient], follow: Callable[[News], None] | None = None) -> None:
        """``follow`` is called in the feed's thread whenever the table was asked."""
        self._connect = connect
        self._follower = follow or (lambda news: None)
        self.run_id = secrets.token_hex(4)
        self._history: deque[Event] = deque(maxlen=_HISTORY)
        self._latest: dict[str, Event] = {}
        self._lines: list[Event] = []  # of the match on the table
        self._record: list[dict[str, Any]] = []  # the same lines, with what is hidden
        self._listeners: set[_Listener] = set()
        self._lock = threading.Lock()
        self._commands: deque[_Command] = deque()
        self._count = 0
        self._seq = 0
        self._epoch: int | None = None
        self._referee = Referee()
        self._running = False
        self._thread: threading.Thread | None = None
        self._nudge = threading.Event()

    # --- for browsers ---------------------------------------------------------------------------------------------

    def since(self, last_id: str | None) -> tuple[list[Event], bool]:
        """What a page has missed since the event ``last_id``, and whether it must forget what it knew.

        A new page, and one that was away for too long or knows another run of the program, gets the snapshot of now.
        """
        with self._lock:
            run, _, number = (last_id or "").partition("-")
            if run == self.run_id and number.isdecimal() and len(number) <= _LONGEST_NUMBER and self._history:
                known = int(number)
                if known >= self._history[0].number - 1:
                    return [event for event in self._history if event.number > known], False
            return self._snapshot(), True

    def _snapshot(self) -> list[Event]:
        """Match, all its lines, the state and the link, in the order of their numbers, so that resuming works."""
        chosen = [*self._lines, *self._latest.values()]
        return sorted(chosen, key=lambda event: event.number)

    def match_line(self) -> dict[str, Any] | None:
        """The line that opened the match on the table, None before the first."""
        with self._lock:
            event = self._latest.get("match")
        line: dict[str, Any] | None = json.loads(event.data) if event else None
        return line

    def record(self) -> list[dict[str, Any]]:
        """All lines of the match on the table, hidden tiles included: for the arbiter's eyes only."""
        with self._lock:
            return list(self._record)

    def lying(self) -> list[str]:
        """The tiles that lie on the cloth by what the table hears."""
        with self._lock:
            event = self._latest.get("state")
        table = json.loads(event.data)["table"] if event else None
        return [lying["tile"] for lying in (table or {}).get("cloth") or []]

    def listen(self) -> _Listener:
        """A queue of the events from now on; call in the event loop that reads it, and ``close`` it."""
        listener = _Listener(self, asyncio.get_running_loop())
        with self._lock:
            self._listeners.add(listener)
        return listener

    def forget(self, listener: _Listener) -> None:
        with self._lock:
            self._listeners.discard(listener)

    def hang_up(self) -> None:
        """End the streams of all browsers: the program stops."""
        with self._lock:
            listeners = list(self._listeners)
        for listener in listeners:
            listener.put(None)

    async def command(self, name: str, arguments: dict[str, Any]) -> Any:
        """Have the table do a command. Raises LinkError with a sentence for the user."""
        command = _Command(name, arguments, asyncio.get_running_loop())
        self._commands.append(command)
        self._nudge.set()
        return await asyncio.wait_for(command.result, 10)

    # --- the thread -----------------------------------------------------------------------------------------------

    def start(self) -> None:
        self._running = True
        self._thread = threading.Thread(target=self._run, name="table feed", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._running = False
        self._nudge.set()
        if self._thread:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        while self._running:
            try:
                with self._connect() as link:
                    self._follow(link)
            except LinkError as error:
                self._tell("link", {"connected": False, "code": self._lost(error), "reason": str(error)})
                self._fail_commands(error)
                self._wait(_RETRY_S)
            except Exception as error:  # whatever is wrong with one answer or command: the page must not stand still
                failure = LinkError(f"the page lost the table ({type(error).__name__}: {error}): it tries again")
                self._tell("link", {"connected": False, "code": "LinkError", "reason": str(failure)})
                self._fail_commands(failure)
                self._wait(_RETRY_S)

    def _lost(self, error: LinkError) -> str:
        """The code of a link that is lost: "SelfTest" where the table was in maintenance before it fell silent."""
        with self._lock:
            event = self._latest.get("state")
        table = json.loads(event.data)["table"] if event else None
        resting = (table or {}).get("phase") == "maintenance"
        return "SelfTest" if resting and isinstance(error, _WORKSHOP) else type(error).__name__

    def _follow(self, link: LinkClient) -> None:
        hello = link.hello()
        if hello.epoch != self._epoch:
            self._epoch, self._seq, self._referee = hello.epoch, 0, Referee()
        self._tell("link", {"connected": True, "device": hello.device, "build": hello.build})
        version, unchanged, table, read = 0, 0, None, time.monotonic()
        while self._running:
            self._do_commands(link)
            version, state = link.state(version)
            unchanged = unchanged + 1 if state is None else 0
            if state is not None:
                table, read = state, time.monotonic()
            new = 0
            if unchanged < _FLUSHED_POLLS:
                new = self._take_records(link)
                game = shown(self._referee.state(), "public")
                self._tell("state", {"table": table, "game": game, "first": self._first()}, read)
            if table is not None:
                self._follower(News(table, self._referee.state(), self.record(), new))
            self._wait(_POLL_S)

    def _first(self) -> list[int] | None:
        """Pips of the tile whose holder opens the next round, or else that of its next one; None where none decides.

        The rules name it, whoever holds it: so it goes as pips, never as one of the tiles that the page shows.
        """
        match = self._referee.match
        if match is None or match.opener is not None or match.opener_rule == "lot" or match.SERVE:
            return None
        tile = next(order(match.opener_rule, match.params.get("double_order"), match.tiles))
        return [match.tiles.low[tile], match.tiles.high[tile]]

    def _take_records(self, link: LinkClient) -> int:
        """Take what is new; how many lines of a match that was."""
        new = 0
        for record in link.records(self._seq):
            self._seq = record.seq
            if record.kind == LINE_RECORD:
                self._take_line(packed.decode(record.payload))
                new += 1
        return new

    def _wait(self, seconds: float) -> None:
        self._nudge.wait(seconds)
        self._nudge.clear()

    def _do_commands(self, link: LinkClient) -> None:
        while self._commands:
            command = self._commands.popleft()
            try:
                command.done(link.command(command.name, command.arguments))
            except Refused as error:
                command.failed(error)
            except LinkError as error:
                command.failed(error)
                raise
            except Exception as error:
                command.failed(LinkError(f"the command {command.name} cannot be sent ({error})"))
                raise

    def _fail_commands(self, error: LinkError) -> None:
        while self._commands:
            self._commands.popleft().failed(error)

    def _take_line(self, line: dict[str, Any]) -> None:
        if line.get("type") == "match":
            self._referee = Referee()
            with self._lock:
                self._lines.clear()
                self._record.clear()
            self._tell("match", line)
        with self._lock:
            self._record.append(dict(line))
        outs = self._referee.feed(line)
        event = {"line": shown(line, "public"), "outs": [shown(out, "public") for out in outs]}
        self._tell("line", {"n": self._referee.n, **event})

    def _tell(self, kind: str, data: dict[str, Any], at: float | None = None) -> None:
        with self._lock:
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            if kind in ("state", "link") and kind in self._latest and self._latest[kind].data == text:
                return  # that is known; but two matches may begin alike
            self._count += 1
            event = Event(self._count, kind, text, time.monotonic() if at is None else at)
            self._history.append(event)
            if kind == "line":
                self._lines.append(event)
            else:
                self._latest[kind] = event
            listeners = list(self._listeners)
        for listener in listeners:
            listener.put(event)


class _Listener:
    """One browser's queue, filled from the feed's thread."""

    def __init__(self, feed: Feed, loop: asyncio.AbstractEventLoop) -> None:
        self._feed, self._loop = feed, loop
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def put(self, event: Event | None) -> None:
        self._loop.call_soon_threadsafe(self._queue.put_nowait, event)

    async def get(self) -> Event | None:
        """The next event; None when there will be no more."""
        return await self._queue.get()

    def close(self) -> None:
        self._feed.forget(self)


class _Command:
    """A command on its way to the table, and the future that waits for its result."""

    def __init__(self, name: str, arguments: dict[str, Any], loop: asyncio.AbstractEventLoop) -> None:
        self.name, self.arguments, self._loop = name, arguments, loop
        self.result: asyncio.Future[Any] = loop.create_future()

    def done(self, result: Any) -> None:
        self._loop.call_soon_threadsafe(self._set, result, None)

    def failed(self, error: LinkError) -> None:
        self._loop.call_soon_threadsafe(self._set, None, error)

    def _set(self, result: Any, error: LinkError | None) -> None:
        if self.result.done():
            return
        if error:
            self.result.set_exception(error)
        else:
            self.result.set_result(result)


def sse(event: Event, run_id: str) -> str:
    """The event as it goes over the wire (HTML standard, server-sent events).

    A state tells its ``age`` in ms, too: the clocks in it have gone on for so long.
    """
    data = event.data
    if event.kind == "state":
        data = f'{data[:-1]},"age":{round(1000 * (time.monotonic() - event.at))}}}'
    return f"id: {run_id}-{event.number}\nevent: {event.kind}\ndata: {data}\n\n"
