"""``_asyncio`` in Python: tasks and their queue, first in, first out among equal times, on the virtual clock.

The interpreter's own queue reads the real clock. What asyncio expects of both classes is described by
``extmod/asyncio/task.py`` of MicroPython.
"""

import clock as _c
from time import ticks_diff, ticks_ms

_STEP = _c.costs["asyncio_step"]


class TaskQueue:
    """Tasks in the order of their ``ph_key``; a plain list, as a table runs a few dozen tasks at most."""

    def __init__(self):
        self._tasks = []

    def peek(self):
        return self._tasks[0] if self._tasks else None

    def push(self, task, key=None):
        task.data = None
        task.ph_key = key = ticks_ms() if key is None else key
        tasks = self._tasks
        i = len(tasks)
        while i and ticks_diff(tasks[i - 1].ph_key, key) > 0:
            i -= 1
        tasks.insert(i, task)

    def pop(self):
        _c.spend(_STEP)
        return self._tasks.pop(0)

    def remove(self, task):
        self._tasks.remove(task)


class Task:
    """One coroutine under the scheduler. ``state``: True running, None ended unseen, False ended, else who waits."""

    def __init__(self, coro, scope=None):
        self.coro = coro
        self.data = None
        self.state = True
        self.ph_key = 0

    def __iter__(self):
        if not self.state:
            self.state = False
        elif self.state is True:
            self.state = TaskQueue()
        elif type(self.state) is not TaskQueue:
            raise RuntimeError("can't wait")
        return self

    def __next__(self):
        if not self.state:
            raise self.data
        from asyncio import core

        self.state.push(core.cur_task)
        core.cur_task.data = self

    def done(self):
        return not self.state

    def cancel(self):
        from asyncio import core

        if not self.state:
            return False
        task = self
        if task is core.cur_task:
            raise RuntimeError("can't cancel self")
        while isinstance(task.data, Task):
            task = task.data
        if hasattr(task.data, "remove"):
            task.data.remove(task)
            core._task_queue.push(task)
        elif ticks_diff(task.ph_key, ticks_ms()) > 0:
            core._task_queue.remove(task)
            core._task_queue.push(task)
        task.data = core.CancelledError
        return True
