"""The faults that a table can be made to have: what goes wrong, who has met it, how it strikes.

The numbers are those of docs/faults.md, which also tells why the missing ones cannot happen here.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from domino_table.virtual.faults import air, radio, wires
from domino_table.virtual.faults.shell import Socket
from domino_table.virtual.faults.site import Site
from domino_table.virtual.faults.surroundings import Glitch, Startled, StuckLoop, Visitor, mute
from domino_table.virtual.limit import heap_setting

MS = 1_000
PHONE_MM = 90.0
"""Tiles whose middle is so near to the one under a telephone are shaded too."""
HEAP_KB = 130
"""Memory, as counted on the board, where Wi-Fi and TLS have taken theirs from the 188 KB of an ESP32-S3."""
_GRID_LOOPS = 40

Strike = Callable[[Site, int, int], None]
"""Takes the site, the number of the reader that is hit, and how long it lasts in µs."""


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


# --- wires ------------------------------------------------------------------------------------------------------


def _lost_edge(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), wires.LostEdge, us)


def _floating_busy(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), wires.FloatingBusy, us)


def _loose_cable(site: Site, reader: int, us: int) -> None:
    begin, end, spells = site.now(), site.now() + us, []
    while begin < end:
        spell = site.rng.randrange(200, 60 * MS)
        spells.append((begin, min(end, begin + spell)))
        begin += spell + site.rng.randrange(MS, 120 * MS)
    rest = site.rng.choice((0x00, 0xFF))
    site.cover(site.wire(reader), lambda inner: wires.LooseCable(inner, spells, rest), us)
    for spell_begin, spell_end in spells:
        for edge in (spell_begin, spell_end):
            site.at(edge, lambda: None)  # where levels change the board must look again


def _noisy_miso(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), lambda inner: wires.NoisyMiso(inner, site.rng, 0.01), us)


def _dead_irq(site: Site, reader: int, us: int) -> None:
    level = site.rng.randrange(2)
    site.cover(site.wire(reader), lambda inner: wires.DeadIrq(inner, level), us)


# --- the reader -------------------------------------------------------------------------------------------------


def _busy_stuck(site: Site, reader: int, us: int) -> None:
    site.chips[reader].busy_stuck = True


def _stays_in_reset(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.boots = False
    chip.brown_out(site.now())
    site.after(us, lambda: setattr(chip, "boots", True))


def _overread_hangs(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.overread_hangs = True
    site.after(us, lambda: setattr(chip, "overread_hangs", False))


def _keeps_listening(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), radio.KeepsListening, us)


def _parked(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.load_config_wedges = True
    site.cover(site.radio(reader), radio.Parked, us)
    site.after(us, lambda: setattr(chip, "load_config_wedges", False))


def _refuses_rf_on(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.refuse_rf_on = site.rng.randrange(1, 4)
    chip.brown_out(site.now())


def _deaf(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), lambda inner: radio.Deaf(inner, curable=True), us)


def _unpowered(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), radio.Unpowered, us)


# --- the air ----------------------------------------------------------------------------------------------------


def _in_the_air(kind: type[air.Air], share: float) -> Strike:
    def strike(site: Site, reader: int, us: int) -> None:
        site.cover(site.air(reader), lambda inner: kind(inner, site.rng, share), us)

    return strike


def _cross_talk(site: Site, reader: int, us: int) -> None:
    others = [tag.uid for tile in site.tiles for tag in tile.tags]
    site.cover(site.air(reader), lambda inner: air.Strangers(inner, site.rng, 0.03, others), us)


def _jammed(site: Site, reader: int, us: int) -> None:
    for number in range(len(site.chips)):
        site.cover(site.air(number), lambda inner: air.Jammed(inner, site.rng), us)


# --- around -----------------------------------------------------------------------------------------------------


def _startled(site: Site, reader: int, us: int) -> None:
    if site.hands is not None:
        site.cover(site.hands, lambda inner: Startled(inner, site.chips[reader]), us)


def _stuck_loop(site: Site, reader: int, us: int) -> None:
    if site.selector is not None:
        loop, closed = site.rng.randrange(_GRID_LOOPS), site.rng.random() < 0.5
        site.cover(site.selector, lambda inner: StuckLoop(inner, loop, closed), us)


def _muted_tag(site: Site, reader: int, us: int) -> None:
    tile = site.rng.choice(site.tiles)
    site.after(us, mute([site.rng.choice(tile.tags)]))


def _phone(site: Site, reader: int, us: int) -> None:
    lying = site.lying()
    if lying:
        _, place = site.rng.choice(lying)
        near = [tile for tile, pose in lying if math.dist((pose.x, pose.y), (place.x, place.y)) < PHONE_MM]
        site.after(us, mute([tag for tile in near for tag in tile.tags]))


def _lights(site: Site, reader: int, us: int) -> None:
    if site.table is not None:
        site.cover(Socket.attribute(site.table, "glitch"), lambda inner: Glitch(inner, site.rng, 0.1), us)


# --- the board --------------------------------------------------------------------------------------------------


def _brown_out(site: Site, reader: int, us: int) -> None:
    """Readers lose their registers at peaks of the transmitter; one time in four the board restarts too."""
    for chip in site.chips:
        chip.brown_out(site.now())
    if us > 200 * MS:
        site.after(200 * MS, lambda: _brown_out(site, reader, us - 200 * MS))
    elif site.board is not None and site.rng.random() < 0.25:
        site.restart()


def _power_cut(site: Site, reader: int, us: int) -> None:
    if site.board is not None:
        site.board.power_cut()


def _cable(site: Site, reader: int, us: int) -> None:
    """A PC is plugged in, which resets the board one time in three (DTR and RTS), asks, and is pulled out."""
    if site.board is not None:
        if site.rng.random() < 0.33:
            site.restart()
        Visitor(site, us)


def _little_memory(site: Site) -> None:
    if site.board is not None:
        site.board.heap = heap_setting(HEAP_KB)


def _cut_in_flash(site: Site) -> None:
    """The power goes in the middle of one of the flash operations of the coming start."""
    if site.board is not None:
        site.board.cut_at, site.board.torn = site.rng.randrange(20, 600), site.rng.random() < 0.5


def _nothing(site: Site, reader: int, us: int) -> None:
    """All has been done before the start."""


CATALOGUE: Final = {
    fault.id: fault
    for fault in (
        Fault(
            "F1", "the end of a frame is missed, BUSY stays high", "ATrappmann/PN5180-Library#16", _lost_edge, (20, 400)
        ),
        Fault("F2", "BUSY stays high until a reset", "dbmaxpayne/esphome_qalcosonicnfc#28", _busy_stuck),
        Fault("F3", "BUSY is not connected and floats high", "stephen5ng/cube-pn5180", _floating_busy, (20, 1500)),
        Fault("F4", "a plug with spells of bad contact", "stephen5ng/cube-pn5180", _loose_cable, (100, 1500)),
        Fault(
            "F5",
            "the reader does not come out of reset",
            "ATrappmann/PN5180-Library#24, #49",
            _stays_in_reset,
            (5, 700),
        ),
        Fault(
            "F6",
            "freezes when a tile is moved during an exchange",
            "playfultechnology/arduino-rfid-PN5180#1",
            _startled,
            (10_000, 20_000),
        ),
        Fault("F7", "hangs when more is fetched than was received", "dotnet/iot#1139", _overread_hangs, (2000, 6000)),
        Fault(
            "F8",
            "goes on listening after a request without an answer",
            "ATrappmann/PN5180-Library#48",
            _keeps_listening,
            (2000, 6000),
        ),
        Fault(
            "F9", "the transceiver is parked in WaitReceive", "SpoolSense/spoolsense_scanner#212", _parked, (1500, 3000)
        ),
        Fault("F10", "RF_ON ends in a general error", "SpoolSense/spoolsense_scanner#20, #90", _refuses_rf_on),
        Fault(
            "F11",
            "tags miss an EOF, slots are counted wrong",
            "ATrappmann/PN5180-Library#15",
            _in_the_air(air.LostEnds, 0.15),
            (2000, 8000),
        ),
        Fault(
            "F13",
            "noise is taken for a collision",
            "SpoolSense/spoolsense_scanner#131",
            _in_the_air(air.Ghosts, 0.1),
            (1000, 5000),
        ),
        Fault(
            "F14",
            "names on top of one another come as one",
            "community.st.com/34312",
            _in_the_air(air.Merging, 1.0),
            (3000, 9000),
        ),
        Fault("F15", "the interrupt line is dead", "tueddy/PN5180-Library#5", _dead_irq, (2000, 8000)),
        Fault(
            "F16",
            "commands to one tag are lost among many",
            "bofh69/PN5180-tagomatic 0937b26",
            _in_the_air(air.DrownedCommands, 0.7),
            (3000, 9000),
        ),
        Fault(
            "F18",
            "the crystal is wrong, answers are garbled",
            "whowechina/aic_pico#7",
            _in_the_air(air.Garbling, 0.25),
            (2000, 8000),
        ),
        Fault(
            "F19", "the transmitter's 5 V are missing", "dbmaxpayne/esphome_qalcosonicnfc#9", _unpowered, (500, 3000)
        ),
        Fault(
            "F21",
            "another antenna's tags and shifted names are heard",
            "miguelbalboa/rfid#589, OpenRFID#26",
            _cross_talk,
            (2000, 8000),
        ),
        Fault("F22", "another field drowns everything", "miguelbalboa/rfid#536", _jammed, (100, 1500)),
        Fault(
            "F24",
            "a loop's switch is stuck on or off",
            "electronics.stackexchange.com/521345",
            _stuck_loop,
            (3000, 12_000),
        ),
        Fault("F25", "a tag in a dead spot is not heard", "community.st.com/124237", _muted_tag, (4000, 20_000)),
        Fault("F27", "the reader hears nothing until a reset", "tsndr/MFRC522-python#1", _deaf, (60_000, 60_000)),
        Fault("F28", "a spike on the line of the lights", "micropython#8161, #17126", _lights, (1000, 4000)),
        Fault(
            "F30", "hardly any memory is left", "micropython#13035, #7214", _nothing, board=True, prepare=_little_memory
        ),
        Fault(
            "F31",
            "the power goes in the middle of writing",
            "micropython#5337, #6568",
            _nothing,
            board=True,
            prepare=_cut_in_flash,
        ),
        Fault(
            "F33", "the supply dips at transmission peaks", "SpoolSense/spoolsense_scanner#20", _brown_out, (1, 1000)
        ),
        Fault("noise", "bits of the SPI turn over", "stephen5ng/cube-pn5180", _noisy_miso, (500, 3000)),
        Fault("phone", "a telephone lies on the layout", "", _phone, (3000, 12_000)),
        Fault("outage", "the power is cut", "", _power_cut, board=True),
        Fault("plug", "a PC is plugged in and pulled", "", _cable, (500, 4000), board=True),
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
