"""What the vectors are written with; runs on CPython and on MicroPython.

``LOG`` collects every output line as canonical text: the transcript that both interpreters must agree on.
"""

from domino_rules import record
from domino_rules.referee import Referee

LOG = []


def tiles(text):
    """``"12 36"`` -> ["1-2", "3-6"]."""
    return ["%s-%s" % (word[0], word[1]) for word in text.split()]


class Table(Referee):
    """A referee that writes down what it says."""

    def __init__(self, game, seats, preset=None, **more):
        super().__init__()
        line = {"type": "match", "v": 1, "game": game, "seats": ["A", "B", "C", "D", "E", "F", "G", "H"][:seats]}
        if preset:
            line["preset"] = preset
        line.update(more)
        self.opening_line = self.say(line)

    def say(self, line):
        """Feed a line (dict or text) and log the answer."""
        out = self.feed_text(line) if type(line) is str else self.feed(line)
        for answer in out:
            LOG.append(record.text(answer))
        return out

    def ok(self, kind, seat=None, tile=None, end=None, **more):
        """Feed a line that must be accepted; returns the derived lines."""
        out = self.say(make(kind, seat, tile, end, more))
        assert out[0]["ok"], out[0]
        return out[1:]

    def refused(self, code, kind, seat=None, tile=None, end=None, **more):
        """Feed a line that must be refused with a code; returns the verdict."""
        out = self.say(make(kind, seat, tile, end, more))
        assert out[0].get("code") == code, out[0]
        return out[0]

    def deal(self, *hands, **more):
        """Deal hands written as ``"12 36"``, or counts."""
        return self.ok("deal", hands=[h if type(h) is int else tiles(h) for h in hands], **more)

    def chain(self, seat, text, end="R"):
        """Tiles laid one after another by the seats in turn; returns what followed from the last."""
        seats = len(self.state()["seats"])
        out = []
        for word in text.split():
            first = not self.state()["ends"]
            out = self.ok("play", seat, "%s-%s" % (word[0], word[1]), None if first else end)
            seat = (seat + 1) % seats
        return out

    def fish(self, points, fisherman=0, **more):
        """A fish that a scorekeeper writes down."""
        return self.ok("result", reason="fish", fisherman=fisherman, points=points, **more)

    def exit(self, points, **more):
        """An exit that a scorekeeper writes down: the seat with 0 points went out."""
        by = more.pop("by") if "by" in more else points.index(0)
        return self.ok("result", reason="exit", by=by, points=points, **more)

    def accounts(self):
        """Accounts in short: ``+n`` remembered, ``n`` opened, as texts."""
        out = []
        for account in self.state()["accounts"]:
            if "opened" not in account:
                out.append(str(account.get("score", account.get("generals"))))
            else:
                out.append(str(account["score"]) if account["opened"] else "+%d" % account["remembered"])
        return out


def make(kind, seat, tile, end, more):
    """An input line."""
    line = {"type": kind}
    if seat is not None:
        line["seat"] = seat
    if tile is not None:
        line["tile"] = tile if "-" in tile or len(tile) != 2 else "%s-%s" % (tile[0], tile[1])
    if end is not None:
        line["end"] = end
    line.update(more)
    return line


def remembered(*points):
    """Starting accounts that nobody has opened."""
    return [{"opened": False, "score": 0, "remembered": p} for p in points]


def opened(*points):
    """Starting accounts that are open."""
    return [{"opened": True, "score": p, "remembered": 0} for p in points]
