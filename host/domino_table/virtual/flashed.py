"""The journal as it stands in a flash image: every confirmed record, read without asking the firmware.

The layout is that of ``firmware/table/journal.py``: segments ``/journal/<first record>`` with a head, and small files
``/journal/t/<n>`` that are not yet folded into one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import PurePosixPath
from typing import Any

from domino_rules import packed
from domino_rules.referee import Referee

from domino_table.device.record import Record, take
from domino_table.virtual.flash import read_image
from domino_table.virtual.truth import Judged, joint

_SEGMENT_HEAD = 22

LINE, BOOT, TRACE, POSE, NOTE, OUTPUT = range(1, 7)
"""Kinds of record."""
_TICK_US = 1000
"""µs of the unit in which the journal counts time."""


def journal(image: bytes) -> list[Record]:
    """The records of the journal in an image, in their order; what is damaged or was never confirmed is left out."""
    found: dict[int, Record] = {}
    for path, data in sorted(read_image(image).items()):
        place = PurePosixPath(path)
        if place.parent == PurePosixPath("/journal/t"):
            found.update((record.seq, record) for record in _scan(data))
        elif place.parent == PurePosixPath("/journal") and len(place.name) == 8:
            found.update((record.seq, record) for record in _scan(data[_SEGMENT_HEAD:]))
    return [found[seq] for seq in sorted(found)]


def _scan(data: bytes) -> Iterator[Record]:
    with suppress(ValueError):  # it ends there: damaged, or never written
        while record := take(data):
            yield record
            data = data[len(record.raw) :]


def announced(journal: list[Record]) -> int | None:
    """The seat that has said last that its next double will lie face down: the display tells it after a start."""
    closing = None
    for entry in journal:
        if entry.kind == LINE:
            closing = None
        elif entry.kind == NOTE:
            closing = json.loads(entry.payload).get("closing")
    return closing


def lines_of_match(journal: list[Record], number: int, booted: int) -> list[Judged]:
    """The record lines of one match in the order of the journal, judged by the rules that the firmware uses.

    The journal counts time from the start of the board, ``booted`` µs after power-on.
    """
    matches: list[list[Judged]] = []
    referee = Referee()
    for entry in journal:
        if entry.kind != LINE:
            continue
        line = packed.decode(entry.payload)
        if line["type"] == "match":
            referee = Referee()
            matches.append([])
        if matches:
            onto = joint(line, tips(referee.match)) if line["type"] == "play" and referee.match else None
            matches[-1].append(Judged(line, referee.feed(dict(line)), booted + entry.ticks * _TICK_US, onto))
    return matches[number] if number < len(matches) else []


def tips(match: Any) -> dict[str, tuple[str, int | None]]:
    """The outermost tile and the open value of each arm of a match of ``domino_rules``."""
    state = match.layout.state()
    arms, spinner = state["arms"], state.get("spinner")
    found: dict[str, tuple[str, int | None]] = {}
    for arm, told in arms.items():
        inner = state["first"]
        if arm in "UD" and spinner[0] is not None:
            inner = arms[spinner[0]]["tiles"][spinner[1]]
        found[arm] = ([inner, *told["tiles"]][-1], told["open"])
    return found
