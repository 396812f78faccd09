"""The table's end of the link (PROTOCOL.md): answers requests that come in on the console, one at a time."""

import asyncio
import json
import select
import struct

from table.link.frame import MAX_PAYLOAD, Receiver, build

try:
    from micropython import const
except ImportError:  # CPython, in tests

    def const(value):
        return value


PROTOCOL = 1

_HELLO = const(1)
_RECORDS = const(2)
_ACK = const(3)
_STATE = const(4)
_COMMAND = const(5)
_STATS = const(6)
_ANSWER = const(0x80)
_ERROR = const(0xFF)
_LEAST = b"\0\1\6\x08\6\x0c\0"  # bytes of payload each type needs

_UNKNOWN = const(1)
_MALFORMED = const(2)
_REFUSED = const(3)
_FLASH = const(4)
_RESTARTED = const(5)

_COMMAND_SIZE = const(600)  # bytes
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

    def __init__(self, stdin, stdout, journal, device, build, version, snapshot, command, stats, report):
        self._stdin = stdin
        self._stdout = stdout
        self._journal = journal
        self._identity = (device, build)
        self._version = version
        self._snapshot = snapshot
        self._command = command
        self._stats = stats
        self._report = report
        self._receiver = Receiver()
        self._poll = select.poll()
        self._poll.register(stdin, select.POLLIN)
        self._frames = 0
        self._held = (0, b"")  # version and JSON of the snapshot that the PC is reading
        self._id = None  # of the last command
        self._text = bytearray()
        self._answered = None  # its answer, once done

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
            frame = self._receiver.feed(byte[0])
            if frame:
                self._frames += 1
                self._stdout.write(self._serve(*frame))
                break
        return True

    def _serve(self, kind, number, payload):
        try:
            return build(kind | _ANSWER, number, self._answer(kind, payload))
        except Refusal as refusal:
            code, text = refusal.args
        except OSError as error:
            code, text = _FLASH, "flash error %d" % error.args[0]
        except Exception as error:  # what is asked of the application must not end the link
            self._report(error)
            code, text = _REFUSED, "fault in the table: " + repr(error)
        return build(_ERROR, number, bytes((code,)) + text.encode()[: MAX_PAYLOAD - 1])

    def _answer(self, kind, payload):
        if not 0 < kind < len(_LEAST):
            raise Refusal(_UNKNOWN, "unknown request")
        if len(payload) < _LEAST[kind]:
            raise Refusal(_MALFORMED, "short request")
        if kind == _HELLO:
            return self._hello()
        if kind == _RECORDS:
            after, skip = struct.unpack_from("<IH", payload)
            return payload[:6] + self._journal.read(after, MAX_PAYLOAD - 6, skip)
        if kind == _ACK:
            return self._acknowledge(*struct.unpack_from("<II", payload))
        if kind == _STATE:
            return self._state(*struct.unpack_from("<IH", payload))
        if kind == _COMMAND:
            return self._part(payload[12:], *struct.unpack_from("<IIHH", payload))
        stats = self._stats()
        stats["frames"] = self._frames
        stats["bad"] = self._receiver.bad
        return _json(stats)

    def _hello(self):
        journal = self._journal
        head, digest = journal.head
        answer = struct.pack(
            "<BIIIIII", PROTOCOL, journal.epoch, journal.boots, journal.first, head, digest, journal.acked
        )
        for name in self._identity:
            answer += bytes((len(name),)) + name
        return answer

    def _acknowledge(self, epoch, seq):
        if epoch != self._journal.epoch:
            raise Refusal(_MALFORMED, "another journal")
        self._journal.acknowledge(seq)
        return struct.pack("<I", self._journal.acked)

    def _state(self, version, offset):
        now = self._version()
        if not offset:
            if version == now:
                return struct.pack("<IHH", now, 0, 0)
            self._held = (now, _json(self._snapshot()))
        held, text = self._held
        if version != held:
            offset = 0
        return struct.pack("<IHH", held, len(text), offset) + text[offset : offset + MAX_PAYLOAD - 8]

    def _part(self, part, boots, identity, total, offset):
        """Take a part of a command; do the command once it is whole."""
        if boots != self._journal.boots:
            raise Refusal(_RESTARTED, "the table has started again")
        if total > _COMMAND_SIZE:
            raise Refusal(_MALFORMED, "long command")
        if identity != self._id and not offset:
            self._id = identity
            self._text = bytearray()
            self._answered = None
        if identity == self._id and offset == len(self._text) < total:
            self._text.extend(part)
        if identity != self._id or len(self._text) < total:
            return struct.pack("<IH", identity, len(self._text) if identity == self._id else 0)
        if self._answered is None:
            self._answered = self._do(bytes(self._text))
        if isinstance(self._answered, Refusal):
            raise self._answered
        return struct.pack("<IH", identity, total) + self._answered

    def _do(self, text):
        try:
            name, _, arguments = text.decode().partition(" ")
            result = _json(self._command(name, json.loads(arguments or "{}")))
            if len(result) > MAX_PAYLOAD - 6:
                raise ValueError("long answer")
            return result
        except ValueError as error:
            return Refusal(_REFUSED, str(error))
        except Exception as error:  # remembered like a refusal: a repeated command must not fail twice
            self._report(error)
            return Refusal(_REFUSED, "fault in the table: " + repr(error))


def _json(value):
    return json.dumps(value, separators=(",", ":")).encode()
