"""``select`` on the virtual clock: waiting costs virtual time, and the console is read from the bus."""

import clock as _c
import uselect as _real
from console import stdin as _stdin
from uselect import POLLERR, POLLHUP, POLLIN, POLLOUT

_POLL_REQUEST = 3  # MP_STREAM_POLL of the stream protocol


class poll:
    """Objects are asked in the order in which they were registered."""

    def __init__(self):
        self._items = []

    def _find(self, stream):
        for item in self._items:
            if item[0] is stream:
                return item
        return None

    def register(self, stream, mask=POLLIN | POLLOUT):
        item = self._find(stream)
        if item:
            item[1] = mask
        else:
            self._items.append([stream, mask])

    def modify(self, stream, mask):
        item = self._find(stream)
        if not item:
            raise OSError(2)
        item[1] = mask

    def unregister(self, stream):
        item = self._find(stream)
        if item:
            self._items.remove(item)

    def _ready(self):
        found = []
        for stream, mask in self._items:
            events = _events(stream, mask)
            if events:
                found.append((stream, events))
        return found

    def poll(self, timeout=-1):
        end = _c.NEVER if timeout is None or timeout < 0 else _c.now + timeout * 1000
        while True:
            found = self._ready() if self._items else self._items
            if found or _c.now >= end:
                return found
            _c.step(end)

    def ipoll(self, timeout=-1, flags=0):
        return iter(self.poll(timeout))


def _events(stream, mask):
    if stream is _stdin or stream is _stdin.buffer:
        return mask & POLLIN if _c.fifo else 0
    if hasattr(stream, "ioctl"):
        return stream.ioctl(_POLL_REQUEST, mask)
    real = _real.poll()
    real.register(stream, mask)
    ready = real.poll(0)
    return ready[0][1] if ready else 0


def select(rlist, wlist, xlist, timeout=-1):
    both = poll()
    for stream in rlist:
        both.register(stream, POLLIN)
    for stream in wlist:
        both.register(stream, POLLOUT | (POLLIN if stream in rlist else 0))
    ready = both.poll(-1 if timeout is None or timeout < 0 else int(timeout * 1000))
    readable = [s for s, events in ready if events & POLLIN]
    return readable, [s for s, events in ready if events & POLLOUT], []
