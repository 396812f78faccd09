"""English of the command line."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 match, 0 matches, 2 new records."""
    ending = "" if number == 1 else "es" if noun.endswith(("ch", "s", "x")) else "s"
    return f"{number} {noun}{ending}"
