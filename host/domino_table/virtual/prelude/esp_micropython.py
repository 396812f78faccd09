"""``micropython`` as on the ESP32: the interpreter's own, and what its unix build leaves out."""

from micropython import (
    RingIO,
    const,
    heap_lock,
    heap_unlock,
    kbd_intr,
    mem_info,
    opt_level,
    qstr_info,
    schedule,
    stack_use,
)


def alloc_emergency_exception_buf(size):
    pass
