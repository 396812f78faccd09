"""Where a tile lies: its two tags are one rigid body, and the likeliest place for what the loops heard is weighed.

A reading is four bit masks ``rows0, columns0, rows1, columns1``: bit i set if loop i of that axis heard the tag of that
half. How likely a loop hears a tag at which distance is in ``/reach.bin``, made on the PC from the build
(``domino_table.reach`` has the format); ``/offsets.bin``, if there is one, tells of each tag by how many quarters of a
dB it hears better than others, a signed byte at ``2 * tile + half``. Integers only.

A curve of costs over the places along one axis is one large integer with 16 bits for each place (a *lane*): adding what
all loops say is then done in C. An angle moves the curves of the two tags against each other and adds them; x and y
are independent from there on, so that the mean over all poses, each by its probability, is a sum of products.
"""

from array import array

from table.once import seldom

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_HEAD = const(12)  # bytes of the file before its rows
_SIDE = const(7)  # steps of 2 mm from a tile's centre to a tag
_AROUND = const(22)  # steps beside the outermost loops that heard a tile where its tags are looked for
# Steps from the centre to the tag of half 1 along x, at angles of 22.5 degrees; along y it is a quarter turn earlier.
_ALONG = (7, 6, 5, 3, 0, -3, -5, -6, -7, -6, -5, -3, 0, 3, 5, 6)
_SHIFTS = (-7, -6, -5, -3, 0, 3, 5, 6, 7)
# 4096 * 2 ** (-i / 16): a cost of 16 is one bit. Beyond _LEAST a pose has no weight.
_POWERS = (4096, 3922, 3756, 3597, 3444, 3298, 3158, 3025, 2896, 2774, 2656, 2543, 2435, 2332, 2233, 2139)
_LEAST = const(160)
_ASKEW = const(80)  # tiles are laid along the table's edges: five bits for any other angle
# No tile is heard like this: two of one name, or one on the move. Four surprises of 6.6 bits are too many.
_STRANGE = const(330)


class Locator:
    """Geometry of one build, ``config["grid"]``. Raises OSError, ValueError where its table is missing or another's.

    ``dead``: masks of rows and of columns that hear nothing whatever lies there: their silence says nothing, and a tile
    that is heard along one axis only may lie over them.
    """

    @seldom
    def __init__(self, config):
        grid = config["grid"]
        self.rows = grid["rows"]
        self.columns = grid["columns"]
        self._path = config.get("reach", "/reach.bin")
        self._offsets = config.get("offsets", "/offsets.bin")
        with open(self._path, "rb") as file:
            head = file.read(_HEAD)
        if head[:4] != b"RCH1":
            raise ValueError("reach table has a wrong format")
        step, self._reach, _, self._count, self._middle, self._per_db, self._far, _ = head[4:]
        self.dead = [0, 0]
        self.sure = 0
        self._step = step
        self._first = grid["first"] // step
        self._pitch = grid["pitch"] // step

    def pose(self, high, low=None, tile=-1, top=None):
        """``(x, y, angle)`` in mm and degrees, or None if the readings fit no single tile.

        high, low, top: readings at the level at which tiles are found, at the lower and at the strongest one. ``low``
        asked for both tags in the loops where ``high`` has one of them, ``top`` in those and in their neighbours.
        Angle -1 says that only one half was heard: then x, y is that half's place, the tile's centre is 14 mm from it.
        An angle between two quarter turns says that the readings leave both open. Allocates 10 KB for a moment.
        """
        strips = [high[k] | (low[k] if low else 0) for k in range(4)]
        for axis in (0, 1):
            if not (strips[axis] or strips[2 + axis]):
                strips[axis] = strips[2 + axis] = self.dead[axis]
        half = 0 if strips[0] and strips[1] else 1
        if not (strips[2 * half] and strips[2 * half + 1]):
            return None
        axes = [self._axis(axis, (high, low, top), strips[axis] | strips[2 + axis], tile) for axis in (1, 0)]
        if strips[2 - 2 * half] or strips[3 - 2 * half]:
            return self._pair(axes)
        place = []
        for start, lanes, curves in axes:
            costs = _lanes(curves[half], 0, lanes)
            weight, moment = _moments(costs, min(costs))
            place.append(self._step * start + (self._step * moment + weight // 2) // weight)
        return place[0], place[1], -1

    def _axis(self, axis, readings, heard, tile):
        """Costs along an axis: (place of the first lane in steps, how many, curve of each tag)."""
        loops = self.columns if axis else self.rows
        outer, inner = 0, 0
        while heard >> outer + 1:
            outer += 1
        while not heard >> inner & 1:
            inner += 1
        start = max(self._first + self._pitch * inner - _AROUND, self._first - self._pitch // 2)
        end = min(self._first + self._pitch * outer + _AROUND, self._first + self._pitch * loops - self._pitch // 2)
        lanes = end - start + 1
        near = [i for i in range(max(0, inner - 2), min(loops, outer + 3)) if not self.dead[axis] >> i & 1]
        found = readings[0][axis] | readings[0][2 + axis]
        beside = found | found << 1 | found >> 1
        asked = near, [i for i in near if found >> i & 1], [i for i in near if beside >> i & 1]
        curves = []
        for half in (0, 1):
            rows, curve = self._likelihoods(tile, half), 0
            for level in (0, 1, 2):
                if readings[level]:
                    curve += self._curve(rows[level], readings[level][2 * half + axis], asked[level], start, lanes)
            curves.append(curve)
        return start, lanes, curves

    def _curve(self, rows, heard, loops, start, lanes):
        """What the answers of some loops at one level cost, place by place."""
        gain, silent = rows
        total, far = 0, 0
        for i in loops:
            shift = 16 * (self._first + self._pitch * i - self._reach - start)
            if heard >> i & 1:
                far += self._far
                total -= gain << shift if shift >= 0 else gain >> -shift
            else:
                total += silent << shift if shift >= 0 else silent >> -shift
        everywhere = (1 << 16 * lanes) - 1
        return (total + everywhere // 65535 * far) & everywhere

    def _likelihoods(self, tile, half):
        """Rows of a tag at the three levels, each (gain of being heard, cost of being silent)."""
        offset = 0
        if tile >= 0:
            try:
                with open(self._offsets, "rb") as file:
                    file.seek(2 * tile + half)
                    offset = file.read(1)[0]
            except (OSError, IndexError):
                pass
            offset = (offset - 256 if offset > 127 else offset) * self._per_db // 4
        offset = min(max(self._middle + offset, 0), self._count - 1)
        size, rows = 4 * self._reach + 2, []
        with open(self._path, "rb") as file:
            for level in (0, 1, 2):
                file.seek(_HEAD + 2 * size * (level * self._count + offset))
                rows.append((int.from_bytes(file.read(size), "little"), int.from_bytes(file.read(size), "little")))
        return rows

    def _pair(self, axes):
        """Mean pose of a tile with two tags. ``axes``: those of x and y."""
        sides = [{}, {}]
        for k in (0, 1):
            _, lanes, (one, other) = axes[k]
            for shift in _SHIFTS:
                by = 16 * abs(shift)
                both = (one << by) + (other >> by) if shift > 0 else (one >> by) + (other << by)
                costs = _lanes(both, _SIDE, lanes - 2 * _SIDE)
                sides[k][shift] = costs, min(costs)
        costs = [
            sides[0][_ALONG[turn]][1] + sides[1][_ALONG[turn - 4]][1] + (_ASKEW if turn & 3 else 0)
            for turn in range(16)
        ]
        best = min(costs)
        if best > _STRANGE:
            return None
        total = x = y = dx = dy = back = 0
        for turn in range(16):
            cost = costs[turn] - best
            if cost < _LEAST:
                across, down = _moments(*sides[0][_ALONG[turn]]), _moments(*sides[1][_ALONG[turn - 4]])
                weight = (across[0] * down[0] >> 12) * _POWERS[cost & 15] >> (cost >> 4)
                total += weight
                if 6 <= turn < 14:
                    back += weight
                x += weight * (16 * self._step * across[1] // across[0])
                y += weight * (16 * self._step * down[1] // down[0])
                dx += weight * _ALONG[turn]
                dy += weight * _ALONG[turn - 4]
        self.sure = 1024 * max(back, total - back) // total
        angle, most = 0, 0
        for turn in range(16):
            along = dx * _ALONG[turn] + dy * _ALONG[turn - 4]
            if along > most:
                angle, most = turn * 45 // 2, along
        return (
            self._step * (axes[0][0] + _SIDE) + (x + 8 * total) // (16 * total),
            self._step * (axes[1][0] + _SIDE) + (y + 8 * total) // (16 * total),
            angle,
        )


def _lanes(curve, first, count):
    """Costs of ``count`` places of a curve from the place ``first`` on."""
    return array("H", (curve >> 16 * first & (1 << 16 * count) - 1).to_bytes(2 * count, "little"))


def _moments(costs, least):
    """Total weight of a curve's places, and the sum of weight times place."""
    total = moment = 0
    for place in range(len(costs)):
        cost = costs[place] - least
        if cost < _LEAST:
            weight = _POWERS[cost & 15] >> (cost >> 4)
            total += weight
            moment += weight * place
    return total, moment
