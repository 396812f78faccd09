"""The faults that a table can be made to have: what goes wrong, who has met it, how it strikes.

The numbers are those of docs/faults.md, which also tells why the missing ones cannot happen here.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from domino_table.virtual.faults import air, strikes
from domino_table.virtual.faults.site import Site
from domino_table.virtual.faults.strikes import Strike


@dataclass(frozen=True)
class Fault:
    """One fault.

    Attributes:
        id: F1 to F33, or a word. what: what goes wrong. source: where it has been met.
        strike: makes it happen from now on.
        lasts: shortest and longest duration in ms; (0, 0): until the driver has cured it.
        board: it needs a board as a whole: its power, its memory, its serial line.
        prepare: what must be done before the board starts, each time.
    """

    id: str
    what: str
    source: str
    strike: Strike
    lasts: tuple[int, int] = (0, 0)
    board: bool = False
    prepare: Callable[[Site], None] | None = None


CATALOGUE: Final = {
    fault.id: fault
    for fault in (
        Fault(
            "F1",
            "the end of a frame is missed, BUSY stays high",
            "ATrappmann/PN5180-Library#16",
            strikes.lost_edge,
            (20, 400),
        ),
        Fault("F2", "BUSY stays high until a reset", "dbmaxpayne/esphome_qalcosonicnfc#28", strikes.busy_stuck),
        Fault(
            "F3", "BUSY is not connected and floats high", "stephen5ng/cube-pn5180", strikes.floating_busy, (20, 1500)
        ),
        Fault("F4", "a plug with spells of bad contact", "stephen5ng/cube-pn5180", strikes.loose_cable, (100, 1500)),
        Fault(
            "F5",
            "the reader does not come out of reset",
            "ATrappmann/PN5180-Library#24, #49",
            strikes.stays_in_reset,
            (5, 700),
        ),
        Fault(
            "F6",
            "freezes when a tile is moved during an exchange",
            "playfultechnology/arduino-rfid-PN5180#1",
            strikes.startled,
            (10_000, 20_000),
        ),
        Fault(
            "F7",
            "hangs when more is fetched than was received",
            "dotnet/iot#1139",
            strikes.overread_hangs,
            (2000, 6000),
        ),
        Fault(
            "F8",
            "goes on listening after a request without an answer",
            "ATrappmann/PN5180-Library#48",
            strikes.keeps_listening,
            (2000, 6000),
        ),
        Fault(
            "F9",
            "the transceiver is parked in WaitReceive",
            "SpoolSense/spoolsense_scanner#212",
            strikes.parked,
            (1500, 3000),
        ),
        Fault("F10", "RF_ON ends in a general error", "SpoolSense/spoolsense_scanner#20, #90", strikes.refuses_rf_on),
        Fault(
            "F11",
            "tags miss an EOF, slots are counted wrong",
            "ATrappmann/PN5180-Library#15",
            strikes.in_the_air(air.LostEnds, 0.15),
            (2000, 8000),
        ),
        Fault(
            "F13",
            "noise is taken for a collision",
            "SpoolSense/spoolsense_scanner#131",
            strikes.in_the_air(air.Ghosts, 0.1),
            (1000, 5000),
        ),
        Fault(
            "F14",
            "names on top of one another come as one",
            "community.st.com/34312",
            strikes.in_the_air(air.Merging, 1.0),
            (3000, 9000),
        ),
        Fault("F15", "the interrupt line is dead", "tueddy/PN5180-Library#5", strikes.dead_irq, (2000, 8000)),
        Fault(
            "F16",
            "commands to one tag are lost among many",
            "bofh69/PN5180-tagomatic 0937b26",
            strikes.in_the_air(air.DrownedCommands, 0.7),
            (3000, 9000),
        ),
        Fault(
            "F18",
            "the crystal is wrong, answers are garbled",
            "whowechina/aic_pico#7",
            strikes.in_the_air(air.Garbling, 0.25),
            (2000, 8000),
        ),
        Fault(
            "F19",
            "the transmitter's 5 V are missing",
            "dbmaxpayne/esphome_qalcosonicnfc#9",
            strikes.unpowered,
            (500, 3000),
        ),
        Fault(
            "F21",
            "another antenna's tags and shifted names are heard",
            "miguelbalboa/rfid#589, OpenRFID#26",
            strikes.cross_talk,
            (2000, 8000),
        ),
        Fault("F22", "another field drowns everything", "miguelbalboa/rfid#536", strikes.jammed, (100, 1500)),
        Fault(
            "F24",
            "a loop's switch is stuck on or off",
            "electronics.stackexchange.com/521345",
            strikes.stuck_loop,
            (3000, 12_000),
        ),
        Fault("F25", "a tag in a dead spot is not heard", "community.st.com/124237", strikes.muted_tag, (4000, 20_000)),
        Fault(
            "F27", "the reader hears nothing until a reset", "tsndr/MFRC522-python#1", strikes.deaf, (60_000, 60_000)
        ),
        Fault("F28", "a spike on the line of the lights", "micropython#8161, #17126", strikes.lights, (1000, 4000)),
        Fault(
            "F30",
            "hardly any memory is left",
            "micropython#13035, #7214",
            strikes.nothing,
            board=True,
            prepare=strikes.little_memory,
        ),
        Fault(
            "F31",
            "the power goes in the middle of writing",
            "micropython#5337, #6568",
            strikes.nothing,
            board=True,
            prepare=strikes.cut_in_flash,
        ),
        Fault(
            "F33",
            "the supply dips at transmission peaks",
            "SpoolSense/spoolsense_scanner#20",
            strikes.brown_out,
            (1, 1000),
        ),
        Fault("noise", "bits of the SPI turn over", "stephen5ng/cube-pn5180", strikes.noisy_miso, (500, 3000)),
        Fault("phone", "a telephone lies on the layout", "", strikes.phone, (3000, 12_000)),
        Fault("outage", "the power is cut", "", strikes.power_cut, board=True),
        Fault("plug", "a PC is plugged in and pulled", "", strikes.cable, (500, 4000), board=True),
    )
}
"""By id."""

_READER = ("F1", "F2", "F3", "F5", "F6", "F7", "F8", "F9", "F10", "F15", "F27", "F33")
_RADIO = ("F11", "F13", "F14", "F16", "F18", "F19", "F21", "F22", "F25", "phone")
_CABLE = ("F4", "noise", "plug")
_POWER = ("outage", "F31", "F33")

PROFILES: Final[dict[str, tuple[str, ...]]] = {
    "none": (),
    "reader": _READER,
    "radio": _RADIO,
    "cable": _CABLE,
    "power": _POWER,
    "mixed": tuple(dict.fromkeys((*_READER, *_RADIO, *_CABLE, *_POWER, "F24", "F28"))),
}
"""Faults of each profile."""


def chosen(names: str) -> tuple[Fault, ...]:
    """The faults of a profile, or those of a list as "F9,F14". Raises ValueError for an unknown name."""
    if names in PROFILES:
        return tuple(CATALOGUE[name] for name in PROFILES[names])
    found = [name.strip() for name in names.split(",")]
    for name in found:
        if name not in CATALOGUE:
            if re.fullmatch("F([1-9]|[12][0-9]|3[0-3])", name):
                raise ValueError(f"{name} is a fault that this table cannot have; docs/faults.md tells why")
            raise ValueError(
                f"no fault {name!r} in {names!r}: choose one profile of {', '.join(PROFILES)}, "
                f"or faults of {', '.join(CATALOGUE)}"
            )
    return tuple(CATALOGUE[name] for name in dict.fromkeys(found))
