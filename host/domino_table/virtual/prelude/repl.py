"""What runs on the board: boot.py, main.py and then the prompt, in its friendly, raw and raw-paste modes.

Bytes and order follow shared/runtime/pyexec.c and ports/esp32/main.c. ``SystemExit`` anywhere, or Ctrl-D on an empty
prompt, is a soft reset.
"""

import gc
import sys

import clock
from console import stdin

_BANNER = (
    "MicroPython v1.29.0 (virtual table); Generic ESP32S3 module with ESP32S3\r\n"
    'Type "help()" for more information.\r\n'
)
_RAW_BANNER = "raw REPL; CTRL-B to exit\r\n>"
_WINDOW = 128
_SOFT_RESET = 5
_NOTE_STAGE, _NOTE_ERROR, _NOTE_PROMPT = 1, 2, 3

_HERE = __file__[: -len("repl.py")]
_scope = {"__name__": "__main__"}
_write = sys.stdout.buffer.write


class _SoftReset(Exception):
    pass


def _say(text):
    _write(text.encode() if isinstance(text, str) else text)


def _run_file(name):
    """Run a file of the board's flash if it is there. True unless it ended with an exception."""
    try:
        with open("/" + name) as file:
            source = file.read()
    except OSError:
        return True
    clock.note(_NOTE_STAGE, name.encode())
    return _execute(source, name, "exec", name)


def _execute(source, name, kind, stage=None):
    """Compile and run. True when it ended well; the traceback is printed, and noted when ``stage`` says where."""
    try:
        code = compile(source, name, kind)
        source = None
        exec(code, _scope)
        return True
    except SystemExit:
        raise _SoftReset()
    except MemoryError as error:
        _scope.clear()  # a real board reports it from memory of its own
        _scope["__name__"] = "__main__"
        gc.collect()
        _report(error, stage)
        return False
    except BaseException as error:
        _report(error, stage)
        return False
    finally:
        clock.interrupted = False


def _report(error, stage):
    import io

    out = io.StringIO()
    sys.print_exception(error, out)
    lines = [line for line in out.getvalue().split("\n") if _HERE not in line]  # no real board has these frames
    _say("\r\n".join(lines))
    if stage and not isinstance(error, KeyboardInterrupt):
        clock.note(_NOTE_ERROR, ("%s\n%s" % (stage, "\n".join(lines))).encode())


def _key():
    """The next byte of the console; Ctrl-C counts as one."""
    while not clock.fifo:
        clock.at_key = 1
        try:
            clock.step(clock.NEVER)
        except KeyboardInterrupt:
            return 3
        finally:
            clock.at_key = 0
    return stdin.buffer.read(1)[0]


def _friendly():
    """One line, or block of lines, at the prompt."""
    _say(">>> ")
    source = ""
    while True:
        line = _line()
        if line is None:
            return True
        if isinstance(line, int):
            return _control(line, source)
        source += line + "\n"
        if source.strip() and not _goes_on(source, line):
            break
        if not source.strip():
            return True
        _say("... ")
    _execute(source, "<stdin>", "single")
    return True


def _goes_on(source, line):
    block = source.rstrip().endswith(":") or "\n" in source.rstrip("\n")
    opened = sum(source.count(c) for c in "([{") - sum(source.count(c) for c in ")]}")
    return opened > 0 or (block and line.strip() != "")


def _line():
    """A line with echo; None after Ctrl-C, the code of a control key that changes the mode."""
    text = ""
    while True:
        c = _key()
        if c == 3:
            _say("\r\n")
            return None
        if c in (1, 2, 4, 5) and not text:
            return c
        if c in (10, 13):
            _say("\r\n")
            return text
        if c in (8, 127):
            if text:
                text = text[:-1]
                _say("\b \b")
        elif c >= 32:
            text += chr(c)
            _say(bytes((c,)))


def _control(key, source):
    """A control key at the friendly prompt; False when it asks for the raw prompt."""
    if key == 4:
        _say("\r\n")
        raise _SoftReset()
    if key == 2:
        _say("\r\n" + _BANNER)
    elif key == 5:
        _paste()
    return key != 1


def _paste():
    _say("\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n=== ")
    source = ""
    while True:
        c = _key()
        if c == 3:
            _say("\r\n")
            return
        if c == 4:
            _say("\r\n")
            _execute(source, "<stdin>", "exec")
            return
        source += "\n" if c == 13 else chr(c)
        _say("\r\n=== " if c == 13 else bytes((c,)))


def _raw():
    """The raw prompt, until Ctrl-B."""
    _say(_RAW_BANNER)
    source = bytearray()
    while True:
        c = _key()
        if c == 1:
            if source == b"\x05A":
                source = bytearray()
                _raw_paste()
                _say(">")
            else:
                source = bytearray()
                _say(_RAW_BANNER)
        elif c == 2:
            _say("\r\n")
            return
        elif c == 3:
            source = bytearray()
        elif c == 4:
            if not source:
                _say("OK\r\n")
                raise _SoftReset()
            _say("OK")
            _run_raw(source)
            source = bytearray()
            _say(">")
        else:
            source.append(c)


def _run_raw(source):
    text, error = bytes(source), None
    try:
        code = compile(text.decode(), "<stdin>", "exec")
        text = None
        exec(code, _scope)
    except SystemExit:
        _say("\x04\x04")
        raise _SoftReset()
    except BaseException as caught:
        error = caught
    clock.interrupted = False
    _say("\x04")
    if error:
        _report(error, None)
    _say("\x04")


def _raw_paste():
    """Take a program with flow control: half the window is granted at a time, 0x04 ends it."""
    _say(b"R\x01" + _WINDOW.to_bytes(2, "little") + b"\x01")
    source = bytearray()
    left = half = _WINDOW // 2
    while True:
        c = _key()
        if c == 3:
            _say("\x04\x04\x04")
            return
        if c == 4:
            _say("\x04")
            return _run_raw(source)
        source.append(c)
        left -= 1
        if not left:
            left = half
            _say("\x01")


def run(raw):
    """Boot and then serve the prompt for ever; a soft reset is asked from the supervisor."""
    try:
        clock.note(_NOTE_STAGE, b"boot")
        booted = _run_file("boot.py")
        if booted and not raw:
            _run_file("main.py")
        clock.note(_NOTE_PROMPT, b"")
        if not raw:
            _say("\r\n" + _BANNER)
        while True:
            if raw:
                _raw()
                raw = False
                _say(_BANNER)
            gc.collect()
            raw = not _friendly()
    except _SoftReset:
        _say("MPY: soft reboot\r\n")
        clock.reset(_SOFT_RESET, 1 if raw else 0)
