"""Run by MicroPython: every ``test_`` function of a module, each with a fresh littlefs where it takes a directory.

micropython run_cases.py FOLDER MODULE
"""

import gc
import sys

import vfs


class Ram:
    """A block device of erased memory."""

    def __init__(self, blocks):
        self.view = memoryview(bytearray(b"\xff" * (blocks * 4096)))

    def readblocks(self, block, buf, offset=0):
        start = block * 4096 + offset
        buf[:] = self.view[start : start + len(buf)]

    def writeblocks(self, block, buf, offset=0):
        start = block * 4096 + offset
        self.view[start : start + len(buf)] = buf

    def ioctl(self, op, arg):
        if op == 4:
            return len(self.view) // 4096
        if op == 5:
            return 4096
        return 0


sys.path.insert(0, sys.argv[1])
module = __import__(sys.argv[2])
for name in sorted(dir(module)):
    if name.startswith("test_"):
        device = Ram(48)
        vfs.VfsLfs2.mkfs(device)
        vfs.mount(vfs.VfsLfs2(device), "/case")
        function = getattr(module, name)
        if name in getattr(module, "WITHOUT_DIRECTORY", ()):
            function()
        else:
            function("/case")
        vfs.umount("/case")
        gc.collect()
        print("ok", name)
