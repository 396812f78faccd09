"""The deal: the racks are watched until everybody has taken his tiles and the cloth is empty."""

import time

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_STABLE = const(2000)  # ms without a change until a complete deal counts as done
_GIVEN_UP = const(4000)  # ms without a change until a wrong count counts as the deal, once a tile is laid


class DealWatch:
    """Watches the racks of ``seats`` seats for ``size`` tiles each.

    ``poll`` never blocks and allocates only where something changed. The hands of a deal that was refused are not
    proposed again: somebody has to mix first.
    """

    def __init__(self, seats, size):
        self._seats = seats
        self._size = size
        self._seen = None  # racks as last read
        self._since = 0  # ticks when they last changed
        self._complete = None  # hands, once they all had the right number
        self._refused = None

    def refuse(self, hands):
        """These hands are to be dealt again."""
        self._refused = hands
        self._complete = None

    def poll(self, now, racks, cloth, laid):
        """Look at the table; returns the hands (a list of sorted tile lists) when the deal is done, else None.

        now: ticks. racks: per seat the sorted tiles of its rack. cloth: tiles that lie there. laid: {tile: seat} of
        those among them that were seen to leave a rack.
        """
        if racks != self._seen:
            self._seen, self._since = racks, now
        quiet = time.ticks_diff(now, self._since)
        if not cloth:
            if not self._right(racks):
                return None
            self._complete = racks
            return self._offer(racks) if quiet >= _STABLE else None
        started = self._started(racks, cloth, laid)
        if started and self._right(started):
            return self._offer(started)
        if started and quiet >= _GIVEN_UP:
            return self._offer(started)
        return None

    def _started(self, racks, cloth, laid):
        """The hands if the tiles on the cloth are first plays from them, else None (tiles are still being mixed)."""
        if len(cloth) > 2:
            return None
        hands = [list(rack) for rack in racks]
        for tile in cloth:
            seat = laid.get(tile)
            for other in range(self._seats):
                if seat is None and self._complete and tile in self._complete[other]:
                    seat = other
            if seat is None or seat >= self._seats:
                return None
            hands[seat] = sorted(set(hands[seat] + [tile]))
        return hands

    def _right(self, hands):
        return all([len(hand) == self._size for hand in hands])

    def _offer(self, hands):
        return None if hands == self._refused else hands
