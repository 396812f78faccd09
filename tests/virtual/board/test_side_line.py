"""The page's way to a live board's console beside its port: neither sees the other's bytes, and none is lost."""

from __future__ import annotations

import threading

import pytest
from domino_table.device.frame import encode
from domino_table.device.link import LinkClient
from domino_table.device.port import PortBusy, Unplugged
from domino_table.virtual import side_line
from domino_table.virtual.side_line import Console, SideLine

ASKED, ANSWER = encode(4, 9, b"ask"), encode(0x84, 9, b"answer")
TYPED = encode(1, 1, b"\1")


class FakeBoard:
    """A board whose thread is the caller's; ``sent`` is what went to the firmware, ``shown`` what the port brought."""

    def __init__(self):
        self.console = Console(self)
        self.stopping, self.failure = False, None
        self.held = False
        self.sent, self.shown = bytearray(), bytearray()
        self.port = self.serial = self

    def write(self, *arguments):
        if len(arguments) == 2:
            self.sent += arguments[1]
        else:
            self.shown += arguments[0]

    def call(self, action):
        action(7)


class Clock:
    def __init__(self):
        self.now = 0.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr(side_line, "time", made)
    return made


@pytest.fixture
def board(clock):
    return FakeBoard()


@pytest.fixture
def line(board):
    return SideLine(board)


def taken(line):
    """All that is there to read."""
    return line.read(line.in_waiting) if line.in_waiting else b""


def test_what_the_board_prints_by_itself_goes_to_the_port(board, line):
    board.console.printed(b"boot\r\n")
    assert board.shown == b"boot\r\n"
    assert line.in_waiting == 0


@pytest.mark.parametrize("size", [1, 2, 5, 100])
def test_an_answer_goes_to_who_asked_and_what_follows_it_to_the_port(board, line, size):
    assert line.write(ASKED) == len(ASKED)
    assert board.sent == ASKED
    printed = ANSWER + b"boot\r\n" + ANSWER
    for at in range(0, len(printed), size):
        board.console.printed(printed[at : at + size])
    assert taken(line) == ANSWER
    assert board.shown == b"boot\r\n" + ANSWER


def test_what_is_typed_at_the_port_waits_for_the_end_of_the_answer(board, line):
    line.write(ASKED)
    assert board.console.typed(8, TYPED[:3]) == b""
    board.console.printed(ANSWER[:-1])
    assert board.console.typed(9, TYPED[3:]) == b""
    assert board.sent == ASKED
    board.console.printed(ANSWER[-1:])
    assert board.sent == ASKED + TYPED
    assert board.console.typed(10, b"more") == b"more"
    board.console.printed(b"heard")
    assert board.shown == b"heard"


def test_an_answer_that_does_not_come_keeps_the_port_waiting_for_a_moment_only(board, line, clock):
    line.write(ASKED)
    assert board.console.typed(8, TYPED) == b""
    clock.now += 0.8
    assert board.console.typed(9, b"!") == TYPED + b"!"
    board.console.printed(ANSWER)
    assert (bytes(board.shown), taken(line)) == (ANSWER, b"")  # the port's client knows that it is none of its own


def test_while_a_program_holds_the_port_the_page_is_refused_and_lets_it_go_on(board, line):
    line.write(ASKED)
    board.console.typed(8, TYPED)
    board.held = True
    with pytest.raises(PortBusy, match="another program talks to the table"):
        line.write(ASKED)
    assert board.sent == ASKED + TYPED


def test_closing_lets_the_port_go_on(board, line):
    with LinkClient(line):
        line.write(ASKED)
        board.console.typed(8, TYPED)
    assert board.sent == ASKED + TYPED


def test_a_board_that_is_off_or_broken_is_unplugged(board, line):
    board.failure = RuntimeError("out of wires")
    with pytest.raises(Unplugged, match="has failed .out of wires.: start it again"):
        line.write(ASKED)
    board.stopping = True
    with pytest.raises(Unplugged, match="has been switched off"):
        line.write(ASKED)
    line.close()
    assert board.sent == b""


def test_reading_takes_at_most_what_is_asked_for_and_waits_for_the_first_byte(board, line):
    line.heard(b"abc")
    assert (line.read(2), line.read(5)) == (b"ab", b"c")
    assert line.read() == b""
    late = threading.Thread(target=line.heard, args=(b"d",))
    late.start()
    while not (got := line.read()):
        pass
    late.join()
    assert got == b"d"
