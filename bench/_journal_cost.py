"""Run by MicroPython: what a record costs the flash. Prints one JSON line of figures."""

import json

import vfs
from flash import Flash
from table.journal import LINE, POSE, Journal

RECORDS = 2000


def fresh():
    image = bytearray(b"\xff" * (64 * 4096))
    vfs.VfsLfs2.mkfs(Flash(image))
    flash = Flash(image)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    return flash


def cost(name, write):
    """Erases and programs per record while ``write(n)`` writes and confirms record n and says how many it wrote."""
    flash = fresh()
    journal = Journal("/flash/journal", segments=4, ticks=lambda: 0)
    flash.erases = flash.programs = n = 0
    while n < RECORDS:
        n += write(journal, n)
        journal.acknowledge(journal.head[0] if n % 500 == 0 else 0)
    vfs.umount("/flash")
    return {"name": name, "erases": flash.erases / n, "programs": flash.programs / n}


def plain(journal, n):
    journal.append(LINE, b"1234567")
    journal.flush()
    return 1


def move(journal, n):
    """As a table does: a line and the pose of the tile, confirmed together."""
    journal.append(LINE, b"\1\x22\x25\1\x80\x80\1", mark=n % 300 == 0)
    journal.append(POSE, b"1234567")
    journal.flush()
    return 2


def appended():
    """What it would cost to append each record to one file."""
    flash = fresh()
    with open("/flash/one", "ab") as file:
        flash.erases = flash.programs = 0
        for _ in range(RECORDS):
            file.write(b"x" * 20)
            file.flush()
    vfs.umount("/flash")
    return {"name": "append and flush", "erases": flash.erases / RECORDS, "programs": flash.programs / RECORDS}


print(json.dumps([cost("one record a commit", plain), cost("line and pose a commit", move), appended()]))
