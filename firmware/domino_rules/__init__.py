"""Rules of thirteen domino games and the referee of game records; pure, integer-only, for CPython and MicroPython."""
