"""NOR flash for MicroPython's littlefs: programs clear bits, erases set them, all are counted or logged."""

BLOCK = 4096


class Flash:
    """A block device over a bytearray. log: a list that takes (block, offset, data), data None for an erase."""

    def __init__(self, image, log=None):
        self.image = image
        self.view = memoryview(image)
        self.log = log
        self.erases = self.programs = 0

    def readblocks(self, block, buf, offset=0):
        start = block * BLOCK + offset
        buf[:] = self.view[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        self.programs += 1
        if self.log is not None:
            self.log.append((block, offset, bytes(buf)))
        program(self.view, block, offset, buf)

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.image) // BLOCK
        if op == 5:
            return BLOCK
        if op == 6:
            self.erases += 1
            if self.log is not None:
                self.log.append((arg, 0, None))
            erase(self.view, arg, BLOCK)
        return 0


def program(view, block, offset, data):
    start = block * BLOCK + offset
    old = bytes(view[start : start + len(data)])
    new = int.from_bytes(old, "little") & int.from_bytes(bytes(data), "little")
    view[start : start + len(data)] = new.to_bytes(len(data), "little")


ERASED = b"\xff" * BLOCK


def erase(view, block, size):
    view[block * BLOCK : block * BLOCK + size] = memoryview(ERASED)[:size]


def apply(view, operation, torn=False):
    """Do a logged operation on another image, or the first half of it."""
    block, offset, data = operation
    if data is None:
        erase(view, block, BLOCK // 2 if torn else BLOCK)
    else:
        program(view, block, offset, data[: len(data) // 2] if torn else data)
