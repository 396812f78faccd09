"""Times that depend on the field and the temperature: how soon a tag wakes, how long it stays quiet without power."""

from __future__ import annotations

import math
from typing import Final

SOONEST_US: Final = 300
LATEST_US: Final = 1500
CHARGE_US: Final = 400
"""Time constant with which a tag's supply charges; with it the wake time covers its range [estimate]."""
ROOM: Final = 22.0
HALVES_EVERY: Final = 10.0
"""K by which the persistence of a charge halves: leakage of a capacitor doubles [estimate]."""


def wake_us(over: float, charge_us: float = CHARGE_US) -> int:
    """µs from field on until a tag hears a request; ``over`` is its voltage over the least one, at least 1."""
    if over <= 1.0:
        return LATEST_US
    return min(LATEST_US, round(SOONEST_US - charge_us * math.log(1 - 1 / over)))


def persist_us(at_room: int, celsius: float) -> int:
    """µs for which PERSISTENT QUIET outlives the field at a temperature, from what it is at 22 °C."""
    return round(at_room * math.exp2((ROOM - celsius) / HALVES_EVERY))
