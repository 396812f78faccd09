"""Pins and frames of the PN5180: NSS, BUSY, responses, reset, IRQ."""

import pytest
from domino_table.virtual.chips.pn5180.registers import default_eeprom

from tests.virtual.chips.reader_bench import GENERAL_ERROR, IDLE_IRQ, SYNTAX, ReaderBench


@pytest.fixture
def bench():
    return ReaderBench()


def test_the_version_of_the_firmware_is_read_in_a_second_frame(bench):
    assert bench.ask("071202", 2) == bytes((0, 4))


def test_miso_is_idle_while_an_instruction_comes_in_and_while_not_selected(bench):
    assert bench.frame(bytes.fromhex("071202")) == b"\xff" * 3
    assert bench.chip.exchange(bench.t, b"\xff") == b"\xff"


def test_bytes_clocked_beyond_the_response_are_junk_not_more_of_it(bench):
    answer = bench.ask("071202", 4)
    assert answer[:2] == bytes((0, 4))
    assert answer[2:] not in (bytes((0, 4)), b"\0\0")
    assert bench.error() == 0


def test_a_response_can_be_fetched_once(bench):
    bench.ask("071202", 2)
    assert bench.frame(b"\xff\xff") == b"\xff\xff"
    assert bench.error() == 0


def test_a_response_that_waits_makes_the_next_frame_a_fetch_whatever_is_sent(bench):
    bench.send("071202")
    assert bench.frame(bytes.fromhex("0000ffffffff"))[:2] == bytes((0, 4))
    assert bench.register(0x00) == 0


def test_busy_rises_with_the_first_byte_and_falls_after_nss_rises(bench):
    chip, t = bench.chip, bench.t
    chip.select(t, 0)
    assert chip.busy(t) == 0
    chip.exchange(t + 5, bytes.fromhex("0402"))
    assert chip.busy(t + 6) == 1
    chip.select(t + 10, 1)
    assert chip.busy_levels(t + 10) == [(t + 10, 1), (t + 50, 0)]
    assert chip.busy(t + 50) == 0


def test_busy_never_falls_while_nss_stays_low(bench):
    chip, t = bench.chip, bench.t
    chip.select(t, 0)
    chip.exchange(t, bytes.fromhex("0402"))
    assert chip.busy_levels(t + 10_000_000) == [(t + 10_000_000, 1)]


def test_command_and_answer_in_one_frame_give_nothing(bench):
    answer = bench.frame(bytes.fromhex("071202ffff"))
    assert answer == b"\xff" * 5
    assert bench.error() == SYNTAX


def test_a_frame_torn_by_nss_is_not_an_instruction(bench):
    bench.send("0001")
    assert bench.error() == SYNTAX
    bench.send("000001")
    assert bench.error() == SYNTAX


def test_two_instructions_in_one_frame_are_not_two_instructions(bench):
    bench.send("16001700")
    assert bench.error() == SYNTAX


def test_a_frame_during_busy_is_lost(bench):
    chip, t = bench.chip, bench.t
    chip.select(t, 0)
    chip.exchange(t, bytes.fromhex("000101000000"))
    chip.select(t + 10, 1)
    chip.select(t + 20, 0)
    chip.exchange(t + 20, bytes.fromhex("000102000000"))
    chip.select(t + 60, 1)
    bench.t = t + 100
    assert chip.lost_frames == 1
    assert bench.register(0x01) == 1


def test_busy_times_can_be_foretold_by_opcode(bench):
    chip = bench.chip
    assert chip.busy_after(0x04) == 40
    assert chip.busy_after(0xFF) == 40
    assert 1000 <= chip.busy_after(0x06) <= 5000
    assert chip.busy_table() == {0x06: chip.busy_after(0x06)}
    t = bench.t
    chip.select(t, 0)
    chip.exchange(t, bytes.fromhex("061700"))
    chip.select(t + 6, 1)
    assert chip.busy_levels(t + 6)[-1] == (t + 6 + chip.busy_after(0x06), 0)


def test_an_empty_nss_pulse_does_nothing(bench):
    bench.chip.select(bench.t, 0)
    bench.chip.select(bench.t + 1, 1)
    assert bench.chip.busy(bench.t + 1) == 0
    assert bench.error() == 0


def test_after_reset_the_chip_boots_and_raises_idle_irq(bench):
    chip = bench.chip
    bench.write(0x01, 0xFF)
    chip.reset(bench.t, 0)
    chip.reset(bench.t + 10, 1)
    assert chip.busy_levels(bench.t + 10) == [(bench.t + 10, 1), (bench.t + 2510, 0)]
    bench.t += 2510
    assert bench.irqs == IDLE_IRQ
    assert bench.register(0x01) == 0


def test_a_reset_pulse_below_ten_microseconds_does_nothing(bench):
    bench.write(0x01, 0xFF)
    bench.chip.reset(bench.t, 0)
    bench.chip.reset(bench.t + 9, 1)
    bench.t += 20
    assert bench.register(0x01) == 0xFF


def test_frames_during_boot_are_lost(bench):
    bench.chip.reset(bench.t, 0)
    bench.chip.reset(bench.t + 10, 1)
    bench.t += 100
    bench.write(0x01, 0xFF)
    bench.t += 3000
    assert bench.chip.lost_frames == 1
    assert bench.register(0x01) == 0


def test_soft_reset_by_register(bench):
    bench.write(0x01, 0xFF)
    bench.write(0x00, 1 << 8)
    bench.t += 2500
    assert bench.irqs == IDLE_IRQ
    assert bench.register(0x01) == 0


def test_eeprom_outlives_a_reset(bench):
    bench.send("06170a")
    bench.write(0x00, 1 << 8)
    bench.t += 2500
    assert bench.ask("071701", 1) == b"\x0a"


def test_xtal_time_lengthens_the_boot():
    eeprom = default_eeprom()
    eeprom[0x18:0x1A] = (500).to_bytes(2, "little")
    bench = ReaderBench(eeprom=eeprom)
    assert bench.chip.busy(2999) == 1
    assert bench.chip.busy(3000) == 0


def test_irq_pin_follows_the_enabled_bits(bench):
    bench.clear()
    assert bench.chip.irq_levels(bench.t) == [(bench.t, 0)]
    bench.write(0x01, GENERAL_ERROR)
    bench.send("15")
    assert bench.chip.irq_levels(bench.t) == [(bench.t, 1)]
    bench.clear()
    assert bench.chip.irq_levels(bench.t)[0] == (bench.t, 0)


def test_irq_pin_polarity_comes_from_the_eeprom():
    eeprom = default_eeprom()
    eeprom[0x1A] = 0
    bench = ReaderBench(eeprom=eeprom)
    bench.clear()
    assert bench.chip.irq_levels(bench.t) == [(bench.t, 1)]
    bench.write(0x01, GENERAL_ERROR)
    bench.send("15")
    assert bench.chip.irq_levels(bench.t) == [(bench.t, 0)]


def test_irq_pin_tells_a_coming_answer_in_advance(bench):
    bench.field.put_tag(0, bench.tiles[0].tags[0], 400, 420)
    bench.ready().write(0x01, 1)
    t = bench.t
    bench.send("0900260100")
    now, later = bench.chip.irq_levels(bench.t)
    assert now == (bench.t, 0)
    assert later[1] == 1
    assert 5800 < later[0] - t < 6000


def test_irqs_clear_themselves_when_read_if_the_eeprom_says_so():
    eeprom = default_eeprom()
    eeprom[0x1A] = 3
    bench = ReaderBench(eeprom=eeprom)
    assert bench.irqs & IDLE_IRQ
    assert bench.irqs == 0


def test_irqs_stay_until_cleared_otherwise(bench):
    assert bench.irqs == bench.irqs == IDLE_IRQ
    bench.write(0x03, IDLE_IRQ)
    assert bench.irqs == 0


def test_idle_irq_after_boot_can_be_turned_off_in_the_eeprom(bench):
    bench.send("061600")
    bench.write(0x00, 1 << 8)
    bench.t += 2500
    assert bench.irqs == 0
