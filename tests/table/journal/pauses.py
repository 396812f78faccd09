"""Run by MicroPython: how long the flash stops the table between two pauses of a busy journal.

Prints the longest stretch without a pause and the longest flush, in µs of typical NOR flash.
"""

import vfs
from flash import Flash
from table.journal import LINE, OUTPUT, POSE, Journal

ERASE_US = 45000
PROGRAM_256_US = 600


class SlowFlash(Flash):
    """``us``: how long it has taken so far."""

    us = 0

    def writeblocks(self, block, buf, offset=0):
        self.us += len(buf) * PROGRAM_256_US // 256
        Flash.writeblocks(self, block, buf, offset)

    def ioctl(self, op, arg):
        if op == 6:
            self.us += ERASE_US
        return Flash.ioctl(self, op, arg)


def mounted():
    image = bytearray(b"\xff" * (64 * 4096))
    vfs.VfsLfs2.mkfs(Flash(image))
    flash = SlowFlash(image)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    return flash


def play(flash, journal, matches):
    """Lines and poses as a table writes them, now and then a result; old segments go."""
    pauses, flushes = [], []
    journal.pause = lambda: pauses.append(flash.us)
    for n in range(matches * 300):
        journal.append(LINE, b"1234567", mark=n % 300 == 0)
        journal.append(POSE, b"1234567")
        if n % 30 == 29:
            journal.append(OUTPUT, b"x" * (1000 if n % 300 == 299 else 350))
        began = flash.us
        pauses.append(began)
        assert journal.flush()
        pauses.append(flash.us)
        flushes.append(flash.us - began)
        if n % 200 == 0:
            journal.acknowledge(journal.head[0])
            pauses.append(flash.us)
    return max([pauses[i] - pauses[i - 1] for i in range(1, len(pauses))]), max(flushes)


flash = mounted()
journal = Journal("/flash/journal", segments=1, ticks=lambda: 7)
stretch, flush = play(flash, journal, 12)
assert journal.first > 1, "the run must rotate"
print("stretch", stretch, "flush", flush)
