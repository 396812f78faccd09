"""Where the two lines of kolbasa go on: functions on a ``rows.TwoChains``, loaded for one tile and forgotten again.

Both lines go the same way, side by side, and all their tiles lie lengthwise. They are nearer to each other than a
reading is exact at times, but the tiles of one line are read alike. So it is compared where the next tile of each line
would have its centre, with where that of the tile is.
"""

from table.referee.chain import ASK, LOOSE, distance, half_centre
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


def point(chain, end):
    """(x, y) mm where the line goes on. None where that is not known."""
    places = _next(chain, end, None)
    return places[0] if places else None


def find(chain, tile, pose, legal):
    """As ``Chain.find``; the end may be "cut", and a question may name all three places."""
    gaps = [(_off(chain, pose, end), end[0], _turned(chain, tile, pose, end)) for end in chain.ends]
    if chain.cut:
        gaps.append(_off_cut(chain, pose))
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
    if len(names) == 2 and _alike(chain, names[0], names[1]):
        names.pop()
    return (ASK if len(names) > 1 else LIES), names


def _alike(chain, one, other):
    """Whether two ends are those of the first tile, a double: either may be called L."""
    ends = [end[1:] for end in chain.ends if end[0] in (one, other)]
    return len(ends) == 2 and ends[0] == ends[1]


def _off(chain, pose, end):
    """How far the tile is from where it would lie at the end, in mm."""
    places = _next(chain, end, pose)
    return min([distance(place, pose) for place in places]) if places else 10000


def _turned(chain, tile, pose, end):
    """What is added to that where the tile lies the wrong way round for this end, or across it."""
    low, high = chain.tiles.low[tile], chain.tiles.high[tile]
    if pose[2] < 0 or end[1] not in (low, high) or end[2] not in chain.poses:
        return 0
    on, tip = _next(chain, end, pose)[0], _tip(chain, end)
    added = 0
    if _level(tip, on) == _upright(pose) and distance(on, pose) <= _CORNER:
        added = _ACROSS
    inner = half_centre(pose, 0 if end[1] == low else 1)
    if low != high and distance(inner, tip) > distance(pose, tip):
        added += _TURNED
    return added


def _tip(chain, end):
    return chain.poses[end[2]][:2]


def _next(chain, end, pose):
    """Where the centre of the next tile of a line would be: straight on, around either corner."""
    tip, inner = chain.poses.get(end[2]), chain.poses.get(chain.before.get(end[0]))
    if tip is None:
        return []
    x, y = tip[:2]
    if chain.before.get(end[0]) is not None:
        dx, dy = _way(inner, tip) if inner else (0, 0)
        on, corner, sides = _HALF, _CORNER, (1, -1)
        for name, _, beside in chain.ends:
            if name != end[0] and beside in chain.poses:  # no tile goes around a corner into the other line
                apart = chain.poses[beside][1 if dx else 0] - (y if dx else x)
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
    other = [chain.poses.get(tip) for name, _, tip in chain.ends if chain.before.get(name) is not None]
    other = other[0] if other else None
    dx, dy = _way(tip, other or pose) if other or pose else (0, 0)
    sides = (-_ASIDE,) if end[0] == "L" else (_ASIDE,)
    if other:
        aside = (other[1] if dx else other[0]) - (y if dx else x)
        sides = (_ASIDE if aside < 0 else -_ASIDE,)
    elif not _alike(chain, "L", "R"):
        sides = (-_ASIDE, _ASIDE)  # a tile read upside down must not count against anybody
    return [(x + _BESIDE * dx + (side if dy else 0), y + _BESIDE * dy + (side if dx else 0)) for side in sides]


def across(chain):
    """Where a tile that cuts both lines has its centre; None while they do not go the same way."""
    if len(chain.ends) != 2:
        return None
    found = []
    for end in chain.ends:
        tip, inner = chain.poses.get(end[2]), chain.poses.get(chain.before.get(end[0]))
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


def _off_cut(chain, pose):
    place = across(chain)
    if place is None:
        return 10000, "cut", 0
    lies_across = pose[2] < 0 or _level(_tip(chain, chain.ends[0]), place) == _upright(pose)
    return distance(place, pose), "cut", 0 if lies_across else _ACROSS


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
