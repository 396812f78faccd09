"""The virtual table: the real firmware in a real MicroPython, wired to models of chips, field and people."""
