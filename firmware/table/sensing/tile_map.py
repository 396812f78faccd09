"""Which tag is which half of which tile: the board's own list of UIDs."""

_UID = 8


class TileMap:
    """56 UIDs of 8 bytes, as sent on air, at index ``2 * tile + half`` (fewer or more for another set).

    A UID that is not in the list is no tile, whatever its memory says. Raises ValueError for a list that is cut off or
    names a UID twice.
    """

    def __init__(self, data):
        if not data or len(data) % (2 * _UID):
            raise ValueError("tile map has a wrong length")
        self._uids = memoryview(data)
        self.tags = len(data) // _UID
        self.tiles = self.tags // 2
        self._order = self._sorted()
        self.mask_bits = self._shortest_mask()

    @classmethod
    def load(cls, path):
        """Read the list from a file. Raises OSError, ValueError."""
        with open(path, "rb") as file:
            return cls(file.read())

    def _compare(self, tag, uid):
        at = tag * _UID
        uids = self._uids
        for i in range(_UID):
            difference = uids[at + i] - uid[i]
            if difference:
                return difference
        return 0

    def _sorted(self):
        order = bytearray(self.tags)
        for tag in range(self.tags):
            uid, at = self.uid(tag), tag
            while at and self._compare(order[at - 1], uid) > 0:
                order[at] = order[at - 1]
                at -= 1
            if at and not self._compare(order[at - 1], uid):
                raise ValueError("tile map names a tag twice")
            order[at] = tag
        return order

    def _shortest_mask(self):
        """Bits of the UID, in whole bytes, that tell all tags of the list apart. UIDs are sorted from their first
        byte, so neighbours in that order share the longest beginnings."""
        longest = 0
        for i in range(1, self.tags):
            one, other = self.uid(self._order[i - 1]), self.uid(self._order[i])
            same = 0
            while one[same] == other[same]:
                same += 1
            longest = max(longest, same)
        return 8 * max(2, longest + 1)

    def uid(self, tag):
        """The UID of a tag (a view)."""
        return self._uids[tag * _UID : tag * _UID + _UID]

    def find(self, uid):
        """``2 * tile + half`` of a UID, or -1. Allocates nothing."""
        low, high = 0, self.tags
        while low < high:
            middle = (low + high) >> 1
            difference = self._compare(self._order[middle], uid)
            if not difference:
                return self._order[middle]
            if difference < 0:
                low = middle + 1
            else:
                high = middle
        return -1
