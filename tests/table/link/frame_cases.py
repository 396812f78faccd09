"""The frames of PROTOCOL.md section 1: both ends, each on both interpreters, against each other."""

import struct
import sys

from table.link import frame as table

try:
    from domino_table.device import frame as pc
except ImportError:  # MicroPython has no package domino_table: the file alone
    sys.path.append(sys.argv[1] + "/../../../host/domino_table/device")
    import frame as pc

WITHOUT_DIRECTORY = [
    "test_" + name
    for name in (
        "a_frame_as_the_protocol_writes_it",
        "no_control_byte_is_ever_sent",
        "the_longest_payload_fits_a_frame",
        "too_long_a_payload_is_refused",
        "both_ends_understand_each_other",
        "every_byte_value_alone_and_in_runs",
        "a_flipped_bit_is_never_taken_for_a_frame",
        "a_frame_cut_anywhere_does_not_spoil_the_next",
        "text_and_tracebacks_around_and_inside_frames",
        "random_bytes_make_no_frame",
    )
]


class Dice:
    """A small generator that is the same on both interpreters."""

    def __init__(self, seed):
        self.state = seed

    def roll(self, below):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 8) % below

    def data(self, size):
        kind = self.roll(3)
        return bytes([self.roll((256, 32, 3)[kind]) for _ in range(size)])


def table_receives(data):
    receiver = table.Receiver(bytearray())
    frames = [frame for frame in [receiver.feed(byte) for byte in data] if frame]
    return frames, bytes(receiver.text), receiver.bad


def pc_receives(data):
    splitter = pc.Splitter()
    frames = splitter.feed(data)
    return frames, bytes(splitter.text), splitter.lost


def both_receive(data):
    result = table_receives(data)
    assert result == pc_receives(data)
    return result


def test_a_frame_as_the_protocol_writes_it():
    # HELLO number 7 of protocol 1: type 1, number 7, length 1, payload 1, CRC-32 of these four bytes.
    data = b"\x01\x07\x01\x01"
    assert table.stuff(data) == b"\x21\x27\x21\x21\x20"
    assert table.stuff(b"abcdefg\0") == b"\xe1abcdefg\x20\x20"
    assert table.stuff(b"ab\x05") == b"\x65ab\x20"
    assert table.stuff(b"x" * 40) == b"\xff" + b"x" * 37 + b"\x80xxx"


def test_no_control_byte_is_ever_sent():
    dice = Dice(1)
    for size in range(table.MAX_PAYLOAD + 1):
        wire = table.build(dice.roll(256), dice.roll(256), dice.data(size))
        assert wire[0] == 0x1E
        assert wire[-1] == 0x1F
        assert min(wire[1:-1]) >= 0x20


def test_the_longest_payload_fits_a_frame():
    worst = b"literal"[:6] + b"\0"
    for payload in (worst * 23, b"\0" * 157, b"\xff" * 157, (b"x" + worst) * 20):
        wire = table.build(255, 255, payload[: table.MAX_PAYLOAD])
        assert len(wire) <= table.MAX_FRAME
        assert wire == pc.encode(255, 255, payload[: table.MAX_PAYLOAD])
    for size in range(0, 158, 7):
        assert len(table.stuff(worst * (size // 7))) <= size + (size + 6) // 7 + 1


def test_too_long_a_payload_is_refused():
    for build in (table.build, pc.encode):
        try:
            build(1, 1, b"x" * 158)
        except ValueError:
            continue
        raise AssertionError("built")


def test_both_ends_understand_each_other():
    dice = Dice(2)
    for _ in range(300):
        kind, number, payload = dice.roll(256), dice.roll(256), dice.data(dice.roll(158))
        wire = bytes(table.build(kind, number, payload))
        assert wire == pc.encode(kind, number, payload)
        assert both_receive(wire) == ([(kind, number, payload)], b"", 0)


def test_every_byte_value_alone_and_in_runs():
    for byte in range(256):
        for run in (1, 5, 6, 7, 37, 38, 43, 80):
            data = bytes([byte]) * run
            assert table.unstuff(table.stuff(data)) == data


def test_a_flipped_bit_is_never_taken_for_a_frame():
    wire = bytes(table.build(5, 9, b"new_match {}\0\1\2"))
    for place in range(1, len(wire) - 1):
        for bit in range(8):
            damaged = bytearray(wire)
            damaged[place] ^= 1 << bit
            frames, _, bad = both_receive(bytes(damaged) + wire)
            assert frames == [(5, 9, b"new_match {}\0\1\2")]
            assert bad >= 1


def test_a_frame_cut_anywhere_does_not_spoil_the_next():
    wire = bytes(table.build(2, 1, struct.pack("<IH", 70000, 12)))
    after = bytes(table.build(6, 2))
    for cut in range(len(wire)):
        frames, text, _ = both_receive(wire[:cut] + after)
        assert frames == [(6, 2, b"")]
        assert text in (b"", wire[1:cut])


def test_text_and_tracebacks_around_and_inside_frames():
    wire = bytes(table.build(1, 1, b"\1"))
    trace = b'\r\nTraceback (most recent call last):\r\n  File "main.py"\r\nOSError: 5\r\n>>> '
    assert both_receive(trace + wire + b"more") == ([(1, 1, b"\1")], trace + b"more", 0)
    for cut in range(1, len(wire) - 1):
        frames, text, bad = both_receive(wire[:cut] + trace + wire)
        assert frames == [(1, 1, b"\1")]
        assert text == wire[1:cut] + trace
        assert bad == 1


def test_random_bytes_make_no_frame():
    dice = Dice(3)
    noise = bytes([dice.roll(256) for _ in range(6000)])
    frames, _, bad = both_receive(noise)
    assert frames == []
    assert bad > 5
