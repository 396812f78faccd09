"""The segments of a journal: what a boot finds, beginning one, removing the oldest.

Parts of ``table.journal.Journal`` that are needed rarely, so they are not kept in memory.
"""

import errno
import os
import struct

from table.journal import opened, scan, sealed

_HEAD = "<4sIIII"  # magic, epoch, first record, hash before it, mark before it
_HEAD_SIZE = 22
_HOLE = 2048  # more records than a damaged segment and the small files may have held


def recover(journal):
    """Find the last confirmed record. True if small files held records that are in no segment yet."""
    for path in (journal._directory, journal._directory + "/t"):
        try:
            os.mkdir(path)
        except OSError as error:
            if error.args[0] != errno.EEXIST:
                raise
    segments = sorted([int(name, 16) for name in os.listdir(journal._directory) if len(name) == 8])
    journal._segments = segments
    while segments and not _load_segment(journal, segments[-1]):
        os.remove(journal._path(segments.pop()))
    journal._beyond = _load_tails(journal)
    return len(journal._tails) > 0


def finish(journal):
    """Begin a segment where there is none or the last one is damaged; count the boot."""
    segments = journal._segments
    if not segments:
        journal.epoch = struct.unpack("<I", os.urandom(4))[0]
        begin(journal)
    elif journal._beyond or journal._size != os.stat(journal._path(segments[-1]))[6]:
        journal._trouble("journal_damaged", journal._seq + 1)
        journal._seq = max(journal._seq, journal._beyond) + _HOLE  # a host may know the numbers between
        begin(journal)
    _load_state(journal)
    journal.boots += 1


def begin(journal):
    """Begin a segment after the last record, and remove what has become superfluous. Raises OSError."""
    first = journal._seq + 1
    head = struct.pack(_HEAD, b"DTJ1", journal.epoch, first, journal._hash, journal.mark)
    with open(journal._path(first), "wb") as segment:
        journal.pause()
        segment.write(sealed(head))
    journal._segments.append(first)
    journal._size = _HEAD_SIZE
    while len(journal._segments) > journal._keep and journal._segments[1] <= journal.acked + 1:
        if not drop_oldest(journal):
            break


def drop_oldest(journal):
    """Remove the oldest segment; False if the match on the table needs it or nothing stands after it."""
    segments = journal._segments
    if len(segments) < 2 or (0 < journal.mark < segments[1] and not journal._another):
        return False
    first = segments[0]
    journal.pause()
    os.remove(journal._path(first))
    segments.pop(0)
    unsent = segments[0] - max(first, journal.acked + 1)
    if unsent > 0:
        journal._trouble("journal_dropped", unsent)
    return True


def _load_segment(journal, first):
    """Read the last segment up to its end or its first damage; False if it was never finished."""
    with open(journal._path(first), "rb") as segment:
        head = opened(segment.read(_HEAD_SIZE))
        if head is None:
            return False
        _, journal.epoch, _, journal._hash, journal.mark = struct.unpack(_HEAD, head)
        journal._seq = first - 1
        journal._size = _HEAD_SIZE
        for record in scan(segment, first):
            journal._note(record)
            journal._size += len(record)
    journal._folded = journal._seq
    return True


def _load_tails(journal):
    """Take the small files that follow the last record; return the highest number found beyond a gap, or 0."""
    beyond = 0
    for name in sorted([int(name) for name in os.listdir(journal._directory + "/t")]):
        with open(journal._tail(name), "rb") as small:
            number = small.read(4)
            if len(number) < 4:
                continue
            first = struct.unpack("<I", number)[0]
            small.seek(0)
            sound = list(scan(small, first))
        if sound and first > journal._seq + 1:
            beyond = first
        elif sound and first == journal._seq + 1:
            for record in sound:
                journal._note(record)
            journal._tails.append(first)
    return beyond


def _load_state(journal):
    try:
        with open(journal._directory + "/state", "rb") as state:
            epoch, acked, journal.boots = struct.unpack("<III", opened(state.read()))
    except (OSError, TypeError):  # there is none yet, or it is damaged
        return
    if epoch == journal.epoch:
        journal.acked = acked
