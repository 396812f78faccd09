"""A table for the referee's tests: sensing with known poses, a clock that the test moves, people's deeds by name."""

from domino_rules.tiles import SIX
from table import events
from table.referee import TableReferee, begin

CONFIG = {
    "seats": 4,
    "racks": [0, 1, 2, 3],
    "area": [800, 800],
    "game": {"game": "kozel", "preset": "graa", "language": "en"},
}


def tile(name):
    number = SIX.parse(name)
    assert number is not None, name
    return number


class FakeSensing:
    """What the referee sees of ``table.sensing``; a sweep takes 200 ms, a watched rack is read every 600 ms.

    If that is hurried it is read after the sweep.
    """

    def __init__(self):
        self.looks = 0
        self.hung = False  # no reader brings any news
        self.ready = True
        self.sweeps = 0
        self.cloth = {}
        self.racks = [set(), set(), set(), set()]
        self.confirmed = set()
        self.watched = None
        self.searched = []
        self.renewed = []
        self.read = {}
        self.hurried = self.moving = False
        self.restless = []  # tiles that are heard and do not come to rest
        self.dumb = []
        self.mute_racks = False  # no reading of a rack comes to its end

    def on_cloth(self):
        return sorted(self.cloth.items())

    @property
    def empty(self):
        return not self.cloth and not self.moving

    def rack(self, seat, surely=False):
        return sorted(self.racks[seat])

    def rack_read(self, seat):
        return self.read.get(seat)

    def unheard(self):
        return self.dumb

    def hurry_racks(self):
        self.hurried = True

    def hurry(self, looks):
        pass

    def known_since(self, looks):
        return self.looks - looks >= 2 and not self.moving and not self.restless

    def coming(self):
        return self.restless

    def confirm(self, tile):
        self.confirmed.add(tile)

    def release(self, tile):
        self.confirmed.discard(tile)

    def release_all(self):
        self.confirmed.clear()

    def watch_racks(self, which):
        self.watched = which

    def search(self, tile):
        self.searched.append(tile)

    def renew(self, tile):
        self.renewed.append(tile)


class Tabletop:
    """A referee on a table of people. Times are ms of a clock that only ``wait`` and the deeds move."""

    def __init__(self, players=4, config=None, start=True, **game):
        self.now = 1000
        self.config = dict(CONFIG)
        self.config.update(config or {})
        self.config["game"] = dict(CONFIG["game"])
        self.config["game"].update(game)
        self.config["game"]["players"] = players
        self.sensing = FakeSensing()
        self.news = []
        self.referee = self.build()
        if start:
            begin.next_match(self.referee)

    def build(self):
        self.sensing.reads = list(self.config["racks"])
        referee = TableReferee(self.config, self.sensing, lambda: self.now)
        referee.subscribe(lambda *news: self.news.append(news))
        return referee

    # The clock

    def wait(self, ms):
        until = self.now + ms
        while self.now < until:
            self.now = min(until, self.now + 100)
            if self.sensing.hung:
                self.referee.step(self.now)
                continue
            self.sensing.looks += 1
            due = self.now % (200 if self.sensing.hurried else 600) == 0
            watched = self.sensing.watched
            renewed, self.sensing.renewed = self.sensing.renewed, []
            for number in renewed:
                if number in self.sensing.cloth:
                    self.referee.on_event((events.LAID, self.now, number, self.sensing.cloth[number], None))
                elif due and watched is not None and watched >= 0 and number in self.sensing.racks[watched]:
                    self.referee.on_event((events.TO_RACK, self.now, watched, number))
                elif any(number in rack for rack in self.sensing.racks):
                    self.sensing.renewed.append(number)  # until that rack is read
            if due and watched is not None and watched >= 0 and not self.sensing.mute_racks:
                self.sensing.read[watched] = self.now
                self.sensing.hurried = False
            if watched == events.ALL and self.referee.phase == "deal":
                self.sensing.read.update(dict.fromkeys(range(4), self.now))
            self.referee.step(self.now)

    def event(self, kind, *what, ago=0):
        self.referee.on_event((kind, self.now - ago) + what)
        self.referee.step(self.now)

    # Deeds

    def deal(self, *hands):
        """Everybody takes his tiles: hands as "0-0 0-1 ...". Until the deal is a line."""
        for seat, hand in enumerate(hands):
            self.sensing.racks[seat] = {tile(name) for name in hand.split()}
        self.wait(2500)

    def lay(self, name, x, y, angle=0, source=None, ago=0):
        for rack in self.sensing.racks:
            rack.discard(tile(name))
        self.sensing.cloth[tile(name)] = (x, y, angle)
        self.event(events.LAID, tile(name), (x, y, angle), source, ago=ago)

    def put(self, *where, **source):
        """Lay a tile, and wait until the table has judged it."""
        self.lay(*where, **source)
        self.wait(500)

    def lift(self, name):
        self.sensing.cloth.pop(tile(name), None)
        self.event(events.LIFTED, tile(name))

    def to_rack(self, seat, name, ago=0):
        self.sensing.racks[seat].add(tile(name))
        self.event(events.TO_RACK, seat, tile(name), ago=ago)

    def off_rack(self, seat, name):
        self.sensing.racks[seat].discard(tile(name))
        self.event(events.OFF_RACK, seat, tile(name))

    def press(self, seat, press=events.SHORT):
        self.event(events.BUTTON, seat, press)

    def clear(self):
        """All tiles leave the cloth and the racks."""
        for number in list(self.sensing.cloth):
            self.lift(SIX.name(number))
        for rack in self.sensing.racks:
            rack.clear()
        self.wait(300)

    # What was decided

    def told(self, kind):
        """News of one kind, without the kind."""
        return [news[1:] for news in self.news if news[0] == kind]

    def lines(self):
        """The record so far in short: "play 0 1-1 L", "deal", "pass 2!false_pass" for a refused one."""
        short = []
        for _, line, outs, _ in self.told("line"):
            words = [line["type"]] + [str(line[name]) for name in ("seat", "tile", "end") if name in line]
            if line["type"] == "correct":
                to = line["to"]
                words += [str(line["ref"]), "null" if to is None else str(to.get("end", to["type"]))]
            text = " ".join(words)
            short.append(text if outs[0]["ok"] else text + "!" + outs[0]["code"])
        return short

    def stands(self):
        """The plays, draws and passes that count, corrections done."""
        told = {}
        for number, line, outs, _ in self.told("line"):
            if line["type"] == "correct" and outs[0]["ok"]:
                told.pop(line["ref"], None)
                for out in outs:
                    if out["type"] == "rejudged" and not out["ok"]:
                        told.pop(out["n"], None)
                number, line = line["ref"], line["to"]
            if line and line["type"] in ("play", "draw", "pass") and outs[0]["ok"]:
                words = [line["type"]] + [str(line[name]) for name in ("seat", "tile", "end") if name in line]
                told[number] = " ".join(words)
        return [told[number] for number in sorted(told)]

    @property
    def fouls(self):
        return [(seat, code) for seat, code, _, _ in self.told("foul")]

    @property
    def phase(self):
        return self.referee.phase


def dealt(*hands, **game):
    """A table at which everybody holds his tiles, hands as ``Tabletop.deal`` takes them: the deal is a line."""
    table = Tabletop(players=len(hands), **game)
    table.wait(300)
    table.deal(*hands)
    return table
