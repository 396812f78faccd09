"""pn5180-tagomatic 0.0.3, whose driver speaks to an Arduino by RPC, works on our PN5180 and its tags."""

import pytest

tagomatic = pytest.importorskip("pn5180_tagomatic")

from domino_table.virtual.tags import block_zero  # noqa: E402
from pn5180_tagomatic import proxy  # noqa: E402

from tests.virtual.chips.reader_bench import ReaderBench  # noqa: E402

RPC_US = 8000
"""One call over the serial line. Its inventory waits for nothing else, so it needs more than the 6 ms of an answer."""


class FakeInterface:
    """``simple_rpc.Interface`` to a sketch that turns each call into PN5180 frames."""

    bench: ReaderBench

    def __init__(self, tty):
        self.bench = FakeInterface.bench

    def _frame(self, code, *payload):
        self.bench.frame(bytes((code, *payload)))
        self.bench.t += RPC_US
        return 0

    def _answer(self, count, code, *payload):
        self.bench.frame(bytes((code, *payload)))
        data = self.bench.frame(b"\xff" * count)
        self.bench.t += RPC_US
        return data

    def reset(self):
        self.bench.chip.reset(self.bench.t, 0)
        self.bench.chip.reset(self.bench.t + 100, 1)
        self.bench.t += RPC_US

    def write_register(self, address, value):
        return self._frame(0, address, *value.to_bytes(4, "little"))

    def write_register_or_mask(self, address, value):
        return self._frame(1, address, *value.to_bytes(4, "little"))

    def write_register_and_mask(self, address, value):
        return self._frame(2, address, *value.to_bytes(4, "little"))

    def write_register_multiple(self, elements):
        return self._frame(3, *(b for a, op, v in elements for b in (a, op, *v.to_bytes(4, "little"))))

    def read_register(self, address):
        return 0, int.from_bytes(self._answer(4, 4, address), "little")

    def read_register_multiple(self, addresses):
        data = self._answer(4 * len(addresses), 5, *addresses)
        return 0, [int.from_bytes(data[i : i + 4], "little") for i in range(0, len(data), 4)]

    def write_eeprom(self, address, values):
        return self._frame(6, address, *values)

    def read_eeprom(self, address, count):
        return 0, list(self._answer(count, 7, address, count))

    def send_data(self, bits, values):
        return self._frame(9, bits, *values)

    def read_data(self, count):
        return 0, list(self._answer(count, 0x0A, 0))

    def load_rf_config(self, tx, rx):
        return self._frame(0x11, tx, rx)

    def rf_on(self, flags):
        return self._frame(0x16, flags)

    def rf_off(self):
        return self._frame(0x17, 0)

    def wait_for_irq(self, timeout_ms):
        levels = self.bench.chip.irq_levels(self.bench.t)
        at, level = levels[-1]
        if not level or at > self.bench.t + timeout_ms * 1000:
            self.bench.t += timeout_ms * 1000
            return False
        self.bench.t = max(self.bench.t, at)
        return True

    def close(self):
        pass


@pytest.fixture
def reader(monkeypatch):
    FakeInterface.bench = ReaderBench()
    monkeypatch.setattr(proxy, "Interface", FakeInterface)
    reader = tagomatic.PN5180("/dev/none")
    reader.ll.reset()
    return reader


def lay(*tags):
    for n, tag in enumerate(tags):
        FakeInterface.bench.field.put_tag(0, tag, 400 + 10 * n, 420)


def test_it_reads_the_firmware_version(reader):
    assert reader.ll.read_eeprom(0x12, 2) == bytes((0, 4))


def test_it_writes_eeprom_and_registers(reader):
    reader.ll.write_eeprom(0x34, b"\x12\x34")
    assert reader.ll.read_eeprom(0x34, 2) == b"\x12\x34"
    reader.ll.write_register_multiple([(0x18, 1, 0xFF), (0x18, 3, 0xF0), (0x18, 2, 1)])
    assert reader.ll.read_register_multiple([0x18, 0x19]) == [0xF1, 0]


def test_its_inventory_of_16_slots_finds_every_tag_that_is_alone_in_its_slot(reader):
    tags = [tag for tile in FakeInterface.bench.tiles for tag in tile.tags]
    alone = {tag.uid[0] & 15: tag for tag in tags}
    lay(*alone.values())
    with reader.start_session(0x0D, 0x8D) as session:
        found = session.iso15693_inventory()
    assert len(found) > 8
    assert found == [alone[slot].uid[::-1] for slot in sorted(alone)]
    assert FakeInterface.bench.error() == 0


def test_it_selects_a_tag_and_reads_and_writes_its_memory(reader):
    tag = FakeInterface.bench.tiles[20].tags[1]
    lay(tag, FakeInterface.bench.tiles[0].tags[0])
    with reader.start_session(0x0D, 0x8D) as session:
        card = session.connect_iso15693(tag.uid[::-1])
    assert card.uid == tag.uid[::-1]
    with reader.start_session(0x0D, 0x8D) as session:
        reader.ll.turn_on_crc()
        reader.ll.change_mode_to_transceiver()
        answer = reader.ll.send_and_receive_15693(0x20, b"\0", uid=tag.uid[::-1])
    assert answer == b"\0" + block_zero(20, 1)


def test_without_a_tag_it_times_out(reader):
    with reader.start_session(0x0D, 0x8D) as session, pytest.raises(TimeoutError):
        session.connect_iso15693(bytes.fromhex("e004011112345678"))
