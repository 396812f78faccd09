"""The flash chip under the file system: erased bytes are 0xFF, and programming only clears bits.

It lives in a file of the host, so a killed process leaves exactly what had been programmed. It can keep a trace of its
operations, and it can lose power in the middle of one.
"""

from struct import pack

import clock as _c

_BLOCK = 4096
_ERASED = bytes(b"\xff") * _BLOCK
_CUT = 100  # reset cause: the power went during an operation


def _let_world_see():
    """Let what was done before be seen before the flash changes: it may be what takes the power away."""
    if _c.pending:
        _c.sync(_c.now)


class Nor:
    """A block device for littlefs (offset interface)."""

    def __init__(self, file, size, trace=None, cut_at=-1, torn=False):
        """``trace``: file for the operations. Operation ``cut_at`` (from 0) is not done, or by half when ``torn``."""
        self._file, self._blocks, self._trace = file, size // _BLOCK, trace
        self._left, self._torn = cut_at, torn
        self._old = {}
        self._fresh = {}
        for n in range(32, 257, 32):
            self._old[n], self._fresh[n] = bytearray(n), _ERASED[:n]

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _BLOCK + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        _let_world_see()
        n = len(buffer)
        if self._trace:
            self._trace.write(pack("<BqII", 80, _c.now, block * _BLOCK + offset, n))
            self._trace.write(buffer)
        if self._left == 0:
            self._lose_power(block * _BLOCK + offset, bytes(buffer[: n // 2]))
        self._left -= 1
        self._program(block * _BLOCK + offset, buffer, n)
        _c.now += (n * _c.costs["flash_program_256"] + 255) // 256

    def _program(self, address, buffer, n):
        old = self._old.get(n)
        if old is None:
            old = self._old[n] = bytearray(n)
            self._fresh[n] = bytes(b"\xff") * n
        self._file.seek(address)
        self._file.readinto(old)
        data = buffer
        if old != self._fresh[n]:
            for i in range(n):
                old[i] &= buffer[i]
            data = old
        self._file.seek(address)
        self._file.write(data)

    def _erase(self, block):
        _let_world_see()
        if self._trace:
            self._trace.write(pack("<BqII", 69, _c.now, block * _BLOCK, _BLOCK))
        if self._left == 0:
            self._file.seek(block * _BLOCK)
            if self._torn:
                self._file.write(_ERASED[: _BLOCK // 2])
            _c.reset(_CUT)
        self._left -= 1
        self._file.seek(block * _BLOCK)
        self._file.write(_ERASED)
        _c.now += _c.costs["flash_erase"]

    def _lose_power(self, address, half):
        if self._torn:
            self._program(address, half, len(half))
        _c.reset(_CUT)

    def ioctl(self, op, argument):
        if op == 4:
            return self._blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            self._erase(argument)
        return 0
