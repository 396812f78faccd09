"""A second, independent judge of domino records: slow, obvious, made of sets and lists.

Its author read the rules of the games and the format of the record only, never the engine or its tests. It is the
truth judge of the virtual table and the differential oracle of the engine, so it shares no code and no idea with it.

``judge(lines)`` judges a whole record; ``Judge().feed(line)`` judges it line by line.
"""

from .record import Judge, judge

__all__ = ["Judge", "judge"]
