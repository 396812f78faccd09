"""What a virtual board has printed is told to people without the frames that went the same way."""

from __future__ import annotations

import random

from domino_table.virtual.serial_line import SerialLine
from table.link.frame import build


def test_a_traceback_between_frames_is_all_that_people_are_shown() -> None:
    line, trace = SerialLine(), 'Traceback (most recent call last):\n  File "main.py", line 3\nValueError: 7'
    frames = [build(1, number, random.Random(number).randbytes(90)) for number in range(2)]
    for piece in (frames[0], b"\n", trace.encode(), b"\n", frames[1]):
        line.sent(0, piece)
    assert line.readable == trace


def test_a_line_that_nothing_was_printed_to_has_nothing_to_read() -> None:
    assert SerialLine().readable == ""
