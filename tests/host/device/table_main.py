"""Run by MicroPython: the firmware's journal and link on stdin and stdout, under a small application.

    micropython table_main.py DIRECTORY

Commands: ``append {"count": n}`` journals and confirms n records of many sizes; ``say {"text": ...}`` prints; ``crash``
ends with a traceback; ``again`` prints what a board prints when it starts again, and does.
"""

import asyncio
import sys
import time

from table.journal import BOOT, LINE, NOTE, Journal
from table.link.server import Server


class Application:
    def __init__(self, directory):
        self.directory = directory
        self.version = 1
        self.texts = []
        self.crash = None
        self.start()

    def start(self):
        self.journal = Journal(self.directory)
        self.journal.append(BOOT, b"")
        self.journal.flush()
        self.server = Server(
            sys.stdin.buffer,
            sys.stdout.buffer,
            self.journal,
            b"\xaa\xbb\xcc\xdd",
            b"\x01\x02\x03\x04\x05\x06\x07\x08",
            lambda: self.version,
            lambda: {"texts": self.texts},
            self.command,
            lambda: {"uptime": time.ticks_ms() // 1000},
            sys.print_exception,
        )

    def command(self, name, arguments):
        if name == "append":
            for n in range(arguments["count"]):
                self.journal.append(LINE if n % 5 else NOTE, b"\0" + b'{"n":%d}' % n + b" " * (n * 37 % 300))
            return self.journal.flush()
        if name == "say":
            print(arguments["text"])
            self.texts.append(arguments["text"])
            self.version += 1
            return len(self.texts)
        if name == "crash":
            self.crash = RuntimeError("asked for")
            return None
        raise ValueError("no command " + name)

    async def main(self):
        while True:
            task = asyncio.create_task(self.server.run())
            while not self.crash:
                await asyncio.sleep(0.01)
            task.cancel()
            sys.print_exception(self.crash)
            print("MPY: soft reboot")
            self.crash = None
            self.start()


print("boot")
asyncio.run(Application(sys.argv[1]).main())
