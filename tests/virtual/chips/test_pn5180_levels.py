"""The drive level: what the host writes to DPC_CONFIG, what puts it back, and what AGC tells of the antenna."""

import pytest

from tests.virtual.chips.reader_bench import ReaderBench

DPC_CONFIG, RF_STATUS = 0x27, 0x1D
CODES = (0b001, 0b011, 0b101, 0b111, 0b000, 0b010, 0b100, 0b110)
DECIBELS = (0, -0.2, -0.7, -1.7, -4.2, -4.9, -5.8, -7.7)


@pytest.fixture
def bench():
    return ReaderBench().ready()


def agc(bench):
    return bench.register(RF_STATUS) & 0x3FF


@pytest.mark.parametrize("level", range(8))
def test_each_level_has_its_code_and_its_voltage(bench, level):
    full = agc(bench)
    bench.write(DPC_CONFIG, bench.register(DPC_CONFIG) & ~0xF | CODES[level])
    assert agc(bench) / full == pytest.approx(10 ** (DECIBELS[level] / 20), abs=0.01)


def test_the_amplitude_counts_for_nothing_while_the_maximum_is_asked_for(bench):
    full = agc(bench)
    bench.write(DPC_CONFIG, 0b1110)
    assert agc(bench) == full


@pytest.mark.parametrize("command", ["110dff", "00000001", "110d8d"])
def test_a_new_configuration_or_a_reset_puts_the_level_back(bench, command):
    full, default = agc(bench), bench.register(DPC_CONFIG)
    bench.write(DPC_CONFIG, default & ~0xF | CODES[7])
    assert agc(bench) < full
    if command.startswith("00"):
        bench.write(0x00, 0x100)
        bench.t += 3000
        bench.ready()
    else:
        bench.send(command)
    assert (bench.register(DPC_CONFIG), agc(bench)) == (default, full)


def test_a_receiver_configuration_alone_leaves_it(bench):
    bench.write(DPC_CONFIG, CODES[5])
    low = agc(bench)
    bench.send("11ff8d")
    assert agc(bench) == low


def test_an_antenna_of_nothing_is_told_from_a_loop(bench):
    loaded = agc(bench)
    bench.field.select(bench.t, [])
    assert agc(bench) > 1.5 * loaded


def test_without_a_field_there_is_nothing_to_measure(bench):
    bench.send("1700")
    assert agc(bench) == 0
