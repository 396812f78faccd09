"""TPIC6B595 and 74HC165 against their datasheets."""

import pytest
from domino_table.virtual.chips.hc165 import ShiftRegister
from domino_table.virtual.chips.tpic6b595 import Chain


@pytest.fixture
def chain():
    chain = Chain(7)
    chain.enable(0, 0)
    return chain


def strobe(chain):
    chain.latch(1, 1)
    chain.latch(2, 0)


def test_the_last_byte_sent_stays_in_the_nearest_chip(chain):
    chain.exchange(0, bytes((0, 2, 0, 0, 0, 0, 1)))
    strobe(chain)
    assert chain.outputs == 1 << 0 | 1 << 41


def test_the_first_bit_reaches_the_last_output(chain):
    chain.exchange(0, bytes((0x80, 0, 0, 0, 0, 0, 0)))
    strobe(chain)
    assert chain.outputs == 1 << 55


def test_outputs_change_only_when_rck_rises(chain):
    chain.exchange(0, b"\xff" * 7)
    assert chain.outputs == 0
    chain.latch(1, 1)
    assert chain.outputs == (1 << 56) - 1
    chain.exchange(2, bytes(7))
    chain.latch(3, 1)
    chain.latch(4, 0)
    assert chain.outputs == (1 << 56) - 1


def test_what_is_shifted_beyond_the_last_chip_is_lost(chain):
    chain.exchange(0, b"\xff" + bytes(7))
    strobe(chain)
    assert chain.outputs == 0


def test_a_split_transfer_is_one_transfer(chain):
    chain.exchange(0, b"\x80\0\0")
    chain.exchange(1, bytes(4))
    strobe(chain)
    assert chain.outputs == 1 << 55


def test_enable_high_turns_all_off_and_forgets_nothing(chain):
    chain.exchange(0, b"\x01")
    strobe(chain)
    chain.enable(5, 1)
    assert chain.outputs == 0
    chain.enable(6, 0)
    assert chain.outputs == 1


def test_outputs_are_off_until_enabled():
    chain = Chain(1)
    chain.exchange(0, b"\xff")
    strobe(chain)
    assert chain.outputs == 0


def test_clear_empties_the_shift_register_only(chain):
    chain.exchange(0, b"\x01")
    strobe(chain)
    chain.clear(3, 0)
    chain.exchange(4, b"\xff")
    chain.clear(5, 1)
    assert chain.outputs == 1
    strobe(chain)
    assert chain.outputs == 0


def test_stuck_outputs(chain):
    chain.stuck_on, chain.stuck_off = 1 << 9, 1
    chain.exchange(0, b"\x03")
    strobe(chain)
    assert chain.outputs == 1 << 9 | 1 << 1


def test_keys_are_loaded_and_shifted_out_from_bit_7():
    register = ShiftRegister()
    register.press(0)
    register.press(6)
    register.load(0, 0)
    register.load(1, 1)
    register.release(0)
    assert register.exchange(2, b"\0\0") == bytes((0b10111110, 0))


def test_without_a_load_the_keys_are_not_seen():
    register = ShiftRegister(serial_in=1)
    register.load(0, 0)
    register.load(1, 1)
    register.press(3)
    assert register.exchange(2, b"\0") == b"\xff"
    assert register.exchange(3, b"\0") == b"\xff"
    register.load(4, 0)
    register.load(5, 1)
    assert register.exchange(6, b"\0") == b"\xf7"


def test_while_load_is_low_the_output_shows_input_7():
    register = ShiftRegister()
    register.load(0, 0)
    assert register.exchange(1, b"\0\0") == b"\xff\xff"
    register.press(7)
    assert register.exchange(2, b"\0") == b"\0"


def test_other_traffic_on_the_bus_shifts_the_keys_away():
    register = ShiftRegister()
    register.load(0, 0)
    register.load(1, 1)
    register.exchange(2, b"\x55")
    assert register.exchange(3, b"\0") == b"\0"
