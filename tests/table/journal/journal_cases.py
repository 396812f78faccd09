"""What the journal promises, on CPython with any directory and on MicroPython with littlefs."""

import asyncio
import errno
import os
import sys

from table import journal as module
from table.journal import BOOT, LINE, POSE, TRACE, Journal

FULL = 28  # errno.ENOSPC


class Clock:
    def __init__(self):
        self.now = 5

    def __call__(self):
        self.now += 10
        return self.now


def opened(directory, **options):
    return Journal(directory + "/journal", ticks=Clock(), **options)


def contents(journal, after=0):
    return list(journal.replay(after))


def fill(journal, upto, size=1000):
    """Records of ``size`` bytes up to number ``upto``, each confirmed."""
    while journal.head[0] < upto:
        journal.append(LINE, bytes([journal.head[0] & 0xFF]) * size)
        assert journal.flush()


class Refusing:
    """Stands before ``open`` in the journal's module and fails for writing, as a full or worn flash does."""

    def __init__(self, code, after_writing=False):
        self.code = code
        self.after_writing = after_writing

    def __call__(self, path, mode="r"):
        if mode not in ("wb", "ab"):
            return open(path, mode)
        if self.after_writing:
            return _WrittenButFailed(open(path, mode), self.code)
        raise OSError(self.code)

    def __enter__(self):
        module.open = self

    def __exit__(self, *_):
        module.open = open


class _WrittenButFailed:
    def __init__(self, stream, code):
        self.stream = stream
        self.code = code

    def __enter__(self):
        return self.stream

    def __exit__(self, *_):
        self.stream.close()
        raise OSError(self.code)


def flip(path, place):
    with open(path, "rb") as damaged:
        data = bytearray(damaged.read())
    data[place] ^= 0x40
    with open(path, "wb") as damaged:
        damaged.write(data)


def segment_path(directory, journal):
    return f"{directory}/journal/{journal.first:08x}"


def test_records_come_back_in_order_with_kind_and_payload(directory):
    journal = opened(directory)
    assert journal.append(BOOT, b"") == 1
    assert journal.append(LINE, b"\x00\xff play") == 2
    assert journal.append(TRACE, b"x" * 400) == 3
    journal.flush()
    expected = [(1, BOOT, b""), (2, LINE, b"\x00\xff play"), (3, TRACE, b"x" * 400)]
    assert contents(journal) == expected
    assert contents(opened(directory)) == expected


def test_a_record_counts_only_when_flushed(directory):
    journal = opened(directory)
    journal.append(LINE, b"one")
    assert journal.head[0] == 0
    assert journal.read(0, 500) == b""
    assert contents(opened(directory)) == []


def test_flushed_records_survive_at_any_number_of_commits(directory):
    for count in range(1, 80):
        journal = opened(directory)
        journal.append(POSE, bytes([count]) * 7)
        journal.flush()
    assert [data[0] for _, _, data in contents(opened(directory))] == list(range(1, 80))


def test_the_running_hash_is_the_same_after_a_boot(directory):
    journal = opened(directory)
    for n in range(70):
        journal.append(LINE, b"abc" * (n % 11))
        if n % 3:
            journal.flush()
    journal.flush()
    assert opened(directory).head == journal.head
    assert journal.head[0] == 70


def test_the_task_confirms_within_fifty_milliseconds(directory):
    slept = []
    sleep = asyncio.sleep

    async def note(seconds):
        slept.append(seconds)
        await sleep(0)

    async def main():
        journal = opened(directory)
        task = asyncio.create_task(journal.run())
        await sleep(0)
        journal.append(LINE, b"a")
        journal.append(LINE, b"b")
        for _ in range(20):
            await sleep(0)
        task.cancel()
        return journal.head[0]

    asyncio.sleep = note
    try:
        assert asyncio.run(main()) == 2
    finally:
        asyncio.sleep = sleep
    assert 0 < sum(slept) <= 0.05


def test_the_small_files_are_folded_by_the_task_and_not_while_a_verdict_waits_for_the_flash(directory):
    sleep, segment = asyncio.sleep, directory + "/journal/00000001"

    async def at_once(seconds):
        await sleep(0)

    async def main():
        journal = opened(directory)
        task = asyncio.create_task(journal.run())
        for _ in range(32):
            journal.append(LINE, b"a")
            journal.confirm()
        before = os.stat(segment)[6]
        for _ in range(20):
            await sleep(0)
        task.cancel()
        return journal.head[0], before, os.stat(segment)[6]

    asyncio.sleep = at_once
    try:
        confirmed, before, after = asyncio.run(main())
    finally:
        asyncio.sleep = sleep
    assert confirmed == 32
    assert (before, after) == (22, 22 + 32 * 14)  # bytes of a segment's head and of the records


def test_what_only_a_boot_needs_is_not_kept_in_memory(directory):
    opened(directory)
    assert "table.segments" not in sys.modules
    assert not hasattr(sys.modules["table"], "segments")


def test_boots_are_counted(directory):
    assert [opened(directory).boots for _ in range(3)] == [1, 2, 3]


def test_a_payload_that_no_link_could_carry_is_refused(directory):
    try:
        opened(directory).append(TRACE, b"x" * 1025)
    except ValueError:
        return
    raise AssertionError("accepted")


def test_replay_begins_at_the_mark(directory):
    journal = opened(directory)
    journal.append(LINE, b"old match")
    journal.append(LINE, b"match", mark=True)
    journal.append(LINE, b"deal")
    journal.flush()
    assert [data for _, _, data in opened(directory).replay()] == [b"match", b"deal"]
    fill(journal, 40)
    again = opened(directory)
    assert again.mark == 2
    assert next(again.replay())[2] == b"match"


def test_read_returns_the_encoded_records_in_pieces(directory):
    journal = opened(directory)
    for n in range(45):
        journal.append(LINE, bytes([n]) * (n * 29 % 300))
        journal.flush()
    whole = journal.read(0, 100000)
    assert len(whole) == sum(13 + n * 29 % 300 for n in range(45))
    for limit in (1, 13, 150, 4000):
        pieces = b""
        while len(pieces) < len(whole):
            piece = journal.read(0, limit, len(pieces))
            assert 0 < len(piece) <= limit
            pieces += piece
        assert pieces == whole
    assert journal.read(45, 100) == b""
    assert journal.read(44, 1000) == whole[-(13 + 44 * 29 % 300) :]
    assert journal.read(20, 13)[:4] == b"\x15\0\0\0"
    assert journal.read(3, 13)[:4] == b"\x04\0\0\0"


class Counting:
    """Stands before ``open`` in the journal's module and counts what is opened for reading."""

    def __init__(self):
        self.count = 0

    def __call__(self, path, mode="r"):
        self.count += mode == "rb"
        return open(path, mode)

    def __enter__(self):
        module.open = self
        return self

    def __exit__(self, *_):
        module.open = open


def test_what_is_new_is_read_without_searching_old_segments(directory):
    journal = opened(directory)
    fill(journal, 40)
    with Counting() as opens:
        assert journal.read(journal.head[0], 150) == b""
        assert opens.count == 0
        fill(journal, 41, 20)
        assert journal.read(40, 150)[0] == 41
        assert opens.count == 1, "the small file"
        assert journal.read(39, 150)[0] == 40
        assert opens.count == 2, "one segment"
        for number in range(42, 46):
            fill(journal, number, 20)
        opens.count = 0
        assert journal.read(44, 150)[0] == 45
        assert opens.count == 1, "the newest small file only"


def test_acknowledged_segments_are_removed_and_others_kept(directory):
    journal = opened(directory, segments=2)
    fill(journal, 50)
    assert journal.first == 1
    journal.acknowledge(50)
    fill(journal, 100)
    assert journal.first > 17
    assert journal.read(0, 4)[0] == journal.first
    again = opened(directory, segments=2)
    assert (again.first, again.acked) == (journal.first, 50)
    assert contents(again) == contents(journal)


def test_the_match_on_the_table_is_never_removed(directory):
    journal = opened(directory, segments=1)
    journal.append(LINE, b"match", mark=True)
    fill(journal, 60)
    journal.acknowledge(60)
    fill(journal, 100)
    assert journal.first == 1


def test_nothing_is_acknowledged_that_is_not_confirmed(directory):
    journal = opened(directory)
    fill(journal, 3)
    journal.append(LINE, b"queued")
    journal.acknowledge(4)
    assert journal.acked == 0
    journal.acknowledge(3)
    journal.acknowledge(2)
    assert opened(directory).acked == 3


def test_a_flash_that_fails_costs_nothing_while_the_queue_holds(directory):
    news = []
    journal = opened(directory, trouble=lambda *what: news.append(what))
    fill(journal, 4, 20)
    with Refusing(errno.EIO):
        journal.append(LINE, b"kept")
        assert not journal.flush()
        assert not journal.flush()
    assert news == [("journal_error", errno.EIO)]
    assert journal.flush()
    assert news[1:] == [("journal_recovered", 0)]
    assert contents(opened(directory))[-1] == (5, LINE, b"kept")


def test_a_flash_that_stays_full_refuses_records_and_counts_them(directory):
    news = []
    journal = opened(directory, trouble=lambda *what: news.append(what))
    with Refusing(FULL):
        numbers = [journal.append(LINE, b"play") for _ in range(60)]
    queued = max(numbers)
    assert numbers == list(range(1, queued + 1)) + [0] * (60 - queued)
    assert news == [("journal_full", FULL)]
    assert journal.lost == 60 - queued
    assert journal.flush()
    assert journal.head[0] == queued
    assert news[1:] == [("journal_recovered", 60 - queued)]


def test_an_append_that_failed_after_it_was_written_is_not_doubled(directory):
    journal = opened(directory)
    fill(journal, 3, 20)
    journal.append(TRACE, b"long" * 100)
    with Refusing(errno.EIO, after_writing=True):
        assert not journal.flush()
    journal.append(LINE, b"next")
    assert journal.flush()
    fill(journal, 50, 100)
    assert [seq for seq, _, _ in contents(opened(directory))] == list(range(1, 51))


def test_damage_hides_nothing_before_it_and_its_numbers_are_not_used_again(directory):
    journal = opened(directory)
    fill(journal, 10, 200)
    flip(segment_path(directory, journal), 22 + 6 * 213 + 50)
    news = []
    again = opened(directory, trouble=lambda *what: news.append(what))
    assert news == [("journal_damaged", 7)]
    assert [seq for seq, _, _ in contents(again)] == [1, 2, 3, 4, 5, 6]
    number = again.append(LINE, b"after the damage")
    assert number > 10
    again.flush()
    assert contents(opened(directory))[-2:] == [(6, LINE, b"\x05" * 200), (number, LINE, b"after the damage")]
    assert again.read(6, 4) == number.to_bytes(4, "little")


def test_a_damaged_small_file_is_a_gap_too(directory):
    journal = opened(directory)
    fill(journal, 6, 20)
    flip(directory + "/journal/t/3", 15)
    again = opened(directory)
    assert [seq for seq, _, _ in contents(again)] == [1, 2, 3]
    assert again.head[0] > 6
    assert opened(directory).head == again.head


def test_a_segment_whose_head_was_never_finished_is_ignored(directory):
    journal = opened(directory)
    fill(journal, 3)
    with open(directory + "/journal/00000004", "wb"):
        pass
    again = opened(directory)
    assert again.head == journal.head
    assert again.first == 1


def test_every_journal_has_its_own_epoch(directory):
    first = Journal(directory + "/one", ticks=Clock())
    assert first.epoch != Journal(directory + "/two", ticks=Clock()).epoch
    assert first.epoch == Journal(directory + "/one", ticks=Clock()).epoch
