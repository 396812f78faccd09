"""A capture of the link as text: what each frame says, and the console text between them."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Iterator

from domino_rules import packed, record

from domino_table.device.bundle import readable
from domino_table.device.frame import Splitter
from domino_table.device.link import ANSWER, ERROR
from domino_table.wording import counted

_NAMES = {1: "HELLO", 2: "RECORDS", 3: "ACK", 4: "STATE", 5: "COMMAND", 6: "STATS"}
_KINDS = {1: "line", 2: "boot", 3: "trace", 4: "pose", 5: "note", 6: "output"}
_RECORD = struct.Struct("<IBIH")


def decode(capture: bytes) -> Iterator[str]:
    """Lines of text for a capture of one or both directions, in order; broken frames are counted at the end.

    What a terminal would obey instead of show is written as an escape: noise on the line may look like anything.
    """
    yield from map(visible, _lines(capture))


def has_frame(capture: bytes) -> bool:
    """Whether there is at least one whole frame in it: no file of another kind has one."""
    return bool(Splitter().feed(capture))


def visible(text: str) -> str:
    """A text with all that cannot be printed as Python writes it in a string: ``\\x1b``."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def _lines(capture: bytes) -> Iterator[str]:
    splitter = Splitter()
    for at in range(len(capture)):
        frames = splitter.feed(capture[at : at + 1])
        if frames or splitter.text.endswith(b"\n"):
            yield from _console(splitter)
        for kind, number, payload in frames:
            yield from _frame(kind, number, payload)
    yield from _console(splitter)
    if splitter.lost:
        yield counted(splitter.lost, "broken frame")


def _console(splitter: Splitter) -> Iterator[str]:
    text = splitter.text.decode("utf-8", "backslashreplace")
    splitter.text.clear()
    for line in re.split("[\r\n]+", text):
        if line.strip(" "):
            yield f"  | {readable(line)}"


def _frame(kind: int, number: int, payload: bytes) -> Iterator[str]:
    if kind == ERROR:
        text = payload[1:].decode("utf-8", "replace")
        code = payload[0] if payload else "?"
        yield f"table #{number} error {code}: {text}".rstrip()
        return
    answer = bool(kind & ANSWER)
    name = _NAMES.get(kind & ~ANSWER, f"type {kind & ~ANSWER}")
    try:
        said = (_answered if answer else _asked)(kind & ~ANSWER, payload)
    except (struct.error, IndexError):
        said = "malformed " + payload.hex()
    yield f"{'table' if answer else 'pc'} #{number} {name} {said}".rstrip()
    if answer and kind & ~ANSWER == 2 and payload[4:6] == b"\0\0":
        yield from _records(payload[6:])


def _asked(kind: int, payload: bytes) -> str:
    if kind == 1:
        return f"protocol {payload[0]}"
    if kind == 2:
        return "after {} skip {}".format(*struct.unpack_from("<IH", payload))
    if kind == 3:
        return "epoch {:08x} up to {}".format(*struct.unpack_from("<II", payload))
    if kind == 4:
        return "version {} offset {}".format(*struct.unpack_from("<IH", payload))
    if kind == 5:
        boots, identity, total, offset = struct.unpack_from("<IIHH", payload)
        text = payload[12:].decode("utf-8", "replace")
        return f"{identity:08x} boot {boots}, {offset}+{len(payload) - 12} of {total}: {text}"
    return payload.hex()


def _answered(kind: int, payload: bytes) -> str:
    if kind == 1:
        protocol, epoch, boots, first, head, digest, acked = struct.unpack_from("<BIIIIII", payload)
        device = payload[26 : 26 + payload[25]].hex()
        return (
            f"protocol {protocol} table {device} epoch {epoch:08x} boot {boots} "
            f"records {first}..{head} hash {digest:08x} acknowledged {acked}"
        )
    if kind == 2:
        return "after {} skip {}, {} bytes".format(*struct.unpack_from("<IH", payload), len(payload) - 6)
    if kind == 3:
        return "acknowledged {}".format(*struct.unpack_from("<I", payload))
    if kind == 4:
        version, total, offset = struct.unpack_from("<IHH", payload)
        return f"version {version}, {offset}+{len(payload) - 8} of {total}: {payload[8:].decode('utf-8', 'replace')}"
    if kind == 5:
        identity, received = struct.unpack_from("<IH", payload)
        return f"{identity:08x} received {received} {payload[6:].decode('utf-8', 'replace')}"
    return payload.decode("utf-8", "replace") if kind == 6 else payload.hex()


def _records(data: bytes) -> Iterator[str]:
    """The records that are whole in an answer."""
    while len(data) >= _RECORD.size:
        seq, kind, ticks, length = _RECORD.unpack_from(data)
        if len(data) < _RECORD.size + length + 2:
            return
        payload = data[_RECORD.size : _RECORD.size + length]
        yield f"    {seq} at {ticks} ms {_KINDS.get(kind & 0x7F, kind)} {_payload(kind & 0x7F, payload)}"
        data = data[_RECORD.size + length + 2 :]


def _payload(kind: int, payload: bytes) -> str:
    try:
        if kind == 1:
            return record.text(packed.decode(payload))
        if kind in (5, 6):
            return json.dumps(json.loads(payload), ensure_ascii=False)
        if kind == 3:
            return repr(readable(payload.decode()))
    except ValueError:
        pass
    return payload.hex()
