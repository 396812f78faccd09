"""Where a tile lies, from the loops that hear its two tags. Integers only; lengths in half millimetres inside.

A reading is four bit masks ``rows0, columns0, rows1, columns1``: bit i set if loop i of that axis heard the tag of that
half. A tag in one loop only lies in the strip that neither neighbour covers, a tag in two in the strip that both cover.
``Locator`` is all that the rest of sensing knows of geometry; a localiser that weighs signal strengths can stand in.
"""

# Angles are tried in steps of 45 degrees. Half the distance of the tags (14 mm) along them, in half mm.
_ALONG = (28, 20, 0, -20, -28, -20, 0, 20)

# A tile is laid along the table's edges unless a diagonal is better by this cost: enough when one axis tells the
# direction, not enough when both strips step by one and two quarter turns fit alike. Then the diagonal is wrong least.
_DIAGONAL = 8
# Strips that no pose satisfies to within this are two tiles of one name, or a tile on the move (half mm).
_TOLERANCE = 24


class Locator:
    """Geometry of one build, ``config["grid"]``; a tile's tags are 28 mm apart."""

    def __init__(self, config):
        grid = config["grid"]
        self.rows = grid["rows"]
        self.columns = grid["columns"]
        self._first = 2 * grid["first"]
        self._pitch = 2 * grid["pitch"]
        self._width = grid["width"]

    def strip(self, mask):
        """Strip (low, high) in half mm where a tag lies that exactly these loops hear, or None if there is none."""
        if not mask:
            return None
        low = 0
        while not mask >> low & 1:
            low += 1
        high = low
        while mask >> (high + 1):
            high += 1
        if high - low > 2:
            return None
        centre = self._first + self._pitch * low
        far = self._first + self._pitch * high
        # At the rim too the tag is taken to be no further out than a neighbour would leave: tiles lie on the cloth.
        start = max(far - self._width, centre - self._pitch + self._width)
        end = min(centre + self._width, far + self._pitch - self._width)
        return (start, end) if start <= end else (end, start)

    def pose(self, rows0, columns0, rows1, columns1):
        """``(x, y, angle)`` in mm and degrees, or None if the reading fits no single tile.

        Angle -1 says that only one half was heard: then x, y is that half's place, the tile's centre is 14 mm from it.
        An angle of 45, 135, 225 or 315 most often says that both quarter turns next to it fit alike.
        """
        y0, x0 = self.strip(rows0), self.strip(columns0)
        y1, x1 = self.strip(rows1), self.strip(columns1)
        if (rows0 and not y0) or (columns0 and not x0) or (rows1 and not y1) or (columns1 and not x1):
            return None
        if x0 and y0 and x1 and y1:
            return self._pair(x0, y0, x1, y1)
        if x0 and y0 and not (x1 and y1):
            return ((x0[0] + x0[1]) // 4, (y0[0] + y0[1]) // 4, -1)
        if x1 and y1:
            return ((x1[0] + x1[1]) // 4, (y1[0] + y1[1]) // 4, -1)
        return None

    def _pair(self, x0, y0, x1, y1):
        best, wrong, found = 1000, 0, None
        for turn in range(8):
            dx, dy = _ALONG[turn], _ALONG[turn - 2]
            left, right = max(x0[0] + dx, x1[0] - dx), min(x0[1] + dx, x1[1] - dx)
            top, bottom = max(y0[0] + dy, y1[0] - dy), min(y0[1] + dy, y1[1] - dy)
            # A strip missed by a little is a placing error; a wide overlap is likelier than a narrow one.
            missed = max(0, left - right) + max(0, top - bottom)
            cost = 4 * missed - (max(0, right - left) + max(0, bottom - top)) // 4 + turn % 2 * _DIAGONAL
            if cost < best:
                best, wrong = cost, missed
                found = ((left + right) // 4, (top + bottom) // 4, 45 * turn)
        return found if wrong <= _TOLERANCE else None
