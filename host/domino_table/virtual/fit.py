"""Which games can be played at which build of the table, and why not the others."""

from __future__ import annotations

from domino_table.hardware import Build
from domino_table.virtual.lore import SEATED, Lore

SMALL = 600
"""On a cloth of fewer mm than this a line must be laid along a track, or there is no room for all of it."""


def is_small(build: Build) -> bool:
    """Whether the cloth is a small one."""
    return int(min(build.data["area"]["width"], build.data["area"]["height"])) < SMALL


def reason(build: Build, rules: Lore, players: int) -> str | None:
    """A sentence that says why so many people cannot play by these rules at this build; None where they can.

    Of more than four the rest waits for a seat.
    """
    title, area = build.data["build"]["title"], build.data["area"]
    people, racks = min(players, SEATED), len(build.data.get("racks", []))
    cloth = f"{title}: {area['width']} x {area['height']} mm"
    if people > build.seats:
        return f"{title}: {people} people need a seat each, and it has {build.seats} seats; choose another build"
    if 0 < racks < people:
        return f"{title}: {people} people need a rack each, it has {racks}; choose another build"
    if rules.spinner != "none" and is_small(build):
        return f"{cloth} have no room for the four arms of a cross; choose another build, or a game of one line"
    if rules.rows and is_small(build):
        return f"{cloth} have no room for two lines side by side; choose another build, or a game of one line"
    return None
