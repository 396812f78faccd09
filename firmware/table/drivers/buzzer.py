"""Buzzer on a PWM pin: short melodies, one at a time, the newest wins."""

import asyncio


class Buzzer:
    """``pwm`` is a built PWM; ``await run()`` is its task."""

    def __init__(self, pwm):
        self._pwm = pwm
        self._melody = None
        self._wake = asyncio.Event()
        pwm.duty_u16(0)

    def play(self, melody):
        """Play a tuple of (hertz, milliseconds); hertz 0 is a rest. Returns at once, cuts off what still sounds."""
        self._melody = melody
        self._wake.set()

    async def run(self):
        while True:
            await self._wake.wait()
            self._wake.clear()
            melody = self._melody
            for hertz, duration in melody:
                if hertz:
                    self._pwm.freq(hertz)
                self._pwm.duty_u16(32768 if hertz else 0)
                await asyncio.sleep_ms(duration)
                if self._melody is not melody:
                    break
            self._pwm.duty_u16(0)
