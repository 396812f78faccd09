"""Measure on a board how well its tags answer on one loop, at each level of the transmitter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from domino_table.device.workshop import Workshop

LEVELS = (
    "TVDD - 0.15 V",
    "TVDD - 0.25 V",
    "TVDD - 0.5 V",
    "TVDD - 1.0 V",
    "3.0 V",
    "2.75 V",
    "2.5 V",
    "2.0 V",
)
"""Transmitter supply at each level, from the strongest on (PN5180 datasheet, DPC_CONFIG)."""

_ROUND_S = 0.5  # a census of a full rack, and as much again
_OPEN_S = 8.0


@dataclass
class TagRates:
    """One tag: its UID as printed (most significant byte first), its DSFID, its share of answers at each level."""

    uid: str
    dsfid: int
    rates: list[float] = field(default_factory=lambda: [0.0] * len(LEVELS))

    @property
    def half(self) -> tuple[str, int] | None:
        """(tile, pips of the half that carries the tag) by the DSFID; None for a tag of no tile of a double-six set."""
        names = [(low, high) for low in range(7) for high in range(low, 7)]
        if self.dsfid >= 2 * len(names):
            return None
        low, high = names[self.dsfid // 2]
        return f"{low}-{high}", high if self.dsfid % 2 else low


class Probe:
    """A loop of a board that is at its raw prompt. Raises WorkshopError, DeployError, Unplugged."""

    def __init__(self, workshop: Workshop, loop: int) -> None:
        self._workshop = workshop
        workshop.ask("probe", "begin", loop)

    def measure(self, rounds: int) -> Iterator[list[TagRates]]:
        """After each level the rates so far, by UID."""
        tags: dict[str, TagRates] = {}
        for level in range(len(LEVELS)):
            found = self._workshop.ask("probe", "measure", level, rounds, timeout=_OPEN_S + rounds * _ROUND_S)
            for uid, (dsfid, answers) in found.items():
                tags.setdefault(uid, TagRates(uid, dsfid)).rates[level] = answers / rounds
            yield [tags[uid] for uid in sorted(tags)]
