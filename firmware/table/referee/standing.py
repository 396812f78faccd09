"""What a display of another game than Kozel needs besides the ends: accounts, arms, and what only that game has.

Loaded when somebody asks, and not for Kozel.
"""

_SIDES = (("R", 0), ("D", 90), ("L", 180), ("U", 270))


def standing(referee):
    """A dict, JSON all through.

    ``accounts`` (per side, as in the record), ``sides`` (the side of each seat), ``carry``; on a cross ``arms``
    ([{name, value, open, closed}]: an arm may wait for the spinner's sides, or be closed by a double that lies face
    down), ``spinner`` (tile or None) and ``sum`` (of the ends, in games of fives); ``closing`` (seat that has announced
    to lay its next double face down); the sea goat's ``owner``, ``hundred``, ``debt``, ``eggs``; tennis ``server``; the
    General's ``seated`` and ``waiting`` teams; ``titles`` and ``winners`` by seat once the match is over.
    """
    match = referee.record.match
    told = {
        "accounts": match.account_lines(),
        "sides": [match.side_of(seat) for seat in range(match.seats)],
        "carry": match.carry,
        "closing": getattr(referee.acts, "closing", None),
    }
    for name in ("owner", "hundred", "debt", "eggs", "server", "seated", "waiting"):
        if hasattr(match, name):
            told[name] = getattr(match, name)
    if match.params["spinner_rule"] != "none":
        _cross(match, told)
    if match.phase == "match_over":
        end = referee.record.rules.state()["match_end"]
        told["titles"], told["winners"] = end["titles"], end["winners"]
    return told


def _cross(match, told):
    layout = match.layout
    state, ends = layout.state(), [name for name, _ in layout.ends()]
    told["arms"] = []
    for name in layout.ARMS:
        if name in state["arms"]:
            value = state["arms"][name]["open"]
            told["arms"].append(
                {"name": name, "value": value if value >= 0 else None, "open": name in ends, "closed": value < 0}
            )
    told["spinner"] = None if layout.spinner < 0 else "%d-%d" % (layout.spinner, layout.spinner)
    if match.BOOK in ("winnings", "telefon"):
        told["sum"] = layout.ends_sum()


def free_sides(record, chain):
    """{arm: degrees} of the spinner's sides at which nothing lies yet."""
    state = record.match.layout.state()
    if not state["spinner"]:
        return {}
    where, index = state["spinner"]
    arms = state["arms"]
    spinner = arms[where]["tiles"][index] if where else state["first"]
    tip = record.tiles.parse(spinner)
    if tip not in chain.poses:
        return {}
    beside = [arms[name]["tiles"][:1] for name in arms if name != where and (name in "UD" or not where)]
    if where:
        beside.append(arms[where]["tiles"][index + 1 : index + 2])
        beside.append([arms[where]["tiles"][index - 1] if index else state["first"]])
    taken = [_direction(chain, tip, record.tiles.parse(tiles[0])) for tiles in beside if tiles]
    return _shared([name for name, _, other in record.ends() if other == tip], taken, chain.poses[tip][2])


def _direction(chain, tip, other):
    """In which of the four directions a tile lies from another, in degrees; None where that is not known."""
    if other not in chain.poses:
        return None
    x, y, _ = chain.poses[tip]
    dx, dy = chain.poses[other][0] - x, chain.poses[other][1] - y
    return (0 if dx > 0 else 180) if abs(dx) > abs(dy) else (90 if dy > 0 else 270)


def _shared(names, taken, angle):
    """The free directions for the arms of these names: each its own where that is free."""
    free = [degrees for _, degrees in _SIDES if degrees not in taken]
    if "U" not in names and "D" not in names:  # the line runs across the spinner
        upright = 45 <= angle % 180 < 135
        free = [degrees for degrees in free if (degrees % 180 == 0) == upright]
    sides = {}
    for name, degrees in _SIDES:
        if name in names and degrees in free:
            sides[name] = degrees
            free.remove(degrees)
    for name in reversed(names):
        if name not in sides and free:
            sides[name] = free.pop(0)
    return sides
