"""``os`` of the ESP32 port: real files, random bytes from the board's seed."""

from collections import namedtuple

import clock as _c
from uos import chdir, getcwd, ilistdir, listdir, mkdir, mount, remove, rename, rmdir, stat, statvfs, umount, unlink

try:
    from uos import VfsLfs2
except ImportError:  # the 32-bit build on which the heap is measured
    pass

_state = 0x9E3779B9
_Uname = namedtuple("uname", ("sysname", "nodename", "release", "version", "machine"))


def _start(seed):
    global _state
    _state = (seed * 2654435761 + 0x9E3779B9) & 0xFFFFFFFF or 1
    for _ in range(8):
        _next()


def _next():
    global _state
    x = _state
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    _state = x
    return x


def urandom(count):
    return bytes(_next() >> 16 & 0xFF for _ in range(count))


def uname():
    return _Uname("esp32", "esp32", "1.29.0", "v1.29.0", "Generic ESP32S3 module with ESP32S3")


_start(_c.seed)
