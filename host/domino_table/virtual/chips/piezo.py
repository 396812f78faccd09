"""A piezo disc under a seat's pad with a peak-hold circuit on an analogue input (hardware notes: decay about 50 ms)."""

from __future__ import annotations

import math

FULL_SCALE = 65535
NEVER = 1 << 60


class Piezo:
    """Holds the highest blow and lets it decay exponentially. Levels are 0..65535 as an ADC reports them."""

    def __init__(self, decay_us: int = 50_000, noise_floor: int = 64) -> None:
        """``noise_floor``: what decays below it reads 0."""
        self._decay_us, self._floor = decay_us, noise_floor
        self._peak, self._peak_at = 0.0, 0

    def hit(self, t: int, strength: int) -> None:
        """A blow at ``t``; one weaker than what is still held changes nothing."""
        strength = min(strength, FULL_SCALE)
        if strength > self._level(t):
            self._peak, self._peak_at = float(strength), t

    def read(self, t: int) -> int:
        """The level at ``t``."""
        return int(self._level(t))

    def holds_until(self, t: int) -> int:
        """How long a reading taken at ``t`` stays right: for ever in silence, else not at all."""
        return t if self._level(t) else NEVER

    def _level(self, t: int) -> float:
        if not self._peak:
            return 0.0
        level = self._peak * math.exp((self._peak_at - t) / self._decay_us)
        return level if level >= self._floor else 0.0
