"""``asyncio.core`` that runs a stretch at a time: this build collects garbage only between two calls from outside.

Its own core hands every task to the browser's event loop. ``event``, ``lock`` and ``funcs`` of the package are the
frozen ones. What they and programs expect is described by extmod/asyncio/core.py of MicroPython.
"""

import select
import sys
from time import ticks_add, ticks_diff
from time import ticks_ms as ticks

import clock
from tasks import Task, TaskQueue


class CancelledError(BaseException):
    pass


class TimeoutError(Exception):
    pass


class Detached(BaseException):
    """Unwinds main.py when it calls :func:`run`: from then on :func:`turn` runs its tasks."""


class _Pause:
    """What ``sleep`` gives: yields once, with the calling task queued for its time."""

    def __init__(self):
        self.until = None

    def __iter__(self):
        return self

    def __next__(self):
        if self.until is None:
            raise StopIteration
        _task_queue.push(cur_task, self.until)
        self.until = None


_pause = _Pause()


def sleep_ms(ms):
    _pause.until = ticks_add(ticks(), max(0, ms))
    return _pause


def sleep(seconds):
    return sleep_ms(int(seconds * 1000))


class IOQueue:
    """Tasks that wait for a stream to become readable (0) or writable (1)."""

    def __init__(self):
        self.poller = select.poll()
        self.waiting = []  # [stream, reader, writer]

    def _queue(self, stream, which):
        for entry in self.waiting:
            if entry[0] is stream:
                break
        else:
            entry = [stream, None, None]
            self.waiting.append(entry)
        entry[1 + which] = cur_task
        self._watch(entry)
        cur_task.data = self

    def _watch(self, entry):
        mask = (select.POLLIN if entry[1] else 0) | (select.POLLOUT if entry[2] else 0)
        if mask:
            self.poller.register(entry[0], mask)
        else:
            self.waiting.remove(entry)
            self.poller.unregister(entry[0])

    def queue_read(self, stream):
        self._queue(stream, 0)

    def queue_write(self, stream):
        self._queue(stream, 1)

    def remove(self, task):
        for entry in self.waiting[:]:
            if task in entry[1:]:
                entry[1 + (entry[2] is task)] = None
                self._watch(entry)

    def wait_io_event(self, ms):
        for stream, events in self.poller.poll(ms):
            for entry in self.waiting[:]:
                if entry[0] is stream:
                    for which, mask in ((1, select.POLLIN), (2, select.POLLOUT)):
                        if entry[which] and events & mask:
                            _task_queue.push(entry[which])
                            entry[which] = None
                    self._watch(entry)


def create_task(coro):
    if not hasattr(coro, "send"):
        raise TypeError("coroutine expected")
    task = Task(coro, None)
    _task_queue.push(task)
    return task


def _promote_to_task(awaitable):
    return awaitable if isinstance(awaitable, Task) else create_task(awaitable)


def run(coro):
    global main_task
    main_task = create_task(coro)
    raise Detached


def turn(until):
    """Run tasks until the virtual time ``until`` (µs) or a little later."""
    global cur_task
    while clock.now < until:
        task = _task_queue.peek()
        left = (until - clock.now) // 1000 + 1
        wait = min(left, ticks_diff(task.ph_key, ticks())) if task else left
        _io_queue.wait_io_event(max(0, wait))
        task = _task_queue.peek()
        if task and ticks_diff(task.ph_key, ticks()) <= 0:
            cur_task = _task_queue.pop()
            _resume(cur_task)


def _resume(task):
    thrown = task.data
    try:
        if thrown:
            task.data = None
            task.coro.throw(thrown)
        else:
            task.coro.send(None)
    except (CancelledError, Exception) as end:
        _ended(task, thrown, end)


def _ended(task, thrown, end):
    if task is main_task:
        raise RuntimeError("the main task returned") if isinstance(end, StopIteration) else end
    if task.state is None:  # nobody awaited it, and the exception handler's turn has come
        task.data = thrown
        Loop.call_exception_handler({"message": "Task exception wasn't retrieved", "exception": thrown, "future": task})
        return
    if not task.state:
        return
    seen = task.state is not True
    if task.state is True:
        task.state = None
    elif callable(task.state):
        task.state(task, end)
        task.state = False
    else:
        waiting, seen = task.state, task.state.peek() is not None
        while waiting.peek():
            _task_queue.push(waiting.pop())
        task.state = False
    if not seen and not isinstance(end, (CancelledError, StopIteration)):
        task.state = None
        _task_queue.push(task)
    task.data = end


class Loop:
    _handler = None

    def create_task(coro):
        return create_task(coro)

    def run_until_complete(awaitable):
        return run(awaitable)

    def set_exception_handler(handler):
        Loop._handler = handler

    def get_exception_handler():
        return Loop._handler

    def default_exception_handler(loop, context):
        print(context["message"])
        sys.print_exception(context["exception"])

    def call_exception_handler(context):
        (Loop._handler or Loop.default_exception_handler)(Loop, context)


def get_event_loop():
    return Loop


def current_task():
    if cur_task is None:
        raise RuntimeError("no running event loop")
    return cur_task


def new_event_loop():
    """A new loop, but not while tasks run from outside: a program unwound by Detached calls it on its way out."""
    global _task_queue, _io_queue
    if main_task is None:
        _task_queue, _io_queue = TaskQueue(), IOQueue()
    return Loop


cur_task = main_task = None
new_event_loop()
