"""Figures for the calibration: how the loops load their readers, and from which drive level on a tag answers."""

from table.drivers.pn5180 import ANSWER
from table.workshop.stand import on_air

LEVELS = 8  # see Pn5180.set_level


def load(stand):
    """``[AGC by loop, AGC of each reader with no loop]`` at the strongest level: what voltage is left at the antenna.

    The AGC value of RF_STATUS (PN5180 rev 4.0, section 11.9) falls with the current that the loop takes: a loop in
    resonance takes half of what a matched source has, a switch that does not close none. Blocks 25 ms a loop. Raises
    ReaderError.
    """
    loops, nothing = [], []
    for loop in range(stand.count):
        stand.select(loop)
        stand.set_level(0)
        loops.append(_agc(stand.reader))
        if loop in (stand.grid - 1, stand.count - 1):
            if stand.switched:
                stand.off()
                nothing.append(_agc(stand.reader))
            stand.set_level(None)
    stand.check()
    return [loops, nothing]


def _agc(reader):
    state = reader._fetch(b"\x04\x1d", 4)
    return state[0] | (state[1] & 3) << 8


def rates(stand, names, loops, rounds):
    """By tag (UID as printed), loop and level: how often it answered of ``rounds`` requests by name.

    Blocks 90 ms a loop, and 5 ms a request. Raises ReaderError.
    """
    uids = [on_air(name) for name in names]
    found = [[] for _ in uids]
    for loop in loops:
        stand.select(loop)
        stand.set_level(0)
        for uid in uids:
            stand.reader.wake(uid)
        counts = [[] for _ in uids]
        for level in range(LEVELS):
            stand.set_level(level)
            for tag, uid in enumerate(uids):
                heard = 0
                for _ in range(rounds):
                    heard += stand.reader.inventory(uid, 64) == ANSWER
                counts[tag].append(heard)
        for tag, by_level in enumerate(counts):
            found[tag].append(by_level)
    stand.set_level(None)
    stand.check()
    return found


DEEDS = {"load": load, "rates": rates}
