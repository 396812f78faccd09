"""Boots a virtual board: the simulated modules, the flash, boot.py, main.py, then the prompt.

Arguments: the descriptors of the bus, from and to the world. The first line from the world is a JSON object with the
flash image, the seed, the costs and why the board starts (board.py on the host). The order of boot is that of
ports/esp32/main.c.
"""

import builtins
import gc
import json
import sys

import vfs

import clock


def _open_files(config):
    import nor

    trace = open(config["trace"], "ab") if config["trace"] else None
    chip = nor.Nor(open(config["image"], "r+b"), config["size"], trace, config["cut_at"], config["torn"])
    nvs = open(config["image"] + ".nvs", "r+")
    return chip, nvs


def _replace_modules():
    import console
    import esp_micropython
    import esp_sys
    import tasks

    for name in ("time", "select", "random", "os", "machine", "neopixel", "network", "esp32"):
        __import__(name)
    sys.modules["_asyncio"] = tasks
    sys.modules["sys"] = esp_sys
    sys.modules["micropython"] = esp_micropython


def _mount(chip):
    vfs.umount("/")
    try:
        system = vfs.VfsLfs2(chip, readsize=32, progsize=32, lookahead=32, mtime=False)
    except OSError:
        vfs.VfsLfs2.mkfs(chip, readsize=32, progsize=32, lookahead=32)
        system = vfs.VfsLfs2(chip, readsize=32, progsize=32, lookahead=32, mtime=False)
    vfs.mount(system, "/")


def _charge_verdicts(us):
    """Let each verdict cost its time once the firmware has loaded its referee, and then stay out of the way."""
    names = ("dreferee", "domino_rules.referee")  # as a board has it (device/flat.py), as it is written
    plain = builtins.__import__  # reading it gives this one even when another was put in its place
    waiting = [True]

    def load(*args):
        module = plain(*args)
        module_of = sys.modules.get(names[0]) or sys.modules.get(names[1])
        referee = getattr(module_of, "Referee", None)
        if referee is not None and waiting:  # imports nest: the innermost sees it first
            waiting.clear()
            builtins.__import__ = plain
            feed = referee.feed

            def feed_slowly(self, *args):
                clock.spend(us)
                return feed(self, *args)

            referee.feed = feed_slowly
        return module

    builtins.__import__ = load


def _boot():
    reader = open("/dev/fd/" + sys.argv[1], "rb")
    writer = open("/dev/fd/" + sys.argv[2], "wb")
    config = json.loads(reader.readline())
    clock.setup(config, reader, writer)
    if config["watchdog"]:  # outlives a soft reset
        clock.watchdog = clock.now + config["watchdog"]
    chip, nvs = _open_files(config)
    _replace_modules()
    import esp32
    import machine
    import repl

    esp32._open(nvs)
    machine._cause, machine._unique_id = config["cause"], bytes.fromhex(config["unique_id"])
    _mount(chip)
    _charge_verdicts(config["costs"]["verdict"])
    del sys.argv[:]
    sys.path[:] = ["", ".frozen", "/lib"]
    for name in config["hidden"]:
        sys.modules.pop(name, None)
    gc.collect()
    clock.sync(clock.now)
    repl.run(config["raw"])


_boot()
