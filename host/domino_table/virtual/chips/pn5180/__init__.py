"""NXP PN5180A0xx/C3,C4 with firmware 4.0, after its datasheet Rev 4.0."""

from domino_table.virtual.chips.pn5180.chip import PN5180

__all__ = ["PN5180"]
