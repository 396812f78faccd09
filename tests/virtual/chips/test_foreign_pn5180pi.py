"""pn5180pi 0.1.2, a driver for the Raspberry Pi, reads a tag through our PN5180."""

import pytest

pigpio = pytest.importorskip("pigpio")
sensor = pytest.importorskip("pn5180.sensor")

from tests.virtual.chips.reader_bench import ReaderBench  # noqa: E402

BUSY, RESET = 25, 7


class FakePi:
    """What the driver uses of ``pigpio.pi``: the chip select is lowered around every transfer, reads send zeros."""

    def __init__(self, bench):
        self.bench = bench
        self.bytes_out = []

    def set_mode(self, pin, mode):
        assert (pin, mode) in ((BUSY, pigpio.INPUT), (RESET, pigpio.OUTPUT))

    def write(self, pin, level):
        assert pin == RESET
        self.bench.chip.reset(self.bench.t, level)

    def read(self, pin):
        assert pin == BUSY
        return self.bench.chip.busy(self.bench.t)

    def spi_open(self, channel, baud, flags):
        assert flags == 0  # SPI mode 0, chip select active low
        return 1

    def spi_write(self, handle, data):
        self.bytes_out.append(bytes(data))
        self._transfer(bytes(data))

    def spi_read(self, handle, count):
        return count, bytearray(self._transfer(bytes(count)))

    def sleep(self, seconds):
        self.bench.t += int(seconds * 1_000_000)

    def _transfer(self, mosi):
        bench = self.bench
        bench.chip.select(bench.t, 0)
        miso = bench.chip.exchange(bench.t + 10, mosi)
        bench.t += 10 + 70 * len(mosi)  # 115200 bit/s, the driver's default
        bench.chip.select(bench.t, 1)
        return miso


@pytest.fixture
def pi(monkeypatch):
    pi = FakePi(ReaderBench())
    monkeypatch.setattr(sensor, "sleep", pi.sleep)
    return pi


def test_it_reads_the_tag_under_the_loop(pi):
    tag = pi.bench.tiles[11].tags[1]
    pi.bench.field.put_tag(0, tag, 400, 420)
    reader = sensor.ISO15693Sensor(pi)
    assert reader.read_tag() == bytes((0, tag.dsfid, *tag.uid)).hex(":")
    assert reader.read_tag() == bytes((0, tag.dsfid, *tag.uid)).hex(":")


def test_it_finds_nothing_on_an_empty_loop(pi):
    assert sensor.ISO15693Sensor(pi).read_tag() is None


def test_none_of_its_instructions_is_an_exception(pi):
    pi.bench.field.put_tag(0, pi.bench.tiles[11].tags[1], 400, 420)
    sensor.ISO15693Sensor(pi).read_tag()
    assert len(pi.bytes_out) == 14
    assert pi.bench.chip.lost_frames == 0
    assert pi.bench.error() == 0
