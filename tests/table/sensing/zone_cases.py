"""A bazaar on the cloth: what lies there is nobody's affair, what leaves it is drawn."""

from table import events
from table.sensing.zone import Zone

RECT = [600, 0, 800, 800]
IN, OUT = (700, 100, 0), (300, 300, 90)


class FakeSensing:
    def __init__(self):
        self.cloth = {}
        self.confirmed = []
        self.released = []
        self.searched = []
        self.sweeps = 5
        self.tell = None

    def subscribe(self, listener):
        self.tell = listener

    def on_cloth(self):
        return sorted(self.cloth.items())

    def confirm(self, tile):
        self.confirmed.append(tile)

    def release(self, tile):
        self.released.append(tile)

    def release_all(self):
        self.released.append("all")

    def search(self, tile):
        self.searched.append(tile)


class Act:
    looked = None


def made():
    sensing, heard = FakeSensing(), []
    zone = Zone(sensing, RECT)
    zone.subscribe(heard.append)
    return sensing, zone, heard


def put(sensing, tile, pose, kind=events.LAID):
    sensing.cloth[tile] = pose
    sensing.tell((kind, 10, tile, pose, None) if kind == events.LAID else (kind, 10, tile, pose))


def test_a_tile_that_comes_to_the_bazaar_is_made_quiet_and_is_no_play():
    sensing, zone, heard = made()
    put(sensing, 3, IN)
    put(sensing, 4, OUT)
    assert [event[0] for event in heard] == [events.OFF_RACK, events.LAID]
    assert heard[1][2] == 4
    assert sensing.confirmed == [3]
    assert zone.on_cloth() == [(4, OUT)]


def test_a_tile_that_leaves_the_bazaar_is_drawn_and_one_that_is_slid_out_is_laid_as_well():
    sensing, zone, heard = made()
    put(sensing, 3, IN)
    put(sensing, 4, IN)
    del heard[:]
    sensing.tell((events.LIFTED, 20, 3))
    put(sensing, 4, OUT, events.MOVED)
    assert heard == [(events.DRAWN, 20, 3), (events.DRAWN, 10, 4), (events.LAID, 10, 4, OUT, None)]
    assert zone.heap == 0
    sensing.tell((events.LIFTED, 30, 4))
    assert heard[-1] == (events.LIFTED, 30, 4)


def test_a_tile_that_is_slid_into_the_bazaar_is_lifted_from_the_cloth():
    sensing, zone, heard = made()
    put(sensing, 3, OUT)
    put(sensing, 3, IN, events.MOVED)
    assert [event[0] for event in heard] == [events.LAID, events.LIFTED, events.OFF_RACK]
    assert zone.heap == 1 << 3


def test_tiles_of_the_bazaar_stay_quiet_when_a_round_ends():
    sensing, zone, _ = made()
    put(sensing, 3, IN)
    zone.release_all()
    assert sensing.released == ["all"]
    assert sensing.confirmed == [3, 3]


def test_what_was_drawn_before_an_act_is_known_two_sweeps_after_every_tile_was_asked_for():
    sensing, zone, _ = made()
    put(sensing, 3, IN)
    act = Act()
    assert not zone.known(act)
    sensing.sweeps += 1
    assert not zone.known(act)
    sensing.sweeps += 1
    assert zone.known(act)
    assert sensing.searched == [3]


def test_a_deal_is_done_when_the_bazaar_holds_what_is_left():
    sensing, zone, _ = made()
    put(sensing, 3, IN)
    put(sensing, 4, IN)
    assert zone.holds(2)
    assert not zone.holds(1)
    assert sensing.searched == [3, 4]
    sensing.tell((events.LIFTED, 20, 3))
    assert zone.holds(1)


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
