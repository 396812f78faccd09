"""What is said of a port on which no table answers, however its bytes are cut, and how long that takes at most."""

from __future__ import annotations

import errno
import itertools
import random
from collections.abc import Callable, Iterable, Iterator

import pytest
import serial
from domino_table.device import board_files, link
from domino_table.device.board_files import DeployError, raw_repl
from domino_table.device.find import identify
from domino_table.device.frame import Splitter, encode
from domino_table.device.link import LinkClient
from domino_table.device.port import LinkError, NoFirmware, OtherFirmware, Silent, Unplugged
from mpremote import transport_serial

from .fake_port import Clock, FakePort, bytewise

LINE = b"temp 21.5\r\n"
MOST_S = 10
"""Within this, a person is told what is wrong with a port."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(link, "time", made)
    return made


def said(clock: Clock, port: FakePort, **options: float) -> LinkError:
    """The error that somebody sees who says hello; it comes in time."""
    begun = clock.now
    with LinkClient(port, "/dev/ttyX", **options) as client, pytest.raises(LinkError) as caught:
        client.hello()
    assert clock.now - begun < MOST_S
    return caught.value


def babble(size: int = 300) -> Iterator[bytes]:
    dice = random.Random(3)
    return (dice.randbytes(size) for _ in itertools.count())


def test_a_silent_port_is_given_up(clock: Clock) -> None:
    error = said(clock, FakePort(clock))
    assert isinstance(error, Silent)
    assert "check cable and power" in str(error)


@pytest.mark.parametrize("start", range(len(LINE)))
def test_a_stranger_is_quoted_with_a_whole_line_wherever_it_is_cut(clock: Clock, start: int) -> None:
    for heard in range(1, 3 * len(LINE)):
        error = said(clock, FakePort(clock, bytewise(LINE, start)), patience=heard * 0.02)
        assert isinstance(error, OtherFirmware)
        assert "is no domino table (it says 'temp 21.5'): choose another port" in str(error)


def test_the_rest_of_a_line_is_not_waited_for_for_ever(clock: Clock) -> None:
    assert "(it says 'temp 2')" in str(said(clock, FakePort(clock, [b"\r\ntem", b"p 2"])))
    assert "(it says 'temp')" in str(said(clock, FakePort(clock, itertools.chain([b"temp"], itertools.repeat(b"")))))


def test_a_long_line_is_quoted_in_part(clock: Clock) -> None:
    line = b"\n" + b"x" * 500 + b"\n"
    assert f"(it says '{'x' * 60}')" in str(said(clock, FakePort(clock, [line])))


def test_a_port_that_babbles_for_ever_is_given_up_and_fills_no_memory(clock: Clock) -> None:
    port = FakePort(clock, babble())
    with LinkClient(port, patience=5) as client:
        with pytest.raises(LinkError):
            client.state()
        assert len(client.console()) == 0
        with pytest.raises(OtherFirmware, match=r"no domino table \(what it sends is no text\)"):
            client.hello()
    endless = (b"all work and no play\n" * 400 for _ in itertools.count())
    client = LinkClient(FakePort(clock, endless, tick=0.2), timeout=100, patience=100)
    client._exchange(1, b"", None, clock.now + 10)
    assert len(client.console()) == 64 * 1024


@pytest.mark.parametrize("pieces", [[], [b"tem"], [b"temp 21.5\r\n"] * 10], ids=["at once", "in a line", "later"])
def test_a_port_that_closes_in_the_middle_is_said_to_have_gone(clock: Clock, pieces: list[bytes]) -> None:
    gone: Iterable[bytes | Exception] = [*pieces, OSError(errno.EIO, "Input/output error")]
    error = said(clock, FakePort(clock, gone))
    assert isinstance(error, Unplugged)
    assert str(error) == "/dev/ttyX has gone: plug the table in again and repeat the command"


def test_a_port_that_closes_while_its_line_is_waited_for_has_gone_too(clock: Clock) -> None:
    late = itertools.chain([b"tem"], itertools.repeat(b"", 30), [OSError(errno.EIO, "Input/output error")])
    assert isinstance(said(clock, FakePort(clock, late), patience=0.5), Unplugged)


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_a_prompt_is_recognised_by_its_echo_however_it_is_cut(clock: Clock, size: int) -> None:
    """Like readline, it echoes what can be printed and does nothing about the rest."""
    waiting = bytearray()

    def hear(data: bytes) -> bytes:
        waiting.extend(byte for byte in data if byte >= 0x20)
        return b""

    def echo() -> Iterator[bytes]:
        while True:
            yield bytes(waiting[:size])
            del waiting[:size]

    port = FakePort(clock, echo(), hear)
    error = said(clock, port)
    assert isinstance(error, NoFirmware)
    assert port.written.endswith(b"\x03")


def test_a_late_answer_to_another_program_is_not_taken_for_ours(clock: Clock) -> None:
    """The page of a running table and a sync begin to count at the same number."""

    def hear(data: bytes) -> bytes:
        ((kind, number, _),) = Splitter().feed(data)
        assert kind == link.STATS
        return encode(link.STATE | link.ANSWER, number, b"late") + encode(link.STATS | link.ANSWER, number, b'{"n":1}')

    with LinkClient(FakePort(clock, hears=hear)) as client:
        assert client.stats() == {"n": 1}


def test_what_is_on_a_port_is_known_in_half_that_time(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    for pieces, state in ((babble(), "other"), (bytewise(LINE), "other"), (iter(()), "silent")):
        port, begun = FakePort(clock, pieces), clock.now
        monkeypatch.setattr(link, "open_port", lambda name, port=port: port)
        assert identify("/dev/ttyX").state == state
        assert clock.now - begun < MOST_S / 2


@pytest.mark.parametrize(
    "says",
    [
        lambda: iter(()),
        lambda: bytewise(LINE),
        babble,
        lambda: (b"raw REPL; CTRL-B to exit\r\n>" for _ in itertools.count()),
        lambda: (b">" for _ in itertools.count()),
    ],
    ids=["silent", "lines", "babble", "raw prompts", "prompts"],
)
def test_a_port_without_a_board_to_deploy_to_is_given_up(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, says: Callable[[], Iterator[bytes]]
) -> None:
    error = refused(clock, monkeypatch, lambda: FakePort(clock, says(), tick=0.001))
    assert isinstance(error, DeployError)
    assert str(error).startswith("no MicroPython answers on /dev/ttyX: press the board's reset button")


def test_a_port_that_takes_nothing_is_given_up(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(data: bytes) -> bytes:
        clock.sleep(2)
        raise serial.SerialTimeoutException("Write timeout")

    error = refused(clock, monkeypatch, lambda: FakePort(clock, hears=refuse))
    assert str(error).startswith("no MicroPython answers on /dev/ttyX")


def test_a_port_that_has_gone_is_said_to_have_gone(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = [b"raw REPL", OSError(errno.EIO, "Input/output error")]
    error = refused(clock, monkeypatch, lambda: FakePort(clock, gone))
    assert isinstance(error, Unplugged)
    assert str(error) == "/dev/ttyX has gone: plug the board in again and repeat the command"


def refused(clock: Clock, monkeypatch: pytest.MonkeyPatch, port: Callable[[], FakePort]) -> LinkError:
    """The error that somebody sees who wants the board's prompt; it comes in time."""
    monkeypatch.setattr(board_files, "time", clock)
    monkeypatch.setattr(transport_serial, "time", clock)
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: port())
    monkeypatch.setattr(board_files, "open_port", lambda name: FakePort(clock))
    begun = clock.now
    with pytest.raises(LinkError) as caught:
        raw_repl("/dev/ttyX").__enter__()
    assert clock.now - begun < MOST_S
    return caught.value
