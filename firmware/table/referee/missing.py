"""Where a tile lies that nobody hears: the layout tells it within a tile's width, so that the line can go on there.

Loaded where a tile counts that the table has not read, and forgotten again.
"""

from table.referee.chain import half_centre

_SIDES = {"L": 180, "R": 0, "U": 270, "D": 90}


def fill(record, chain):
    """Give a pose to every tile of the layout that has none, going outwards from its neighbour."""
    layout = record.match.layout
    if not layout.count or hasattr(record.match, "rows"):
        return
    state = layout.state()
    parse = record.tiles.parse
    for name in sorted(state["arms"]):
        inner, before = parse(state["first"]), None
        if name in "UD" and state.get("spinner") and state["spinner"][0]:
            where, index = state["spinner"]
            inner = parse(state["arms"][where]["tiles"][index])
        for outer in [parse(tile) for tile in state["arms"][name]["tiles"]]:
            if outer not in chain.poses and inner in chain.poses:
                chain.poses[outer] = _beyond(record.tiles, chain, name, (before, inner, outer))
            before, inner = inner, outer


def _beyond(tiles, chain, arm, line):
    """Pose of the last of three tiles that follow one another; of the first, None where there is none."""
    before, inner, outer = line
    pose = chain.poses[inner]
    low, high = tiles.low[outer], tiles.high[outer]
    shared = low if low in (tiles.low[inner], tiles.high[inner]) else high
    if tiles.low[inner] != tiles.high[inner]:
        half = 0 if tiles.low[inner] == shared else 1
        (x, y), way = half_centre(pose, half), (pose[2] if half else pose[2] + 180)
    else:
        x, y = pose[:2]
        way = _away(chain.poses.get(before), pose, arm)
    if pose[2] < 0 and tiles.low[inner] != tiles.high[inner]:
        way = _away(chain.poses.get(before), pose, arm)
    steps = 2 if low == high else 3  # of 14 mm, from the middle of a half or double to that of the next tile
    dx, dy = half_centre((0, 0, way % 360), 1)
    angle = way + 90 if low == high else way if low == shared else way + 180
    return x + steps * dx, y + steps * dy, angle % 360


def _away(before, pose, arm):
    """Degrees in which the line goes on from a double: away from the tile before it, or to the side of the arm."""
    if before is None:
        return _SIDES[arm]
    dx, dy = pose[0] - before[0], pose[1] - before[1]
    return (0 if dx > 0 else 180) if abs(dx) > abs(dy) else (90 if dy > 0 else 270)
