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
        self.asked = None
        self.watched = None
        self.heard = {}  # ticks when a tile answered last
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

    def watch_racks(self, which):
        self.watched = which

    def keep_asking(self, mask):
        self.asked = mask

    def answered(self, tile, t):
        return tile in self.cloth and self.heard[tile] >= t


class Act:
    def __init__(self, t):
        self.t = t


def made():
    sensing, heard = FakeSensing(), []
    zone = Zone(sensing, RECT)
    zone.subscribe(heard.append)
    return sensing, zone, heard


def put(sensing, tile, pose, kind=events.LAID):
    sensing.cloth[tile] = pose
    sensing.heard[tile] = 10
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


def test_what_was_drawn_before_an_act_is_known_once_every_tile_has_answered_since_a_hand_could_have_drawn():
    sensing, zone, _ = made()
    put(sensing, 3, IN)
    put(sensing, 4, IN)
    assert zone.known(Act(610))
    assert not zone.known(Act(700))
    sensing.heard[3] = 690
    assert not zone.known(Act(700))
    sensing.heard[4] = 100
    assert zone.known(Act(700))
    del sensing.cloth[4]  # it does not answer: that it has been lifted is known later
    assert not zone.known(Act(700))


def test_its_tiles_are_asked_for_after_every_sweep_while_some_may_be_taken():
    sensing, zone, _ = made()
    zone.watch_racks(events.NONE)
    put(sensing, 3, IN)
    assert (sensing.asked, sensing.watched) == (0, events.NONE)
    zone.watch_racks(1)
    assert (sensing.asked, sensing.watched) == (1 << 3, 1)
    put(sensing, 4, IN)
    assert sensing.asked == 1 << 3 | 1 << 4
    sensing.tell((events.LIFTED, 20, 3))
    assert sensing.asked == 1 << 4


def test_a_deal_is_done_when_the_bazaar_holds_what_is_left_and_all_of_it_has_answered_for_two_sweeps():
    sensing, zone, _ = made()
    put(sensing, 3, IN)
    put(sensing, 4, IN)
    put(sensing, 5, IN)
    sensing.sweeps += 2
    assert not zone.holds(2)
    del sensing.cloth[5]
    sensing.tell((events.LIFTED, 20, 5))
    assert not zone.holds(2)
    sensing.sweeps += 2
    assert not zone.holds(2)  # another may be gone, too
    sensing.heard[3] = sensing.heard[4] = 21
    assert zone.holds(2)
    sensing.heard[3] = 0  # it is missed: somebody is drawing it, and it has not been lifted yet
    assert zone.holds(2)
    sensing.tell((events.LIFTED, 30, 3))
    assert not zone.holds(2)


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
