"""How each fault strikes: what it does to wires, reader, air, surroundings or board, from now on.

Every strike takes the site, the number of the reader that is hit, and how long it lasts in µs.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from domino_table.virtual.course import MS
from domino_table.virtual.faults import air, radio, wires
from domino_table.virtual.faults.shell import Socket
from domino_table.virtual.faults.site import Site
from domino_table.virtual.faults.surroundings import Glitch, Startled, StuckLoop, Visitor, mute
from domino_table.virtual.limit import heap_setting

PHONE_MM = 90.0
"""Tiles whose middle is so near to the one under a telephone are shaded too."""
HEAP_KB = 130
"""Memory, as counted on the board, where Wi-Fi and TLS have taken theirs from the 188 KB of an ESP32-S3."""
_GRID_LOOPS = 40

Strike = Callable[[Site, int, int], None]


# --- wires ------------------------------------------------------------------------------------------------------


def lost_edge(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), wires.LostEdge, us)


def floating_busy(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), wires.FloatingBusy, us)


def loose_cable(site: Site, reader: int, us: int) -> None:
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


def noisy_miso(site: Site, reader: int, us: int) -> None:
    site.cover(site.wire(reader), lambda inner: wires.NoisyMiso(inner, site.rng, 0.01), us)


def dead_irq(site: Site, reader: int, us: int) -> None:
    level = site.rng.randrange(2)
    site.cover(site.wire(reader), lambda inner: wires.DeadIrq(inner, level), us)


# --- the reader -------------------------------------------------------------------------------------------------


def busy_stuck(site: Site, reader: int, us: int) -> None:
    site.chips[reader].busy_stuck = True


def stays_in_reset(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.boots = False
    chip.brown_out(site.now())
    site.after(us, lambda: setattr(chip, "boots", True))


def overread_hangs(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.overread_hangs = True
    site.after(us, lambda: setattr(chip, "overread_hangs", False))


def keeps_listening(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), radio.KeepsListening, us)


def parked(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.load_config_wedges = True
    site.cover(site.radio(reader), radio.Parked, us)
    site.after(us, lambda: setattr(chip, "load_config_wedges", False))


def refuses_rf_on(site: Site, reader: int, us: int) -> None:
    chip = site.chips[reader]
    chip.refuse_rf_on = site.rng.randrange(1, 4)
    chip.brown_out(site.now())


def deaf(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), lambda inner: radio.Deaf(inner, curable=True), us)


def unpowered(site: Site, reader: int, us: int) -> None:
    site.cover(site.radio(reader), radio.Unpowered, us)


# --- the air ----------------------------------------------------------------------------------------------------


def in_the_air(kind: type[air.Air], share: float) -> Strike:
    def strike(site: Site, reader: int, us: int) -> None:
        site.cover(site.air(reader), lambda inner: kind(inner, site.rng, share), us)

    return strike


def cross_talk(site: Site, reader: int, us: int) -> None:
    others = [tag.uid for tile in site.tiles for tag in tile.tags]
    site.cover(site.air(reader), lambda inner: air.Strangers(inner, site.rng, 0.03, others), us)


def jammed(site: Site, reader: int, us: int) -> None:
    for number in range(len(site.chips)):
        site.cover(site.air(number), lambda inner: air.Jammed(inner, site.rng), us)


# --- around -----------------------------------------------------------------------------------------------------


def startled(site: Site, reader: int, us: int) -> None:
    if site.hands is not None:
        site.cover(site.hands, lambda inner: Startled(inner, site.chips[reader]), us)


def stuck_loop(site: Site, reader: int, us: int) -> None:
    if site.selector is not None:
        loop, closed = site.rng.randrange(_GRID_LOOPS), site.rng.random() < 0.5
        site.cover(site.selector, lambda inner: StuckLoop(inner, loop, closed), us)


def muted_tag(site: Site, reader: int, us: int) -> None:
    tile = site.rng.choice(site.tiles)
    site.after(us, mute([site.rng.choice(tile.tags)]))


def phone(site: Site, reader: int, us: int) -> None:
    lying = site.lying()
    if lying:
        _, place = site.rng.choice(lying)
        near = [tile for tile, pose in lying if math.dist((pose.x, pose.y), (place.x, place.y)) < PHONE_MM]
        site.after(us, mute([tag for tile in near for tag in tile.tags]))


def lights(site: Site, reader: int, us: int) -> None:
    if site.table is not None:
        site.cover(Socket.attribute(site.table, "glitch"), lambda inner: Glitch(inner, site.rng, 0.1), us)


# --- the board --------------------------------------------------------------------------------------------------


def brown_out(site: Site, reader: int, us: int) -> None:
    """Readers lose their registers at peaks of the transmitter; one time in four the board restarts too."""
    for chip in site.chips:
        chip.brown_out(site.now())
    if us > 200 * MS:
        site.after(200 * MS, lambda: brown_out(site, reader, us - 200 * MS))
    elif site.board is not None and site.rng.random() < 0.25:
        site.restart()


def power_cut(site: Site, reader: int, us: int) -> None:
    if site.board is not None:
        site.board.power_cut()


def cable(site: Site, reader: int, us: int) -> None:
    """A PC is plugged in, which resets the board one time in three (DTR and RTS), asks, and is pulled out."""
    if site.board is not None:
        if site.rng.random() < 0.33:
            site.restart()
        Visitor(site, us)


def little_memory(site: Site) -> None:
    if site.board is not None:
        site.board.heap = heap_setting(HEAP_KB)


def cut_in_flash(site: Site) -> None:
    """The power goes in the middle of one of the flash operations of the coming start."""
    if site.board is not None:
        site.board.cut_at, site.board.torn = site.rng.randrange(20, 600), site.rng.random() < 0.5


def nothing(site: Site, reader: int, us: int) -> None:
    """All has been done before the start."""
