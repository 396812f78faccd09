"""A tile that does not fit and lies in the chain all the same: an arbiter, or the table's level, lets it stand.

The half written first touches the chain, the other is the new end. Loaded when that happens, and forgotten again; the
layout that it leaves behind is the only one that knows of it.
"""


class Misfit:
    """A layout (``layout.line``, ``layout.cross``) in which some tiles do not match what they touch."""

    def __init__(self, layout):
        self._layout = layout
        self._breaks = {}  # (arm, index of the tile there): its inner half

    def __getattr__(self, name):
        return getattr(self._layout, name)

    def place(self, tile, arm, closed=False):
        """Lay a fitting tile."""
        self._layout.place(tile, arm, closed)

    def misplace(self, tile, arm, inner):
        """Lay a tile with this half towards the chain, whatever lies there."""
        layout = self._layout
        i = layout.ARMS.index(arm)
        self._breaks[(arm, len(layout._laid[i]))] = inner
        if hasattr(layout, "_open"):
            layout._open[i] = inner
        elif i:
            layout.right = inner
        else:
            layout.left = inner
        layout.place(tile, arm)

    def state(self):
        """As that of the layout, each tile as it lies."""
        layout = self._layout
        told = layout.state()
        for i in range(len(layout.ARMS)):
            arm = layout.ARMS[i]
            if arm in told["arms"]:
                inner = layout._first[i] if i < 2 else layout.spinner
                chain = []
                for tile in layout._laid[i]:
                    inner = self._breaks.get((arm, len(chain)), inner)
                    outer = layout.tiles.pips[tile] - inner
                    chain.append("%d-%d" % (inner, outer))
                    inner = outer
                told["arms"][arm] = {"tiles": chain, "open": layout.value(arm)}
        return told


def lay(match, seat, line):
    """Lay the tile of a play that fits nowhere, or not where it lies. Returns whether it could be done."""
    pair, arm = match.tiles.halves(line["tile"]), line.get("end")
    layout = match.layout
    if line.get("closed") or arm not in [name for name, _ in layout.ends()]:
        return False
    tile = match.tiles.number(pair[0], pair[1])
    if getattr(layout, "_closed_rule", False) and layout.spinner < 0 and layout._double[layout.ARMS.index(arm)]:
        return False  # it would make a cross of a double that it does not touch with its value
    if match.misplaced(seat, match.tiles.bit[tile], True):
        return False
    if not hasattr(layout, "misplace"):
        match.layout = layout = Misfit(layout)
    match.begin_turn(seat)
    match.took(seat, match.tiles.bit[tile])
    layout.misplace(tile, arm, pair[0])
    match.laid(seat, tile, arm, False)
    match.after_turn(seat)
    return True
