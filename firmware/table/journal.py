"""The journal: every record the table must not lose, on littlefs, in the order in which it happened.

A record is ``seq u32, kind u8, ticks u32, length u16, payload, check u16`` (little endian; the check is the low half
of the CRC-32 of what stands before it: CRC-32 is native on every MicroPython). It is *confirmed* once flushed.

A flushed append costs littlefs an erase and 2 KiB of programming whatever its size, so a commit writes one of 32 small
files of at most 128 bytes, which littlefs keeps inline in its directory, in their order; every 32 commits they are
folded into the current *segment* with one append, and written again from the first on. Both steps are atomic in
littlefs: a power cut leaves the old file or the new one. At boot the small files that follow the last segment are
folded; the others are leftovers.

The flash stops the whole table while it erases. So ``pause`` is called between any two steps that may erase: once each,
45 ms typically.

Segments are named by their first record. The oldest go when the host has acknowledged them; if the flash is full
before that they go all the same, and the journal says so. Segments that hold the match on the table stay.
"""

import asyncio
import binascii
import os
import struct
import time

from table import once
from table.once import seldom

try:
    from micropython import const
except ImportError:  # CPython, in tests

    def const(value):
        return value


LINE = 1  # a line of the game record, packed by domino_rules
BOOT = 2
TRACE = 3  # text of an exception
POSE = 4  # tile, x, y, angle
NOTE = 5  # JSON of the table itself
OUTPUT = 6  # JSON: the end of a round or of a match

MAX_PAYLOAD = 1024  # bytes

_MARK = const(0x80)  # flag in the kind: the table resumes from this record
_HEAD = const("<IBIH")
_HEAD_SIZE = const(11)
_SEGMENT_HEAD_SIZE = const(22)
_SEGMENT = const(16384)  # bytes after which a new segment begins
_TAIL = const(128)  # bytes littlefs keeps inline with MicroPython's cache of 4 x 32 bytes
_TAILS = const(32)
_PENDING = const(24)  # records kept in RAM while the flash refuses to take them
_GATHER = 0.02  # seconds in which records join one commit where nobody waits
_RETRY = const(1)  # seconds between attempts while the flash refuses
_ENOSPC = const(28)  # errno.ENOSPC, which MicroPython's errno does not name


def sealed(data):
    """The data with its check."""
    return data + struct.pack("<H", binascii.crc32(data) & 0xFFFF)


def opened(data):
    """The data without its check, or None if they do not agree."""
    return data[:-2] if len(data) > 2 and sealed(data[:-2]) == data else None


@seldom
def scan(stream, seq):
    """Yield the sound records (whole, as bytes) from the stream's place on, from number ``seq`` up to the first gap."""
    while True:
        head = stream.read(_HEAD_SIZE)
        if len(head) < _HEAD_SIZE:
            return
        number, _, _, length = struct.unpack(_HEAD, head)
        if number != seq or length > MAX_PAYLOAD:
            return
        record = head + stream.read(length + 2)
        if opened(record) is None:
            return
        yield record
        seq += 1


def _nobody(*news):
    """Does nothing."""


class Journal:
    """The records of one table in one directory of a littlefs (on CPython, for tests, any directory).

    directory: path, made if absent. segments: how many are kept before acknowledged ones are removed.
    trouble: called with ``(code, detail)``: ``journal_full`` or ``journal_error`` (errno; records stay queued),
    ``journal_recovered`` (records lost meanwhile), ``journal_dropped`` (records removed that no host had),
    ``journal_damaged`` (number of the first unreadable record). It must not append at once.
    ticks: clock in ms. Opening blocks: it reads one segment and the small files, and counts the boot.
    """

    @seldom
    def __init__(self, directory, segments=16, trouble=None, ticks=None):
        self._directory = directory
        self._keep = segments
        self._trouble = trouble or _nobody
        self._ticks = ticks or time.ticks_ms
        self._pending = []  # records queued, not yet flushed
        self._tails = []  # first records of the small files t/0, t/1, .. that are not yet in the segment
        self._size = 0  # bytes of the segment
        self._cursor = (0, 0, 0)  # segment, record, offset: where the last read began
        self._work = asyncio.Event()
        self._failing = False
        self._another = False  # a mark is queued: what stands before it may be removed
        self._seq = self._folded = self._hash = self._next = 0
        self.pause = _nobody  # whatever must not wait long; it must not flush
        self.lost = 0  # records refused since the flash last took one
        self.epoch = self.acked = self.boots = self.mark = 0
        self._segments = []  # first records, oldest first
        self._beyond = 0  # a record number found behind damage
        self._recover()

    @seldom
    def pause_by(self, pause):
        """Call this between steps that may erase, in place of nothing."""
        self.pause = pause

    @seldom
    def _recover(self):
        if self._rarely("recover"):
            self._attempt(self._fold)
        self._rarely("finish")
        self._next = self._seq + 1
        self._attempt(self._save_state)

    def _rarely(self, name):
        """Call a function of ``table.segments``, which is not kept in memory."""
        from table import segments

        try:
            return getattr(segments, name)(self)
        finally:
            once.forget("table.segments")

    @property
    def head(self):
        """(number of the last confirmed record, CRC-32 over all records up to it)."""
        return self._seq, self._hash

    @property
    def first(self):
        """Number of the oldest record still held."""
        return self._segments[0]

    def append(self, kind, payload, mark=False):
        """Queue a record and return its number, or 0 if the flash fails and the queue is full (``lost`` counts it).

        payload: bytes, at most MAX_PAYLOAD. mark: the table resumes from here (the first line of a match).
        Blocks only where the queue is full. Raises ValueError for a payload that is too long.
        """
        if len(payload) > MAX_PAYLOAD:
            raise ValueError("payload")
        self._another = self._another or mark
        if len(self._pending) >= _PENDING and not self.flush():
            self.lost += 1
            return 0
        head = struct.pack(_HEAD, self._next, kind | _MARK if mark else kind, self._ticks() & 0xFFFFFFFF, len(payload))
        self._pending.append(sealed(head + payload))
        self._next += 1
        self._work.set()
        return self._next - 1

    def confirm(self):
        """Flush at once, unless the flash has just refused: then ``run`` tries again."""
        if not self._failing:
            self.flush()

    async def run(self):
        """Flush what is queued within 50 ms, for ever, and fold while nobody waits. The task of the journal."""
        while True:
            await self._work.wait()
            self._work.clear()
            await asyncio.sleep(_GATHER)
            if not self.flush():
                await asyncio.sleep(_RETRY)
                self._work.set()
            elif len(self._tails) >= _TAILS:
                self.pause()
                self._attempt(self._fold)  # now, for a verdict would have to wait for it

    def flush(self):
        """Confirm all that is queued; True if the flash took it. Blocks: 2 ms, and 50 to 400 ms where it erases.

        Where it erases more than once ``pause`` is called in between.
        """
        while self._pending:
            self.pause()
            if not self._attempt(self._commit):
                return False
        if self._failing:
            self._failing = False
            lost, self.lost = self.lost, 0
            self._trouble("journal_recovered", lost)
        return True

    @seldom
    def acknowledge(self, seq):
        """The host holds all records up to ``seq``: remember it. Blocks for one small write; raises OSError."""
        if self.acked < seq <= self._seq:
            self.acked = seq
            self._save_state()

    @seldom
    def replay(self, after=None):
        """Yield (seq, kind, payload) of the confirmed records after ``after``; by default from the mark on."""
        for record in self._records(max(self.mark, 1) - 1 if after is None else after):
            seq, kind, _, _ = struct.unpack_from(_HEAD, record)
            yield seq, kind & ~_MARK, record[_HEAD_SIZE:-2]

    @seldom
    def read(self, after, limit, skip=0):
        """Return at most ``limit`` bytes of the confirmed records after number ``after``, from their byte ``skip`` on.

        Records longer than a frame come in pieces that way. Reads on from where the last call began.
        """
        data = bytearray()
        records = self._records(after)
        for record in records:
            data.extend(record)
            if len(data) >= skip + limit:
                break
        records.close()
        return bytes(data[skip : skip + limit])

    # Writing

    def _attempt(self, write):
        """Call write, again after making room on a full flash. False, and ``trouble`` told once, if it fails."""
        while True:
            try:
                write()
                return True
            except OSError as error:
                full = error.args[0] == _ENOSPC
                if full and self._rarely("drop_oldest"):
                    continue
                if not self._failing:
                    self._failing = True
                    self._trouble("journal_full" if full else "journal_error", error.args[0])
                return False

    def _commit(self):
        """Write the queued records that fit into one small file, or fold everything into the segment."""
        if self._size >= _SEGMENT and not self._tails:
            self._rarely("begin")
            self.pause()
        count, size = 0, 0
        for record in self._pending:
            if size + len(record) > _TAIL:
                break
            count += 1
            size += len(record)
        if not count or len(self._tails) >= _TAILS:
            self._fold()
            return
        with open(self._tail(len(self._tails)), "wb") as small:
            small.write(b"".join(self._pending[:count]))
        self._tails.append(self._seq + 1)
        self._confirm(count)

    @seldom
    def _fold(self):
        path = self._path(self._segments[-1])
        done = os.stat(path)[6] - self._size  # an attempt that failed may have reached the flash
        pending = self._pending[:]
        size = 0
        with open(path, "ab") as segment:
            for records in (self._unfolded(0), pending):
                for record in records:
                    for start in range(max(done - size, 0), len(record), _TAIL):  # as much as erases once
                        segment.write(record[start : start + _TAIL])
                        self.pause()
                    size += len(record)
        self._size += size
        self._tails = []
        self._confirm(len(pending))
        self._folded = self._seq

    def _confirm(self, count):
        for record in self._pending[:count]:
            self._note(record)
        self._pending = self._pending[count:]

    def _note(self, record):
        self._seq += 1
        self._hash = binascii.crc32(record, self._hash)
        if record[4] & _MARK:
            self.mark = self._seq
            self._another = False

    @seldom
    def _save_state(self):
        with open(self._directory + "/state", "wb") as state:
            state.write(sealed(struct.pack("<III", self.epoch, self.acked, self.boots)))

    # Reading

    def _path(self, first):
        return "%s/%08x" % (self._directory, first)

    @seldom
    def _records(self, after):
        for index in range(len(self._segments)):
            first = self._segments[index]
            end = self._segments[index + 1] - 1 if index + 1 < len(self._segments) else self._folded
            if end <= after:
                continue
            with open(self._path(first), "rb") as segment:
                seq, place = first, _SEGMENT_HEAD_SIZE
                if self._cursor[0] == first and self._cursor[1] <= after + 1:
                    _, seq, place = self._cursor
                segment.seek(place)
                for record in scan(segment, seq):
                    if seq > after:
                        if seq == after + 1:
                            self._cursor = (first, seq, place)
                        yield record
                    seq += 1
                    place += len(record)
        if after < self._seq:
            index = 0
            while index + 1 < len(self._tails) and self._tails[index + 1] <= after + 1:
                index += 1
            for record in self._unfolded(index):
                if struct.unpack_from("<I", record)[0] > after:
                    yield record

    def _tail(self, index):
        return "%s/t/%d" % (self._directory, index)

    @seldom
    def _unfolded(self, index):
        """Yield the records of the small files from this one on."""
        while index < len(self._tails):
            with open(self._tail(index), "rb") as small:
                for record in scan(small, self._tails[index]):
                    yield record
            index += 1
