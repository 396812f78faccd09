"""The tape: an append-only list of packed lines in few and small blocks of memory."""

from domino_rules.shelf import seldom

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

    @seldom
    def get(self, n):
        """Bytes of line n (from 1)."""
        i = len(self._firsts) - 1
        while self._firsts[i] > n:
            i -= 1
        chunk, start, end = self._chunks[i], 0, 0
        for _ in range(n - self._firsts[i] + 1):
            start, size = end + 1, chunk[end]
            if size == 255:
                start, size = end + 3, chunk[end + 1] | chunk[end + 2] << 8
            end = start + size
        return bytes(chunk[start:end])
