"""Which end a person means who pushes the tile that he is asked about, and where the ends of one double are shown.

Loaded for a question only, and forgotten again.
"""

from table.referee.chain import distance

_NUDGE = 10  # mm by which the tile must come nearer to one place than to any other: more than a reading varies
_BESIDE = 56  # mm from the middle of a double: another light of the rim, and where the next tile will lie


def meant(old, new, places):
    """Index of the place to which a tile was pushed, or None. Poses (x, y, angle); a place may be None."""
    gains = [distance(old, place) - distance(new, place) if place else 0 for place in places]
    best = max(gains)
    index = gains.index(best)
    others = gains[:index] + gains[index + 1 :] or [0]
    return index if best > 0 and best - max(others) >= _NUDGE else None


def spread(places, names, chain):
    """The places of ends; those that are one, the middle of a double, are set apart: beside it, where the line goes on.

    L is left of it or above, R right or below (``Chain._by_side``), and the arms across are the other way.
    """
    same = [name for name, place in zip(names, places) if places.count(place) > 1]
    tip = [end[2] for end in chain.ends if end[0] == same[0]][0]
    angle = chain.poses[tip][2]
    steps = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}
    if len(same) == 2 and angle >= 0 and not 45 <= angle % 180 <= 135:  # it lies along the line's other direction
        steps = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
    apart = []
    for name, place in zip(names, places):
        dx, dy = steps.get(name, (0, 0)) if name in same else (0, 0)
        apart.append(place and (place[0] + _BESIDE * dx, place[1] + _BESIDE * dy))
    return apart
