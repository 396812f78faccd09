"""Acts of kolbasa: rows in the racks whose order nobody knows, tiles turned up, and the cut across two lines.

Loaded only for kolbasa. Who is on turn takes the last tile of his row, turns it up and lays it on the cloth: where it
fits, or anywhere before him if it fits nowhere; then it goes back to the left of the row. Racks tell which tiles a row
has, not in which order: the deal is a number of tiles, and what was never turned up is told when the round is over.
"""

from table.once import forget, seldom
from table.referee.acts import PLAY, Acts
from table.referee.chain import Chain


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
        """The rows are complete: per seat its tiles. Those turned up are known, though one may be in a hand now."""
        rows = self._record.match.rows
        self.home = {tile: seat for seat in range(len(racks)) for tile in racks[seat] + rows[seat] if tile is not None}

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

    Where they go on is worked out by ``table.referee.lines``, which is loaded for each tile laid and forgotten again.

    Attributes:
        before: {name of an end: the tile before its tip, None where the tip begins the lines}.
        cut: whether the tile in question may cut the lines.
    """

    before = {}
    cut = False

    def point(self, end):
        """(x, y) mm where the line goes on. None where that is not known."""
        return self._lines("point", end)

    def place(self, name):
        """As ``Chain.place``; of the cut, too."""
        return self._lines("across") if name == "cut" else Chain.place(self, name)

    def find(self, tile, pose, legal):
        """As ``Chain.find``; the end may be "cut", and a question may name all three places."""
        return self._lines("find", tile, pose, legal)

    def _lines(self, deed, *what):
        from table.referee import lines

        forget("table.referee.lines")
        return getattr(lines, deed)(self, *what)
