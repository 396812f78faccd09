"""The table's end of the link, driven with bytes as a PC sends them; the same on CPython and MicroPython."""

import asyncio
import json
import struct

from table.journal import LINE, TRACE, Journal
from table.link import server as module
from table.link.frame import Receiver, build
from table.link.server import Server

HELLO, RECORDS, ACK, STATE, COMMAND, STATS, ERROR = 1, 2, 3, 4, 5, 6, 0xFF


class Console:
    """Both streams of a console in memory."""

    def __init__(self):
        self.incoming = bytearray()
        self.receiver = Receiver(bytearray())
        self.frames = []

    def read(self, count):
        data = bytes(self.incoming[:count])
        self.incoming = self.incoming[count:]
        return data

    def write(self, data):
        assert len(data) <= 192
        for byte in data:
            frame = self.receiver.feed(byte)
            if frame:
                self.frames.append(frame)


class Poll:
    """Stands for ``select.poll()``: its poll(0) asks the console."""

    def __init__(self, console):
        self.console = console

    def register(self, *_):
        pass

    def poll(self, _):
        return [1] if self.console.incoming else []


class Select:
    POLLIN = 1

    def __init__(self, console):
        self.console = console

    def poll(self):
        return Poll(self.console)


class Table:
    """A server with a journal and an application that notes what it was told to do."""

    def __init__(self, directory):
        self.console = Console()
        module.select = Select(self.console)
        self.journal = Journal(directory + "/journal", ticks=lambda: 1)
        self.version = 1
        self.state = {"seats": ["Аня", "Боря"]}
        self.done = []
        self.reports = []
        self.number = 0
        self.server = Server(
            self.console,
            self.console,
            self.journal,
            b"\1\2\3\4",
            b"build123",
            lambda: self.version,
            lambda: self.state,
            self.command,
            lambda: {"uptime": 9},
            self.reports.append,
        )

    def command(self, name, arguments):
        if name == "fault":
            raise KeyError("x")
        if name == "undo":
            raise ValueError("nothing to take back")
        self.done.append((name, arguments))
        return {"done": len(self.done)}

    def send(self, data):
        """Let the server read all of it; returns the answers."""
        self.console.incoming.extend(data)
        self.console.frames = []
        while self.server.step():
            pass
        return self.console.frames

    def ask(self, kind, payload=b""):
        self.number = (self.number + 1) & 0xFF
        ((answer, number, data),) = self.send(build(kind, self.number, payload))
        assert number == self.number
        assert answer in (kind | 0x80, ERROR)
        return (data[0], data[1:].decode()) if answer == ERROR else data

    def command_parts(self, text, identity, size=100, boots=None):
        boots = self.journal.boots if boots is None else boots
        return [
            struct.pack("<IIHH", boots, identity, len(text), place) + text[place : place + size]
            for place in range(0, len(text), size)
        ]


def test_hello_tells_the_protocol_the_journal_and_the_board(directory):
    table = Table(directory)
    table.journal.append(LINE, b"play")
    table.journal.flush()
    answer = table.ask(HELLO, b"\1")
    fields = struct.unpack_from("<BIIIIII", answer)
    head, digest = table.journal.head
    assert fields == (1, table.journal.epoch, 1, 1, head, digest, 0)
    assert answer[25:] == b"\4\1\2\3\4\x08build123"


def test_records_come_in_order_whatever_their_size(directory):
    table = Table(directory)
    for size in (0, 20, 400, 3, 157, 900):
        table.journal.append(TRACE, b"r" * size)
        table.journal.flush()
    stream = b""
    while True:
        answer = table.ask(RECORDS, struct.pack("<IH", 0, len(stream)))
        assert answer[:6] == struct.pack("<IH", 0, len(stream))
        if len(answer) == 6:
            break
        stream += answer[6:]
    assert stream == table.journal.read(0, 10000)
    assert table.ask(RECORDS, struct.pack("<IH", 5, 0))[6:10] == b"\6\0\0\0"


def test_a_queued_record_is_not_sent_before_it_is_confirmed(directory):
    table = Table(directory)
    table.journal.append(LINE, b"queued")
    assert table.ask(RECORDS, struct.pack("<IH", 0, 0))[6:] == b""


def test_acknowledging_twice_is_harmless_and_another_journal_is_refused(directory):
    table = Table(directory)
    for _ in range(3):
        table.journal.append(LINE, b"x")
    table.journal.flush()
    for _ in range(2):
        assert table.ask(ACK, struct.pack("<II", table.journal.epoch, 2)) == b"\2\0\0\0"
    assert table.ask(ACK, struct.pack("<II", table.journal.epoch ^ 1, 3))[0] == 2
    assert table.journal.acked == 2


def read_state(table, known=0):
    """As a PC reads: until it holds the total; a version that changes on the way begins again."""
    text, version = b"", known
    while True:
        held, total, offset = struct.unpack_from("<IHH", table.ask(STATE, struct.pack("<IH", version, len(text))))
        answer = table.console.frames[0][2][8:]
        if total == 0:
            return held, None
        if offset == 0:
            text = b""
        text, version = text + answer, held
        if len(text) == total:
            return held, json.loads(text.decode())


def test_a_snapshot_of_any_length_arrives_whole(directory):
    table = Table(directory)
    for count in (0, 1, 40, 60, 61, 500):
        table.version += 1
        table.state = {"chain": ["2-5"] * count, "name": "Петя"}
        assert read_state(table) == (table.version, table.state)


def test_an_unchanged_state_costs_one_small_frame(directory):
    table = Table(directory)
    assert table.ask(STATE, struct.pack("<IH", 1, 0)) == struct.pack("<IHH", 1, 0, 0)


def test_a_state_that_changes_while_it_is_read_stays_consistent(directory):
    table = Table(directory)
    table.state = {"chain": ["0-0"] * 80}
    first = table.ask(STATE, struct.pack("<IH", 0, 0))
    _, total, _ = struct.unpack_from("<IHH", first)
    table.version, table.state = 2, {"chain": []}
    text = first[8:]
    while len(text) < total:
        answer = table.ask(STATE, struct.pack("<IH", 1, len(text)))
        assert struct.unpack_from("<IHH", answer) == (1, total, len(text))
        text += answer[8:]
    assert json.loads(text.decode()) == {"chain": ["0-0"] * 80}
    assert read_state(table, 1) == (2, {"chain": []})


def test_a_snapshot_the_table_no_longer_holds_begins_again(directory):
    table = Table(directory)
    answer = table.ask(STATE, struct.pack("<IH", 77, 500))
    assert struct.unpack_from("<IHH", answer)[2] == 0


def test_a_command_is_done_once_however_often_it_is_repeated(directory):
    table = Table(directory)
    text = 'new_match {"game":"kozel","seats":["Александр","Борис"]}'.encode()
    for _ in range(3):
        answer = table.ask(COMMAND, table.command_parts(text, 5)[0])
        assert answer == struct.pack("<IH", 5, len(text)) + b'{"done":1}'
    assert table.done == [("new_match", {"game": "kozel", "seats": ["Александр", "Борис"]})]
    table.ask(COMMAND, table.command_parts(b"language", 6)[0])
    assert table.done[1] == ("language", {})


def test_a_long_command_comes_in_parts_that_may_be_repeated(directory):
    table = Table(directory)
    text = ("names " + json.dumps({"seats": ["Igor " * 12] * 4})).encode()
    parts = table.command_parts(text, 9)
    received = 0
    for part in parts:
        for _ in range(2):
            answer = table.ask(COMMAND, part)
            received = struct.unpack_from("<IH", answer)[1]
        assert received == min(len(text), (parts.index(part) + 1) * 100)
    assert len(table.done) == 1
    missing = table.command_parts(text, 10)[1]
    assert struct.unpack_from("<IH", table.ask(COMMAND, missing))[1] == 0


def test_a_refused_command_says_why_and_stays_refused(directory):
    table = Table(directory)
    part = table.command_parts(b"undo", 3)[0]
    assert table.ask(COMMAND, part) == (3, "nothing to take back")
    assert table.ask(COMMAND, part) == (3, "nothing to take back")
    assert table.ask(COMMAND, table.command_parts(b"undo {bad", 4)[0])[0] == 3
    assert table.ask(COMMAND, table.command_parts(b"x" * 700, 5)[0])[0] == 2


def test_a_fault_in_the_application_is_reported_once_and_answered(directory):
    table = Table(directory)
    part = table.command_parts(b"fault", 3)[0]
    assert table.ask(COMMAND, part)[0] == 3
    assert table.ask(COMMAND, part)[0] == 3
    assert len(table.reports) == 1
    table.state = None
    table.server._snapshot = lambda: {}["x"]
    assert table.ask(STATE, bytes(6))[0] == 3
    assert len(table.reports) == 2
    assert table.ask(STATS)


def test_a_command_of_before_the_restart_is_not_done(directory):
    table = Table(directory)
    assert table.ask(COMMAND, table.command_parts(b"undo", 3, boots=table.journal.boots + 1)[0])[0] == 5


def test_a_failing_flash_is_an_answer(directory):
    table = Table(directory)

    def fails(_):
        raise OSError(5)

    table.journal.acknowledge = fails
    assert table.ask(ACK, struct.pack("<II", table.journal.epoch, 1)) == (4, "flash error 5")


def test_unknown_and_short_requests_get_an_error(directory):
    table = Table(directory)
    for kind in (0, 7, 100, 0x81, ERROR):
        ((answer, _, data),) = table.send(build(kind, 1, b"\0" * 20))
        assert (answer, data[0]) == (ERROR, 1)
    for kind, size in ((HELLO, 0), (RECORDS, 5), (ACK, 7), (STATE, 5), (COMMAND, 11)):
        assert table.ask(kind, b"\0" * size)[0] == 2


def test_stats_count_frames_and_what_was_lost(directory):
    table = Table(directory)
    table.send(b"\x1eabc\r\nnoise")
    assert json.loads(table.ask(STATS).decode()) == {"uptime": 9, "frames": 1, "bad": 1}


def test_whatever_bytes_come_the_next_request_is_answered(directory):
    table = Table(directory)
    request = bytes(build(STATE, 200, struct.pack("<IH", 1, 0)))
    state = 12345
    for _ in range(200):
        junk = bytearray()
        for _ in range(state % 70):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            junk.append(state >> 16 & 0xFF)
        if state % 3 == 0:
            junk.extend(request[: state % len(request)])
        state = (state * 1103515245 + 12345) & 0x7FFFFFFF
        table.send(junk)
        assert table.send(b"\r" + request)[-1][:2] == (STATE | 0x80, 200)


def test_a_table_that_starts_again_at_any_byte_answers_the_next_request(directory):
    request = bytes(build(RECORDS, 4, struct.pack("<IH", 0, 0)))
    for cut in range(len(request) + 1):
        before = Table(directory)
        before.send(request[:cut])
        after = Table(directory)
        assert len(after.send(request[cut:])) == (1 if cut == 0 else 0)
        assert after.send(request)[-1][:2] == (RECORDS | 0x80, 4)
        assert after.journal.boots == before.journal.boots + 1


def test_repeated_and_reordered_requests_are_each_answered_by_their_number(directory):
    table = Table(directory)
    frames = [bytes(build(RECORDS, n, struct.pack("<IH", 0, 0))) for n in (3, 1, 1, 2)]
    assert [number for _, number, _ in table.send(b"".join(frames))] == [3, 1, 1, 2]


def test_one_step_answers_at_most_one_request(directory):
    table = Table(directory)
    table.console.incoming.extend(bytes(build(STATS, 1)) * 5)
    table.server.step()
    assert len(table.console.frames) == 1


def test_an_idle_link_reads_before_the_console_overflows(directory):
    slept = []
    sleep = asyncio.sleep

    async def note(seconds):
        slept.append(seconds)
        await sleep(0)

    async def main():
        table = Table(directory)
        task = asyncio.create_task(table.server.run())
        while len(slept) < 20:
            await sleep(0)
        table.console.incoming.extend(build(STATS, 1))
        while len(slept) < 22:
            await sleep(0)
        task.cancel()
        return table.console.frames

    asyncio.sleep = note
    try:
        assert len(asyncio.run(main())) == 1
    finally:
        asyncio.sleep = sleep
    assert max(slept) <= 0.022  # an ESP32 holds 260 unread bytes
