"""How well tags answer on one loop, at each transmitter level: for a maker's first evening and for tuning."""

from table.workshop.stand import printed

LEVELS = 8  # see Pn5180.set_level


def begin(stand, loop):
    """Select a loop and wake every tag on it. Blocks for some 200 ms.

    Raises ReaderError where no reader does what it is told, ValueError for a loop that is not there.
    """
    stand.select(loop)
    stand.set_level(None)
    stand.check()
    stand.wake()


def measure(stand, level, rounds):
    """Ask for all tags ``rounds`` times at one level: {UID as printed: [DSFID, answers]}.

    Blocks 20 to 100 ms a round. Raises ReaderError.
    """
    reader = stand.reader
    stand.set_level(level)
    found = {}
    heard = set()

    def note(uid):
        name = printed(uid)
        found.setdefault(name, [reader._in[1], 0])
        heard.add(name)

    for _ in range(rounds):
        heard.clear()
        for _ in reader.census(note):
            pass
        for name in heard:
            found[name][1] += 1
    reader.check()
    return found


DEEDS = {"begin": begin, "measure": measure}
