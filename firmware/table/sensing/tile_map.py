"""Which tag is which half of which tile: the board's own list of UIDs."""

from table.once import seldom


class TileMap:
    """56 UIDs of 8 bytes, as sent on air, at index ``2 * tile + half`` (fewer or more for another set).

    A UID that is not in the list is no tile, whatever its memory says. ``mask_bits``: the lowest bits of the UID, in
    whole bytes, that tell all tags of the list apart. Raises ValueError for a list that is cut off or names one twice.
    """

    @seldom
    def __init__(self, data):
        self._uids = bytes(data)
        self.tiles = len(data) // 16
        self.mask_bits = 16
        while self._alike(self.mask_bits // 8):
            self.mask_bits += 8
            if self.mask_bits > 64:
                raise ValueError("tile map names a tag twice")
        if not data or len(data) % 16:
            raise ValueError("tile map has a wrong length")

    @classmethod
    def load(cls, path):
        """Read the list from a file. Raises OSError, ValueError."""
        with open(path, "rb") as file:
            return cls(file.read())

    @seldom
    def _alike(self, count):
        """Do two of the tags begin with the same ``count`` bytes?"""
        starts = set()
        for at in range(0, len(self._uids), 8):
            starts.add(self._uids[at : at + count])
        return len(starts) * 8 < len(self._uids)

    def uid(self, tag):
        """The UID of a tag. Allocates."""
        return self._uids[8 * tag : 8 * tag + 8]

    def find(self, uid):
        """``2 * tile + half`` of a UID, or -1. A scan in C of less than 20 us. Allocates."""
        uid = bytes(uid)
        at = self._uids.find(uid)
        while at >= 0 and at & 7:
            at = self._uids.find(uid, at + 1)
        return at >> 3
