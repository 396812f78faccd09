"""What is needed once, or now and then: imported where it is used, and forgotten again.

Whole modules are forgotten by ``forget``. Single functions bear the mark ``@seldom``. ``domino_rules.shelf`` has the
same: the rules stand alone, and what enrolls or tests a board must not have to load them.
"""

import gc
import sys

_loaded, _calls = [], 0  # modules and running calls of seldom functions


def seldom(function):
    """Mark a function that need not be in memory all the time, because nothing urgent waits for it.

    On a board it lies in a file of its own (``domino_table.device.aside``): a call reads it from there, some 10 ms.
    """
    return function


def aside(name, function, *arguments):
    """Call a seldom function by its name in the module of that name, which is forgotten with the end of the outermost.

    Calls of it stand in place of those functions on a board, and nowhere else.
    """
    global _calls
    if not _calls:
        gc.collect()  # or it would lie above all garbage, and leave holes where it has lain
    _calls += 1
    try:
        if name not in sys.modules:
            _loaded.append(name)
        return getattr(__import__(name).aside, function)(*arguments)
    finally:
        _calls -= 1
        while _loaded and not _calls:
            sys.modules.pop(_loaded.pop(), None)


def bound(name, owner, function):
    """A seldom method of an object as the object would have it: a class without its seldom methods asks for it."""
    return lambda *arguments: aside(name, function, owner, *arguments)


def forget(name):
    """Let go of a module, so that its memory can be collected; it is loaded again where it is imported again."""
    sys.modules.pop(name, None)
    parent, _, child = name.rpartition(".")
    parent = sys.modules.get(parent)
    if hasattr(parent, child):
        delattr(parent, child)
