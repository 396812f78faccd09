"""Every instruction 00 to 17, and every rule of theirs broken on purpose."""

import pytest

from tests.virtual.chips.reader_bench import (
    IDLE_IRQ,
    PARAMETER,
    RF_ACTIVE_ERROR,
    RFOFF,
    RFON,
    SEMANTIC,
    SYNTAX,
    ReaderBench,
)


@pytest.fixture
def bench():
    bench = ReaderBench()
    bench.clear()
    return bench


def test_write_or_and_a_register(bench):
    bench.send("0018785634 12".replace(" ", ""))
    assert bench.register(0x18) == 0x12345678
    bench.send("011801000080")
    assert bench.register(0x18) == 0x92345679
    bench.send("0218ff00ff0f")
    assert bench.register(0x18) == 0x02340079


def test_write_multiple_does_all_three_actions(bench):
    bench.send("03" + "180100040000" + "1802c0030000" + "18033ffbffff")
    assert bench.register(0x18) == 0x300
    assert bench.error() == 0


def test_write_multiple_keeps_what_came_before_the_bad_entry(bench):
    bench.send("03" + "180111000000" + "180400000000" + "180122000000")
    assert bench.error() == PARAMETER
    assert bench.register(0x18) == 0x11


def test_write_multiple_takes_42_entries_and_no_more(bench):
    bench.send("03" + "180101000000" * 42)
    assert bench.error() == 0
    bench.send("03" + "180102000000" * 43)
    assert bench.error() == SYNTAX
    assert bench.register(0x18) == 1
    bench.send("03" + "1801010000")
    assert bench.error() == SYNTAX


def test_read_multiple_takes_18_addresses_and_no_more(bench):
    bench.write(0x18, 0x01020304)
    assert bench.ask("051819", 8) == bytes.fromhex("0403020100000000")
    assert len(bench.ask("05" + "18" * 18, 72)) == 72
    assert bench.error() == 0
    bench.send("05" + "18" * 19)
    assert bench.error() == SYNTAX


@pytest.mark.parametrize("address", ["06", "2a", "38", "3a", "ff"])
def test_registers_that_do_not_exist(bench, address):
    bench.send("00" + address + "00000000")
    assert bench.error() == PARAMETER
    bench.send("04" + address)
    assert bench.error() == PARAMETER


@pytest.mark.parametrize("address", [0x02, 0x13, 0x1D, 0x24])
def test_status_registers_cannot_be_written(bench, address):
    before = bench.register(address)
    bench.write(address, 0xFFFFFFFF)
    assert bench.register(address) == before
    assert bench.error() == 0


def test_a_bad_instruction_leaves_no_answer_and_does_not_eat_the_next_frame(bench):
    assert bench.ask("04ff", 4) == b"\xff" * 4
    bench.send("04ff")
    bench.write(0x18, 5)
    assert bench.register(0x18) == 5


def test_the_causes_are_told_apart(bench):
    bench.send("04")
    assert bench.error() == SYNTAX
    bench.send("04ff")
    assert bench.error() == PARAMETER
    bench.send("0900260100")
    assert bench.error() == SEMANTIC


def test_eeprom_write_and_read(bench):
    bench.send("0634" + "0102030405")
    assert bench.ask("073405", 5) == bytes((1, 2, 3, 4, 5))


def test_eeprom_ends_at_254(bench):
    bench.send("06fe55")
    assert bench.error() == 0
    assert bench.ask("07fe01", 1) == b"\x55"
    bench.send("06fe5566")
    assert bench.error() == PARAMETER
    bench.send("07fe02")
    assert bench.error() == PARAMETER
    bench.send("07ff01")
    assert bench.error() == PARAMETER


def test_identity_and_versions_cannot_be_written(bench):
    bench.send("06120909")
    assert bench.error() == PARAMETER
    assert bench.ask("071202", 2) == bytes((0, 4))


def test_die_identifier_has_16_bytes(bench):
    assert bench.ask("070010", 16) == bytes(range(16))


TOO_SHORT_OR_LONG = ["07", "0712", "06", "0617", "110d", "110d8d00", "16", "17", "0b", "0a", "13", "0c01"]


@pytest.mark.parametrize("frame", TOO_SHORT_OR_LONG)
def test_instructions_too_short_or_too_long(bench, frame):
    bench.send(frame)
    assert bench.error() == SYNTAX


@pytest.mark.parametrize("frame", ["15", "1500", "1a00", "7f", "fe"])
def test_unknown_instructions(bench, frame):
    bench.send(frame)
    assert bench.error() == SYNTAX


def test_send_data_takes_260_bytes_and_no_more(bench):
    bench.ready()
    bench.send("0900" + "00" * 261)
    assert bench.error() == SYNTAX
    bench.send("0900" + "00" * 260)
    assert bench.error() == 0


def test_write_data_takes_260_bytes_and_no_more(bench):
    bench.send("08" + "00" * 261)
    assert bench.error() == SYNTAX
    bench.send("08" + "00" * 260)
    assert bench.error() == 0


def test_write_data_must_not_disturb_a_transmission(bench):
    bench.ready()
    bench.send("0900" + "00" * 100)
    bench.send("0800")
    assert bench.error() == SEMANTIC


def test_send_data_knows_at_most_seven_valid_bits(bench):
    bench.ready().send("0908260100")
    assert bench.error() == PARAMETER


@pytest.mark.parametrize(("frame", "cause"), [("111d8d", PARAMETER), ("110d7f", PARAMETER), ("110d9d", PARAMETER)])
def test_rf_configurations_out_of_range(bench, frame, cause):
    bench.send(frame)
    assert bench.error() == cause


@pytest.mark.parametrize("frame", ["110d8d", "111c9c", "110080", "11ff8e", "110dff", "11ffff"])
def test_rf_configurations_in_range(bench, frame):
    bench.send(frame)
    assert bench.error() == 0


def test_rf_configuration_fills_registers_and_can_be_changed(bench):
    bench.send("110d8d")
    assert bench.register(0x18) & 0x400
    assert bench.register(0x12) & bench.register(0x19) & 1
    size = bench.ask("130d", 1)[0]
    entries = bench.ask("140d", 5 * size)
    assert 0x18 in entries[::5]
    bench.send("12" + "0d18" + "78560000")
    bench.send("110dff")
    assert bench.register(0x18) == 0x5678
    bench.send("12" + "7018" + "78560000")
    assert bench.error() == PARAMETER
    bench.send("1370")
    assert bench.error() == PARAMETER
    bench.send("1470")
    assert bench.error() == PARAMETER
    bench.send("12" + "0d1801000000" * 43)
    assert bench.error() == SYNTAX


def test_field_on_and_off_report_themselves(bench):
    bench.send("1600")
    assert not bench.register(0x1D) >> 17 & 1
    bench.t += 1000
    assert bench.irqs == RFON
    assert bench.register(0x1D) >> 17 & 1
    assert bench.register(0x1D) & 0x3FF
    bench.clear()
    bench.send("1700")
    bench.t += 100
    assert bench.irqs == RFOFF
    assert not bench.register(0x1D) >> 17 & 1
    bench.send("1604")
    assert bench.error() == PARAMETER


def test_a_foreign_field_keeps_the_own_one_off(bench):
    bench.port.foreign_field = True
    bench.send("1600")
    bench.t += 1000
    assert bench.irqs == RF_ACTIVE_ERROR
    assert bench.register(0x1D) >> 13 & 7 == 1
    assert not bench.register(0x1D) >> 17 & 1


def test_without_collision_avoidance_the_field_comes_on_at_once(bench):
    bench.port.foreign_field = True
    bench.send("1601")
    assert bench.irqs == RFON
    assert bench.register(0x1D) >> 17 & 1


@pytest.mark.parametrize("frame", ["0b00000000", "0b010000", "0b020000"])
def test_other_modes_are_left_by_reset_only(bench, frame):
    bench.send(frame)
    bench.write(0x18, 1)
    assert bench.ask("071202", 2) == b"\xff\xff"
    bench.chip.reset(bench.t, 0)
    bench.chip.reset(bench.t + 20, 1)
    bench.t += 3000
    assert bench.ask("071202", 2) == bytes((0, 4))


@pytest.mark.parametrize(("frame", "cause"), [("0b03000000", PARAMETER), ("0b0000", SYNTAX), ("0b01", SYNTAX)])
def test_modes_that_do_not_exist(bench, frame, cause):
    bench.send(frame)
    assert bench.error() == cause


def test_mifare_and_epc_find_no_card(bench):
    assert bench.ask("0c" + "ffffffffffff" + "60" + "04" + "01020304", 1) == b"\x02"
    bench.send("0c" + "ffffffffffff" + "62" + "04" + "01020304")
    assert bench.error() == PARAMETER
    bench.send("0d" + "00" * 6)
    assert bench.irqs & IDLE_IRQ
    bench.send("0e00")
    assert bench.ask("0f00", 2) == b"\0\0"
    assert len(bench.ask("1000", 1)) == 1
    assert bench.error() == 0
