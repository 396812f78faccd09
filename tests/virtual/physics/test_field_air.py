"""Answers in the physical field: who is heard, who hides whom, what noise and other fields take away."""

import pytest
from domino_table import hardware
from domino_table.virtual.chips.iso15693 import well_formed, with_crc
from domino_table.virtual.field_physical import PhysicalField
from domino_table.virtual.tags import Pose, make_set

INVENTORY = with_crc(bytes.fromhex("260100"))
EVEN = {"spread": 0, "trim_error": 0, "misses": 0, "bus_uh": 0}
ROW_10 = 420


def table(**figures):
    build = hardware.load("grid40")
    build.data["field"] = build.data.get("field", {}) | EVEN | figures
    return PhysicalField(build)


def listening(field, level=3):
    port = field.port(range(40))
    field.select(0, [10])
    port.level(0, level)
    port.rf(0, True)
    return port


@pytest.fixture
def tiles():
    return make_set(1)


def ask(port, at=5000):
    return port.transmit(at, at + 1600, INVENTORY)


def repeatedly(port, count=400):
    return [ask(port, 5000 + 8000 * n) for n in range(count)]


def test_equally_strong_answers_collide(tiles):
    field = table()
    port = listening(field)
    field.put(0, tiles[0], Pose(400, ROW_10))
    assert all(heard is not None and heard.collision >= 0 for heard in repeatedly(port, 50))


def test_an_answer_that_is_much_stronger_hides_the_other_without_a_word(tiles):
    """One tag in the middle of the row, the other 25 mm off: 4.5 dB deeper each way, 9 dB in all."""
    field = table()
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    field.put_tag(0, tiles[1].tags[0], 600, ROW_10 + 26)
    near, far = (field.feed(frozenset((10,)), frozenset(range(40)), 3).by_tag[id(t.tags[0])] for t in tiles[:2])
    assert near.decibels - far.decibels > 8
    heard = repeatedly(port, 50)
    assert all(each is not None and each.collision == -1 for each in heard)
    assert {each.data[2:10] for each in heard} == {tiles[0].tags[0].uid}


def test_between_four_and_eight_decibels_it_is_a_matter_of_luck(tiles):
    field = table()
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    for off in (22.0, 23.0, 24.0, 25.0):
        field.put_tag(0, tiles[1].tags[0], 600, ROW_10 + off)
        fed = field.feed(frozenset((10,)), frozenset(range(40)), 3).by_tag
        apart = fed[id(tiles[0].tags[0])].decibels - fed[id(tiles[1].tags[0])].decibels
        if 5 < apart < 7:
            break
    assert 5 < apart < 7
    collided = sum(each.collision >= 0 for each in repeatedly(port, 100))
    assert 10 < collided < 90


def test_misses_come_as_silence_and_as_wrong_checksums(tiles):
    field = table(misses=0.2)
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    heard = repeatedly(port)
    silent = sum(each is None for each in heard)
    wrong = sum(each is not None and not well_formed(each.data) for each in heard)
    assert 15 < silent < 70
    assert 15 < wrong < 70
    assert silent + wrong < 130


def test_noise_above_an_answer_hides_it(tiles):
    field = table()
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    assert ask(port) is not None
    field.noise = 30.0
    assert ask(port, 15_000) is None


def test_the_lights_disturb_while_they_get_their_data(tiles):
    field = table(noise=0.006)  # the answer is a little above it
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    quiet = sum(each is not None and well_formed(each.data) for each in repeatedly(port, 100))
    field.shine(0, 10_000_000)
    lit = sum(each is not None and well_formed(each.data) for each in repeatedly(port, 100))
    assert quiet > 80
    assert lit < 20


def test_a_phone_on_the_table_jams_the_answers(tiles):
    field = table()
    port = listening(field)
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    port.foreign_field = True
    assert sum(each is not None and well_formed(each.data) for each in repeatedly(port, 50)) == 0


def test_the_other_reader_disturbs_while_it_talks_and_only_where_its_loop_is_near(tiles):
    field = table()
    port, racks = listening(field), field.port(range(40, 44))
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10)
    field.select(0, [10, 40])
    racks.rf(0, True)
    assert racks.interference(6600, port) == 0
    racks.transmit(6000, 9000, INVENTORY)
    far = racks.interference(6600, port)
    field.select(0, [19, 40])
    assert racks.interference(6600, port) > 3 * far > 0
    racks.rf(10_000, False)
    assert racks.interference(6600, port) == 0


def test_a_tag_that_wakes_late_does_not_hear_an_early_request(tiles):
    field = table()
    port = field.port(range(40))
    field.put_tag(0, tiles[0].tags[0], 200, ROW_10 + 20)
    field.select(0, [10])
    port.level(0, 5)
    port.rf(1000, True)
    assert ask(port, 1600) is None
    assert ask(port, 2500) is not None


def test_the_same_seed_hears_the_same(tiles):
    def run():
        field = table(misses=0.3)
        port = listening(field)
        field.put_tag(0, make_set(1)[0].tags[0], 200, ROW_10)
        return [each and each.data for each in repeatedly(port, 60)]

    assert run() == run()
