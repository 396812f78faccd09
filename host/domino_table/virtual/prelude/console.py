"""Standard input of the virtual board: the receive ring of its console, filled from the bus."""

import io

import clock as _c


class _Buffer(io.IOBase):
    """Raw bytes. Reading waits, in virtual time, until there are as many as asked for."""

    def read(self, count=-1):
        if count is None or count < 0:
            count = len(_c.fifo)
        while len(_c.fifo) < count:
            _c.step(_c.NEVER)
        taken = bytes(_c.fifo[:count])
        _c.fifo[:] = _c.fifo[count:]
        return taken

    def readinto(self, buffer, count=None):
        taken = self.read(len(buffer) if count is None else count)
        buffer[: len(taken)] = taken
        return len(taken)

    def readline(self, count=-1):
        line = b""
        while not line.endswith(b"\n") and len(line) != count:
            line += self.read(1)
        return line


class _Text(_Buffer):
    def __init__(self):
        self.buffer = _Buffer()

    def read(self, count=-1):
        return self.buffer.read(count).decode()

    def readline(self, count=-1):
        return self.buffer.readline(count).decode()


stdin = _Text()
