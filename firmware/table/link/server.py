"""The table's end of the link (PROTOCOL.md): answers requests that come in on the console, one at a time."""

import asyncio
import json
import select
import struct

from table import once
from table.link.frame import MAX_PAYLOAD, Receiver, build
from table.once import seldom

try:
    from micropython import const
except ImportError:  # CPython, in tests

    def const(value):
        return value


_RECORDS = const(2)
_STATE = const(4)
_ANSWER = const(0x80)
_ERROR = const(0xFF)
_LEAST = b"\0\1\6\x08\6\x0c\0"  # bytes of payload each type needs

_UNKNOWN = const(1)
MALFORMED = 2
REFUSED = 3
_FLASH = const(4)

_STEP = const(64)  # bytes read in one step: about 6 ms of a console at 115200 baud
_BUSY = 0.004  # seconds between steps while bytes come
_IDLE = 0.018  # an ESP32 holds 260 unread bytes: 22 ms at 115200 baud
_CALM = const(10)  # steps without a byte after which the link is idle


class Refusal(Exception):
    """Answers a request with an error: code of PROTOCOL.md, text for a person."""


class Server:
    """Serves the link over two byte streams, on a board ``sys.stdin.buffer`` and ``sys.stdout.buffer``.

    journal: the table's Journal. device, build: bytes (PROTOCOL.md 2.1). version(): number that changes with the
    snapshot; snapshot(): what JSON can hold. command(name, arguments): does it and returns what JSON can hold, raises
    ValueError with a text for a person to refuse. stats(): dict of counters. report(exception): an error in one of
    these. Holds one frame, one snapshot as JSON and one command.
    """

    @seldom
    def __init__(self, stdin, stdout, journal, device, build, version, snapshot, command, stats, report):
        self._stdin = stdin
        self._stdout = stdout
        self.journal = journal
        self.identity = (device, build)
        self._version = version
        self._snapshot = snapshot
        self.command = command
        self.stats = stats
        self.report = report
        self.receiver = Receiver()
        self._poll = select.poll()
        self._poll.register(stdin, select.POLLIN)
        self.frames = 0
        self._held = (0, b"")  # version and JSON of the snapshot that the PC is reading
        self.command_id = None  # of the last command
        self.command_text = bytearray()
        self.command_answer = None  # once it is done

    async def run(self):
        """Serve for ever: a task. Each step reads at most 64 bytes and answers at most one request."""
        calm = _CALM
        while True:
            calm = 0 if self.step() else calm + 1
            await asyncio.sleep(_BUSY if calm < _CALM else _IDLE)

    def step(self):
        """Read what has come up to the first request and answer it; False if nothing had. Blocks to write."""
        for count in range(_STEP):
            byte = self._stdin.read(1) if self._poll.poll(0) else None
            if not byte:
                return count > 0
            frame = self.receiver.feed(byte[0])
            if frame:
                self.frames += 1
                self._stdout.write(self._serve(*frame))
                break
        return True

    @seldom
    def _serve(self, kind, number, payload):
        try:
            return build(kind | _ANSWER, number, self._answer(kind, payload))
        except Refusal as refusal:
            code, text = refusal.args
        except OSError as error:
            code, text = _FLASH, "flash error %d" % error.args[0]
        except Exception as error:  # what is asked of the application must not end the link
            self.report(error)
            code, text = REFUSED, "fault in the table: " + repr(error)
        return build(_ERROR, number, bytes((code,)) + text.encode()[: MAX_PAYLOAD - 1])

    @seldom
    def _answer(self, kind, payload):
        if not 0 < kind < len(_LEAST):
            raise Refusal(_UNKNOWN, "unknown request")
        if len(payload) < _LEAST[kind]:
            raise Refusal(MALFORMED, "short request")
        if kind == _RECORDS:
            after, skip = struct.unpack_from("<IH", payload)
            return payload[:6] + self.journal.read(after, MAX_PAYLOAD - 6, skip)
        if kind == _STATE:
            return self._state(*struct.unpack_from("<IH", payload))
        from table.link import requests

        try:
            return requests.answer(self, kind, payload)
        finally:
            once.forget("table.link.requests")

    @seldom
    def _state(self, version, offset):
        now = self._version()
        if not offset:
            if version == now:
                return struct.pack("<IHH", now, 0, 0)
            self._held = (now, to_json(self._snapshot()))
        held, text = self._held
        if version != held:
            offset = 0
        return struct.pack("<IHH", held, len(text), offset) + text[offset : offset + MAX_PAYLOAD - 8]


def to_json(value):
    """Bytes of a value as JSON."""
    return json.dumps(value, separators=(",", ":")).encode()
