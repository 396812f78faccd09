"""Acts of kolbasa: rows in the racks whose order nobody knows, tiles turned up, and the cut across two lines.

Loaded only for kolbasa. Who is on turn takes the last tile of his row, turns it up and lays it on the cloth: where it
fits, or anywhere before him if it fits nowhere; then it goes back to the left of the row. Racks tell which tiles a row
has, not in which order: the deal is a number of tiles, and what was never turned up is told when the round is over.
"""

from table.once import seldom
from table.referee.acts import PLAY, Acts
from table.referee.chain import ASK, LOOSE, Chain, distance, half_centre
from table.referee.chain import PLAY as LIES

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# mm. From a tile's centre to the next one's in a line; from the end of a line, the middle of its last half, to the
# centre of a tile around its corner; from the first tile's centre to those of the tiles beside it; of each line from
# the middle between them.
_ON = const(56)
_HALF = const(14)
_CORNER = const(42)
_BESIDE = const(42)
_ASIDE = const(20)
_TURNED = const(20)  # mm that a tile is thought to be farther off if it lies the wrong way round, and if across
_ACROSS = const(10)
_NEAR = const(70)  # mm: farther away than that from where it should be a tile lies nowhere
_FAVOUR = const(44)  # mm by which another end must be nearer than the legal one to be meant against the rules
_CLEAR = const(28)  # mm by which one legal place must be nearer than another to be meant


class RowActs(Acts):
    """As ``Acts``.

    Attributes:
        home: {tile: seat} of the rows as they were dealt and as tiles moved between them.
    """

    home = {}
    _shown = None  # the tile that was turned up in vain, as long as it lies on the cloth

    def add(self, t, kind, seat, tile=None, pose=None):
        if tile is None or tile != self._shown:
            Acts.add(self, t, kind, seat, tile, pose)

    def drop(self, tile):
        if tile == self._shown:
            self._shown = None
        return Acts.drop(self, tile)

    @seldom
    def dealt(self, racks):
        """The rows are complete: per seat its tiles."""
        self.home = {tile: seat for seat in range(len(racks)) for tile in racks[seat]}

    def _seat_of(self, act):
        return self.home.get(act.tile, act.seat) if act.kind == PLAY else act.seat

    def _judge_play(self, act, age, overdue):
        match, seat = self._record.match, self._seat_of(act)
        if seat is None and not self._racks:
            seat = match.turn
        mine = seat is not None and seat == match.turn
        if self._fits(act.tile) or seat is None or not (mine or match.turn is None):
            return Acts._judge_play(self, act, age, overdue)
        act.seat = seat
        self._give(act, seat, {"type": "turn_up", "seat": seat, "tile": self._record.tiles.name(act.tile)})
        if self._record.verdict["ok"]:
            self._shown = act.tile
            if self._racks and match.params["miss_goes_to"] != "own_left":
                self.home[act.tile] = 1 - seat
        return True

    def _fits(self, tile):
        match = self._record.match
        if not match.layout.count:
            return match.params["start"] == "any" or match.tiles.doubles >> tile & 1
        return match.layout.fit >> tile & 1

    def _ends(self, seat):
        """As ``Acts._ends``; and note from which tile each line comes to its tip."""
        ends = Acts._ends(self, seat)
        state = self._record.match.layout.state()
        self._chain.before = {}
        for name, _, _ in ends:
            line = [state["first"]] + state["arms"][name]["tiles"]
            self._chain.before[name] = self._record.tiles.parse(line[-2]) if len(line) > 1 else None
        return ends

    def _place(self, act, seat, age):
        layout = self._record.match.layout
        self._chain.cut = bool(layout.count and layout.cuts(act.tile))
        return Acts._place(self, act, seat, age)

    def _give(self, act, seat, line):
        Acts._give(self, act, seat, line)
        match = self._record.match
        if match.ending and match.phase == "play":
            for other in range(match.seats):
                self._show(match, other)

    @seldom
    def _show(self, match, seat):
        """Play has stopped: tell the tiles of a row that were never turned up; their order means nothing any more."""
        row = list(match.rows[seat])
        rest = [tile for tile in sorted(self.home) if self.home[tile] == seat and not match.table >> tile & 1]
        rest = [tile for tile in rest if tile not in row]
        if None not in row or len(rest) != len([tile for tile in row if tile is None]):
            return
        hand = [self._record.tiles.name(rest.pop(0) if tile is None else tile) for tile in row]
        self._record.feed({"type": "reveal", "seat": seat, "hand": hand})


class TwoChains(Chain):
    """As ``Chain``; both lines go the same way, side by side, and all their tiles lie lengthwise.

    The lines are nearer to each other than a reading is exact at times, but the tiles of one line are read alike. So it
    is compared where the next tile of each line would have its centre, with where that of the tile is.

    Attributes:
        before: {name of an end: the tile before its tip, None where the tip begins the lines}.
        cut: whether the tile in question may cut the lines.
    """

    before = {}
    cut = False

    def point(self, end):
        """(x, y) mm where the line goes on. None where that is not known."""
        places = self._next(end, None)
        return places[0] if places else None

    def place(self, name):
        """As ``Chain.place``; of the cut, too."""
        return self._across() if name == "cut" else Chain.place(self, name)

    def find(self, tile, pose, legal):
        """As ``Chain.find``; the end may be "cut", and a question may name all three places."""
        gaps = [(self._off(pose, end), end[0], self._turned(tile, pose, end)) for end in self.ends]
        if self.cut:
            gaps.append(self._off_cut(pose))
            legal = legal + ["cut"]
        gaps.sort()
        nearest, name, _ = gaps[0]
        if nearest > _NEAR:
            return LOOSE, legal[:2] or [gap[1] for gap in gaps]
        # That it seems to lie the wrong way round tells of places apart, and counts against nobody.
        meant = [(gap + turned, name) for gap, name, turned in gaps if name in legal and gap <= nearest + _FAVOUR]
        if not meant:
            return LIES, [name]
        meant.sort()
        names = [name for gap, name in meant if gap < meant[0][0] + _CLEAR]
        if len(names) == 2 and self._alike(names[0], names[1]):
            names.pop()
        return (ASK if len(names) > 1 else LIES), names

    def _alike(self, one, other):
        """Whether two ends are those of the first tile, a double: either may be called L."""
        ends = [end[1:] for end in self.ends if end[0] in (one, other)]
        return len(ends) == 2 and ends[0] == ends[1]

    def _off(self, pose, end):
        """How far the tile is from where it would lie at the end, in mm."""
        places = self._next(end, pose)
        return min([distance(place, pose) for place in places]) if places else 10000

    def _turned(self, tile, pose, end):
        """What is added to that where the tile lies the wrong way round for this end, or across it."""
        low, high = self._tiles.low[tile], self._tiles.high[tile]
        if pose[2] < 0 or end[1] not in (low, high) or end[2] not in self.poses:
            return 0
        on, tip = self._next(end, pose)[0], self._tip(end)
        added = 0
        if _level(tip, on) == _upright(pose) and distance(on, pose) <= _CORNER:
            added = _ACROSS
        inner = half_centre(pose, 0 if end[1] == low else 1)
        if low != high and distance(inner, tip) > distance(pose, tip):
            added += _TURNED
        return added

    def _tip(self, end):
        return self.poses[end[2]][:2]

    def _next(self, end, pose):
        """Where the centre of the next tile of a line would be: straight on, around either corner."""
        tip, inner = self.poses.get(end[2]), self.poses.get(self.before.get(end[0]))
        if tip is None:
            return []
        x, y = tip[:2]
        if self.before.get(end[0]) is not None:
            dx, dy = _way(inner, tip) if inner else (0, 0)
            on, corner, sides = _HALF, _CORNER, (1, -1)
            for name, _, beside in self.ends:
                if name != end[0] and beside in self.poses:  # no tile goes around a corner into the other line
                    apart = self.poses[beside][1 if dx else 0] - (y if dx else x)
                    sides = (1 if apart * (dx or dy) < 0 else -1,)
            places = [(x + _ON * dx, y + _ON * dy)] + [
                (x + on * dx + corner * side * dy, y + on * dy + corner * side * dx) for side in sides
            ]
            east, south = (x - inner[0], y - inner[1]) if inner else (0, 0)
            if min(abs(east), abs(south)) * 2 > max(abs(east), abs(south)):  # one of the two is read far off
                other = _ON if (south if dx else east) > 0 else -_ON
                places.append((x, y + other) if dx else (x + other, y))
            return places
        # Nobody knows which way the lines go until one of them goes on; then the other is on the other side.
        other = [self.poses.get(tip) for name, _, tip in self.ends if self.before.get(name) is not None]
        other = other[0] if other else None
        dx, dy = _way(tip, other or pose) if other or pose else (0, 0)
        sides = (-_ASIDE,) if end[0] == "L" else (_ASIDE,)
        if other:
            aside = (other[1] if dx else other[0]) - (y if dx else x)
            sides = (_ASIDE if aside < 0 else -_ASIDE,)
        elif not self._alike("L", "R"):
            sides = (-_ASIDE, _ASIDE)  # a tile read upside down must not count against anybody
        return [(x + _BESIDE * dx + (side if dy else 0), y + _BESIDE * dy + (side if dx else 0)) for side in sides]

    @seldom
    def _across(self):
        """Where a tile that cuts both lines has its centre; None while they do not go the same way."""
        if len(self.ends) != 2:
            return None
        found = []
        for end in self.ends:
            tip, inner = self.poses.get(end[2]), self.poses.get(self.before.get(end[0]))
            if tip is None or inner is None:
                return None
            found.append((_way(inner, tip), tip))
        (way, one), (other, two) = found
        if way != other:
            return None
        dx, dy = way
        x, y = (one[0] + two[0]) // 2, (one[1] + two[1]) // 2
        if dx:
            x = dx * max(dx * one[0], dx * two[0])
        else:
            y = dy * max(dy * one[1], dy * two[1])
        return x + _BESIDE * dx, y + _BESIDE * dy

    @seldom
    def _off_cut(self, pose):
        place = self._across()
        if place is None:
            return 10000, "cut", 0
        across = pose[2] < 0 or _level(self._tip(self.ends[0]), place) == _upright(pose)
        return distance(place, pose), "cut", 0 if across else _ACROSS


def _level(start, end):
    """Whether the way from one place to another is along the rows."""
    return abs(end[0] - start[0]) > abs(end[1] - start[1])


def _upright(pose):
    return 45 < pose[2] % 180 < 135


def _way(start, end):
    """The quarter turn, as (dx, dy), that leads most from one place to another."""
    if _level(start, end):
        return (1 if end[0] > start[0] else -1), 0
    return 0, (1 if end[1] > start[1] else -1)
