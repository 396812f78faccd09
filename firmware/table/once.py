"""Modules that are needed once, or now and then: imported where they are used, and forgotten again."""

import sys


def forget(name):
    """Let go of a module, so that its memory can be collected; it is loaded again where it is imported again."""
    sys.modules.pop(name, None)
    parent, _, child = name.rpartition(".")
    parent = sys.modules.get(parent)
    if hasattr(parent, child):
        delattr(parent, child)
