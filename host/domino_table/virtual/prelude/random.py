"""``random`` that the board's seed decides, also when the firmware asks for a seed from the hardware."""

import urandom as _real
from os import urandom as _urandom
from urandom import choice, getrandbits, randint, random, randrange, uniform


def seed(n=None):
    _real.seed(int.from_bytes(_urandom(4), "little") if n is None else n)


seed()
