"""What simulated people do while their table tests itself: the one whose button is lit presses it, then knocks."""

from __future__ import annotations

from collections.abc import Callable

from domino_table.virtual.course import MS, Behaviour, Until
from domino_table.virtual.eyes import Eyes
from domino_table.virtual.world import World

REACTION_US = 1_200 * MS
PATIENCE_US = 2_000 * MS
"""So long somebody waits whether the light in his button goes out, before he tries the other thing."""


def take_part(world: World, eyes: Eyes, seat: int, minds: Callable[[], bool]) -> Behaviour:
    """Press the button of ``seat`` when no other light is on, and knock on its pad where that changes nothing.

    Whether a press or a knock is asked for stands on the display, which simulated people cannot read. minds: whether
    they see to this seat.
    """

    def asked() -> bool:
        return minds() and eyes.lit_alone(seat)

    def press() -> None:
        world.press(f"seat{seat}")

    def knock() -> None:
        world.knock(seat)

    while True:
        yield Until(asked, reaction=REACTION_US)
        for act in (press, knock):
            if not asked():
                break
            act()
            yield Until(lambda: not asked(), PATIENCE_US)
