"""The deal: the racks are watched until everybody has taken his tiles and the cloth is empty.

Needed only between rounds: the module is forgotten while a round is on.
"""

import time

from table.events import RECOVERED, SHORT, TROUBLE
from table.once import seldom

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


_STABLE = const(2000)  # ms without a change until a complete deal counts as done
_FIRST_MS = const(1500)  # without racks: how long a single tile must lie to open a round
_FEW = const(3)  # without racks: more tiles than this on the cloth are being mixed or shown, not played
_DUMB = const(10000)  # ms without a change until a tile that is heard nowhere counts as one with dead tags
_GIVEN_UP = const(4000)  # ms without a change until a wrong count counts as the deal, once a tile is laid


class DealWatch:
    """Looks for the deal of the next round of a TableReferee, and makes it a line of the record.

    The hands of a deal that was refused are not proposed again: somebody has to mix first. Of a seat whose rack cannot
    be read only the number of tiles is known, and that is taken to be right.
    """

    @seldom
    def __init__(self, referee):
        self._referee = referee
        match = referee.record.match
        self._seats, self._size = match.seats, match.params["hand"]
        self._seen = None  # racks as last read
        self._since = 0  # ticks when they last changed
        self._complete = None  # hands, once they all had the right number
        self._refused = None
        self._mixed = False  # more than a few tiles have lain on the cloth since it was empty
        self.whole = False  # on the cloth lies no more than is left when all have taken their tiles
        self.opens = None  # who has said with the button that he opens, where nobody knows

    def look(self, now):
        """Look at racks and cloth; where the deal is done, or evidently wrong, feed it. now: ticks."""
        referee = self._referee
        cloth = [tile for tile, _ in referee.sensing.on_cloth()]
        if self._racks:
            reads = referee.sensing.reads
            racks = [referee.sensing.rack(seat) if seat in reads else None for seat in range(self._seats)]
            hands = self._poll(now, racks, cloth, referee.acts.laid())
        else:
            self._mixed = bool(cloth) and (self._mixed or len(cloth) > _FEW)
            if self._mixed:
                self.opens = None
            few = 0 < len(cloth) <= 2 and not self._mixed  # the second may have followed at once
            first = few and time.ticks_diff(now, referee.moved_at) >= _FIRST_MS
            self.whole = self._all_taken()
            hands = [None] * self._seats if first and self.whole else None
        if hands:
            self._feed(hands)

    @property
    def _racks(self):
        """Whether any rack is read; each may fall out of order, or be mended, between two looks."""
        return any([seat < self._seats for seat in self._referee.sensing.reads])

    @seldom
    def press(self, seat, press):
        """A button is pressed: where no rack tells of the deal, who serves does; who opens, if nobody knows, may.

        True if that is all it says: where the bazaar tells who draws, and who serves is known, it is no pass.
        """
        match = self._referee.record.match
        if press != SHORT or self._racks:
            return False
        if match.SERVE:
            if self._all_taken():
                self._feed([None] * self._seats)
        elif match.opener is None and not self._mixed:
            self.opens = seat
        self._referee.update()
        return match.turn is not None and bool(getattr(self._referee.sensing, "holds", None))

    @seldom
    def drawn(self, tile):
        """A tile has left a bazaar on the cloth when the deal was whole: who serves lacks a double and has drawn it."""
        if self._referee.record.match.SERVE:
            self._feed([None] * self._seats, 1 << tile)
            self._referee.update()

    @seldom
    def _feed(self, hands, gone=0):
        """Feed the deal. gone: mask of what has left a bazaar on the cloth since."""
        referee, record = self._referee, self._referee.record
        if getattr(referee.sensing, "holds", None):
            referee.sensing.dealt = referee.sensing.heap | gone
            referee.tell("bazaar", referee.sensing.dealt)
        rows = hasattr(record.match, "rows")  # nobody knows their order
        names = []
        for hand in hands:
            if hand is None:
                names.append(self._size)
            else:
                names.append(len(hand) if rows else record.tiles.names(sum([1 << tile for tile in hand])))
        record.feed({"type": "deal", "hands": names})
        verdict = record.verdict
        if not verdict["ok"]:
            referee.show_foul(verdict.get("seat"), verdict["code"], None, None)
        if record.match.phase == "play":
            referee.chain.poses = {}
            if rows:  # where one of them is not known, nobody's owner is: none of the last round's stands
                referee.acts.dealt([] if None in hands else hands)
            for act in referee.acts.waiting[:1]:
                if act.seat is None and record.turn is None:
                    act.seat = self.opens
            return
        self._refused, self._complete = hands, None
        referee.acts.clear()

    def _poll(self, now, racks, cloth, laid):
        """The hands (a list of sorted tile lists, None for one that is not read) when the deal is done, else None.

        racks: per seat the sorted tiles of its rack, or None. cloth: tiles that lie there. laid: {tile: seat} of
        those among them that were seen to leave a rack.
        """
        if racks != self._seen:
            self._seen, self._since = racks, now
        quiet = time.ticks_diff(now, self._since)
        if not cloth:
            if not self._right(racks):
                return self._with_the_dumb(racks, now) if quiet >= _DUMB and self._lacks_one(racks) else None
            self._complete = racks
            if "mute" in self._referee.trouble:
                self._referee.on_event((RECOVERED, now, "mute"))
            return self._offer(racks) if quiet >= _STABLE and self._read(racks) else None
        started = self._started(racks, cloth, laid)
        if started and self._right(started):
            return self._offer(started)
        if started and quiet >= _GIVEN_UP:
            # Of a hand that lacks one tile that one may only be unheard.
            return self._with_the_dumb(started, now) if self._lacks_one(started) else self._offer(started)
        return None

    def _read(self, racks):
        """Whether every rack has been read since they last changed: a reader that hangs changes none."""
        for seat in range(self._seats):
            if racks[seat] is not None:
                read = self._referee.sensing.rack_read(seat)
                if read is None or time.ticks_diff(read, self._since) <= 0:
                    return False
        return True

    @seldom
    def _with_the_dumb(self, hands, now):
        """The hands with the one tile that nobody hears, where that must be the one that one of them lacks.

        It is where all tiles are dealt, and where one tile of the set has not been heard since the start. It is played
        with the keys under the display. Where several come into question nothing is dealt; once all have lain on the
        cloth, as they do when they are mixed there, the table knows.
        """
        if None in hands:
            return None
        if "mute" not in self._referee.trouble:
            self._referee.on_event((TROUBLE, now, "mute", None))
        count = len(self._referee.record.tiles.low)
        heard = sum([1 << tile for hand in hands for tile in hand])
        dumb = self._referee.sensing.unheard()
        if self._seats * self._size == count:
            dumb = [tile for tile in range(count) if not heard >> tile & 1]
        if len(dumb) != 1 or heard >> dumb[0] & 1:
            return None
        whole = [hand if len(hand) == self._size else sorted(hand + dumb) for hand in hands]
        return self._offer(whole) if self._right(whole) else None

    def _started(self, racks, cloth, laid):
        """The hands if the tiles on the cloth are first plays from them, else None (tiles are still being mixed)."""
        if len(cloth) > 2:
            return None
        hands = [rack and list(rack) for rack in racks]
        for tile in cloth:
            seat = laid.get(tile)
            for other in range(self._seats):
                if seat is None and self._complete and tile in (self._complete[other] or ()):
                    seat = other
            if seat is None and None in hands:
                continue  # from a rack that is not read
            if seat is None or seat >= self._seats:
                return None
            hands[seat] = sorted(set((hands[seat] or []) + [tile]))
        return hands

    def _lacks_one(self, hands):
        """Whether one hand lacks one tile, and no other any."""
        off = sorted([0 if hand is None else len(hand) - self._size for hand in hands])
        return off[0] == -1 and not any(off[1:])

    def _right(self, hands):
        return all([hand is None or len(hand) == self._size for hand in hands])

    def _offer(self, hands):
        return None if hands == self._refused else hands

    def _all_taken(self):
        """Whether as many tiles are gone from a bazaar on the cloth as are dealt; else they would count as drawn."""
        holds = getattr(self._referee.sensing, "holds", None)
        return holds is None or holds(len(self._referee.record.tiles.low) - self._seats * self._size)
