"""Modules that are needed now and then: taken from flash, used, put back.

A table has room for the rules of one game in play, not also for what opens a match, reads a scorekeeper's entry or
judges a correction. On a microcontroller ``put_back`` forgets the modules taken, so that their memory can be collected.
"""

import gc
import sys

_KEEP = sys.implementation.name != "micropython"
_taken = []
_loaded, _calls = [], 0  # modules and running calls of seldom functions


def take(name):
    """The module ``domino_rules.<name>``, loaded if need be; one that is loaded for good stays so."""
    full = "domino_rules." + name
    if not _KEEP and full not in sys.modules:
        _taken.append(full)
        gc.collect()  # or it would lie above all garbage, and leave holes where it has lain
    return __import__(full, None, None, ("*",))


def put_back():
    """Forget the modules taken; whoever still holds one keeps it."""
    while _taken:
        full = _taken.pop()
        sys.modules.pop(full, None)
        parent, _, name = full.rpartition(".")
        parent = sys.modules.get(parent)
        if hasattr(parent, name):
            delattr(parent, name)


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
