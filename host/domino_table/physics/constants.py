"""The carrier and the vacuum."""

from __future__ import annotations

import math
from typing import Final

CARRIER_HZ: Final = 13.56e6
OMEGA: Final = 2 * math.pi * CARRIER_HZ
MU0: Final = 4e-7 * math.pi
MM: Final = 1e-3
"""m in a mm."""
