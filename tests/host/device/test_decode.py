"""A capture of the link as text."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest
from click.testing import CliRunner
from domino_rules import packed
from domino_table.commands.decode import command
from domino_table.device.decode import decode
from domino_table.device.frame import encode
from table.journal import LINE, NOTE, TRACE, Journal


def said(*pieces: bytes) -> list[str]:
    return list(decode(b"".join(pieces)))


def test_a_handshake_is_readable() -> None:
    answer = struct.pack("<BIIIIII", 1, 0xABCD, 3, 1, 40, 0x1234, 30) + b"\2\xaa\xbb" + b"\0"
    assert said(encode(1, 5, b"\1"), encode(0x81, 5, answer)) == [
        "pc #5 HELLO protocol 1",
        "table #5 HELLO protocol 1 table aabb epoch 0000abcd boot 3 records 1..40 hash 00001234 acknowledged 30",
    ]


def test_the_records_in_an_answer_are_listed(tmp_path: Path) -> None:
    journal = Journal(str(tmp_path / "flash"), ticks=lambda: 1200)
    journal.append(LINE, packed.encode({"type": "play", "seat": 2, "tile": "2-5", "end": "L"}))
    journal.append(NOTE, b'{"lost":1}')
    journal.append(TRACE, b"OSError: 5")
    journal.flush()
    answer = struct.pack("<IH", 0, 0) + journal.read(0, 151)
    assert said(encode(2, 6, struct.pack("<IH", 0, 0)), encode(0x82, 6, answer)) == [
        "pc #6 RECORDS after 0 skip 0",
        f"table #6 RECORDS after 0 skip 0, {len(answer) - 6} bytes",
        '    1 at 1200 ms line {"end":"L","seat":2,"tile":"2-5","type":"play"}',
        '    2 at 1200 ms note {"lost": 1}',
        "    3 at 1200 ms trace 'OSError: 5'",
    ]


def test_states_commands_and_errors_are_readable() -> None:
    assert said(
        encode(4, 1, struct.pack("<IH", 9, 0)),
        encode(0x84, 1, struct.pack("<IHH", 10, 8, 0) + b'{"a":[]}'),
        encode(5, 2, struct.pack("<IIHH", 3, 0xC0FFEE, 4, 0) + b"undo"),
        encode(0xFF, 2, b"\3nothing to take back"),
        encode(3, 3, struct.pack("<II", 0xABCD, 40)),
        encode(6, 4),
        encode(0x86, 4, b'{"frames":3}'),
    ) == [
        "pc #1 STATE version 9 offset 0",
        'table #1 STATE version 10, 0+8 of 8: {"a":[]}',
        "pc #2 COMMAND 00c0ffee boot 3, 0+4 of 4: undo",
        "table #2 error 3: nothing to take back",
        "pc #3 ACK epoch 0000abcd up to 40",
        "pc #4 STATS",
        'table #4 STATS {"frames":3}',
    ]


def test_console_text_stands_between_the_frames_and_broken_ones_are_counted() -> None:
    frame = encode(6, 1)
    assert said(b"boot\r\n", frame, b"Traceback:\r\n  x\r\n", frame[:4], b"\r\n>>> ", frame) == [
        "  | boot",
        "pc #1 STATS",
        "  | Traceback:",
        "  |   x",
        f"  | {frame[1:4].decode()}",
        "  | >>> ",
        "pc #1 STATS",
        "1 broken frame",
    ]


def test_what_a_terminal_would_obey_is_escaped() -> None:
    assert said(
        b"\0\x1b[2J\tnoise \xd0\xb6 \xff\x7f \xe2\x80\xae\r",
        encode(0xFF, 2, b"\3no \x1b[31m\n"),
        encode(0x86, 4, b"\x9b\r\n"),
        encode(4 | 0x80, 1, struct.pack("<IHH", 1, 1, 0) + b"\x07"),
    ) == [
        r"  | \x00\x1b[2J\tnoise ж \xff\x7f \u202e",
        r"table #2 error 3: no \x1b[31m",
        "table #4 STATS \ufffd",
        r"table #1 STATE version 1, 0+1 of 1: \x07",
    ]
    for byte in range(256):
        assert all(line.isprintable() for line in said(bytes((byte,)) * 3, encode(0x86, 1, bytes((byte, 65)))))


def test_malformed_payloads_and_unknown_types_are_shown_as_bytes() -> None:
    assert said(encode(2, 1, b"\1"), encode(60, 2, b"\2\3"), encode(0xFF, 3)) == [
        "pc #1 RECORDS malformed 01",
        "pc #2 type 60 0203",
        "table #3 error ?:",
    ]


def test_the_command_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "capture").write_bytes(b"hello\n" + encode(6, 1))
    result = CliRunner().invoke(command, [str(tmp_path / "capture")])
    assert result.output == "  | hello\npc #1 STATS\n"
    assert CliRunner().invoke(command, [str(tmp_path / "none")]).exit_code == 2


@pytest.mark.parametrize(
    ("content", "why"),
    [(b"", "is empty"), (b"\x89PNG\r\n\x1a\n\0\x1e\x1f", "no whole frame"), (b'{"type":"match"}\n', "no whole frame")],
)
def test_a_file_of_another_kind_is_one_sentence(tmp_path: Path, content: bytes, why: str) -> None:
    (tmp_path / "other").write_bytes(content)
    result = CliRunner().invoke(command, [str(tmp_path / "other")])
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (1, "", 1)
    assert f"{tmp_path / 'other'} " in result.stderr
    assert why in result.stderr
