"""Requests that come rarely: HELLO, ACK, COMMAND, STATS (PROTOCOL.md). Parts of the server, not kept in memory."""

import json
import struct

from table.link.frame import MAX_PAYLOAD
from table.link.server import MALFORMED, REFUSED, Refusal, to_json

PROTOCOL = 1

_HELLO = 1
_ACK = 3
_COMMAND = 5
_RESTARTED = 5  # error code
_COMMAND_SIZE = 600  # bytes


def answer(server, kind, payload):
    """Payload of the answer to a request that is long enough. Raises Refusal."""
    if kind == _HELLO:
        return _hello(server)
    if kind == _ACK:
        return _acknowledge(server.journal, *struct.unpack_from("<II", payload))
    if kind == _COMMAND:
        return _part(server, payload[12:], *struct.unpack_from("<IIHH", payload))
    stats = server.stats()
    stats["frames"] = server.frames
    stats["bad"] = server.receiver.bad
    return to_json(stats)


def _hello(server):
    journal = server.journal
    head, digest = journal.head
    answer = struct.pack("<BIIIIII", PROTOCOL, journal.epoch, journal.boots, journal.first, head, digest, journal.acked)
    for name in server.identity:
        answer += bytes((len(name),)) + name
    return answer


def _acknowledge(journal, epoch, seq):
    if epoch != journal.epoch:
        raise Refusal(MALFORMED, "another journal")
    journal.acknowledge(seq)
    return struct.pack("<I", journal.acked)


def _part(server, part, boots, identity, total, offset):
    """Take a part of a command; do the command once it is whole."""
    if boots != server.journal.boots:
        raise Refusal(_RESTARTED, "the table has started again")
    if total > _COMMAND_SIZE:
        raise Refusal(MALFORMED, "long command")
    if identity != server.command_id:
        if offset:  # its beginning came before another command
            return struct.pack("<IH", identity, 0)
        server.command_id = identity
        server.command_text = bytearray()
        server.command_answer = None
    text = server.command_text
    if offset == len(text) < total:
        text.extend(part)
    if len(text) < total:
        return struct.pack("<IH", identity, len(text))
    if server.command_answer is None:
        server.command_answer = _do(server, bytes(text))
    if isinstance(server.command_answer, Refusal):
        raise server.command_answer
    return struct.pack("<IH", identity, total) + server.command_answer


def _do(server, text):
    try:
        name, _, arguments = text.decode().partition(" ")
        result = to_json(server.command(name, json.loads(arguments or "{}")))
        if len(result) > MAX_PAYLOAD - 6:
            raise ValueError("long answer")
        return result
    except ValueError as error:
        return Refusal(REFUSED, str(error))
    except Exception as error:  # remembered like a refusal: a repeated command must not fail twice
        server.report(error)
        return Refusal(REFUSED, "fault in the table: " + repr(error))
