"""A passive buzzer on a PWM output."""

from __future__ import annotations


class Buzzer:
    """Remembers what it sounded.

    Attributes:
        tone: frequency in Hz that sounds now, 0 for silence.
        history: changes as (time in µs, Hz), in order.
    """

    def __init__(self) -> None:
        self.tone = 0
        self.history: list[tuple[int, int]] = []

    def pwm(self, t: int, frequency: int, duty: int) -> None:
        """The output changes; a duty of 0 or of full scale (65535) is a constant level and makes no sound."""
        tone = frequency if 0 < duty < 65535 else 0
        if tone != self.tone:
            self.tone = tone
            self.history.append((t, tone))
