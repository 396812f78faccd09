"""The PC's end of the link (firmware/table/link/PROTOCOL.md): asks, waits, asks again."""

from __future__ import annotations

import json
import random
import re
import secrets
import struct
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NoReturn

import serial

from domino_table.device.frame import LONGEST_PAYLOAD, Splitter, encode
from domino_table.device.port import (
    LinkError,
    NoFirmware,
    OtherFirmware,
    Refused,
    Restarted,
    Silent,
    Stream,
    Unplugged,
    open_port,
)
from domino_table.device.record import Record, take

PROTOCOL = 1

HELLO, RECORDS, ACK, STATE, COMMAND, STATS = 1, 2, 3, 4, 5, 6
ANSWER, ERROR = 0x80, 0xFF
REFUSED, RESTARTED = 3, 5

_COMMAND_HEAD = 12
_LONGEST_COMMAND = 600  # bytes, PROTOCOL.md 2.5
_ECHOED = 4  # bytes of HELLO's body before the checksum, all printable

_LINE_S = 0.5  # how long the rest of a stranger's line is waited for
_MOST_TEXT = 64 * 1024  # console text that is kept until it is asked for, or the stranger falls silent
_WHOLE_LINE = re.compile(rb"(?<=[\r\n])[^\r\n]*[!-~\x80-\xff][^\r\n]*(?=[\r\n])")


@dataclass(frozen=True)
class Hello:
    """What a table says of itself. ``device`` and ``build`` are hexadecimal; see PROTOCOL.md 2.1."""

    protocol: int
    epoch: int
    boots: int
    first: int
    head: int
    hash: int
    acked: int
    device: str
    build: str


class LinkClient:
    """Requests to one table over one stream. Not for several threads at once.

    stream: see Stream. name: of the port, for messages. timeout: seconds after which a request is sent again.
    patience: seconds after which it is given up. drop_rate: share of frames, either way, that are thrown away (tests).
    """

    def __init__(
        self,
        stream: Stream,
        name: str = "the port",
        timeout: float = 0.6,
        patience: float = 7.0,
        drop_rate: float = 0.0,
    ) -> None:
        self.name = name
        self.retries = 0
        self._stream = stream
        self._timeout = timeout
        self._patience = patience
        self._drop_rate = drop_rate
        self._dice = random.Random(1)
        self._splitter = Splitter()
        self._number = 0
        self._boots = 0

    @classmethod
    def open(cls, port: str, **options: float) -> LinkClient:
        """A client on a serial port. Raises PortError or PortBusy; says nothing yet."""
        return cls(open_port(port), port, **options)

    def __enter__(self) -> LinkClient:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Give the port back."""
        self._stream.close()

    def console(self) -> str:
        """Console text since the last call: prints and tracebacks of the firmware."""
        text = self._splitter.text.decode("utf-8", "replace")
        self._splitter.text.clear()
        return text

    # Requests

    def hello(self) -> Hello:
        """Who is there. Raises Silent, NoFirmware, OtherFirmware or Unplugged within ``patience`` seconds."""
        data = self._ask(HELLO, bytes((PROTOCOL,)))
        try:
            numbers = struct.unpack_from("<BIIIIII", data)
            names = []
            place = 25
            for _ in range(2):
                end = place + 1 + data[place]
                names.append(data[place + 1 : end].hex())
                place = end
        except (struct.error, IndexError) as error:
            raise self._other_protocol(data[0] if data else 0) from error
        if numbers[0] != PROTOCOL:
            raise self._other_protocol(numbers[0])
        self._boots = numbers[2]
        return Hello(*numbers, *names)

    def _other_protocol(self, version: int) -> OtherFirmware:
        newer = "a newer" if version > PROTOCOL else "an older"
        update = "update domino-table" if version > PROTOCOL else "run `domino-table deploy`"
        return OtherFirmware(f"the table on {self.name} speaks {newer} protocol ({version}, not {PROTOCOL}): {update}")

    def records(self, after: int) -> Iterator[Record]:
        """The confirmed records after number ``after``, in order, up to the end of the journal as it is then."""
        pieces = b""
        spoilt = False
        while True:
            head = struct.pack("<IH", after, len(pieces))
            data = self._ask(RECORDS, head)
            if data[:6] != head:
                raise OtherFirmware(f"the table on {self.name} answers with other records than asked: update both ends")
            if len(data) == 6:
                return
            pieces += data[6:]
            try:
                while record := take(pieces):
                    pieces = pieces[len(record.raw) :]
                    after = record.seq
                    spoilt = False
                    yield record
            except ValueError as error:
                if spoilt:
                    raise LinkError(f"the record after number {after} on {self.name} cannot be read") from error
                spoilt = True
                pieces = b""

    def acknowledge(self, epoch: int, seq: int) -> int:
        """Tell the table that all records up to ``seq`` are stored here; returns what it has noted."""
        data = self._ask(ACK, struct.pack("<II", epoch, seq))
        if len(data) < 4:
            raise OtherFirmware(f"the table on {self.name} acknowledges without a number: run `domino-table deploy`")
        return int.from_bytes(data[:4], "little")

    def state(self, known: int = 0) -> tuple[int, dict[str, Any] | None]:
        """(version, snapshot), or (known, None) if nothing has changed since ``known``."""
        version, text = known, b""
        while True:
            data = self._ask(STATE, struct.pack("<IH", version, len(text)))
            version, total, offset = struct.unpack_from("<IHH", data)
            if total == 0:
                if not text:
                    return version, None
                version, text = 0, b""  # the table started again in between
                continue
            if offset != len(text):
                text = b""
            text += data[8:]
            if len(text) >= total:
                return version, json.loads(text)

    def command(self, name: str, arguments: dict[str, Any] | None = None) -> Any:
        """Have a command done exactly once and return its result.

        Raises Refused with the table's reason, or for a command that no table takes (``_LONGEST_COMMAND``); Restarted
        if the table started again meanwhile (then call ``hello``).
        """
        text = json.dumps(arguments or {}, ensure_ascii=False, separators=(",", ":"))
        data = f"{name} {text}".encode()
        if len(data) > _LONGEST_COMMAND:
            raise Refused(f"that is too long for the table: {len(data)} bytes, at most {_LONGEST_COMMAND}")
        if not self._boots:
            self.hello()
        identity = secrets.randbits(32)
        received = 0
        for _ in range(2 + 2 * len(data) // LONGEST_PAYLOAD):
            part = data[received : received + LONGEST_PAYLOAD - _COMMAND_HEAD]
            head = struct.pack("<IIHH", self._boots, identity, len(data), received)
            answer = self._ask(COMMAND, head + part)
            (received,) = struct.unpack_from("<H", answer, 4)
            if len(answer) > 6:
                return json.loads(answer[6:])
        raise LinkError(f"another program sends commands to the table on {self.name} too: stop one of them")

    def stats(self) -> dict[str, Any]:
        """Counters of the table and the link."""
        counters = json.loads(self._ask(STATS))
        assert isinstance(counters, dict)
        return counters

    # Asking

    def _ask(self, kind: int, payload: bytes = b"") -> bytes:
        """Send a request until it is answered; the payload of the answer."""
        deadline = time.monotonic() + self._patience
        while time.monotonic() < deadline:
            frame = self._next_frame(kind, payload)
            echo = frame[1 : 1 + _ECHOED] if kind == HELLO else None
            answer = self._exchange(kind, frame, echo, min(deadline, time.monotonic() + self._timeout))
            if answer is not None:
                return self._accept(*answer)
            self.retries += 1
        raise self._explain_silence()

    def _next_frame(self, kind: int, payload: bytes) -> bytes:
        """A frame with a new number, for HELLO below 32: a prompt echoes its beginning as it is."""
        self._number = self._number % (31 if kind == HELLO else 255) + 1
        return encode(kind, self._number, payload)

    def _exchange(self, asked: int, frame: bytes, echo: bytes | None, deadline: float) -> tuple[int, bytes] | None:
        """Send a frame once; type and payload of its answer, None if there is none in time. NoFirmware at an echo.

        An answer of another type under its number is a late one to another program.
        """
        heard = bytearray()  # as text since the frame went out
        with self._plugged():
            try:
                if not self._dropped():
                    self._stream.write(frame)
            except serial.SerialTimeoutException:
                return None
            while time.monotonic() < deadline:
                before = len(self._splitter.text)
                for kind, number, payload in self._splitter.feed(self._received()):
                    if number == self._number and kind in (asked | ANSWER, ERROR) and not self._dropped():
                        return kind, payload
                heard += self._splitter.text[before:]
                if echo and echo in heard:
                    self._leave_prompt()
                del heard[:-_ECHOED], self._splitter.text[:-_MOST_TEXT]
        return None

    @contextmanager
    def _plugged(self) -> Iterator[None]:
        """Raise Unplugged when the port goes."""
        try:
            yield
        except (serial.SerialException, OSError) as error:
            raise Unplugged(f"{self.name} has gone: plug the table in again and repeat the command") from error

    def _received(self) -> bytes:
        """What has come, at once; waits for the first byte only, where a read of more would wait for all of them."""
        return self._stream.read(max(1, self._stream.in_waiting))

    def _dropped(self) -> bool:
        return self._drop_rate > 0 and self._dice.random() < self._drop_rate

    def _accept(self, kind: int, payload: bytes) -> bytes:
        if kind != ERROR:
            return payload
        code, text = (payload[0], payload[1:].decode("utf-8", "replace")) if payload else (0, "")
        if code == REFUSED:
            raise Refused(text)
        if code == RESTARTED:
            raise Restarted("the table has started again meanwhile: look whether the command still needs to be given")
        raise LinkError(f"the table on {self.name} answers: {text or f'error {code}'}")

    def _leave_prompt(self) -> NoReturn:
        """Leave the prompt's line as empty as it was. At an echo only: Ctrl-C would stop a table that has started."""
        self._stream.write(b"\x03")
        end = time.monotonic() + 0.2
        while time.monotonic() < end and self._received():
            pass
        self._splitter.text.clear()
        raise NoFirmware(
            f"{self.name} shows a MicroPython prompt, the table's firmware is not running: "
            "press the board's reset button, or run `domino-table deploy`"
        )

    def _explain_silence(self) -> LinkError:
        said = self._overheard()
        if said:
            quoted = f"it says {said!r}" if said.isprintable() and "\ufffd" not in said else "what it sends is no text"
            return OtherFirmware(
                f"what answers on {self.name} is no domino table ({quoted}): "
                "choose another port, or run `domino-table deploy`"
            )
        return Silent(
            f"nothing answers on {self.name}: check cable and power, press the board's reset button, "
            "or choose another port (`domino-table devices` lists them)"
        )

    def _overheard(self) -> str:
        """The last whole line a stranger has said, else what has come of one; empty if there was nothing."""
        text = self._splitter.text
        end = time.monotonic() + _LINE_S
        with self._plugged():
            while text and not _WHOLE_LINE.search(text) and time.monotonic() < end:
                self._splitter.feed(self._received())
        lines = _WHOLE_LINE.findall(text) or text.strip().splitlines()
        text.clear()
        return lines[-1].decode("utf-8", "replace").strip()[:60] if lines else ""
