"""A small random generator that gives the same numbers on every interpreter: xorshift32 (Marsaglia 2003), masked.

For dealing in simulations; it is no source of secrets.
"""


class Prng:
    """Generator with 32 bits of state.

    Args:
        seed: any integer; 0 is replaced, because xorshift stays at 0.
    """

    def __init__(self, seed: int) -> None:
        self.state = (seed & 0xFFFFFFFF) or 0x9E3779B9
        self.next()
        self.next()

    def next(self) -> int:
        """The next integer, 1..2**32-1."""
        x = self.state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.state = x
        return x

    def below(self, n: int) -> int:
        """An integer 0..n-1, for n far below 2**32 (the bias is under n / 2**32)."""
        return self.next() % n

    def shuffle(self, items: "list[int]") -> None:
        """Shuffle a mutable sequence in place (Fisher and Yates)."""
        x = self.state
        i = len(items) - 1
        while i > 0:
            x ^= (x << 13) & 0xFFFFFFFF
            x ^= x >> 17
            x ^= (x << 5) & 0xFFFFFFFF
            j = x % (i + 1)
            items[i], items[j] = items[j], items[i]
            i -= 1
        self.state = x
