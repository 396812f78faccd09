"""Run by MicroPython: a journal on a littlefs that is too small for it, and that nobody fetches."""

import vfs
from flash import Flash
from table.journal import LINE, Journal

BLOCKS = 20
news = []


def mount():
    image = bytearray(b"\xff" * (BLOCKS * 4096))
    vfs.VfsLfs2.mkfs(Flash(image))
    vfs.mount(vfs.VfsLfs2(Flash(image)), "/flash")


def opened():
    return Journal("/flash/journal", trouble=lambda *what: news.append(what), ticks=lambda: 3)


def write(journal, count):
    """Append and flush; the numbers that were given."""
    numbers = []
    for n in range(count):
        numbers.append(journal.append(LINE, bytes([n & 0xFF]) * 900))
        journal.flush()
    return numbers


def check_that_the_oldest_records_go_and_that_it_is_said():
    journal = opened()
    assert write(journal, 200) == list(range(1, 201))
    assert journal.head[0] == 200, "all were confirmed"
    assert journal.first > 100
    dropped = sum([detail for code, detail in news if code == "journal_dropped"])
    assert dropped == journal.first - 1
    assert not [code for code, _ in news if code != "journal_dropped"]
    assert [seq for seq, _, _ in opened().replay(0)] == list(range(journal.first, 201))


def check_that_a_match_that_fills_the_flash_goes_on_unjournalled_and_the_next_one_is_journalled():
    journal = opened()
    journal.append(LINE, b"match", mark=True)
    numbers = write(journal, 200)
    assert journal.first == 1, "the match on the table stays"
    assert numbers[-1] == 0
    assert journal.lost > 0
    assert [code for code, _ in news] == ["journal_full"]
    last = journal.head[0]
    assert [seq for seq, _, _ in opened().replay()] == list(range(1, last + 1))
    journal.append(LINE, b"next match", mark=True)
    write(journal, 3)
    assert journal.mark > last
    assert "journal_recovered" in [code for code, _ in news]
    assert [data[:10] for _, _, data in opened().replay()][0] == b"next match"


for check in (
    check_that_the_oldest_records_go_and_that_it_is_said,
    check_that_a_match_that_fills_the_flash_goes_on_unjournalled_and_the_next_one_is_journalled,
):
    mount()
    news = []
    check()
    vfs.umount("/flash")
    print("ok", check.__name__)
