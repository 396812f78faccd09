"""A chain of WS2812B lights (WorldSemi datasheet): three bytes each, green, red, blue, most significant bit first."""

from __future__ import annotations

BIT_NS = 1250  # 800 kHz
LATCH_US = 280

Colour = tuple[int, int, int]


class Strip:
    """``lights`` WS2812 in a row. What is sent shows after a pause of 280 µs; until then it runs on along the chain."""

    def __init__(self, lights: int) -> None:
        self._shown = bytearray(3 * lights)
        self._incoming = bytearray()
        self._end = -LATCH_US

    def write(self, t: int, data: bytes) -> None:
        """Bytes that begin at ``t``. Without a pause since the last ones they belong to the lights further on."""
        self._settle(t)
        self._incoming += data
        self._end = t + len(data) * 8 * BIT_NS // 1000

    def colours(self, t: int) -> list[Colour]:
        """What each light shows at ``t`` as (red, green, blue)."""
        self._settle(t)
        shown = self._shown
        return [(shown[at + 1], shown[at], shown[at + 2]) for at in range(0, len(shown), 3)]

    def _settle(self, t: int) -> None:
        if self._incoming and t - self._end >= LATCH_US:
            whole = min(len(self._incoming) // 3 * 3, len(self._shown))
            self._shown[:whole] = self._incoming[:whole]
            self._incoming.clear()
