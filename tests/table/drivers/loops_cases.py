"""The selector's chain of shift registers; run on both interpreters."""

from table.drivers.loops import Loops


class Chain:
    """Seven TPIC6B595 in a row on a bus that others use too."""

    def __init__(self):
        self.shifted = bytes(7)
        self.latched = bytes(7)
        self.enabled = False

    def write(self, data):
        self.shifted = (self.shifted + bytes(data))[-7:]

    def latch(self, level):
        if level:
            self.latched = self.shifted

    def enable(self, level):
        self.enabled = not level

    def on(self):
        """Outputs that conduct: the byte sent first has gone to the last chip."""
        return [n for n in range(56) if self.latched[6 - n // 8] >> (n % 8) & 1]


def chain(outputs, chips=7):
    parts = Chain()
    return parts, Loops(parts, parts.latch, parts.enable, {"chips": chips, "outputs": outputs, "settle_us": 100})


def test_one_loop_conducts_at_a_time():
    parts, loops = chain([[0, 40], [39, 44], [45]])
    assert parts.enabled
    assert parts.on() == []
    loops.select(0)
    assert parts.on() == [0, 40]
    loops.select(1)
    assert parts.on() == [39, 44]
    loops.select(2)
    assert parts.on() == [45]
    loops.off()
    assert parts.on() == []


def test_foreign_bytes_on_the_bus_switch_nothing():
    parts, loops = chain([[7, 41]])
    loops.select(0)
    parts.write(b"\xff" * 20)
    assert parts.on() == [7, 41]


def test_a_build_with_one_loop_needs_no_selector():
    parts, loops = chain([[]], 0)
    loops.select(0)
    loops.off()
    assert not parts.enabled


WITHOUT_DIRECTORY = [name for name in dir() if name.startswith("test_")]
