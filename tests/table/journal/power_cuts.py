"""Run by MicroPython: cut the power at every flash operation of a busy journal and read what is left.

    micropython power_cuts.py STEP

One run logs its flash operations. For each STEP-th k the image after k operations, and the one with the next operation
half done, is mounted on a new device. Prints what was tried, or fails with the cut that lost something.
"""

import gc
import sys

import vfs
from flash import Flash, apply
from table.journal import LINE, NOTE, Journal

BLOCKS = 24
ROOT = "/flash"


def mount(image, log=None):
    flash = Flash(image, log)
    vfs.mount(vfs.VfsLfs2(flash), ROOT)
    return flash


def journal():
    return Journal(ROOT + "/journal", segments=1, ticks=lambda: 77)


def payload(seq):
    return bytes([seq & 0xFF] * (1000 if seq % 9 == 0 else seq * 7 % 40))


def play(written, log, confirmed):
    """Commits of one to five records, some too long for a small file; every hundred records a match and a host."""
    book = journal()
    seq = 0
    while seq < 400:
        for _ in range(1 + seq % 5):
            seq = book.append(LINE if seq % 3 else NOTE, payload(seq + 1), mark=seq % 60 == 0)
            written.append((seq, payload(seq)))
        book.flush()
        confirmed.append((len(log), seq))
        if seq % 40 == 0:
            book.acknowledge(seq)
    assert book.first > 1, "the run must rotate"


def survives(image, least, written):
    """Mount, open, compare with the prefix; then go on and open once more."""
    mount(image)
    book = journal()
    head = book.head[0]
    found = [(seq, data) for seq, _, data in book.replay(book.first - 1)]
    assert head >= least, f"confirmed {least}, found {head}"
    assert found == written[book.first - 1 : head], "not a prefix"
    assert book.append(LINE, b"after") == head + 1
    assert book.flush()
    again = journal()
    assert again.head == book.head, "a record written after the cut is lost"
    assert again.boots == book.boots + 1
    vfs.umount(ROOT)


def sweep(step):
    image = bytearray(b"\xff" * (BLOCKS * 4096))
    vfs.VfsLfs2.mkfs(Flash(image))
    before = bytes(image)
    log, written, confirmed = [], [], []
    mount(image, log)
    play(written, log, confirmed)
    vfs.umount(ROOT)
    gc.collect()
    current = bytearray(before)
    least = tried = 0
    for k, operation in enumerate(log):
        while confirmed and confirmed[0][0] <= k:
            least = confirmed.pop(0)[1]
        if k % step == 0:
            for torn in (False, True):
                cut = bytearray(current)
                if torn:
                    apply(memoryview(cut), operation, torn)
                try:
                    survives(cut, least, written)
                except Exception as problem:
                    print("cut at operation", k, "half done" if torn else "")
                    raise problem
                tried += 1
        apply(memoryview(current), operation)
    print("operations", len(log), "cuts", tried, "records", len(written), "lost 0")


sweep(int(sys.argv[1]))
