"""Tags of tiles: found on the cloth, written with tile and half, and read back.

A tag says twice what it belongs to. DSFID, which comes with every answer to an inventory, is ``2 * tile + half`` (its
lowest 8 bits in sets of more than 128 tiles); block 0 is mark D0, tile, half, and D0 ^ tile ^ half ^ A5 as a check.
Nothing is locked: a tag may go to another tile some day. Commands and error answers: ISO 15693-3 sections 10.4.2 and
10.4.8, SL2S2602 rev 4.1 section 9.5.3.
"""

import time

from table.drivers import iso15693
from table.drivers.pn5180 import ANSWER
from table.workshop.stand import on_air, printed

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_WRITE_BLOCK = const(0x21)
_WRITE_DSFID = const(0x29)
_PROGRAMMED_US = const(20_000)  # a tag answers a write after this long at the latest
_ATTEMPTS = 3
_LEVELS = (0, 3, 5, 7)  # at which tags are looked for
_STRONGEST = 0  # drive level; writing takes more power than answering


def where(stand, racks=False):
    """{UID as printed: [DSFID, loop, strength, loop, strength, ...]} of the loops that hear each tag.

    These are the loops of the grid, with ``racks`` those of the racks too.

    The strength is the number of drive levels, of four, at which the tag answers there: where outer lobes reach as far
    as the inside of a loop does, it tells them apart. Blocks 7 ms a loop and 60 ms and more for one with tags. Raises
    ReaderError.
    """
    found = {}
    for loop in range(stand.count if racks else stand.grid):
        if loop == stand.grid:
            stand.set_level(None)
        stand.select(loop)
        if loop in (0, stand.grid):
            stand.set_level(_LEVELS[0])
        heard = stand.hear()
        strengths = [1] * len(heard)
        for level in _LEVELS[1:] if heard else ():
            stand.set_level(level)
            for n, (uid, _) in enumerate(heard):
                strengths[n] += stand.reader.inventory(uid, 64) == ANSWER
        if heard:
            stand.set_level(_LEVELS[0])
        for n, (uid, dsfid) in enumerate(heard):
            found.setdefault(printed(uid), [dsfid]).extend((loop, strengths[n]))
    stand.set_level(None)
    stand.check()
    return found


def read(stand, name, loop):
    """[DSFID, block 0 as hexadecimal] of a tag heard by a loop, each None where it does not answer in three attempts.

    Blocks up to 60 ms. Raises ReaderError.
    """
    stand.select(loop)
    uid = on_air(name)
    dsfid, block = _dsfid(stand, uid), _block(stand, uid)
    return [dsfid, None if block is None else "".join(["%02x" % byte for byte in block])]


def write(stand, name, tile, half, loop):
    """Make a tag heard by a loop that of a half of a tile, at the strongest level. Returns None, or what went wrong.

    ``silent``: it does not answer; ``refused``: it answers, but is not changed (locked, or out of the field's reach for
    writing). What is right already is not written again, so the EEPROM wears only where it must. Blocks 20 to 300 ms.
    Raises ReaderError.
    """
    stand.select(loop)
    stand.set_level(_STRONGEST)
    try:
        return _write(stand, on_air(name), tile, half)
    finally:
        stand.set_level(None)


def _write(stand, uid, tile, half):
    block = bytes((0xD0, tile, half, 0xD0 ^ tile ^ half ^ 0xA5))
    dsfid = (2 * tile + half) & 0xFF
    for _ in range(_ATTEMPTS):
        old = _block(stand, uid)
        if old is not None and old != block:
            _order(stand, _WRITE_BLOCK, uid, b"\0" + block, 1, _PROGRAMMED_US)
            old = _block(stand, uid)
        told = _dsfid(stand, uid)
        if told is not None and told != dsfid:
            _order(stand, _WRITE_DSFID, uid, bytes((dsfid,)), 1, _PROGRAMMED_US)
            told = _dsfid(stand, uid)
        if old == block and told == dsfid:
            return None
    return "silent" if old is None or told is None else "refused"


def _dsfid(stand, uid):
    for _ in range(_ATTEMPTS):
        if stand.reader.inventory(uid, 64) == ANSWER:
            return stand.reader._in[1]
    return None


def _block(stand, uid):
    for _ in range(_ATTEMPTS):
        if _order(stand, iso15693.READ_BLOCK, uid, b"\0", 5, 0) == ANSWER:
            return bytes(stand.reader._in[1:5])
    return None


def _order(stand, code, uid, data, answer, programming):
    """A command to one tag, ``data`` behind it; its answer of so many bytes comes up to ``programming`` us late."""
    reader = stand.reader
    end = iso15693.command(reader._request, 2, code, uid)
    for byte in data:
        reader._request[end] = byte
        end += 1
    reader._send(end)
    reader._due = time.ticks_add(reader._due, programming)
    return reader._listen(answer)


def beep(stand, hertz, ms):
    """A tone."""
    stand.beep(hertz, ms)


DEEDS = {"where": where, "read": read, "write": write, "beep": beep}
