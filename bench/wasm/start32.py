"""Boots the firmware on the 32-bit build: like start.py of the prelude, but on files in memory, run from outside."""

import gc
import json
import sys

import _host
import clock
import uctypes

_NOTE_HEAP, _NOTE_ERROR = 6, 2


class _Pipe:
    """A descriptor of the bus; the host copies straight from and to this interpreter's memory."""

    def readinto(self, buffer):
        return _host.read(uctypes.addressof(buffer), len(buffer))

    def write(self, buffer):
        _host.write(uctypes.addressof(buffer), len(buffer))

    def readline(self):
        line, byte = b"", bytearray(1)
        while not line.endswith(b"\n"):
            self.readinto(byte)
            line += bytes(byte)
        return line


class _Nowhere:
    """The storage behind esp32.NVS, empty and not kept."""

    def read(self):
        return ""

    def seek(self, offset):
        pass

    def write(self, text):
        pass

    def flush(self):
        pass


def _prepare():
    pipe = _Pipe()
    config = json.loads(pipe.readline())
    clock.setup(config, pipe, pipe)
    import esp_micropython
    import esp_sys
    import tasks

    for name in ("time", "select", "random", "os", "machine", "neopixel", "network", "esp32"):
        __import__(name)
    __import__("binascii")  # written in Python in this build; an ESP32 has it in flash
    sys.modules["_asyncio"] = tasks
    import core

    sys.modules["asyncio.core"] = core
    import asyncio

    for name in ("Event", "Lock", "gather", "wait_for", "wait_for_ms"):
        getattr(asyncio, name)
    asyncio.ThreadSafeFlag = asyncio.event.ThreadSafeFlag
    sys.modules["sys"], sys.modules["micropython"] = esp_sys, esp_micropython
    import esp32
    import machine

    esp32._open(_Nowhere())
    machine._unique_id = bytes.fromhex(config["unique_id"])
    for name in config["hidden"] + ["core"]:
        sys.modules.pop(name, None)
    sys.path[:] = ["", ".frozen", "/lib"]
    clock.sync(clock.now)
    return core, config["slice_us"]


def _run_file(name, scope):
    try:
        with open("/" + name) as file:
            source = file.read()
    except OSError:
        return
    try:
        exec(compile(source, name, "exec"), scope)
    except _core.Detached:
        pass
    except BaseException as error:
        _crash(name, error)


def _crash(name, error):
    import io

    text = io.StringIO()
    sys.print_exception(error, text)
    clock.note(_NOTE_ERROR, (name + "\n" + text.getvalue()).encode())
    clock.sync(clock.now)
    sys.print_exception(error)


def sample(stage):
    """Tell the heap in use. The garbage of the call before this one has been collected."""
    clock.note(_NOTE_HEAP, json.dumps([stage, gc.mem_alloc(), _peak]).encode())


def boot():
    scope = {"__name__": "__main__"}
    _run_file("boot.py", scope)
    _run_file("main.py", scope)
    _leave()


def step():
    sample("run")
    try:
        _core.turn(clock.now + _slice)
    except BaseException as error:
        _crash("main.py", error)
        clock.sync(clock.NEVER)
    _leave()


def _leave():
    global _peak
    _peak = gc.mem_alloc()
    gc.collect()  # happens when this call from outside returns


_core, _slice = _prepare()
_peak = 0
gc.collect()
