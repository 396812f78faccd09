"""What is needed once, or now and then: imported where it is used, and forgotten again.

Whole modules are forgotten by ``forget``. Single functions bear the mark ``@seldom``.
"""

import gc
import sys


def seldom(function):
    """Mark a function that need not be in memory all the time, because nothing urgent waits for it.

    On a board it lies in a file of its own (``domino_table.device.aside``): a call reads it from there, some 10 ms.
    """
    return function


def aside(name):
    """Some seldom functions, loaded from their module for one of them and already forgotten: they stay while that runs.

    Calls of it stand in place of those functions on a board, and nowhere else.
    """
    gc.collect()  # or it would lie above all garbage, and leave holes where it has lain
    module = __import__(name)
    sys.modules.pop(name)
    return module.aside


def forget(name):
    """Let go of a module, so that its memory can be collected; it is loaded again where it is imported again."""
    sys.modules.pop(name, None)
    parent, _, child = name.rpartition(".")
    parent = sys.modules.get(parent)
    if hasattr(parent, child):
        delattr(parent, child)
