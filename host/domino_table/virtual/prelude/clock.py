"""The one clock of the virtual board, and the board's end of the bus.

``now`` is the virtual time in µs. Every simulated call adds its cost and looks whether ``now`` has come to ``limit``,
the earliest time at which something must be looked after: the horizon given by the world, an edge on an input pin, a
timer, the watchdog, or posted writes that have waited long enough.
"""

from micropython import const
from struct import pack_into, unpack_from

import sys as _sys

_NOTE = const(5)
_SYNC = const(66)
_RESET = const(67)
_WITH_LEVELS = const(1)
_WITH_RULES = const(2)
_WITH_SERIAL = const(4)
_INTERRUPT = const(8)
_BATCH = const(4096)
_LAG_US = const(1000)
_RING = const(260)
_ROOM = const(1024)
NEVER = 1 << 60

now = horizon = limit = booted = rtc_us = seed = 0
costs = {}
live = ring = False
watchdog = NEVER
pending = interrupted = False
fifo = bytearray()
levels = [None] * 64
handlers = {}  # pin number -> (pin, handler, trigger)
timers = []
on_rules = None
rules_stale = False
at_key = 0  # 1 while the prompt waits for a key, when Ctrl-C is a byte like others

_out = bytearray(_BATCH)
_view = memoryview(_out)
_used = 0
_posted = 0
_head = bytearray(24)
_body = bytearray(16384)
_body_view = memoryview(_body)
_target = bytearray(8)
_edges = []
_due = []
_seen = 0
_in_handler = False
_reader = _writer = None


def setup(config, reader, writer):
    """Take the settings of this boot (see start.py) and the two pipes of the bus."""
    global now, booted, seed, costs, live, ring, rtc_us, _reader, _writer
    now = booted = config["now"]
    seed, costs = config["seed"], config["costs"]
    live, ring, rtc_us = config["live"], config["ring"], config["rtc"]
    _reader, _writer = reader, writer


def flush():
    """Send what is posted, without waiting."""
    global _used
    n = _used
    _used = 0
    if n:
        _writer.write(_view[:n])


def post(kind, device, argument, data):
    """Tell the world something at ``now`` without waiting for it."""
    global _used, pending, limit, _posted
    n = len(data)
    if _used + n + 16 > _BATCH:
        flush()
    pack_into("<BBHIq", _out, _used, kind, device, argument, n, now)
    _used += 16
    if n > _BATCH - 16:
        flush()
        _writer.write(data)
    elif n:
        _out[_used : _used + n] = data
        _used += n
    if not pending:
        pending = True
        _posted = now
        if now + _LAG_US < limit:
            limit = now + _LAG_US


def note(kind, text):
    """Tell the supervisor something about this board that no real board would say."""
    post(_NOTE, kind, 0, text)


def ask(kind, device, argument, data, want):
    """Send a request and wait. Returns a view of the answer's first ``want`` bytes; takes in levels, rules, serial."""
    global now, horizon, pending, interrupted, rules_stale, _seen
    post(kind, device, argument, data)
    flush()
    _read(_head)
    flags, rule_count, level_count, length, t, horizon = unpack_from("<BBHIqq", _head, 0)
    if length:
        _read(_body_view[:length])
    now = t
    pending = False
    at = want
    if flags & _WITH_LEVELS:
        _take_levels(at, level_count)
        at += 10 * level_count
    _seen = now
    if flags & _WITH_RULES:
        at = on_rules(_body_view, at, rule_count)
    elif rules_stale:
        on_rules(None, 0, 0)
    rules_stale = False
    if flags & _WITH_SERIAL:
        n = length - at
        if ring and n > _RING - len(fifo):
            n = max(0, _RING - len(fifo))
        fifo.extend(_body_view[at : at + n])
    if flags & _INTERRUPT:
        interrupted = True
    _set_limit()
    return _body_view[:want]


def _read(buffer):
    global interrupted
    while True:
        try:
            if _reader.readinto(buffer) != len(buffer):
                _sys.exit(0)  # the supervisor is gone
            return
        except KeyboardInterrupt:
            interrupted = True  # raised later: the answer must not be lost


def room():
    """How many bytes of the serial line fit."""
    return max(0, _ROOM - len(fifo))


def _take_levels(at, count):
    before = levels[:]
    fired = []
    del _edges[:]
    for _ in range(count):
        edge = unpack_from("<qBB", _body, at)
        at += 10
        t, pin, level = edge
        if t > now:
            _edges.append(edge)
        elif t > _seen:
            if _set_level(pin, level):
                fired.append(pin)
        else:
            levels[pin] = level
    for pin in sorted(handlers):
        if levels[pin] != before[pin] and before[pin] is not None and pin not in fired:
            _due_edge(pin, levels[pin])


def _set_level(pin, level):
    old = levels[pin]
    levels[pin] = level
    if old is None or old == level:
        return False
    return _due_edge(pin, level)


def _due_edge(pin, level):
    entry = handlers.get(pin)
    if entry is None or not entry[2] & (1 if level else 2):
        return False
    if entry not in _due:  # a soft handler that has not run yet runs once
        _due.append(entry)
    return True


def _own():
    """The earliest time known here at which something must be done."""
    t = watchdog
    if _edges and _edges[0][0] < t:
        t = _edges[0][0]
    for timer in timers:
        if timer.due < t:
            t = timer.due
    return t


def _set_limit():
    global limit
    limit = min(horizon, _own())
    if pending and _posted + _LAG_US < limit:
        limit = _posted + _LAG_US
    if interrupted or _due:
        limit = now


def touch():
    """A timer, handler or the watchdog was changed: find the limit anew."""
    _set_limit()


def catch_up():
    """Look after everything that is due at ``now``: edges, timers, watchdog, the world, handlers, Ctrl-C."""
    global interrupted, _in_handler
    while _edges and _edges[0][0] <= now:
        edge = _edges.pop(0)
        _set_level(edge[1], edge[2])
    if now >= watchdog:
        reset(3)
    for timer in timers[:]:
        if timer.due <= now:
            timer.fire()
            _due.append((timer, timer.callback, 0))
    if now >= horizon or (pending and now >= _posted + _LAG_US):
        sync(now)
    if not _in_handler:
        while _due:
            _run_handler(_due.pop(0))
        if interrupted:
            interrupted = False
            _set_limit()
            raise KeyboardInterrupt
    _set_limit()
    if _in_handler:
        global limit
        limit = max(limit, min(horizon, now + _LAG_US))


def _run_handler(entry):
    global _in_handler
    if entry[1] is None:
        return
    _in_handler = True
    try:
        entry[1](entry[0])
    except Exception as error:
        print("Unhandled exception in IRQ callback handler")
        _sys.print_exception(error)
    finally:
        _in_handler = False


def sync(target):
    """Ask the world, and let the clock run to ``target`` or until there is news."""
    pack_into("<q", _target, 0, target)
    ask(_SYNC, at_key, room(), _target, 0)


def spend(us):
    """Let a call cost ``us``."""
    global now
    now += us
    if now >= limit:
        catch_up()


def step(until):
    """Wait for one stretch, at most to ``until``; comes back earlier when anything has happened."""
    global now
    stop = min(until, _own())
    if stop > now:
        if pending or live or stop > horizon:
            sync(stop)
        else:
            now = stop
    if now >= limit:
        catch_up()


def sleep_until(t):
    """Wait until ``t``, serving handlers meanwhile."""
    while now < t:
        step(t)


def reset(cause, raw=0, after_us=0):
    """Ask the supervisor for a reset. Does not return: the process is killed."""
    pack_into("<q", _target, 0, after_us)
    post(_RESET, cause, raw, _target)
    flush()
    while True:
        try:
            _read(_head)
        except KeyboardInterrupt:
            pass
