"""The tape: an append-only list of packed lines in few and small blocks of memory."""

_CHUNK = 400


class Tape:
    """Lines by number, from 1. An empty entry stands for a line that said nothing (blank, or not JSON)."""

    def __init__(self):
        self.count = 0
        self._chunks = []
        self._firsts = []
        self._last = None

    def append(self, data):
        """Keep one packed line (fewer than 65,536 bytes)."""
        chunk = self._last
        if chunk is None or len(chunk) + len(data) > _CHUNK:
            chunk = self._last = bytearray()
            self._chunks.append(chunk)
            self._firsts.append(self.count + 1)
        size = len(data)
        if size < 255:
            chunk.append(size)
        else:
            chunk.extend(bytes((255, size & 255, size >> 8)))
        chunk.extend(data)
        self.count += 1

    def __len__(self):
        return self.count

    def get(self, n):
        """Bytes of line n (from 1)."""
        i = len(self._firsts) - 1
        while self._firsts[i] > n:
            i -= 1
        chunk = self._chunks[i]
        at = 0
        for _ in range(n - self._firsts[i]):
            start, size = self._entry(chunk, at)
            at = start + size
        start, size = self._entry(chunk, at)
        return bytes(chunk[start : start + size])

    @staticmethod
    def _entry(chunk, at):
        if chunk[at] < 255:
            return at + 1, chunk[at]
        return at + 3, chunk[at + 1] | chunk[at + 2] << 8
