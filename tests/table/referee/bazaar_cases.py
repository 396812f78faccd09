"""A bazaar on the cloth and no racks: when the deal is done, who has drawn, and what a start in between may hide."""

from domino_rules.tiles import SIX
from table import events
from table.referee import begin
from tabletop import Tabletop, tile

STOCK = "0-0 0-1 0-2 0-3 0-4 0-5 0-6 1-1 1-2 1-3 1-4 1-5 1-6 2-2"
LEFT = sum([1 << tile(name) for name in STOCK.split()])


class Bazaar(Tabletop):
    """A Tabletop whose sensing has a heap, as table.sensing.zone has."""

    def build(self):
        self.sensing.heap, self.sensing.dealt = (1 << 28) - 1, 0
        self.sensing.known = lambda act: True
        self.sensing.holds = lambda number: bin(self.sensing.heap).count("1") == number
        return Tabletop.build(self)

    def take(self, name, told=True):
        """Somebody takes a tile of the bazaar; not told: while the table is dark."""
        self.sensing.heap &= ~(1 << tile(name))
        if told:
            self.event(events.DRAWN, tile(name))

    def put_back(self, name):
        self.sensing.heap |= 1 << tile(name)
        self.event(events.OFF_RACK, None, tile(name))


def made(game="telefon", preset="telefon_az", start=True):
    table = Bazaar(players=2, config={"racks": []}, start=start, game=game, preset=preset)
    table.wait(300)
    return table


def dealt(**game):
    table = made(**game)
    for number in range(28):
        if not LEFT >> number & 1:
            table.take(SIX.name(number))
    table.wait(300)
    return table


def opened():
    """Seat 0 has opened with the 6-6; seat 1 is on turn."""
    table = dealt()
    table.event(events.BUTTON, 0, events.SHORT)
    table.lay("6-6", 300, 400, 90)
    table.wait(2500)
    if table.referee.acts.question:
        table.press(0)
    assert table.referee.record.turn == 1
    return table


def again(table):
    """Another table after a start, with the cloth and the record of this one, that has not looked yet."""
    after = made(start=False)
    after.sensing.cloth, after.sensing.heap = dict(table.sensing.cloth), table.sensing.heap
    after.now = table.now + 7000
    after.sensing.ready = False
    lines, notes = [line for _, line, _, _ in table.told("line")], {"bazaar": table.told("bazaar")[-1][0]}
    begin.resume(after.referee, iter(lines), dict(table.told("moved")), notes)
    return after


def looked(table, sweeps):
    table.sensing.ready, table.sensing.sweeps = True, sweeps
    table.wait(600)
    return table


def test_the_light_of_who_opens_waits_until_the_bazaar_holds_what_is_left():
    table = made("domino_tennis", None)
    table.referee.record.match.opener = 1
    table.wait(300)
    assert table.phase == "deal"
    assert table.told("turn") in ([], [(None,)])
    for number in range(28):
        if not LEFT >> number & 1:
            table.take(SIX.name(number))
    table.wait(300)
    assert table.told("turn")[-1] == (1,)
    assert table.lines() == ["match"]


def test_who_serves_and_draws_a_tile_first_tells_of_the_deal():
    table = dealt(game="domino_tennis", preset=None)
    table.referee.record.match.opener = 1
    table.wait(300)
    table.take("0-3")
    table.wait(300)
    assert table.lines() == ["match", "deal", "draw 1 0-3"]
    assert table.told("bazaar") == [(LEFT,)]


def test_who_is_known_to_serve_and_presses_while_no_light_is_lit_yet_tells_of_the_deal_and_passes_nothing():
    table = made(game="domino_tennis", preset=None)
    table.referee.record.match.opener = 1
    table.wait(300)
    table.sensing.heap = LEFT  # the last tile of the bazaar has been heard just now
    table.press(1)
    table.wait(300)
    assert table.lines() == ["match", "deal"]
    assert table.fouls == []
    table.press(1)
    assert table.fouls == [(1, "false_pass")]


def test_a_tile_drawn_in_the_dark_is_drawn_once_all_of_the_bazaar_must_have_been_heard():
    after = again(opened())
    after.take("0-1", told=False)
    looked(after, 5)
    assert (after.phase, after.lines()) == ("resume", [])
    looked(after, 6)
    assert (after.phase, after.lines()) == ("play", ["draw 1 0-1"])


def test_a_tile_drawn_and_laid_in_the_dark_is_both():
    after = again(opened())
    after.take("0-6", told=False)
    after.sensing.cloth[tile("0-6")] = (342, 400, 180)
    looked(after, 6)
    after.wait(2500)
    assert [line.rsplit(" ", 1)[0] if line[0] == "p" else line for line in after.lines()] == [
        "draw 1 0-6",
        "play 1 0-6",
    ]


def test_what_is_in_the_record_is_not_drawn_again():
    table = opened()
    table.take("0-1")
    table.wait(300)
    assert table.lines()[-1] == "draw 1 0-1"
    after = looked(again(table), 3)
    assert (after.phase, after.lines()) == ("play", [])


def test_a_draw_that_was_refused_stays_refused_after_a_start():
    table = opened()
    table.take("0-6")
    table.wait(300)
    table.take("0-1")
    table.wait(300)
    assert table.lines()[-1] == "draw 1 0-1!false_draw"
    after = looked(again(table), 3)
    assert (after.phase, after.lines()) == ("play", [])
    assert list(after.referee.refused) == [tile("0-1")]
    after.put_back("0-1")
    assert not after.referee.refused


def test_a_bazaar_that_was_taken_away_in_the_dark_was_drawn_by_nobody():
    after = again(opened())
    for name in STOCK.split()[:6]:
        after.take(name, told=False)
    looked(after, 6)
    assert (after.phase, after.lines()) == ("play", [])


def test_a_hand_that_is_being_shown_when_the_table_starts_again_is_no_play():
    after = again(opened())
    after.referee.record.match.ending, after.referee.record.match.turn = "exit", None
    for count, name in enumerate(("2-6", "3-6", "4-6", "5-6")):
        after.sensing.cloth[tile(name)] = (200 + 32 * count, 760, 90)
    looked(after, 6)
    assert (after.phase, after.lines(), after.told("question")) == ("reveal", [], [])


WITHOUT_DIRECTORY = [name for name in globals() if name.startswith("test_")]
