"""The reader's driver against a bus that records every frame; run on both interpreters.

The recorder is no chip: it answers register reads from a dictionary and lets a test say what has been received. Real
behaviour is tested against the virtual chip.
"""

from table.drivers import pn5180

CLOCK = [0]
TX_CONFIG = 0x0000049F


def install_clock():
    """Time that passes only when somebody sleeps or looks at it."""

    def sleep(us):
        CLOCK[0] += us

    def look():
        CLOCK[0] += 2
        return CLOCK[0]

    fake = type("Time", (), {})()
    fake.sleep_us = sleep
    fake.sleep_ms = lambda ms: sleep(ms * 1000)
    fake.ticks_us = look
    fake.ticks_ms = lambda: look() // 1000
    fake.ticks_diff = lambda a, b: a - b
    fake.ticks_add = lambda a, b: a + b
    pn5180.time = fake


class Recorder:
    """SPI bus, pins and just enough register file for the driver to begin."""

    def __init__(self):
        self.frames = []
        self.registers = {0x02: 0, 0x13: 0, 0x18: TX_CONFIG, 0x1D: 0}
        self.received = b""
        self.answers = []
        self.selected = False
        self.busy_stuck = False
        self.irq_dead = False
        self.answer = b""
        self.resets = 0

    def nss(self, level):
        self.selected = not level

    def busy(self):
        return self.busy_stuck

    def irq(self):
        return 0 if self.irq_dead else bool(self.registers[0x02] & self.registers.get(0x01, 0))

    def reset(self, level):
        if not level:
            self.resets += 1
            self.busy_stuck = False

    def write(self, frame):
        assert self.selected
        frame = bytes(frame)
        self.frames.append(frame)
        if frame[0] == 0x03:
            for at in range(1, len(frame), 6):
                if frame[at] == 0x03:
                    self.registers[0x02] = 0
                elif frame[at] == 0x01:
                    self.registers[0x01] = int.from_bytes(frame[at + 2 : at + 6], "little")
        elif frame[0] == 0x01:
            self.registers[frame[1]] = self.registers.get(frame[1], 0) | int.from_bytes(frame[2:6], "little")
        elif frame[0] == 0x16:
            self.registers[0x02] |= 1 << 9
            self.registers[0x1D] = 1 << 17 | 0x1C0
        elif frame[0] == 0x09:
            self._sent()
        elif frame[0] in (0x04, 0x05):
            self.answer = b"".join([self.registers.get(a, 0).to_bytes(4, "little") for a in frame[1:]])
        elif frame[0] == 0x0A:
            self.answer = self.received

    def _sent(self):
        self.registers[0x02] |= 1 << 1
        received, flags = self.answers.pop(0) if self.answers else (b"", 0)
        self.received = received
        self.registers[0x13] = len(received) | flags
        if received or flags:
            self.registers[0x02] |= 1 | 1 << 14

    def readinto(self, buf, write):
        assert self.selected
        for i in range(len(buf)):
            buf[i] = self.answer[i] if i < len(self.answer) else 0xFF


def begun(irq=True):
    install_clock()
    bus = Recorder()
    line = pn5180.ResetLine(bus.reset)
    reader = pn5180.Pn5180(bus, bus.nss, bus.busy, line, bus.irq if irq else None, 3)
    reader.begin()
    bus.frames = []
    return bus, reader


UID = b"\x11\x22\x33\x44\x55\x66\x04\xe0"
COLLIDED = (b"\x00\x21" + UID, 1 << 18)
GHOST = (b"", 1 << 18)


def test_an_empty_loop_costs_two_frames_with_the_interrupt_pin_and_four_without():
    for irq, frames in ((True, 2), (False, 4)):
        bus, reader = begun(irq)
        assert reader.inventory() == pn5180.NOTHING
        assert len(bus.frames) <= frames
        assert bus.frames[0][0] == 0x03
        assert bus.frames[1] == b"\x09\x00\x26\x01\x00"


def test_an_answer_is_read_once_and_names_the_tag():
    bus, reader = begun()
    bus.answers = [(b"\x00\x21" + UID, 0)]
    assert reader.inventory() == pn5180.ANSWER
    assert bytes(reader.uid) == UID
    assert [frame[0] for frame in bus.frames] == [0x03, 0x09, 0x05, 0x0A]


def test_collision_noise_and_bad_checksum_are_not_answers():
    bus, reader = begun()
    whole = b"\x00\x21" + UID
    bus.answers = [COLLIDED, (whole, 1 << 16), (whole, 1 << 17), (whole[:4], 0), (b"\x01\x0f" + UID, 0)]
    expected = [pn5180.COLLISION] + [pn5180.GARBLED] * 4
    assert [reader.inventory() for _ in range(5)] == expected


def test_every_request_starts_from_idle_with_its_interrupts_cleared():
    bus, reader = begun()
    reader.silence(UID)
    reader.inventory()
    starts = [frame for frame in bus.frames if frame[0] == 0x03]
    assert len(starts) == 2
    for frame in starts:
        writes = [(frame[at], frame[at + 1]) for at in range(1, len(frame), 6)]
        assert writes == [(0x18, 1), (0x03, 1), (0x00, 3), (0x00, 2)]
        assert frame[3:7] == TX_CONFIG.to_bytes(4, "little")


def test_a_request_prepared_in_the_guard_time_is_not_prepared_twice():
    bus, reader = begun()
    reader.prepare()
    reader.inventory()
    assert [frame[0] for frame in bus.frames] == [0x03, 0x09]


def test_sixteen_slots_are_fifteen_ends_of_frame_and_nothing_more_when_empty():
    bus, reader = begun()
    found = []
    for _ in reader.census(found.append):
        pass
    assert found == []
    assert bus.frames.count(b"\x09\x00") == 15
    assert len(bus.frames) == 2 + 2 * 15


def slots(filled):
    """What sixteen slots bring, from a dictionary of those that bring anything."""
    return [filled.get(n, (b"", 0)) for n in range(16)]


def test_collided_slots_are_asked_again_with_their_number_in_the_mask():
    bus, reader = begun()
    tags = [bytes((n,)) + UID[1:] for n in (0x10, 0x20, 0x3F)]
    one, two, three = [(b"\x00\x00" + tag, 0) for tag in tags]
    # Tags 10 and 20 meet in slot 0: mask 0 of four bits, then slots 1 and 2. Tag 3f is alone in slot f.
    bus.answers = slots({0: COLLIDED, 15: three}) + slots({1: one, 2: two})
    found = []
    for _ in reader.census(lambda uid: found.append(bytes(uid))):
        pass
    assert found == [tags[2], tags[0], tags[1]]
    requests = [frame[2:] for frame in bus.frames if frame[0] == 0x09 and len(frame) > 2]
    assert requests == [b"\x06\x01\x00", b"\x06\x01\x04\x00"]


def test_masks_keep_the_nibbles_of_all_levels():
    bus, reader = begun()
    bus.answers = slots({0xA: COLLIDED}) + slots({0: COLLIDED}) + slots({0x7: COLLIDED}) + slots({})
    for _ in reader.census(lambda uid: None):
        pass
    requests = [frame[2:] for frame in bus.frames if frame[0] == 0x09 and len(frame) > 2]
    assert requests == [b"\x06\x01\x00", b"\x06\x01\x04\x0a", b"\x06\x01\x08\x0a", b"\x06\x01\x0c\x0a\x07"]


def test_noise_in_every_slot_does_not_go_on_for_ever():
    bus, reader = begun()

    class Noise:
        def __bool__(self):
            return True

        def pop(self, _):
            return COLLIDED

    bus.answers = Noise()
    for _ in reader.census(lambda uid: None):
        pass
    assert len([frame for frame in bus.frames if frame[0] == 0x09 and len(frame) > 2]) <= 64


def test_a_wedged_reader_is_an_error_and_its_select_line_is_free():
    bus, reader = begun()
    bus.busy_stuck = True
    start = CLOCK[0]
    for _ in range(2):
        try:
            reader.inventory()
        except pn5180.ReaderError:
            assert not bus.selected
            continue
        raise AssertionError("no error")
    assert CLOCK[0] - start < 50_000


def test_recovery_climbs_from_idle_to_reset():
    bus, reader = begun()
    before = bus.resets
    reader.recover()
    assert [frame[0] for frame in bus.frames] == [0x03]
    reader.recover()
    assert b"\x11\x0d\x8d" in bus.frames
    assert bus.resets == before
    bus.busy_stuck = True
    reader.recover()
    assert bus.resets == before + 1
    assert reader.inventory() == pn5180.NOTHING
    assert reader.failures == 3, "silence alone is no proof of health"
    reader.check()
    assert reader.failures == 0


def test_a_reset_by_the_neighbour_makes_a_reader_begin_again():
    install_clock()
    bus, other = Recorder(), Recorder()
    line = pn5180.ResetLine(bus.reset)
    one = pn5180.Pn5180(bus, bus.nss, bus.busy, line, bus.irq)
    two = pn5180.Pn5180(other, other.nss, other.busy, line, other.irq)
    one.inventory()
    two.inventory()
    assert bus.resets == 1
    line.pulse()
    other.frames = []
    two.inventory()
    assert b"\x11\x0d\x8d" in other.frames
    assert b"\x16\x01" in other.frames


def test_a_refused_request_is_an_error():
    bus, reader = begun()
    bus._sent = lambda: bus.registers.update({0x02: 1 << 17})
    try:
        reader.inventory()
    except pn5180.ReaderError:
        return
    raise AssertionError("no error")


def test_a_reader_that_forgot_its_setting_is_found_out():
    bus, reader = begun()
    for register in (0x02, 0x01, 0x1D):
        reader.inventory()
        reader.check()
        bus.registers[register] = 0
        try:
            reader.check()
        except pn5180.ReaderError:
            bus.frames = []
            continue
        raise AssertionError(register)
    reader.inventory()
    assert b"\x16\x01" in bus.frames


def raises(action):
    """What a ReaderError says; fails if there is none."""
    try:
        action()
    except pn5180.ReaderError as error:
        return error.args[0]
    raise AssertionError("no error")


def test_a_dead_interrupt_pin_is_noticed_even_where_nothing_answers_and_done_without():
    bus, reader = begun()
    bus.irq_dead = True
    assert reader.inventory() == pn5180.NOTHING
    assert raises(reader.check) == "interrupt"
    bus.answers = [(b"\x00\x21" + UID, 0)]
    assert reader.inventory() == pn5180.ANSWER
    reader.check()


def test_an_interrupt_pin_that_always_says_yes_is_done_without():
    bus, reader = begun()
    bus.irq = reader._irq = lambda: 1
    assert reader.inventory() == pn5180.NOTHING
    bus.frames = []
    assert reader.inventory() == pn5180.NOTHING
    assert b"\x05\x02\x13" in bus.frames, "it is asked over the bus"


def test_a_setting_that_was_read_over_a_broken_bus_is_not_believed():
    for garbage in (0, 0xFFFFFFFF):
        bus, reader = begun()
        bus.registers[0x18] = garbage
        assert raises(reader.begin) == "forgot"


def test_a_field_that_was_refused_is_tried_again_after_a_rest():
    bus, reader = begun()
    reader.field(False)
    bus.write, write = (
        lambda frame: write(frame) or frame[0] == 0x16 and bus.registers.update({0x02: 1 << 17}),
        bus.write,
    )
    assert raises(lambda: reader.field(True)) == "field"
    assert bus.frames[-1] == b"\x17\x00", "the field is off meanwhile"
    bus.write, refused = write, CLOCK[0]
    reader.field(True)
    assert CLOCK[0] - refused >= 50_000


def test_a_field_that_is_not_there_is_missed():
    bus, reader = begun()
    reader.inventory()
    bus.registers[0x1D] = 1 << 17
    assert raises(reader.check) == "field"


def test_noise_that_looks_like_a_collision_is_not_asked_again_by_name():
    bus, reader = begun()
    bus.answers = slots({3: GHOST, 9: GHOST})
    for _ in reader.census(lambda uid: None):
        pass
    assert len([frame for frame in bus.frames if frame[0] == 0x09 and len(frame) > 2]) == 1


def test_eight_levels_are_eight_settings_of_the_driver():
    bus, reader = begun()
    seen = []
    for level in range(8):
        bus.frames = []
        reader.set_level(level)
        (frame,) = bus.frames
        assert frame[1:7] == b"\x27\x03\xf0\xff\xff\xff"
        seen.append(frame[9])
    assert seen == [1, 3, 5, 7, 0, 2, 4, 6]


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
