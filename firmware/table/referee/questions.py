"""Questions of the table and their answers: by a button, by the page, or by pushing the tile in question.

Functions on an Acts, with its Record and its news. Loaded for a call, and forgotten again (``Acts``).
"""

from table.referee.chain import distance

_NUDGE = 10  # mm by which the tile must come nearer to one place than to any other: more than a reading varies
_BESIDE = 56  # mm from the middle of a double: another light of the rim, and where the next tile will lie


def ask(acts, record, tell, act, seat, choices, places, then=None):
    """See ``Acts.ask``."""
    if act:
        act.asked = True
    acts.asked += 1
    record.feed({"type": "ask", "id": acts.asked, "options": choices})
    acts.question = (acts.asked, act, seat, choices)
    acts.places = places
    acts.then = then
    tell("question", acts.asked, seat, places)


def which_end(acts, record, tell, chain, act, seat, ends):
    """Ask a seat at which of these ends its tile lies."""
    ask(acts, record, tell, act, seat, ends, _spread([chain.place(end) for end in ends], ends, chain))


def close(acts, record, tell, choice):
    """The question is over; choice: the answer, or None."""
    number, act, _, _ = acts.question
    acts.question = None
    if act:
        act.asked = False
    if choice is not None:
        record.feed({"type": "answer", "id": number, "choice": choice})
    tell("answered", number)


def answer(acts, record, tell, index, seat=None):
    """See ``Acts.answer``."""
    _, act, asked, choices = acts.question
    then = acts.then
    if asked is None:  # the question is who laid the tile
        if seat not in choices:
            return False
        choice = act.seat = seat
        act.sure = True
    elif seat is not None and seat != asked or index >= len(choices):
        return False
    else:
        choice = choices[index]
    close(acts, record, tell, choice)
    if then:
        then(choice)
    elif asked is not None:
        acts.lay(act, asked, choice)
    return True


def nudge(acts, record, tell, pose):
    """The tile that is asked about has moved: towards one of the places in question, that is the answer."""
    act = acts.question[1]
    choice = _meant(act.pose, pose, acts.places) if acts.question[2] is not None else None
    if choice is None:
        return True
    act.pose = pose
    return answer(acts, record, tell, choice)


def _meant(old, new, places):
    """Index of the place to which a tile was pushed, or None. Poses (x, y, angle); a place may be None."""
    gains = [distance(old, place) - distance(new, place) if place else 0 for place in places]
    best = max(gains)
    index = gains.index(best)
    others = gains[:index] + gains[index + 1 :] or [0]
    return index if best > 0 and best - max(others) >= _NUDGE else None


def _spread(places, names, chain):
    """The places of ends; those that are one, the middle of a double, are set apart: beside it, where the line goes on.

    L is left of it or above, R right or below (``Chain._by_side``), and the arms across are the other way.
    """
    if not places[0] or places.count(places[-1]) < 2:
        return places
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
