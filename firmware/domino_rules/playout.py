"""A bare core that plays out block games at random, for estimates and benchmarks; nothing of a record in it.

Four players, double-six, seven tiles each, a line, two ends. The state is one bytearray: per player and value the set
of partner values of the tiles held, as seven bits. A tile that fits an end is then one bit of one byte.
"""

_COUNT = bytes([sum([i >> k & 1 for k in range(7)]) for i in range(128)])
# Per mask, its members in ascending order, eight bytes each.
_members = bytearray(128 * 8)
for _i in range(128):
    _n = 0
    for _k in range(7):
        if _i >> _k & 1:
            _members[_i * 8 + _n] = _k
            _n += 1
_MEMBER = bytes(_members)
_LOW = bytes([a for a in range(7) for b in range(a, 7)])
_HIGH = bytes([b for a in range(7) for b in range(a, 7)])
_NOTHING = bytes(28)
_PIPS = bytes([sum([k for k in range(7) if i >> k & 1]) for i in range(128)])


class Block:
    """Random rounds of the block game; player 0 opens.

    Args:
        seed: of the xorshift generator.
    """

    def __init__(self, seed):
        self.random = seed or 1
        self.holds = bytearray(28)
        self.deck = bytearray(range(28))

    def rounds(self, number):
        """Play so many rounds. Returns the number of tiles laid."""
        laid = 0
        for _ in range(number):
            laid += self.round()
        return laid

    def deal(self):
        """Shuffle and hand out the tiles."""
        deck, holds, x = self.deck, self.holds, self.random
        holds[:] = _NOTHING
        low, high = _LOW, _HIGH
        # One step of the generator serves two tiles: its upper and its lower 15 bits.
        i = 28
        while i:
            x ^= x << 13 & 0x3FFFFFFF
            x ^= x >> 17
            x ^= x << 5 & 0x3FFFFFFF
            j = (x >> 15) % i
            i -= 1
            tile = deck[j]
            deck[j] = deck[i]
            deck[i] = tile
            j = (x & 0x7FFF) % i
            i -= 1
            tile = deck[j]
            deck[j] = deck[i]
            deck[i] = tile
        self.random = x
        for own in (0, 7, 14, 21):
            for tile in deck[own : own + 7]:
                a = low[tile]
                b = high[tile]
                holds[own + a] |= 1 << b
                holds[own + b] |= 1 << a

    def round(self):
        """One round. Returns the number of tiles laid; ``scores()`` tells what is left."""
        self.deal()
        holds, count, member, x = self.holds, _COUNT, _MEMBER, self.random
        left, right = _LOW[self.deck[0]], _HIGH[self.deck[0]]
        holds[left] &= ~(1 << right)
        holds[right] &= ~(1 << left)
        counts = [6, 7, 7, 7]
        laid = 1
        player = passes = far = 0
        while passes < 4:
            player = player + 1 & 3
            own = player * 7
            near = holds[own + left]
            choices = some = count[near]
            if left != right:
                far = holds[own + right]
                choices += count[far]
            if not choices:
                passes += 1
                continue
            passes = k = 0
            if choices > 1:
                x ^= x << 13 & 0x3FFFFFFF
                x ^= x >> 17
                x ^= x << 5 & 0x3FFFFFFF
                k = x % choices
            if k < some:
                new = member[near << 3 | k]
                holds[own + left] ^= 1 << new
                if new != left:
                    holds[own + new] ^= 1 << left
                left = new
            else:
                new = member[far << 3 | k - some]
                holds[own + right] ^= 1 << new
                if new != right:
                    holds[own + new] ^= 1 << right
                right = new
            laid += 1
            counts[player] -= 1
            if not counts[player]:
                break
        self.random = x
        return laid

    def scores(self):
        """Pips left in each hand."""
        totals = [0, 0, 0, 0]
        for i in range(28):
            mask, value = self.holds[i], i % 7
            # A tile is seen from both of its values, a double from one.
            totals[i // 7] += _PIPS[mask] + _COUNT[mask] * value + (2 * value if mask >> value & 1 else 0)
        return [total // 2 for total in totals]
