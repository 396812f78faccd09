"""Modules that are needed now and then: taken from flash, used, put back.

A table has room for the rules of one game in play, not also for what opens a match, reads a scorekeeper's entry or
judges a correction. On a microcontroller ``put_back`` forgets the modules taken, so that their memory can be collected.
"""

import gc
import sys

_KEEP = sys.implementation.name != "micropython"
_taken = []


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
