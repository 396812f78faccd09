"""The PC's end of the link against the firmware's, over a pty; and what a person is told when it does not work."""

from __future__ import annotations

from pathlib import Path

import pytest
from domino_table.device.port import NoFirmware, PortBusy, PortError, Refused, Unplugged, open_port

from .conftest import MICROPYTHON, Running, Start


def test_hello_names_the_board_and_its_journal(table: Running) -> None:
    with table.link() as client:
        hello = client.hello()
    assert (hello.device, hello.build) == ("aabbccdd", "0102030405060708")
    assert (hello.protocol, hello.boots, hello.first, hello.head) == (1, 1, 1, 1)


def test_records_arrive_whole_whatever_their_length(table: Running) -> None:
    with table.link() as client:
        client.command("append", {"count": 60})
        records = list(client.records(0))
        assert [record.seq for record in records] == list(range(1, 62))
        assert records[61 - 1].payload == b'\0{"n":59}' + b" " * (59 * 37 % 300)
        assert [record.raw for record in client.records(50)] == [record.raw for record in records[50:]]


def test_a_third_of_the_frames_lost_costs_only_retries(table: Running) -> None:
    with table.link(timeout=0.08, drop_rate=0.3) as client:
        client.command("append", {"count": 25})
        client.command("append", {"count": 25})
        assert [record.seq for record in client.records(0)] == list(range(1, 52))
        assert client.retries > 10


def test_a_command_lost_or_answered_too_late_is_done_once(table: Running) -> None:
    with table.link(timeout=0.08, drop_rate=0.5) as client:
        for count in range(1, 8):
            assert client.command("say", {"text": f"слово {count}"}) == count


def test_the_state_is_sent_only_when_it_changes(table: Running) -> None:
    with table.link() as client:
        version, state = client.state()
        assert state == {"texts": []}
        assert client.state(version) == (version, None)
        client.command("say", {"text": "Рыба! " * 40})
        version, state = client.state(version)
        assert state == {"texts": ["Рыба! " * 40]}


def test_what_the_firmware_prints_is_kept_apart(table: Running) -> None:
    with table.link() as client:
        client.command("say", {"text": "hello from the table"})
        assert "hello from the table" in client.console()
        assert client.console() == ""


def test_the_table_says_why_it_refuses(table: Running) -> None:
    with table.link() as client, pytest.raises(Refused, match="no command dance"):
        client.command("dance")
    with table.link() as client, pytest.raises(Refused, match="too long"):
        client.command("say", {"text": "ж" * 300})


def test_a_table_that_starts_again_is_found_again(table: Running) -> None:
    with table.link() as client:
        client.command("append", {"count": 5})
        client.command("crash")
        hello = client.hello()
        while hello.boots == 1:
            hello = client.hello()
        assert "RuntimeError: asked for" in client.console()
        assert len(list(client.records(0))) == hello.head == 7


def test_counters_can_be_asked(table: Running) -> None:
    with table.link() as client:
        client.hello()
        assert client.stats()["frames"] == 2


def test_a_missing_port_says_how_to_find_one() -> None:
    with pytest.raises(PortError, match="there is no port /dev/ttyNOPE: .*domino-table devices"):
        open_port("/dev/ttyNOPE")


def test_a_file_is_no_port(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    with pytest.raises(PortError, match=r"/x cannot be opened as a serial port: choose one that `[a-z -]+` lists$"):
        open_port(str(tmp_path / "x"))


def test_what_the_system_says_of_a_port_is_quoted_without_its_numbers(tmp_path: Path) -> None:
    sentence = r"^\S+ cannot be opened as a serial port \(is a directory\): choose one that `[a-z -]+` lists$"
    with pytest.raises(PortError, match=sentence):
        open_port(str(tmp_path))
    with pytest.raises(PortError, match=r"^nosuch://x cannot be opened as a serial port: choose one"):
        open_port("nosuch://x")


def test_a_busy_port_says_so(table: Running) -> None:
    with table.link(), pytest.raises(PortBusy, match="in use by another program"):
        open_port(table.port)


def test_a_prompt_is_recognised_and_its_line_left_empty(start: Start) -> None:
    prompt = start(MICROPYTHON, "-i")
    with prompt.link() as client, pytest.raises(NoFirmware, match="MicroPython prompt.*deploy"):
        client.hello()
    with prompt.link() as client, pytest.raises(NoFirmware):
        client.hello()


def test_an_unplugged_table_is_noticed_at_once(table: Running) -> None:
    with table.link() as client:
        client.hello()
        retries = client.retries
        table.unplug()
        with pytest.raises(Unplugged, match="has gone: plug the table in again"):
            client.hello()
        assert client.retries == retries
